// @ts-check
// A cribbage pegboard: for each side two rows of thirty holes, the game hole, and two pegs that leapfrog.

import { formatNumber, t } from "../lib/text.js";
import { createSvg } from "../lib/tile_svg.js";

/** @import { Pegs, Point } from "../lib/types.js" */

const HOLES = 61;
const ROW = 30;
const TURN = 31;
const WIDTH = 690;
const HEIGHT = 66;
const ROWS_AT = [24, 48];
// Each side's pegs have a shape of their own, for people who do not see the colours.
const SHAPES = [
  "M0 -9A9 9 0 1 0 0.01 -9Z",
  "M0 -11L11 0L0 11L-11 0Z",
  "M-8 -8H8V8H-8Z",
  "M0 -11L10.5 7.5H-10.5Z",
  "M-10 -5H10V5H-10Z",
];

/**
 * The centre of a hole, in units of the drawing.
 * @param {number} hole from 1; 0 is where the pegs wait
 * @param {number} waiting which of the two waiting holes: 0 or 1
 */
function holePosition(hole, waiting = 0) {
  if (hole === 0) return { x: 14 + waiting * 18, y: ROWS_AT[0] };
  if (hole === HOLES) return { x: 23, y: ROWS_AT[1] };
  const column = hole <= ROW ? hole : 2 * ROW + 1 - hole;
  return { x: 62 + (column - 1) * 19 + Math.floor((column - 1) / 5) * 9, y: ROWS_AT[hole <= ROW ? 0 : 1] };
}

/**
 * The hole of a score. Scores beyond the game hole go round again.
 * @param {number} score
 */
function holeOfScore(score) {
  return score <= 0 ? 0 : ((score - 1) % HOLES) + 1;
}

/** @param {number} score */
function roundOfScore(score) {
  return score <= 0 ? 1 : Math.floor((score - 1) / HOLES) + 1;
}

export class Pegboard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
  }

  /**
   * @param {Record<string, Pegs>} pegs
   * @param {number} target
   */
  show(pegs, target) {
    const sides = Object.keys(pegs);
    if (sides.join("\n") !== [...this.lanes.keys()].join("\n")) this.build(sides);
    for (const [side, lane] of this.lanes) lane.show(pegs[side], target);
  }

  /** @param {string[]} sides */
  build(sides) {
    this.place.replaceChildren();
    this.lanes.clear();
    this.place.style.setProperty("--lanes", String(sides.length));
    sides.forEach((side, number) => {
      const lane = new Lane(side, number);
      this.lanes.set(side, lane);
      this.place.append(lane.row);
    });
  }
}

class Lane {
  /**
   * @param {string} side
   * @param {number} number of the side, from 0
   */
  constructor(side, number) {
    this.side = side.replaceAll("+", " & ");
    this.row = document.createElement("div");
    this.row.className = `lane side-${number + 1}`;
    this.name = document.createElement("span");
    this.name.className = "name";
    this.name.append(
      createSvg(
        "svg",
        { class: "mark", viewBox: "-13 -13 26 26", "aria-hidden": "true" },
        createSvg("path", { d: SHAPES[number] }),
      ),
      this.side,
    );
    this.score = document.createElement("output");
    this.score.className = "score";
    this.round = document.createElement("span");
    this.round.className = "round";
    this.board = createSvg("svg", { class: "holes", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    this.board.append(...numbers(), createSvg("path", { class: "bend", d: bend() }));
    for (const waiting of [0, 1]) this.board.append(...hole(holePosition(0, waiting), "hole"));
    for (let each = 1; each < HOLES; each += 1)
      this.board.append(...hole(holePosition(each), each === TURN ? "hole the-turn" : "hole"));
    this.board.append(...hole(holePosition(HOLES), "hole game-hole"));
    this.pegs = [0, 1].map((waiting) => ({ score: 0, shape: peg(waiting, SHAPES[number]) }));
    this.board.append(...this.pegs.map((each) => each.shape));
    this.row.append(this.name, this.score, this.round, this.board);
  }

  /**
   * @param {Pegs} pegs
   * @param {number} target
   */
  show([before, now], target) {
    // The peg behind leaps over the one in front.
    const [behind, front] = this.pegs;
    if (front.score === before && now !== before) this.pegs = [front, behind];
    this.move(this.pegs[0], before, 0);
    this.move(this.pegs[1], now, before === 0 && now === 0 ? 1 : 0);
    this.pegs[0].shape.classList.remove("front");
    this.pegs[1].shape.classList.add("front");
    this.score.textContent = formatNumber(now);
    this.score.setAttribute(
      "aria-label",
      t("%(side)s: %(score)s of %(target)s", {
        side: this.side,
        score: formatNumber(now),
        target: formatNumber(target),
      }),
    );
    const round = { number: roundOfScore(now), rounds: roundOfScore(target) };
    this.round.textContent = target > HOLES ? t("round %(number)s of %(rounds)s", round) : "";
    this.row.classList.toggle("has-turned", now > ROW);
  }

  /**
   * @param {{score: number, shape: SVGElement}} peg
   * @param {number} score
   * @param {number} waiting which of the two waiting holes, for a score of 0
   */
  move(peg, score, waiting) {
    const { x, y } = holePosition(holeOfScore(score), waiting);
    peg.score = score;
    peg.shape.style.transform = `translate(${x}px, ${y}px)`;
  }
}

// The numbers at every fifth hole of both rows and at the game hole.
function numbers() {
  const fifths = [5, 10, 15, 20, 25, 30].flatMap((each) => [
    [each, ROWS_AT[0] - 13],
    [2 * ROW + 1 - each, ROWS_AT[1] + 17],
  ]);
  return [
    ...fifths.map(([each, y]) => createSvg("text", { class: "number", x: holePosition(each).x, y }, String(each))),
    createSvg("text", { class: "number", x: 23, y: ROWS_AT[1] + 17 }, String(HOLES)),
  ];
}

/**
 * @param {Point} centre
 * @param {string} kind
 */
function hole({ x, y }, kind) {
  const radius = kind === "hole" ? 4.2 : 6.8;
  return [
    createSvg("circle", { class: kind, cx: x, cy: y, r: radius }),
    createSvg("circle", { class: "depth", cx: x, cy: y + 0.9, r: radius - 1.4 }),
  ];
}

/**
 * @param {number} waiting which of the two waiting holes it stands in
 * @param {string} shape
 */
function peg(waiting, shape) {
  const { x, y } = holePosition(0, waiting);
  const drawn = createSvg(
    "g",
    { class: "peg" },
    createSvg("path", { d: shape }),
    createSvg("circle", { class: "shine", cx: -2.4, cy: -2.8, r: 2.2 }),
  );
  drawn.style.transform = `translate(${x}px, ${y}px)`;
  return drawn;
}

// The bend that joins the rows after the thirtieth hole.
function bend() {
  const { x } = holePosition(ROW);
  const [upper, lower] = ROWS_AT;
  return `M${x + 12} ${upper}h4a${(lower - upper) / 2} ${(lower - upper) / 2} 0 0 1 0 ${lower - upper}h-4`;
}
