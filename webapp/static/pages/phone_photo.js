// Single pictures, taken with the phone's own camera program: plain HTTP lends a page no camera.

import { keyOfTable, send } from "../lib/upload.js";

const LONGEST = 1920;
const QUALITY = 0.85;

const at = (id) => document.getElementById(id);
const key = keyOfTable();

async function take() {
  const [photo] = at("photo").files;
  if (!photo) return;
  say("The picture is being sent.");
  try {
    const { ok, says } = await send(await shrunk(photo), { single: "yes" });
    say(ok ? "The picture has arrived. Take the next one after the next play." : says);
  } catch (error) {
    say(error.name === "InvalidStateError" || error.name === "EncodingError"
      ? "This picture cannot be opened here: set the phone's camera to save JPEG."
      : "The program does not answer. Is it running, and is the phone on the same network?");
  }
  at("photo").value = "";
}

// A phone's photo has many times the pixels that are needed to read the tiles.
async function shrunk(photo) {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/jpeg", QUALITY); });
}

function say(text) {
  at("camera").textContent = text;
}

at("photo").addEventListener("change", take);
at("photo").disabled = !key;
if (key) {
  const secure = at("secure");
  if (secure) secure.href += `?key=${encodeURIComponent(key)}`;
} else {
  say("To send pictures, scan the code on the table's screen.");
}
