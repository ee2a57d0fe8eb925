// @ts-check
// This phone as the camera. It sends one picture after the other, never two at once, so none is old when it arrives. While
// nothing changes it sends few, which spares its battery, the network and the program.

import { address } from "../lib/address.js";
import { stayAwake } from "../lib/awake.js";
import { byId, query } from "../lib/dom.js";
import { LOOK_MILLISECONDS, PicturePace } from "../lib/picture_pace.js";
import { formatList, formatNumber, t } from "../lib/text.js";
import { createSvg } from "../lib/tile_svg.js";
import { drawOn, phoneName, sendPicture, tableKey, toJpeg } from "../lib/upload.js";

const WIDTH = 1920;
const HEIGHT = 1080;
const QUALITIES = [0.85, 0.7, 0.5];
const LARGEST_BYTES = 3_500_000;
const PAUSE_MILLISECONDS = 30;
const RETRY_MILLISECONDS = 2000;
const NEWS_MILLISECONDS = 6000;

const canvas = document.createElement("canvas");
const pace = new PicturePace();
let sent = 0;
let takesOver = false;
/** @type {boolean | null} */
let wasLandscape = null;
let news = "";
let newsUntil = 0;

async function start() {
  if (!navigator.mediaDevices) {
    say(
      t(
        "A browser lets a page use the camera only over https. Open the address that begins with https on the table's screen.",
      ),
    );
    return;
  }
  if (!(await openCamera())) return;
  byId("start").hidden = true;
  // Another page would end the camera. What is read, and the scores, are shown here.
  byId("to-table").hidden = true;
  stayAwake();
  watch();
}

async function openCamera() {
  const video = byId("video");
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
    });
    await video.play();
    return true;
  } catch (error) {
    say(
      t(
        "The camera cannot be used (%(error)s). Allow it in the browser's settings, and close other programs that use it.",
        { error: error instanceof Error ? error.name : String(error) },
      ),
    );
    return false;
  }
}

async function watch() {
  for (;;) {
    // A hidden page keeps its last picture, which must not pass for the table.
    await visible();
    if (!isRunning()) {
      if (!(await openCamera())) {
        await pause(RETRY_MILLISECONDS);
        continue;
      }
      tell(t("The phone had switched its camera off: it watches again."));
    }
    noteRotation();
    await pause(isDue() ? await sendOne() : LOOK_MILLISECONDS);
  }
}

function isRunning() {
  const track = byId("video").srcObject?.getVideoTracks()[0];
  return track?.readyState === "live" && !track.muted && byId("video").videoWidth > 0;
}

// Whether the picture of this moment is to be sent; it then counts as sent.
function isDue() {
  const now = performance.now();
  const isToBeSent = pace.isDue(byId("video"), now) || takesOver;
  if (isToBeSent) pace.noteSent(now);
  return isToBeSent;
}

// Sends one picture. Resolves to the milliseconds to wait before the next.
async function sendOne() {
  const picture = await capture();
  const isTakingOver = takesOver;
  try {
    const { ok, says, rival, tiles, scores } = await sendPicture(picture, isTakingOver ? { takes_over: "yes" } : {});
    byId("take-over").hidden = !rival || takesOver;
    byId("table-says").textContent = ok ? says : "";
    if (!ok) {
      say(says);
      return RETRY_MILLISECONDS;
    }
    showRead(tiles);
    byId("scores").textContent = formatList(
      Object.entries(scores).map(([side, score]) => `${side.replaceAll("+", " & ")} ${formatNumber(score)}`),
    );
    if (isTakingOver) takesOver = false; // after an answer: a request without one is repeated
    sent += 1;
    say(current() || t("Watching the table. Pictures sent: %(number)s. Keep this page open.", { number: sent }));
    return PAUSE_MILLISECONDS;
  } catch {
    say(
      navigator.onLine === false
        ? t("The phone is on no network. It continues by itself as soon as it is.")
        : t("The program does not answer. Is it running, and is the phone on the same network? The page keeps trying."),
    );
    return RETRY_MILLISECONDS;
  }
}

/**
 * Draws the outlines of what was read over the picture.
 * @param {Record<string, number[]>} tiles
 */
function showRead(tiles) {
  const { videoWidth: wide, videoHeight: high } = byId("video");
  const svg = byId("read");
  svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  svg.replaceChildren(
    ...Object.entries(tiles).flatMap(([tile, corners]) => {
      const [a, b, c, d] = [0, 2, 4, 6].map((n) => ({ x: corners[n] * wide, y: corners[n + 1] * high }));
      const size = Math.min(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y));
      const middle = { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4, "font-size": size / 2 };
      const points = [a, b, c, d].map(({ x, y }) => `${x},${y}`).join(" ");
      return [createSvg("polygon", { points }), createSvg("text", middle, tile)];
    }),
  );
}

async function capture() {
  const video = byId("video");
  drawOn(canvas, video, video.videoWidth, video.videoHeight);
  let picture = await toJpeg(canvas, QUALITIES[0]);
  for (const quality of QUALITIES.slice(1)) {
    if (picture.size <= LARGEST_BYTES) break;
    picture = await toJpeg(canvas, quality);
  }
  return picture;
}

function noteRotation() {
  const isLandscape = byId("video").videoWidth > byId("video").videoHeight;
  if (wasLandscape !== null && isLandscape !== wasLandscape)
    tell(t("The phone was turned. Leave it as it is now: the program finds the tiles again."));
  wasLandscape = isLandscape;
}

function visible() {
  if (!document.hidden) return Promise.resolve();
  sayAway(); // again: a picture still on its way may have arrived after the first time
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(undefined), { once: true });
  });
}

function sayAway() {
  const away = JSON.stringify({ key: tableKey(), phone: phoneName() });
  navigator.sendBeacon(address("/api/camera/away"), new Blob([away], { type: "application/json" }));
}

document.addEventListener("visibilitychange", () => {
  if (!byId("start").hidden) return;
  if (document.hidden) {
    sayAway();
    return;
  }
  tell(t("The phone was locked or showed another page, and saw nothing meanwhile. It watches again."));
  if (byId("video").paused)
    byId("video")
      .play()
      .catch(() => {});
});

/**
 * Shows news for NEWS_MILLISECONDS in place of the usual status.
 * @param {string} text
 */
function tell(text) {
  news = text;
  newsUntil = performance.now() + NEWS_MILLISECONDS;
  say(text);
}

function current() {
  return performance.now() < newsUntil ? news : "";
}

/** @param {string} text */
function say(text) {
  if (byId("camera").textContent !== text) byId("camera").textContent = text;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds);
  });
}

byId("start").addEventListener("click", start);
byId("take-over").addEventListener("click", () => {
  takesOver = true;
  byId("take-over").hidden = true;
});
addEventListener("pagehide", () => {
  if (byId("start").hidden) sayAway();
});
addEventListener("offline", () =>
  tell(t("The phone has left the network. It continues by itself as soon as it is back.")),
);
query("main").inert = false;
// It was the camera a moment ago, at the address of a program that has ended.
