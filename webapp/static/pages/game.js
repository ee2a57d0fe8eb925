// @ts-check
// The page of one game: the chart of its score, and the button that deletes it.

import { address } from "../lib/address.js";
import "../lib/page_tiles.js";
import { Chart } from "../components/chart.js";
import { openDialog } from "../dialogs/dialog.js";
import { get, notAnswering } from "../lib/api.js";
import { byId, createElement, showError } from "../lib/dom.js";
import { formatNumber, t } from "../lib/text.js";

const place = byId("chart");
const button = byId("delete");

// This comes before the chart, which waits for the game: a tap in the meantime must not be lost.
if (button) {
  button.addEventListener("click", deleteGame);
  button.disabled = false;
}

if (place) {
  const game = await get(`/api/games/${place.dataset.game}`);
  const status = byId("chart-says");
  const chart = new Chart(place, game, {
    onPoint(entry) {
      status.textContent = describe(entry);
      return status.textContent;
    },
    onChoose(entry) {
      location.href = address(`/games/${game.id}/replay#${entry.number}`);
    },
  });
  new ResizeObserver(() => chart.draw()).observe(place);
}

/** @param {{hand: number, text: string, scores: Record<string, number>}} entry */
function describe({ hand, text, scores }) {
  const list = Object.entries(scores).map(([side, score]) => `${side.replaceAll("+", " & ")} ${formatNumber(score)}`);
  const values = { number: hand, move: text, scores: list.join(", ") };
  return "rounds" in place.dataset
    ? t("Round %(number)s: %(move)s → %(scores)s", values)
    : t("Hand %(number)s: %(move)s → %(scores)s", values);
}

async function deleteGame() {
  const ending = button.dataset.playing ? t("It is being played, and ends.") : "";
  const warning = t("The record with its pictures is removed for good. Export it first if anybody may still want it.");
  const choice = await openDialog(
    t("Delete this game?"),
    [createElement("p", {}, `${ending} ${warning}`)],
    [
      { value: "", text: t("Keep it") },
      { value: "delete", text: t("Delete it") },
    ],
  );
  if (choice !== "delete") return;
  const answer = await fetch(address(`/api/games/${button.dataset.game}`), {
    method: "DELETE",
    headers: { "Content-Type": "application/json" },
  }).catch(() => null);
  if (answer?.ok) location.href = address("/games");
  else showError(answer ? (await answer.json()).error : notAnswering());
}
