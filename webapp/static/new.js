// Setting up a new game. What was chosen last is offered again.

import { make, post, showTrouble } from "./ask.js";

const KEPT = "muggins-players";
const FEWEST = 2;
const SEATS = [["", "seat not told"], ["bottom", "bottom"], ["left", "left"], ["top", "top"], ["right", "right"]];
const USUAL_SEATS = { 2: ["bottom", "top"], 3: ["bottom", "left", "top"], 4: ["bottom", "left", "top", "right"] };
const USUAL_NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve"];

const at = (id) => document.getElementById(id);
const chosenRules = () => document.querySelector('input[name="rules"]:checked');

function kept() {
  try {
    const players = JSON.parse(localStorage.getItem(KEPT));
    if (Array.isArray(players) && players.length >= FEWEST) return players;
  } catch { /* What was kept cannot be read: begin afresh. */ }
  return seated(USUAL_NAMES.slice(0, FEWEST).map((name) => ({ name })));
}

function seated(players) {
  return players.map((player, place) => ({ ...player, seat: USUAL_SEATS[players.length]?.[place] ?? "" }));
}

function show(players) {
  at("players").replaceChildren(...players.map(({ name, seat }, place) => {
    const options = SEATS.map(([value, text]) => make("option", { value, selected: value === seat }, text));
    return make("div", { class: "row" },
      make("input", { value: name, maxLength: 20, required: true, "aria-label": `Player ${place + 1}` }),
      make("select", { "aria-label": `Seat of player ${place + 1}` }, ...options));
  }));
  fit();
}

function told() {
  return [...at("players").children].map((row) => ({
    name: row.querySelector("input").value.trim(), seat: row.querySelector("select").value,
  }));
}

// What the chosen game allows.
function fit() {
  const { target, players, teams, scores } = chosenRules().dataset;
  const count = at("players").children.length;
  const most = Math.max(...players.split(" ").map(Number));
  at("more").disabled = count >= most;
  at("fewer").disabled = count <= FEWEST;
  at("teams-choice").hidden = teams !== "true" || count !== 4;
  at("claims").hidden = scores !== "true";
  at("target").placeholder = target;
}

function change(players) {
  show(seated(players));
}

at("more").addEventListener("click", () => {
  const players = told();
  const free = USUAL_NAMES.find((name) => !players.some((player) => player.name === name)) ?? "";
  change([...players, { name: free }]);
});
at("fewer").addEventListener("click", () => change(told().slice(0, -1)));
for (const input of document.querySelectorAll('input[name="rules"]')) {
  input.addEventListener("change", () => { at("target").value = input.dataset.target; fit(); });
}

at("new-game").addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = told();
  const names = players.map((player) => player.name);
  const seats = Object.fromEntries(players.filter((player) => player.seat).map((player) => [player.name, player.seat]));
  if (new Set(Object.values(seats)).size < Object.keys(seats).length) {
    showTrouble("Two players cannot sit at the same side: choose another, or leave the seats untold.");
    return;
  }
  const { dataset, value: rules } = chosenRules();
  const started = { event: "game", rules, players: names, target: Number(at("target").value) };
  if (Object.keys(seats).length) started.seats = seats;
  if (dataset.scores === "true") started.claims = document.querySelector('input[name="claims"]:checked').value;
  if (!at("teams-choice").hidden && at("teams").checked) started.teams = [[names[0], names[2]], [names[1], names[3]]];
  if (await post("/api/games", started)) {
    localStorage.setItem(KEPT, JSON.stringify(players));
    location.href = "/";
  }
});

at("target").value = chosenRules().dataset.target;
show(kept());
document.querySelector("main").inert = false;
