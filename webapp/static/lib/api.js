// @ts-check
// Requests to the program.

import { address } from "./address.js";
import { showError } from "./dom.js";
import { t } from "./text.js";

/** @typedef {Record<string, any>} Json */

/**
 * The answer to a GET request. Throws an Error with the program's sentence where it is refused.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  const answer = await fetch(address(path), { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error((await answer.json()).error);
  return answer.json();
}

/**
 * The answer to a POST request; null where it is refused, after `onError` was called with a sentence.
 * @param {string} path
 * @param {Json} body
 * @param {(sentence: string, refusal: Json) => void} onError
 * @returns {Promise<any>}
 */
export async function post(path, body = {}, onError = showError) {
  try {
    const answer = await fetch(address(path), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const json = await answer.json();
    if (answer.ok) return json;
    onError(toSentence(json.error), json);
  } catch {
    onError(notAnswering(), {});
  }
  return null;
}

/** Ends the session of this browser, and goes to the page that asks who comes. */
export async function signOut() {
  if (await post("/api/leave")) location.assign(address("/"));
}

/** What people read while nobody answers. */
export function notAnswering() {
  return t("The program does not answer. Is it still running?");
}

/**
 * A message with a capital and a full stop. An address at its beginning stays as it is.
 * @param {string | null | undefined} text
 */
export function toSentence(text) {
  if (!text) return "";
  const start = /^\w+:\/\//.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return start + (/[.!?]$/.test(text) ? "" : ".");
}
