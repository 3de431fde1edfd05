// @ts-check
// The page's line to its interview: protocol 1 of docs/socket.md, and back again after every loss.
//
//   const socket = new InterviewSocket(interviewId, {audio})   then as line.js has it; audio may come later
//
// Without an Audio the words are taken as heard when their time has passed, so that the interview goes on.

import { Line } from "./line.js";

/** @typedef {import("./audio.js").Audio} Audio */

const TYPING_MS = 500;
const BEHIND = 64 * 1024; // bytes of microphone that may wait for the network: two seconds; then frames are left out
/** @type {Record<number, string>} */
const FINAL = { 4000: "ended", 4001: "taken", 4004: "refused", 4403: "refused", 4404: "refused", 4409: "refused" };
const LATER = [1013, 4429]; // full, still loading, too often: come again, but slowly

export class InterviewSocket extends Line {
  #saying = "";
  /** @type {{id: string, text: string, timer: number} | null} */ #unheard = null;

  /** @param {string} interview @param {{audio?: Audio | null}} [options] */
  constructor(interview, { audio = null } = {}) {
    super({ typingMs: TYPING_MS });
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/interviews/${encodeURIComponent(interview)}`;
    this.audio = audio;
  }

  /** @param {Audio | null} former */
  fitted(former) {
    for (const [name, listener] of this.#ears) {
      former?.removeEventListener(name, listener);
      this.audio?.addEventListener(name, listener);
    }
  }

  open() {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => this.#closed(socket, code);
    this.connection = socket;
  }

  // The line

  #opened() {
    this.heardAt = Infinity; // the server may let us wait for its first word, while it loads its models
    this.send({ t: "mode", mode: this.chosen });
    this.keepAlive(true);
    this.tell("open");
  }

  lost() {
    const socket = this.connection;
    if (socket) this.#closed(socket, 1006);
    socket?.close();
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (socket !== this.connection) return;
    this.connection = null;
    this.#unsay();
    this.audio?.clear(this.#saying); // the server has ended this utterance where we are now
    if (this.over) return;
    if (FINAL[code]) this.finally(FINAL[code]);
    else this.again(LATER.includes(code));
  }

  /** @param {WebSocket | null} former */
  shut(former) {
    this.#unsay();
    former?.close(1000);
  }

  /** @param {object} message */
  send(message) {
    if (this.connection?.readyState === WebSocket.OPEN) this.connection.send(JSON.stringify(message));
  }

  // What the server says

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    this.heardAt = performance.now();
    if (typeof data !== "string") {
      this.audio?.play(data);
      return;
    }
    const message = JSON.parse(data);
    this.#act(message);
    this.emit(message.t, message);
    if (message.t === "taken") this.finally("taken");
    if (message.t === "ended") this.finally("ended");
  }

  /** @param {any} message */
  #act({ t, id, text, ms }) {
    if (t === "hello") this.attempt = 0; // only now: a server that lets us in to send us away is not pressed
    if (t === "pong") this.answered();
    else if (t === "say") this.#saying = id;
    if (!this.audio) this.#readOut(t, id, text, ms);
    else if (t === "say") this.audio.say(id);
    else if (t === "flush") this.audio.flush(id);
    else if (t === "clear") this.audio.clear(id);
    else if (t === "pause") this.audio.pause(id);
    else if (t === "resume") this.audio.resume(id);
  }

  /** No loudspeaker: an utterance is over when it would be. @param {string} t @param {string} id @param {string} text @param {number} ms */
  #readOut(t, id, text, ms) {
    if (t === "say") {
      this.#unsay();
      this.#unheard = { id, text, timer: 0 };
      setTimeout(() => this.#unheard?.id === id && this.send({ t: "started", id }), 100);
    } else if (t === "length" && this.#unheard?.id === id) {
      this.#unheard.timer = setTimeout(() => this.#read("finished", ms), ms);
    } else if (t === "clear" && this.#unheard?.id === id) this.#read("cleared", 0);
  }

  /** @param {string} t @param {number} played_ms */
  #read(t, played_ms) {
    const id = this.#unheard?.id;
    this.#unsay();
    this.send({ t, id, played_ms });
  }

  #unsay() {
    clearTimeout(this.#unheard?.timer);
    this.#unheard = null;
  }

  // What the audio says

  /** @type {[string, (event: Event) => void][]} */
  #ears = [
    ["frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail)],
    ["started", (event) => this.send({ t: "started", id: /** @type {CustomEvent} */ (event).detail.id })],
    ["finished", (event) => this.send({ t: "finished", .../** @type {CustomEvent} */ (event).detail })],
    ["cleared", (event) => this.send({ t: "cleared", .../** @type {CustomEvent} */ (event).detail })],
  ];

  /** @param {ArrayBuffer} pcm */
  #frame(pcm) {
    const socket = this.connection;
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < BEHIND) socket.send(pcm);
  }
}
