// Puts a drawing wherever a page names a tile: <span data-tile="6-4"></span>.

import { drawTile } from "./tile_svg.js";

for (const place of document.querySelectorAll("[data-tile]:empty")) place.append(drawTile(place.dataset.tile));
