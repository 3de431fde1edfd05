// @ts-check
// A loudspeaker without sound: words are shown for as long as their sound would take. It is told and
// tells the same as the loudspeaker in worklets.js.
//
//   const silent = new SilentLoudspeaker((told) => …)   told: {t: "started"|"playing"|"finished"|"cleared", id, played_ms}
//   silent.say(id), play(ArrayBuffer), flush(id), clear(id)

const BYTES_PER_MS = 48; // s16le 24 kHz
const PREBUFFER_MS = 60;
const TICK_MS = 66;

/** @typedef {{t: "started" | "playing" | "finished" | "cleared", id: string, played_ms: number}} Told */

export class SilentLoudspeaker {
  #tell;
  #id = "";
  #received = 0;
  #played = 0;
  #at = 0;
  #started = false;
  #flushed = false;
  #timer = 0;

  /** @param {(told: Told) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** @param {string} id */
  say(id) {
    if (this.#id) this.clear(this.#id);
    this.#id = id;
    this.#received = this.#played = 0;
    this.#started = this.#flushed = false;
    this.#at = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** @param {ArrayBuffer} pcm */
  play(pcm) {
    if (this.#id) this.#received += pcm.byteLength / BYTES_PER_MS;
  }

  /** @param {string} id */
  flush(id) {
    if (id === this.#id) this.#flushed = true;
  }

  /** @param {string} id */
  clear(id) {
    if (id !== this.#id || !id) return;
    this.#advance();
    this.#end("cleared");
  }

  /** What came late is not caught up with: it would have been a gap in the sound. */
  #advance() {
    const now = performance.now();
    if (this.#started) this.#played = Math.min(this.#received, this.#played + now - this.#at);
    this.#at = now;
  }

  #tick() {
    this.#advance();
    if (!this.#started && this.#received && (this.#flushed || this.#received >= PREBUFFER_MS)) {
      this.#started = true;
      this.#say("started");
    }
    if (this.#started && this.#flushed && this.#played >= this.#received) this.#end("finished");
    else if (this.#started) this.#say("playing");
  }

  /** @param {"finished" | "cleared"} how */
  #end(how) {
    clearInterval(this.#timer);
    const id = this.#id;
    this.#id = "";
    this.#tell({ t: how, id, played_ms: Math.round(this.#played) });
  }

  /** @param {"started" | "playing"} t */
  #say(t) {
    this.#tell({ t, id: this.#id, played_ms: Math.round(this.#played) });
  }
}
