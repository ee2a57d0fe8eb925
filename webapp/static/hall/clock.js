// @ts-check
// The clocks on a page: each shows the minutes and seconds until the last hand.

import { queryAll } from "../lib/dom.js";

let timer = 0;

/**
 * Lets every clock of the page run from the seconds that it was given.
 * @param {() => void} onEnd called once when a clock has run out
 */
export function startClocks(onEnd) {
  clearInterval(timer);
  const began = performance.now();
  const clocks = queryAll(".clock[data-seconds]").map((shown) => ({ shown, seconds: Number(shown.dataset.seconds) }));
  if (clocks.length === 0) return;
  const tick = () => {
    const passed = (performance.now() - began) / 1000;
    for (const { shown, seconds } of clocks) shown.textContent = asMinutes(Math.max(0, seconds - passed));
    if (clocks.some(({ seconds }) => seconds <= passed)) {
      clearInterval(timer);
      onEnd();
    }
  };
  tick();
  timer = setInterval(tick, 500);
}

/** @param {number} seconds */
function asMinutes(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
