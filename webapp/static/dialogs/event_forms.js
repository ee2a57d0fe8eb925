// @ts-check
// Dialogs that send events: plays, claims, calls of Muggins, draws, points by hand, and corrections. While one is open the
// game goes on: it follows the record, keeps what still stands, and says what does not.

import { playerOf } from "../components/event_list.js";
import { createReport, createStills } from "../components/stills.js";
import { TilePicker } from "../components/tile_picker.js";
import { address } from "../lib/address.js";
import { post } from "../lib/api.js";
import { byId, createElement, query, queryAll, whenReleased } from "../lib/dom.js";
import { t, tp } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";
import { checkDialog, dialogSection, openDialog, radioGroup } from "./dialog.js";

/** @import { GameInPlay, Line, SentEvent, Tile } from "../lib/types.js" */
/** @import { DialogButton } from "./dialog.js" */

/** @typedef {(event: SentEvent) => Promise<unknown>} Send */

/**
 * What a page knows of the game: the events that stand, and the last sentence that it shows.
 * @typedef {{id: number, game: GameInPlay, lines: Line[], words: string}} Shown
 */

/**
 * A form that follows the record.
 * @typedef {object} Following
 * @property {(value: string) => boolean} [isReady] whether a button with a value can be pressed
 * @property {(shown: Shown) => string} ended why it can no longer be sent; "" while it can
 * @property {(shown: Shown) => void} [follow] keeps what still stands of what was chosen
 */

const CANCEL = { value: "", text: t("Cancel") };
// What stays of an event that is given to another player.
const KEPT_FIELDS = /** @type {const} */ (["points", "tiles", "drawn"]);
/** What an entry said: while that stands, its correction means what it did when it was opened. */
const SAID_FIELDS = /** @type {const} */ ([
  ...KEPT_FIELDS,
  "event",
  "hands",
  "player",
  "setter",
  "tile",
  "on",
  "joins",
  "endwise",
]);

/** @type {(shown: Shown) => void} */
let follow = () => {};

/**
 * Brings the open form up to the game as it is now.
 * @param {Shown} shown
 */
export function followRecord(shown) {
  whenReleased(() => follow(shown));
}

/**
 * Opens a form that follows the record. Resolves as a dialog does.
 * @param {Shown} opened
 * @param {string} title
 * @param {Node[]} parts
 * @param {DialogButton[]} buttons
 * @param {Following} form
 */
export function openForm(opened, title, parts, buttons, form) {
  const news = createElement("p", { class: "news", role: "status" });
  let ended = "";
  let isShort = false;
  const primary = buttons.find((button) => button.primary)?.value ?? "";
  const isReady = (value = primary) => form.isReady?.(value) ?? true;
  follow = (shown) => {
    // What was pressed is read when the dialog is closed.
    if (news.isConnected && !byId("dialog").open) return;
    ended = shown.id === opened.id ? form.ended(shown) : t("Another game has begun.");
    isShort ||= isReady();
    if (!ended) form.follow?.(shown);
    isShort &&= !isReady();
    news.textContent = newsOf(opened, shown, ended, isShort);
    checkDialog();
  };
  return openDialog(title, parts, buttons, (value) => !ended && isReady(value), [news]);
}

/**
 * What a form says of the game that went on while it was open.
 * @param {{words?: string}} opened
 * @param {{words?: string}} shown
 * @param {string} ended why it can no longer be sent
 * @param {boolean} isShort whether something is chosen no longer
 */
export function newsOf({ words: before }, { words = "" }, ended, isShort) {
  const told = words === before ? "" : t("Meanwhile: %(words)s", { words });
  return [told, ended || (isShort ? t("Choose what is missing.") : "")].filter(Boolean).join(" ");
}

/**
 * Asks which tile was played.
 * @param {Shown} shown
 * @param {Tile | null} tile chosen already, for example by a tap on the picture
 */
export async function openPlayForm(shown, tile = null) {
  const form = new PlayForm(shown, { player: null, tile, on: null, joins: null, endwise: false }, null);
  const buttons = [CANCEL, { value: "play", text: t("Play it"), primary: true }];
  const chosen = await openForm(shown, t("Which tile was played?"), form.parts, buttons, {
    isReady: () => form.isReady,
    ended: whenWon,
    follow: (now) => form.follow(now),
  });
  if (chosen === "play") await form.send((event) => post("/api/events", event));
}

/**
 * Asks what an event should have been, with the pictures of that moment. Visitors who may not correct see the pictures.
 * @param {Shown} shown
 * @param {Line} line
 * @param {boolean} mayCorrect
 */
export async function openCorrection(shown, line, mayCorrect = true) {
  const { number: of } = line;
  const { id, game } = shown;
  /** @param {SentEvent | null} said */
  const correct = (said) => post("/api/events?ask=true", { event: "correct", of, said });
  const ended = (/** @type {Shown} */ { lines }) => whenChanged(line, lines);
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
    const form = new PlayForm(shown, { player, tile, on, joins, endwise }, line);
    const chosen = await openForm(
      shown,
      t("%(player)s played %(tile)s: what was it really?", { player: line.player, tile: line.tile }),
      [createStills(id, of), ...form.parts, createReport(id, of)],
      [
        { value: "none", text: t("Delete this play") },
        { value: "pass", text: t("It was a pass") },
        CANCEL,
        { value: "play", text: t("Put it right"), primary: true },
      ],
      { isReady: (value) => value !== "play" || form.isReady, ended, follow: (now) => form.follow(now) },
    );
    if (chosen === "none") await correct(null);
    if (chosen === "pass") await correct({ event: "pass", player: checked("player") });
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
    const chosen = await openForm(shown, text, players, buttons, { ended });
    if (chosen === "none") await correct(null);
    if (chosen === "player") await correct(withPlayer(line, checked("player")));
  }
}

/**
 * Asks how many points are claimed. Another play asks anew: its points are others.
 * @param {Shown} shown
 * @param {string | undefined} own the visitor's seat; without one the form asks who claims
 */
export async function openClaimForm(shown, own) {
  const { rules, players, hand } = shown.game;
  let last = hand?.last;
  const points = rules.points.map((each) => ({ value: String(each), text: String(each) }));
  const who = new PlayerChoice(t("Who claims?"), players, last?.player);
  const body = [...(own ? [] : [who.element]), radioGroup(t("How many points?"), "points", points, null)];
  const buttons = [CANCEL, { value: "claim", text: tp("button", "Claim"), primary: true }];
  const isReady = () => Boolean(checked("points")) && Boolean(own ?? who.player);
  const chosen = await openForm(shown, tp("button", "Claim"), body, buttons, {
    isReady,
    ended: whenOver,
    follow({ game }) {
      who.follow(game.hand?.last?.player, Boolean(checked("points")));
      if (isSame(last, game.hand?.last)) return;
      last = game.hand?.last;
      for (const input of queryAll('#dialog input[name="points"]')) input.checked = false;
    },
  });
  if (chosen !== "claim") return;
  await post("/api/events", { event: "claim", player: own ?? who.player, points: Number(checked("points")) });
}

/**
 * Asks for points to peg by hand, or to take away.
 * @param {Shown} shown
 */
export async function openPointsForm(shown) {
  const { players } = shown.game;
  const points = createElement("input", { type: "number", min: -1000, max: 1000, value: 1, required: true });
  const body = [
    radioGroup(t("Whose?"), "player", playerOptions(players), players[0]),
    createElement("label", { class: "field" }, t("Points; fewer with a minus"), points),
  ];
  const buttons = [CANCEL, { value: "peg", text: t("Add the points"), primary: true }];
  if ((await openForm(shown, t("Points by hand"), body, buttons, { ended: whenWon })) !== "peg") return;
  await post("/api/events", { event: "score", player: checked("player"), points: Number(points.value) });
}

/**
 * Calls Muggins, after asking who calls where that is open.
 * @param {Shown} shown
 * @param {string | undefined} own the visitor's seat
 */
export async function callMuggins(shown, own) {
  const last = shown.game.hand?.last;
  const others = shown.game.players.filter((player) => player !== last?.player);
  const buttons = others.map((player) => ({ value: player, text: player, primary: true }));
  const ended = (/** @type {Shown} */ now) =>
    whenOver(now) || (isSame(last, now.game.hand?.last) ? "" : t("Muggins is called on the last play: call it anew."));
  const caller =
    own ??
    (others.length === 1
      ? others[0]
      : await openForm(shown, t("Who calls Muggins?"), [], [CANCEL, ...buttons], { ended }));
  if (caller) await post("/api/events", { event: "muggins", player: caller });
}

/**
 * Asks who draws how many tiles.
 * @param {Shown} shown
 */
export async function openDrawForm(shown) {
  const { rules, players, hand } = shown.game;
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8].map((each) => ({ value: String(each), text: String(each) }));
  const who = new PlayerChoice(t("Who draws?"), players, hand?.to_play);
  const body = [
    who.element,
    radioGroup(t("How many tiles?"), "tiles", rules.unable === "take-one" ? numbers.slice(0, 1) : numbers, "1"),
  ];
  const buttons = [CANCEL, { value: "draw", text: tp("button", "Draw"), primary: true }];
  const chosen = await openForm(shown, tp("button", "Draw"), body, buttons, {
    isReady: () => Boolean(who.player),
    ended: whenOver,
    follow: ({ game }) => who.follow(game.hand?.to_play, true), // the number of tiles is
  });
  if (chosen === "draw")
    await post("/api/events", { event: "draw", player: who.player, tiles: Number(checked("tiles")) });
}

// The player of an event: who is expected by the record, until somebody is chosen.
class PlayerChoice {
  /**
   * @param {string} legend
   * @param {string[]} players
   * @param {string | null | undefined} expected
   */
  constructor(legend, players, expected) {
    this.expected = expected;
    this.isChosen = false;
    this.element = radioGroup(legend, "player", playerOptions(players), expected, () => {
      this.isChosen = true;
    });
  }

  /** @returns {string | undefined} */
  get player() {
    return this.inputs.find(({ checked }) => checked)?.value;
  }

  get inputs() {
    return [...this.element.querySelectorAll("input")];
  }

  /**
   * Follows whom the record expects. Where more was chosen for the one before, nobody is chosen now.
   * @param {string | null | undefined} expected
   * @param {boolean} isMoreChosen
   */
  follow(expected, isMoreChosen) {
    if (this.isChosen || !this.player || expected === this.expected) return;
    this.expected = expected;
    for (const input of this.inputs) input.checked = !isMoreChosen && input.value === expected;
  }
}

// The player, the tile, the tile it was laid on, the halves that touch where several fit, and at a double its side or end.
class PlayForm {
  /**
   * @param {Shown} shown
   * @param {{player: string | null, tile: Tile | null, on: Tile | null, joins: number[] | null, endwise: boolean}} play
   *   its player is whose turn it is, where nobody is named
   * @param {Line | null} line the play that is corrected
   */
  constructor(shown, { player, tile, on, joins, endwise }, line) {
    this.line = line;
    this.tile = tile;
    this.on = on;
    this.way = joins?.join("/") ?? null;
    this.endwise = endwise;
    this.was = { tile, on };
    this.game = shown.game;
    /** @type {Tile[]} */
    this.lying = [];
    this.see(shown);
    const { rules, players } = shown.game;
    this.who = new PlayerChoice(t("Who?"), players, player ?? this.expected);
    this.host = new Asked("on");
    this.halves = new Asked("joins");
    this.part = new Asked("part");
    this.picker = new TilePicker(rules.set, {
      isTaken: (each) => this.isTaken(each),
      isChosen: (each) => each === this.tile,
      onTap: (each) => {
        this.tile = each;
        this.showHosts();
      },
    });
    this.parts = [
      this.who.element,
      dialogSection(t("Which tile?"), this.picker.element),
      this.host.element,
      this.halves.element,
      this.part.element,
    ];
    this.showHosts();
  }

  /**
   * Takes over what lies there now; for a correction, what was laid in the hand of that play.
   * @param {Shown} shown
   */
  see({ game, lines }) {
    this.game = game;
    const { hand } = game;
    this.lying = this.line ? laidWith(this.line, lines) : hand && !hand.is_over ? hand.tiles : [];
    this.isBegun = this.lying.length > 0;
  }

  get expected() {
    const { hand, next_setter: setter, players } = this.game;
    return hand?.to_play ?? setter ?? players[0];
  }

  /**
   * Follows the record. What it has overtaken is chosen no longer.
   * @param {Shown} shown
   */
  follow(shown) {
    const wasBegun = this.isBegun;
    this.see(shown);
    if ((this.tile && this.isTaken(this.tile)) || (wasBegun && !this.isBegun)) this.tile = null;
    this.showHosts(true);
    this.picker.refresh();
    if (!this.line) this.who.follow(this.expected, this.tile !== null);
  }

  /** @param {Tile} tile */
  isTaken(tile) {
    return this.lying.includes(tile) && tile !== this.line?.tile;
  }

  get isReady() {
    return Boolean(this.tile && this.who.player) && this.host.isAnswered && this.halves.isAnswered;
  }

  showHosts(isFollowing = false) {
    const isSet = !this.isBegun || (this.line && this.was.on === null);
    const earlier = this.line ? this.lying.slice(0, this.lying.indexOf(this.line.tile ?? "")) : this.lying;
    const matching = earlier.filter((each) => each !== this.tile && this.ways(each).length);
    const open = matching.filter((each) => this.openWays(each).length);
    // What was open at a play that is corrected is not known here: the program says what cannot be.
    const offered = !this.tile || isSet ? [] : open.length && !this.line ? open : matching;
    const usual = open[0] ?? offered[0] ?? null;
    if (this.on === null || !offered.includes(this.on)) this.on = isFollowing ? null : usual;
    const options = offered.map((each) => ({ value: each, text: "", picture: drawTile(each) }));
    this.host.show(t("On which tile?"), options, this.on, (chosen) => {
      this.on = chosen;
      this.showHalves();
    });
    this.showHalves(isFollowing);
  }

  get isAsBefore() {
    return this.tile === this.was.tile && this.on === this.was.on;
  }

  // Asks which halves touch where the tile fits its host in several ways.
  showHalves(isFollowing = false) {
    this.showPart(isFollowing);
    const open = this.on === null || this.line ? [] : this.openWays(this.on);
    const ways = this.on === null || open.length ? open : this.ways(this.on);
    const options = ways.map(([half, pips]) => ({
      value: `${half}/${pips}`,
      text: t("its %(half)s at the %(pips)s", { half, pips }),
    }));
    const isKept = this.isAsBefore || isFollowing;
    if (!isKept || !options.some(({ value }) => value === this.way))
      this.way = isFollowing ? null : (options[0]?.value ?? null);
    const isAsked = options.length > 1 || (options.length > 0 && this.way === null);
    this.halves.show(t("Which halves touch?"), isAsked ? options : [], this.way, (chosen) => {
      this.way = chosen;
    });
  }

  // Asks whether a double is touched at its side or at its end, where the rules leave it.
  showPart(isFollowing = false) {
    const double = [this.on, this.tile].find((each) => each && new Set(each.split("-")).size === 1) ?? "";
    const { rules, hand } = this.game;
    const isKnown = this.isAsBefore && rules.spinner_ends === "any-time";
    const isAsked = this.on && double && (isKnown || hand?.either_way.includes(double));
    if (!isAsked || !(this.isAsBefore || isFollowing)) this.endwise = false;
    const options = [
      { value: "side", text: t("Its side") },
      { value: "end", text: t("Its end") },
    ];
    const tile = (double === this.on ? this.tile : this.on) ?? "";
    const title = t("Which part of %(double)s touches %(tile)s?", { double, tile });
    this.part.show(title, isAsked ? options : [], this.endwise ? "end" : "side", (chosen) => {
      this.endwise = chosen === "end";
    });
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
    const joins = this.halves.isAsked && this.way ? { joins: this.way.split("/").map(Number) } : {};
    const endwise = this.endwise ? { endwise: true } : {};
    await send({ event: "play", player: this.who.player, tile: this.tile, ...on, ...joins, ...endwise });
  }
}

// A question of a form that is asked only while there is something to choose.
class Asked {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.element = createElement("div");
    this.asked = "";
  }

  get inputs() {
    return [...this.element.querySelectorAll("input")];
  }

  get isAsked() {
    return this.inputs.length > 0;
  }

  get isAnswered() {
    return !this.isAsked || this.inputs.some(({ checked }) => checked);
  }

  /**
   * What is asked already stays where it is.
   * @param {string} legend
   * @param {{value: string, text: string, picture?: Node}[]} options none where nothing is asked
   * @param {string | null} chosen
   * @param {(value: string) => void} onChange
   */
  show(legend, options, chosen, onChange) {
    const asked = JSON.stringify([legend, options.map(({ value }) => value)]);
    if (asked !== this.asked)
      this.element.replaceChildren(
        ...(options.length ? [radioGroup(legend, this.name, options, chosen, onChange)] : []),
      );
    this.asked = asked;
    for (const input of this.inputs) input.checked = input.value === chosen;
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

/**
 * @param {Line} entry
 * @param {Line[]} lines the events that stand
 */
export function whenChanged(entry, lines) {
  const now = lines.find(({ number }) => number === entry.number);
  return now && SAID_FIELDS.every((field) => isSame(now[field], entry[field]))
    ? ""
    : t("This entry has been changed: close this, and look at it anew.");
}

/** @param {Pick<Shown, "game">} shown */
export function whenWon({ game }) {
  return game.winner ? t("The game is over.") : "";
}

/** @param {Pick<Shown, "game">} shown */
export function whenOver({ game }) {
  const { hand, winner } = game;
  if (winner) return t("The game is over.");
  return hand?.last && !hand.is_over ? "" : t("No hand is in play.");
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The tiles that were laid in the hand of a play, in order.
 * @param {Line} play
 * @param {Line[]} lines
 * @returns {Tile[]}
 */
function laidWith({ number: of }, lines) {
  const start = lines.findLastIndex(({ event, number }) => event === "hand" && number < of);
  const next = lines.findIndex(({ event, number }) => event === "hand" && number > of);
  return lines
    .slice(Math.max(start, 0), next < 0 ? lines.length : next)
    .flatMap(({ event, layout = "", tile = "" }) =>
      event === "hand" ? tilesOf(layout) : event === "play" ? [tile] : [],
    );
}

/**
 * The tiles of a layout as it is written, for example "5-5, 5-3>5-5".
 * @param {string} layout
 * @returns {Tile[]}
 */
function tilesOf(layout) {
  return layout ? layout.split(", ").map((placed) => placed.split(/[>^:]/)[0]) : [];
}
