// @ts-check
// A pegboard as long as the game: for each side one or two rows of holes, the game hole, and two pegs that leapfrog.

import { formatNumber, t } from "../lib/text.js";
import { createSvg } from "../lib/tile_svg.js";

/** @import { Pegs, Point } from "../lib/types.js" */

const MOST_HOLES = 61;
const MOST_IN_ONE_ROW = 31;
const WIDTH = 690;
const HEIGHT = 66;
const FIRST_AT = 62;
const LAST_AT = 658;
const FIFTH_GAP = 9;
const WIDEST = 40;
const ROWS_AT = [24, 48];
// Each side's pegs have a shape of their own, for people who do not see the colours.
const SHAPES = [
  "M0 -9A9 9 0 1 0 0.01 -9Z",
  "M0 -11L11 0L0 11L-11 0Z",
  "M-8 -8H8V8H-8Z",
  "M0 -11L10.5 7.5H-10.5Z",
  "M-10 -5H10V5H-10Z",
];

// The holes for a target. Where it is high, each hole stands for several points.
class Holes {
  /** @param {number} target */
  constructor(target) {
    this.target = target;
    this.step = 1;
    for (let next = 0; Math.ceil(target / this.step) > MOST_HOLES; next += 1)
      this.step = [2, 5, 10][next % 3] * 10 ** Math.floor(next / 3);
    this.count = Math.ceil(target / this.step);
    this.hasOneRow = this.count <= MOST_IN_ONE_ROW;
    /** Holes of a row, without the game hole. */
    this.row = this.hasOneRow ? this.count - 1 : Math.ceil((this.count - 1) / 2);
    const columns = this.row + Number(this.hasOneRow);
    const gaps = Math.floor((columns - 1) / 5) * FIFTH_GAP;
    this.pitch = Math.min(WIDEST, (LAST_AT - FIRST_AT - gaps) / Math.max(1, columns - 1));
  }

  /**
   * The centre of a hole, in units of the drawing.
   * @param {number} hole from 1; 0 is where the pegs wait
   * @param {number} waiting which of the two waiting holes: 0 or 1
   */
  at(hole, waiting = 0) {
    if (hole === 0) return { x: 14 + waiting * 18, y: ROWS_AT[0] };
    if (hole === this.count && !this.hasOneRow) return { x: 23, y: ROWS_AT[1] };
    const isUpper = hole <= this.row || this.hasOneRow;
    const column = (isUpper ? hole : 2 * this.row + 1 - hole) - 1;
    return { x: FIRST_AT + column * this.pitch + Math.floor(column / 5) * FIFTH_GAP, y: ROWS_AT[isUpper ? 0 : 1] };
  }

  /** @param {number} score */
  ofScore(score) {
    return score >= this.target ? this.count : Math.max(0, Math.floor(score / this.step));
  }

  draw() {
    const label = (/** @type {number} */ hole, /** @type {number} */ points) => {
      const { x, y } = this.at(hole);
      return createSvg("text", { class: "number", x, y: y === ROWS_AT[0] ? y - 13 : y + 17 }, formatNumber(points));
    };
    const inner = Array.from({ length: this.count - 1 }, (_, place) => place + 1);
    const isLabelled = (/** @type {number} */ each) =>
      (each <= this.row || this.hasOneRow ? each : 2 * this.row + 1 - each) % 5 === 0;
    return [
      ...inner.filter(isLabelled).map((each) => label(each, each * this.step)),
      label(this.count, this.target),
      ...(this.hasOneRow ? [] : [createSvg("path", { class: "bend", d: this.bend() })]),
      ...[0, 1].flatMap((waiting) => hole(this.at(0, waiting), "hole")),
      ...inner.flatMap((each) =>
        hole(this.at(each), !this.hasOneRow && each === this.row + 1 ? "hole the-turn" : "hole"),
      ),
      ...hole(this.at(this.count), "hole game-hole"),
    ];
  }

  // The bend that joins the two rows.
  bend() {
    const { x } = this.at(this.row);
    const [upper, lower] = ROWS_AT;
    return `M${x + 12} ${upper}h4a${(lower - upper) / 2} ${(lower - upper) / 2} 0 0 1 0 ${lower - upper}h-4`;
  }
}

export class Pegboard {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<string, Lane>} */
    this.lanes = new Map();
    this.built = "";
  }

  /**
   * @param {Record<string, Pegs>} pegs
   * @param {number} target
   * @param {boolean} hasHoles where plays score nothing there are only the scores
   */
  show(pegs, target, hasHoles = true) {
    const sides = Object.keys(pegs);
    const built = [target, hasHoles, ...sides].join("\n");
    if (built !== this.built) this.build(sides, target, hasHoles);
    this.built = built;
    for (const [side, lane] of this.lanes) lane.show(pegs[side]);
  }

  /**
   * @param {string[]} sides
   * @param {number} target
   * @param {boolean} hasHoles
   */
  build(sides, target, hasHoles) {
    this.place.replaceChildren();
    this.lanes.clear();
    this.place.style.setProperty("--lanes", String(sides.length));
    sides.forEach((side, number) => {
      const lane = new Lane(side, number, new Holes(target));
      lane.board.toggleAttribute("hidden", !hasHoles);
      this.lanes.set(side, lane);
      this.place.append(lane.row);
    });
  }
}

class Lane {
  /**
   * @param {string} side
   * @param {number} number of the side, from 0
   * @param {Holes} holes
   */
  constructor(side, number, holes) {
    this.holes = holes;
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
    this.board = createSvg("svg", { class: "holes", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    this.board.append(...holes.draw());
    this.pegs = [0, 1].map((waiting) => ({ score: 0, shape: peg(holes.at(0, waiting), SHAPES[number]) }));
    this.board.append(...this.pegs.map((each) => each.shape));
    this.row.append(this.name, this.score, this.board);
  }

  /** @param {Pegs} pegs */
  show([before, now]) {
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
        target: formatNumber(this.holes.target),
      }),
    );
  }

  /**
   * @param {{score: number, shape: SVGElement}} peg
   * @param {number} score
   * @param {number} waiting which of the two waiting holes, for a score of 0
   */
  move(peg, score, waiting) {
    const { x, y } = this.holes.at(this.holes.ofScore(score), waiting);
    peg.score = score;
    peg.shape.style.transform = `translate(${x}px, ${y}px)`;
  }
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
 * @param {Point} at
 * @param {string} shape
 */
function peg({ x, y }, shape) {
  const drawn = createSvg(
    "g",
    { class: "peg" },
    createSvg("path", { d: shape }),
    createSvg("circle", { class: "shine", cx: -2.4, cy: -2.8, r: 2.2 }),
  );
  drawn.style.transform = `translate(${x}px, ${y}px)`;
  return drawn;
}
