// @ts-check
// Decides from microphone levels (0 to 1, about 15 a second) whether a voice was heard. Pure: no page, no clock.

// The levels are loudness as the eye expects it: 0 is -60 dB, 1 is -14 dB and louder.
const VOICE = 0.45; // -39 dB: a voice at arm's length
const FAINT = 0.05; // -58 dB: something is there, but nobody could follow it
const NOISY = 0.3; // -46 dB between the words
const ENOUGH = 8; // about half a second of voice
const PATIENCE = 90; // about six seconds until we say that it is quiet
const BLARING = 22; // about a second and a half at full level

export class Hearing {
  #levels = 0;
  #voiced = 0;
  #peaks = 0;
  #highest = 0;
  /** @type {number[]} */ #quiet = [];

  /** @param {number} level @returns {"listening" | "heard" | "quiet" | "loud"} */
  take(level) {
    this.#levels += 1;
    this.#highest = Math.max(this.#highest, level);
    if (level > VOICE) this.#voiced += 1; else this.#quiet.push(level);
    if (level >= 1) this.#peaks += 1;
    if (this.#peaks >= BLARING) return "loud";
    if (this.#voiced >= ENOUGH) return "heard";
    return this.#levels > PATIENCE && this.#highest > FAINT ? "quiet" : "listening";
  }

  /** What the room sounds like between words; null before there was a pause to hear it in. */
  get noise() {
    if (this.#quiet.length < ENOUGH) return null;
    const ordered = [...this.#quiet].sort((a, b) => a - b);
    return ordered[Math.floor(ordered.length / 2)] > NOISY ? "much" : "little";
  }
}
