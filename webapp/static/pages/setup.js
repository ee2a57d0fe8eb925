// @ts-check
// A new game in three steps on one page: the camera, the players with their seats, the rules. The form is filled in
// with the last game's choices, so one tap starts the next.

import { CameraChoice } from "../components/camera_choice.js";
import { LiveImage } from "../components/live_image.js";
import { Seats } from "../components/seats.js";
import { address } from "../lib/address.js";
import { notAnswering, post } from "../lib/api.js";
import { byId, query, queryAll } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { isVoiceOn, turnVoice } from "../sound/voice.js";

/** @import { GameEvent, SentEvent } from "../lib/types.js" */

const LOOK_MILLISECONDS = 1500;
const FEWEST_PLAYERS = 2;

/** @type {(GameEvent & { options: Record<string, string> }) | null} */
const last = JSON.parse(byId("new-game").dataset.last);
const chosenRules = () => query('input[name="rules"]:checked');
const house = queryAll("[data-option]");
const direction = query('[data-option="direction"]');
const partners = query('[data-option="partners"]');
const isCounterClockwise = () => direction.value === "counter-clockwise";
let lookTimer = 0;
let sightState = "";
const seats = new Seats(byId("players"), byId("preview"), fit, byId("known-players"));
seats.isCounterClockwise = isCounterClockwise;

/**
 * A game names its players clockwise, this page in the order of their turns: the first stays, the others change about.
 * @template T
 * @param {T[]} players
 */
const otherWay = ([first, ...others]) => (isCounterClockwise() ? [first, ...others.reverse()] : [first, ...others]);

// Enables what the chosen rules allow.
function fit() {
  const { players, teams, scores, target } = chosenRules().dataset;
  const count = seats.count;
  const allowed = players.split(" ").map(Number);
  byId("more").disabled = count >= Math.max(...allowed);
  byId("fewer").disabled = count <= Math.max(FEWEST_PLAYERS, Math.min(...allowed));
  if (partners.value === "fixed") byId("teams").checked = true;
  byId("teams").disabled = partners.value === "fixed";
  byId("clockwise").hidden = isCounterClockwise();
  byId("counter-clockwise").hidden = !isCounterClockwise();
  byId("teams-choice").hidden = teams !== "true" || count !== 4 || partners.value === "rotating";
  byId("claims").hidden = byId("needed-choice").hidden = scores !== "true";
  byId("target").placeholder = target;
  fitRounds();
}

// Shows the options of the kind of game that is chosen. A game of a number of rounds has no target.
function fitRounds() {
  const { players, scored } = chosenRules().dataset;
  // No layout with so many pips is read.
  query('[data-option="set"] option[value="15"]').disabled = scored !== "rounds";
  for (const label of queryAll("[data-for]")) label.hidden = ![scored, "any"].includes(label.dataset.for);
  partners.closest("label").hidden ||= !players.split(" ").includes("4");
  const isEachDouble = query('[data-option="each-double"]').value === "true";
  query('[data-option="rounds"]').closest("label").hidden ||= isEachDouble;
  byId("goal").hidden = scored === "rounds" && (isEachDouble || query('[data-option="rounds"]').value !== "0");
}

// Resets the options to those of the chosen rules.
function resetOptions() {
  const { target, options } = chosenRules().dataset;
  const usual = JSON.parse(options);
  const was = direction.value;
  byId("target").value = target;
  for (const select of house) choose(select, usual[select.dataset.option]);
  byId("others").hidden = !queryAll("#others input").length || chosenRules().value !== last?.rules;
  if (seats.count && direction.value !== was) seats.turnAbout();
  if (seats.count) addMissingPlayers();
  fit();
}

function addMissingPlayers() {
  const least = Math.min(...chosenRules().dataset.players.split(" ").map(Number));
  while (seats.count < least) seats.add();
}

/**
 * A name as it is searched for: without accents, in small letters.
 * @param {string} name
 */
function plain(name) {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

// Shows the games with all words of the search in their name, of this language or English; all games without a search.
function search() {
  const words = plain(byId("find-game").value).split(" ").filter(Boolean);
  const games = queryAll("[data-names]");
  for (const game of games) game.hidden = !words.every((word) => plain(game.dataset.names).includes(word));
  byId("more-games").open = words.length > 0 || isAmongOthers();
  query("#more-games summary").hidden = words.length > 0;
  byId("no-game").textContent = games.every((game) => game.hidden) ? t("No game has this name.") : "";
}

/** Whether the chosen game is among those that are not shown first. */
const isAmongOthers = () => byId("more-games").contains(chosenRules());

/**
 * Enter chooses the first game that was found, and does not start one.
 * @param {KeyboardEvent} event
 */
function chooseFound(event) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  queryAll("[data-names]")
    .find((game) => !game.hidden)
    ?.querySelector("input")
    .click();
}

// The options that differ from the chosen rules.
function changes() {
  const usual = JSON.parse(chosenRules().dataset.options);
  return Object.fromEntries(
    house
      .filter((select) => select.value && select.value !== usual[select.dataset.option])
      .map((select) => [select.dataset.option, select.value]),
  );
}

/**
 * Chooses a value, also one that the page does not offer, as a program or a file of house rules may have asked for.
 * @param {HTMLSelectElement} select
 * @param {string} value
 */
function choose(select, value) {
  if (![...select.options].some((option) => option.value === value)) select.add(new Option(value));
  select.value = value;
}

// The house rules of the last game that no field offers, but for those that were left out.
function others() {
  if (byId("others").hidden) return {};
  return Object.fromEntries(queryAll("#others input:checked").map(({ name, value }) => [name, value]));
}

function fillInLast() {
  const rules = last && query(`input[name="rules"][value="${CSS.escape(last.rules)}"]`);
  if (rules) rules.checked = true;
  resetOptions();
  if (rules) for (const select of house) choose(select, last.options[select.dataset.option]);
  const players = last ? otherWay(last.players) : undefined;
  seats.show(players?.map((name) => ({ name, seat: last?.seats ? (last.seats[name] ?? "") : null })));
  addMissingPlayers();
  if (!rules) return;
  byId("target").value = last.target;
  query(`input[name="claims"][value="${last.claims}"]`).checked = true;
  byId("teams").checked = Boolean(last.teams);
  fit();
}

function gameEvent() {
  const { dataset, value: rules } = chosenRules();
  const { names: inTurn, sides } = seats.values();
  const names = otherWay(inTurn);
  const { set, ...options } = { ...others(), ...changes() };
  /** @type {SentEvent} */
  const event = { event: "game", rules, players: names, target: Number(byId("target").value) };
  if (Object.keys(sides).length) event.seats = sides;
  if (set) event.set = Number(set);
  if (Object.keys(options).length) event.options = options;
  if (dataset.scores === "true") event.claims = query('input[name="claims"]:checked').value;
  if (!byId("teams-choice").hidden && byId("teams").checked)
    event.teams = [
      [names[0], names[2]],
      [names[1], names[3]],
    ];
  return event;
}

// Shows how well the camera sees the table: a sentence, green when all is well.
async function look() {
  clearTimeout(lookTimer);
  if (!document.hidden) {
    const answer = await fetch(address("/api/sight"))
      .then((each) => each.json())
      .catch(() => null);
    const { good, says, state } = answer ?? { good: false, says: notAnswering(), state: "" };
    if (sightState === "none" && state && state !== "none") cameras.load(); // one was plugged in
    sightState = state;
    byId("preview").classList.toggle("good", good);
    byId("sight").classList.toggle("good", good);
    if (byId("sight").textContent !== says) byId("sight").textContent = says;
  }
  clearTimeout(lookTimer);
  lookTimer = setTimeout(look, LOOK_MILLISECONDS);
}

byId("find-game").addEventListener("input", search);
byId("find-game").addEventListener("keydown", chooseFound);
byId("more").addEventListener("click", () => seats.add());
byId("fewer").addEventListener("click", () => seats.remove());
for (const select of house) select.addEventListener("change", fitRounds);
for (const input of queryAll('input[name="rules"]')) input.addEventListener("change", resetOptions);
direction.addEventListener("change", () => seats.turnAbout());
partners.addEventListener("change", fit);
byId("new-game").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  turnVoice(byId("speaks").checked);
  await post("/api/voice", { language: byId("voice").value, needed: byId("needed").checked });
  if (await post("/api/games", gameEvent())) location.href = address("/");
});

byId("speaks").checked = isVoiceOn();
fillInLast();
const picture = new LiveImage(byId("live-picture"), () => {});
const cameras = new CameraChoice(byId("camera-choice"), () => {
  picture.switchCamera();
  look();
});
cameras.load();
look();
query("main").inert = false;
