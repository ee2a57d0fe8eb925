// Claims without a tap: spoken, where the browser can hear, or by the keys C and M.

import { make, post } from "../lib/api.js";
import { onKey } from "../lib/keys.js";
import { languageChosen } from "./voice.js";

const SPOKEN = { en: "en-US", es: "es-ES" };
const WAYS = 5;
const AGAIN_MILLISECONDS = 400;
const ECHO_MILLISECONDS = 800;
const MISSING = "This browser cannot hear. Claim with a tap, or with the key C; Muggins! is the key M.";
const WHY = {
  "not-allowed": "The microphone may not be used: allow it in the browser's settings. The keys C and M claim and call too.",
  "service-not-allowed": "This browser may not listen here: allow it in its settings. The keys C and M claim and call too.",
  "audio-capture": "There is no microphone. The keys C and M claim and call too.",
  network: "This browser hears with the help of the internet, and cannot reach it. The keys C and M claim and call too.",
  "language-not-supported": "This browser does not hear this language. The keys C and M claim and call too.",
};

const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const at = (id) => document.getElementById(id);
const button = make("button", { id: "listen", type: "button" }, "Listen for claims");
const said = make("p", { id: "heard", class: "note", role: "status" });
let recognition = null;
let quietUntil = 0;

function place() {
  const actions = document.querySelector(".actions");
  if (actions) actions.append(button, said);
  else at("calls").after(button, said);
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => (recognition ? stop("") : listen()));
  new MutationObserver(show).observe(document.querySelector("main"), { attributeFilter: ["hidden"], subtree: true });
  show();
}

// Told by the marks alone: to ask where the button stands would have the whole page laid out at every change.
function isShown(element) {
  return !element.closest("[hidden]");
}

// Only where scores are claimed: the button to claim is there then, or on a phone the points in its place.
function show() {
  const isClaimed = isShown(at("claim")) || document.querySelector("#points[role=group]")?.hidden === false;
  if (button.hidden !== !(isClaimed && Recognition)) button.hidden = !button.hidden;
  if (said.hidden !== !isClaimed) said.hidden = !said.hidden;
  if (!Recognition) said.textContent = MISSING;
  if (!isClaimed && recognition) stop("");
}

async function listen() {
  recognition = new Recognition();
  const language = SPOKEN[languageChosen()] ?? SPOKEN.en;
  Object.assign(recognition, { lang: language, continuous: true, interimResults: false, maxAlternatives: WAYS });
  const isLocal = await hearsHere(language);
  if (!recognition) return;
  if (isLocal) recognition.processLocally = true;
  recognition.onresult = (event) => { for (let n = event.resultIndex; n < event.results.length; n += 1) hear(event.results[n]); };
  recognition.onerror = (event) => { if (event.error in WHY) stop(WHY[event.error]); };
  // Browsers stop listening after a while of silence.
  recognition.onend = () => { if (recognition) setTimeout(() => recognition?.start(), AGAIN_MILLISECONDS); };
  recognition.start();
  button.setAttribute("aria-pressed", "true");
  button.textContent = "Listening";
  said.textContent = isLocal ? "Say a number to claim it, or Muggins."
    : "Say a number to claim it, or Muggins. This browser may send what it hears to its maker.";
}

async function hearsHere(language) {
  try {
    return await Recognition.available({ langs: [language], processLocally: true }) === "available";
  } catch { return false; /* An older browser does not tell. */ }
}

function stop(why) {
  const old = recognition;
  recognition = null;
  old?.abort();
  button.setAttribute("aria-pressed", "false");
  button.textContent = "Listen for claims";
  said.textContent = why;
}

async function hear(result) {
  // The program's own voice says numbers too.
  if (globalThis.speechSynthesis?.speaking) quietUntil = performance.now() + ECHO_MILLISECONDS;
  if (!result.isFinal || performance.now() < quietUntil) return;
  const heard = Array.from(result, (way) => way.transcript);
  const answer = await post("/api/heard", { heard, language: languageChosen() });
  if (answer?.understood) said.textContent = `Heard: ${heard[0].trim()}.`;
}

onKey((key) => {
  const wanted = { c: "claim", m: "muggins" }[key];
  const call = wanted && at(wanted);
  if (!call || call.disabled || !isShown(call)) return false;
  call.click();
  return true;
});

place();
