// @ts-check
// Sending pictures from a phone to the program.

import { address, root } from "./address.js";
import { toSentence } from "./api.js";
import { showNotice } from "./dom.js";

/** @import { Taken } from "./types.js" */

const TIMEOUT_MILLISECONDS = 10_000;
const LONGEST_SIDE = 1920;
const QUALITY = 0.85;

/** The key in the address that was scanned. It is kept for this tab, since a reload may lose the query string. */
export function tableKey() {
  const key = new URLSearchParams(location.search).get("key") ?? sessionStorage.getItem(`muggins-key${root}`) ?? "";
  sessionStorage.setItem(`muggins-key${root}`, key);
  return key;
}

/** The name of this page. One page at a time is the camera. */
export function phoneName() {
  const stored = sessionStorage.getItem("muggins-phone");
  if (stored) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem("muggins-phone", name);
  return name;
}

/**
 * The picture on a canvas as JPEG.
 * @param {HTMLCanvasElement} canvas
 * @param {number} quality from 0 to 1
 * @returns {Promise<Blob>}
 */
export function toJpeg(canvas, quality) {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the browser encodes no picture"))),
      "image/jpeg",
      quality,
    );
  });
}

/**
 * Draws a video or a picture on a canvas of the given size.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasImageSource} picture
 * @param {number} width
 * @param {number} height
 */
export function drawOn(canvas, picture, width, height) {
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
}

/**
 * Scales a photo down: phones take many times the pixels that reading the tiles needs. Throws where the browser cannot
 * open it.
 * @param {Blob} photo
 */
export async function shrinkPhoto(photo) {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  drawOn(canvas, picture, Math.round(picture.width * scale), Math.round(picture.height * scale));
  picture.close();
  return toJpeg(canvas, QUALITY);
}

/**
 * Sends a JPEG, and shows what everybody at the table is told. Throws where nobody answers.
 * @param {Blob} picture
 * @param {Record<string, string>} options
 * @returns {Promise<Taken & {ok: boolean, rival: boolean}>} rival: another phone is the camera
 */
export async function sendPicture(picture, options = {}) {
  const answer = await fetch(address(`/api/camera?${new URLSearchParams(options)}`), {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", "Phone-Key": tableKey(), Phone: phoneName() },
    body: picture,
    signal: AbortSignal.timeout?.(TIMEOUT_MILLISECONDS),
  });
  const json = await answer.json();
  if (answer.ok) showNotice(json.notice);
  const says = answer.ok ? json.says : toSentence(json.error);
  return { ...json, ok: answer.ok, says, rival: Boolean(json.rival) };
}
