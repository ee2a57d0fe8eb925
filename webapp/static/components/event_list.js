// @ts-check
// The list of events, the newest first. A tap on an entry opens its correction.

import { createElement } from "../lib/dom.js";
import { formatNumber } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";

/** @import { Line, PlayLine } from "../lib/types.js" */

export class EventList {
  /**
   * @param {HTMLElement} list
   * @param {(line: Line) => void} onTap
   */
  constructor(list, onTap) {
    this.list = list;
    this.onTap = onTap;
    // Where scores are claimed, the claim shows the gain and the play does not.
    this.areClaimed = false;
  }

  /** @param {Line[]} lines the events that stand, in order */
  show(lines) {
    const entries = lines.map((line) => this.entry(line)).filter((entry) => entry !== null);
    this.list.replaceChildren(...entries.reverse());
  }

  /** @param {Line} line */
  add(line) {
    const entry = this.entry(line);
    if (entry) this.list.prepend(entry);
  }

  /** @param {Line} line */
  entry(line) {
    if (!line.text) return null;
    const parts = line.event === "play" ? playParts(line, this.areClaimed) : otherParts(line);
    const button = createElement("button", { type: "button" }, ...parts);
    button.addEventListener("click", () => this.onTap(line));
    const entry = createElement("li", { value: line.number }, button);
    entry.classList.toggle("faulty", Boolean(line.fault));
    entry.classList.toggle("said-so", line.event !== "play");
    return entry;
  }
}

/**
 * @param {PlayLine} line
 * @param {boolean} areClaimed
 */
function playParts(line, areClaimed) {
  return [
    cell("who", line.player),
    drawTile(line.tile),
    cell("what", line.text),
    cell("count", line.count),
    cell("gain", line.points && !areClaimed ? signed(line.points) : ""),
  ];
}

/** @param {Line} line */
function otherParts(line) {
  const gain = gainOf(line);
  return [cell("who", playerOf(line)), cell("what", line.text), cell("gain", gain ? signed(gain) : "")];
}

/**
 * The player whose event it is; "" at the end of a hand.
 * @param {Line} line
 * @returns {string}
 */
export function playerOf(line) {
  return line.player ?? line.setter ?? "";
}

/**
 * The points that an event other than a play brought.
 * @param {Line} line
 * @returns {number | undefined}
 */
function gainOf(line) {
  if (line.event === "hand_end") return line.gained?.[line.hand_winner ?? ""];
  if (line.bonus) return line.bonus.reduce((sum, { points }) => sum + points, 0);
  return line.event === "score" || (line.event === "claim" && !line.fault) ? line.points : 0;
}

/**
 * @param {string} name
 * @param {string | number} text
 */
function cell(name, text) {
  return createElement("span", { class: name }, String(text));
}

/** @param {number} points */
function signed(points) {
  return `${points > 0 ? "+" : "−"}${formatNumber(Math.abs(points))}`;
}
