// @ts-check
// Sending pictures from a phone to the program.

import { toSentence } from "./api.js";

const TIMEOUT_MILLISECONDS = 10_000;

/** The key in the address that was scanned. It is kept for this tab, since a reload may lose the query string. */
export function tableKey() {
  const key = new URLSearchParams(location.search).get("key") ?? sessionStorage.getItem("muggins-key") ?? "";
  sessionStorage.setItem("muggins-key", key);
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
 * Sends a JPEG. Throws where nobody answers.
 * @param {Blob} picture
 * @param {Record<string, string>} options
 * @returns {Promise<{ok: boolean, says: string, rival: boolean}>} rival: another phone is the camera
 */
export async function sendPicture(picture, options = {}) {
  const answer = await fetch(`/api/camera?${new URLSearchParams(options)}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", "Phone-Key": tableKey(), Phone: phoneName() },
    body: picture,
    signal: AbortSignal.timeout?.(TIMEOUT_MILLISECONDS),
  });
  const json = await answer.json();
  return { ok: answer.ok, says: answer.ok ? json.says : toSentence(json.error), rival: Boolean(json.rival) };
}
