// @ts-check
// The scoreboard for streaming programs. Its address may carry place=top-left, top-right, bottom-left or bottom-right,
// size=1.5, quiet for no sentences, and language=es.

import { get } from "../lib/api.js";
import { byId, createElement } from "../lib/dom.js";
import { EventStream } from "../lib/event_stream.js";
import { formatNumber, partnersInWords, t, tp } from "../lib/text.js";

/** @import { Table } from "../lib/types.js" */

const PLACES = ["top-left", "top-right", "bottom-left", "bottom-right"];
const SENTENCE_SECONDS = 12;
const RETRY_SECONDS = 3;
const POINTED_SECONDS = 3;
const options = new URLSearchParams(location.search);

document.body.classList.add(PLACES.find((place) => place === options.get("place")) ?? "bottom-left");
const size = Number(options.get("size"));
if (size > 0 && size <= 8) document.documentElement.style.setProperty("--size", String(size));
if (options.has("quiet")) byId("notice").remove();
let hiding = 0;
let pointing = 0;

/** @param {Table} table */
function show({ game }) {
  byId("scoreboard").hidden = !game;
  if (!game) return;
  const { hand, rules, winner, partners } = game;
  const toTarget = tp("the score that wins", "to %(target)s", { target: formatNumber(rules.target) });
  byId("rules").textContent = `${rules.name} · ${toTarget}`;
  byId("sides").replaceChildren(
    ...game.sides.map((side, number) => {
      const isNext = !winner && hand?.is_over === false && side === game.side_of[hand.to_play ?? ""];
      const entry = createElement(
        "li",
        { class: `side-${number + 1}${isNext ? " next" : ""}${winner === side ? " won" : ""}` },
        createElement("span", { class: "name" }, side.replaceAll("+", " & ")),
        createElement("span", { class: "score" }, formatNumber(game.scores[side])),
      );
      if (isNext) entry.setAttribute("aria-current", "true");
      return entry;
    }),
  );
  byId("partners").textContent = winner ? "" : partnersInWords(partners);
  const isOpen = hand !== null && !hand.is_over && hand.tiles.length > 0;
  byId("count").textContent =
    isOpen && rules.scores && hand.count !== null ? t("count %(count)s", { count: hand.count }) : "";
  byId("turn").textContent = winner
    ? t("%(side)s won", { side: winner.replaceAll("+", " & ") })
    : isOpen && hand.to_play
      ? t("%(player)s to play", { player: hand.to_play })
      : "";
}

/** @param {string} sentence */
function say(sentence) {
  if (options.has("quiet") || !sentence) return;
  byId("said").textContent = sentence;
  byId("said").classList.add("fresh");
  clearTimeout(hiding);
  hiding = setTimeout(() => byId("said").classList.remove("fresh"), SENTENCE_SECONDS * 1000);
}

// Streamers may start the overlay before the program; it waits.
async function begin() {
  /** @type {Table} */
  let table;
  try {
    table = await get("/api/table");
  } catch {
    setTimeout(begin, RETRY_SECONDS * 1000);
    return;
  }
  show(table);
  byId("scoreboard").inert = false;
  const stream = new EventStream(table, {
    onTold(message) {
      show(message.table);
      say(message.words);
    },
    onChanged: show,
    async onReset() {
      show(await stream.newest(() => get("/api/table")));
    },
    onConnection() {},
  });
}

// No pointer moves in a streaming program, so the choice of a language never gets into its picture.
addEventListener("pointermove", () => {
  document.body.classList.add("pointed");
  clearTimeout(pointing);
  pointing = setTimeout(() => document.body.classList.remove("pointed"), POINTED_SECONDS * 1000);
});
begin();
