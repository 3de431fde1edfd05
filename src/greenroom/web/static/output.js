// @ts-check
// Whether the page's sound runs, and what is done when it does not. A sound context is believed by its
// clock: a browser may say "running" and stand still, or never answer `resume()`.
//
//   output.state   "heard"   it runs: what is played comes out
//                  "asleep"  it has not run yet; the browser may want a press of a button first
//                  "held"    it ran, and stands still: a call, another app, the browser's own rules
//                  "shown"   it does not run although it was asked to: nothing can be heard here
//   output.why     the context's own word for it: "running", "suspended", "interrupted", "closed"
//   await output.chime()   two soft notes;   soundContext()   a context to make one of
//   await output.start()   as far as it goes without a press;   await output.wake()   after a press; neither waits for long
//
// Event: change, whenever `state` is another one.

const START_MS = 400; // a context that may run does so by then
const WAKE_MS = 2000; // Bluetooth takes more than a second
const CHIME_MS = 3000;
const LOOK_MS = 500;
const STILL = 6; // looks without a step of the clock, although it is said to run
const STOPPED = 2; // looks at a context that says it does not; a change of device stops it for less
const NUDGES = ["pointerdown", "keydown", "focus", "pageshow"];

/** @typedef {"heard" | "asleep" | "held" | "shown"} State */

/** Whether it is done by then. @param {Promise<unknown>} work @param {number} ms @returns {Promise<boolean>} */
export const within = (work, ms) => Promise.race([work.then(() => true, () => false), new Promise((done) => { setTimeout(() => done(false), ms); })]);

/** A sound context with our worklets, or null where a browser gives none: without https, for instance. */
export async function soundContext() {
  try {
    const context = new AudioContext({ latencyHint: "interactive" });
    await context.audioWorklet.addModule("/static/worklets.js");
    return context;
  } catch {
    return null;
  }
}

export class Output extends EventTarget {
  /** @type {State} */ state = "asleep";
  #still = 0;
  #seen = 0;
  #looks = 0;

  /** @param {AudioContext} context */
  constructor(context) {
    super();
    this.context = context;
    context.addEventListener("statechange", this.#changed);
    navigator.mediaDevices?.addEventListener("devicechange", this.#nudge);
    document.addEventListener("visibilitychange", this.#nudge);
    for (const name of NUDGES) addEventListener(name, this.#nudge, { capture: true });
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
  }

  get why() {
    return String(this.context.state);
  }

  get #runs() {
    return this.why === "running" && this.#still < STILL;
  }

  async start() {
    await this.#resume(START_MS);
    if (this.#runs) return;
    // Firefox tells whether it waits for a press; where nobody tells, a press is asked for
    const policy = /** @type {any} */ (navigator).getAutoplayPolicy?.(this.context);
    if (policy === "allowed") await this.wake();
  }

  async wake() {
    this.#still = 0;
    await this.#resume(WAKE_MS);
    this.#become(this.#runs ? "heard" : "shown");
  }

  /** Two soft notes; whether they were played. */
  async chime() {
    const start = this.context.currentTime + 0.05;
    const [, last] = [523.25, 659.26].map((hertz, index) => note(this.context, hertz, start + index * 0.32));
    return within(new Promise((done) => last.addEventListener("ended", done)), CHIME_MS);
  }

  close() {
    clearInterval(this.#looks);
    this.context.removeEventListener("statechange", this.#changed);
    navigator.mediaDevices?.removeEventListener("devicechange", this.#nudge);
    document.removeEventListener("visibilitychange", this.#nudge);
    for (const name of NUDGES) removeEventListener(name, this.#nudge, { capture: true });
  }

  /** @param {number} ms */
  async #resume(ms) {
    await within(this.context.resume(), ms);
    this.#changed();
  }

  /** Something happened after which it may run again. Who has not come in yet does so by the button for it. @param {Event} [event] */
  #nudge = (event) => {
    const typing = event?.type === "keydown" && this.state === "shown";
    if (this.#runs || document.hidden || typing || this.state === "asleep") return;
    void this.context.resume().catch(() => undefined);
  };

  /** Once a moment: does its clock go? */
  #look() {
    const now = this.context.currentTime;
    this.#still = now === this.#seen ? this.#still + 1 : 0;
    this.#seen = now;
    this.#changed();
    if (this.state === "held") this.#nudge();
  }

  #changed = () => {
    if (this.#runs) this.#become("heard");
    else if (this.state === "heard" && this.#still >= STOPPED) this.#become("held");
  };

  /** @param {State} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {AudioContext} context @param {number} hertz @param {number} at */
function note(context, hertz, at) {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, at);
  loudness.gain.linearRampToValueAtTime(0.16, at + 0.03);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
  tone.connect(loudness).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.62);
  return tone;
}
