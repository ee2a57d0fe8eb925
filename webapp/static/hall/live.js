// @ts-check
// Pages of a tournament change by themselves: when the program says that something is new, the page asks for itself
// again and takes over its live part.

import { byId, query, queryAll, showConnection, showNotice, whenReleased } from "../lib/dom.js";
import { LiveStream } from "../lib/live_stream.js";
import { startClocks } from "./clock.js";

const SPREAD_SECONDS = 0.5;
const TABLES_SECONDS = 3;
// Parts that a page names, of 13 letters each: the head of a request holds 16 KB.
const MOST_NAMED = 600;

/** @type {(() => void)[]} */
const listeners = [];

let isWaiting = false;
// Whether what is waited for may be told by the page alone, not by its version.
let asksAnyway = false;
// The version of the tournament that was heard of last.
let heard = "";
/** @type {Promise<void> | null} */
let asking = null;
/** @type {Promise<void> | null} */
let askingAgain = null;
// Attributes that people set by what they do.
const KEPT = ["open", "aria-busy"];
/** @type {[number, number] | null} */
let pointer = null;
addEventListener("pointermove", ({ clientX, clientY }) => {
  pointer = [clientX, clientY];
});

/**
 * Calls back after each change of the live part.
 * @param {() => void} listener
 */
export function onRefresh(listener) {
  listeners.push(listener);
}

/**
 * Asks for the page again, and takes over its live part. The page shows what is so now once this is done: what was asked
 * for before may be older.
 * @returns {Promise<void>}
 */
export function refresh() {
  if (asking === null) {
    asking = ask().finally(() => {
      asking = null;
    });
    return asking;
  }
  askingAgain ??= asking.then(() => {
    askingAgain = null;
    return refresh();
  });
  return askingAgain;
}

async function ask() {
  try {
    const parts = queryAll("[data-part]")
      .slice(0, MOST_NAMED)
      .map((part) => part.dataset.part);
    // What the page shows already is not sent again.
    const headers = new Headers({ Accept: "text/html" });
    if (parts.length) headers.set("Muggins-Shown", parts.join(" "));
    const answer = await fetch(location.href, { headers });
    if (answer.ok) {
      const html = await answer.text();
      await new Promise((done) => whenReleased(() => done(takeOver(html))));
    } else later(TABLES_SECONDS);
    showConnection(true);
  } catch {
    showConnection(false);
    // The stream may be there all the while: it tells nothing anew.
    later(TABLES_SECONDS);
  }
}

/** @param {string} html */
function takeOver(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  const shown = query("[data-live]");
  if (!fresh || !shown) return;
  const focused = document.activeElement?.id;
  const under = pointer && document.elementFromPoint(...pointer);
  const pointed = shown.contains(under) ? under : null;
  const before = pointed?.getBoundingClientRect().top ?? 0;
  takeOverInto(shown, fresh);
  show();
  if (focused && document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
  // Nothing moves away under the pointer.
  if (pointed?.isConnected) scrollBy(0, pointed.getBoundingClientRect().top - before);
}

/**
 * Makes an element equal to a fresh one. What is the same stays, with what people typed and opened in it.
 * @param {any} shown
 * @param {any} fresh
 */
function takeOverInto(shown, fresh) {
  if (fresh.dataset?.same === "" || shown.isEqualNode(fresh)) return;
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    shown.data = fresh.data;
    return;
  }
  for (const name of shown.getAttributeNames())
    if (!fresh.hasAttribute(name) && !KEPT.includes(name)) shown.removeAttribute(name);
  for (const name of fresh.getAttributeNames())
    if (shown.getAttribute(name) !== fresh.getAttribute(name)) shown.setAttribute(name, fresh.getAttribute(name));
  // What a menu holds is made on the page.
  const parts = shown.dataset.menu ? [...fresh.childNodes, ...[...shown.childNodes].slice(1)] : [...fresh.childNodes];
  const ids = new Set(parts.map((part) => part.id));
  const known = new Map([...shown.children].filter((part) => part.id).map((part) => [part.id, part]));
  let next = shown.firstChild;
  const passOn = () => {
    const passed = next;
    next = next.nextSibling;
    return passed;
  };
  for (const part of parts) {
    while (next?.id && !ids.has(next.id)) passOn().remove();
    const isSame = next && next.nodeName === part.nodeName && (next.id || "") === (part.id || "");
    const same = isSame ? passOn() : part.id ? known.get(part.id) : null;
    if (!isSame) shown.insertBefore(same ?? part, next);
    if (same) takeOverInto(same, part);
  }
  while (next) passOn().remove();
}

function show() {
  showNotice(query("[data-live]")?.dataset.notice ?? "");
  startClocks(() => later(SPREAD_SECONDS));
  for (const listener of listeners) listener();
}

const isShown = () => query("[data-live]")?.dataset.version === heard;

/**
 * Asks once within so many seconds, so that many screens do not ask at the same moment.
 * @param {number} seconds
 * @param {boolean} anyway also where the page shows the version that was heard of
 */
function later(seconds, anyway = true) {
  asksAnyway ||= anyway;
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(
    async () => {
      await asking;
      isWaiting = false;
      if (asksAnyway || !isShown()) refresh();
      asksAnyway = false;
    },
    seconds * 1000 * (0.3 + 0.7 * Math.random()),
  );
}

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
show();
new LiveStream(
  () => ({ address: "/api/hall/tournament/stream" }),
  {
    changed(data) {
      heard = data;
      // What a desk has just done it shows already.
      if (!isShown()) later(SPREAD_SECONDS, false);
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
