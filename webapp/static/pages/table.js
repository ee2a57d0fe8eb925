// @ts-check
// The page of the game being played, updated as it happens.

import { address } from "../lib/address.js";
import "../sound/speech_input.js";
import { CameraChoice } from "../components/camera_choice.js";
import { Ending } from "../components/ending.js";
import { EventList } from "../components/event_list.js";
import { LiveImage } from "../components/live_image.js";
import { Pegboard } from "../components/pegboard.js";
import { PictureView } from "../components/picture_view.js";
import { createSheet } from "../components/sheet.js";
import { TileOverlay } from "../components/tile_overlay.js";
import { openDialog } from "../dialogs/dialog.js";
import {
  callMuggins,
  followRecord,
  openClaimForm,
  openCorrection,
  openDrawForm,
  openPlayForm,
  openPointsForm,
} from "../dialogs/event_forms.js";
import { showInvitation } from "../dialogs/invitation.js";
import { Questions } from "../dialogs/questions.js";
import { get, post } from "../lib/api.js";
import { stayAwake } from "../lib/awake.js";
import { byId, createElement, query, showConnection } from "../lib/dom.js";
import { EventStream } from "../lib/event_stream.js";
import { formatList, formatNumber, language, partnersInWords, t, tn, tp } from "../lib/text.js";
import { limitSize, tileLabel } from "../lib/tile_svg.js";
import { Voice, wantsTableTalk } from "../sound/voice.js";

/** @import { GameInPlay, HandInPlay, Line, Table, Tile, WholeTable } from "../lib/types.js" */

const SHOWN = "muggins-shown";
const FROM_ABOVE = "muggins-from-above";
/** SVG units of a drawing of two tiles: which way their line runs is not known yet. */
const SHORT = 100;
const WIDE = matchMedia("(min-width: 56rem) and (orientation: landscape)");
const { role, player: ownSeat } = document.body.dataset;
const isHost = role === "host";
/** @type {() => Promise<WholeTable>} */
const fetchTable = () => get(`/api/table?language=${language}${wantsTableTalk() ? "&talk=yes" : ""}`);

const first = await fetchTable();
/** @type {Table} */
let table = first;
let lines = first.lines;
let cameraSays = "";
let layoutShown = "";

const voice = new Voice(() => stream.reopen());
const pegboard = new Pegboard(byId("board"));
const eventList = new EventList(byId("plays"), correct);
const view = new PictureView(byId("picture"), byId("stage"), byId("live-picture"), showKind);
const overlay = new TileOverlay(view, tapTile);
const picture = new LiveImage(
  byId("live-picture"),
  (text) => {
    cameraSays = text;
    showCamera();
  },
  (tiles, crops, asked) => {
    view.show(crops);
    overlay.show(tiles, asked);
  },
);
const ending = new Ending(byId("ending"), isHost);
const questions = new Questions(byId("questions"), isHost || Boolean(ownSeat));

const stream = new EventStream(table, {
  onTold(message) {
    table = message.table;
    if (message.words) byId("said").textContent = message.words;
    voice.announce(message.say, message.line, message.sound);
    if (message.reworks) return reload();
    lines.push(message.line);
    eventList.add(message.line);
    return show();
  },
  onChanged(now) {
    table = now;
    show();
  },
  onReset: reload,
  onConnection(isConnected) {
    showConnection(isConnected);
    if (isConnected) picture.restart();
  },
});

async function reload() {
  const whole = await stream.newest(fetchTable);
  table = whole;
  lines = whole.lines;
  showAll();
}

function showAll() {
  byId("said").textContent = table.words ?? "";
  eventList.show(lines);
  show();
}

function show() {
  const { game } = table;
  if (!game) {
    location.href = address(isHost ? "/new" : "/seat");
    return;
  }
  const toTarget = tp("the score that wins", "to %(target)s", { target: formatNumber(game.rules.target) });
  byId("rules").textContent = `${game.rules.name} · ${toTarget}`;
  showCount(game);
  showTurn(game);
  ending.show(table.id, game);
  questions.show(table.questions);
  showButtons(game);
  if (game.rules.scores) pegboard.show(game.pegs, game.rules.target);
  else showSheet(game);
  showLayout(game);
  showCamera();
  followRecord(shown(game));
}

/** @param {GameInPlay} game */
function shown(game) {
  return { id: table.id, game, lines, words: byId("said").textContent };
}

/**
 * The count and points of the last play. Where scores are claimed, both stay covered until then.
 * @param {GameInPlay} game
 */
function showCount({ rules, hand }) {
  const last = hand?.is_over ? null : hand?.last;
  const isCovered = last?.points === null;
  const [left, right] =
    !hand || !last
      ? ["–", "–"]
      : [isCovered ? "?" : String(hand.count), isCovered ? "?" : last.points ? `+${last.points}` : "0"];
  showFigure("count", left);
  showFigure("points", right);
  byId("points-word").textContent = !right.startsWith("+")
    ? tp("under the number", "points")
    : (last?.to?.replaceAll("+", " & ") ?? tp("missed points", "lost"));
  byId("count-tile").hidden = !rules.scores;
  byId("plays").classList.toggle("uncounted", !rules.scores);
}

/**
 * The scores and the sheet of a game whose plays score nothing.
 * @param {GameInPlay} game
 */
function showSheet(game) {
  const { sides, scores } = game;
  byId("totals").hidden = false;
  byId("totals").style.setProperty("--halves", String(sides.length));
  byId("totals").replaceChildren(
    ...sides.map((side, place) =>
      createElement(
        "div",
        { class: `half side-${place + 1}` },
        createElement("output", {}, formatNumber(scores[side])),
        createElement("span", {}, side.replaceAll("+", " & ")),
      ),
    ),
  );
  byId("board").classList.add("has-sheet");
  byId("board").tabIndex = 0; // it scrolls
  byId("board").replaceChildren(createSheet(game));
  byId("board").scrollTop = byId("board").scrollHeight;
}

/**
 * @param {string} id
 * @param {string} text
 */
function showFigure(id, text) {
  byId(id).textContent = text;
  byId(id).classList.toggle("long", text.length > 3);
}

/** @param {GameInPlay} game */
function showTurn({ rules, winner, hand, next_setter: setter, partners }) {
  const isOn = hand !== null && !hand.is_over;
  const turn = isOn
    ? t("%(player)s to play", { player: hand.to_play ?? "" })
    : setter
      ? t("Next hand: %(player)s to set", { player: setter })
      : t("Lay the first tile");
  const more = isOn ? [rules.scores ? "" : openEnds(hand), ...needs()] : [];
  byId("turn").textContent = winner
    ? t("%(side)s won", { side: formatList(winner.split("+")) })
    : [turn, partnersInWords(partners), ...more].filter(Boolean).join(" · ");
  byId("turn").classList.toggle("won", Boolean(winner));
}

function needs() {
  return Object.entries(table.needed).map(([side, points]) =>
    tn("%(side)s needs %(points)s", "%(side)s need %(points)s", side.split("+").length, {
      side: formatList(side.split("+")),
      points: formatNumber(points),
    }),
  );
}

/** @param {HandInPlay} hand */
function openEnds({ open }) {
  const ends = [...new Set(open.map((end) => end.pips))].join(", ");
  return ends && t("Open: %(ends)s", { ends });
}

/** @param {GameInPlay} game */
function showButtons({ rules, hand, winner, can_redo: canRedo }) {
  const isOn = hand !== null && !hand.is_over && !winner;
  const isPlayed = isOn && hand.last !== null;
  for (const id of ["claim", "muggins"]) {
    byId(id).hidden = rules.claims !== "call" || !rules.scores || !(isHost || ownSeat) || Boolean(winner);
    byId(id).disabled = !isPlayed;
  }
  if (!isHost) return;
  for (const id of ["pass", "draw", "peg", "play"]) byId(id).hidden = Boolean(winner);
  for (const id of ["pass", "draw"]) byId(id).disabled = !isPlayed;
  byId("draw").hidden ||= rules.unable === "pass";
  byId("peg").disabled = !hand;
  byId("undo").disabled = table.number < 2;
  byId("redo").hidden = !canRedo;
  byId("hand-end").hidden = !isPlayed;
  byId("pause").setAttribute("aria-pressed", String(table.camera.paused));
  byId("pause").textContent = table.camera.paused ? tp("button", "Go on") : tp("button", "Pause");
}

/** @param {GameInPlay} game */
function showLayout({ hand }) {
  if (byId("layout").hidden || !hand) return;
  // The drawing is replaced only when it changes: a finger or the focus may be on a tile.
  const players = hand.tiles.map((tile) => lineOf(tile)?.player);
  const shown = hand.drawing + players;
  if (shown === layoutShown) return;
  layoutShown = shown;
  const drawn = new DOMParser().parseFromString(hand.drawing, "image/svg+xml").documentElement;
  for (const element of drawn.querySelectorAll(".domino")) {
    const tile = /** @type {SVGElement} */ (element);
    const line = lineOf(tile.dataset.tile);
    if (!line) continue;
    const open = () => tapTile(line.tile);
    tile.setAttribute("role", "button");
    tile.setAttribute("tabindex", "0");
    tile.setAttribute(
      "aria-label",
      t("%(tile)s, played by %(player)s", { tile: tileLabel(line.tile), player: line.player }),
    );
    tile.addEventListener("click", open);
    tile.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        open();
      }
    });
  }
  drawn.setAttribute("role", "group");
  limitSize(drawn);
  const [, , wide, high] = (drawn.getAttribute("viewBox") ?? "").split(" ").map(Number);
  query(".panes").classList.toggle("upright", high > Math.max(wide, SHORT));
  byId("layout").replaceChildren(drawn);
}

/**
 * The play of a tile in the current hand.
 * @param {Tile | undefined} tile
 */
function lineOf(tile) {
  const start = lines.findLastIndex((line) => line.event === "hand");
  const plays = lines.slice(start + 1).filter((line) => line.event === "play");
  return plays.findLast((line) => line.tile === tile);
}

/** @param {Line} line */
function correct(line) {
  if (table.game) openCorrection(shown(table.game), line, isHost);
}

/**
 * Opens the correction of a tile's play; for a tile without one, the form to enter it.
 * @param {Tile} tile
 */
function tapTile(tile) {
  const line = lineOf(tile);
  if (line) correct(line);
  else if (isHost && table.game && !table.game.winner) openPlayForm(shown(table.game), tile);
}

async function chooseCamera() {
  const place = createElement("div", { class: "camera-choice" });
  new CameraChoice(place, () => picture.switchCamera()).load();
  await openDialog(t("The camera"), [place], [{ value: "", text: t("Done"), primary: true }]);
}

function showCamera() {
  const { bumped, paused, says, state } = table.camera;
  const isKeptByHand = table.game?.rules.is_kept_by_hand;
  const text = isKeptByHand
    ? t("This game is kept by hand: enter each tile with “%(button)s”.", { button: tp("button", "Play") })
    : paused
      ? t("Paused: nothing the camera sees is counted.")
      : bumped
        ? t("The camera was moved. Nothing is counted until the tiles are found again.")
        : says || cameraSays;
  const isMissed = ["none", "lost", "away", "unread"].includes(state) && !paused && !isKeptByHand;
  const byHand =
    isHost && isMissed ? t("Meanwhile enter plays with “%(button)s”.", { button: tp("button", "Play") }) : "";
  byId("camera").textContent = [text, byHand].filter(Boolean).join(" ");
  // The last picture of a camera that is lost must not pass for the table.
  const isStale = ["lost", "away"].includes(state) && !paused;
  byId("picture").dataset.stale = isStale ? byId("camera").textContent : "";
  byId("camera").classList.toggle("unseen", isStale && !byId("picture").hidden);
  byId("camera").classList.toggle("by-choice", state === "none" && !paused);
  byId("camera").hidden = !text;
}

// Which part of the picture is shown, and why it is not straightened although that is wanted.
function showKind() {
  byId("picture").dataset.view = view.kind;
  byId("whole").setAttribute("aria-pressed", String(view.isWhole));
  byId("above").setAttribute("aria-pressed", String(view.wantsAbove));
  byId("no-plane").hidden = !view.lacksPlane || byId("picture").hidden;
}

/** @param {boolean} wantsAbove */
function lookFromAbove(wantsAbove) {
  view.lookFromAbove(wantsAbove);
  picture.askForAbove(wantsAbove);
}

/** @param {string} pane "picture", "tiles" or "both" */
function showPane(pane) {
  byId("picture").hidden = pane === "tiles";
  byId("layout").hidden = pane === "picture";
  byId("above").hidden = pane === "tiles";
  for (const each of ["picture", "tiles", "both"])
    byId(`show-${each}`).setAttribute("aria-pressed", String(each === pane));
  picture.show(pane !== "tiles");
  showKind();
  show();
}

/**
 * @param {string} id
 * @param {() => unknown} action
 */
function on(id, action) {
  byId(id)?.addEventListener("click", action);
}

/**
 * An action on the game. Without a game nothing is done: the page is being left.
 * @param {string} id
 * @param {(game: GameInPlay) => unknown} action
 */
function onGame(id, action) {
  on(id, () => table.game && action(table.game));
}

for (const pane of ["picture", "tiles", "both"]) {
  on(`show-${pane}`, () => {
    localStorage.setItem(SHOWN, pane);
    showPane(pane);
  });
}
on("whole", () => view.toggleWhole());
on("above", () => {
  localStorage.setItem(FROM_ABOVE, view.wantsAbove ? "no" : "yes");
  lookFromAbove(!view.wantsAbove);
});
on("pause", () => post("/api/pause", { paused: !table.camera.paused }));
on("undo", () => post("/api/undo"));
on("redo", () => post("/api/redo"));
on("again", () => post("/api/rematch"));
onGame("play", (game) => openPlayForm(shown(game)));
onGame("pass", ({ hand }) => post("/api/events", { event: "pass", player: hand?.to_play }));
onGame("draw", (game) => openDrawForm(shown(game)));
onGame("peg", (game) => openPointsForm(shown(game)));
onGame("claim", (game) => openClaimForm(shown(game), ownSeat));
onGame("muggins", (game) => callMuggins(shown(game), ownSeat));
on("more", () => {
  const isOpen = query("main").classList.toggle("shows-more");
  byId("more").setAttribute("aria-expanded", String(isOpen));
});
on("cameras", chooseCamera);
on("invite", () => showInvitation());

stayAwake();
showAll();
const usual = table.camera.state === "none" ? "tiles" : WIDE.matches ? "both" : "picture";
if (table.game) showPane(localStorage.getItem(SHOWN) ?? usual);
if (localStorage.getItem(FROM_ABOVE) === "yes") lookFromAbove(true);
query("main").inert = false;
