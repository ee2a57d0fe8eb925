// The list of what was played, the newest first; each entry can be tapped to correct it.

import { make } from "../lib/api.js";
import { drawTile } from "../lib/tile_svg.js";

export class Plays {
  constructor(list, tapped) {
    this.list = list;
    this.tapped = tapped;
    // Where scores must be claimed it is the claim that gains them.
    this.areClaimed = false;
  }

  // `lines`: the events that stand, in order.
  show(lines) {
    this.list.replaceChildren(...lines.map((line) => this.entry(line)).filter(Boolean).reverse());
  }

  add(line) {
    const entry = this.entry(line);
    if (entry) this.list.prepend(entry);
  }

  entry(line) {
    const parts = line.event === "play" ? playParts(line, this.areClaimed) : otherParts(line);
    if (!parts) return null;
    const button = make("button", { type: "button" }, ...parts);
    button.addEventListener("click", () => this.tapped(line));
    const entry = make("li", { value: line.number }, button);
    entry.classList.toggle("faulty", Boolean(line.fault));
    entry.classList.toggle("said-so", line.event !== "play");
    return entry;
  }
}

function playParts(line, areClaimed) {
  const what = line.fault ? spaced(line.fault) : (line.on ? `on ${line.on}` : "sets") + missedIn(line);
  return [
    cell("who", line.player), drawTile(line.tile), cell("what", what),
    cell("count", line.count), cell("gain", line.points && !areClaimed ? `+${line.points}` : ""),
  ];
}

function missedIn({ missed }) {
  return missed ? ` · ${missed.player} missed ${missed.points}` : "";
}

function otherParts(line) {
  const text = describe(line);
  if (!text) return null;
  const gained = line.event === "hand_end" ? line.gained?.[line.hand_winner] : line.event === "score" || (line.event === "claim" && !line.fault) ? line.points : 0;
  return [cell("who", line.player ?? line.setter ?? ""), cell("what", text), cell("gain", gained ? signed(gained) : "")];
}

// A short text for anything but a play.
export function describe(line) {
  const concluded = line.inferred ? " (as the order tells)" : "";
  const missed = missedIn(line);
  if (line.event === "hand") return "to set";
  if (line.event === "pass") return `passes${concluded}${missed}`;
  if (line.event === "draw") return `draws ${line.tiles ?? 1}${concluded}${missed}`;
  if (line.event === "claim") return line.fault ? `claims ${line.points}: ${spaced(line.fault)}` : `claims ${line.points}`;
  if (line.event === "score") return "by hand";
  if (line.event === "muggins") return line.fault ? "calls Muggins: nothing missed" : `calls Muggins${missed}`;
  if (line.untold) return `hand over: points wait for the tiles of ${line.untold.join(" and ")}${missed}`;
  if (line.event === "hand_end") return line.hand_winner ? `hand to ${line.hand_winner}${missed}` : "hand: nobody gains";
  return "";
}

function spaced(fault) {
  return fault.replaceAll("-", " ");
}

function cell(name, text) {
  return make("span", { class: name }, String(text));
}

function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}
