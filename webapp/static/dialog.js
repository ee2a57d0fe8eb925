// The one dialog of a page: a title, a body, and buttons; what was chosen comes back as a promise.

import { make } from "./ask.js";

// `buttons`: [{value, text, primary}]. Resolves to the value of the button pressed, "" where it was closed.
export function ask(title, body, buttons) {
  const dialog = document.getElementById("dialog");
  document.getElementById("dialog-title").textContent = title;
  document.getElementById("dialog-body").replaceChildren(...body);
  document.getElementById("dialog-buttons").replaceChildren(
    ...buttons.map(({ value, text, primary }) => make("button", { value, class: primary ? "primary" : "" }, text)),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
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
