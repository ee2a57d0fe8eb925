// Every tile of the set to tap.

import { make } from "../lib/api.js";
import { drawTile, nameOf, tilesOfSet } from "../lib/tile_svg.js";

// `isTaken(tile)` greys tiles out; `isChosen(tile)` marks them; `tapped(tile)` hears of a tap.
export class TilePicker {
  constructor(set, { isTaken, isChosen, tapped }) {
    this.rules = { isTaken, isChosen };
    this.buttons = new Map(tilesOfSet(set).map((tile) => {
      const button = make("button", { type: "button", "aria-label": nameOf(tile) }, drawTile(tile));
      button.dataset.tile = tile;
      button.addEventListener("click", () => { tapped(tile); this.refresh(); });
      return [tile, button];
    }));
    this.element = make("div", { class: "tiles", role: "group", "aria-label": "Tiles" }, ...this.buttons.values());
    this.refresh();
  }

  refresh() {
    for (const [tile, button] of this.buttons) {
      button.disabled = this.rules.isTaken(tile);
      button.setAttribute("aria-pressed", String(this.rules.isChosen(tile)));
    }
  }
}
