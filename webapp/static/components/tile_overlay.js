// @ts-check
// The tiles in the live picture, each a button. A tap finds the tile under it, or the nearest one, or else the picture.

import { t } from "../lib/text.js";
import { createSvg, spokenTile } from "../lib/tile_svg.js";

/** @import { Point, Tile } from "../lib/types.js" */
/** @import { PictureView } from "./picture_view.js" */

// A tap farther from a tile's centre than this many tile lengths hits nothing.
const REACH_LENGTHS = 1.2;

export class TileOverlay {
  /**
   * @param {PictureView} view it shows the picture
   * @param {(tile: string) => void} onTap
   */
  constructor(view, onTap) {
    this.view = view;
    this.image = view.image;
    this.onTap = onTap;
    /** @type {Map<string, SVGPolygonElement>} */
    this.outlines = new Map();
    this.asked = createSvg("polygon", { class: "asked" });
    this.drawing = createSvg("svg", { class: "in-picture", role: "group", "aria-label": t("Tiles in the picture") });
    view.figure.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("button")) return;
      const tile = tileAt(event) ?? this.nearest(event.clientX, event.clientY);
      if (tile) this.onTap(tile);
      else this.view.toggleWhole();
    });
    this.drawing.addEventListener("keydown", (event) => {
      const tile = tileAt(event);
      if (!tile || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.onTap(tile);
    });
    view.stage.append(this.drawing);
  }

  /**
   * Moves the outlines. Elements are kept while their tile is seen, since a finger or the focus may be on one.
   * @param {Record<string, number[]>} tiles the four corners of each, x and y as shares of the picture
   * @param {number[]} asked the same of what people are asked about; empty where that is not seen
   */
  show(tiles, asked) {
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    this.drawing.setAttribute("viewBox", `0 0 ${wide || 1} ${high || 1}`);
    const inPixels = (/** @type {number[]} */ corners) =>
      corners.map((at, n) => (at * (n % 2 ? high : wide)).toFixed(1)).join(" ");
    for (const [tile, outline] of this.outlines) {
      if (tile in tiles) continue;
      outline.remove();
      this.outlines.delete(tile);
    }
    for (const [tile, corners] of Object.entries(tiles)) {
      const points = inPixels(corners);
      const outline = this.outlines.get(tile) ?? this.add(tile);
      if (outline.getAttribute("points") !== points) outline.setAttribute("points", points);
    }
    this.asked.setAttribute("points", inPixels(asked));
    if (asked.length) this.drawing.append(this.asked);
    else this.asked.remove();
  }

  /** @param {Tile} tile */
  add(tile) {
    const outline = createSvg("polygon", {
      "data-tile": tile,
      role: "button",
      tabindex: 0,
      "aria-label": t("%(tile)s, in the picture", { tile: spokenTile(tile) }),
    });
    this.outlines.set(tile, outline);
    this.drawing.append(outline);
    return outline;
  }

  /**
   * The tile nearest to a point of the window; null where none is within reach.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  nearest(x, y) {
    const point = this.view.pictureAt(x, y);
    /** @type {string | null} */
    let found = null;
    let least = REACH_LENGTHS;
    for (const [tile, { points }] of this.outlines) {
      const corners = Array.from(points);
      const centre = { x: sum(corners, "x") / 4, y: sum(corners, "y") / 4 };
      const length = Math.max(...corners.map((corner, n) => distance(corner, corners[(n + 1) % 4])));
      const offset = distance(point, centre) / length;
      if (offset < least) [found, least] = [tile, offset];
    }
    return found;
  }
}

/**
 * The tile whose outline an event happened on; undefined beside all outlines.
 * @param {Event} event
 */
function tileAt(event) {
  return /** @type {SVGElement} */ (event.target).dataset.tile;
}

/**
 * @param {Point[]} points
 * @param {"x" | "y"} key
 */
function sum(points, key) {
  return points.reduce((total, point) => total + point[key], 0);
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
