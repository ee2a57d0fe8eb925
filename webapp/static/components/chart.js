// @ts-check
// The chart of a game's scores: a step line for each side, a band for each hand, the target as a broken line.

import { formatNumber, t } from "../lib/text.js";
import { createSvg } from "../lib/tile_svg.js";

/** @import { ChartedGame, ProgressEntry } from "../lib/types.js" */

const HEIGHT = 320;
const TOP = 14;
const BOTTOM = 30;
const LEFT = 38;
const NARROW = 560;
const LABEL_GAP = 5;
const LINE = 15;
const WIDEST_LABELS = 300;
const LETTER = 10;
const SMALLEST_BAND = 16;
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000];
const MOST_LINES = 7;
/** @type {Record<string, number | undefined>} */
const STEP_OF_KEY = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -1e9,
  End: 1e9,
};

export class Chart {
  /**
   * @param {HTMLElement} place
   * @param {ChartedGame} game
   * @param {{onPoint: (entry: ProgressEntry) => string, onChoose: (entry: ProgressEntry) => void}} handlers called with
   *   the entry under the pointer, to describe it, and with the one that is tapped
   */
  constructor(place, game, handlers) {
    this.place = place;
    this.game = game;
    this.sides = Object.keys(game.scores);
    this.entries = game.progress;
    this.handlers = handlers;
    /** @type {number | null} the entry that the pointer or the keys are at */
    this.at = null;
    this.width = 0;
    this.right = 0;
    // A game of a number of rounds has no target.
    this.target = place.dataset.goal === "rounds" ? null : game.rules.target;
    this.highest = Math.max(this.target ?? 0, ...this.entries.flatMap((entry) => Object.values(entry.scores)), 1);
    /** @type {any} */
    this.drawing = null;
    /** @type {any} the vertical line at the entry */
    this.hair = null;
  }

  /** @param {number} index of an entry */
  x(index) {
    return LEFT + (index + 1) * ((this.width - LEFT - this.right) / Math.max(this.entries.length, 1));
  }

  /** @param {number} score */
  y(score) {
    return HEIGHT - BOTTOM - score * ((HEIGHT - TOP - BOTTOM) / this.highest);
  }

  draw() {
    const width = Math.round(this.place.clientWidth);
    if (!width || width === this.width) return;
    this.width = width;
    this.right = width < NARROW ? 58 : Math.min(WIDEST_LABELS, width / 4);
    const drawing = createSvg("svg", {
      class: "chart-drawing",
      viewBox: `0 0 ${width} ${HEIGHT}`,
      width,
      height: HEIGHT,
      tabindex: 0,
      role: "slider",
      "aria-label": t("The score from play to play"),
      "aria-valuemin": 0,
      "aria-valuemax": this.entries.length - 1,
      "aria-valuenow": 0,
      "aria-valuetext": t("before the first play"),
    });
    drawing.append(
      ...this.bands(),
      ...this.grid(),
      ...this.sides.map((side, number) => this.line(side, number)),
      ...this.labels(),
    );
    this.hair = createSvg("line", { class: "hair", y1: TOP, y2: HEIGHT - BOTTOM, visibility: "hidden" });
    drawing.append(this.hair);
    this.listen(drawing);
    this.place.replaceChildren(drawing);
    this.drawing = drawing;
    this.point(this.at);
  }

  bands() {
    const numbers = [...new Set(this.entries.map((entry) => entry.hand))];
    return numbers.flatMap((hand, order) => {
      const from = this.entries.findIndex((entry) => entry.hand === hand);
      const to = this.entries.findLastIndex((entry) => entry.hand === hand);
      const left = this.x(from - 1);
      const wide = this.x(to) - left;
      const band = createSvg("rect", {
        class: order % 2 ? "band odd" : "band",
        x: left,
        y: TOP,
        width: wide,
        height: HEIGHT - TOP - BOTTOM,
      });
      const name = wide < SMALLEST_BAND ? [] : [text(left + wide / 2, HEIGHT - 10, hand, "hand-number")];
      return [band, ...name];
    });
  }

  grid() {
    const { highest, target } = this;
    const right = this.width - this.right;
    const step = STEPS.find((each) => highest / each <= MOST_LINES) ?? highest;
    const isClear = (/** @type {number} */ score) => target === null || Math.abs(this.y(score) - this.y(target)) > 12;
    const drawn = [];
    for (let score = 0; score <= highest; score += step) {
      drawn.push(createSvg("line", { class: "grid", x1: LEFT, x2: right, y1: this.y(score), y2: this.y(score) }));
      if (isClear(score)) drawn.push(text(LEFT - 7, this.y(score) + 4, formatNumber(score), "tick"));
    }
    if (target === null) return drawn;
    drawn.push(createSvg("line", { class: "target", x1: LEFT, x2: right, y1: this.y(target), y2: this.y(target) }));
    drawn.push(text(LEFT - 7, this.y(target) + 4, formatNumber(target), "tick target-tick"));
    return drawn;
  }

  /**
   * @param {string} side
   * @param {number} number of the side, from 0
   */
  line(side, number) {
    let before = 0;
    let path = `M${LEFT} ${this.y(0)}`;
    /** @type {SVGElement[]} */
    const gains = [];
    this.entries.forEach(({ scores }, index) => {
      path += `H${this.x(index)}`;
      if (scores[side] === before) return;
      path += `V${this.y(scores[side])}`;
      before = scores[side];
      gains.push(marker(number, this.x(index), this.y(before), 3.4));
    });
    return createSvg(
      "g",
      { class: `line side-${number + 1}` },
      createSvg("path", { class: "steps", d: path }),
      ...gains,
    );
  }

  // Each side's name and score at the end of its line, moved apart where labels would overlap.
  labels() {
    const at = this.width - this.right;
    const ends = this.sides.map((side, number) => ({ side, number, score: this.game.scores[side] }));
    ends.sort((a, b) => b.score - a.score);
    const most = Math.floor((this.right - 22) / LETTER);
    const labels = ends.map(({ side, score }) => {
      const name = this.right > 100 ? side.replaceAll("+", " & ") : "";
      return wrapped(`${name} ${formatNumber(score)}`.trim(), most);
    });
    const heights = labels.map((lines) => lines.length * LINE + LABEL_GAP);
    let free = TOP;
    const places = ends.map(({ score }, order) => {
      const place = Math.max(this.y(score), free);
      free = place + heights[order];
      return place;
    });
    let below = HEIGHT;
    for (let order = places.length - 1; order >= 0; order -= 1) {
      below = Math.min(places[order], below - heights[order]);
      places[order] = below;
    }
    return ends.map(({ number }, order) => {
      const y = places[order];
      const lines = labels[order].map((line, row) => text(at + 22, y + 5 + row * LINE, line, "end"));
      return createSvg("g", { class: `side-${number + 1}` }, marker(number, at + 11, y, 5), ...lines);
    });
  }

  /** @param {SVGSVGElement} drawing */
  listen(drawing) {
    /** @param {MouseEvent} event */
    const under = (event) => {
      const share =
        (event.clientX - drawing.getBoundingClientRect().left) * (this.width / drawing.getBoundingClientRect().width);
      const step = this.x(1) - this.x(0);
      return Math.min(this.entries.length - 1, Math.max(0, Math.round((share - this.x(0)) / step)));
    };
    drawing.addEventListener("pointermove", (event) => this.point(under(event)));
    drawing.addEventListener("click", (event) => this.choose(under(event)));
    drawing.addEventListener("keydown", (event) => {
      const by = STEP_OF_KEY[event.key];
      if (by !== undefined) {
        event.preventDefault();
        this.point(Math.min(this.entries.length - 1, Math.max(0, (this.at ?? -1) + by)));
      } else if (event.key === "Enter" && this.at !== null) this.choose(this.at);
    });
  }

  /** @param {number | null} index */
  point(index) {
    this.at = index;
    if (index === null || !this.entries[index]) return;
    const x = this.x(index);
    for (const [name, value] of Object.entries({ x1: x, x2: x, visibility: "visible" }))
      this.hair.setAttribute(name, value);
    this.drawing.setAttribute("aria-valuenow", index);
    this.drawing.setAttribute("aria-valuetext", this.handlers.onPoint(this.entries[index]));
  }

  /** @param {number} index */
  choose(index) {
    if (this.entries[index]) this.handlers.onChoose(this.entries[index]);
  }
}

/**
 * Each side has a shape of its own, as its pegs have, for people who do not see the colours.
 * @param {number} number of the side, from 0
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function marker(number, x, y, size) {
  const shapes = [
    () => createSvg("circle", { cx: x, cy: y, r: size }),
    () =>
      createSvg("path", {
        d: `M${x} ${y - 1.4 * size}L${x + 1.4 * size} ${y}L${x} ${y + 1.4 * size}L${x - 1.4 * size} ${y}Z`,
      }),
    () => createSvg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size }),
    () => createSvg("path", { d: `M${x} ${y - 1.4 * size}L${x + 1.4 * size} ${y + size}H${x - 1.4 * size}Z` }),
    () => createSvg("rect", { x: x - 1.4 * size, y: y - 0.7 * size, width: 2.8 * size, height: 1.4 * size }),
  ];
  const made = shapes[number % shapes.length]();
  made.setAttribute("class", "point");
  return made;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} content
 * @param {string} kind
 */
function text(x, y, content, kind) {
  return createSvg("text", { x, y, class: kind }, String(content));
}

/**
 * A text in lines, broken between words and after hyphens, or within a word that is too long for a line.
 * @param {string} words
 * @param {number} most letters of a line
 */
function wrapped(words, most) {
  /** @type {string[]} */
  const lines = [""];
  const parts = words.match(/[^ -]+-*|-+/gu) ?? [];
  for (const part of parts.flatMap((each) => each.match(new RegExp(`.{1,${most}}`, "gu")) ?? [])) {
    const last = lines[lines.length - 1];
    const line = last.endsWith("-") || !last ? `${last}${part}` : `${last} ${part}`;
    if (line.length <= most) lines[lines.length - 1] = line;
    else lines.push(part);
  }
  return lines;
}
