// @ts-check
// Claims without a tap: by voice, where the browser recognises speech, or with the keys C and M.

import { post } from "../lib/api.js";
import { byId, createElement, query } from "../lib/dom.js";
import { onKey } from "../lib/keys.js";
import { t } from "../lib/text.js";
import { voiceLanguage } from "./voice.js";

const MAX_TRANSCRIPTS = 5;
const RESTART_MILLISECONDS = 400;
// Results that come this soon after the program spoke are its own voice.
const ECHO_MILLISECONDS = 800;
/** @type {Record<string, string | undefined>} */
const CALL_OF_KEY = { c: "claim", m: "muggins" };
/** @type {Record<string, (() => string) | undefined>} */
const ERRORS = {
  "not-allowed": () =>
    t(
      "The microphone may not be used: allow it in the browser's settings. The keys C (claim) and M (Muggins!) work too.",
    ),
  "service-not-allowed": () =>
    t("This browser may not listen here: allow it in its settings. The keys C (claim) and M (Muggins!) work too."),
  "audio-capture": () => t("There is no microphone. The keys C (claim) and M (Muggins!) work too."),
  network: () =>
    t(
      "This browser needs the internet to understand speech, and cannot reach it. The keys C (claim) and M (Muggins!) work too.",
    ),
  "language-not-supported": () =>
    t("This browser does not understand this language. The keys C (claim) and M (Muggins!) work too."),
};

/** @typedef {ArrayLike<{transcript: string}> & {isFinal: boolean}} Result what the browser heard, in several ways */

/** @type {any} */
const browser = globalThis;
const Recognition = browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
const button = createElement("button", { id: "listen", type: "button", class: "rare" }, t("Listen for claims"));
const status = createElement("p", { id: "heard", class: "note", role: "status" });
/** @type {any} */
let recognition = null;
let quietUntil = 0;

function place() {
  const actions = query(".actions");
  if (actions) actions.append(button, status);
  else byId("calls").after(button, status);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => (recognition ? stop("") : listen()));
  new MutationObserver(show).observe(query("main"), { attributeFilter: ["hidden"], subtree: true });
  show();
}

/**
 * Checks attributes alone: measuring the button would lay out the whole page at every change.
 * @param {Element} element
 */
function isShown(element) {
  return !element.closest("[hidden]");
}

// Shows the button where scores are claimed: there the button to claim is shown, or on a phone the choice of points.
function show() {
  const isClaimed = isShown(byId("claim")) || query("#points[role=group]")?.hidden === false;
  if (button.hidden !== !(isClaimed && Recognition)) button.hidden = !button.hidden;
  if (status.hidden !== !isClaimed) status.hidden = !status.hidden;
  if (!Recognition)
    status.textContent = t(
      "This browser cannot listen. Claim with a tap or the key C, and call Muggins with the key M.",
    );
  if (!isClaimed && recognition) stop("");
}

async function listen() {
  const started = new Recognition();
  recognition = started;
  const heard = localeOf(voiceLanguage());
  Object.assign(started, {
    lang: heard,
    continuous: true,
    interimResults: false,
    maxAlternatives: MAX_TRANSCRIPTS,
  });
  const isLocal = await recognisesLocally(heard);
  if (recognition !== started) return;
  if (isLocal) started.processLocally = true;
  started.onresult = (/** @type {{resultIndex: number, results: Result[]}} */ event) => {
    for (let n = event.resultIndex; n < event.results.length; n += 1) hear(event.results[n], started);
  };
  started.onerror = (/** @type {{error: string}} */ event) => {
    const says = ERRORS[event.error];
    if (says && recognition === started) stop(says());
  };
  // Browsers stop listening after a while of silence.
  started.onend = () => setTimeout(() => recognition === started && started.start(), RESTART_MILLISECONDS);
  started.start();
  button.setAttribute("aria-pressed", "true");
  button.textContent = t("Listening");
  status.textContent = isLocal
    ? t("Say a number to claim it, or Muggins.")
    : t("Say a number to claim it, or Muggins. This browser may send what it hears to its maker.");
}

/**
 * The language of a country, which browsers want: "es-ES" of "es".
 * @param {string} language
 */
function localeOf(language) {
  const likely = new Intl.Locale(language).maximize();
  return `${likely.language}-${likely.region}`;
}

/** @param {string} language */
async function recognisesLocally(language) {
  try {
    return (await Recognition.available({ langs: [language], processLocally: true })) === "available";
  } catch {
    return false; // an older browser cannot say
  }
}

/** @param {string} message shown under the button */
function stop(message) {
  const stopped = recognition;
  recognition = null;
  stopped?.abort();
  button.setAttribute("aria-pressed", "false");
  button.textContent = t("Listen for claims");
  status.textContent = message;
}

/**
 * @param {Result} result
 * @param {any} by the recogniser, which may have been stopped since it heard this
 */
async function hear(result, by) {
  // The program's own voice says numbers too and must not claim them.
  if (globalThis.speechSynthesis?.speaking) quietUntil = performance.now() + ECHO_MILLISECONDS;
  if (recognition !== by || !result.isFinal || performance.now() < quietUntil) return;
  const heard = Array.from(result, (alternative) => alternative.transcript);
  const answer = await post("/api/heard", { heard, language: voiceLanguage() });
  if (recognition === by && answer?.understood) status.textContent = t("Heard: %(words)s.", { words: heard[0].trim() });
}

onKey((key) => {
  const wanted = CALL_OF_KEY[key];
  const call = wanted && byId(wanted);
  if (!call || call.disabled || !isShown(call)) return false;
  call.click();
  return true;
});

place();
