// @ts-check
// The projector: what does not fit on the wall is shown page by page, whole columns at a time.

import { stayAwake } from "../lib/awake.js";
import { queryAll } from "../lib/dom.js";
import { onRefresh } from "./live.js";

// Everything has been shown once in this time.
const ROUND_SECONDS = 30;
const PAGE_SECONDS = 10;

let page = 0;

/** Turns every roll to the page, and gives the highest number of pages. */
function turn() {
  const rolls = queryAll(".roll").map((roll) => {
    // The columns that do not fit stand to the right of the roll, a gap apart.
    const width = roll.clientWidth + Number.parseFloat(getComputedStyle(roll).columnGap || "0");
    const pages = Math.max(1, Math.round((roll.scrollWidth + width - roll.clientWidth) / width));
    roll.scrollLeft = (page % pages) * width;
    return pages;
  });
  return Math.max(1, ...rolls);
}

function turnOn() {
  page += 1;
  setTimeout(turnOn, Math.min(PAGE_SECONDS, ROUND_SECONDS / turn()) * 1000);
}

onRefresh(turn);
addEventListener("resize", turn);
setTimeout(turnOn, Math.min(PAGE_SECONDS, ROUND_SECONDS / turn()) * 1000);
stayAwake();
