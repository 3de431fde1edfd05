// @ts-check
// What every line to an interview does alike: what the candidate asks for, how the microphone is used, the
// pings, coming back after a loss, and what the page is told. socket.js and livekit.js say how it is done.
//
//   connect(), close(), audio = an Audio
//   command(name), typed(text, question), typing(draft), finish(), hold(down), mode("talk"|"hold"|"type"), pace("quick"|"normal"|"unhurried")
//     question: under which it was begun. draft: whether the box holds unsent words
//     finish: "my answer is over". hold and mode also mute and open the microphone.
//   output({state: "heard"|"held"|"shown", id, played_ms})   as audio.js tells it
//   rtt      ms, of the last ping; null before it
//   unsaved  typed answers that the interview has not acknowledged
//
// Events: every message of the interview by its `t`, with the message as detail, and
//   state {state: "connecting"|"open"|"reconnecting"|"closed", attempt, why}
//     closed is for good: why = "ended" | "taken" | "refused" | "left".
//   post {state: "sending"|"saved"|"lapsed"|"refused"|"lost", messages, detail}
//     what became of what the candidate told (outbox.js). lapsed: not done, and not sent again, since its
//     question has gone by; lost: the same, since the line or the interview was gone.
import { Outbox } from "./outbox.js";

/** @typedef {import("./audio.js").Audio} Audio @typedef {import("./outbox.js").Message} Message */

const PING_MS = 2000;
const DEAF_MS = 4500; // no answer, no anything: the line is dead although nobody said so. With the tick: within 5 s
const ASLEEP_MS = 2000; // a tick that comes so late: this page stood still, and what has come is yet to be read
const FIRST_MS = 250;
const LONGEST_MS = 5000;

export class Line extends EventTarget {
  /** @type {number | null} */ rtt = null;

  // For the lines themselves:
  /** What it runs over now. @type {any} */ connection = null;
  over = false;
  /** The other side has let us in. */ there = false;
  attempt = 0;
  /** @type {"talk" | "hold" | "type"} */ chosen = "talk";
  /** When we last heard from the other side; later than now while there is still time. */ heardAt = 0;
  /** How long nothing may be heard, in ms. */ patience = DEAF_MS;

  /** @type {Audio | null} */ #audio = null;
  #held = false;
  #timer = 0;
  #alive = false;
  #ready = false; // we were greeted: what we say is listened to
  #acknowledges = false; // an older server takes messages without a word
  #question = "";
  #tickedAt = 0;
  #pingAt = 0;
  /** @type {Outbox} */ #outbox;
  #typedAt = -Infinity;
  /** @type {boolean | null} */ #draft = null;
  #typingMs;
  #state = "";
  /** How long the candidate wants to be waited for in a pause. @param {string} pace */
  pace(pace) {
    this.send({ t: "pace", pace });
  }

  /** Whether what is said can be heard here; "" before that is known. */ sounding = "";

  /** @param {string} interview @param {{typingMs: number}} options how often "is typing" may be told */
  constructor(interview, { typingMs }) {
    super();
    this.#typingMs = typingMs;
    this.#outbox = new Outbox(interview);
    const ticks = new Worker(new URL("./ticks.js", import.meta.url));
    ticks.onmessage = () => this.#tick();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  get unsaved() {
    return this.#outbox.unsaved;
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
    this.#put({ t: "command", command, question: this.#question });
  }

  /** @param {string} text @param {string} [question] */
  typed(text, question) {
    this.#put({ t: "typed", text, question });
  }

  /** A key was pressed, or the interview does not know what the box holds. @param {boolean} draft */
  typing(draft) {
    const now = performance.now();
    if (draft === this.#draft && now - this.#typedAt < this.#typingMs) return;
    this.#typedAt = now;
    this.#draft = draft;
    this.send({ t: "typing", draft });
  }

  finish() {
    this.#put({ t: "finish", question: this.#question });
  }

  /** @param {boolean} down */
  hold(down) {
    this.#held = down;
    this.#muting();
    this.#put({ t: "ptt", down, question: this.#question });
  }

  /** @param {"talk" | "hold" | "type"} mode */
  mode(mode) {
    this.chosen = mode;
    this.#held = false;
    this.#muting();
    this.send({ t: "mode", mode });
  }

  /** Whether what is said can be heard here, and what was heard of it when that ended. @param {{state: string, id?: string, played_ms?: number}} output */
  output({ state, id, played_ms }) {
    this.sounding = state;
    this.send({ t: "output", state, ...(state === "held" && id ? { id, played_ms } : {}) });
  }

  #muting() {
    this.#audio?.mute(this.chosen === "type" || (this.chosen === "hold" && !this.#held));
  }

  // What must not get lost

  /** @param {object} told */
  #put(told) {
    const message = this.#outbox.put(told);
    this.#post("sending", [message]);
    if (!this.#ready) this.lapse();
    this.#deliver();
  }

  #deliver() {
    const due = this.#ready ? this.#outbox.due(performance.now()) : [];
    for (const message of due) this.send(message);
    if (!this.#acknowledges) this.#outbox.settle(due.map(({ mid }) => mid));
  }

  /** What a message of the interview says about ours. @param {any} message */
  heard({ t, saved, mids, mid, detail, title, question }) {
    if (t === "hello") {
      this.#acknowledges = Array.isArray(saved);
      this.#ready = false;
      this.#post("saved", this.#outbox.settle(saved ?? []));
    } else if (t === "view") {
      this.#question = question ?? "";
      this.#ready = true; // only now do we know whether what we have to say is still about the same question
      this.inside();
      this.#deliver();
    } else if (t === "saved" || t === "lapsed") this.#post(t, this.#outbox.settle(mids));
    else if (t === "error" && mid) this.#post("refused", this.#outbox.settle([mid]), detail || title);
    else if (t === "error" && saved) {
      this.#post("saved", this.#outbox.settle(saved)); // it is over, and that is what it has of ours
      this.#post("lost", this.#outbox.clear());
    }
  }

  /** Nobody listens just now: what meant the moment has lapsed, the rest is sent again. */
  lapse() {
    this.#post("lost", this.#outbox.lapse());
  }

  /** @param {string} state @param {Message[]} messages @param {string} [detail] */
  #post(state, messages, detail) {
    if (messages.length) this.emit("post", { state, messages, detail });
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
    this.send({ t: "ping", every_ms: PING_MS });
  }

  // What a line may use

  /** Ping from now on, and see that something comes. @param {number} within the first of it, in ms */
  keepAlive(within) {
    this.heardAt = performance.now() - this.patience + within;
    this.#alive = true;
    this.beat();
  }

  beat() {
    this.#pingAt = performance.now();
    this.ping();
  }

  #tick() {
    const now = performance.now();
    if (now - this.#tickedAt > ASLEEP_MS) this.heardAt = Math.max(this.heardAt, now - this.patience + ASLEEP_MS);
    this.#tickedAt = now;
    if (!this.#alive) return;
    if (now - this.heardAt > this.patience) {
      this.lost();
      return;
    }
    if (now - this.#pingAt >= PING_MS) this.beat();
    this.#post("lost", this.#outbox.stale(now));
    this.#deliver();
  }

  answered() {
    this.rtt = performance.now() - this.#pingAt;
  }

  /** We are in once we are let in and know what is asked now: until then the page has the question from before. */
  inside() {
    if (this.there && this.#ready) this.tell("open");
  }

  /** Connect again, later each time. @param {boolean} slowly wait the longest time at once */
  again(slowly) {
    this.#alive = false;
    this.there = false;
    this.#ready = false;
    this.lapse();
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
    this.#alive = false;
    this.#ready = false;
    this.drop();
    if (why === "ended") this.#post("lost", this.#outbox.clear());
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
