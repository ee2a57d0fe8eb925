// @ts-check
// The stream of events from the program: each event once and in order, also after the network was away.

import { voiceLanguage, wantsTableTalk } from "../sound/voice.js";
import { address } from "./address.js";
import { showNotice } from "./dom.js";
import { LiveStream, RETRY_MILLISECONDS } from "./live_stream.js";
import { language } from "./text.js";

/** @import { Announcement, Table } from "../lib/types.js" */

export class EventStream {
  /**
   * @param {{id: number, number: number}} last game and number of the last event that the page shows
   * @param {{onTold: (message: Announcement) => unknown, onChanged: (table: Table) => void, onReset: () => unknown,
   *   onConnection: (isConnected: boolean) => void}} handlers
   */
  constructor(last, handlers) {
    this.last = { id: last.id, number: last.number };
    this.heard = 0;
    this.stream = new LiveStream(
      () => ({
        address: address(
          `/api/stream?language=${language}&voice=${voiceLanguage()}${wantsTableTalk() ? "&talk=yes" : ""}`,
        ),
        after: `${this.last.id}-${this.last.number}`,
      }),
      {
        changed: (data) => {
          this.heard += 1;
          const table = JSON.parse(data);
          handlers.onChanged(table);
          showNotice(table.notice);
        },
        reset: () => handlers.onReset(),
        told: (data) => {
          /** @type {Announcement} */
          const message = JSON.parse(data);
          if (message.id === this.last.id && message.number <= this.last.number) return;
          this.heard += 1;
          this.last = { id: message.id, number: message.number };
          handlers.onTold(message);
        },
      },
      {
        onOpen: () => handlers.onConnection(true),
        onError: () => handlers.onConnection(false),
      },
    );
  }

  /** Asks anew, in the language and with the sayings that are wanted now. */
  reopen() {
    this.stream.reopen();
  }

  /**
   * The answer to a request for the whole table. It is asked for again while news came before it: it may be older. It
   * is asked for until it comes: the events that it stands for are not told again.
   * @template {{id: number, number: number}} Whole
   * @param {() => Promise<Whole>} request
   * @returns {Promise<Whole>}
   */
  async newest(request) {
    for (;;) {
      const heard = this.heard;
      const whole = await request().catch(() => null);
      if (!whole) await new Promise((done) => setTimeout(done, RETRY_MILLISECONDS));
      if (!whole || heard !== this.heard) continue;
      this.last = { id: whole.id, number: whole.number };
      return whole;
    }
  }
}
