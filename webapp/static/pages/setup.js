// @ts-check
// A new game in three steps on one page: the camera, the players with their seats, the rules. The form is filled in
// with the last game's choices, so one tap starts the next.

import { CameraChoice } from "../components/camera_choice.js";
import { LiveImage } from "../components/live_image.js";
import { Seats } from "../components/seats.js";
import { post } from "../lib/api.js";
import { byId, query, queryAll } from "../lib/dom.js";

/** @import { GameEvent, SentEvent } from "../lib/types.js" */

const LOOK_MILLISECONDS = 1500;
const FEWEST_PLAYERS = 2;

/** @type {GameEvent | null} */
const last = JSON.parse(byId("new-game").dataset.last);
const chosenRules = () => query('input[name="rules"]:checked');
const house = queryAll("[data-option]");
let lookTimer = 0;
const seats = new Seats(byId("players"), byId("preview"), fit);

// Enables what the chosen rules allow.
function fit() {
  const { players, teams, scores, target } = chosenRules().dataset;
  const count = seats.count;
  byId("more").disabled = count >= Math.max(...players.split(" ").map(Number));
  byId("fewer").disabled = count <= FEWEST_PLAYERS;
  byId("teams-choice").hidden = teams !== "true" || count !== 4;
  byId("claims").hidden = scores !== "true";
  byId("target").placeholder = target;
}

// Resets the options to those of the chosen rules.
function resetOptions() {
  const { target, options } = chosenRules().dataset;
  const usual = JSON.parse(options);
  byId("target").value = target;
  for (const select of house) select.value = usual[select.dataset.option];
  fit();
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

function fillInLast() {
  if (last) {
    const rules = query(`input[name="rules"][value="${CSS.escape(last.rules)}"]`);
    if (rules) rules.checked = true;
    if (rules?.closest("details")) rules.closest("details").open = true;
  }
  resetOptions();
  seats.show(last?.players.map((name) => ({ name, seat: last.seats ? (last.seats[name] ?? "") : null })));
  if (!last) return;
  if (last.target) byId("target").value = last.target;
  for (const select of house) {
    const value = select.dataset.option === "set" ? last.set : last.options?.[select.dataset.option];
    if (value !== undefined && value !== null) select.value = String(value);
  }
  if (last.claims) query(`input[name="claims"][value="${last.claims}"]`).checked = true;
  byId("teams").checked = Boolean(last.teams);
  fit();
}

function gameEvent() {
  const { dataset, value: rules } = chosenRules();
  const { names, sides } = seats.values();
  const { set, ...options } = changes();
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
    const answer = await fetch("/api/sight")
      .then((each) => each.json())
      .catch(() => null);
    const { good, says } = answer ?? { good: false, says: "The program does not answer. Is it still running?" };
    byId("preview").classList.toggle("good", good);
    byId("sight").classList.toggle("good", good);
    if (byId("sight").textContent !== says) byId("sight").textContent = says;
  }
  clearTimeout(lookTimer);
  lookTimer = setTimeout(look, LOOK_MILLISECONDS);
}

byId("more").addEventListener("click", () => seats.add());
byId("fewer").addEventListener("click", () => seats.remove());
for (const input of queryAll('input[name="rules"]')) input.addEventListener("change", resetOptions);
byId("new-game").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (await post("/api/games", gameEvent())) location.href = "/";
});

fillInLast();
const picture = new LiveImage(byId("live-picture"), () => {});
new CameraChoice(byId("camera-choice"), () => {
  picture.switchCamera();
  look();
}).load();
look();
query("main").inert = false;
