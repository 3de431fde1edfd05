// @ts-check
// What every line to an interview does alike: what the candidate asks for, how the microphone is used, the
// pings, coming back after a loss, and what the page is told. socket.js and livekit.js say how it is done.
//
//   connect(), close(), audio = an Audio
//   command(name), typed(text), typing(), finish(), hold(down), mode("talk"|"hold"|"type")
//     finish: "my answer is over". hold and mode also mute and open the microphone.
//   rtt      ms, of the last ping; null before it
//
// Events: every message of the interview by its `t`, with the message as detail, and
//   state {state: "connecting"|"open"|"reconnecting"|"closed", attempt, why}
//     closed is for good: why = "ended" | "taken" | "refused" | "left".

/** @typedef {import("./audio.js").Audio} Audio */

const PING_MS = 5000;
const DEAF_MS = 15000; // no answer, no anything: the line is dead although nobody said so
const FIRST_MS = 250;
const LONGEST_MS = 5000;

export class Line extends EventTarget {
  /** @type {number | null} */ rtt = null;

  // For the lines themselves:
  /** What it runs over now. @type {any} */ connection = null;
  over = false;
  attempt = 0;
  /** @type {"talk" | "hold" | "type"} */ chosen = "talk";
  /** When we last heard from the other side. */ heardAt = 0;

  /** @type {Audio | null} */ #audio = null;
  #held = false;
  #timer = 0;
  #pings = 0;
  #pingAt = 0;
  #typedAt = 0;
  #typingMs;
  #state = "";

  /** @param {{typingMs: number}} options how often "is typing" may be told */
  constructor({ typingMs }) {
    super();
    this.#typingMs = typingMs;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  get audio() {
    return this.#audio;
  }

  set audio(audio) {
    const former = this.#audio;
    this.#audio = audio;
    this.#muting();
    this.fitted(former);
  }

  connect() {
    if (this.over || this.connection) return;
    this.tell(this.attempt ? "reconnecting" : "connecting");
    this.open();
  }

  close() {
    this.finally("left");
  }

  /** @param {string} command */
  command(command) {
    this.send({ t: "command", command });
  }

  /** @param {string} text */
  typed(text) {
    this.send({ t: "typed", text });
  }

  typing() {
    if (performance.now() - this.#typedAt < this.#typingMs) return;
    this.#typedAt = performance.now();
    this.send({ t: "typing" });
  }

  finish() {
    this.send({ t: "finish" });
  }

  /** @param {boolean} down */
  hold(down) {
    this.#held = down;
    this.#muting();
    this.send({ t: "ptt", down });
  }

  /** @param {"talk" | "hold" | "type"} mode */
  mode(mode) {
    this.chosen = mode;
    this.#held = false;
    this.#muting();
    this.send({ t: "mode", mode });
  }

  #muting() {
    this.#audio?.mute(this.chosen === "type" || (this.chosen === "hold" && !this.#held));
  }

  // What a line gives

  /** Begin to connect, and set `connection`. */
  open() {}

  /** Let go of what was the connection, if there was one. @param {any} _former */
  shut(_former) {}

  /** Say it. @param {any} _message */
  send(_message) {}

  /** Nothing was heard for too long. */
  lost() {}

  /** There is another `audio`. @param {Audio | null} _former */
  fitted(_former) {}

  ping() {
    this.send({ t: "ping" });
  }

  // What a line may use

  /** Ping from now on. @param {boolean} now the first at once */
  keepAlive(now) {
    clearInterval(this.#pings);
    this.#pings = setInterval(() => this.beat(), PING_MS);
    if (now) this.beat();
  }

  beat() {
    if (performance.now() - this.heardAt > DEAF_MS) {
      this.lost();
      return;
    }
    this.#pingAt = performance.now();
    this.ping();
  }

  answered() {
    this.rtt = performance.now() - this.#pingAt;
  }

  /** Connect again, later each time. @param {boolean} slowly wait the longest time at once */
  again(slowly) {
    clearInterval(this.#pings);
    const pause = slowly ? LONGEST_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** this.attempt);
    this.attempt += 1;
    this.tell("reconnecting");
    this.#timer = setTimeout(() => this.connect(), pause * (0.75 + 0.5 * Math.random()));
  }

  /** There is no connection any more. */
  drop() {
    const former = this.connection;
    this.connection = null; // first: letting go of it may be told as a loss
    this.shut(former);
  }

  /** @param {string} why */
  finally(why) {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.drop();
    this.tell("closed", why);
  }

  /** @param {string} state @param {string} [why] */
  tell(state, why) {
    if (this.#state === state) return;
    this.#state = state;
    this.emit("state", { state, attempt: this.attempt, why });
  }

  /** @param {string} name @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The network is back, or somebody looks: no reason to wait any longer. */
  #hurry() {
    if (this.connection || this.over || !this.attempt) return;
    clearTimeout(this.#timer);
    this.connect();
  }
}
