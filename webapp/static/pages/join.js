// @ts-check
// Joining with the code on the host's screen.

import { post } from "../lib/api.js";
import { byId, query } from "../lib/dom.js";

const code = byId("code");

byId("join").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (await post("/api/join", { code: code.value })) location.href = "/seat";
  else code.select();
});
query("main").inert = false;
code.focus();
