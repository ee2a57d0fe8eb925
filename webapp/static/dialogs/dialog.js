// The one dialog of a page: a title, a body, and buttons; what was chosen comes back as a promise.

import { make } from "../lib/api.js";

// Until what was asked before is done with: a dialog tells that it was closed when it is gone already, and another that
// was opened meanwhile would take that for its own answer.
let before = Promise.resolve();

// `buttons`: [{value, text, primary}]; the primary one cannot be pressed before `isReady()`. Resolves to the value of the
// button pressed, "" where it was closed.
export async function ask(title, body, buttons, isReady = () => true) {
  const closed = before;
  let isDone;
  before = new Promise((resolve) => { isDone = resolve; });
  await closed;
  const dialog = document.getElementById("dialog");
  document.getElementById("dialog-title").textContent = title;
  document.getElementById("dialog-body").replaceChildren(...body);
  document.getElementById("dialog-buttons").replaceChildren(
    ...buttons.map(({ value, text, primary }) => make("button", { value, class: primary ? "primary" : "" }, text)),
  );
  const primary = dialog.querySelector("menu .primary");
  const check = () => { if (primary) primary.disabled = !isReady(); };
  for (const happens of ["click", "change"]) document.getElementById("dialog-body")[`on${happens}`] = check;
  check();
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue);
      setTimeout(isDone);  // who asked reads what was chosen first
    }, { once: true });
  });
}

// Radio buttons. `options`: [{value, text, picture}]; `changed` hears the value chosen.
export function radios(legend, name, options, chosen, changed = () => {}) {
  const buttons = options.map(({ value, text, picture }) => {
    const input = make("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => changed(value));
    return make("label", { class: "choice" }, input, picture, text);
  });
  return make("fieldset", { class: "part" }, make("legend", {}, legend), make("div", { class: "choices" }, ...buttons));
}

export function part(title, ...content) {
  return make("section", { class: "part" }, make("h3", {}, title), ...content);
}
