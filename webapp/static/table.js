// The table page: shows what is told as it is told.

import { get, make, post, showTrouble } from "./ask.js";
import { Pegboard } from "./pegboard.js";
import { Picture } from "./picture.js";
import { Plays } from "./plays.js";
import { callMuggins, claim, correctLine, draw, tellPlay } from "./said_by_hand.js";
import { drawTile } from "./tiles.js";
import { Updates } from "./updates.js";
import { Voice } from "./voice.js";

const COVERED = "muggins-covered";
const at = (id) => document.getElementById(id);

let table = await get("/api/table");
let lines = table.lines;
let cameraSays = "";

const voice = new Voice(at("voice"));
const pegboard = new Pegboard(at("board"));
const plays = new Plays(at("plays"), (line) => correctLine(table.game, line));
const picture = new Picture(at("live-picture"), (text) => { cameraSays = text; showCamera(); });

const updates = new Updates(table, {
  told(message) {
    table = message.table;
    at("said").textContent = message.say;
    voice.say(message.say);
    if (message.reworks) return reload();
    lines.push(message.line);
    plays.add(message.line);
    return show();
  },
  changed(now) { table = now; show(); },
  reset: reload,
  connected(isConnected) {
    document.body.classList.toggle("is-away", !isConnected);
    if (isConnected) picture.startAnew();
    else showTrouble("The program does not answer. The page goes on by itself as soon as it does.");
  },
});

async function reload() {
  let fresh;
  // While the answer is on its way more may be told: what is older than that is asked for again.
  do fresh = await get("/api/table"); while (fresh.id === updates.heard.id && fresh.number < updates.heard.number);
  table = fresh;
  lines = fresh.lines;
  updates.heard = { id: fresh.id, number: fresh.number };
  showAll();
}

function showAll() {
  plays.areClaimed = table.game?.rules.claims === "call";
  at("said").textContent ||= table.say ?? "";
  plays.show(lines);
  show();
}

function show() {
  const { game } = table;
  if (!game) { location.href = "/new"; return; }
  at("rules").textContent = `${game.rules.name} · to ${game.rules.target}`;
  showCount(game);
  showTurn(game);
  showQuestions();
  showButtons(game);
  pegboard.show(game.pegs, game.rules.target);
  showLayout(game);
  showCamera();
}

// What the last play came to. Where scores must be claimed its points stay untold until then, and the count too if the
// table wants it covered.
function showCount({ rules, hand }) {
  const last = lines.at(-1);
  const play = lines.findLast((line) => line.event === "play");
  const isOpen = rules.claims === "call" && last?.event === "play";
  const isOver = !hand || hand.is_over || !play;
  const points = last?.event === "claim" && !last.fault ? last.points : play?.points;
  const openPips = () => [...new Set(hand.open.map((end) => end.pips))].join(" ");
  const [left, right] = isOver ? ["–", "–"] : !rules.scores ? [openPips(), String(hand.tiles.length)]
    : [isOpen && isCovered() ? "?" : String(hand.count), isOpen ? "?" : points ? `+${points}` : "0"];
  put("count", left);
  put("points", right);
  at("count-word").textContent = rules.scores ? "count" : "open";
  at("points-word").textContent = !rules.scores ? "played" : right.startsWith("+") ? play.player : "points";
  at("plays").classList.toggle("covered", isOpen && isCovered());
  at("cover").hidden = rules.claims !== "call" || !rules.scores;
  at("cover").setAttribute("aria-pressed", String(isCovered()));
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

function showQuestions() {
  at("questions").hidden = !table.questions.length;
  at("questions").replaceChildren(...table.questions.map((question) => {
    const choices = question.choices.map((choice, place) => {
      const button = make("button", { type: "button" }, choice.tile ? drawTile(choice.tile) : null, choice.text);
      button.addEventListener("click", () => post(`/api/questions/${question.id}`, { choice: place }));
      return button;
    });
    if (question.kind === "hand-end") choices.unshift(make("a", { class: "button primary", href: "/hand-end" }, "Enter them"));
    return make("div", { class: "question" }, make("p", {}, question.text), make("div", { class: "choices" }, ...choices));
  }));
}

function showButtons({ rules, hand, winner }) {
  const isOn = Boolean(hand) && !hand.is_over && !winner;
  for (const id of ["claim", "muggins"]) {
    at(id).hidden = rules.claims !== "call" || !rules.scores;
    at(id).disabled = !isOn || !hand.last;
  }
  for (const id of ["pass", "draw"]) at(id).disabled = !isOn || !hand.last;
  at("draw").hidden = rules.unable === "pass";
  at("pass").hidden = false;
  at("play").disabled = Boolean(winner);
  at("undo").disabled = table.number < 2;
  at("hand-end").hidden = !isOn || !hand.last;
  at("pause").setAttribute("aria-pressed", String(table.camera.paused));
  at("pause").textContent = table.camera.paused ? "Go on" : "Pause";
}

function showLayout({ hand }) {
  if (at("layout").hidden || !hand) return;
  const drawn = new DOMParser().parseFromString(hand.drawing, "image/svg+xml").documentElement;
  for (const tile of drawn.querySelectorAll(".domino")) {
    const line = lines.findLast((each) => each.tile === tile.dataset.tile);
    if (line) tile.addEventListener("click", () => correctLine(table.game, line));
  }
  at("layout").replaceChildren(drawn);
}

function showCamera() {
  const { bumped, paused, says } = table.camera;
  const text = paused ? "Paused: nothing the camera sees is counted."
    : bumped ? "The camera was moved. Nothing is counted until the tiles are found again." : says || cameraSays;
  at("camera").textContent = text;
  at("camera").hidden = !text;
}

function choose(view) {
  at("picture").hidden = view !== "picture";
  at("layout").hidden = view !== "tiles";
  at("show-picture").setAttribute("aria-pressed", String(view === "picture"));
  at("show-tiles").setAttribute("aria-pressed", String(view === "tiles"));
  picture.show(view === "picture");
  show();
}

at("show-picture").addEventListener("click", () => choose("picture"));
at("show-tiles").addEventListener("click", () => choose("tiles"));
at("pause").addEventListener("click", () => post("/api/pause", { paused: !table.camera.paused }));
at("undo").addEventListener("click", () => post("/api/undo"));
at("play").addEventListener("click", () => tellPlay(table.game));
at("pass").addEventListener("click", () => post("/api/events", { event: "pass", player: table.game.hand.to_play }));
at("draw").addEventListener("click", () => draw(table.game));
at("claim").addEventListener("click", () => claim(table.game));
at("muggins").addEventListener("click", () => callMuggins(table.game));
at("cover").addEventListener("click", () => { localStorage.setItem(COVERED, isCovered() ? "no" : "yes"); show(); });

showAll();
document.querySelector("main").inert = false;
