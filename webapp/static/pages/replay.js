// A game replayed: one move after the other, by buttons, by keys, or by itself.

import { get, make } from "../lib/api.js";
import { Pegboard } from "../components/pegboard.js";
import { describe } from "../components/event_list.js";
import { drawTile } from "../lib/tile_svg.js";

const at = (id) => document.getElementById(id);
const { game, target } = at("stage").dataset;
const replay = await get(`/api/games/${game}/replay`);
const { moves } = replay;
const board = new Pegboard(at("board"));
const drawings = new Map();
let place = 0;
let running = 0;

// What lies on the table

function drawingOf(hand) {
  if (!drawings.has(hand)) {
    const { drawing } = replay.hands.find((each) => each.number === hand);
    drawings.set(hand, new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement);
  }
  return drawings.get(hand);
}

function showTable(move) {
  const drawing = drawingOf(move.hand);
  const lying = new Set(move.tiles);
  for (const tile of drawing.querySelectorAll("[data-tile]")) {
    tile.classList.toggle("not-yet", !lying.has(tile.dataset.tile));
    tile.classList.toggle("last", move.line.event === "play" && tile.dataset.tile === move.line.tile);
    for (const half of tile.querySelectorAll(".open")) {
      const end = move.open.find((each) => each.tile === tile.dataset.tile && each.pips === Number(half.dataset.pips));
      half.classList.toggle("shut", !end);
      half.classList.toggle("idle", Boolean(end) && !end.counts);
    }
  }
  if (at("felt").firstChild !== drawing) at("felt").replaceChildren(drawing);
}

// The still of this moment beside that of the play before, to settle what was laid.
function showStills() {
  const isOn = at("photos").getAttribute("aria-pressed") === "true";
  const now = moves.findLastIndex((move, index) => index <= place && move.has_picture);
  const before = moves.findLastIndex((move, index) => index < now && move.has_picture);
  const shown = [before, now].filter((index) => index >= 0);
  at("stills").hidden = !isOn || !shown.length;
  at("felt").hidden = !at("stills").hidden;
  if (at("stills").hidden) return;
  at("stills").replaceChildren(...shown.map((index) => {
    const { number } = moves[index].line;
    const words = index === now && shown.length > 1 ? "After" : index === now ? "Then" : "Before";
    const image = make("img", { src: `/api/games/${game}/events/${number}/picture`, alt: `The table: ${deed(moves[index].line)}` });
    return make("figure", {}, image, make("figcaption", {}, `${words}: ${deed(moves[index].line)}`));
  }));
}

// The score

function pegs() {
  const found = Object.fromEntries(replay.sides.map((side) => [side, [0, 0]]));
  for (const { scores } of moves.slice(0, place + 1)) {
    for (const side of replay.sides) if (scores[side] !== found[side][1]) found[side] = [found[side][1], scores[side]];
  }
  return found;
}

function deed(line) {
  if (line.event === "play") return line.on ? `${line.player} ${line.tile} on ${line.on}` : `${line.player} sets ${line.tile}`;
  if (line.event === "hand") return `${line.setter} to set`;
  return [line.player, describe(line)].filter(Boolean).join(" ");
}

// One move

function show(index, keepsRunning = false) {
  if (!keepsRunning) stop();
  place = Math.min(moves.length - 1, Math.max(0, index));
  const move = moves[place];
  showTable(move);
  showStills();
  board.show(pegs(), Number(target));
  at("where").textContent = `Hand ${move.hand} · move ${place + 1} of ${moves.length}`;
  at("count").textContent = replay.rules.scores && move.tiles.length ? `count ${move.count}` : "";
  at("said").textContent = deed(move.line);
  at("say").textContent = move.say;
  at("open").textContent = openEnds(move);
  at("place").value = place;
  at("place").setAttribute("aria-valuetext", deed(move.line));
  for (const id of ["first", "back"]) at(id).disabled = place === 0;
  for (const id of ["next", "last"]) at(id).disabled = place === moves.length - 1;
  mark();
  history.replaceState(null, "", `#${move.line.number}`);
}

function openEnds({ open, to_play: next }) {
  const ends = open.map((end) => end.pips).sort((one, other) => other - one).join(", ");
  return [ends && `Open: ${ends}`, next && `${next} to play`].filter(Boolean).join(" · ");
}

// The list of moves

function list() {
  at("moves").replaceChildren(...replay.hands.map((hand) => {
    const entries = moves.map((move, index) => [move, index]).filter(([move]) => move.hand === hand.number && move.line.event !== "hand");
    return make("section", { "aria-label": `Hand ${hand.number}` }, make("h2", {}, `Hand ${hand.number}`),
      make("ol", {}, ...entries.map(([move, index]) => entry(move, index))));
  }));
}

function entry({ line }, index) {
  const gain = line.points && line.event === "play" && replay.rules.claims !== "call" ? line.points
    : line.event === "claim" && !line.fault ? line.points : line.gained?.[line.hand_winner];
  const what = line.event === "play" ? (line.on ? `on ${line.on}` : "sets") : describe(line);
  const button = make("button", { type: "button", class: line.event === "play" ? "" : "said-so" },
    make("span", { class: "who" }, line.player ?? ""), line.event === "play" ? drawTile(line.tile) : null,
    make("span", { class: "what" }, what), make("span", { class: "gain" }, gain ? `+${gain}` : ""));
  button.dataset.index = index;
  button.addEventListener("click", () => show(index));
  return make("li", {}, button);
}

function mark() {
  at("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = at("moves").querySelector(`[data-index="${place}"]`) ?? at("moves").querySelector(`[data-index="${place + 1}"]`);
  if (!button) return;
  button.setAttribute("aria-current", "step");
  // The list alone is moved, never the page.
  const nav = at("moves").parentElement;
  nav.scrollTop = button.offsetTop - nav.clientHeight / 2;
}

// Running

function run() {
  if (place === moves.length - 1) show(0);
  running = setTimeout(step, Number(at("pace").value));
  showRunning();
}

function step() {
  show(place + 1, true);
  if (place < moves.length - 1) running = setTimeout(step, Number(at("pace").value));
  else stop();
}

function stop() {
  clearTimeout(running);
  running = 0;
  showRunning();
}

function showRunning() {
  at("run").setAttribute("aria-label", running ? "Stop" : "Play");
  at("run").classList.toggle("running", running !== 0);
}

const doing = {
  first: () => show(0), back: () => show(place - 1), next: () => show(place + 1), last: () => show(moves.length - 1),
  run: () => (running ? stop() : run()),
};
for (const [id, does] of Object.entries(doing)) at(id).addEventListener("click", does);
at("place").addEventListener("input", () => show(Number(at("place").value)));
at("photos").addEventListener("click", () => {
  at("photos").setAttribute("aria-pressed", String(at("photos").getAttribute("aria-pressed") !== "true"));
  showStills();
});
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, button, a") && !event.key.startsWith("Arrow")) return;
  if (event.target.closest("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const does = { ArrowLeft: doing.back, ArrowRight: doing.next, Home: doing.first, End: doing.last, " ": doing.run }[event.key];
  if (does) { event.preventDefault(); does(); }
});

function begin() {
  const number = Number(location.hash.slice(1));
  const found = moves.findIndex((move) => move.line.number >= number);
  show(!location.hash ? 0 : found < 0 ? moves.length - 1 : found);
}

addEventListener("hashchange", begin);
if (moves.length) {
  at("place").max = moves.length - 1;
  at("photos").hidden = !moves.some((move) => move.has_picture);
  list();
  begin();
} else {
  at("said").textContent = "No hand has begun yet: there is nothing to replay.";
}
document.querySelector("main").inert = false;
