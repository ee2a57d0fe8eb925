// @ts-check
// The dialog of a page: a title, a body and buttons. A promise gives the button that was pressed.

import { byId, createElement } from "../lib/dom.js";

/** @typedef {{value: string, text: string, primary?: boolean}} DialogButton */

// Resolves when the dialog before is finished. The close event comes after the dialog is gone, and a dialog opened in
// between would take that event for its own.
let previous = Promise.resolve();
let check = () => {};

/**
 * Opens the dialog. Resolves to the value of the button pressed, "" where the dialog was closed without one.
 * @param {string} title
 * @param {Node[]} body
 * @param {DialogButton[]} buttons
 * @param {(value: string) => boolean} isReady whether a button with a value can be pressed; asked after every change
 * @param {Node[]} news what stands above the buttons, always in sight
 * @returns {Promise<string>}
 */
export async function openDialog(title, body, buttons, isReady = () => true, news = []) {
  const last = previous;
  /** @type {() => void} */
  let finish;
  previous = new Promise((resolve) => {
    finish = () => resolve();
  });
  await last;
  const dialog = byId("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...body);
  // Enter in a field presses the first button that submits: only a primary one does.
  const pressed = buttons.map(({ value, text, primary }) =>
    createElement(
      "button",
      primary ? { value, class: "primary" } : { value, type: "button", class: "", onclick: () => dialog.close(value) },
      text,
    ),
  );
  byId("dialog-buttons").replaceChildren(...news, ...pressed);
  check = () => {
    for (const button of pressed) button.disabled = button.value !== "" && !isReady(button.value);
    // What gets the focus is scrolled to where the buttons, which stay in sight, do not cover it.
    dialog.style.scrollPaddingBottom = `${byId("dialog-buttons").offsetHeight}px`;
  };
  for (const happens of ["click", "change"]) byId("dialog-body")[`on${happens}`] = checkDialog;
  dialog.returnValue = "";
  dialog.showModal();
  checkDialog();
  if (!byId("dialog-body").querySelector("input, select, button, a")) dialog.querySelector("menu .primary")?.focus();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => {
        resolve(dialog.returnValue);
        setTimeout(finish); // the caller reads the form first
      },
      { once: true },
    );
  });
}

/** Asks anew which buttons of the dialog can be pressed. */
export function checkDialog() {
  check();
}

/**
 * Radio buttons in a fieldset.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, text: string, picture?: Node}[]} options
 * @param {string | null | undefined} chosen
 * @param {(value: string) => void} onChange
 */
export function radioGroup(legend, name, options, chosen, onChange = () => {}) {
  const buttons = options.map(({ value, text, picture }) => {
    const input = createElement("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => onChange(value));
    return createElement("label", { class: "choice" }, input, picture, text);
  });
  return createElement(
    "fieldset",
    { class: "part" },
    createElement("legend", {}, legend),
    createElement("div", { class: "choices" }, ...buttons),
  );
}

/**
 * A part of a dialog under a heading.
 * @param {string} title
 * @param {...Node} content
 */
export function dialogSection(title, ...content) {
  return createElement("section", { class: "part" }, createElement("h3", {}, title), ...content);
}
