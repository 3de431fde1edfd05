// @ts-check
// Decides from microphone levels (0 to 1, about 15 a second) whether a voice was heard. Pure: no page, no clock.

const VOICE = 0.18; // a voice at arm's length; the same scale as the cue
const FAINT = 0.03; // something is there, but nobody could follow it
const PEAK = 0.97; // clipped
const ENOUGH = 8; // about half a second of voice
const PATIENCE = 90; // about six seconds until we say that it is quiet

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
    if (level >= PEAK) this.#peaks += 1;
    if (this.#peaks >= ENOUGH) return "loud";
    if (this.#voiced >= ENOUGH) return "heard";
    return this.#levels > PATIENCE && this.#highest > FAINT ? "quiet" : "listening";
  }

  /** What the room sounds like between words; null before there was a pause to hear it in. */
  get noise() {
    if (this.#quiet.length < ENOUGH) return null;
    const ordered = [...this.#quiet].sort((a, b) => a - b);
    return ordered[Math.floor(ordered.length / 2)] > VOICE / 2 ? "much" : "little";
  }
}
