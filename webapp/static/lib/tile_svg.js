// @ts-check
// Domino tiles as SVG elements, and their names.

import { tp } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";
/** The most rem that a unit of a drawing takes up. */
const REM_PER_UNIT = 0.35;

/**
 * The positions of a half's pips in a square from -1 to 1: three columns and three rows, four rows from ten pips on, and four columns from 13.
 * @type {Record<number, number[][]>}
 */
const PIP_POSITIONS = {
  0: [],
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  7: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  8: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
  9: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [0, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
};

/** What a half is called, by its pips. */
const PIP_NAMES = [
  () => tp("pips", "blank"),
  () => tp("pips", "one"),
  () => tp("pips", "two"),
  () => tp("pips", "three"),
  () => tp("pips", "four"),
  () => tp("pips", "five"),
  () => tp("pips", "six"),
  () => tp("pips", "seven"),
  () => tp("pips", "eight"),
  () => tp("pips", "nine"),
  () => tp("pips", "ten"),
  () => tp("pips", "eleven"),
  () => tp("pips", "twelve"),
];

/** What a double is called: some languages have names of their own. */
const DOUBLE_NAMES = [
  () => tp("tile", "double blank"),
  () => tp("tile", "double one"),
  () => tp("tile", "double two"),
  () => tp("tile", "double three"),
  () => tp("tile", "double four"),
  () => tp("tile", "double five"),
  () => tp("tile", "double six"),
  () => tp("tile", "double seven"),
  () => tp("tile", "double eight"),
  () => tp("tile", "double nine"),
  () => tp("tile", "double ten"),
  () => tp("tile", "double eleven"),
  () => tp("tile", "double twelve"),
];

/**
 * A new SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function createSvg(name, attributes = {}, ...children) {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  created.append(...children);
  return created;
}

/**
 * A tile standing upright, its higher half on top.
 * @param {string} tile for example "6-4"
 */
export function drawTile(tile) {
  const [high, low] = tile.split("-").map(Number);
  const drawing = createSvg("svg", { class: "tile", viewBox: "0 0 40 78", role: "img", "aria-label": tileLabel(tile) });
  drawing.append(
    createSvg("rect", { class: "face", x: 1, y: 1, width: 38, height: 76, rx: 6 }),
    createSvg("path", { class: "bar", d: "M6 39H34" }),
    ...drawPips(high, 20, 20),
    ...drawPips(low, 20, 58),
  );
  return drawing;
}

/**
 * A tile's label for screen readers: "6 and 4".
 * @param {string} tile
 */
export function tileLabel(tile) {
  const [high, low] = tile.split("-");
  return tp("tile", "%(high)s and %(low)s", { high, low });
}

/**
 * A tile's name as people say it: "six four", "double five".
 * @param {string} tile
 */
export function spokenTile(tile) {
  const [high, low] = tile.split("-").map(Number);
  if (high === low) return DOUBLE_NAMES[high]();
  return tp("tile", "%(high)s %(low)s", { high: PIP_NAMES[high](), low: PIP_NAMES[low]() });
}

/**
 * The tiles of a set in falling order.
 * @param {number} highest the highest double
 */
export function tilesOfSet(highest) {
  const tiles = [];
  for (let high = highest; high >= 0; high -= 1) {
    for (let low = high; low >= 0; low -= 1) tiles.push(`${high}-${low}`);
  }
  return tiles;
}

/**
 * What tiles count together when they are left in a hand; the pips on both halves where no game says otherwise.
 * @param {string[]} tiles
 * @param {{pips_left: Record<string, number>}} [rules]
 */
export function pipsLeft(tiles, rules) {
  return tiles.reduce((sum, tile) => {
    const [high, low] = tile.split("-").map(Number);
    return sum + (rules?.pips_left[tile] ?? high + low);
  }, 0);
}

/**
 * @param {number} count
 * @param {number} x
 * @param {number} y the middle of the half
 */
function drawPips(count, x, y) {
  return pipPositions(count).map(([right, down]) =>
    createSvg("circle", { class: "pip", cx: x + right * 10, cy: y + down * 10, r: count > 9 ? 2.9 : 3.6 }),
  );
}

/**
 * @param {number} count
 * @returns {number[][]} right and down of each pip
 */
function pipPositions(count) {
  if (count in PIP_POSITIONS) return PIP_POSITIONS[count];
  const rows = [-1.15, -0.4, 0.4, 1.15];
  if (count > 12) return Array.from({ length: count }, (_, place) => [rows[place % 4], rows[Math.floor(place / 4)]]);
  const whole = rows.flatMap((down) => [
    [-1, down],
    [0, down],
    [1, down],
  ]);
  /** @type {Record<number, number[]>} */
  const omittedOf = { 10: [1, 10], 11: [1], 12: [] };
  const omitted = omittedOf[count] ?? [];
  return whole.filter((_, place) => !omitted.includes(place));
}

/**
 * Limits the size of the drawing of a layout: one tile alone is not blown up to the size of its place.
 * @param {HTMLElement} drawn
 */
export function limitSize(drawn) {
  const [, , width] = drawn.getAttribute("viewBox")?.split(" ") ?? [];
  drawn.style.maxWidth = `${Number(width) * REM_PER_UNIT}rem`;
}
