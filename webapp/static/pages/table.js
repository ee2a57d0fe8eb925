// The table page: shows what is told as it is told.

import "../sound/speech_input.js";
import { get, make, post, showAway } from "../lib/api.js";
import { CameraChoice } from "../components/camera_choice.js";
import { ask } from "../dialogs/dialog.js";
import { showInvitation } from "../dialogs/invitation.js";
import { Pegboard } from "../components/pegboard.js";
import { Picture } from "../components/live_image.js";
import { Plays } from "../components/event_list.js";
import { Questions } from "../dialogs/questions.js";
import { callMuggins, claim, correctLine, draw, pegByHand, tellPlay } from "../dialogs/event_forms.js";
import { TilesInPicture } from "../components/tile_overlay.js";
import { Updates } from "../lib/event_stream.js";
import { hearsTalk, languageChosen, Voice } from "../sound/voice.js";

const COVERED = "muggins-covered";
const SHOWN = "muggins-shown";
const WIDE = matchMedia("(min-width: 56rem) and (orientation: landscape)");
const { role, player: ownSeat } = document.body.dataset;
const isHost = role === "host";
const at = (id) => document.getElementById(id);
const tableNow = () => get(`/api/table?language=${languageChosen()}${hearsTalk() ? "&talk=yes" : ""}`);

let table = await tableNow();
let lines = table.lines;
let cameraSays = "";
let layoutShown = "";

const voice = new Voice(at("voice"), reloadPage);
const pegboard = new Pegboard(at("board"));
const plays = new Plays(at("plays"), (line) => correctLine(table, line, isHost));
const inPicture = new TilesInPicture(at("picture"), at("live-picture"), tapTile);
const picture = new Picture(at("live-picture"), (text) => { cameraSays = text; showCamera(); }, (tiles) => inPicture.show(tiles));
const questions = new Questions(at("questions"), isHost || Boolean(ownSeat));

const updates = new Updates(table, {
  told(message) {
    table = message.table;
    if (message.words) at("said").textContent = message.words;
    voice.tell(message.say, message.line);
    if (message.reworks) return reload();
    lines.push(message.line);
    plays.add(message.line);
    return show();
  },
  changed(now) { table = now; show(); },
  reset: reload,
  connected(isConnected) {
    showAway(!isConnected);
    if (isConnected) picture.startAnew();
  },
});

async function reload() {
  let fresh;
  // While the answer is on its way more may be told: what is older than that is asked for again.
  do fresh = await tableNow(); while (fresh.id === updates.heard.id && fresh.number < updates.heard.number);
  table = fresh;
  lines = fresh.lines;
  updates.heard = { id: fresh.id, number: fresh.number };
  showAll();
}

// In another language everything that was said reads otherwise.
function reloadPage() {
  location.reload();
}

function showAll() {
  plays.areClaimed = table.game?.rules.claims === "call";
  at("said").textContent = table.words ?? "";
  plays.show(lines);
  show();
}

function show() {
  const { game } = table;
  if (!game) { location.href = isHost ? "/new" : "/seat"; return; }
  at("rules").textContent = `${game.rules.name} · to ${game.rules.target}`;
  showCount(game);
  showTurn(game);
  questions.show(table.questions);
  showButtons(game);
  pegboard.show(game.pegs, game.rules.target);
  showLayout(game);
  showCamera();
}

// What the last play came to. Where scores must be claimed its points stay untold until then, and the count too if the
// table wants it covered.
function showCount({ rules, hand }) {
  const play = lines.findLast((line) => line.event === "play");
  const settled = rules.claims === "call" ? settledBy(play) : null;
  const isOpen = rules.claims === "call" && Boolean(play) && !settled;
  const isOver = !hand || hand.is_over || !play;
  const missed = settled?.missed;
  const points = missed ? missed.points : settled?.event === "claim" ? settled.points : play?.points;
  const openPips = () => [...new Set(hand.open.map((end) => end.pips))].join(" ");
  const [left, right] = isOver ? ["–", "–"] : !rules.scores ? [openPips(), String(hand.tiles.length)]
    : [isOpen && isCovered() ? "?" : String(hand.count), isOpen ? "?" : points ? `+${points}` : "0"];
  put("count", left);
  put("points", right);
  at("count-word").textContent = rules.scores ? "count" : "open";
  at("points-word").textContent = !rules.scores ? "played" : !right.startsWith("+") ? "points" : !missed ? play.player
    : missed.to ? missed.to.replaceAll("+", " & ") : "lost";
  at("plays").classList.toggle("covered", isOpen && isCovered());
  at("cover").hidden = rules.claims !== "call" || !rules.scores;
  at("cover").setAttribute("aria-pressed", String(isCovered()));
}

// What claimed the last play's points or let them go by; a wrong claim does neither, and must not tell what was right.
function settledBy(play) {
  return lines.slice(lines.indexOf(play) + 1)
    .find((line) => !line.fault && ["claim", "muggins", "pass", "draw", "hand_end"].includes(line.event));
}

function isCovered() {
  return localStorage.getItem(COVERED) === "yes";
}

function put(id, text) {
  at(id).textContent = text;
  at(id).classList.toggle("long", text.length > 3);
}

function showTurn({ winner, hand, players }) {
  const setter = hand ? players[(players.indexOf(hand.setter) + 1) % players.length] : players[0];
  at("turn").textContent = winner ? `${winner.replaceAll("+", " and ")} won`
    : !hand ? "Lay the first tile" : hand.is_over ? `Next hand: ${setter} to set` : `${hand.to_play ?? ""} to play`;
  at("turn").classList.toggle("won", Boolean(winner));
}

function showButtons({ rules, hand, winner }) {
  const isOn = Boolean(hand) && !hand.is_over && !winner;
  const isPlayed = isOn && Boolean(hand.last);
  for (const id of ["claim", "muggins"]) {
    at(id).hidden = rules.claims !== "call" || !rules.scores || !(isHost || ownSeat);
    at(id).disabled = !isPlayed;
  }
  if (!isHost) return;
  for (const id of ["pass", "draw"]) at(id).disabled = !isPlayed;
  at("draw").hidden = rules.unable === "pass";
  at("peg").disabled = !hand || Boolean(winner);
  at("play").disabled = Boolean(winner);
  at("undo").disabled = table.number < 2;
  at("redo").hidden = !table.game.can_redo;
  at("hand-end").hidden = !isPlayed;
  at("pause").setAttribute("aria-pressed", String(table.camera.paused));
  at("pause").textContent = table.camera.paused ? "Go on" : "Pause";
}

function showLayout({ hand }) {
  if (at("layout").hidden || !hand) return;
  // What is drawn stays as long as it is right: a finger or the focus may be on a tile.
  const players = hand.tiles.map((tile) => lineOf(tile)?.player);
  const shown = hand.drawing + players;
  if (shown === layoutShown) return;
  layoutShown = shown;
  const drawn = new DOMParser().parseFromString(hand.drawing, "image/svg+xml").documentElement;
  for (const tile of drawn.querySelectorAll(".domino")) {
    const line = lineOf(tile.dataset.tile);
    if (!line) continue;
    const open = () => tapTile(line.tile);
    tile.setAttribute("role", "button");
    tile.setAttribute("tabindex", "0");
    tile.setAttribute("aria-label", `${line.tile.replace("-", " and ")}, played by ${line.player}`);
    tile.addEventListener("click", open);
    tile.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } });
  }
  drawn.setAttribute("role", "group");
  at("layout").replaceChildren(drawn);
}

// The play of a tile in the hand that lies on the table.
function lineOf(tile) {
  const begun = lines.findLastIndex((line) => line.event === "hand");
  return lines.slice(begun + 1).findLast((line) => line.event === "play" && line.tile === tile);
}

// What a tile really was, or who played it where the record has it not.
function tapTile(tile) {
  const line = lineOf(tile);
  if (line) correctLine(table, line, isHost);
  else if (isHost && table.game && !table.game.winner) tellPlay(table.game, tile);
}

async function chooseCamera() {
  const place = make("div", { class: "camera-choice" });
  new CameraChoice(place, () => picture.begin()).load();
  await ask("The camera", [place], [{ value: "", text: "Done", primary: true }]);
}

function showCamera() {
  const { bumped, paused, says, state } = table.camera;
  const text = paused ? "Paused: nothing the camera sees is counted."
    : bumped ? "The camera was moved. Nothing is counted until the tiles are found again." : says || cameraSays;
  at("camera").textContent = text;
  at("camera").classList.toggle("by-choice", state === "none" && !paused);
  at("camera").hidden = !text;
}

function choose(view) {
  at("picture").hidden = view === "tiles";
  at("layout").hidden = view === "picture";
  for (const each of ["picture", "tiles", "both"]) at(`show-${each}`).setAttribute("aria-pressed", String(each === view));
  picture.show(view !== "tiles");
  show();
}

function on(id, action) {
  at(id)?.addEventListener("click", action);
}

for (const view of ["picture", "tiles", "both"]) {
  on(`show-${view}`, () => { localStorage.setItem(SHOWN, view); choose(view); });
}
on("pause", () => post("/api/pause", { paused: !table.camera.paused }));
on("undo", () => post("/api/undo"));
on("redo", () => post("/api/redo"));
on("play", () => tellPlay(table.game));
on("pass", () => post("/api/events", { event: "pass", player: table.game.hand.to_play }));
on("draw", () => draw(table.game));
on("peg", () => pegByHand(table.game));
on("claim", () => claim(table.game, ownSeat));
on("muggins", () => callMuggins(table.game, ownSeat));
on("cameras", chooseCamera);
on("invite", () => showInvitation(table.game));
on("cover", () => { localStorage.setItem(COVERED, isCovered() ? "no" : "yes"); show(); });

showAll();
const usual = table.camera.state === "none" ? "tiles" : WIDE.matches ? "both" : "picture";
if (table.game) choose(localStorage.getItem(SHOWN) ?? usual);
document.querySelector("main").inert = false;
