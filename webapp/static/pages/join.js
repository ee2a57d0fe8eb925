// @ts-check
// Joining a table, or coming into a hall, with the code on the screen of the host or the desk.

import { address } from "../lib/address.js";
import { post } from "../lib/api.js";
import { byId, query } from "../lib/dom.js";

const form = byId("join");
const code = byId("code");

/** @param {string} sentence why, under the field */
function refuse(sentence) {
  byId("refused").textContent = sentence;
  byId("refused").hidden = !sentence;
}

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (await post("/api/join", { code: code.value }, refuse)) location.href = address(form.dataset.next ?? "/");
  else code.select();
});
byId("host")?.addEventListener("click", async () => {
  if (await post("/api/host")) location.href = address("/");
});
query("main").inert = false;
code.focus();
