// @ts-check
// A photo with each of its tiles outlined and named; a tap on a tile is told.

import { createElement } from "../lib/dom.js";
import { createSvg } from "../lib/tile_svg.js";

/** @import { CountedTile, OpenEnd } from "../lib/types.js" */

// The height of a tile's name and the radius of an open end's mark, as shares of a tile's length in the photo.
const NAME_HEIGHT = 0.24;
const END_RADIUS = 0.3;
// The least height of a name, as a share of the photo's width, and the room of a letter, as shares of that height.
const LEAST_NAME_HEIGHT = 0.03;
const LETTER_WIDTH = 0.64;
const LINE_HEIGHT = 1.25;
// Where a name may stand around its tile: directions, and distances as shares of the name's height.
const DIRECTIONS = 16;
const DISTANCES = [0.2, 1, 2, 3.5, 5];
// What is seen around a tile in its crop, as a share of its size.
const CROP_MARGIN = 0.4;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class CountedPicture {
  /**
   * @param {HTMLElement} figure
   * @param {(tile: CountedTile) => void} onTap
   */
  constructor(figure, onTap) {
    this.figure = figure;
    this.onTap = onTap;
    this.address = "";
    figure.addEventListener("click", (event) => this.zoom(event), { capture: true });
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
   * @param {{tile: string | null, corners: number[][]}[]} unread what was not read and may be a tile
   */
  showTiles([wide, high], tiles, open = [], unread = []) {
    this.size = [wide, high];
    const seen = tiles.filter((tile) => tile.corners.length);
    const names = placeNames([wide, high], [...seen, ...unread]);
    this.drawing?.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.drawing?.replaceChildren(
      ...seen.map((tile, place) => this.outline(tile, names[place])),
      ...unread.map(({ corners }, place) =>
        createSvg("g", { class: "doubted" }, polygon(corners), ...names[seen.length + place]),
      ),
      ...open.flatMap((end) => marks(end, seen)),
    );
  }

  /**
   * A part of the photo around some outlines, which are dashed.
   * @param {...number[][]} outlines
   */
  crop(...outlines) {
    const [wide, high] = this.size ?? [1, 1];
    const { x, y, width, height } = boxAround(outlines.flat());
    const margin = Math.max(width, height) * CROP_MARGIN;
    const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin];
    const photo = createSvg("image", { href: this.address, width: wide, height: high, preserveAspectRatio: "none" });
    const dashed = createSvg("g", { class: "doubted" }, ...outlines.map(polygon));
    return createSvg("svg", { class: "crop", viewBox: box.join(" "), "aria-hidden": "true" }, photo, dashed);
  }

  /**
   * The first tap draws the photo near, a tap beside the tiles shows it whole again.
   * @param {MouseEvent} event
   */
  zoom(event) {
    const isNear = this.figure.classList.contains("near");
    if (isNear && event.target instanceof SVGPolygonElement) return;
    event.stopPropagation();
    const before = this.figure.getBoundingClientRect();
    const [x, y] = [(event.clientX - before.left) / before.width, (event.clientY - before.top) / before.height];
    this.figure.classList.toggle("near", !isNear);
    this.figure.scrollTo(
      x * this.figure.scrollWidth - this.figure.clientWidth / 2,
      y * this.figure.scrollHeight - this.figure.clientHeight / 2,
    );
  }

  clear() {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = "";
    this.figure.hidden = true;
    this.figure.classList.remove("near");
    this.figure.replaceChildren();
  }

  /**
   * @param {CountedTile} tile
   * @param {SVGElement[]} name
   */
  outline(tile, name) {
    const outline = polygon(tile.corners);
    outline.addEventListener("click", () => this.onTap(tile));
    return createSvg("g", { class: tile.is_doubted ? "doubted" : "" }, outline, ...name);
  }
}

/** @param {number[][]} corners */
function polygon(corners) {
  return createSvg("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") });
}

/**
 * The name of each tile beside it: over no tile, over no other name, with a line to a tile that is farther off. One that
 * finds no place is left out.
 * @param {number[]} size of the photo
 * @param {{tile: string | null, corners: number[][]}[]} tiles
 * @returns {SVGElement[][]}
 */
function placeNames([wide, high], tiles) {
  /** @type {Box[]} */
  const taken = [];
  return tiles.map(({ tile, corners }) => {
    const text = tile ?? "?";
    const font = Math.max(lengthOf({ corners }) * NAME_HEIGHT, wide * LEAST_NAME_HEIGHT);
    const size = { width: text.length * font * LETTER_WIDTH, height: font * LINE_HEIGHT };
    const middle = centre(boxAround(corners));
    const free = placesAround(corners, size).find(
      (box) =>
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= wide &&
        box.y + box.height <= high &&
        !taken.some((other) => areOver(box, other)) &&
        !tiles.some((other) => coversTile(box, other.corners)),
    );
    if (!free) return [];
    taken.push(free);
    const [x, y] = centre(free);
    const isFar = Math.hypot(x - middle[0], y - middle[1]) > lengthOf({ corners }) / 2 + size.width;
    const line = createSvg("line", { x1: x, y1: y, x2: middle[0], y2: middle[1] });
    return [...(isFar ? [line] : []), createSvg("text", { x, y, "font-size": font }, text)];
  });
}

/**
 * Boxes around some corners, the nearest first.
 * @param {number[][]} corners
 * @param {{width: number, height: number}} size of each
 * @returns {Box[]}
 */
function placesAround(corners, { width, height }) {
  const [x, y] = centre(boxAround(corners));
  return DISTANCES.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, number) => {
      const angle = (2 * Math.PI * number) / DIRECTIONS + Math.PI / 2;
      const [across, down] = [Math.cos(angle), Math.sin(angle)];
      const reach = Math.max(...corners.map((corner) => (corner[0] - x) * across + (corner[1] - y) * down));
      const own = (Math.abs(across) * width + Math.abs(down) * height) / 2;
      const far = reach + own + distance * height;
      return { x: x + across * far - width / 2, y: y + down * far - height / 2, width, height };
    }),
  );
}

/**
 * Whether a box lies over a tile: no side of either parts them.
 * @param {Box} box
 * @param {number[][]} corners
 */
function coversTile(box, corners) {
  const own = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x + box.width, box.y + box.height],
    [box.x, box.y + box.height],
  ];
  const sides = [own, corners].flatMap((shape) =>
    shape.map(([x, y], n) => {
      const [nextX, nextY] = shape[(n + 1) % shape.length];
      return [nextY - y, x - nextX];
    }),
  );
  return sides.every(([across, down]) => {
    const [ours, theirs] = [own, corners].map((shape) => shape.map(([x, y]) => x * across + y * down));
    return Math.max(...ours) > Math.min(...theirs) && Math.max(...theirs) > Math.min(...ours);
  });
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function areOver(one, other) {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/**
 * @param {number[][]} corners
 * @returns {Box}
 */
function boxAround(corners) {
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** @param {Box} box */
function centre({ x, y, width, height }) {
  return [x + width / 2, y + height / 2];
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
 * @param {{corners: number[][]}} tile
 */
function lengthOf({ corners }) {
  return Math.max(
    ...corners.map(([x, y], n) => {
      const [nextX, nextY] = corners[(n + 1) % corners.length];
      return Math.hypot(nextX - x, nextY - y);
    }),
  );
}
