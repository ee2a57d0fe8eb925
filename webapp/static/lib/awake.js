// @ts-check
// Keeps the screen on while a page is shown: at the table people look at it for minutes and touch nothing.

import { byId } from "./dom.js";
import { t } from "./text.js";

/** @type {WakeLockSentinel | null} held here, since a lock that nobody holds may be collected and released */
let lock = null;

/** Keeps the screen on from now on. Whoever holds the device reads what to do where the browser refuses. */
export async function stayAwake() {
  document.addEventListener("visibilitychange", keepOn);
  await keepOn();
}

// The browser lets go of the lock whenever the page is hidden.
async function keepOn() {
  if (document.hidden) return;
  if (!navigator.wakeLock) {
    advise(t("This browser cannot keep the device awake: set its auto-lock to never for this evening."));
    return;
  }
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", keepOn, { once: true });
    advise("");
  } catch {
    advise(t("This device may lock itself: its battery may be low. Plug it in, or set its auto-lock to never."));
  }
}

/** @param {string} text "" for none */
function advise(text) {
  const line = byId("advice");
  // A screen that nobody can touch, as a television, seldom locks itself, and nobody there reads it.
  if (!line || !matchMedia("(any-pointer: coarse)").matches) return;
  line.textContent = text;
  line.hidden = !text;
}
