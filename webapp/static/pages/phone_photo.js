// @ts-check
// Single pictures from the phone's own camera app: on plain HTTP a page may not use the camera itself.

import { byId } from "../lib/dom.js";
import { drawOn, sendPicture, tableKey, toJpeg } from "../lib/upload.js";

const LONGEST_SIDE = 1920;
const QUALITY = 0.85;

const key = tableKey();

async function take() {
  const [photo] = byId("photo").files;
  if (!photo) return;
  say("The picture is being sent.");
  try {
    const { ok, says } = await sendPicture(await shrink(photo), { single: "yes" });
    say(ok ? "The picture has arrived. Take the next one after the next play." : says);
  } catch (error) {
    say(
      error instanceof Error && ["InvalidStateError", "EncodingError"].includes(error.name)
        ? "This picture cannot be opened here: set the phone's camera to save JPEG."
        : "The program does not answer. Is it running, and is the phone on the same network?",
    );
  }
  byId("photo").value = "";
}

/**
 * Scales a photo down: phones take many times the pixels that reading the tiles needs.
 * @param {File} photo
 */
async function shrink(photo) {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  drawOn(canvas, picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  return toJpeg(canvas, QUALITY);
}

/** @param {string} text */
function say(text) {
  byId("camera").textContent = text;
}

byId("photo").addEventListener("change", take);
byId("photo").disabled = !key;
if (key) {
  const secure = byId("secure");
  if (secure) secure.href += `?key=${encodeURIComponent(key)}`;
} else {
  say("To send pictures, scan the code on the table's screen.");
}
