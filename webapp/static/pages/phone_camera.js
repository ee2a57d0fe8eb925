// This phone as the camera: one picture sent after the other, never two at once, so that none is old when it arrives.

import { keyOfTable, nameOfPhone, send } from "../lib/upload.js";

const WIDTH = 1920;
const HEIGHT = 1080;
const QUALITIES = [0.85, 0.7, 0.5];
const LARGEST_BYTES = 3_500_000;
const PAUSE_MILLISECONDS = 30;
const RETRY_MILLISECONDS = 2000;
const TOLD_MILLISECONDS = 6000;

const at = (id) => document.getElementById(id);
const canvas = document.createElement("canvas");
let sent = 0;
let takesOver = false;
let wasWide = null;
let news = "";
let newsUntil = 0;
let lock = null;

async function start() {
  if (!navigator.mediaDevices) {
    say("A browser lends its camera over https alone. Open the address that begins with https on the table's screen.");
    return;
  }
  if (!await openCamera()) return;
  at("start").hidden = true;
  keepAwake();
  watch();
}

async function openCamera() {
  const video = at("video");
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
    });
    await video.play();
    return true;
  } catch (error) {
    say(`The camera cannot be used (${error.name}). Allow it in the browser's settings, and close other programs that use it.`);
    return false;
  }
}

async function watch() {
  for (;;) {
    // A page that is not looked at shows its last picture for ever: that must not be taken for the table.
    await looked();
    if (!isRunning()) {
      if (!await openCamera()) { await pause(RETRY_MILLISECONDS); continue; }
      tell("The phone had let its camera go: it watches again.");
    }
    noteTurn();
    await pause(await sendOne());
  }
}

function isRunning() {
  const track = at("video").srcObject?.getVideoTracks()[0];
  return track?.readyState === "live" && !track.muted && at("video").videoWidth > 0;
}

// How long to wait before the next picture, in milliseconds.
async function sendOne() {
  const picture = await drawn();
  const isTakingOver = takesOver;
  try {
    const { ok, says, rival } = await send(picture, isTakingOver ? { takes_over: "yes" } : {});
    at("take-over").hidden = !rival || takesOver;
    at("table-says").textContent = ok ? says : "";
    if (!ok) { say(says); return RETRY_MILLISECONDS; }
    if (isTakingOver) takesOver = false;  // not before: a request that nobody answered is made again
    sent += 1;
    say(current() || `Watching the table. Pictures sent: ${sent}. Keep this page open.`);
    return PAUSE_MILLISECONDS;
  } catch {
    say(navigator.onLine === false ? "The phone is on no network. It goes on by itself as soon as it is."
      : "The program does not answer. Is it running, and is the phone on the same network? It goes on by itself.");
    return RETRY_MILLISECONDS;
  }
}

async function drawn() {
  const video = at("video");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  let picture = null;
  for (const quality of QUALITIES) {
    picture = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", quality); });
    if (picture.size <= LARGEST_BYTES) break;
  }
  return picture;
}

function noteTurn() {
  const isWide = at("video").videoWidth > at("video").videoHeight;
  if (wasWide !== null && isWide !== wasWide) tell("The phone was turned. Leave it as it is now: the tiles are looked for anew.");
  wasWide = isWide;
}

// Without it the phone locks itself after half a minute. It is lost whenever the page is left, and asked for again then.
async function keepAwake() {
  if (!navigator.wakeLock) {
    advise("This browser cannot keep the phone awake: set the time until it locks itself to never, for this evening.");
    return;
  }
  try {
    lock = await navigator.wakeLock.request("screen");
    advise("");
    lock.addEventListener("release", () => { if (!document.hidden) keepAwake(); }, { once: true });
  } catch {
    advise("The phone may lock itself: its battery may be low. Plug it in, or set the time until it locks itself to never.");
  }
}

function looked() {
  if (!document.hidden) return Promise.resolve();
  sayAway();  // once more: a picture that was still on its way may have come after the first time
  return new Promise((resolve) => { document.addEventListener("visibilitychange", () => resolve(), { once: true }); });
}

function sayAway() {
  const away = JSON.stringify({ key: keyOfTable(), phone: nameOfPhone() });
  navigator.sendBeacon("/api/camera/away", new Blob([away], { type: "application/json" }));
}

document.addEventListener("visibilitychange", () => {
  if (!at("start").hidden) return;
  if (document.hidden) {
    sayAway();
    return;
  }
  tell("The phone was locked, or showed something else: nothing was seen meanwhile. It watches again.");
  keepAwake();
  if (at("video").paused) at("video").play().catch(() => {});
});

// Something worth knowing for a moment, before the usual is said again.
function tell(text) {
  news = text;
  newsUntil = performance.now() + TOLD_MILLISECONDS;
  say(text);
}

function current() {
  return performance.now() < newsUntil ? news : "";
}

function advise(text) {
  at("advice").textContent = text;
  at("advice").hidden = !text;
}

function say(text) {
  if (at("camera").textContent !== text) at("camera").textContent = text;
}

function pause(milliseconds) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds); });
}

at("start").addEventListener("click", start);
at("take-over").addEventListener("click", () => { takesOver = true; at("take-over").hidden = true; });
addEventListener("pagehide", () => { if (at("start").hidden) sayAway(); });
addEventListener("offline", () => tell("The phone has left the network. It goes on by itself as soon as it is back."));
document.querySelector("main").inert = false;
