// @ts-check
// A photo with each of its tiles outlined and named; a tap on a tile is told.

import { createElement } from "../lib/dom.js";
import { createSvg } from "../lib/tile_svg.js";

/** @import { CountedTile, OpenEnd } from "../lib/types.js" */

// The height of a tile's name and the radius of an open end's mark, as shares of a tile's length in the photo.
const NAME_HEIGHT = 0.24;
const END_RADIUS = 0.3;

export class CountedPicture {
  /**
   * @param {HTMLElement} figure
   * @param {(tile: CountedTile) => void} onTap
   */
  constructor(figure, onTap) {
    this.figure = figure;
    this.onTap = onTap;
    this.address = "";
  }

  /**
   * @param {Blob} picture
   * @param {string} words what the photo shows, for screen readers
   */
  showPicture(picture, words) {
    this.clear();
    this.address = URL.createObjectURL(picture);
    this.drawing = createSvg("svg", { "aria-hidden": "true" });
    this.figure.replaceChildren(createElement("img", { src: this.address, alt: words }), this.drawing);
    this.figure.hidden = false;
  }

  /**
   * @param {number[]} size width and height of the photo in which the corners are
   * @param {CountedTile[]} tiles
   * @param {OpenEnd[]} open the open ends to mark
   */
  showTiles([wide, high], tiles, open = []) {
    this.drawing?.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.drawing?.replaceChildren(
      ...tiles.filter((tile) => tile.corners.length).map((tile) => this.outline(tile)),
      ...open.flatMap((end) => marks(end, tiles)),
    );
  }

  clear() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = "";
    this.figure.hidden = true;
    this.figure.replaceChildren();
  }

  /** @param {CountedTile} tile */
  outline(tile) {
    const { corners } = tile;
    const [x, y] = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    const outline = createSvg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") });
    outline.addEventListener("click", () => this.onTap(tile));
    const name = createSvg("text", { x, y, "font-size": lengthOf(tile) * NAME_HEIGHT }, tile.tile);
    return createSvg("g", { class: tile.is_doubted ? "doubted" : "" }, outline, name);
  }
}

/**
 * A circle around each half that an open end is.
 * @param {OpenEnd} end
 * @param {CountedTile[]} tiles
 */
function marks(end, tiles) {
  const tile = tiles.find((each) => each.tile === end.tile && each.corners.length);
  if (!tile) return [];
  const radius = lengthOf(tile) * END_RADIUS;
  return tile.ends
    .filter((_, half) => tile.halves[half] === end.pips)
    .map(([cx, cy]) => createSvg("circle", { cx, cy, r: radius, class: end.counts ? "" : "idle" }));
}

/**
 * The longest side of a tile's outline, in pixels of the photo.
 * @param {CountedTile} tile
 */
function lengthOf({ corners }) {
  return Math.max(
    ...corners.map(([x, y], n) => {
      const [nextX, nextY] = corners[(n + 1) % corners.length];
      return Math.hypot(nextX - x, nextY - y);
    }),
  );
}
