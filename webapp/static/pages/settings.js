// @ts-check
// The settings of the table: who elsewhere is told each event.

import { get, post, toSentence } from "../lib/api.js";
import { createElement, query, queryAll } from "../lib/dom.js";
import { t, tn, withNodes } from "../lib/text.js";

/** @import { Receivers, Receiver } from "../lib/types.js" */

const LOOK_MILLISECONDS = 2000;
/** The secrets that were made since the page was opened: none is told again. @type {Record<string, string>} */
const secrets = {};
let lookTimer = 0;

/** @param {Receiver | null} receiver */
function state(receiver) {
  if (!receiver) return "";
  if (!receiver.waiting) return t("%(address)s has been told everything.", { address: receiver.address });
  const waiting = tn("%(number)s event waits for it.", "%(number)s events wait for it.", receiver.waiting);
  return `${receiver.address}: ${waiting} ${toSentence(receiver.trouble)}`;
}

async function look() {
  clearTimeout(lookTimer);
  const forms = queryAll("[data-receiver]");
  if (!forms.length) return;
  /** @type {Receivers | null} */
  const receivers = await get("/api/receivers").catch(() => null);
  for (const form of receivers ? forms : []) {
    const kind = /** @type {"hook" | "mqtt"} */ (form.dataset.receiver);
    const receiver = receivers?.[kind] ?? null;
    const told = form.querySelector(".told");
    if (told.dataset.says !== state(receiver) + secrets[kind]) {
      told.dataset.says = state(receiver) + secrets[kind];
      told.replaceChildren(state(receiver), ...(secrets[kind] ? secretParts(secrets[kind]) : []));
    }
    form.querySelector(".end").hidden = !receiver;
  }
  lookTimer = setTimeout(look, LOOK_MILLISECONDS);
}

/** @param {string} secret */
function secretParts(secret) {
  const text = t("What it is sent is signed with this secret, which is not shown again: %(secret)s");
  return [" ", ...withNodes(text, { secret: createElement("code", { class: "secret" }, secret) })];
}

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 */
async function tell(form, address) {
  const kind = form.dataset.receiver ?? "";
  const answer = await post("/api/receivers", { kind, address });
  if (!answer) return;
  if (answer.secret || !address) secrets[kind] = answer.secret;
  form.reset();
  await look();
}

for (const form of queryAll("[data-receiver]")) {
  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const address = form.querySelector("input").value.trim();
    if (address) tell(form, address);
  });
  form.querySelector(".end").addEventListener("click", () => tell(form, ""));
}
look();
query("main").inert = false;
