// @ts-check
// An instant replay: the camera's pictures of the table before and after a play.

import { get } from "../lib/api.js";
import { createElement } from "../lib/dom.js";

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

async function fill(place, game, number) {
  const { before, after } = await get(`/api/games/${game}/stills/${number}`).catch(() => ({}));
  for (const [address, text] of [
    [before, "Before"],
    [after, "After"],
  ]) {
    if (address)
      place.append(
        createElement(
          "figure",
          {},
          createElement("img", { src: address, alt: `The table ${text.toLowerCase()} the play` }),
          createElement("figcaption", {}, text),
        ),
      );
  }
}
