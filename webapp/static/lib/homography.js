// @ts-check
// Homographies between rectangles and quadrilaterals, as nine numbers row by row. Their scale means nothing.

/** @import { Point } from "./types.js" */
/** @typedef {number[]} Homography nine numbers */

/**
 * The homography from the unit square to four corners, clockwise from the image of (0, 0). P. Heckbert, Fundamentals of
 * Texture Mapping and Image Warping, 1989, section 2.2.3.
 * @param {Point[]} corners
 * @returns {Homography}
 */
export function squareTo([aboveLeft, aboveRight, belowRight, belowLeft]) {
  const along = minus(aboveRight, belowRight);
  const across = minus(belowLeft, belowRight);
  const rest = minus(minus(aboveLeft, aboveRight), minus(belowLeft, belowRight));
  const turn = cross(along, across);
  const g = cross(rest, across) / turn;
  const h = cross(along, rest) / turn;
  return [
    aboveRight.x - aboveLeft.x + g * aboveRight.x,
    belowLeft.x - aboveLeft.x + h * belowLeft.x,
    aboveLeft.x,
    aboveRight.y - aboveLeft.y + g * aboveRight.y,
    belowLeft.y - aboveLeft.y + h * belowLeft.y,
    aboveLeft.y,
    g,
    h,
    1,
  ];
}

/**
 * @param {Homography} homography
 * @returns {Homography}
 */
export function inverse([a, b, c, d, e, f, g, h, i]) {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

/**
 * The homography that maps by `first` and then by `second`.
 * @param {Homography} first
 * @param {Homography} second
 * @returns {Homography}
 */
export function then(first, second) {
  return [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => [0, 1, 2].reduce((total, n) => total + second[3 * row + n] * first[3 * n + column], 0)),
  );
}

/**
 * @param {Homography} homography
 * @param {Point} point
 * @returns {Point}
 */
export function map([a, b, c, d, e, f, g, h, i], { x, y }) {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/**
 * The value of the CSS property `transform`, for an element whose transform-origin is its top left corner.
 * @param {Homography} homography
 * @param {Point} seen a point of the element that is to be seen: browsers leave out what is on its horizon's other side
 */
export function toCss(homography, seen) {
  const w = homography[6] * seen.x + homography[7] * seen.y + homography[8];
  const [a, b, c, d, e, f, g, h, i] = homography.map((each) => (each / w).toPrecision(9));
  return `matrix3d(${[a, d, 0, g, b, e, 0, h, 0, 0, 1, 0, c, f, 0, i].join(", ")})`;
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function minus(a, b) {
  return { x: a.x - b.x, y: a.y - b.y };
}

/**
 * @param {Point} a
 * @param {Point} b
 */
function cross(a, b) {
  return a.x * b.y - a.y * b.x;
}
