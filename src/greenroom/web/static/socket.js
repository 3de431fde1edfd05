// @ts-check
// The page's line to its interview: protocol 1 of docs/reference/socket.md, and back again after every loss.
//
//   const socket = new InterviewSocket(interviewId, {audio, instead})   then as line.js has it; audio may come later
//     instead: the first connection sets another open interview of the same person aside
//
import { Line } from "./line.js";

/** @typedef {import("./audio.js").Audio} Audio */

const TYPING_MS = 500;
const CONNECT_MS = 5000;
const FIRST_WORD_MS = 30000; // the server may let us wait for its first word, while it loads its models
const BEHIND = 64 * 1024; // bytes of microphone that may wait for the network: two seconds; then frames are left out
/** @type {Record<number, string>} */
const FINAL = { 4000: "ended", 4001: "taken", 4004: "refused", 4401: "refused", 4403: "refused", 4404: "refused", 4409: "refused" };
const LATER = [1013, 4429]; // full, still loading, too often: come again, but slowly

export class InterviewSocket extends Line {
  #saying = "";
  #inLine = false; // nobody listens, and the microphone stays here

  /** @param {string} interview @param {{audio?: Audio | null, instead?: boolean}} [options] */
  constructor(interview, { audio = null, instead = false } = {}) {
    super(interview, { typingMs: TYPING_MS });
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/interviews/${encodeURIComponent(interview)}`;
    this.instead = instead;
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
    const socket = new WebSocket(this.instead ? `${this.address}?instead=1` : this.address);
    this.instead = false;
    this.#inLine = false;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => this.#closed(socket, code);
    this.connection = socket;
    this.keepAlive(CONNECT_MS);
  }

  // The line

  #opened() {
    this.send({ t: "mode", mode: this.chosen });
    if (this.sounding) this.output({ state: this.sounding });
    this.keepAlive(FIRST_WORD_MS);
    this.there = true;
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
    this.audio?.clear(this.#saying); // the server has ended this utterance where we are now
    if (this.over) return;
    if (FINAL[code]) this.finally(FINAL[code]);
    else this.again(LATER.includes(code));
  }

  /** @param {WebSocket | null} former */
  shut(former) {
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
    this.heard(message);
    this.emit(message.t, message);
    if (message.t === "taken") this.finally("taken");
    if (message.t === "ended") this.finally("ended");
  }

  /** @param {any} message */
  #act({ t, id }) {
    if (t === "hello" || t === "waiting") this.#inLine = t === "waiting";
    if (t === "hello" || t === "waiting") this.attempt = 0; // only now: a server that lets us in to send us away is not pressed
    if (t === "pong") this.answered();
    else if (t === "say") this.#saying = id;
    if (t === "say") this.audio?.say(id);
    else if (t === "flush") this.audio?.flush(id);
    else if (t === "clear") this.audio?.clear(id);
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
    if (!this.#inLine && socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < BEHIND) socket.send(pcm);
  }
}
