// @ts-check
// The voice: whether the browser speaks sentences, which ones, how loud, and in which language.

import { dialogSection, openDialog, radioGroup } from "../dialogs/dialog.js";
import { byId, createElement } from "../lib/dom.js";
import { language, t, tp } from "../lib/text.js";
import { playSound, wakeSounds } from "./play_sound.js";

/** @import { Line } from "../lib/types.js" */

const STORAGE_KEY = "muggins-voice";
/** @typedef {{name: string, greeting: string}} SpokenLanguage its own name, and what the voice says first */
/** @typedef {{on: boolean, language: string, heard: string, volume: number, voice: string}} Settings */

/** @type {Record<string, SpokenLanguage>} the languages that the voice speaks, on a page that has one */
const LANGUAGES = JSON.parse(byId("voices")?.textContent ?? "{}");

/** @type {Settings} */
const DEFAULTS = { on: false, language: "", heard: "all", volume: 1, voice: "" };

/** @returns {Settings} */
function storedSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS }; // not readable
  }
}

/** @param {Settings} settings */
function store(settings) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
}

/** Whether this screen speaks. */
export function isVoiceOn() {
  return storedSettings().on;
}

/**
 * Makes this screen speak, or keep silent.
 * @param {boolean} on
 */
export function turnVoice(on) {
  store({ ...storedSettings(), on });
}

/** The language of the voice: the visitor's choice, else the table's on the host's screen, else the page's. */
export function voiceLanguage() {
  return storedSettings().language || document.body.dataset.voice || language;
}

/** Whether this page has spoken within a tap: browsers let a page speak from then on, and not before. */
let isHeard = false;

/** Whether the visitor wants the club's sayings in the sentences. */
export function wantsTableTalk() {
  return storedSettings().heard === "talk";
}

export class Voice {
  /**
   * @param {() => void} onChange called after a change of language or table talk
   */
  constructor(onChange) {
    this.onChange = onChange;
    this.settings = storedSettings();
    this.show();
    byId("voice").addEventListener("click", () => this.turn());
    byId("voice-choice").addEventListener("click", () => this.choose());
    for (const touched of ["click", "keydown"]) addEventListener(touched, () => this.beHeard(), true);
  }

  // Speaks from now on, or no more.
  turn() {
    this.settings.on = !this.settings.on;
    store(this.settings);
    this.show();
    if (!this.settings.on) {
      globalThis.speechSynthesis?.cancel();
      return;
    }
    this.beHeard(); // within this tap
    this.greet();
  }

  greet() {
    this.say(LANGUAGES[voiceLanguage()]?.greeting ?? "");
  }

  async choose() {
    const before = { ...this.settings };
    /**
     * @template {keyof Settings} Key
     * @param {Key} key
     */
    const put = (key) => (/** @type {Settings[Key]} */ value) => {
      this.settings[key] = value;
    };
    const voices = createElement("select", { id: "voice-name" });
    const fill = () =>
      voices.replaceChildren(
        createElement("option", { value: "" }, t("the browser's usual voice")),
        ...this.voices().map((each) =>
          createElement("option", { value: each.name, selected: each.name === this.settings.voice }, each.name),
        ),
      );
    voices.addEventListener("change", () => put("voice")(voices.value));
    fill();
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", fill);
    const volume = createElement("input", {
      id: "voice-volume",
      type: "range",
      min: 0.1,
      max: 1,
      step: 0.1,
      value: this.settings.volume,
    });
    volume.addEventListener("input", () => put("volume")(Number(volume.value)));
    const pressed = await openDialog(
      t("The voice"),
      [
        radioGroup(tp("the voice", "Say"), "heard", options(extents()), this.settings.heard, put("heard")),
        radioGroup(t("Language"), "language", languageOptions(), voiceLanguage(), (value) => {
          put("language")(value);
          fill();
        }),
        dialogSection(
          t("How it sounds"),
          createElement("label", { class: "field" }, t("Voice"), voices),
          createElement("label", { class: "field" }, t("Volume"), volume),
        ),
      ],
      [
        { value: "", text: t("Cancel") },
        { value: "try", text: t("Try it") },
        { value: "keep", text: t("Done"), primary: true },
      ],
    );
    if (!pressed) {
      this.settings = before;
      return;
    }
    store(this.settings);
    if (pressed === "try") this.greet();
    if (before.language !== this.settings.language || (before.heard === "talk") !== wantsTableTalk()) this.onChange();
    if (pressed === "try") this.choose();
  }

  voices() {
    const all = globalThis.speechSynthesis?.getVoices?.() ?? [];
    return all.filter((each) => each.lang.startsWith((this.settings.language || voiceLanguage()).slice(0, 2)));
  }

  // Says nothing, within the tap that calls it.
  beHeard() {
    if (isHeard || !this.settings.on || !("speechSynthesis" in window)) return;
    const nothing = new SpeechSynthesisUtterance(" ");
    nothing.volume = 0;
    speechSynthesis.speak(nothing);
    wakeSounds();
    isHeard = true;
    this.show();
  }

  show() {
    byId("voice-waits").hidden = isHeard || !this.settings.on;
    byId("voice").setAttribute("aria-pressed", String(this.settings.on));
    byId("voice-choice").hidden = !this.settings.on;
  }

  /**
   * Speaks a sentence about an event, or plays the sound that the host has put in its place, if the visitor wants it.
   * @param {string} sentence
   * @param {Line} line
   * @param {string | null} sound its address
   */
  async announce(sentence, line, sound) {
    if (this.settings.heard === "scores" && !isScore(line)) return;
    if (!sound || !this.settings.on || !(await playSound(sound, this.settings.volume))) this.say(sentence);
  }

  /** @param {string} sentence */
  say(sentence) {
    if (!this.settings.on || !sentence || !("speechSynthesis" in window)) return;
    // A sentence that still waits is old news and is dropped.
    if (speechSynthesis.pending) speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = voiceLanguage();
    utterance.volume = this.settings.volume;
    utterance.voice = this.voices().find((each) => each.name === this.settings.voice) ?? null;
    speechSynthesis.speak(utterance);
  }
}

function extents() {
  return {
    all: tp("the voice", "everything"),
    scores: tp("the voice", "scores only"),
    talk: tp("the voice", "with table talk"),
  };
}

function languageOptions() {
  return Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, text: name }));
}

/** @param {Line} line */
function isScore(line) {
  return Boolean(line.points || line.missed || line.gained || line.winner || line.event === "correct");
}

/** @param {Record<string, string>} texts */
function options(texts) {
  return Object.entries(texts).map(([value, text]) => ({ value, text }));
}
