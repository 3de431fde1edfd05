// @ts-check
// The page's line to its interview: protocol 1 of docs/socket.md, and back again after every loss.
//
//   const socket = new InterviewSocket(interviewId, {audio})   audio may come later: socket.audio = audio
//   socket.connect(), socket.close()
//   socket.command(name), typed(text), typing(), finish(), hold(down), mode("talk"|"hold"|"type")
//     finish: "my answer is over". hold and mode also mute and open the microphone.
//   socket.rtt      ms, of the last ping; null before it
//
// Events: every server message by its `t`, with the message as detail, and
//   state {state: "connecting"|"open"|"reconnecting"|"closed", attempt, why}
//     closed is for good: why = "ended" | "taken" | "refused" | "left".
//
// Without an Audio the words are taken as heard when their time has passed, so that the interview goes on.

/** @typedef {import("./audio.js").Audio} Audio */

const PING_MS = 5000;
const DEAF_MS = 15000; // no pong, no anything: the line is dead although nobody hung up
const FIRST_MS = 250;
const LONGEST_MS = 5000;
const TYPING_MS = 500;
const BEHIND = 64 * 1024; // bytes of microphone that may wait for the network: two seconds; then frames are left out
/** @type {Record<number, string>} */
const FINAL = { 4000: "ended", 4001: "taken", 4004: "refused", 4403: "refused", 4404: "refused", 4409: "refused" };
const LATER = [1013, 4429]; // full, still loading, too often: come again, but slowly

export class InterviewSocket extends EventTarget {
  /** @type {number | null} */ rtt = null;

  /** @type {Audio | null} */ #audio = null;
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {"talk" | "hold" | "type"} */ #mode = "talk";
  #held = false;
  #attempt = 0;
  #timer = 0;
  #pings = 0;
  #pingAt = 0;
  #heardAt = 0;
  #typedAt = 0;
  #over = false;
  #saying = "";
  /** @type {{id: string, text: string, timer: number} | null} */ #unheard = null;

  /** @param {string} interview @param {{audio?: Audio | null}} [options] */
  constructor(interview, { audio = null } = {}) {
    super();
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/interviews/${encodeURIComponent(interview)}`;
    this.audio = audio;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  get audio() {
    return this.#audio;
  }

  set audio(audio) {
    for (const [name, listener] of this.#ears) {
      this.#audio?.removeEventListener(name, listener);
      audio?.addEventListener(name, listener);
    }
    this.#audio = audio;
    this.#muting();
  }

  connect() {
    if (this.#over || this.#socket) return;
    this.#tell(this.#attempt ? "reconnecting" : "connecting");
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#opened();
    socket.onmessage = ({ data }) => this.#received(data);
    socket.onclose = ({ code }) => this.#lost(socket, code);
    this.#socket = socket;
  }

  close() {
    this.#finally("left");
  }

  /** @param {string} command */
  command(command) {
    this.#send({ t: "command", command });
  }

  /** @param {string} text */
  typed(text) {
    this.#send({ t: "typed", text });
  }

  typing() {
    if (performance.now() - this.#typedAt < TYPING_MS) return;
    this.#typedAt = performance.now();
    this.#send({ t: "typing" });
  }

  finish() {
    this.#send({ t: "finish" });
  }

  /** @param {boolean} down */
  hold(down) {
    this.#held = down;
    this.#muting();
    this.#send({ t: "ptt", down });
  }

  /** @param {"talk" | "hold" | "type"} mode */
  mode(mode) {
    this.#mode = mode;
    this.#held = false;
    this.#muting();
    this.#send({ t: "mode", mode });
  }

  #muting() {
    this.#audio?.mute(this.#mode === "type" || (this.#mode === "hold" && !this.#held));
  }

  // The line

  #opened() {
    this.#heardAt = Infinity; // the server may let us wait for its first word, while it loads its models
    this.#send({ t: "mode", mode: this.#mode });
    this.#ping();
    this.#pings = setInterval(() => this.#ping(), PING_MS);
    this.#tell("open");
  }

  #ping() {
    if (performance.now() - this.#heardAt > DEAF_MS) {
      const socket = this.#socket;
      if (socket) this.#lost(socket, 1006);
      socket?.close();
      return;
    }
    this.#pingAt = performance.now();
    this.#send({ t: "ping" });
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearInterval(this.#pings);
    this.#unsay();
    this.#audio?.clear(this.#saying); // the server has ended this utterance where we are now
    if (this.#over) return;
    if (FINAL[code]) {
      this.#finally(FINAL[code]);
      return;
    }
    const pause = LATER.includes(code) ? LONGEST_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#attempt);
    const wait = pause * (0.75 + 0.5 * Math.random());
    this.#attempt += 1;
    this.#tell("reconnecting");
    this.#timer = setTimeout(() => this.connect(), wait);
  }

  /** The network is back, or somebody looks: no reason to wait any longer. */
  #hurry() {
    if (this.#socket || this.#over || !this.#attempt) return;
    clearTimeout(this.#timer);
    this.connect();
  }

  /** @param {string} why */
  #finally(why) {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    this.#unsay();
    this.#socket?.close(1000);
    this.#socket = null;
    this.#tell("closed", why);
  }

  /** @param {string} state @param {string} [why] */
  #tell(state, why) {
    this.dispatchEvent(new CustomEvent("state", { detail: { state, attempt: this.#attempt, why } }));
  }

  /** @param {object} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // What the server says

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    this.#heardAt = performance.now();
    if (typeof data !== "string") {
      this.#audio?.play(data);
      return;
    }
    const message = JSON.parse(data);
    this.#act(message);
    this.dispatchEvent(new CustomEvent(message.t, { detail: message }));
    if (message.t === "taken") this.#finally("taken");
    if (message.t === "ended") this.#finally("ended");
  }

  /** @param {any} message */
  #act({ t, id, text, ms }) {
    if (t === "hello") this.#attempt = 0; // only now: a server that lets us in to send us away is not pressed
    if (t === "pong") this.rtt = performance.now() - this.#pingAt;
    else if (t === "say") this.#saying = id;
    if (!this.#audio) this.#readOut(t, id, text, ms);
    else if (t === "say") this.#audio.say(id);
    else if (t === "flush") this.#audio.flush(id);
    else if (t === "clear") this.#audio.clear(id);
    else if (t === "pause") this.#audio.pause(id);
    else if (t === "resume") this.#audio.resume(id);
  }

  /** No loudspeaker: an utterance is over when it would be. @param {string} t @param {string} id @param {string} text @param {number} ms */
  #readOut(t, id, text, ms) {
    if (t === "say") {
      this.#unsay();
      this.#unheard = { id, text, timer: 0 };
      setTimeout(() => this.#unheard?.id === id && this.#send({ t: "started", id }), 100);
    } else if (t === "length" && this.#unheard?.id === id) {
      this.#unheard.timer = setTimeout(() => this.#read("finished", ms), ms);
    } else if (t === "clear" && this.#unheard?.id === id) this.#read("cleared", 0);
  }

  /** @param {string} t @param {number} played_ms */
  #read(t, played_ms) {
    const id = this.#unheard?.id;
    this.#unsay();
    this.#send({ t, id, played_ms });
  }

  #unsay() {
    clearTimeout(this.#unheard?.timer);
    this.#unheard = null;
  }

  // What the audio says

  /** @type {[string, (event: Event) => void][]} */
  #ears = [
    ["frame", (event) => this.#frame(/** @type {CustomEvent} */ (event).detail)],
    ["started", (event) => this.#send({ t: "started", id: /** @type {CustomEvent} */ (event).detail.id })],
    ["finished", (event) => this.#send({ t: "finished", .../** @type {CustomEvent} */ (event).detail })],
    ["cleared", (event) => this.#send({ t: "cleared", .../** @type {CustomEvent} */ (event).detail })],
  ];

  /** @param {ArrayBuffer} pcm */
  #frame(pcm) {
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN && socket.bufferedAmount < BEHIND) socket.send(pcm);
  }
}
