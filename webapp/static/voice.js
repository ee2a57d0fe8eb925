// The voice: sentences spoken by the browser, if the visitor wants it.

const KEPT = "muggins-voice";

export class Voice {
  constructor(button) {
    this.button = button;
    this.isOn = localStorage.getItem(KEPT) === "on";
    this.show();
    button.addEventListener("click", () => this.switch());
  }

  switch() {
    this.isOn = !this.isOn;
    localStorage.setItem(KEPT, this.isOn ? "on" : "off");
    this.show();
    // Browsers let a page speak once its visitor has asked for it.
    if (this.isOn) this.say("Voice on.");
    else speechSynthesis.cancel();
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.button.textContent = this.isOn ? "Voice on" : "Voice off";
  }

  say(sentence) {
    if (!this.isOn || !sentence || !("speechSynthesis" in window)) return;
    // Old news is dropped rather than read out late.
    if (speechSynthesis.pending) speechSynthesis.cancel();
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = "en";
    speechSynthesis.speak(utterance);
  }
}
