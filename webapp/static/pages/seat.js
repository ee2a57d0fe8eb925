// A player's own phone: a seat taken once, then one big button to claim and one to call Muggins.

import { get, make, post, showAway } from "../lib/api.js";
import "../sound/speech_input.js";
import { Questions } from "../dialogs/questions.js";
import { Updates } from "../lib/event_stream.js";
import { languageChosen } from "../sound/voice.js";

const at = (id) => document.getElementById(id);

let me = await get("/api/me");
let table = await get(`/api/table?language=${languageChosen()}`);
const questions = new Questions(at("questions"), me.role !== "spectator" || Boolean(me.player));

const updates = new Updates(table, {
  told(message) {
    table = message.table;
    if (message.words) at("said").textContent = message.words;
    if (message.line.event === "play") hidePoints();
    show();
  },
  changed(now) { table = now; show(); },
  async reset() {
    [table, me] = [await get(`/api/table?language=${languageChosen()}`), await get("/api/me")];
    updates.heard = { id: table.id, number: table.number };
    at("said").textContent = table.words ?? "";
    show();
  },
  connected(isConnected) {
    showAway(!isConnected);
  },
});

function show() {
  const { game } = table;
  const sits = Boolean(me.player && game?.players.includes(me.player));
  at("choose").hidden = sits;
  at("sitting").hidden = !sits;
  at("stand-up").hidden = !sits;
  questions.mayAnswer = sits;
  if (sits) showSeat(game);
  else showChoice(game);
}

function showChoice(game) {
  at("choose-title").textContent = game ? "Which seat is yours?" : "The game has not begun yet";
  at("choose-note").textContent = me.role === "host"
    ? "This screen is the host's and speaks for everybody. Phones that join with the code take seats."
    : game ? "Or only watch: go to the table." : "This page goes on by itself as soon as it has.";
  at("seats").replaceChildren(...(game && me.role !== "host" ? game.players : []).map((player, place) => {
    const isTaken = me.taken.includes(player);
    const button = make("button", { type: "button", class: `seat side-${sideOf(game, player) + 1}`, disabled: isTaken },
      player, isTaken ? make("span", { class: "note" }, "taken") : null);
    button.addEventListener("click", () => sitDown(player));
    return button;
  }));
}

async function sitDown(player) {
  if (await post("/api/seat", { player })) me = { ...me, role: "player", player };
  else me = await get("/api/me");
  show();
}

function showSeat({ rules, hand, scores, sides, winner }) {
  const side = sides[sideOf(table.game, me.player)];
  const isOn = Boolean(hand?.last) && !hand.is_over && !winner;
  const isClaimed = rules.claims === "call" && rules.scores;
  at("player").textContent = me.player;
  at("player").className = `side-${sides.indexOf(side) + 1}`;
  at("score").textContent = scores[side];
  at("to").textContent = `of ${rules.target}`;
  at("said").textContent ||= table.words ?? "";
  at("camera").textContent = table.camera.says;
  at("turn").textContent = winner ? `${winner.replaceAll("+", " and ")} won` : hand?.is_over ? "The hand is over"
    : hand?.to_play === me.player ? "Your turn" : hand?.to_play ? `${hand.to_play} to play` : "";
  at("turn").classList.toggle("yours", hand?.to_play === me.player && !hand.is_over);
  at("calls").hidden = !isClaimed || !at("points").hidden;
  at("alone").hidden = isClaimed;
  at("claim").disabled = at("muggins").disabled = !isOn;
  at("pass").disabled = at("draw").disabled = !isOn;
  at("draw").hidden = rules.unable === "pass";
  at("scores").replaceChildren(...sides.map((each, place) => make("li", { class: `side-${place + 1}` },
    make("span", { class: "name" }, each.replaceAll("+", " & ")), make("strong", {}, String(scores[each])))));
  questions.show(table.questions);
}

function sideOf(game, player) {
  return game.sides.findIndex((side) => side === player || side.split("+").includes(player));
}

function offerPoints() {
  const buttons = table.game.rules.points.map((points) => {
    const button = make("button", { type: "button" }, String(points));
    button.addEventListener("click", async () => {
      hidePoints();
      await post("/api/events", { event: "claim", player: me.player, points });
    });
    return button;
  });
  const back = make("button", { type: "button", class: "back" }, "Back");
  back.addEventListener("click", hidePoints);
  at("points").replaceChildren(make("p", {}, "How many points?"), ...buttons, back);
  at("points").hidden = false;
  at("calls").hidden = true;
  buttons[0].focus();
}

function hidePoints() {
  if (at("points").hidden) return;
  at("points").hidden = true;
  show();
}

at("claim").addEventListener("click", offerPoints);
at("muggins").addEventListener("click", () => post("/api/events", { event: "muggins", player: me.player }));
at("pass").addEventListener("click", () => post("/api/events", { event: "pass", player: me.player }));
at("draw").addEventListener("click", () => post("/api/events", { event: "draw", player: me.player, tiles: 1 }));
at("stand-up").addEventListener("click", async () => {
  await post("/api/seat", { player: null });
  me = await get("/api/me");
  show();
});
navigator.wakeLock?.request("screen").catch(() => {});

show();
document.querySelector("main").inert = false;
