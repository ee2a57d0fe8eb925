// @ts-check
// A game of rounds: the table of what each hand counted, round by round, and the totals.

import { Ending } from "../components/ending.js";
import { followRecord, openForm, whenWon } from "../dialogs/event_forms.js";
import { showInvitation } from "../dialogs/invitation.js";
import { address } from "../lib/address.js";
import { get, post } from "../lib/api.js";
import { stayAwake } from "../lib/awake.js";
import { byId, createElement, query, showConnection } from "../lib/dom.js";
import { EventStream } from "../lib/event_stream.js";
import { formatNumber, language, t, tn } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";
import { Voice } from "../sound/voice.js";

/** @import { GameInPlay, Line, Visitor, WholeTable } from "../lib/types.js" */

const ADDRESS = `/api/table?language=${language}`;

/** @type {Visitor} */
const me = await get("/api/me");
/** @type {WholeTable} */
let table = await get(ADDRESS);

const ending = new Ending(byId("ending"), me.role === "host");
const voice = new Voice(() => stream.reopen());
const stream = new EventStream(table, {
  onTold({ say, line, sound }) {
    voice.announce(say, line, sound);
    return load();
  },
  onChanged: () => {},
  onReset: load,
  onConnection: showConnection,
});

async function load() {
  table = await stream.newest(() => get(ADDRESS));
  show();
}

function show() {
  const { game } = table;
  // Another kind of game has its own page.
  if (game?.rules.scored !== "rounds") {
    location.href = address("/");
    return;
  }
  byId("game").textContent = game.rules.name;
  byId("rules").textContent = rulesInWords(game);
  byId("said").textContent = game.winner ? t("%(player)s wins.", { player: game.winner }) : (table.words ?? "");
  ending.show(table.id, game);
  byId("count-hand").hidden = byId("points").hidden = me.role === "spectator" || Boolean(game.winner);
  if (byId("redo")) byId("redo").hidden = !game.can_redo;
  const round = roundOf(game);
  const values = { number: formatNumber(round), rounds: formatNumber(game.rules.rounds ?? 0) };
  byId("round").textContent = game.rules.rounds
    ? t("Round %(number)s of %(rounds)s", values)
    : t("Round %(number)s", values);
  byId("rounds").replaceChildren(head(game), body(game, round), foot(game));
  followRecord(shown(game));
}

/** @param {GameInPlay} game */
function shown(game) {
  return { id: table.id, game, lines: table.lines, words: table.words ?? "" };
}

/** @param {GameInPlay} game */
function rulesInWords({ rules }) {
  const wins = rules.wins === "lowest" ? t("The lowest total wins.") : t("The highest total wins.");
  const end = rules.rounds
    ? tn("%(number)s round.", "%(number)s rounds.", rules.rounds)
    : t("To %(target)s.", { target: formatNumber(rules.target) });
  const blank = t("0-0 counts %(points)s.", { points: formatNumber(rules.pips_left["0-0"]) });
  return `${end} ${wins} ${blank}`;
}

/** @param {GameInPlay} game */
function head({ players }) {
  const names = players.map((player, place) =>
    createElement("th", { scope: "col", class: `side-${place + 1}` }, player),
  );
  return createElement(
    "thead",
    {},
    createElement("tr", {}, createElement("th", { scope: "col" }, t("Round")), ...names),
  );
}

function enteredHands() {
  return table.lines.filter((line) => line.event === "round_hand");
}

/**
 * The round that is played, or the last one.
 * @param {GameInPlay} game
 */
function roundOf({ players, winner }) {
  const entered = enteredHands();
  const begun = Math.max(0, ...entered.map((line) => line.round ?? 0));
  const isWhole = entered.filter((line) => line.round === begun).length === players.length;
  return winner ? begun : isWhole || !begun ? begun + 1 : begun;
}

/**
 * @param {GameInPlay} game
 * @param {number} last the last round to show
 */
function body(game, last) {
  const entered = enteredHands();
  const rows = Array.from({ length: last }, (_, place) => place + 1).map((number) => {
    const cells = game.players.map((player) =>
      cell(entered.find((line) => line.round === number && line.player === player)),
    );
    const isNow = number === last && !game.winner;
    return createElement("tr", { class: isNow ? "now" : "" }, rowHead(game, number), ...cells);
  });
  return createElement("tbody", {}, ...rows);
}

/**
 * @param {GameInPlay} game
 * @param {number} number of the round
 */
function rowHead({ rules }, number) {
  const double = rules.set - number + 1;
  const tile = rules.each_double && double >= 0 ? drawTile(`${double}-${double}`) : null;
  return createElement("th", { scope: "row" }, tile, formatNumber(number));
}

/** @param {Line | undefined} line the entry; none yet where it is missing */
function cell(line) {
  if (!line) return createElement("td", {}, "–");
  const points = formatNumber(line.points ?? 0);
  const title = line.text;
  if (me.role !== "host" || table.game?.winner) return createElement("td", { title }, points);
  const of = new URLSearchParams({ player: line.player ?? "", of: String(line.number) });
  const label = t("%(player)s: %(hand)s. Put it right", { player: line.player ?? "", hand: title });
  return createElement(
    "td",
    {},
    createElement("a", { href: address(`/count?${of}`), title, "aria-label": label }, points),
  );
}

/** @param {GameInPlay} game */
function foot({ players, scores, rules }) {
  const totals = Object.values(scores);
  const best = rules.wins === "lowest" ? Math.min(...totals) : Math.max(...totals);
  const cells = players.map((player) =>
    createElement("td", { class: scores[player] === best ? "best" : "" }, formatNumber(scores[player])),
  );
  return createElement(
    "tfoot",
    {},
    createElement("tr", {}, createElement("th", { scope: "row" }, t("Total")), ...cells),
  );
}

async function enterPoints() {
  const { game } = table;
  if (!game) return;
  const options = game.players.map((player) =>
    createElement("option", { value: player, selected: player === me.player }, player),
  );
  const player = createElement("select", {}, ...options);
  const points = createElement("input", { type: "number", min: "0", max: "9999", inputMode: "numeric", value: "0" });
  const fields = [
    createElement("label", { class: "field" }, t("Player"), player),
    createElement("label", { class: "field" }, t("What the tiles left count"), points),
  ];
  const buttons = [
    { value: "", text: t("Back") },
    { value: "enter", text: t("Enter"), primary: true },
  ];
  const answer = await openForm(shown(game), t("Enter points"), fields, buttons, {
    isReady: () => points.validity.valid,
    ended: whenWon,
  });
  if (answer === "enter") await post("/api/hands", { player: player.value, points: Number(points.value) });
}

byId("points").addEventListener("click", enterPoints);
byId("undo")?.addEventListener("click", () => post("/api/undo"));
byId("redo")?.addEventListener("click", () => post("/api/redo"));
byId("invite")?.addEventListener("click", () => showInvitation());
stayAwake();
show();
query("main").inert = false;
