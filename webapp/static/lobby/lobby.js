// @ts-check
// The lobby: a card for each table, kept as it is by the stream of events.

import { address } from "../lib/address.js";
import { post, signOut } from "../lib/api.js";
import { stayAwake } from "../lib/awake.js";
import { byId, createElement, query, showConnection, showNotice } from "../lib/dom.js";
import { LiveStream } from "../lib/live_stream.js";
import { language, t, tn } from "../lib/text.js";

/** @import { TableGlance } from "../lib/types.js" */

/** @type {Map<number, {glance: TableGlance, card: HTMLElement}>} */
const shown = new Map();
const grid = byId("tables");
let toEverybody = "";

/** @param {TableGlance} glance */
function show(glance) {
  const card = createCard(glance);
  const known = shown.get(glance.number);
  if (known) known.card.replaceWith(card);
  else grid.append(card);
  shown.set(glance.number, { glance, card });
  summarise();
}

/** @param {TableGlance} glance */
function createCard(glance) {
  const { help } = glance;
  return createElement(
    "li",
    { class: help ? "table-card needs-help" : "table-card" },
    createElement(
      "a",
      { href: address(glance.address) },
      createElement(
        "span",
        { class: "number", "aria-label": t("Table %(number)s", { number: glance.number }) },
        String(glance.number),
      ),
      createElement("span", { class: "game" }, ...sidesOf(glance)),
      createElement("span", { class: "state" }, stateOf(glance)),
      createElement("span", { class: `camera ${glance.camera.health}` }, cameraText(glance)),
      help ? createElement("strong", { class: "help" }, help) : null,
      glance.notice !== toEverybody ? createElement("strong", { class: "told" }, glance.notice) : null,
    ),
  );
}

/** @param {TableGlance} glance */
function sidesOf(glance) {
  return Object.entries(glance.scores).map(([side, points], place) =>
    createElement(
      "span",
      { class: `side side-${place + 1}${glance.winner === side ? " won" : ""}` },
      createElement("span", { class: "name" }, side.replaceAll("+", " + ")),
      createElement("span", { class: "score" }, String(points)),
    ),
  );
}

/** @param {TableGlance} glance */
function stateOf(glance) {
  if (!glance.game) return t("No game yet.");
  if (glance.winner) return t("%(side)s won.", { side: glance.winner.replaceAll("+", " + ") });
  return t("%(rules)s to %(target)s", { rules: glance.rules, target: glance.target });
}

/** @param {TableGlance} glance */
function cameraText(glance) {
  if (glance.paused) return t("The camera looks away.");
  return glance.camera.says || t("The camera watches.");
}

function summarise() {
  const all = [...shown.values()].map(({ glance }) => glance);
  const playing = all.filter(({ game, winner }) => game && !winner).length;
  const helpless = all.filter(({ help }) => help).length;
  byId("summary").textContent = [
    tn("%(number)s table is playing.", "%(number)s tables are playing.", playing),
    helpless ? tn("%(number)s needs help.", "%(number)s need help.", helpless) : t("Nobody needs help."),
  ].join(" ");
}

byId("change-code")?.addEventListener("click", async () => {
  const changed = await post("/api/hall/code");
  if (changed) location.reload();
});
byId("let-in")?.addEventListener("click", async () => {
  if (await post("/api/hall/phones")) location.reload();
});
byId("renew-keys")?.addEventListener("click", async () => {
  const renewed = await post("/api/hall/keys");
  if (!renewed) return;
  byId("renewed").hidden = false;
  byId("desk-address").textContent = location.origin + renewed.path;
  byId("code").textContent = renewed.code;
  query(".invitation img").src = `/invitation.svg?${renewed.code}`;
});
byId("sign-out")?.addEventListener("click", signOut);
new LiveStream(
  () => ({ address: address(`/api/hall/stream?language=${language}`) }),
  {
    table: (data) => show(JSON.parse(data)),
    load(data) {
      byId("full").textContent = JSON.parse(data).full;
      byId("full").hidden = !byId("full").textContent;
    },
    notice(data) {
      toEverybody = JSON.parse(data).notice;
      showNotice(toEverybody);
      for (const { glance } of [...shown.values()]) show(glance);
    },
  },
  {
    onOpen: () => showConnection(true),
    onError: () => showConnection(false),
  },
);
stayAwake();
query("main").inert = false;
