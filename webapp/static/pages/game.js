// A game's page: the chart of its score, and deleting it.

import "../lib/page_tiles.js";
import { get, make, showTrouble } from "../lib/api.js";
import { Chart } from "../components/chart.js";
import { ask } from "../dialogs/dialog.js";
import { describe } from "../components/event_list.js";

const place = document.getElementById("chart");
const button = document.getElementById("delete");

if (place) {
  const game = await get(`/api/games/${place.dataset.game}`);
  const says = document.getElementById("chart-says");
  const chart = new Chart(place, game, {
    pointed(entry) { says.textContent = entry ? sentence(entry) : ""; },
    chosen(entry) { location.href = `/games/${game.id}/replay#${entry.number}`; },
  });
  new ResizeObserver(() => chart.draw()).observe(place);
}

function sentence({ hand, event, scores }) {
  const stands = Object.entries(scores).map(([side, score]) => `${side.replaceAll("+", " & ")} ${score}`).join(", ");
  return `Hand ${hand}: ${deed(event)} → ${stands}`;
}

function deed(event) {
  if (event.event === "play") return event.on ? `${event.player} plays ${event.tile} on ${event.on}` : `${event.player} sets ${event.tile}`;
  if (event.event === "hand") return `${event.setter} to set`;
  if (event.event === "hand_end") return "the hand is over";
  return `${event.player} ${describe(event)}`;
}

button?.addEventListener("click", async () => {
  const said = `${button.dataset.playing ? "It is being played, and ends. " : ""}The record with its pictures is removed for good. `
    + "Export it first if anybody may still want it.";
  const choice = await ask("Delete this game?", [make("p", {}, said)], [
    { value: "", text: "Keep it" }, { value: "delete", text: "Delete it" },
  ]);
  if (choice !== "delete") return;
  const answer = await fetch(`/api/games/${button.dataset.game}`, {
    method: "DELETE",
    headers: { "Content-Type": "application/json" },
  }).catch(() => null);
  if (answer?.ok) location.href = "/games";
  else showTrouble(answer ? (await answer.json()).error : "The program does not answer. Is it still running?");
});
