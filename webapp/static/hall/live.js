// @ts-check
// Pages of a tournament change by themselves: when the program says that something is new, the page asks for itself
// again and takes over its live part.

import { byId, query, showConnection, showNotice, whenReleased } from "../lib/dom.js";
import { LiveStream } from "../lib/live_stream.js";
import { startClocks } from "./clock.js";

const SPREAD_SECONDS = 0.5;
const TABLES_SECONDS = 3;

/** @type {(() => void)[]} */
const listeners = [];
let isWaiting = false;
let isAsking = false;
let isStale = false;

/**
 * Calls back after each change of the live part.
 * @param {() => void} listener
 */
export function onRefresh(listener) {
  listeners.push(listener);
}

/** Asks for the page again, and takes over its live part. */
export async function refresh() {
  if (isAsking) {
    isStale = true;
    return;
  }
  isAsking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) {
      const html = await answer.text();
      whenReleased(() => takeOver(html));
    }
    showConnection(true);
  } catch {
    showConnection(false);
  }
  isAsking = false;
  if (isStale) {
    isStale = false;
    await refresh();
  }
}

/** @param {string} html */
function takeOver(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  const shown = query("[data-live]");
  if (!fresh || !shown) return;
  const focused = document.activeElement?.id;
  shown.replaceChildren(...fresh.childNodes);
  shown.dataset.notice = fresh.getAttribute("data-notice") ?? "";
  if (focused && document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
  show();
}

function show() {
  showNotice(query("[data-live]")?.dataset.notice ?? "");
  startClocks(() => later(SPREAD_SECONDS));
  for (const listener of listeners) listener();
}

/**
 * Asks once within so many seconds, so that many screens do not ask at the same moment.
 * @param {number} seconds
 */
function later(seconds) {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(
    () => {
      isWaiting = false;
      refresh();
    },
    seconds * 1000 * (0.3 + 0.7 * Math.random()),
  );
}

let shown = "";

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
show();
new LiveStream(
  () => ({ address: "/api/hall/tournament/stream" }),
  {
    changed(data) {
      if (shown && data !== shown) later(SPREAD_SECONDS);
      shown = data;
    },
    notice: () => later(SPREAD_SECONDS),
    ...(query("[data-tables]") ? { table: () => later(TABLES_SECONDS) } : {}),
    ...(query("#full") ? { load: () => later(TABLES_SECONDS) } : {}),
  },
  {
    onOpen: () => showConnection(true),
    onError: () => showConnection(false),
    // A player's page lets its phone in anew.
    beforeRetry: refresh,
  },
);
query("main").inert = false;
