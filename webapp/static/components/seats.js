// @ts-check
// The players and their seats: a row for each player, and the four edges of the picture to tap.

import { createElement } from "../lib/dom.js";
import { t } from "../lib/text.js";

const SIDES = ["bottom", "left", "top", "right"];
/** @type {Record<number, string[]>} the sides by the number of players */
const USUAL_SIDES = { 2: ["bottom", "top"], 3: ["bottom", "left", "top"], 4: SIDES };

/** @type {Record<string, () => string>} where a player sits, after the name */
const SITS = {
  bottom: () => t("sits at the bottom"),
  left: () => t("sits at the left"),
  top: () => t("sits at the top"),
  right: () => t("sits at the right"),
};
/** @type {Record<string, (player: string) => string>} */
const SITS_THERE = {
  bottom: (player) => t("%(player)s sits at the bottom", { player }),
  left: (player) => t("%(player)s sits at the left", { player }),
  top: (player) => t("%(player)s sits at the top", { player }),
  right: (player) => t("%(player)s sits at the right", { player }),
};
/** @type {Record<string, () => string>} */
const SIT_DOWN = {
  bottom: () => t("Sit at the bottom"),
  left: () => t("Sit at the left"),
  top: () => t("Sit at the top"),
  right: () => t("Sit at the right"),
};

/** @typedef {{name: string, seat: string}} Player seat "": none yet */

/** @param {number} number from 1 */
const usualName = (number) => t("Player %(number)s", { number });

/** @param {string} name whether it stands for one that nobody has typed yet */
const isUsual = (name) => Array.from({ length: 10 }, (_, place) => usualName(place + 1)).includes(name);

export class Seats {
  /**
   * @param {HTMLElement} rows the place for the list of players
   * @param {HTMLElement} picture it holds a button for each edge
   * @param {() => void} onChange called when a player comes, goes or moves
   * @param {HTMLElement} known the place for the names of earlier games, which its data hold
   */
  constructor(rows, picture, onChange, known) {
    this.known = known;
    /** @type {string[]} */
    this.knownNames = JSON.parse(known.dataset.names ?? "[]");
    this.rows = rows;
    this.edges = /** @type {HTMLElement[]} */ ([...picture.querySelectorAll(".edge")]);
    this.onChange = onChange;
    /** Whether the players are named counter-clockwise. */
    this.isCounterClockwise = () => false;
    /** @type {Player[]} */
    this.players = [];
    this.next = 0;
    for (const edge of this.edges) edge.addEventListener("click", () => this.sit(edge.dataset.side ?? ""));
  }

  get count() {
    return this.players.length;
  }

  /** @param {{name: string, seat: string | null}[] | undefined} players a seat of null is the usual one */
  show(players) {
    const wanted =
      players && players.length >= 2 ? players : [1, 2].map((each) => ({ name: usualName(each), seat: null }));
    const clockwise = USUAL_SIDES[wanted.length] ?? [];
    const usual = this.isCounterClockwise() ? [...clockwise.slice(0, 1), ...clockwise.slice(1).reverse()] : clockwise;
    this.players = wanted.map(({ name, seat }, place) => ({ name, seat: seat === null ? (usual[place] ?? "") : seat }));
    this.next = Math.max(
      0,
      this.players.findIndex(({ seat }) => !seat),
    );
    this.draw();
  }

  add() {
    let number = this.count + 1;
    while (this.players.some(({ name }) => name === usualName(number))) number += 1;
    this.show([...this.players, { name: usualName(number) }].map(({ name }) => ({ name, seat: null })));
  }

  /** Seats the players at their usual sides again, once turns go the other way. */
  turnAbout() {
    this.show(this.players.map(({ name }) => ({ name, seat: null })));
  }

  remove() {
    this.show(this.players.slice(0, -1).map(({ name }) => ({ name, seat: null })));
  }

  /**
   * Seats the chosen player at a side. A player who sat there is chosen next.
   * @param {string} side
   */
  sit(side) {
    for (const player of this.players) if (player.seat === side) player.seat = "";
    this.players[this.next].seat = side;
    const unseated = this.players.findIndex(({ seat }) => !seat);
    this.next = unseated >= 0 ? unseated : (this.next + 1) % this.players.length;
    this.draw();
  }

  draw() {
    this.rows.replaceChildren(...this.players.map((player, place) => this.row(player, place)));
    for (const edge of this.edges) this.label(edge);
    this.offerNames();
    this.onChange();
  }

  // A button for each player of earlier games who is not among these.
  offerNames() {
    const offered = this.knownNames.filter(
      (name) => !isUsual(name) && this.players.every((player) => player.name !== name),
    );
    this.known.replaceChildren(
      ...offered.map((name) => {
        const button = createElement("button", { type: "button" }, name);
        button.addEventListener("click", () => this.seatKnown(name));
        return button;
      }),
    );
  }

  /**
   * Gives a name to the first player who has none of its own yet, else to the chosen one.
   * @param {string} name
   */
  seatKnown(name) {
    const nameless = this.players.findIndex((player) => isUsual(player.name));
    const place = nameless >= 0 ? nameless : this.next;
    this.players[place].name = name;
    this.next = (place + 1) % this.players.length;
    this.draw();
  }

  /**
   * @param {Player} player
   * @param {number} place in the list
   */
  row(player, place) {
    const input = createElement("input", {
      value: player.name,
      maxLength: 20,
      required: true,
      "aria-label": usualName(place + 1),
    });
    input.addEventListener("input", () => {
      player.name = input.value.trim();
      for (const edge of this.edges) this.label(edge);
      this.offerNames();
    });
    const button = createElement(
      "button",
      { type: "button", class: "sits", "aria-pressed": String(place === this.next) },
      player.seat ? SITS[player.seat]() : t("tap an edge"),
    );
    button.addEventListener("click", () => {
      this.next = place;
      this.draw();
    });
    return createElement("div", { class: `row side-${place + 1}` }, input, button);
  }

  /** @param {HTMLElement} edge */
  label(edge) {
    const { side } = edge.dataset;
    const place = this.players.findIndex(({ seat }) => seat === side);
    edge.className = `edge ${side}${place >= 0 ? ` taken side-${place + 1}` : ""}`;
    edge.textContent = place >= 0 ? this.players[place].name : "+";
    edge.setAttribute(
      "aria-label",
      place >= 0 ? SITS_THERE[side ?? ""](this.players[place].name) : SIT_DOWN[side ?? ""](),
    );
  }

  /** The players' names in order, and the side of each who has one. */
  values() {
    const names = this.players.map(({ name }) => name);
    return {
      names,
      sides: Object.fromEntries(this.players.filter(({ seat }) => seat).map(({ name, seat }) => [name, seat])),
    };
  }
}
