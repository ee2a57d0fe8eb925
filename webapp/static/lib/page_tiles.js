// @ts-check
// Draws the tile that a page names: <span data-tile="6-4"></span>.

import { queryAll } from "./dom.js";
import { drawTile } from "./tile_svg.js";

for (const place of queryAll("[data-tile]:empty")) place.append(drawTile(place.dataset.tile));
