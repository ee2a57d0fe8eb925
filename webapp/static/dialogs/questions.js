// @ts-check
// The open question that came first: a sentence, a picture of the tile, and answers to tap or to choose with the keys
// 1 to 9. The others wait for their turn.

import { address } from "../lib/address.js";
import { post } from "../lib/api.js";
import { createElement } from "../lib/dom.js";
import { onKey } from "../lib/keys.js";
import { t, tp } from "../lib/text.js";
import { drawTile } from "../lib/tile_svg.js";

/** @import { Choice, Question } from "../lib/types.js" */

export class Questions {
  /**
   * @param {HTMLElement} place
   * @param {boolean} mayAnswer players and the host may
   */
  constructor(place, mayAnswer) {
    this.place = place;
    this.mayAnswer = mayAnswer;
    this.number = createElement("span", { class: "of" });
    /** @type {Question | null} */
    this.shown = null;
    onKey((key) => this.onKey(key));
  }

  /** @param {Question[]} questions */
  show(questions) {
    const first = questions[0] ?? null;
    this.place.hidden = !first;
    this.number.textContent = questions.length > 1 ? t("1 of %(number)s", { number: questions.length }) : "";
    // Other news must not replace a button while a finger is on it.
    if (JSON.stringify(first) === JSON.stringify(this.shown)) return;
    this.shown = first;
    this.place.replaceChildren(...(first ? [this.draw(first)] : []));
  }

  /** @param {Question} question */
  draw(question) {
    /** @type {HTMLElement[]} */
    const choices = question.choices.map((choice, place) => {
      const key = this.mayAnswer ? createElement("kbd", {}, String(place + 1)) : null;
      const button = createElement(
        "button",
        { type: "button", disabled: !this.mayAnswer, hidden: isForOthers(choice) },
        key,
        choice.tile ? drawTile(choice.tile) : null,
        choice.text,
      );
      button.addEventListener("click", () => this.answer(question, place));
      return button;
    });
    if (question.kind === "hand-end" && document.body.dataset.role === "host") {
      choices.unshift(
        createElement("a", { class: "button primary", href: address("/hand-end") }, tp("the tiles left", "Enter them")),
      );
    }
    const picture = createElement("span", { class: "doubted" });
    showPicture(picture, question.id);
    return createElement(
      "div",
      { class: "question" },
      picture,
      createElement("p", {}, this.number, question.text),
      createElement("div", { class: "choices" }, ...choices),
    );
  }

  /**
   * @param {Question} question
   * @param {number} place of the choice
   */
  answer(question, place) {
    post(`/api/questions/${question.id}`, { choice: place });
  }

  /** @param {string} key */
  onKey(key) {
    const place = [..."123456789"].indexOf(key);
    const question = this.shown;
    if (place < 0 || !this.mayAnswer || !question || place >= question.choices.length) return false;
    if (isForOthers(question.choices[place])) return false;
    this.answer(question, place);
    return true;
  }
}

/** @param {Choice} choice */
function isForOthers(choice) {
  return choice.host_only && document.body.dataset.role !== "host";
}

/**
 * Adds the camera's picture of the tile, if the camera sees it.
 * @param {HTMLElement} place
 * @param {number} question its number
 */
async function showPicture(place, question) {
  const answer = await fetch(address(`/api/questions/${question}/picture`)).catch(() => null);
  if (answer?.status !== 200) return;
  const src = URL.createObjectURL(await answer.blob());
  const onload = () => URL.revokeObjectURL(src);
  place.append(createElement("img", { src, onload, alt: t("The tile as the camera sees it") }));
}
