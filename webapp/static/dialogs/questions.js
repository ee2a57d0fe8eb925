// What the table is asked: a short sentence, a picture of the tile, and up to three answers to tap or to press 1, 2, 3.

import { make, post } from "../lib/api.js";
import { onKey } from "../lib/keys.js";
import { drawTile } from "../lib/tile_svg.js";

export class Questions {
  // `mayAnswer`: whether the visitor speaks for anybody at the table.
  constructor(place, mayAnswer) {
    this.place = place;
    this.mayAnswer = mayAnswer;
    this.asked = [];
    onKey((key) => this.pressed(key));
  }

  show(questions) {
    this.place.hidden = !questions.length;
    // A page that is told something else meanwhile must not take the answer away from under a finger.
    if (JSON.stringify(questions) === JSON.stringify(this.asked)) return;
    this.asked = questions;
    this.place.replaceChildren(...questions.map((question, place) => this.drawn(question, place === 0)));
  }

  drawn(question, hasKeys) {
    const choices = question.choices.map((choice, place) => {
      const key = hasKeys && this.mayAnswer ? make("kbd", {}, String(place + 1)) : null;
      const button = make("button", { type: "button", disabled: !this.mayAnswer },
        key, choice.tile ? drawTile(choice.tile) : null, choice.text);
      button.addEventListener("click", () => this.answer(question, place));
      return button;
    });
    if (question.kind === "hand-end" && document.body.dataset.role === "host") {
      choices.unshift(make("a", { class: "button primary", href: "/hand-end" }, "Enter them"));
    }
    const picture = make("span", { class: "doubted" });
    if (question.tile) showDoubted(picture, question.id);
    return make("div", { class: "question" }, picture, make("p", {}, question.text), make("div", { class: "choices" }, ...choices));
  }

  answer(question, place) {
    post(`/api/questions/${question.id}`, { choice: place });
  }

  pressed(key) {
    const place = ["1", "2", "3"].indexOf(key);
    const [question] = this.asked;
    if (place < 0 || !this.mayAnswer || !question || place >= question.choices.length) return false;
    this.answer(question, place);
    return true;
  }
}

// The tile as the camera sees it, where it does.
async function showDoubted(place, question) {
  const answer = await fetch(`/api/questions/${question}/picture`).catch(() => null);
  if (answer?.status !== 200) return;
  place.append(make("img", { src: URL.createObjectURL(await answer.blob()), alt: "The tile as the camera sees it" }));
}
