// @ts-check
// The projector: what does not fit on the wall is shown page by page, whole rows at a time.

import { stayAwake } from "../lib/awake.js";
import { queryAll } from "../lib/dom.js";
import { onRefresh } from "./live.js";

const PAGE_SECONDS = 10;

let page = 0;

function turn() {
  for (const roll of queryAll(".roll")) {
    const rows = [...roll.children];
    for (const row of rows) row.hidden = false;
    const pages = pagesOf(rows, roll.clientHeight);
    const shown = page % (pages[pages.length - 1] + 1 || 1);
    for (const [place, row] of rows.entries()) row.hidden = pages[place] !== shown;
  }
}

/**
 * The page of each row, so that the rows of a page fit into a height.
 * @param {HTMLElement[]} rows
 * @param {number} height in pixels
 */
function pagesOf(rows, height) {
  let number = 0;
  let left = height;
  return rows.map((row) => {
    if (row.offsetHeight > left && left < height) {
      number += 1;
      left = height;
    }
    left -= row.offsetHeight;
    return number;
  });
}

onRefresh(turn);
setInterval(() => {
  page += 1;
  turn();
}, PAGE_SECONDS * 1000);
addEventListener("resize", turn);
turn();
stayAwake();
