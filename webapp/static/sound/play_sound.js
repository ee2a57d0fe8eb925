// @ts-check
// Sounds of one's own. Like the voice they are heard once the visitor has tapped.

import { address } from "../lib/address.js";

/** @type {AudioContext | null} */
let sounds = null;

/** Called within a tap: from then on the browser lets the page be heard. */
export function wakeSounds() {
  sounds ??= new AudioContext();
}

/**
 * Plays a sound. Returns whether the browser could.
 * @param {string} path its address
 * @param {number} volume from 0 to 1
 */
export async function playSound(path, volume) {
  if (!sounds) return false;
  try {
    const answer = await fetch(address(path));
    const buffer = await sounds.decodeAudioData(await answer.arrayBuffer());
    const source = new AudioBufferSourceNode(sounds, { buffer });
    source.connect(new GainNode(sounds, { gain: volume })).connect(sounds.destination);
    source.start();
    return true;
  } catch {
    return false; // not one that this browser decodes
  }
}
