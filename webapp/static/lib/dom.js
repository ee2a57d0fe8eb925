// @ts-check
// Elements of the page: finding them, creating them, and the line that shows an error.

import { t } from "./text.js";

const ERROR_SECONDS = 8;
let hideTimer = 0;
let isPressed = false;
/** @type {(() => void)[]} */
let held = [];

/**
 * The element with an id. Its type is left open: each page knows which elements it holds.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * A new element with properties (`class`, `dataset` and aria attributes too) and children; null children are left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} properties
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function createElement(tag, properties = {}, ...children) {
  /** @type {any} */
  const created = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in created && key !== "list") created[key] = value;
    else created.setAttribute(key, value);
  }
  created.append(...children.filter((child) => child !== null && child !== undefined));
  return created;
}

/**
 * Shows an error for ERROR_SECONDS; "" hides it.
 * @param {string} text
 */
export function showError(text) {
  const line = byId("trouble");
  line.textContent = text;
  line.hidden = !text;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => {
    line.hidden = true;
  }, ERROR_SECONDS * 1000);
}

/**
 * Shows that the program does not answer, for as long as it does not.
 * @param {boolean} isConnected
 */
export function showConnection(isConnected) {
  const wasAway = document.body.classList.contains("is-away");
  document.body.classList.toggle("is-away", !isConnected);
  if (!isConnected) showError(t("The program does not answer. The page continues by itself as soon as it does."));
  else if (wasAway) showError("");
  if (!isConnected) clearTimeout(hideTimer);
}

/**
 * Shows a sentence for everybody at the table, until another takes its place; "" hides it.
 * @param {string} text
 */
export function showNotice(text) {
  const line = byId("notice");
  if (!line) return;
  line.textContent = text;
  line.hidden = !text;
}

/**
 * The first element that matches a selector; null where none does.
 * @param {string} selector
 * @returns {any}
 */
export function query(selector) {
  return document.querySelector(selector);
}

/**
 * All elements that match a selector.
 * @param {string} selector
 * @returns {any[]}
 */
export function queryAll(selector) {
  return [...document.querySelectorAll(selector)];
}

/**
 * Does something at once, or when the button of the mouse is up: what is replaced while it is down misses its click.
 * @param {() => void} action
 */
export function whenReleased(action) {
  if (isPressed) held.push(action);
  else action();
}

function release() {
  isPressed = false;
  const due = held;
  held = [];
  for (const action of due) action();
}

addEventListener("pointerdown", ({ button }) => (isPressed = button === 0), true);
// The click follows the release at once. Where a menu opens, no release is told.
for (const name of ["pointerup", "pointercancel", "contextmenu"])
  addEventListener(name, () => setTimeout(release), true);
