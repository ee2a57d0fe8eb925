// @ts-check
// A badge that was scanned at the desk checks its entry in, by itself.

import { post } from "../lib/api.js";
import { byId, query } from "../lib/dom.js";
import { t } from "../lib/text.js";

query("main").inert = false;
const scanned = byId("scanned");
if (scanned.dataset.here === "false") {
  const answer = await post("/api/hall/desk/check-in", { badge: scanned.dataset.badge });
  if (answer) {
    byId("says").textContent = t("%(name)s is checked in.", { name: answer.name });
    scanned.classList.add("done");
  }
}
