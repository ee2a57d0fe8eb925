// @ts-check
// Keyboard shortcuts of a page. They are off while a field has the focus or a dialog is open.

/**
 * Calls `onPress` with each key in lower case. It returns whether the key stands for anything.
 * @param {(key: string) => boolean} onPress
 */
export function onKey(onPress) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]") || isForField(event.target)) return;
    if (onPress(event.key.toLowerCase())) event.preventDefault();
  });
}

/**
 * A field of a dialog keeps the focus for a moment after the dialog closes: keys pressed then are shortcuts again.
 * @param {EventTarget | null} target
 */
function isForField(target) {
  return (
    target instanceof Element && target.matches("input, select, textarea") && !target.closest("dialog:not([open])")
  );
}
