// @ts-check
// The stream of events from the program: each event once and in order, also after the network was away.

import { voiceLanguage, wantsTableTalk } from "../sound/voice.js";
import { address } from "./address.js";
import { showNotice } from "./dom.js";
import { followTable } from "./follow.js";
import { language } from "./text.js";

/** @import { Announcement, Table } from "../lib/types.js" */

const RETRY_SECONDS = 2;

export class EventStream {
  /**
   * @param {{id: number, number: number}} last game and number of the last event that the page shows
   * @param {{onTold: (message: Announcement) => unknown, onChanged: (table: Table) => void, onReset: () => unknown,
   *   onConnection: (isConnected: boolean) => void}} handlers
   */
  constructor(last, handlers) {
    this.last = { id: last.id, number: last.number };
    this.handlers = handlers;
    this.heard = 0;
    this.open();
    addEventListener("pagehide", () => this.source?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.open();
    });
  }

  /** Asks anew, in the language and with the sayings that are wanted now. */
  reopen() {
    this.source?.close();
    this.open();
  }

  open() {
    const talk = wantsTableTalk() ? "&talk=yes" : "";
    const after = `${this.last.id}-${this.last.number}`;
    const source = new EventSource(
      address(`/api/stream?after=${after}&language=${language}&voice=${voiceLanguage()}${talk}`),
    );
    this.source = source;
    source.onopen = () => this.handlers.onConnection(true);
    source.onerror = () => {
      this.handlers.onConnection(false);
      followTable();
      // The browser reconnects by itself unless it was refused.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.open(), RETRY_SECONDS * 1000);
    };
    source.addEventListener("changed", (event) => {
      this.heard += 1;
      this.handlers.onChanged(JSON.parse(event.data));
    });
    source.addEventListener("changed", (event) => showNotice(JSON.parse(event.data).notice));
    source.addEventListener("reset", () => this.handlers.onReset());
    source.addEventListener("told", (event) => {
      /** @type {Announcement} */
      const message = JSON.parse(event.data);
      if (message.id === this.last.id && message.number <= this.last.number) return;
      this.heard += 1;
      this.last = { id: message.id, number: message.number };
      this.handlers.onTold(message);
    });
  }

  /**
   * The answer to a request for the whole table. It is asked for again while news came before it: it may be older.
   * @template {{id: number, number: number}} Whole
   * @param {() => Promise<Whole>} request
   * @returns {Promise<Whole>}
   */
  async newest(request) {
    for (;;) {
      const heard = this.heard;
      const whole = await request();
      if (heard !== this.heard) continue;
      this.last = { id: whole.id, number: whole.number };
      return whole;
    }
  }
}
