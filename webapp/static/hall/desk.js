// @ts-check
// The desk: results are typed one after the other, and a search finds tables, names and numbers.

import { byId, query, queryAll } from "../lib/dom.js";
import "./forms.js";
import { onRefresh } from "./live.js";

// A form that is being sent works until the page shows its result. What was refused is open again.
const OPEN = ".match.open:not([hidden]) .typed:not([aria-busy]) input";
const find = byId("find");

/** Shows what the search finds, and hides the rest. */
function search() {
  const words = find.value.trim().toLowerCase().split(/\s+/);
  for (const part of queryAll("[data-words]")) {
    const text = part.dataset.words.toLowerCase();
    part.hidden = !words.every((/** @type {string} */ word) => text.includes(word));
  }
}

find?.addEventListener("input", search);
find?.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter") return;
  const wanted = find.value.trim();
  const table = queryAll(".match").find((match) => match.querySelector(".table").textContent === wanted);
  const found = table ?? query(".match:not([hidden])") ?? query("[data-words]:not([hidden])");
  found?.scrollIntoView({ block: "nearest" });
  found?.querySelector(".typed input")?.select();
});

// After a result the next one is typed at once: where a table was searched, the next search, else the next open table.
document.addEventListener("submit", ({ target }) => {
  const form = /** @type {HTMLElement} */ (target);
  if (!form.matches(".typed")) return;
  if (find.value) {
    find.value = "";
    search();
    find.focus();
    return;
  }
  const open = queryAll(OPEN);
  const next = open.find(
    (field) => form.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING && !form.contains(field),
  );
  (next ?? open[0])?.focus();
});

/**
 * Fills a menu once it is open: the menus of all entries and matches would be most of the page.
 * @param {HTMLElement} details
 */
function fill(details) {
  const { menu = "", values = "" } = details.dataset;
  if (filled.get(details) === values) return;
  filled.set(details, values);
  const known = JSON.parse(values);
  const made = byId(menu).content.cloneNode(true);
  for (const part of made.querySelectorAll("[data-if]")) if (!known[part.dataset.if]) part.remove();
  for (const part of made.querySelectorAll("[data-unless]")) if (known[part.dataset.unless]) part.remove();
  for (const part of made.querySelectorAll("[data-each]")) {
    const name = part.dataset.each;
    const all = known[name].map(
      (/** @type {unknown} */ value, /** @type {number} */ place, /** @type {unknown[]} */ { length }) =>
        write(part.cloneNode(true), { [name]: value, which: length > 1 ? place + 1 : "" }),
    );
    part.replaceWith(...all);
  }
  for (const part of made.querySelectorAll("button, a")) write(part, known);
  while (details.childNodes.length > 1) details.lastChild?.remove();
  details.append(made);
}

/**
 * Writes values where a part of a menu names them.
 * @param {any} part
 * @param {Record<string, unknown>} known
 */
function write(part, known) {
  const written = (/** @type {string} */ text) =>
    text.replace(/__([a-z]+)__/g, (/** @type {string} */ _, /** @type {string} */ name) => String(known[name]));
  for (const name of part.getAttributeNames()) part.setAttribute(name, written(part.getAttribute(name)));
  part.textContent = written(part.textContent).trim();
  return part;
}

/** @type {WeakMap<HTMLElement, string>} */
const filled = new WeakMap();
document.addEventListener(
  "toggle",
  ({ target }) => {
    const details = /** @type {HTMLElement} */ (target);
    if (details.matches("[data-menu]")) fill(details);
  },
  true,
);
onRefresh(() => queryAll("[data-menu][open]").forEach(fill));

if (find) onRefresh(search);
