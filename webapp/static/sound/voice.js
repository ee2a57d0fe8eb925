// The voice: sentences spoken by the browser, if the visitor wants it; which of them, how loud, and in what language.

import { make } from "../lib/api.js";
import { ask, part, radios } from "../dialogs/dialog.js";

const KEPT = "muggins-voice";
const LANGUAGES = { en: "English", es: "Español" };
const HEARD = { all: "everything", scores: "scores only", talk: "with table talk" };
const HELLO = { en: "Voice on.", es: "Voz encendida." };
const USUAL = { on: false, language: "", heard: "all", volume: 1, voice: "" };

function kept() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch { return { ...USUAL }; /* What was kept cannot be read: begin afresh. */ }
}

// Of what is said and written about plays: the visitor's choice, else what the browser speaks.
export function languageChosen() {
  const { language } = kept();
  const spoken = navigator.language?.slice(0, 2);
  return language || (spoken in LANGUAGES ? spoken : "en");
}

export function hearsTalk() {
  return kept().heard === "talk";
}

export class Voice {
  // `changed` hears of another language, or of table talk wanted or not.
  constructor(button, changed) {
    this.button = button;
    this.changed = changed;
    this.chosen = kept();
    this.show();
    button.addEventListener("click", () => this.choose());
  }

  async choose() {
    const before = { ...this.chosen };
    const put = (key) => (value) => { this.chosen[key] = value; };
    const voices = make("select", { id: "voice-name" });
    const fill = () => voices.replaceChildren(make("option", { value: "" }, "the browser's usual voice"),
      ...this.voices().map((each) => make("option", { value: each.name, selected: each.name === this.chosen.voice }, each.name)));
    voices.addEventListener("change", () => put("voice")(voices.value));
    fill();
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", fill);
    const volume = make("input", { id: "voice-volume", type: "range", min: 0.1, max: 1, step: 0.1, value: this.chosen.volume });
    volume.addEventListener("input", () => put("volume")(Number(volume.value)));
    const said = await ask("The voice", [
      radios("Speak", "on", pairs({ yes: "on", no: "off" }), this.chosen.on ? "yes" : "no", (value) => put("on")(value === "yes")),
      radios("Say", "heard", pairs(HEARD), this.chosen.heard, put("heard")),
      radios("Language", "language", pairs(LANGUAGES), languageChosen(), (value) => { put("language")(value); fill(); }),
      part("How it sounds", make("label", { class: "field" }, "Voice", voices), make("label", { class: "field" }, "Volume", volume)),
    ], [{ value: "", text: "Cancel" }, { value: "try", text: "Try it" }, { value: "keep", text: "Done", primary: true }]);
    if (!said) { this.chosen = before; return; }
    localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    this.show();
    if (!this.chosen.on) globalThis.speechSynthesis?.cancel();
    // Browsers let a page speak once its visitor has asked for it.
    if (this.chosen.on && (said === "try" || !before.on)) this.say(HELLO[languageChosen()]);
    if (before.language !== this.chosen.language || (before.heard === "talk") !== hearsTalk()) this.changed();
    if (said === "try") this.choose();
  }

  voices() {
    const all = globalThis.speechSynthesis?.getVoices?.() ?? [];
    return all.filter((each) => each.lang.startsWith(this.chosen.language || languageChosen()));
  }

  show() {
    this.button.textContent = !this.chosen.on ? "Voice off" : this.chosen.heard === "scores" ? "Voice: scores" : "Voice on";
  }

  // What was told, aloud. `line`: the event it is about.
  tell(sentence, line) {
    if (this.chosen.heard !== "scores" || isScore(line)) this.say(sentence);
  }

  say(sentence) {
    if (!this.chosen.on || !sentence || !("speechSynthesis" in window)) return;
    // Old news is dropped rather than read out late.
    if (speechSynthesis.pending) speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = languageChosen();
    utterance.volume = this.chosen.volume;
    utterance.voice = this.voices().find((each) => each.name === this.chosen.voice) ?? null;
    speechSynthesis.speak(utterance);
  }
}

function isScore(line) {
  return Boolean(line.points || line.missed || line.gained || line.winner || line.event === "correct");
}

function pairs(texts) {
  return Object.entries(texts).map(([value, text]) => ({ value, text }));
}
