// The tiles in the live picture, each a button where it lies. A tap finds the tile under it, or the nearest.

import { element, spokenName } from "../lib/tile_svg.js";

const NEAR = 1.2;
/* Lengths of a tile from its middle: who taps farther off means none. */

export class TilesInPicture {
  // `figure` holds the picture `image`; `tapped` hears of a tile.
  constructor(figure, image, tapped) {
    this.image = image;
    this.tapped = tapped;
    this.outlines = new Map();
    this.drawing = element("svg", { class: "in-picture", role: "group", "aria-label": "Tiles in the picture" });
    this.drawing.addEventListener("click", (event) => {
      const tile = event.target.dataset.tile ?? this.nearest(event.clientX, event.clientY);
      if (tile) this.tapped(tile);
    });
    this.drawing.addEventListener("keydown", (event) => {
      if (!event.target.dataset.tile || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.tapped(event.target.dataset.tile);
    });
    figure.append(this.drawing);
  }

  // `tiles`: of each its four corners, x and y as shares of the picture. Outlines stay what they were and only move: a
  // finger or the focus may be on one.
  show(tiles) {
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    this.drawing.setAttribute("viewBox", `0 0 ${wide || 1} ${high || 1}`);
    for (const [tile, outline] of this.outlines) {
      if (tile in tiles) continue;
      outline.remove();
      this.outlines.delete(tile);
    }
    for (const [tile, corners] of Object.entries(tiles)) {
      const points = corners.map((at, n) => (at * (n % 2 ? high : wide)).toFixed(1)).join(" ");
      const outline = this.outlines.get(tile) ?? this.add(tile);
      if (outline.getAttribute("points") !== points) outline.setAttribute("points", points);
    }
  }

  add(tile) {
    const outline = element("polygon", {
      "data-tile": tile, role: "button", tabindex: 0, "aria-label": `${spokenName(tile)}, in the picture`,
    });
    this.outlines.set(tile, outline);
    this.drawing.append(outline);
    return outline;
  }

  nearest(x, y) {
    const place = new DOMPoint(x, y).matrixTransform(this.drawing.getScreenCTM().inverse());
    let found = null;
    let least = NEAR;
    for (const [tile, { points }] of this.outlines) {
      const corners = Array.from(points);
      const middle = { x: sum(corners, "x") / 4, y: sum(corners, "y") / 4 };
      const length = Math.max(...corners.map((corner, n) => apart(corner, corners[(n + 1) % 4])));
      const off = apart(place, middle) / length;
      if (off < least) [found, least] = [tile, off];
    }
    return found;
  }
}

function sum(points, key) {
  return points.reduce((total, point) => total + point[key], 0);
}

function apart(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
