// @ts-check
// The interviewer's voice: aloud by the loudspeaker of worklets.js, or, where nothing can be heard, as
// long as it would take. Each utterance is one or the other from its beginning to its end.
//
//   const voice = new Voice(context, (told) => …)   told: {t: "started"|"playing"|"finished"|"cleared", id, played_ms, level}
//   voice.say(id, aloud), play(ArrayBuffer), flush(), clear() with the id
//   voice.id, voice.position   the utterance of the last `say`, and ms of it that were heard or shown

import { SilentLoudspeaker } from "./silent_loudspeaker.js";

/** @typedef {{t: string, id: string, played_ms: number, level?: number}} Told */

export class Voice {
  id = "";
  position = 0;
  /** @type {AudioWorkletNode | null} */ #loudspeaker = null;
  #silent = new SilentLoudspeaker((told) => this.#heard(told));
  #aloud = false;
  #tell;

  /** @param {AudioContext | null} context @param {(told: Told) => void} tell */
  constructor(context, tell) {
    this.#tell = tell;
    if (!context) return;
    this.#loudspeaker = new AudioWorkletNode(context, "loudspeaker", { numberOfInputs: 0, outputChannelCount: [1] });
    this.#loudspeaker.connect(context.destination);
    this.#loudspeaker.port.onmessage = ({ data }) => this.#heard(data);
  }

  /** @param {string} id @param {boolean} aloud */
  say(id, aloud) {
    if (this.#aloud !== aloud) this.#order("clear", this.id); // who says the next one ends its own
    this.#aloud = aloud;
    this.id = id;
    this.position = 0;
    if (aloud) this.#loudspeaker?.port.postMessage({ say: id }); else this.#silent.say(id);
  }

  /** @param {ArrayBuffer} pcm */
  play(pcm) {
    if (this.#aloud) this.#loudspeaker?.port.postMessage({ pcm }, [pcm]); else this.#silent.play(pcm);
  }

  /** @param {string} id */
  flush(id) {
    this.#order("flush", id);
  }

  /** @param {string} id */
  clear(id) {
    this.#order("clear", id);
  }

  /** @param {"flush" | "clear"} what @param {string} id */
  #order(what, id) {
    if (this.#aloud) this.#loudspeaker?.port.postMessage({ [what]: id }); else this.#silent[what](id);
  }

  /** @param {Told} told */
  #heard(told) {
    if (told.id === this.id) this.position = told.played_ms;
    this.#tell(told);
  }
}
