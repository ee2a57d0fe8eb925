// Setting up a game in three steps on one page: the camera, the players with their seats, the rules.
// What was chosen last is offered again, so that one tap starts the next game.

import { post } from "../lib/api.js";
import { CameraChoice } from "../components/camera_choice.js";
import { Picture } from "../components/live_image.js";
import { Seats } from "../components/seats.js";

const LOOK_MILLISECONDS = 1500;
const FEWEST = 2;

const at = (id) => document.getElementById(id);
const last = JSON.parse(at("new-game").dataset.last);
const chosenRules = () => document.querySelector('input[name="rules"]:checked');
const house = [...document.querySelectorAll("[data-option]")];
let looking = 0;
const seats = new Seats(at("players"), at("preview"), fit);

// What the chosen game allows.
function fit() {
  const { players, teams, scores, target } = chosenRules().dataset;
  const count = seats.count;
  at("more").disabled = count >= Math.max(...players.split(" ").map(Number));
  at("fewer").disabled = count <= FEWEST;
  at("teams-choice").hidden = teams !== "true" || count !== 4;
  at("claims").hidden = scores !== "true";
  at("target").placeholder = target;
}

// The options as the chosen game has them.
function offerUsual() {
  const { target, options } = chosenRules().dataset;
  const usual = JSON.parse(options);
  at("target").value = target;
  for (const select of house) select.value = usual[select.dataset.option];
  fit();
}

// What the table plays otherwise than the rules say.
function changes() {
  const usual = JSON.parse(chosenRules().dataset.options);
  return Object.fromEntries(house.filter((select) => select.value && select.value !== usual[select.dataset.option])
    .map((select) => [select.dataset.option, select.value]));
}

function offerLast() {
  if (last) {
    const rules = document.querySelector(`input[name="rules"][value="${CSS.escape(last.rules)}"]`);
    if (rules) rules.checked = true;
    if (rules?.closest("details")) rules.closest("details").open = true;
  }
  offerUsual();
  seats.show(last?.players.map((name) => ({ name, seat: last.seats ? last.seats[name] ?? "" : null })));
  if (!last) return;
  if (last.target) at("target").value = last.target;
  for (const select of house) {
    const said = select.dataset.option === "set" ? last.set : last.options?.[select.dataset.option];
    if (said !== undefined && said !== null) select.value = String(said);
  }
  if (last.claims) document.querySelector(`input[name="claims"][value="${last.claims}"]`).checked = true;
  at("teams").checked = Boolean(last.teams);
  fit();
}

function started() {
  const { dataset, value: rules } = chosenRules();
  const { names, sides } = seats.told();
  const { set, ...options } = changes();
  const event = { event: "game", rules, players: names, target: Number(at("target").value) };
  if (Object.keys(sides).length) event.seats = sides;
  if (set) event.set = Number(set);
  if (Object.keys(options).length) event.options = options;
  if (dataset.scores === "true") event.claims = document.querySelector('input[name="claims"]:checked').value;
  if (!at("teams-choice").hidden && at("teams").checked) event.teams = [[names[0], names[2]], [names[1], names[3]]];
  return event;
}

// Whether the table is seen well: in words, and green when it is.
async function look() {
  clearTimeout(looking);
  if (!document.hidden) {
    const answer = await fetch("/api/sight").then((each) => each.json()).catch(() => null);
    const { good, says } = answer ?? { good: false, says: "The program does not answer. Is it still running?" };
    at("preview").classList.toggle("good", good);
    at("sight").classList.toggle("good", good);
    if (at("sight").textContent !== says) at("sight").textContent = says;
  }
  clearTimeout(looking);
  looking = setTimeout(look, LOOK_MILLISECONDS);
}

at("more").addEventListener("click", () => seats.add());
at("fewer").addEventListener("click", () => seats.remove());
for (const input of document.querySelectorAll('input[name="rules"]')) input.addEventListener("change", offerUsual);
at("new-game").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await post("/api/games", started())) location.href = "/";
});

offerLast();
const picture = new Picture(at("live-picture"), () => {});
new CameraChoice(at("camera-choice"), () => { picture.begin(); look(); }).load();
look();
document.querySelector("main").inert = false;
