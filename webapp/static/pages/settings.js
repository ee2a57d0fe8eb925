// @ts-check
// The settings of the table: who elsewhere is told each event, and sounds of one's own.

import { address } from "../lib/address.js";
import { get, notAnswering, post, toSentence } from "../lib/api.js";
import { byId, createElement, query, queryAll, showError } from "../lib/dom.js";
import { t, tn, tp, withNodes } from "../lib/text.js";
import { playSound, wakeSounds } from "../sound/play_sound.js";

/** @import { Receivers, Receiver, Sounds } from "../lib/types.js" */

const LOOK_MILLISECONDS = 2000;
/** The secrets that were made since the page was opened: none is told again. @type {Record<string, string>} */
const secrets = {};
let lookTimer = 0;

/** @param {Receiver | null} receiver */
function state(receiver) {
  if (!receiver) return "";
  const { address, waiting, trouble, left_out: leftOut } = receiver;
  const parts = leftOut.length ? [refusal(leftOut)] : [];
  if (!waiting && !trouble) return [t("%(address)s has been told everything.", { address }), ...parts].join(" ");
  const waits = tn("%(number)s event waits for it.", "%(number)s events wait for it.", waiting);
  return [`${address}:`, waits, toSentence(trouble), ...parts].join(" ");
}

/** @param {string[]} ids of the events that a receiver refused */
function refusal(ids) {
  return tn(
    "It refused %(number)s event, which was left out: %(ids)s.",
    "It refused %(number)s events, which were left out: %(ids)s.",
    ids.length,
    { ids: ids.join(", ") },
  );
}

async function look() {
  clearTimeout(lookTimer);
  const forms = queryAll("[data-receiver]");
  if (!forms.length) return;
  /** @type {Receivers | null} */
  const receivers = document.hidden ? null : await get("/api/receivers").catch(() => null);
  for (const form of receivers ? forms : []) {
    const kind = /** @type {"hook" | "mqtt"} */ (form.dataset.receiver);
    const receiver = receivers?.[kind] ?? null;
    const told = form.querySelector(".told");
    if (told.dataset.says !== state(receiver) + secrets[kind]) {
      told.dataset.says = state(receiver) + secrets[kind];
      told.replaceChildren(state(receiver), ...(secrets[kind] ? secretParts(secrets[kind]) : []));
    }
    const end = form.querySelector(".end");
    if (end) end.hidden = !receiver;
    form.querySelector(".again").hidden = !receiver?.is_off;
    form.querySelector(".again").value = receiver?.address ?? "";
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
    const address = form.querySelector("input")?.value.trim();
    if (address) tell(form, address);
  });
  form.querySelector(".end")?.addEventListener("click", () => tell(form, ""));
  const again = form.querySelector(".again");
  again.addEventListener("click", () => tell(form, again.value));
}
// Sounds

/** @type {Record<string, string>} */
const MOMENTS = {
  win: tp("when a sound is heard", "the game is won"),
  fault: tp("when a sound is heard", "something is against the rules"),
  muggins: tp("when a sound is heard", "somebody calls Muggins"),
  claim: tp("when a sound is heard", "points are claimed"),
  score: tp("when a sound is heard", "a play scores"),
  play: tp("when a sound is heard", "a tile is played"),
  pass: tp("when a sound is heard", "somebody passes"),
  draw: tp("when a sound is heard", "somebody draws"),
  hand_end: tp("when a sound is heard", "the hand is over"),
  hand: tp("when a sound is heard", "a hand begins"),
};
const everybody = () => tp("whose sound", "everybody");

async function showSounds() {
  /** @type {Sounds} */
  const found = await get("/api/sounds");
  fillSelect(
    byId("moment"),
    found.moments.map((each) => [each, MOMENTS[each]]),
  );
  fillSelect(byId("whose"), [["", everybody()], ...found.players.map((each) => [each, each])]);
  byId("sound-list").replaceChildren(...found.sounds.map(soundItem));
}

/**
 * @param {HTMLSelectElement} select
 * @param {string[][]} options value and text of each
 */
function fillSelect(select, options) {
  const { value } = select;
  select.replaceChildren(...options.map(([each, text]) => createElement("option", { value: each }, text)));
  select.value = options.some(([each]) => each === value) ? value : options[0][0];
}

/** @param {Sounds["sounds"][number]} sound */
function soundItem({ moment, player, file }) {
  const what = `${player || everybody()}: ${MOMENTS[moment]}`;
  const listen = createElement("button", { type: "button", "aria-label": t("Hear: %(what)s", { what }) }, t("Hear it"));
  listen.addEventListener("click", () => {
    wakeSounds();
    playSound(`/api/sounds/${encodeURIComponent(file)}`, 1);
  });
  const remove = createElement(
    "button",
    { type: "button", "aria-label": t("Remove: %(what)s", { what }) },
    t("Remove"),
  );
  remove.addEventListener("click", () => send("DELETE", moment, player));
  return createElement("li", {}, what, " ", listen, " ", remove);
}

/**
 * @param {string} method
 * @param {string} moment
 * @param {string} player
 * @param {File} [file]
 */
async function send(method, moment, player, file) {
  const headers = { "Content-Type": file ? file.type || "audio/mpeg" : "application/json" };
  const place = address(`/api/sounds/${moment}?${new URLSearchParams({ player })}`);
  try {
    const answer = await fetch(place, { method, headers, body: file });
    if (!answer.ok) showError(toSentence((await answer.json()).error));
  } catch {
    showError(notAnswering());
  }
  await showSounds();
}

byId("sounds")?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const [file] = byId("file").files;
  await send("POST", byId("moment").value, byId("whose").value, file);
  byId("file").value = "";
});
if (byId("sounds")) showSounds();
look();
query("main").inert = false;
