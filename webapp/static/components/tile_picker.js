// @ts-check
// A grid of all tiles of a set, each a button.

import { createElement } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { drawTile, tileLabel, tilesOfSet } from "../lib/tile_svg.js";

export class TilePicker {
  /**
   * @param {number} set the highest double
   * @param {{isTaken: (tile: string) => boolean, isChosen: (tile: string) => boolean, onTap: (tile: string) => void}}
   *   rules taken tiles are greyed out, chosen ones marked
   */
  constructor(set, { isTaken, isChosen, onTap }) {
    this.rules = { isTaken, isChosen };
    this.buttons = new Map(
      tilesOfSet(set).map((tile) => {
        const button = createElement("button", { type: "button", "aria-label": tileLabel(tile) }, drawTile(tile));
        button.dataset.tile = tile;
        button.addEventListener("click", () => {
          onTap(tile);
          this.refresh();
        });
        return [tile, button];
      }),
    );
    this.element = createElement(
      "div",
      { class: "tiles", role: "group", "aria-label": t("Tiles") },
      ...this.buttons.values(),
    );
    this.refresh();
  }

  refresh() {
    for (const [tile, button] of this.buttons) {
      button.disabled = this.rules.isTaken(tile);
      button.setAttribute("aria-pressed", String(this.rules.isChosen(tile)));
    }
  }
}
