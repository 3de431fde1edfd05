// @ts-check
// The page's line to an interview in a LiveKit room.
//
//   const line = new InterviewRoom(interviewId)   then as line.js has it
//
// The worker speaks into a track and sends the messages of docs/socket.md; what the page says goes to our
// own server. Nothing that the SDK reports as done is believed: we are in when the worker greets us, it
// hears us when it says so (`listening`), and it is there as long as it answers our pings.

import { Line } from "./line.js";

const TOPIC = "greenroom";
const TYPING_MS = 2000;
const JOIN_MS = 15000;
const RETRY_MS = 500;
const UNHEARD_MS = 10000;
const UNDELIVERED_MS = 15000;
const WAITING = "Waiting for an interviewer. It begins as soon as one is free.";
const UNHEARD = "Your microphone does not reach the interviewer. Type your answers, or load this page again.";
const NOT_TAKEN = "That did not arrive. Please try it again.";

const { Room, RoomEvent, DisconnectReason, Track } = /** @type {any} */ (window).LivekitClient;
/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/** A promise of the SDK may stay open for ever. @param {Promise<any>} work @param {number} ms */
const within = (work, ms) => Promise.race([work, pause(ms).then(() => { throw new Error("too slow"); })]);

export class InterviewRoom extends Line {
  /** @type {any} */ #published = null;
  #unheard = 0;
  #greeted = false;
  /** What was said last; the next message waits for it, so that they arrive in order. */
  #saying = Promise.resolve();

  /** @param {string} interview */
  constructor(interview) {
    super({ typingMs: TYPING_MS });
    this.interview = encodeURIComponent(interview);
  }

  fitted() {
    this.#listen();
    void this.#publish();
  }

  // The room

  open() {
    void this.#join((this.connection = new Room({ stopLocalTrackOnUnpublish: false })));
  }

  /** @param {any} room */
  async #join(room) {
    room.on(RoomEvent.DataReceived, this.#received);
    room.on(RoomEvent.TrackSubscribed, () => this.#listen());
    room.on(RoomEvent.ParticipantDisconnected, (/** @type {any} */ gone) => gone.isAgent && this.#forsaken());
    room.on(RoomEvent.SignalReconnecting, () => this.#forsaken());
    room.on(RoomEvent.Reconnecting, () => this.#forsaken());
    room.on(RoomEvent.Reconnected, () => this.beat());
    room.on(RoomEvent.Disconnected, (/** @type {any} */ reason) => this.#out(room, reason));
    try {
      const { server_url, participant_token } = await this.#token();
      await within(room.connect(server_url, participant_token), JOIN_MS);
    } catch {
      this.#out(room, null);
      return;
    }
    if (room !== this.connection) return;
    this.heardAt = performance.now();
    this.keepAlive(false);
    this.#say("notice", { t: "notice", level: "info", text: WAITING }, JOIN_MS / 3, () => !this.#greeted);
    await this.#publish();
  }

  /** @returns {Promise<{server_url: string, participant_token: string}>} */
  async #token() {
    const answer = await fetch(`/api/token?interview=${this.interview}`, { method: "POST" });
    const body = await answer.json();
    if (answer.ok) return body;
    this.emit("error", { t: "error", title: body.title, detail: body.detail });
    if (answer.status < 500 && answer.status !== 429) this.finally("refused");
    throw new Error(body.title);
  }

  /** The microphone, into the room, once there are both. */
  async #publish() {
    const room = this.connection;
    const track = this.audio?.settings ? this.audio.line : null;
    if (!track || room?.state !== "connected" || this.#published?.room === room) return;
    this.#published = { room };
    clearTimeout(this.#unheard);
    this.#unheard = setTimeout(() => this.emit("notice", { t: "notice", level: "warn", text: UNHEARD }), UNHEARD_MS);
    await room.localParticipant.publishTrack(track, { source: Track.Source.Microphone }).catch(() => undefined);
  }

  /** The interviewer's track, into the loudspeaker. The newest agent is the one that lives. */
  #listen() {
    for (const { isAgent, trackPublications } of this.connection?.remoteParticipants.values() ?? []) {
      for (const { track } of isAgent ? trackPublications.values() : []) {
        if (track?.mediaStreamTrack) this.audio?.listen(track.mediaStreamTrack);
      }
    }
  }

  /** The worker is gone, or we are out of its reach; it greets us when it is back. */
  #forsaken() {
    if (this.over || !this.#greeted) return;
    this.#greeted = false;
    this.attempt += 1;
    this.audio?.cut();
    this.tell("reconnecting");
  }

  lost() {
    this.#out(this.connection, null);
  }

  /** @param {any} room @param {any} reason */
  #out(room, reason) {
    if (room !== this.connection) return;
    this.drop();
    this.#greeted = false;
    this.audio?.cut();
    if (this.over) return;
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.finally("taken");
    else this.again(false);
  }

  /** @param {any} former */
  shut(former) {
    clearTimeout(this.#unheard);
    void former?.disconnect();
  }

  ping() {
    this.#post({ t: "ping" }).then(
      (answer) => { if (answer.status === 409) this.heardAt = performance.now(); }, // it is being replaced: we are not the deaf one
      () => undefined,
    );
  }

  // What we say

  /** @param {object} message */
  #post(message) {
    const body = JSON.stringify(message);
    const headers = { "content-type": "application/json" };
    return fetch(`/api/interviews/${this.interview}/messages`, { method: "POST", headers, body });
  }

  /** @param {any} message */
  send(message) {
    if (message.t === "mode") void this.#publish(); // of no interest to the worker: the page mutes its own microphone
    else this.#saying = this.#saying.then(() => this.#deliver(message));
  }

  /** Words and wishes wait for an interviewer who is being replaced; of what came too late we tell. @param {any} message */
  async #deliver(message) {
    const until = performance.now() + (message.t === "typing" || message.t === "ptt" ? 0 : UNDELIVERED_MS);
    for (;;) {
      const answer = await this.#post(message).catch(() => null);
      if (answer?.ok) return;
      if (answer && answer.status !== 409 && answer.status < 500) break;
      if (performance.now() > until) break;
      await pause(RETRY_MS);
    }
    if (message.t !== "typing") this.emit("notice", { t: "notice", level: "warn", text: NOT_TAKEN });
  }

  // What the worker says

  #received = (/** @type {Uint8Array} */ payload, /** @type {any} */ from, /** @type {any} */ _, /** @type {string} */ topic) => {
    if (topic !== TOPIC || !from?.isAgent) return;
    this.heardAt = performance.now();
    const message = JSON.parse(new TextDecoder().decode(payload));
    this.#act(message);
    this.emit(message.t, message);
    if (message.t === "ended") this.finally("ended");
  };

  /** @param {any} message */
  #act({ t, id, played_ms, on }) {
    if (t === "pong") this.answered();
    else if (t === "listening" && on) clearTimeout(this.#unheard);
    else if (t === "started" || t === "finished" || t === "cleared") this.audio?.told(t, id, played_ms ?? 0);
    if (t === "ended" || this.#greeted || (t !== "hello" && t !== "pong")) return;
    this.#greeted = true; // a pong too: we were out of reach for so short that nobody missed us
    this.attempt = 0;
    this.#listen();
    this.tell("open");
  }

  /** Tell it later, if it is still so. @param {string} name @param {object} detail @param {number} ms @param {() => boolean} still */
  #say(name, detail, ms, still) {
    setTimeout(() => { if (!this.over && still()) this.emit(name, detail); }, ms);
  }
}
