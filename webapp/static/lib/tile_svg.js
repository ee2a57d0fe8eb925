// Domino tiles as SVG elements.

const SVG = "http://www.w3.org/2000/svg";

// Where the pips of a half lie, in a square from -1 to 1; three columns, three rows (four from ten pips on).
const PLACES = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  8: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  9: [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
};

const SPOKEN = ["blank", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A tile such as "6-4", standing, its higher half above.
export function drawTile(tile) {
  const [high, low] = tile.split("-").map(Number);
  const drawing = element("svg", { class: "tile", viewBox: "0 0 40 78", role: "img", "aria-label": nameOf(tile) });
  drawing.append(
    element("rect", { class: "face", x: 1, y: 1, width: 38, height: 76, rx: 6 }),
    element("path", { class: "bar", d: "M6 39H34" }),
    ...pipsOf(high, 20, 20),
    ...pipsOf(low, 20, 58),
  );
  return drawing;
}

export function nameOf(tile) {
  return tile.replace("-", " and ");
}

// As people say it: "six four", "double five".
export function spokenName(tile) {
  const [high, low] = tile.split("-").map((pips) => SPOKEN[pips]);
  return high === low ? `double ${high}` : `${high} ${low}`;
}

// Every tile of a set up to a highest double, the doubles first in their rows.
export function tilesOfSet(highest) {
  const tiles = [];
  for (let high = highest; high >= 0; high -= 1) {
    for (let low = high; low >= 0; low -= 1) tiles.push(`${high}-${low}`);
  }
  return tiles;
}

export function totalOf(tile) {
  return tile.split("-").reduce((sum, pips) => sum + Number(pips), 0);
}

function pipsOf(count, x, y) {
  return placesOf(count).map(([right, down]) =>
    element("circle", { class: "pip", cx: x + right * 10, cy: y + down * 10, r: count > 9 ? 2.9 : 3.6 }));
}

function placesOf(count) {
  if (count in PLACES) return PLACES[count];
  const rows = [-1.15, -0.4, 0.4, 1.15];
  const whole = rows.flatMap((down) => [[-1, down], [0, down], [1, down]]);
  const left_out = { 10: [1, 10], 11: [1], 12: [] }[count] ?? [];
  return whole.filter((_, place) => !left_out.includes(place));
}
