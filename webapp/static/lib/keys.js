// Keys that work wherever a visitor is on a page, but not while something is written or a dialog is open.

// `pressed` hears the key and tells whether it stands for anything.
export function onKey(pressed) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || isForField(event.target)) return;
    if (pressed(event.key.toLowerCase())) event.preventDefault();
  });
}

// A field of a dialog keeps the focus for a moment after the dialog was closed: what is pressed then is not meant for it.
function isForField(target) {
  return target instanceof Element && target.matches("input, select, textarea") && !target.closest("dialog:not([open])");
}
