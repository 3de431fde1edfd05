// @ts-check
// The page's line to an interview in a LiveKit room.
//
//   const line = new InterviewRoom(interviewId, {instead})   then as line.js has it
//     instead: the first token sets another open interview of the same person aside
//
// The worker speaks into a track and sends the messages of docs/reference/socket.md; what the page says goes to our
// own server. Nothing that the SDK reports as done is believed: we are in when the worker greets us, it
// hears us when it says so (`listening`), and it is there as long as it answers our pings.

import { Line } from "./line.js";
import { _ } from "./words.js";

/** @typedef {import("./audio.js").Audio} Audio */

const TOPIC = "greenroom";
const TYPING_MS = 2000;
const JOIN_MS = 15000;
const UNHEARD_MS = 10000;
const POST_MS = 5000; // a request that stands still
const REFUSED = [404, 413, 422];
const WAITING = _("Waiting for an interviewer. It begins as soon as one is free.");
const UNHEARD = _("Your microphone does not reach the interviewer. Type your answers, or load this page again.");

const { Room, RoomEvent, DisconnectReason, Track } = /** @type {any} */ (window).LivekitClient;
/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/** A promise of the SDK may stay open for ever. @param {Promise<any>} work @param {number} ms */
const within = (work, ms) => Promise.race([work, pause(ms).then(() => { throw new Error("too slow"); })]);

export class InterviewRoom extends Line {
  /** @type {any} */ #published = null;
  #unheard = 0;
  #known = this.patience;
  #unknown = JOIN_MS;
  #inLine = false;
  /** What was said last; the next message waits for it, so that they arrive in order. */
  #saying = Promise.resolve();

  /** @param {string} interview @param {{instead?: boolean}} [options] */
  constructor(interview, { instead = false } = {}) {
    super(interview, { typingMs: TYPING_MS });
    this.instead = instead;
    this.interview = encodeURIComponent(interview);
  }

  /** @param {Audio | null} former */
  fitted(former) {
    former?.removeEventListener("line", this.#lined);
    this.audio?.addEventListener("line", this.#lined);
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
    room.on(RoomEvent.ParticipantDisconnected, (/** @type {any} */ gone) => gone.isAgent && this.#workerLost());
    room.on(RoomEvent.SignalReconnecting, () => this.#workerLost());
    room.on(RoomEvent.Reconnecting, () => this.#workerLost());
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
    this.patience = this.#unknown; // it takes as long for a worker to come
    this.keepAlive(this.patience);
    this.#say("notice", { t: "notice", level: "info", text: WAITING }, JOIN_MS / 3, () => !this.there);
    await this.#publish();
  }

  /** @returns {Promise<{server_url: string, participant_token: string}>} */
  async #token() {
    const instead = this.instead ? "&instead=1" : "";
    this.instead = false;
    const answer = await fetch(`/api/token?interview=${this.interview}${instead}`, { method: "POST", signal: AbortSignal.timeout(JOIN_MS) });
    const body = await answer.json();
    this.#inLine = Boolean(body.place);
    if (answer.ok) return body;
    if (body.place) this.emit("waiting", { t: "waiting", place: body.place });
    else this.#refused(body);
    if (answer.status < 500 && answer.status !== 429) this.finally("refused");
    throw new Error(body.title);
  }

  /** @param {any} body of the answer @param {string} [mid] of the message that it answers */
  #refused({ title, detail, choice, saved }, mid) {
    const error = { t: "error", title, detail, choice, saved, mid };
    this.heard(error);
    this.emit("error", error);
  }

  /** The microphone, into the room, once there are both. */
  async #publish() {
    const room = this.connection;
    const track = this.audio?.settings ? this.audio.line : null;
    if (!track || room?.state !== "connected" || this.#published?.room === room) return;
    this.#published = { room, track };
    if (this.there) this.#expectAnEar();
    const publication = await room.localParticipant.publishTrack(track, { source: Track.Source.Microphone }).catch(() => undefined);
    if (this.#published?.room === room) this.#published.publication = publication;
    await this.#replace();
  }

  /** The worker says that it hears us, or nobody does. */
  #expectAnEar() {
    clearTimeout(this.#unheard);
    this.#unheard = setTimeout(() => this.emit("notice", { t: "notice", level: "warn", text: UNHEARD }), UNHEARD_MS);
  }

  /** The microphone is another track now. */
  async #replace() {
    const published = this.#published;
    const track = this.audio?.settings ? this.audio.line : null;
    if (!track || !published?.publication?.track || published.track === track) return;
    published.track = track;
    await published.publication.track.replaceTrack(track, true).catch(() => undefined);
  }

  #lined = () => void this.#publish().then(() => this.#replace());

  /** The interviewer's track, into the loudspeaker. The newest agent is the one that lives. */
  #listen() {
    for (const { isAgent, trackPublications } of this.connection?.remoteParticipants.values() ?? []) {
      for (const { track } of isAgent ? trackPublications.values() : []) {
        if (track?.mediaStreamTrack) this.audio?.listen(track.mediaStreamTrack);
      }
    }
  }

  /** The worker is gone, or we are out of its reach; it greets us when it is back. */
  #workerLost() {
    if (this.over || !this.there) return;
    this.there = false;
    this.patience = this.#unknown;
    this.attempt += 1;
    this.lapse();
    clearTimeout(this.#unheard);
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
    this.there = false;
    this.audio?.cut();
    if (this.over) return;
    if (reason === DisconnectReason.DUPLICATE_IDENTITY) this.finally("taken");
    else this.again(this.#inLine);
  }

  /** @param {any} former */
  shut(former) {
    clearTimeout(this.#unheard);
    void former?.disconnect(false); // the microphone's track goes into the next room
  }

  // What we say

  /** @param {object} message */
  #post(message) {
    const body = JSON.stringify(message);
    const headers = { "content-type": "application/json" };
    return fetch(`/api/interviews/${this.interview}/messages`, { method: "POST", headers, body, signal: AbortSignal.timeout(POST_MS) });
  }

  /** @param {any} message */
  send(message) {
    if (message.t === "ping") return void this.#ask(message);
    if (message.t === "mode") void this.#publish(); // the page mutes its own microphone
    if (["mode", "output"].includes(message.t) && !this.there) return; // it is told when the worker is there
    this.#saying = this.#saying.then(() => this.#deliver(message));
  }

  /** @param {any} ping */
  async #ask(ping) {
    const answer = await this.#post(ping).catch(() => null);
    if (answer?.status !== 409) return;
    this.heardAt = performance.now(); // the worker is being replaced: we are not the deaf one
    const body = await answer.json().catch(() => ({}));
    if (!body.saved || this.over) return;
    this.#refused(body); // it ended while we were away
    this.finally("refused");
  }

  /** What does not arrive is sent again (line.js); what is refused is not. @param {any} message */
  async #deliver(message) {
    const answer = await this.#post(message).catch(() => null);
    if (!answer || !REFUSED.includes(answer.status)) return;
    this.#refused(await answer.json().catch(() => ({})), message.mid);
  }

  // What the worker says

  #received = (/** @type {Uint8Array} */ payload, /** @type {any} */ from, /** @type {any} */ _, /** @type {string} */ topic) => {
    if (topic !== TOPIC || !from?.isAgent) return;
    this.heardAt = performance.now();
    const message = JSON.parse(new TextDecoder().decode(payload));
    this.#act(message);
    this.heard(message);
    this.emit(message.t, message);
    if (message.t === "ended") this.finally("ended");
  };

  /** @param {any} message */
  #act({ t, id, played_ms, on }) {
    if (t === "pong") this.answered();
    else if (t === "listening" && on) clearTimeout(this.#unheard);
    else if (t === "started" || t === "finished" || t === "cleared") this.audio?.told(t, id, played_ms ?? 0);
    if (t === "ended" || this.there || (t !== "hello" && t !== "pong")) return;
    this.there = true; // a pong too: we were out of reach for so short that nobody missed us
    this.attempt = 0;
    this.patience = this.#known;
    this.send({ t: "mode", mode: this.chosen });
    this.#listen();
    if (t === "hello" && this.#published) this.#expectAnEar();
    if (this.sounding) this.output({ state: this.sounding });
    if (t === "pong") this.inside();
  }

  /** Tell it later, if it is still so. @param {string} name @param {object} detail @param {number} ms @param {() => boolean} still */
  #say(name, detail, ms, still) {
    setTimeout(() => { if (!this.over && still()) this.emit(name, detail); }, ms);
  }
}
