// The scoreboard that streaming programs lay over their picture. In its address: place=top-left, top-right, bottom-left
// or bottom-right, size=1.5, quiet (no sentences).

import { get, make } from "../lib/api.js";
import { Updates } from "../lib/event_stream.js";

const PLACES = ["top-left", "top-right", "bottom-left", "bottom-right"];
const QUIET_SECONDS = 12;
const AGAIN_SECONDS = 3;
const at = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.search);

document.body.classList.add(PLACES.find((place) => place === asked.get("place")) ?? "bottom-left");
const size = Number(asked.get("size"));
if (size > 0 && size <= 8) document.documentElement.style.setProperty("--size", size);
let hiding = 0;

function show({ game }) {
  at("scoreboard").hidden = !game;
  if (!game) return;
  const { hand, rules, winner } = game;
  at("rules").textContent = `${rules.name} · to ${rules.target}`;
  at("sides").replaceChildren(...game.sides.map((side, number) => {
    const isNext = !winner && Boolean(hand) && !hand.is_over && side.split("+").includes(hand.to_play);
    const entry = make("li", { class: `side-${number + 1}${isNext ? " next" : ""}${winner === side ? " won" : ""}` },
      make("span", { class: "name" }, side.replaceAll("+", " & ")), make("span", { class: "score" }, String(game.scores[side])));
    if (isNext) entry.setAttribute("aria-current", "true");
    return entry;
  }));
  // With claims by call the count would tell who has a score to claim.
  const isOpen = Boolean(hand) && !hand.is_over && hand.tiles.length > 0;
  at("count").textContent = isOpen && rules.scores && rules.claims !== "call" ? `count ${hand.count}` : "";
  at("turn").textContent = winner ? `${winner.replaceAll("+", " & ")} won` : isOpen && hand.to_play ? `${hand.to_play} to play` : "";
}

function say(sentence) {
  if (asked.has("quiet") || !sentence) return;
  at("said").textContent = sentence;
  at("said").classList.add("fresh");
  clearTimeout(hiding);
  hiding = setTimeout(() => at("said").classList.remove("fresh"), QUIET_SECONDS * 1000);
}

// A stream may be set up before the program runs: the scoreboard waits for it.
async function begin() {
  let table;
  try {
    table = await get("/api/table");
  } catch {
    setTimeout(begin, AGAIN_SECONDS * 1000);
    return;
  }
  show(table);
  const updates = new Updates(table, {
    told(message) { show(message.table); say(message.words); },
    changed: show,
    async reset() {
      const fresh = await get("/api/table");
      updates.heard = { id: fresh.id, number: fresh.number };
      show(fresh);
    },
    connected() {},
  });
}

begin();
