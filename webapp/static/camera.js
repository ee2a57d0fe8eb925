// This phone as the camera: one picture sent after the other, never two at once, so that none is old when it arrives.

const WIDTH = 1920;
const HEIGHT = 1080;
const QUALITY = 0.85;
const PAUSE_MILLISECONDS = 60;
const RETRY_MILLISECONDS = 2000;

const at = (id) => document.getElementById(id);
const canvas = document.createElement("canvas");
let sent = 0;

async function start() {
  if (!navigator.mediaDevices) {
    say("A browser lends its camera over https alone. Start the program with --tls, then open the address it shows.");
    return;
  }
  try {
    at("video").srcObject = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
    });
    await at("video").play();
  } catch (error) {
    say(`The camera cannot be used (${error.name}). Allow it in the browser's settings, and close other programs that use it.`);
    return;
  }
  at("start").hidden = true;
  navigator.wakeLock?.request("screen").catch(() => {});
  send();
}

async function send() {
  const video = at("video");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  const picture = await new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
  let pause = PAUSE_MILLISECONDS;
  try {
    const answer = await fetch("/api/camera", { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: picture });
    if (answer.ok) {
      sent += 1;
      say(`Watching the table. Pictures sent: ${sent}. Keep this page open.`);
    } else {
      pause = RETRY_MILLISECONDS;
      say((await answer.json()).error);
    }
  } catch {
    pause = RETRY_MILLISECONDS;
    say("The program does not answer. Is it still running?");
  }
  setTimeout(send, pause);
}

function say(text) {
  at("camera").textContent = text;
}

at("start").addEventListener("click", start);
document.querySelector("main").inert = false;
