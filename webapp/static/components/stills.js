// @ts-check
// An instant replay: the camera's pictures of the table before and after a play, and all that is known of its hand.

import { address } from "../lib/address.js";
import { get } from "../lib/api.js";
import { createElement } from "../lib/dom.js";
import { t, tp } from "../lib/text.js";

/** @import { Stills } from "../lib/types.js" */

/**
 * An element with the pictures. It stays empty where none was kept, for example after a play entered by hand.
 * @param {number} game
 * @param {number} number of the event
 */
export function createStills(game, number) {
  const place = createElement("div", { class: "stills" });
  fill(place, game, number);
  return place;
}

/**
 * The moving pictures of a play; a tap saves them.
 * @param {string} clip its address
 * @param {number} game
 * @param {number} number of the event
 */
export function createClip(clip, game, number) {
  const save = createElement("a", { href: clip, download: `muggins-${game}-${number}.webp` }, t("Save the clip"));
  const image = createElement("img", { src: clip, alt: t("The play as the camera saw it") });
  return createElement("figure", { class: "clip" }, image, createElement("figcaption", {}, save));
}

/**
 * A link that saves all that is known of the hand of an event, for whoever maintains muggins.
 * @param {number} game
 * @param {number} number of the event
 */
export function createReport(game, number) {
  const href = address(`/api/games/${game}/events/${number}/hand.zip`);
  return createElement("p", {}, createElement("a", { href, download: "" }, t("This hand went wrong")));
}

/**
 * @param {HTMLElement} place
 * @param {number} game
 * @param {number} number of the event
 */
async function fill(place, game, number) {
  /** @type {Partial<Stills>} */
  const { before, after, clip } = await get(`/api/games/${game}/stills/${number}`).catch(() => ({}));
  for (const { address, text, alt } of [
    { address: before, text: tp("picture", "Before"), alt: t("The table before the play") },
    { address: after, text: tp("picture", "After"), alt: t("The table after the play") },
  ]) {
    if (address)
      place.append(
        createElement("figure", {}, createElement("img", { src: address, alt }), createElement("figcaption", {}, text)),
      );
  }
  if (clip) place.append(createClip(clip, game, number));
}
