// @ts-check
// When a phone sends a picture: each one while the table changes and a little longer, else two a second.

/** Width and height of the small copies that are compared. */
const WIDTH = 96;
const HEIGHT = 54;
/** Grey levels by which a point differs that has changed; noise differs less on a small copy. */
const CHANGED_LEVELS = 12;
/** Points that differ where something has moved: a finger tip. */
const CHANGED_POINTS = 3;
/** After the last change every picture is sent for so long: the program reads the table three times once it rests. */
export const LIVELY_MILLISECONDS = 3000;
/** From one picture to the next while nothing changes. */
export const REST_MILLISECONDS = 500;
/** From one look to the next while nothing changes. */
export const LOOK_MILLISECONDS = 100;

const RED = 0.299;
const GREEN = 0.587;
const BLUE = 0.114;

/** The pace of one camera. */
export class PicturePace {
  #canvas = document.createElement("canvas");
  /** @type {Float32Array | null} the small copy of the picture that was sent last */
  #sent = null;
  /** @type {Float32Array | null} */
  #seen = null;
  #sentAt = -Infinity;
  #changedAt = -Infinity;

  constructor() {
    this.#canvas.width = WIDTH;
    this.#canvas.height = HEIGHT;
  }

  /**
   * Looks at a picture. Whether it is to be sent.
   * @param {CanvasImageSource} picture
   * @param {number} now milliseconds
   */
  isDue(picture, now) {
    this.#seen = this.#smallCopy(picture);
    if (!this.#sent || differ(this.#sent, this.#seen)) this.#changedAt = now;
    return now - this.#changedAt < LIVELY_MILLISECONDS || now - this.#sentAt >= REST_MILLISECONDS;
  }

  /**
   * Notes that the picture that was looked at last is sent.
   * @param {number} now milliseconds
   */
  noteSent(now) {
    this.#sent = this.#seen;
    this.#sentAt = now;
  }

  /** @param {CanvasImageSource} picture */
  #smallCopy(picture) {
    const context = this.#canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return null;
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, WIDTH, HEIGHT);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    return Float32Array.from(
      { length: WIDTH * HEIGHT },
      (_, k) => RED * data[4 * k] + GREEN * data[4 * k + 1] + BLUE * data[4 * k + 2],
    );
  }
}

/**
 * Whether something has moved between two small copies. A change of the light alone is none.
 * @param {Float32Array} before
 * @param {Float32Array | null} now
 */
function differ(before, now) {
  if (!now) return true;
  const gain = mean(now) / Math.max(mean(before), 1);
  return now.filter((level, k) => Math.abs(level - gain * before[k]) > CHANGED_LEVELS).length >= CHANGED_POINTS;
}

/** @param {Float32Array} levels */
function mean(levels) {
  return levels.reduce((sum, level) => sum + level, 0) / levels.length;
}
