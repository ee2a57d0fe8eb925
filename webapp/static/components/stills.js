// @ts-check
// An instant replay: the camera's pictures of the table before and after a play.

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
 * @param {HTMLElement} place
 * @param {number} game
 * @param {number} number of the event
 */
async function fill(place, game, number) {
  /** @type {Partial<Stills>} */
  const { before, after } = await get(`/api/games/${game}/stills/${number}`).catch(() => ({}));
  for (const { address, text, alt } of [
    { address: before, text: tp("picture", "Before"), alt: t("The table before the play") },
    { address: after, text: tp("picture", "After"), alt: t("The table after the play") },
  ]) {
    if (address)
      place.append(
        createElement("figure", {}, createElement("img", { src: address, alt }), createElement("figcaption", {}, text)),
      );
  }
}
