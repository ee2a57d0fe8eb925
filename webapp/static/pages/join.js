// Joining with the code that the host's screen shows.

import { post } from "../lib/api.js";

const code = document.getElementById("code");

document.getElementById("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await post("/api/join", { code: code.value })) location.href = "/seat";
  else code.select();
});
document.querySelector("main").inert = false;
code.focus();
