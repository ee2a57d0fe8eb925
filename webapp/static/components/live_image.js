// @ts-check
// The live picture. It requests one frame after the other, so on a slow network frames come late but never queue up.

import { address } from "../lib/address.js";
import { t } from "../lib/text.js";

/** @import { Crops } from "./picture_view.js" */

const PAUSE_MILLISECONDS = 80;
const QUIET_MILLISECONDS = 1500;

export class LiveImage {
  /**
   * @param {HTMLImageElement} image
   * @param {(sentence: string) => void} onStatus called with why there is no picture, and with "" where there is one
   * @param {(tiles: Record<string, number[]>, crops: Crops, asked: number[]) => void} onTiles called with the corners of
   *   each tile in the picture, the parts of the picture that show the tiles, and the corners of what people are asked
   *   about
   */
  constructor(image, onStatus, onTiles = () => {}) {
    this.image = image;
    this.onStatus = onStatus;
    this.onTiles = onTiles;
    this.number = 0;
    this.isShown = true;
    this.wantsAbove = false;
    /** @type {AbortController | null} the request that is under way */
    this.request = null;
    this.schedule(0);
    document.addEventListener("visibilitychange", () => this.schedule(0));
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.isShown = isShown;
    this.schedule(0);
  }

  /**
   * Whether to ask how the table is straightened. The answer comes with the newest frame, at once.
   * @param {boolean} wantsAbove
   */
  askForAbove(wantsAbove) {
    this.wantsAbove = wantsAbove;
    this.restart();
  }

  /** Clears the old camera's picture and waits for the first one of another camera. */
  switchCamera() {
    this.clear();
    this.restart();
  }

  clear() {
    if (this.image.src) URL.revokeObjectURL(this.image.src);
    this.image.removeAttribute("src");
    this.onTiles({}, {}, []);
  }

  /**
   * Requests the newest frame whatever its number: a program that was restarted counts from 1. A frame that is under way
   * may still be the old camera's, so it is not shown.
   */
  restart() {
    this.request?.abort();
    this.request = null;
    this.number = 0;
    this.schedule(0);
  }

  /** @param {number} milliseconds */
  schedule(milliseconds) {
    clearTimeout(this.timer);
    if (this.isShown && !document.hidden) this.timer = setTimeout(() => this.load(), milliseconds);
  }

  async load() {
    if (this.request) return;
    const request = new AbortController();
    this.request = request;
    let pause = QUIET_MILLISECONDS;
    try {
      if (await this.loadFrame(request.signal)) pause = PAUSE_MILLISECONDS;
    } catch {
      if (!request.signal.aborted) this.onStatus(t("The program does not answer."));
    }
    if (this.request !== request) return;
    this.request = null;
    this.schedule(pause);
  }

  /**
   * Resolves to whether there was a new frame. Nothing is shown once the request is aborted.
   * @param {AbortSignal} signal
   */
  async loadFrame(signal) {
    const answer = await fetch(address(`/live.jpg?after=${this.number}${this.wantsAbove ? "&above=yes" : ""}`), {
      signal,
    });
    if (answer.status === 200) {
      const blob = await answer.blob();
      if (!signal.aborted) await this.put(blob);
      if (signal.aborted) return false;
      this.number = Number(answer.headers.get("Frame"));
      this.onStatus("");
      this.onTiles(...seenIn(answer));
      return true;
    }
    if (signal.aborted) return false;
    const state = answer.headers.get("Camera");
    if (state === "none" || state === "private") this.clear();
    // The frame on the page may have been read after it was sent.
    else if (this.number) this.onTiles(...seenIn(answer));
    if (state !== "waiting") this.onStatus(decodeURIComponent(answer.headers.get("Camera-Says") ?? ""));
    return false;
  }

  /** @param {Blob} blob */
  async put(blob) {
    const old = this.image.src;
    this.image.src = URL.createObjectURL(blob);
    await this.image.decode().catch(() => {});
    if (old) URL.revokeObjectURL(old);
  }
}

/**
 * What is said of a frame: what `onTiles` is called with.
 * @param {Response} answer
 * @returns {[Record<string, number[]>, Crops, number[]]}
 */
function seenIn({ headers }) {
  const said = (/** @type {string} */ name, nothing = "{}") => JSON.parse(headers.get(name) ?? nothing);
  return [said("Tiles"), said("View"), said("Asked", "[]")];
}
