// @ts-check
// Dialogs that send events: plays, claims, calls of Muggins, draws, points by hand, and corrections.

import { playerOf } from "../components/event_list.js";
import { createReport, createStills } from "../components/stills.js";
import { TilePicker } from "../components/tile_picker.js";
import { address } from "../lib/address.js";
import { post } from "../lib/api.js";
import { createElement, query } from "../lib/dom.js";
import { t, tp } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";
import { dialogSection, openDialog, radioGroup } from "./dialog.js";

/** @import { GameInPlay, Line, SentEvent, Tile } from "../lib/types.js" */
/** @import { DialogButton } from "./dialog.js" */

/** @typedef {(event: SentEvent) => Promise<unknown>} Send */

const CANCEL = { value: "", text: t("Cancel") };
// What stays of an event that is given to another player.
const KEPT_FIELDS = /** @type {const} */ (["points", "tiles", "drawn"]);

/**
 * Asks which tile was played.
 * @param {GameInPlay} game
 * @param {Tile | null} tile chosen already, for example by a tap on the picture
 */
export async function openPlayForm(game, tile = null) {
  const player = game.hand?.to_play ?? game.players[0];
  const form = new PlayForm(game, { player, tile, on: null, joins: null, endwise: false }, []);
  const chosen = await openDialog(
    t("Which tile was played?"),
    form.parts,
    [CANCEL, { value: "play", text: t("Play it"), primary: true }],
    () => Boolean(form.tile),
  );
  if (chosen === "play") await form.send((event) => post("/api/events", event));
}

/**
 * Asks what an event should have been, with the pictures of that moment. Visitors who may not correct see the pictures.
 * @param {{id: number, game: GameInPlay}} table
 * @param {Line} line
 * @param {boolean} mayCorrect
 */
export async function openCorrection({ id, game }, line, mayCorrect = true) {
  const { number: of } = line;
  /** @param {SentEvent | null} said */
  const correct = (said) => post("/api/events?ask=true", { event: "correct", of, said });
  if (!mayCorrect) {
    if (line.event === "play")
      await openDialog(
        t("%(player)s played %(tile)s", { player: line.player, tile: line.tile }),
        [createStills(id, of)],
        [{ value: "", text: t("Close") }],
      );
  } else if (line.event === "hand_end") {
    location.href = address(`/hand-end?of=${of}`);
  } else if (line.event === "play") {
    const { player, tile, on = null, joins = null, endwise = false } = line;
    const form = new PlayForm(game, { player, tile, on, joins, endwise }, [tile]);
    const chosen = await openDialog(
      t("%(player)s played %(tile)s: what was it really?", { player: line.player, tile: line.tile }),
      [createStills(id, of), ...form.parts, createReport(id, of)],
      [
        { value: "none", text: t("Delete this play") },
        { value: "pass", text: t("It was a pass") },
        CANCEL,
        { value: "play", text: t("Put it right"), primary: true },
      ],
    );
    if (chosen === "none") await correct(null);
    if (chosen === "pass") await correct({ event: "pass", player: form.player });
    if (chosen === "play") await form.send(correct);
  } else if (line.event !== "game") {
    const text = `${playerOf(line)} ${line.text}`;
    const players =
      line.player || line.setter
        ? [
            radioGroup(
              tp("somebody else's event", "It was"),
              "player",
              playerOptions(game.players),
              line.player ?? line.setter,
            ),
          ]
        : [];
    /** @type {DialogButton[]} */
    const buttons = [{ value: "none", text: t("Delete this entry") }, CANCEL];
    if (players.length) buttons.push({ value: "player", text: t("Put it right"), primary: true });
    const chosen = await openDialog(text, players, buttons);
    if (chosen === "none") await correct(null);
    if (chosen === "player") await correct(withPlayer(line, checked("player")));
  }
}

/**
 * Asks how many points are claimed.
 * @param {GameInPlay} game
 * @param {string | undefined} own the visitor's seat; without one the form asks who claims
 */
export async function openClaimForm(game, own) {
  const points = game.rules.points.map((each) => ({ value: String(each), text: String(each) }));
  const who = own ? [] : [radioGroup(t("Who claims?"), "player", playerOptions(game.players), game.hand?.last?.player)];
  const body = [...who, radioGroup(t("How many points?"), "points", points, null)];
  const buttons = [CANCEL, { value: "claim", text: tp("button", "Claim"), primary: true }];
  if ((await openDialog(tp("button", "Claim"), body, buttons, () => Boolean(checked("points")))) !== "claim") return;
  await post("/api/events", { event: "claim", player: own ?? checked("player"), points: Number(checked("points")) });
}

/**
 * Asks for points to peg by hand, or to take away.
 * @param {GameInPlay} game
 */
export async function openPointsForm(game) {
  const points = createElement("input", { type: "number", min: -1000, max: 1000, value: 1, required: true });
  const body = [
    radioGroup(t("Whose?"), "player", playerOptions(game.players), game.players[0]),
    createElement("label", { class: "field" }, t("Points; fewer with a minus"), points),
  ];
  if (
    (await openDialog(t("Points by hand"), body, [
      CANCEL,
      { value: "peg", text: t("Add the points"), primary: true },
    ])) !== "peg"
  )
    return;
  await post("/api/events", { event: "score", player: checked("player"), points: Number(points.value) });
}

/**
 * Calls Muggins, after asking who calls where that is open.
 * @param {GameInPlay} game
 * @param {string | undefined} own the visitor's seat
 */
export async function callMuggins(game, own) {
  const others = game.players.filter((player) => player !== game.hand?.last?.player);
  const buttons = others.map((player) => ({ value: player, text: player, primary: true }));
  const caller =
    own ?? (others.length === 1 ? others[0] : await openDialog(t("Who calls Muggins?"), [], [CANCEL, ...buttons]));
  if (caller) await post("/api/events", { event: "muggins", player: caller });
}

/**
 * Asks who draws how many tiles.
 * @param {GameInPlay} game
 */
export async function openDrawForm(game) {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => ({ value: String(each), text: String(each) }));
  const body = [
    radioGroup(t("Who draws?"), "player", playerOptions(game.players), game.hand?.to_play),
    radioGroup(t("How many tiles?"), "tiles", game.rules.unable === "take-one" ? numbers.slice(0, 1) : numbers, "1"),
  ];
  if (
    (await openDialog(tp("button", "Draw"), body, [
      CANCEL,
      { value: "draw", text: tp("button", "Draw"), primary: true },
    ])) !== "draw"
  )
    return;
  await post("/api/events", { event: "draw", player: checked("player"), tiles: Number(checked("tiles")) });
}

// The player, the tile, the tile it was laid on, the halves that touch where several fit, and at a double its side or end.
class PlayForm {
  /**
   * @param {GameInPlay} game
   * @param {{player: string, tile: Tile | null, on: Tile | null, joins: number[] | null, endwise: boolean}} play
   * @param {Tile[]} free laid tiles that may be chosen all the same
   */
  constructor(game, { player, tile, on, joins, endwise }, free) {
    this.game = game;
    this.player = player;
    this.tile = tile;
    this.on = on;
    this.joins = joins;
    this.endwise = endwise;
    this.was = { tile, on };
    this.lying = game.hand && !game.hand.is_over ? game.hand.tiles : [];
    this.host = createElement("div");
    this.halves = createElement("div");
    this.part = createElement("div");
    this.picker = new TilePicker(game.rules.set, {
      isTaken: (each) => this.lying.includes(each) && !free.includes(each),
      isChosen: (each) => each === this.tile,
      onTap: (each) => {
        this.tile = each;
        this.showHosts();
      },
    });
    this.parts = [
      radioGroup(t("Who?"), "player", playerOptions(game.players), player, (chosen) => {
        this.player = chosen;
      }),
      dialogSection(t("Which tile?"), this.picker.element),
      this.host,
      this.halves,
      this.part,
    ];
    this.showHosts();
  }

  showHosts() {
    const isSet = !this.lying.length || (this.on === null && this.lying[0] === this.tile);
    const matching = this.lying.filter((each) => each !== this.tile && this.ways(each).length);
    const hosts = matching.filter((each) => this.openWays(each).length || each === this.on);
    const offered = hosts.length ? hosts : matching;
    if (this.on === null || !offered.includes(this.on)) this.on = isSet ? null : (offered[0] ?? null);
    const options = offered.map((each) => ({ value: each, text: "", picture: drawTile(each) }));
    this.host.replaceChildren(
      ...(this.tile && !isSet && options.length
        ? [
            radioGroup(t("On which tile?"), "on", options, this.on, (chosen) => {
              this.on = chosen;
              this.showHalves();
            }),
          ]
        : []),
    );
    this.showHalves();
  }

  get isAsBefore() {
    return this.tile === this.was.tile && this.on === this.was.on;
  }

  // Asks which halves touch where the tile fits its host in several ways.
  showHalves() {
    this.showPart();
    const isAsBefore = this.isAsBefore;
    const open = this.on === null ? [] : this.openWays(this.on);
    const ways = this.on === null ? [] : isAsBefore || !open.length ? this.ways(this.on) : open;
    const options = ways.map(([half, pips]) => ({
      value: `${half}/${pips}`,
      text: t("its %(half)s at the %(pips)s", { half, pips }),
    }));
    const choose = (/** @type {string} */ chosen) => {
      this.joins = chosen.split("/").map(Number);
    };
    const known = isAsBefore && this.joins ? this.joins.join("/") : options[0]?.value;
    if (options.length > 1) choose(known);
    else this.joins = null;
    this.halves.replaceChildren(
      ...(options.length > 1 ? [radioGroup(t("Which halves touch?"), "joins", options, known, choose)] : []),
    );
  }

  // Asks whether a double is touched at its side or at its end, where the rules leave it.
  showPart() {
    const double = [this.on, this.tile].find((each) => each && new Set(each.split("-")).size === 1) ?? "";
    const { rules, hand } = this.game;
    const isKnown = this.isAsBefore && rules.spinner_ends === "any-time";
    const isAsked = this.on && double && (isKnown || hand?.either_way.includes(double));
    if (!isAsked || !this.isAsBefore) this.endwise = false;
    const options = [
      { value: "side", text: t("Its side") },
      { value: "end", text: t("Its end") },
    ];
    const choose = (/** @type {string} */ chosen) => {
      this.endwise = chosen === "end";
    };
    const tile = (double === this.on ? this.tile : this.on) ?? "";
    const title = t("Which part of %(double)s touches %(tile)s?", { double, tile });
    this.part.replaceChildren(
      ...(isAsked ? [radioGroup(title, "part", options, this.endwise ? "end" : "side", choose)] : []),
    );
  }

  /**
   * The half of the tile and that of a host, for each way in which they may touch.
   * @param {Tile} host
   */
  ways(host) {
    const { joined_sum: sum, matadors } = this.game.rules;
    const halves = this.tile?.split("-").map(Number) ?? [];
    const isMatador = matadors && [0, sum].includes(halves.reduce((total, half) => total + half, 0));
    const fits = (/** @type {number} */ half, /** @type {number} */ pips) =>
      sum === null ? half === pips : isMatador || half + pips === sum;
    return [...new Set(halves)].flatMap((half) =>
      [...new Set(host.split("-").map(Number))].filter((pips) => fits(half, pips)).map((pips) => [half, pips]),
    );
  }

  /**
   * The ways that lead to an open end of a host.
   * @param {Tile} host
   */
  openWays(host) {
    const open = this.game.hand?.open ?? [];
    return this.ways(host).filter(([, pips]) => open.some((end) => end.tile === host && end.pips === pips));
  }

  /** @param {Send} send */
  async send(send) {
    const on = this.on ? { on: this.on } : {};
    const joins = this.joins ? { joins: this.joins } : {};
    const endwise = this.endwise ? { endwise: true } : {};
    await send({ event: "play", player: this.player, tile: this.tile, ...on, ...joins, ...endwise });
  }
}

/**
 * The event of a line, given to another player.
 * @param {Line} line
 * @param {string} player
 */
function withPlayer(line, player) {
  /** @type {SentEvent} */
  const event = { event: line.event, [line.setter ? "setter" : "player"]: player };
  for (const kept of KEPT_FIELDS) if (kept in line) event[kept] = line[kept];
  return event;
}

/**
 * The value of the checked radio button.
 * @param {string} name
 * @returns {string}
 */
function checked(name) {
  return query(`#dialog input[name="${name}"]:checked`)?.value;
}

/** @param {string[]} players */
function playerOptions(players) {
  return players.map((player) => ({ value: player, text: player }));
}
