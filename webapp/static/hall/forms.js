// @ts-check
// Buttons and forms that send what they say: the address in data-post, the JSON in data-body, more from fields.

import { openDialog } from "../dialogs/dialog.js";
import { post } from "../lib/api.js";
import { byId, createElement, showError } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { refresh } from "./live.js";

/** @typedef {Record<string, any>} Json */

const WHO = "desk-name";
const MOST_NUMBERS = 10_000;
// Fields that are as they were once they are sent.
const TYPED = "input[name='badge'], .typed input, input[name='entries'], textarea:not([data-kind='lines'])";

/**
 * Sends a body, with the name of whoever is at the desk. Whether it was accepted. While it is sent, its button works.
 * @param {HTMLElement} element
 * @param {Json} body
 * @returns {Promise<boolean>}
 */
async function send(element, body) {
  if (element.ariaBusy === "true") return false;
  element.ariaBusy = "true";
  const who = byId("who")?.value.trim();
  let doubt = "";
  // The tournament that is shown: another may have begun meanwhile.
  const { tournament = "0" } = byId("live")?.dataset ?? {};
  const address = (element.dataset.post ?? "") + (tournament === "0" ? "" : `?tournament=${tournament}`);
  const answer = await post(address, who ? { ...body, by: who } : body, (sentence, { asks }) => {
    if (asks) doubt = sentence;
    else showError(sentence);
  });
  if (answer !== null) {
    if (element.dataset.then) location.href = element.dataset.then;
    else await refresh();
  }
  element.ariaBusy = null;
  return doubt ? (await isMeant(doubt)) && send(element, { ...body, sure: true }) : answer !== null;
}

/**
 * Whether somebody means what looks like a slip.
 * @param {string} doubt
 */
async function isMeant(doubt) {
  const buttons = [
    { value: "", text: t("No, change it") },
    { value: "sure", text: t("Yes, that is right") },
  ];
  return (await openDialog(t("Is that right?"), [createElement("p", {}, doubt)], buttons)) === "sure";
}

/**
 * What the fields of an element hold, by their names; null after a sentence where one cannot be read. A name with dots is a path.
 * @param {HTMLElement} element
 * @returns {Json | null}
 */
function read(element) {
  /** @type {Json} */
  const body = {};
  /** @type {NodeListOf<HTMLInputElement>} */
  const fields = element.querySelectorAll("input[name], select[name], textarea[name]");
  for (const field of fields) {
    if (field.matches(":disabled")) continue;
    const value = valueIn(field);
    if (value === null) {
      showError(
        field.dataset.kind === "meetings"
          ? t("Write a line for each table, for example 3: 1 - 4.")
          : field.dataset.kind === "numbers"
            ? t("Write numbers such as 3, 8 or 1-80, the lower one first.")
            : t("Write the points of both sides, for example 61:40."),
      );
      return null;
    }
    if (value !== "") place(body, field.name.split("."), value);
  }
  return compact(body);
}

/**
 * The value of a field as JSON; "" where it is empty, null where it cannot be read.
 * @param {HTMLInputElement} field
 */
function valueIn(field) {
  const text = field.value.trim();
  if (field.type === "checkbox") return field.checked;
  if (field.dataset.kind === "lines") return text ? text.split("\n").map((line) => line.trim()) : [];
  if (field.dataset.kind === "numbers") return text ? numbersIn(text) : [];
  if (text && (field.type === "number" || field.dataset.kind === "number")) return Number(text);
  if (field.name === "result") return gamesOf(text);
  if (field.dataset.kind === "meetings") return meetingsOf(text);
  return text;
}

/**
 * The numbers of "7" and of "1-80, 85"; null where a part has none, or more than a hall has.
 * @param {string} text
 */
function numbersIn(text) {
  const parts = text.split(",").map((part) => {
    const [first, last = first] = part.split("-").map(Number);
    return { first, length: last - first + 1 };
  });
  if (!parts.every(({ length }) => length > 0 && length <= MOST_NUMBERS)) return null;
  return parts.flatMap(({ first, length }) => Array.from({ length }, (_, place) => first + place));
}

/**
 * The games of "61:40, 50:61"; null where the text is none.
 * @param {string} text
 */
function gamesOf(text) {
  const games = text.split(/[,;]/).map((game) => /^\s*(\d{1,6})\s*[:\-./\s]\s*(\d{1,6})\s*$/.exec(game));
  if (games.some((game) => game === null)) return null;
  return { games: games.map((game) => [Number(game?.[1]), Number(game?.[2])]) };
}

/**
 * The meetings of lines such as "3: 1 - 4" and "3: 1+2 - 4+5"; null where a line is none.
 * @param {string} text
 */
function meetingsOf(text) {
  const sideOf = (/** @type {string} */ side) => side.split("+").map(Number);
  const lines = text.split("\n").filter((line) => line.trim());
  const found = lines.map((line) => /^\s*(\d{1,5})\s*:\s*([\d+\s]+?)\s*-\s*([\d+\s]+?)\s*(#.*)?$/.exec(line));
  if (found.some((line) => line === null)) return null;
  return found.map((line) => ({ table: Number(line?.[1]), sides: [sideOf(line?.[2] ?? ""), sideOf(line?.[3] ?? "")] }));
}

/**
 * @param {Json} body
 * @param {string[]} path
 * @param {unknown} value
 */
function place(body, path, value) {
  let part = body;
  for (const [depth, key] of path.slice(0, -1).entries()) {
    part[key] ??= /^\d+$/.test(path[depth + 1]) ? [] : {};
    part = part[key];
  }
  part[path[path.length - 1]] = value;
}

/**
 * A value without the gaps that empty fields leave in its lists.
 * @param {any} value
 * @returns {any}
 */
function compact(value) {
  if (Array.isArray(value)) return value.filter((part) => part !== undefined).map(compact);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, compact(part)]));
}

/**
 * The fields that a button asks for.
 * @param {HTMLElement} button
 */
function formOf(button) {
  const form = createElement("div", { class: "asked" });
  if (button.dataset.note) form.append(createElement("p", { class: "note" }, button.dataset.note));
  for (const name of (button.dataset.ask ?? "").split(" ")) {
    form.append(byId(`ask-${name}`).content.cloneNode(true));
  }
  for (const select of form.querySelectorAll("select[data-players]")) {
    const players = JSON.parse(button.dataset.players ?? "[]");
    select.append(...players.map((/** @type {string} */ player) => createElement("option", {}, player)));
  }
  form.addEventListener("input", () => form.dispatchEvent(new Event("change", { bubbles: true })));
  return form;
}

/**
 * Asks for the fields of a form; null where the dialog was closed.
 * @param {string} title
 * @param {HTMLElement} form
 */
async function ask(title, form) {
  const isReady = () =>
    [...form.querySelectorAll("input, select")].every((/** @type {any} */ field) => field.validity.valid);
  showError("");
  const choice = await openDialog(
    title,
    [form],
    [
      { value: "", text: t("Cancel") },
      { value: "send", text: t("Send"), primary: true },
    ],
    isReady,
  );
  return choice === "send" ? read(form) : null;
}

document.addEventListener("click", async (event) => {
  /** @type {HTMLElement | null | undefined} */
  const button = /** @type {Element} */ (event.target).closest?.("button[data-post]");
  if (!button) return;
  // What the button means now: the page may change while the dialog is open.
  const body = JSON.parse(button.dataset.body ?? "{}");
  const { title = "" } = button.dataset;
  if (!button.dataset.ask) {
    await send(button, body);
    return;
  }
  const form = formOf(button);
  // What was refused is there to be changed, with the reason above it.
  for (;;) {
    const asked = await ask(title, form);
    if (asked === null || (await send(button, { ...body, ...asked }))) return;
    const trouble = byId("trouble");
    form.querySelector(".refused")?.remove();
    if (!trouble.hidden) form.prepend(createElement("p", { class: "refused" }, trouble.textContent));
  }
});

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.post) return;
  event.preventDefault();
  const typed = read(form);
  if (typed === null) return;
  const body = { ...JSON.parse(form.dataset.body ?? "{}"), ...typed };
  // What everybody said already needs no reason.
  const isKnown =
    body.result?.games?.map((/** @type {number[]} */ game) => game.join(":")).join(", ") === form.dataset.known;
  const asked = form.dataset.ask && !isKnown ? await ask(form.dataset.title ?? "", formOf(form)) : {};
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(TYPED));
  if (asked !== null && (await send(form, { ...body, ...asked })))
    for (const field of fields) field.value = field.defaultValue;
  else fields[0]?.select();
});

document.addEventListener("change", async (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.dataset.opens) {
    const part = byId(field.dataset.opens);
    part.disabled = part.hidden = !field.checked;
  } else if (field.dataset.fills && field.files?.length) {
    byId(field.dataset.fills).value = await field.files[0].text();
    field.value = "";
  }
});

const who = byId("who");
if (who) {
  who.value = localStorage.getItem(WHO) ?? "";
  who.addEventListener("change", () => localStorage.setItem(WHO, who.value.trim()));
}
