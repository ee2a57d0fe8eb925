// @ts-check
// Typing the code of a table's sheet, where a phone cannot scan it.

import { post } from "../lib/api.js";
import { byId, query } from "../lib/dom.js";

const code = byId("code");

byId("find").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const found = await post("/api/hall/camera", { code: code.value });
  if (found) location.href = found.address;
  else code.select();
});
query("main").inert = false;
code.focus();
