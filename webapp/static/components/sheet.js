// @ts-check
// The sheet of a game whose plays score nothing: a column for each side, a row for each hand.

import { createElement } from "../lib/dom.js";
import { formatNumber, tp } from "../lib/text.js";

/** @import { GameInPlay } from "../lib/types.js" */

/**
 * The sheet as a table.
 * @param {GameInPlay} game
 */
export function createSheet({ sides, hand_points: hands }) {
  const row = (/** @type {string} */ head, /** @type {HTMLElement[]} */ cells) =>
    createElement("tr", {}, createElement("th", { scope: "row" }, head), ...cells);
  const heads = sides.map((side, place) =>
    createElement("th", { scope: "col", class: `side-${place + 1}` }, side.replaceAll("+", " & ")),
  );
  const rows = hands.map((points, place) =>
    row(
      formatNumber(place + 1),
      sides.map((side) => createElement("td", {}, points[side] ? formatNumber(points[side]) : "–")),
    ),
  );
  return createElement(
    "table",
    { class: "rounds-table" },
    createElement(
      "thead",
      {},
      createElement("tr", {}, createElement("th", { scope: "col" }, tp("heading of a column", "Hand")), ...heads),
    ),
    createElement("tbody", {}, ...rows),
  );
}
