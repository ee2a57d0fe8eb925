// @ts-check
// What part of the live picture is shown: near the tiles, straightened as if seen from above, or the whole. One
// homography maps the picture and the outlines over it.

import { inverse, map, squareTo, then, toCss } from "../lib/homography.js";

/** @import { Homography } from "../lib/homography.js" */
/** @import { Point } from "../lib/types.js" */
/**
 * A part of the picture: x and y of what is in the four corners of the view, clockwise from its top left, as shares of
 * the picture's size, and the view's width divided by its height.
 * @typedef {{ corners: number[], shape: number }} Crop
 */
/** @typedef {{ near?: Crop | null, above?: Crop | null }} Crops as the program sends them */

const MOVE_MILLISECONDS = 700;
const WHOLE = [0, 0, 1, 0, 1, 1, 0, 1];
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

export class PictureView {
  /**
   * @param {HTMLElement} figure it shows the part
   * @param {HTMLElement} stage within the figure, holds the picture and what is drawn over it
   * @param {HTMLImageElement} image
   * @param {() => void} onChange called when another kind of view is shown
   */
  constructor(figure, stage, image, onChange) {
    this.figure = figure;
    this.stage = stage;
    this.image = image;
    this.onChange = onChange;
    this.isWhole = false;
    this.wantsAbove = false;
    /** @type {Crops} */
    this.crops = {};
    /** @type {Crop | null} what the page shows at this moment */
    this.shown = null;
    /** @type {Crop | null} */
    this.target = null;
    this.frame = 0;
    new ResizeObserver(() => this.place()).observe(figure);
  }

  /** "whole", "near" or "above". */
  get kind() {
    if (this.isWhole) return "whole";
    if (this.wantsAbove && this.crops.above) return "above";
    return this.crops.near ? "near" : "whole";
  }

  /** Whether the view from above is wanted and the program does not know how the table lies. */
  get lacksPlane() {
    return this.wantsAbove && !this.isWhole && this.crops.above === null;
  }

  /** @param {Crops} crops */
  show(crops) {
    this.crops = crops;
    this.move();
  }

  toggleWhole() {
    this.isWhole = !this.isWhole;
    this.move();
  }

  /** @param {boolean} wantsAbove */
  lookFromAbove(wantsAbove) {
    this.wantsAbove = wantsAbove;
    if (wantsAbove) this.isWhole = false;
    this.move();
  }

  /**
   * The point of the picture, in its pixels, that lies at a point of the window.
   * @param {number} x
   * @param {number} y
   * @returns {Point}
   */
  pictureAt(x, y) {
    const { left, top } = this.figure.getBoundingClientRect();
    return map(inverse(this.toFigure()), { x: x - left, y: y - top });
  }

  // Moves to what is to be shown, from what is shown at this moment.
  move() {
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    this.onChange();
    if (!wide) return;
    const kind = this.kind;
    const target = (kind === "whole" ? null : this.crops[kind]) ?? { corners: WHOLE, shape: wide / high };
    if (this.target && isSame(this.target, target)) return this.place();
    const start = this.shown;
    this.target = target;
    cancelAnimationFrame(this.frame);
    if (!start || CALM.matches) return this.put(target);
    const begun = performance.now();
    const step = (/** @type {number} */ now) => {
      const share = Math.min(1, Math.max(0, (now - begun) / MOVE_MILLISECONDS));
      this.put(between(start, target, share * share * (3 - 2 * share)));
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** @param {Crop} crop */
  put(crop) {
    this.shown = crop;
    this.place();
  }

  place() {
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    if (!wide || !this.shown) return;
    this.stage.style.width = `${wide}px`;
    this.stage.style.height = `${high}px`;
    const { corners } = this.shown;
    const middle = { x: mean(corners, 0) * wide, y: mean(corners, 1) * high };
    const transform = toCss(this.toFigure(), middle);
    if (this.stage.style.transform !== transform) this.stage.style.transform = transform;
  }

  /**
   * The homography from the picture's pixels to the figure's. The crop lies in the middle of the figure, as large as
   * fits; beside it more of the picture is seen.
   * @returns {Homography}
   */
  toFigure() {
    const { naturalWidth: wide, naturalHeight: high } = this.image;
    const { corners, shape } = this.shown ?? { corners: WHOLE, shape: wide / high };
    const { clientWidth, clientHeight } = this.figure;
    const width = Math.min(clientWidth, clientHeight * shape);
    const height = width / shape;
    const points = [0, 2, 4, 6].map((n) => ({ x: corners[n] * wide, y: corners[n + 1] * high }));
    const left = (clientWidth - width) / 2;
    const top = (clientHeight - height) / 2;
    return then(inverse(squareTo(points)), [width, 0, left, 0, height, top, 0, 0, 1]);
  }
}

/**
 * @param {Crop} one
 * @param {Crop} other
 */
function isSame(one, other) {
  return one.shape === other.shape && one.corners.every((at, n) => at === other.corners[n]);
}

/**
 * @param {Crop} start
 * @param {Crop} end
 * @param {number} share from 0, the start, to 1, the end
 * @returns {Crop}
 */
function between(start, end, share) {
  const corners = start.corners.map((at, n) => at + (end.corners[n] - at) * share);
  return { corners, shape: start.shape ** (1 - share) * end.shape ** share };
}

/**
 * @param {number[]} corners
 * @param {number} axis 0 for x, 1 for y
 */
function mean(corners, axis) {
  return (corners[axis] + corners[axis + 2] + corners[axis + 4] + corners[axis + 6]) / 4;
}
