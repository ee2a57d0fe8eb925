// @ts-check
// How a game ended: who won with which play, the final scores, and what to do next.

import { address } from "../lib/address.js";
import { post } from "../lib/api.js";
import { createElement, whenReleased } from "../lib/dom.js";
import { formatList, formatNumber, t, tp } from "../lib/text.js";

/** @import { GameInPlay } from "../lib/types.js" */

export class Ending {
  /**
   * @param {HTMLElement} place
   * @param {boolean} isHost whether to offer the next game
   */
  constructor(place, isHost) {
    this.place = place;
    this.isHost = isHost;
    this.shown = "";
  }

  /**
   * Shows the ending of a game that is won; nothing of one that goes on.
   * @param {number} id number of the game
   * @param {GameInPlay | null} game
   */
  show(id, game) {
    const ending = game?.ending ?? null;
    const shown = ending ? JSON.stringify([id, ending, game?.scores]) : "";
    if (shown === this.shown) return;
    this.shown = shown;
    whenReleased(() => {
      this.place.hidden = !ending;
      this.place.replaceChildren(...(game && ending ? this.parts(id, game, ending) : []));
    });
  }

  /**
   * @param {number} id
   * @param {GameInPlay} game
   * @param {NonNullable<GameInPlay["ending"]>} ending
   */
  parts(id, { sides, scores }, { winner, skunked, decided_by: decidedBy }) {
    const players = (/** @type {string} */ side) => formatList(side.split("+"));
    const lines = [
      decidedBy,
      skunked.length ? t("Skunked: %(sides)s", { sides: formatList(skunked.map(players)) }) : "",
    ].filter(Boolean);
    return [
      createElement("h2", { class: `side-${sides.indexOf(winner) + 1}` }, t("%(side)s won", { side: players(winner) })),
      createElement(
        "ul",
        { class: "scores" },
        ...sides.map((side, place) =>
          createElement(
            "li",
            { class: `side-${place + 1}` },
            createElement("span", { class: "name" }, players(side)),
            createElement("strong", {}, formatNumber(scores[side])),
          ),
        ),
      ),
      ...lines.map((line) => createElement("p", {}, line)),
      createElement("div", { class: "next" }, ...this.buttons(id)),
    ];
  }

  /** @param {number} id */
  buttons(id) {
    const look = createElement("a", { class: "button", href: address(`/games/${id}`) }, t("See the game"));
    if (!this.isHost) return [look];
    const again = createElement("button", { type: "button", class: "primary" }, tp("button", "Rematch"));
    again.addEventListener("click", () => post("/api/rematch"));
    return [again, createElement("a", { class: "button", href: address("/new") }, t("New game")), look];
  }
}
