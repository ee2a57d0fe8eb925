// @ts-check
// Draws the tile that a page names: <span data-tile="6-4"></span>.

import { drawTile } from "./tile_svg.js";

for (const place of document.querySelectorAll("[data-tile]:empty")) {
  place.append(drawTile(/** @type {HTMLElement} */ (place).dataset.tile));
}
