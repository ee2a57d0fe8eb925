// @ts-check
// Counting with a phone: a picture of the tiles left in a hand, or of a layout, is read, put right, and entered.

import { CountedPicture } from "../components/counted_picture.js";
import { TilePicker } from "../components/tile_picker.js";
import { openDialog } from "../dialogs/dialog.js";
import { address } from "../lib/address.js";
import { get, post, toSentence } from "../lib/api.js";
import { byId, createElement, query } from "../lib/dom.js";
import { formatNumber, t, tn, tp } from "../lib/text.js";
import { drawTile, pipsLeft, tileLabel } from "../lib/tile_svg.js";
import { shrinkPhoto } from "../lib/upload.js";

/** @import { CountedPhoto, CountedTile, PhotoDoubt, Visitor, WholeTable } from "../lib/types.js" */

const TIMEOUT_MILLISECONDS = 30_000;
const SMALLEST_SET = 6;
// Of more tiles the longest train is not looked for.
const LONGEST_HAND = 22;

const asked = new URLSearchParams(location.search);
// The number of the event whose hand is put right; 0 for a new entry.
const of = Number(asked.get("of"));
/** @type {Visitor} */
const me = await get("/api/me");
/** @type {WholeTable} */
let table = await get("/api/table");
/** @type {CountedPhoto | null} */
let photo = null;
/** @type {CountedTile[]} */
let tiles = [];
let isLayout = false;
// Whether the last photo gave nothing to enter.
let isRefused = false;
// How many photos were taken and how many layouts sent to be weighed: of several answers the newest one counts.
let photosTaken = 0;
let layoutsSent = 0;

const picture = new CountedPicture(byId("picture"), change);

// Taking and reading

/** @param {Event} event */
async function take(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const [file] = input.files ?? [];
  input.value = "";
  if (!file) return;
  photosTaken += 1;
  const taken = photosTaken;
  forget();
  isRefused = true;
  show();
  say(t("The picture is being read."));
  const small = await shrinkPhoto(file).catch(() => null);
  if (taken !== photosTaken) return;
  const rules = byId("rules").value;
  // A browser that cannot open the photo sends it as it is, and gets a picture that it can show.
  const wanted = new URLSearchParams({ rules, ...(small ? {} : { picture: "yes" }) });
  try {
    const answer = await fetch(address(`/api/count?${wanted}`), {
      method: "POST",
      headers: { "Content-Type": small ? "image/jpeg" : file.type || "application/octet-stream" },
      body: small ?? file,
      signal: AbortSignal.timeout?.(TIMEOUT_MILLISECONDS),
    });
    const json = await answer.json();
    if (taken !== photosTaken) return;
    if (answer.ok) showReading(json, small);
    else say(toSentence(json.error));
    if (rules !== byId("rules").value) await weighAnew();
  } catch {
    if (taken === photosTaken) say(t("The program does not answer. Is it still running?"));
  }
}

/**
 * @param {CountedPhoto} reading
 * @param {Blob | null} shown
 */
function showReading(reading, shown) {
  say(reading.says);
  // What cannot be read has no value for anybody's hand: nothing stands there that could be entered.
  isRefused = !reading.tiles.length && !reading.doubts.length;
  if (isRefused) return;
  photo = reading;
  tiles = reading.tiles;
  const blob = shown ?? (reading.picture ? jpegOf(reading.picture) : null);
  if (blob) picture.showPicture(blob, t("The photo with its tiles outlined"));
  byId("replace").hidden = true;
  show();
}

function forget() {
  photo = null;
  tiles = [];
  picture.clear();
  byId("replace").hidden = true;
}

/** @param {string} text base64 */
function jpegOf(text) {
  return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: "image/jpeg" });
}

// Showing

function show() {
  byId("hand-mode").setAttribute("aria-pressed", String(!isLayout));
  byId("layout-mode").setAttribute("aria-pressed", String(isLayout));
  byId("hand").hidden = isLayout;
  byId("layout").hidden = !isLayout;
  const unread = (photo?.doubts ?? []).filter(({ about, corners }) => about === "tile" && corners.length);
  if (photo) picture.showTiles(photo.size, tiles, isLayout ? photo.layout.open : [], unread);
  showHand();
  showLayout();
}

function showHand() {
  const total = pipsLeft(
    tiles.map(({ tile }) => tile),
    table.game?.rules,
  );
  byId("total").textContent = formatNumber(total);
  byId("total-word").textContent = tn("pip on %(tiles)s", "pips on %(tiles)s", total, {
    tiles: tn("%(number)s tile", "%(number)s tiles", tiles.length),
  });
  byId("hint").hidden = !tiles.length;
  byId("tiles").replaceChildren(...tiles.map(tileButton));
  const doubts = (photo?.doubts ?? []).filter(({ about }) => about === "tile");
  byId("doubts").replaceChildren(...doubts.map(doubtItem));
  const game = table.game?.winner && !of ? null : table.game;
  byId("enter").hidden = !game || me.role === "spectator" || isRefused;
  byId("seat-note").hidden = !game || me.role !== "spectator";
  byId("enter-hand").textContent = tiles.length
    ? t("Enter for %(player)s", { player: byId("player").value })
    : t("%(player)s went out", { player: byId("player").value });
  showTrain();
}

// The longest train of the hand, from the engine of the round.
async function showTrain() {
  const rules = table.game?.rules;
  byId("train-part").hidden = rules?.id !== "mexican-train" || !tiles.length || tiles.length > LONGEST_HAND;
  if (byId("train-part").hidden) return;
  const hand = tiles.map(({ tile }) => tile).join(" ");
  const wanted = new URLSearchParams({ hand, engine: byId("engine").value });
  byId("train").dataset.wanted = String(wanted);
  const { train } = await get(`/api/train?${wanted}`);
  if (byId("train").dataset.wanted !== String(wanted)) return;
  let end = byId("engine").value;
  byId("train").replaceChildren(
    ...train.map((/** @type {string} */ tile) => {
      const [high, low] = tile.split("-");
      const [near, far] = high === end ? [high, low] : [low, high];
      end = far;
      return createElement("li", {}, drawTile(`${near}-${far}`));
    }),
  );
  byId("train-says").textContent = tn("%(train)s of %(number)s tile", "%(train)s of %(number)s tiles", tiles.length, {
    train: formatNumber(train.length),
  });
}

// The engine of the round is the double that the rounds count down to; another one may be chosen.
function showEngines() {
  const rules = table.game?.rules;
  const entered = table.lines.filter(({ event, player }) => event === "round_hand" && player === byId("player").value);
  const round = entered.find(({ number }) => number === of)?.round ?? entered.length + 1;
  const set = rules?.set ?? SMALLEST_SET;
  byId("engine").replaceChildren(
    ...Array.from({ length: set + 1 }, (_, number) =>
      createElement("option", { value: number, selected: number === set - round + 1 }, `${number}-${number}`),
    ),
  );
}

function showLayout() {
  const layout = photo?.layout;
  byId("layout-tiles").replaceChildren(...tiles.map(tileButton));
  if (!layout) return;
  byId("count").textContent = formatNumber(layout.count);
  byId("worth").textContent = layout.points
    ? tn("%(number)s point in %(game)s", "%(number)s points in %(game)s", layout.points, { game: layout.rules.name })
    : t("No points in %(game)s", { game: layout.rules.name });
  const ends = layout.open.map(({ pips }) => pips).sort((a, b) => b - a);
  byId("ends").textContent = ends.length
    ? t("Open ends: %(ends)s", { ends: ends.join(", ") })
    : t("No layout is seen.");
  // A doubt about a tile is one about the count as well; how tiles are joined is seen on the table alone.
  byId("count-doubted").hidden = !photo?.doubts.length;
  byId("layout-doubts").replaceChildren(...(photo?.doubts ?? []).map(doubtItem));
}

/** @param {PhotoDoubt} doubt */
function doubtItem(doubt) {
  const { about, kind, tile, text, corners, likely } = doubt;
  if (kind === "join" && tile && likely.length) return joinItem(doubt, tile, likely[0][0]);
  if (about === "join" || !tile) return createElement("li", {}, text);
  const read = corners.length ? undefined : tiles.find((each) => each.tile === tile);
  const around = read ? read.corners : corners;
  const isIt = t("Is it %(tile)s?", { tile });
  const question = doubt.kind === "value" ? isIt : doubt.kind === "faint" ? text : `${text} ${isIt}`;
  return createElement(
    "li",
    {},
    ...(around.length ? [picture.crop(around)] : []),
    createElement("p", {}, question),
    answerButton(tp("answer", "Yes"), () => (read ? sure(read) : lay(doubt))),
    answerButton(tp("answer", "No"), () => (read ? change(read) : dismiss(doubt))),
  );
}

/**
 * Asks whether two tiles are joined.
 * @param {PhotoDoubt} doubt
 * @param {string} tile
 * @param {string} host
 */
function joinItem(doubt, tile, host) {
  const both = tiles.filter((each) => (each.tile === tile || each.tile === host) && each.corners.length);
  /** @param {boolean} isJoined */
  const settleJoin = async (isJoined) => {
    dismiss(doubt);
    await weigh(withJoin(photo?.layout.table ?? "", tile, host, isJoined));
    show();
  };
  return createElement(
    "li",
    {},
    ...(both.length ? [picture.crop(...both.map(({ corners }) => corners))] : []),
    createElement("p", {}, doubt.text),
    answerButton(tp("answer", "Yes"), () => settleJoin(true)),
    answerButton(tp("answer", "No"), () => settleJoin(false)),
  );
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function answerButton(text, onClick) {
  const button = createElement("button", { type: "button" }, text);
  button.addEventListener("click", onClick);
  return button;
}

/** @param {CountedTile} read a tile that was read rightly */
function sure(read) {
  settle(read.tile);
  tiles = tiles.map((each) => (each === read ? { ...each, is_doubted: false } : each));
  show();
}

/** @param {PhotoDoubt} doubt about what is a tile, although it was not read */
function lay(doubt) {
  dismiss(doubt);
  tiles = [...tiles, { tile: doubt.tile ?? "", corners: doubt.corners, ends: [], halves: [], is_doubted: false }];
  show();
}

/** @param {PhotoDoubt} doubt */
function dismiss(doubt) {
  if (photo) photo.doubts = photo.doubts.filter((each) => each !== doubt);
  show();
}

/** @param {CountedTile} counted */
function tileButton(counted) {
  const label = counted.is_doubted
    ? t("%(tile)s, not sure", { tile: tileLabel(counted.tile) })
    : tileLabel(counted.tile);
  const button = createElement(
    "button",
    { type: "button", class: counted.is_doubted ? "doubted" : "", "aria-label": label },
    drawTile(counted.tile),
  );
  button.addEventListener("click", () => change(counted));
  return createElement("li", {}, button);
}

/** @param {string} text */
function say(text) {
  byId("says").textContent = text;
}

// Putting right

/** @param {CountedTile} counted */
async function change(counted) {
  const chosen = await pick(t("Which tile is it?"), counted.tile, [{ value: "remove", text: t("Remove it") }]);
  if (chosen === "") return;
  const before = counted.tile;
  settle(before);
  if (chosen === "remove") tiles = tiles.filter((each) => each !== counted);
  else tiles = tiles.map((each) => (each === counted ? renamed(each, chosen) : each));
  await recount(before, chosen);
}

async function add() {
  const chosen = await pick(t("Which tile was missed?"), null, []);
  if (chosen === "") return;
  settle(chosen);
  tiles = [...tiles, { tile: chosen, corners: [], ends: [], halves: [], is_doubted: false }];
  isRefused = false;
  show();
}

/**
 * Drops the doubts about a tile that somebody has named, and those about its joins.
 * @param {string} named
 */
function settle(named) {
  if (!photo) return;
  photo.doubts = photo.doubts.filter(
    ({ about, tile, likely }) => tile !== named && (about === "tile" || likely.every(([host]) => host !== named)),
  );
}

/**
 * Asks for a tile. Resolves to it, to the value of the button pressed, or to "".
 * @param {string} title
 * @param {string | null} now
 * @param {{value: string, text: string}[]} buttons
 */
async function pick(title, now, buttons) {
  let chosen = "";
  const set = Math.max(photo?.set ?? SMALLEST_SET, table.game?.rules.set ?? SMALLEST_SET);
  const picker = new TilePicker(set, {
    isTaken: (tile) => tile !== now && tiles.some((each) => each.tile === tile),
    isChosen: (tile) => tile === now,
    onTap(tile) {
      chosen = tile;
      byId("dialog").close("tile");
    },
  });
  const answer = await openDialog(title, [picker.element], [...buttons, { value: "", text: t("Back") }]);
  return answer === "tile" ? chosen : answer;
}

/**
 * A tile that was read wrongly, as somebody says it is.
 * @param {CountedTile} counted
 * @param {string} tile
 * @returns {CountedTile}
 */
function renamed(counted, tile) {
  const [high, low] = tile.split("-").map(Number);
  // The half that was read right stays where it is.
  const [first, second] = counted.halves;
  const halves = first === low || second === high ? [low, high] : [high, low];
  return { ...counted, tile, halves, is_doubted: false };
}

/**
 * Counts the layout again, with one tile renamed or removed.
 * @param {string} before
 * @param {string} now
 */
async function recount(before, now) {
  if (photo?.layout.table) {
    const joins = photo.layout.table.split(", ").filter((join) => now !== "remove" || join.split(/[>:]/)[0] !== before);
    const named = now === "remove" ? joins : joins.map((join) => join.replace(new RegExp(`\\b${before}\\b`, "g"), now));
    await weigh(named.join(", "));
  }
  show();
}

/**
 * A layout in which two tiles are joined, or are not: then the larger part of it stays.
 * @param {string} layout as in a record
 * @param {string} one tile
 * @param {string} other tile
 * @param {boolean} isJoined
 */
function withJoin(layout, one, other, isJoined) {
  const plays = layout.split(", ").map((text) => ({ text, tile: text.split(">")[0], on: text.split(/[>:]/)[1] }));
  const has = (/** @type {string} */ tile) => plays.some((play) => play.tile === tile);
  const cut = plays.find(({ tile, on }) => (tile === one && on === other) || (tile === other && on === one));
  if (isJoined && !cut && has(one) !== has(other))
    return `${layout}, ${has(one) ? `${other}>${one}` : `${one}>${other}`}`;
  if (isJoined || !cut) return layout;
  const branch = new Set([cut.tile]);
  for (const { tile, on } of plays) if (branch.has(on)) branch.add(tile); // a host stands before what is played on it
  const isBranchLarger = 2 * branch.size > plays.length;
  const kept = plays.filter(({ tile }) => branch.has(tile) === isBranchLarger);
  return kept.map((play) => (play === cut ? play.tile : play.text)).join(", ");
}

/** @param {string} layout as in a record */
async function weigh(layout) {
  if (!photo) return;
  const weighed = photo;
  layoutsSent += 1;
  const sent = layoutsSent;
  const isNewest = () => photo === weighed && sent === layoutsSent;
  try {
    const worth = await get(`/api/worth?${new URLSearchParams({ layout, rules: byId("rules").value })}`);
    if (!isNewest()) return;
    weighed.layout = worth;
    say("");
  } catch (error) {
    if (isNewest() && isLayout && error instanceof Error) say(toSentence(error.message));
  }
}

async function weighAnew() {
  if (photo?.layout.table) await weigh(photo.layout.table);
  show();
}

// Entering

/** @param {boolean} replaces */
async function enter(replaces) {
  const player = byId("player").value;
  const hand = tiles.map(({ tile }) => tile);
  const said = { event: "round_hand", player, hand };
  const answer = of
    ? await post("/api/events?ask=true", { event: "correct", of, said }, say)
    : await post("/api/hands", { player, hand, replaces }, say);
  // Nothing is lost: what was refused stays on the page.
  byId("replace").hidden = Boolean(answer) || Boolean(of);
  if (!answer) return;
  if (of) {
    location.href = address("/");
    return;
  }
  if (!answer.told.length) {
    say(t("That cannot be. Nothing is entered before the question on the table's page is answered."));
    return;
  }
  say(t("Entered for %(player)s.", { player }));
  forget();
  table = await get("/api/table");
  showPlayers(nextAfter(player));
  showEngines();
  show();
}

/** @param {string} player */
function nextAfter(player) {
  const players = table.game?.players ?? [];
  return players[(players.indexOf(player) + 1) % players.length];
}

/** @param {string | null | undefined} chosen */
function showPlayers(chosen) {
  byId("player").replaceChildren(
    ...(table.game?.players ?? []).map((player) =>
      createElement("option", { value: player, selected: player === chosen }, player),
    ),
  );
}

/** @param {boolean} layout */
function choose(layout) {
  isLayout = layout;
  show();
}

for (const id of ["photo", "gallery"]) byId(id).addEventListener("change", take);
byId("hand-mode").addEventListener("click", () => choose(false));
byId("layout-mode").addEventListener("click", () => choose(true));
byId("add").addEventListener("click", add);
byId("player").addEventListener("change", () => {
  showEngines();
  show();
});
byId("engine").addEventListener("change", showTrain);
byId("rules").addEventListener("change", weighAnew);
byId("enter-hand").addEventListener("click", () => enter(false));
byId("replace").addEventListener("click", () => enter(true));
showPlayers(asked.get("player") ?? me.player);
showEngines();
const shared = byId("shared") ? JSON.parse(byId("shared").textContent) : null;
if (shared?.error) say(toSentence(shared.error));
else if (shared) showReading(shared, null);
show();
query("main").inert = false;
