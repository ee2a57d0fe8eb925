// @ts-check
// The replay of a game, move by move: with buttons, with keys, or running by itself.

import { Pegboard } from "../components/pegboard.js";
import { createClip } from "../components/stills.js";
import { address } from "../lib/address.js";
import { get } from "../lib/api.js";
import { byId, createElement, query } from "../lib/dom.js";
import { formatGain, language, t, tp } from "../lib/text.js";
import { drawTile, limitSize } from "../lib/tile_svg.js";

/** @import { Move, Replay } from "../lib/types.js" */

const { game, target } = byId("stage").dataset;
const isRounds = "rounds" in byId("stage").dataset;
/** @type {Replay} */
const replay = await get(`/api/games/${game}/replay?language=${language}`);
// A hand that has only been begun shows nothing yet: the first move is its first play, as in a game of rounds.
const moves = replay.moves.filter(({ line, tiles }) => line.event !== "hand" || tiles.length);
const board = new Pegboard(byId("board"));
/** @type {Map<number, HTMLElement>} */
const drawings = new Map();
let place = 0;
let running = 0;

// The layout

/**
 * The drawing of a hand, made once.
 * @param {number} hand
 */
function drawingOf(hand) {
  let drawn = drawings.get(hand);
  if (!drawn) {
    const text = replay.hands.find((each) => each.number === hand)?.drawing ?? "";
    drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    limitSize(drawn);
    drawings.set(hand, drawn);
  }
  return drawn;
}

/** @param {Move} move */
function showTable(move) {
  const drawing = drawingOf(move.hand);
  const laid = new Set(move.tiles);
  /** @type {NodeListOf<SVGElement>} */
  const tiles = drawing.querySelectorAll("[data-tile]");
  for (const tile of tiles) {
    tile.classList.toggle("not-yet", !laid.has(tile.dataset.tile ?? ""));
    tile.classList.toggle("last", move.line.event === "play" && tile.dataset.tile === move.line.tile);
    /** @type {NodeListOf<SVGElement>} */
    const halves = tile.querySelectorAll(".open");
    for (const half of halves) {
      const end = move.open.find((each) => each.tile === tile.dataset.tile && each.pips === Number(half.dataset.pips));
      half.classList.toggle("shut", !end);
      half.classList.toggle("idle", end?.counts === false);
    }
  }
  if (byId("felt").firstChild !== drawing) byId("felt").replaceChildren(drawing);
}

// The picture of this move beside the one of the play before, to settle what was laid.
function showStills() {
  const isOn = byId("photos").getAttribute("aria-pressed") === "true";
  const now = moves.findLastIndex((move, index) => index <= place && move.has_picture);
  const before = moves.findLastIndex((move, index) => index < now && move.has_picture);
  const shown = [before, now].filter((index) => index >= 0);
  byId("stills").hidden = !isOn || !shown.length;
  byId("felt").hidden = !byId("stills").hidden;
  if (byId("stills").hidden) return;
  const { line, has_clip: hasClip } = moves[now];
  byId("stills").replaceChildren(
    ...shown.map((index) => {
      const { number } = moves[index].line;
      const { caption } = moves[index];
      const words =
        index !== now
          ? tp("picture", "Before: %(move)s", { move: caption })
          : shown.length > 1
            ? tp("picture", "After: %(move)s", { move: caption })
            : tp("picture", "Then: %(move)s", { move: caption });
      const image = createElement("img", {
        src: address(`/api/games/${game}/events/${number}/picture`),
        alt: t("The table: %(move)s", { move: caption }),
      });
      return createElement("figure", {}, image, createElement("figcaption", {}, words));
    }),
    ...(hasClip
      ? [createClip(address(`/api/games/${game}/events/${line.number}/clip`), Number(game), line.number)]
      : []),
  );
}

// One move

/**
 * Shows a move. The replay stops unless it is the one that shows it.
 * @param {number} index
 */
function show(index, keepsRunning = false) {
  if (!keepsRunning) stop();
  place = Math.min(moves.length - 1, Math.max(0, index));
  const move = moves[place];
  showTable(move);
  showStills();
  board.show(move.pegs, Number(target), replay.rules.scores);
  const where = { hand: move.hand, number: place + 1, moves: moves.length };
  byId("where").textContent = isRounds
    ? t("Round %(hand)s · move %(number)s of %(moves)s", where)
    : t("Hand %(hand)s · move %(number)s of %(moves)s", where);
  byId("count").textContent =
    replay.rules.scores && move.tiles.length ? t("count %(count)s", { count: move.count }) : "";
  byId("said").textContent = move.caption;
  byId("say").textContent = move.say;
  byId("open").textContent = openEnds(move);
  byId("place").value = place;
  byId("place").setAttribute("aria-valuetext", move.caption);
  for (const id of ["first", "back"]) byId(id).disabled = place === 0;
  for (const id of ["next", "last"]) byId(id).disabled = place === moves.length - 1;
  mark();
  history.replaceState(null, "", `#${move.line.number}`);
}

/** @param {Move} move */
function openEnds({ open, to_play: next }) {
  const ends = open
    .map((end) => end.pips)
    .sort((a, b) => b - a)
    .join(", ");
  return [ends && t("Open: %(ends)s", { ends }), next && t("%(player)s to play", { player: next })]
    .filter(Boolean)
    .join(" · ");
}

// The list of moves

function list() {
  byId("moves").replaceChildren(
    ...replay.hands.map((hand) => {
      const entries = moves
        .map((move, index) => ({ move, index }))
        .filter(({ move }) => move.hand === hand.number && move.line.event !== "hand");
      const { number } = hand;
      const heading = isRounds ? t("Round %(number)s", { number }) : t("Hand %(number)s", { number });
      return createElement(
        "section",
        { "aria-label": heading },
        createElement("h2", {}, heading),
        createElement("ol", {}, ...entries.map(({ move, index }) => entry(move, index))),
      );
    }),
  );
}

/**
 * @param {Move} move
 * @param {number} index
 */
function entry({ line }, index) {
  const button = createElement(
    "button",
    { type: "button", class: line.event === "play" ? "" : "said-so" },
    createElement("span", { class: "who" }, line.player ?? ""),
    line.event === "play" ? drawTile(line.tile) : null,
    createElement("span", { class: "what" }, line.text),
    createElement("span", { class: "gain" }, formatGain(line.gain)),
  );
  button.dataset.index = String(index);
  button.addEventListener("click", () => show(index));
  return createElement("li", { class: line.fault ? "faulty" : "" }, button);
}

function mark() {
  byId("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = byId("moves").querySelector(`[data-index="${place}"]`);
  if (!button) return;
  button.setAttribute("aria-current", "step");
  // Scrolls the list alone, never the page.
  const nav = byId("moves").parentElement;
  nav.scrollTop = button.offsetTop - nav.clientHeight / 2;
}

// Running

function run() {
  if (place === moves.length - 1) show(0);
  running = setTimeout(step, Number(byId("pace").value));
  showRunning();
}

function step() {
  show(place + 1, true);
  if (place < moves.length - 1) running = setTimeout(step, Number(byId("pace").value));
  else stop();
}

function stop() {
  clearTimeout(running);
  running = 0;
  showRunning();
}

function showRunning() {
  byId("run").setAttribute(
    "aria-label",
    running ? tp("button of the replay", "Stop") : tp("button of the replay", "Play"),
  );
  byId("run").classList.toggle("running", running !== 0);
}

const doing = {
  first: () => show(0),
  back: () => show(place - 1),
  next: () => show(place + 1),
  last: () => show(moves.length - 1),
  run: () => (running ? stop() : run()),
};
/** @type {Record<string, (() => void) | undefined>} */
const doingOfKey = {
  ArrowLeft: doing.back,
  ArrowRight: doing.next,
  Home: doing.first,
  End: doing.last,
  " ": doing.run,
};
for (const [id, does] of Object.entries(doing)) byId(id).addEventListener("click", does);
byId("place").addEventListener("input", () => show(Number(byId("place").value)));
byId("photos").addEventListener("click", () => {
  byId("photos").setAttribute("aria-pressed", String(byId("photos").getAttribute("aria-pressed") !== "true"));
  showStills();
});
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, select, button, a") && !event.key.startsWith("Arrow")) return;
  if (target.closest("select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const does = doingOfKey[event.key];
  if (does) {
    event.preventDefault();
    does();
  }
});

function begin() {
  const number = Number(location.hash.slice(1));
  const found = moves.findIndex((move) => move.line.number >= number);
  show(!location.hash ? 0 : found < 0 ? moves.length - 1 : found);
}

addEventListener("hashchange", begin);
if (moves.length) {
  byId("place").max = moves.length - 1;
  byId("photos").hidden = !moves.some((move) => move.has_picture);
  list();
  begin();
} else {
  byId("said").textContent = isRounds
    ? t("No hand has been entered yet: there is nothing to replay.")
    : t("No hand has begun yet: there is nothing to replay.");
}
query("main").inert = false;
