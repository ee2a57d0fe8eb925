// @ts-check
// The end of a hand: the form for the tiles left in each hand. It follows the record: a tile that is laid meanwhile is left
// with nobody.

import { createReport } from "../components/stills.js";
import { TilePicker } from "../components/tile_picker.js";
import { newsOf, whenChanged, whenOver } from "../dialogs/event_forms.js";
import { address } from "../lib/address.js";
import { get, post } from "../lib/api.js";
import { byId, createElement, query, showConnection, whenReleased } from "../lib/dom.js";
import { EventStream } from "../lib/event_stream.js";
import { language, t, tn } from "../lib/text.js";
import { pipsLeft } from "../lib/tile_svg.js";

/** @import { GameInPlay, GameWithHand, Line, Tile, WholeTable } from "../lib/types.js" */

// The number of the event that the form corrects; 0 for a new one.
const of = Number(new URLSearchParams(location.search).get("of"));

/** @type {() => Promise<WholeTable & {game: GameWithHand}>} */
const fetchTable = () => get(`/api/table?language=${language}`);
const opened = await fetchTable();
const { id, game, lines } = opened;
const corrected = lines.filter((line) => line.event === "hand_end").find((line) => line.number === of);
/** @type {Map<string, Set<Tile> | null>} null where the tiles left are not entered yet */
const hands = new Map(
  game.players.map((player) => {
    const tiles = corrected?.hands[player];
    return [player, tiles ? new Set(tiles) : null];
  }),
);
let laid = new Set(playedBefore(opened));
let ended = "";
let isShort = false;
let chosen = game.players.find((player) => player !== game.hand.last?.player) ?? game.players[0];

byId("hand-end").append(createReport(id, corrected?.number ?? lines.at(-1)?.number ?? 1));

/**
 * The tiles laid when the hand ended.
 * @param {WholeTable} table
 */
function playedBefore({ game, lines }) {
  if (!corrected) return game?.hand?.tiles ?? [];
  const before = lines.filter(({ number }) => number < of);
  const start = before.findLastIndex((line) => line.event === "hand");
  return before
    .slice(start)
    .filter((line) => line.event === "play")
    .map((line) => line.tile);
}

/**
 * @param {string} player
 * @returns {Set<Tile>}
 */
function handOf(player) {
  return hands.get(player) ?? new Set();
}

/** @param {Tile} tile */
function holderOf(tile) {
  return game.players.find((player) => handOf(player).has(tile));
}

const picker = new TilePicker(game.rules.set, {
  isTaken: (tile) => laid.has(tile) || ![undefined, chosen].includes(holderOf(tile)),
  isChosen: (tile) => handOf(chosen).has(tile),
  onTap(tile) {
    const hand = handOf(chosen);
    if (!hand.delete(tile)) hand.add(tile);
    hands.set(chosen, hand.size ? hand : null);
    showHands();
  },
});

function showHands() {
  byId("went-out").textContent = t("%(player)s went out", { player: chosen });
  byId("went-out").setAttribute("aria-pressed", String(hands.get(chosen)?.size === 0));
  byId("score").disabled = Boolean(ended) || [...hands.values()].includes(null);
  byId("hands").replaceChildren(
    ...game.players.map((player) => {
      const tiles = [...handOf(player)];
      const held = tiles.length
        ? t("%(tiles)s, %(pips)s", { tiles: inTiles(tiles.length), pips: inPips(pipsLeft(tiles, game.rules)) })
        : hands.get(player)
          ? t("no tiles: went out")
          : t("not entered yet");
      const button = createElement(
        "button",
        { type: "button", "aria-pressed": String(player === chosen) },
        createElement("strong", {}, player),
        createElement("span", { class: "note" }, held),
      );
      button.addEventListener("click", () => {
        chosen = player;
        showHands();
        picker.refresh();
      });
      return button;
    }),
  );
}

/** @param {number} number */
function inPips(number) {
  return tn("%(number)s pip", "%(number)s pips", number);
}

/** @param {number} number */
function inTiles(number) {
  return tn("%(number)s tile", "%(number)s tiles", number);
}

const stream = new EventStream(opened, {
  onTold: load,
  onChanged: () => {},
  onReset: load,
  onConnection: showConnection,
});

async function load() {
  const now = await stream.newest(fetchTable);
  whenReleased(() => follow(now));
}

/** @param {WholeTable & {game: GameInPlay | null}} now */
function follow(now) {
  ended = whyEnded(now);
  if (!ended) {
    laid = new Set(playedBefore(now));
    for (const [player, hand] of hands) {
      const left = [...(hand ?? [])].filter((tile) => !laid.has(tile));
      if (left.length === (hand?.size ?? 0)) continue;
      hands.set(player, left.length ? new Set(left) : null);
      isShort = true;
    }
  }
  showHands();
  isShort &&= byId("score").disabled;
  byId("news").textContent = newsOf(opened, now, ended, isShort);
  picker.refresh();
}

/**
 * Why the form can no longer be sent; "" while it can.
 * @param {WholeTable & {game: GameInPlay | null}} now
 */
function whyEnded({ id: nowId, game: now, lines: standing }) {
  if (nowId !== id || !now) return t("Another game has begun.");
  if (corrected) return whenChanged(corrected, standing);
  return startOf(standing) === startOf(lines) ? whenOver({ game: now }) : t("Another hand has begun.");
}

/** @param {Line[]} lines */
function startOf(lines) {
  return lines.findLast(({ event }) => event === "hand")?.number;
}

byId("tiles").append(picker.element);
byId("hand-end").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const ended = {
    event: "hand_end",
    hands: Object.fromEntries([...hands].map(([player, tiles]) => [player, [...(tiles ?? [])]])),
  };
  if (await post("/api/events?ask=true", corrected ? { event: "correct", of, said: ended } : ended))
    location.href = address("/");
});
byId("went-out").addEventListener("click", () => {
  hands.set(chosen, hands.get(chosen)?.size === 0 ? null : new Set());
  showHands();
  picker.refresh();
});
showHands();
query("main").inert = false;
