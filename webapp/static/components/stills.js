// An instant replay: the table before a play and after it, as the camera saw it.

import { get, make } from "../lib/api.js";

// Empty where nothing was kept, as for a play that was told by hand.
export function stillsOf(game, number) {
  const place = make("div", { class: "stills" });
  fill(place, game, number);
  return place;
}

async function fill(place, game, number) {
  const { before, after } = await get(`/api/games/${game}/stills/${number}`).catch(() => ({}));
  for (const [address, text] of [[before, "Before"], [after, "After"]]) {
    if (address) place.append(make("figure", {}, make("img", { src: address, alt: `The table ${text.toLowerCase()} the play` }), make("figcaption", {}, text)));
  }
}
