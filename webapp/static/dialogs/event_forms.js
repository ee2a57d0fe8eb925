// What people say with a tap: plays, claims, calls, and what an entry in the list should have been.

import { make, post } from "../lib/api.js";
import { ask, part, radios } from "./dialog.js";
import { describe } from "../components/event_list.js";
import { stillsOf } from "../components/stills.js";
import { TilePicker } from "../components/tile_picker.js";
import { drawTile } from "../lib/tile_svg.js";

const CANCEL = { value: "", text: "Cancel" };

// A play to be told by hand; `tile` may be chosen already.
export async function tellPlay(game, tile = null) {
  const form = new PlayForm(game, { player: game.hand?.to_play ?? game.players[0], tile, on: null }, []);
  const said = await ask("Which tile was played?", form.parts, [CANCEL, { value: "play", text: "Play it", primary: true }], () => Boolean(form.tile));
  if (said === "play") await form.send((event) => post("/api/events", event));
}

// What an entry of the list should have said, and the stills of that moment.
export async function correctLine({ id, game }, line, mayCorrect = true) {
  const { number: of } = line;
  const correct = (said) => post("/api/events", { event: "correct", of, said });
  if (!mayCorrect) {
    if (line.event === "play") await ask(`${line.player} played ${line.tile}`, [stillsOf(id, of)], [{ value: "", text: "Close" }]);
  } else if (line.event === "hand_end") {
    location.href = `/hand-end?of=${of}`;
  } else if (line.event === "play") {
    const form = new PlayForm(game, { player: line.player, tile: line.tile, on: line.on ?? null }, [line.tile]);
    const chosen = await ask(`${line.player} played ${line.tile}: what was it really?`, [stillsOf(id, of), ...form.parts], [
      { value: "none", text: "Strike it out" }, { value: "pass", text: "It was a pass" }, CANCEL,
      { value: "play", text: "Put it right", primary: true },
    ]);
    if (chosen === "none") await correct(null);
    if (chosen === "pass") await correct({ event: "pass", player: form.player });
    if (chosen === "play") await form.send(correct);
  } else if (line.event !== "game") {
    const text = `${line.player ?? line.setter ?? ""} ${describe(line)}`;
    const players = line.player || line.setter ? [radios("It was", "player", named(game.players), line.player ?? line.setter)] : [];
    const buttons = [{ value: "none", text: "Strike it out" }, CANCEL];
    if (players.length) buttons.push({ value: "player", text: "Put it right", primary: true });
    const chosen = await ask(text, players, buttons);
    if (chosen === "none") await correct(null);
    if (chosen === "player") await correct(withPlayer(line, checked("player")));
  }
}

// `own`: the seat of the visitor, who then speaks for nobody else.
export async function claim(game, own) {
  const points = game.rules.points.map((each) => ({ value: String(each), text: String(each) }));
  const who = own ? [] : [radios("Who claims?", "player", named(game.players), game.hand.last.player)];
  const body = [...who, radios("How many points?", "points", points, null)];
  const buttons = [CANCEL, { value: "claim", text: "Claim", primary: true }];
  if (await ask("Claim", body, buttons, () => Boolean(checked("points"))) !== "claim") return;
  await post("/api/events", { event: "claim", player: own ?? checked("player"), points: Number(checked("points")) });
}

// Points that nothing else brings, pegged or taken away by hand.
export async function pegByHand(game) {
  const points = make("input", { type: "number", min: -1000, max: 1000, value: 1, required: true });
  const body = [radios("Whose?", "player", named(game.players), game.players[0]), make("label", { class: "field" }, "Points; fewer with a minus", points)];
  if (await ask("Points by hand", body, [CANCEL, { value: "peg", text: "Peg them", primary: true }]) !== "peg") return;
  await post("/api/events", { event: "score", player: checked("player"), points: Number(points.value) });
}

export async function callMuggins(game, own) {
  const others = game.players.filter((player) => player !== game.hand.last.player);
  const buttons = others.map((player) => ({ value: player, text: player, primary: true }));
  const caller = own ?? (others.length === 1 ? others[0] : await ask("Who calls Muggins?", [], [CANCEL, ...buttons]));
  if (caller) await post("/api/events", { event: "muggins", player: caller });
}

export async function draw(game) {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => ({ value: String(each), text: String(each) }));
  const body = [
    radios("Who draws?", "player", named(game.players), game.hand.to_play),
    radios("How many tiles?", "tiles", game.rules.unable === "take-one" ? numbers.slice(0, 1) : numbers, "1"),
  ];
  if (await ask("Draw", body, [CANCEL, { value: "draw", text: "Draw", primary: true }]) !== "draw") return;
  await post("/api/events", { event: "draw", player: checked("player"), tiles: Number(checked("tiles")) });
}

// Player, tile and host of one play.
class PlayForm {
  constructor(game, { player, tile, on }, free) {
    Object.assign(this, { game, player, tile, on });
    this.lying = game.hand && !game.hand.is_over ? game.hand.tiles : [];
    this.host = make("div");
    this.picker = new TilePicker(game.rules.set, {
      isTaken: (each) => this.lying.includes(each) && !free.includes(each),
      isChosen: (each) => each === this.tile,
      tapped: (each) => { this.tile = each; this.showHosts(); },
    });
    this.parts = [
      radios("Who?", "player", named(game.players), player, (chosen) => { this.player = chosen; }),
      part("Which tile?", this.picker.element), this.host,
    ];
    this.showHosts();
  }

  showHosts() {
    const numbers = new Set(this.tile?.split("-"));
    const isSet = !this.lying.length || (this.on === null && this.lying[0] === this.tile);
    const matching = this.lying.filter((each) => each !== this.tile && each.split("-").some((half) => numbers.has(half)));
    const open = new Set((this.game.hand?.open ?? []).filter((end) => numbers.has(String(end.pips))).map((end) => end.tile));
    const hosts = matching.filter((each) => open.has(each) || each === this.on);
    const offered = hosts.length ? hosts : matching;
    if (!offered.includes(this.on)) this.on = isSet ? null : offered[0] ?? null;
    const options = offered.map((each) => ({ value: each, text: "", picture: drawTile(each) }));
    this.host.replaceChildren(...(this.tile && !isSet && options.length
      ? [radios("On which tile?", "on", options, this.on, (chosen) => { this.on = chosen; })] : []));
  }

  async send(tell) {
    await tell({ event: "play", player: this.player, tile: this.tile, ...(this.on ? { on: this.on } : {}) });
  }
}

function withPlayer(line, player) {
  const said = { event: line.event, [line.setter ? "setter" : "player"]: player };
  for (const kept of ["points", "tiles", "drawn"]) if (kept in line) said[kept] = line[kept];
  return said;
}

function checked(name) {
  return document.querySelector(`#dialog input[name="${name}"]:checked`)?.value;
}

function named(players) {
  return players.map((player) => ({ value: player, text: player }));
}
