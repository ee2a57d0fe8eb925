// Everything told at the table, as it happens, each event once and in order, also after the network was away.

import { hearsTalk, languageChosen } from "../sound/voice.js";

const COME_BACK_SECONDS = 2;

export class Updates {
  // `heard` is {id, number}: the game and the last event that the page shows already.
  constructor(heard, { told, changed, reset, connected }) {
    this.heard = heard;
    this.handlers = { told, changed, reset, connected };
    this.open();
    addEventListener("pagehide", () => this.source.close());
    addEventListener("pageshow", (event) => { if (event.persisted) this.open(); });
  }

  open() {
    const wanted = `after=${this.heard.id}-${this.heard.number}&language=${languageChosen()}${hearsTalk() ? "&talk=yes" : ""}`;
    const source = new EventSource(`/api/stream?${wanted}`);
    this.source = source;
    source.onopen = () => this.handlers.connected(true);
    source.onerror = () => {
      this.handlers.connected(false);
      // The browser comes back by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), COME_BACK_SECONDS * 1000);
    };
    source.addEventListener("changed", (event) => this.handlers.changed(JSON.parse(event.data)));
    source.addEventListener("reset", () => this.handlers.reset());
    source.addEventListener("told", (event) => {
      const message = JSON.parse(event.data);
      if (message.id === this.heard.id && message.number <= this.heard.number) return;
      this.heard = { id: message.id, number: message.number };
      this.handlers.told(message);
    });
  }
}
