// @ts-check
// The page of a player's own phone: take a seat once, then one big button to claim and one to call Muggins.

import { Ending } from "../components/ending.js";
import { get, post, signOut } from "../lib/api.js";
import { stayAwake } from "../lib/awake.js";
import { byId, createElement, query, showConnection, whenReleased } from "../lib/dom.js";
import "../sound/speech_input.js";
import { Questions } from "../dialogs/questions.js";
import { EventStream } from "../lib/event_stream.js";
import { formatList, formatNumber, language, t, tp } from "../lib/text.js";

/** @import { GameInPlay, Table, Visitor } from "../lib/types.js" */

/** @type {Visitor} */
let me = await get("/api/me");
/** @type {Table} */
let table = await get(`/api/table?language=${language}`);
const questions = new Questions(byId("questions"), me.role !== "spectator" || Boolean(me.player));
const ending = new Ending(byId("ending"), false);
/** The number of the event that the points on offer are claimed after. */
let claimedAfter = 0;

const stream = new EventStream(table, {
  onTold(message) {
    table = message.table;
    if (message.words) byId("said").textContent = message.words;
    // The table that comes with an event is the newest: the play may be told after the points for it are offered.
    if (message.line.event === "play" && message.number > claimedAfter) hidePoints();
    show();
  },
  onChanged(now) {
    table = now;
    show();
  },
  async onReset() {
    table = await stream.newest(async () => {
      me = await get("/api/me");
      return get(`/api/table?language=${language}`);
    });
    byId("said").textContent = table.words ?? "";
    byId("points").hidden = true;
    show();
  },
  onConnection(isConnected) {
    showConnection(isConnected);
  },
});

function show() {
  const { game } = table;
  const player = me.player && game?.players.includes(me.player) ? me.player : null;
  const sits = player !== null;
  byId("choose").hidden = sits;
  byId("sitting").hidden = !sits;
  byId("stand-up").hidden = !sits;
  questions.mayAnswer = sits;
  if (game && player !== null) showSeat(game, player);
  else showChoice(game);
}

/** @param {GameInPlay | null} game */
function showChoice(game) {
  byId("choose-title").textContent = game ? t("Which seat is yours?") : t("The game has not begun yet");
  byId("choose-note").textContent =
    me.role === "host"
      ? t("This screen is the host's and speaks for everybody. Phones that join with the code take seats.")
      : game
        ? t("To watch only, go to the table.")
        : t("This page continues by itself as soon as it has.");
  byId("sign-out").hidden = me.role === "host";
  const seats = game && me.role !== "host" ? game.players.map((player) => seatButton(game, player)) : [];
  whenReleased(() => byId("seats").replaceChildren(...seats));
}

/**
 * @param {GameInPlay} game
 * @param {string} player
 */
function seatButton(game, player) {
  const isTaken = me.taken.includes(player);
  const button = createElement(
    "button",
    { type: "button", class: `seat side-${game.sides.indexOf(game.side_of[player]) + 1}`, disabled: isTaken },
    player,
    isTaken ? createElement("span", { class: "note" }, tp("seat", "taken")) : null,
  );
  button.addEventListener("click", () => sitDown(player));
  return button;
}

/** @param {string} player */
async function sitDown(player) {
  if (await post("/api/seat", { player })) me = { ...me, role: "player", player };
  else me = await get("/api/me");
  show();
}

/**
 * @param {GameInPlay} game
 * @param {string} player
 */
function showSeat(game, player) {
  const { rules, hand, scores, sides, winner } = game;
  const side = game.side_of[player];
  const isOn = hand !== null && hand.last !== null && !hand.is_over && !winner;
  const isClaimed = rules.claims === "call" && rules.scores;
  byId("player").textContent = player;
  byId("player").className = `side-${sides.indexOf(side) + 1}`;
  byId("score").textContent = formatNumber(scores[side]);
  byId("to").textContent = tp("a score out of the score that wins", "of %(target)s", {
    target: formatNumber(rules.target),
  });
  byId("said").textContent ||= table.words ?? "";
  byId("camera").textContent = table.camera.says;
  const turn = winner
    ? t("%(side)s won", { side: formatList(winner.split("+")) })
    : hand?.is_over
      ? t("The hand is over")
      : hand?.to_play === player
        ? t("Your turn")
        : hand?.to_play
          ? t("%(player)s to play", { player: hand.to_play })
          : "";
  const partner = game.partners.find((pair) => pair.includes(player))?.find((each) => each !== player);
  const pair = partner && !winner ? t("You play with %(player)s", { player: partner }) : "";
  byId("turn").textContent = [turn, pair].filter(Boolean).join(" · ");
  ending.show(table.id, game);
  byId("turn").classList.toggle("yours", hand?.to_play === player && !hand.is_over);
  byId("calls").hidden = !isClaimed || !byId("points").hidden || Boolean(winner);
  byId("points").hidden ||= Boolean(winner);
  byId("alone").hidden = isClaimed || rules.scored === "rounds" || Boolean(winner);
  byId("turns").hidden = rules.scored === "rounds" || Boolean(winner);
  byId("claim").disabled = byId("muggins").disabled = !isOn;
  byId("pass").disabled = byId("draw").disabled = !isOn;
  byId("draw").hidden = rules.unable === "pass";
  byId("scores").replaceChildren(
    ...sides.map((each, place) =>
      createElement(
        "li",
        { class: `side-${place + 1}` },
        createElement("span", { class: "name" }, each.replaceAll("+", " & ")),
        createElement("strong", {}, formatNumber(scores[each])),
      ),
    ),
  );
  questions.show(table.questions);
}

function offerPoints() {
  claimedAfter = table.number;
  const buttons = (table.game?.rules.points ?? []).map((points) => {
    const button = createElement("button", { type: "button" }, String(points));
    button.addEventListener("click", async () => {
      hidePoints();
      await post("/api/events", { event: "claim", player: me.player, points });
    });
    return button;
  });
  const back = createElement("button", { type: "button", class: "back" }, t("Back"));
  back.addEventListener("click", hidePoints);
  byId("points").replaceChildren(createElement("p", {}, t("How many points?")), ...buttons, back);
  byId("points").hidden = false;
  byId("calls").hidden = true;
  buttons[0]?.focus();
}

function hidePoints() {
  if (byId("points").hidden) return;
  byId("points").hidden = true;
  show();
}

byId("claim").addEventListener("click", offerPoints);
byId("muggins").addEventListener("click", () => post("/api/events", { event: "muggins", player: me.player }));
byId("pass").addEventListener("click", () => post("/api/events", { event: "pass", player: me.player }));
byId("draw").addEventListener("click", () => post("/api/events", { event: "draw", player: me.player, tiles: 1 }));
byId("sign-out").addEventListener("click", signOut);
byId("stand-up").addEventListener("click", async () => {
  await post("/api/seat", { player: null });
  me = await get("/api/me");
  show();
});
stayAwake();

show();
query("main").inert = false;
