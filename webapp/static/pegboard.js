// A cribbage pegboard: for each side two rows of thirty holes and the game hole, and two pegs that leap-frog.

import { element } from "./tiles.js";

const HOLES = 61;
const ROW = 30;
const WIDTH = 668;
const HEIGHT = 52;
const ROWS_AT = [15, 37];

// Middle of a hole; 0 is where the pegs wait, `waiting` which of the two waiting holes.
export function placeOf(hole, waiting = 0) {
  if (hole === 0) return { x: 14 + waiting * 16, y: ROWS_AT[0] };
  if (hole === HOLES) return { x: 22, y: ROWS_AT[1] };
  const column = hole <= ROW ? hole : 2 * ROW + 1 - hole;
  return { x: 54 + (column - 1) * 19 + Math.floor((column - 1) / 5) * 8, y: ROWS_AT[hole <= ROW ? 0 : 1] };
}

// Scores beyond the game hole go round again.
export function holeOf(score) {
  return score <= 0 ? 0 : ((score - 1) % HOLES) + 1;
}

export function roundOf(score) {
  return score <= 0 ? 1 : Math.floor((score - 1) / HOLES) + 1;
}

export class Pegboard {
  constructor(place) {
    this.place = place;
    this.lanes = new Map();
  }

  // `pegs`: for each side where its two pegs stand, [score before the last gain, score].
  show(pegs, target) {
    const sides = Object.keys(pegs);
    if (sides.join("\n") !== [...this.lanes.keys()].join("\n")) this.build(sides);
    for (const side of sides) this.lanes.get(side).show(pegs[side], target);
  }

  build(sides) {
    this.place.replaceChildren();
    this.lanes.clear();
    sides.forEach((side, number) => {
      const lane = new Lane(side, number);
      this.lanes.set(side, lane);
      this.place.append(lane.row);
    });
  }
}

class Lane {
  constructor(side, number) {
    this.row = document.createElement("div");
    this.row.className = `lane side-${number + 1}`;
    this.name = document.createElement("span");
    this.name.className = "name";
    this.name.textContent = side.replaceAll("+", " & ");
    this.score = document.createElement("output");
    this.score.className = "score";
    this.round = document.createElement("span");
    this.round.className = "round";
    this.board = element("svg", { class: "holes", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    this.board.append(element("path", { class: "turn", d: turn() }));
    for (const waiting of [0, 1]) this.board.append(hole(placeOf(0, waiting), "hole"));
    for (let number = 1; number < HOLES; number += 1) this.board.append(hole(placeOf(number), "hole"));
    this.board.append(hole(placeOf(HOLES), "hole game-hole"));
    this.pegs = [0, 1].map((waiting) => ({ score: 0, shape: peg(waiting) }));
    this.board.append(...this.pegs.map((each) => each.shape));
    this.row.append(this.name, this.score, this.round, this.board);
  }

  show([before, now], target) {
    // The peg that stands behind leaps over the other.
    const [behind, front] = this.pegs;
    if (front.score === before && now !== before) this.pegs = [front, behind];
    this.move(this.pegs[0], before, 0);
    this.move(this.pegs[1], now, before === 0 && now === 0 ? 1 : 0);
    this.pegs[0].shape.classList.remove("front");
    this.pegs[1].shape.classList.add("front");
    this.score.textContent = now;
    this.round.textContent = target > HOLES ? `round ${roundOf(now)}` : "";
    this.row.classList.toggle("has-turned", now > ROW);
  }

  move(one, score, waiting) {
    const { x, y } = placeOf(holeOf(score), waiting);
    one.score = score;
    one.shape.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function hole({ x, y }, kind) {
  return element("circle", { class: kind, cx: x, cy: y, r: kind === "hole" ? 4 : 6.5 });
}

function peg(waiting) {
  const { x, y } = placeOf(0, waiting);
  const shape = element("circle", { class: "peg", r: 8 });
  shape.style.transform = `translate(${x}px, ${y}px)`;
  return shape;
}

// The bend at the end of the first row.
function turn() {
  const { x, y } = placeOf(ROW);
  return `M${x + 9} ${y}a11 11 0 0 1 0 ${ROWS_AT[1] - y}`;
}
