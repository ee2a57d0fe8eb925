// @ts-check
// The list of events, the newest first. A tap on an entry opens its correction.

import { createElement } from "../lib/dom.js";
import { formatGain } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";

/** @import { Line } from "../lib/types.js" */

export class EventList {
  /**
   * @param {HTMLElement} list
   * @param {(line: Line) => void} onTap
   */
  constructor(list, onTap) {
    this.list = list;
    this.onTap = onTap;
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
    const button = createElement(
      "button",
      { type: "button" },
      cell("who", playerOf(line)),
      createElement(
        "span",
        { class: "did" },
        line.event === "play" ? drawTile(line.tile) : null,
        cell("what", line.text.replaceAll("+", " & ")),
        line.event === "play" ? cell("count", line.count ?? "") : null,
        cell("gain", formatGain(line.gain)),
      ),
    );
    button.addEventListener("click", () => this.onTap(line));
    const entry = createElement("li", { value: line.number }, button);
    entry.classList.toggle("faulty", Boolean(line.fault));
    entry.classList.toggle("said-so", line.event !== "play");
    return entry;
  }
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
 * @param {string} name
 * @param {string | number} text
 */
function cell(name, text) {
  return createElement("span", { class: name }, String(text));
}
