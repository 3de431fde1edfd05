// @ts-check
// Microphone and loudspeaker of the page. Sound in: s16le 16 kHz in frames of 512; out: s16le 24 kHz.
//
//   const audio = await Audio.open({microphone, speaker, raw})   from a click, if it can be had
//     microphone: deviceId; undefined: the default one; false: none (typing).   speaker: deviceId.
//     raw: no echo cancellation, noise suppression, gain control (tests).
//     It always opens: `audio.microphone` says what is wrong with the microphone, `audio.output` whether sound is heard.
//   audio.microphone    "open", "off" (not asked for) or a cause of diagnosis.js
//   audio.output        "heard", "asleep", "held" or "shown", as output.js has it
//   audio.settings      {label, deviceId, echoCancellation, noiseSuppression, autoGainControl} of the last microphone, or null
//   audio.mute(on)      nothing leaves the microphone but a second of silence;   audio.muted
//   audio.position      ms of the current utterance that are out of the loudspeaker, or shown
//   audio.useMicrophone(deviceId), audio.useSpeaker(deviceId) (Audio.canChooseSpeaker), audio.close()
//   audio.wake(), audio.chime()   from a press; true if it is heard. Neither waits for long.
//   audio.say(id), play(ArrayBuffer), flush(id), clear(id)   socket.js calls these
//   audio.line          the microphone as a track to publish, silent while muted      livekit.js uses these three:
//   audio.listen(MediaStreamTrack)   play this instead;   audio.told("started"|"finished"|"cleared", id, played_ms), audio.cut()
//   devices()           {microphones: [{id, label}], speakers: [{id, label}]}
//
// Events (detail): levels {mic, voice} 0..1, 15 a second · frame ArrayBuffer · started {id} · finished {id, played_ms} ·
//   cleared {id, played_ms} · microphone {state, label} · devices {microphones, speakers} · line {} there is another one ·
//   output {state: "heard"|"held"|"shown", why, id, played_ms} what was being said stopped there · asleep {} the browser
//   wants a press first. Who begins to listen to one of these two is told at once if it is so.

import { diagnose } from "./diagnosis.js";
import { Microphone } from "./microphone.js";
import { Output, soundContext, within } from "./output.js";
import { Remote } from "./remote.js";
import { Voice } from "./voice.js";

/** @typedef {import("./microphone.js").Settings} Settings */

const FALLING_SILENT_MS = 2000;
const SILENT_LEVELS = 75; // of exactly nothing, about 5 s: a switch on the headset
const BEAT_MS = 200; // without a level from the microphone, the voice gives the beat
const FLOOR_DB = -60;
const FULL_DB = -14;

/** Loudness as the eye expects it. @param {number} rms */
const level = (rms) => (rms <= 0 ? 0 : Math.max(0, Math.min(1, (20 * Math.log10(rms) - FLOOR_DB) / (FULL_DB - FLOOR_DB))));

/** What is plugged in. Without permission the labels are empty. */
export async function devices() {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  const of = (/** @type {string} */ kind) => all.filter((d) => d.kind === kind).map((d) => ({ id: d.deviceId, label: d.label }));
  return { microphones: of("audioinput"), speakers: of("audiooutput") };
}

export class Audio extends EventTarget {
  static canChooseSpeaker = typeof AudioContext === "function" && "setSinkId" in AudioContext.prototype;

  muted = false;

  #context;
  #mic;
  /** @type {Output | null} */ #out = null;
  /** @type {AudioWorkletNode | null} */ #ear = null;
  /** @type {Voice} */ #voice;
  /** @type {MediaStreamAudioSourceNode | null} */ #source = null;
  /** @type {MediaStreamAudioDestinationNode | null} */ #line = null;
  #published = false;
  #remote;
  #levels = { mic: 0, voice: 0 };
  #zeros = 0;
  #levelAt = 0;
  #closed = false;
  #told = "";

  /** @param {{microphone?: string | false, speaker?: string, raw?: boolean}} [options] */
  static async open({ microphone, speaker, raw = false } = {}) {
    const mic = new Microphone({ raw });
    if (microphone !== false) await mic.open(microphone).catch(() => undefined); // `microphone` tells
    const audio = new Audio(await soundContext(), mic);
    if (speaker) await audio.useSpeaker(speaker).catch(() => undefined);
    await audio.#out?.start();
    audio.#told = audio.microphone;
    return audio;
  }

  /** @param {AudioContext | null} context @param {Microphone} mic */
  constructor(context, mic) {
    super();
    this.#context = context;
    this.#mic = mic;
    this.#voice = new Voice(context, (told) => this.#played(told));
    this.#remote = new Remote(context, (rms) => this.#beat(rms), (t, detail) => this.#emit(t, detail));
    if (context) this.#wire(context);
    mic.addEventListener("stream", () => this.#hear());
    mic.addEventListener("change", () => this.#look());
    navigator.mediaDevices?.addEventListener("devicechange", this.#changed);
    this.#hear();
  }

  /** @param {AudioContext} context */
  #wire(context) {
    const ear = (this.#ear = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" }));
    ear.port.onmessage = ({ data }) => (data.pcm ? this.#emit("frame", data.pcm) : this.#level(data.level));
    this.#out = new Output(context);
    this.#out.addEventListener("change", () => this.#sounds());
  }

  get settings() {
    return this.#mic.settings;
  }

  get output() {
    return this.#out?.state ?? "shown";
  }

  get microphone() {
    const { output } = this;
    const facts = { ...this.#mic.facts, output: this.#bare ? "heard" : output, zeros: this.#zeros >= SILENT_LEVELS };
    return this.#mic.asked ? diagnose(facts) || "open" : "off";
  }

  get position() {
    return this.#remote.used ? this.#remote.position : this.#voice.position;
  }

  /** The track itself is published, because the sound context does not run. */
  get #bare() {
    return this.#published && this.output === "shown";
  }

  /** @param {string} type @param {any} listener @param {any} [options] */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    queueMicrotask(() => { if (this.output !== "heard" && type === this.#news) this.#tellOutput(); });
  }

  /** @param {boolean} on */
  mute(on) {
    this.muted = on;
    for (const track of [this.#line?.stream.getAudioTracks()[0], this.#bare ? this.#mic.track : null]) if (track) track.enabled = !on;
    this.#ear?.port.postMessage({ mute: on });
  }

  /** Rejects as getUserMedia does. @param {string} [deviceId] */
  async useMicrophone(deviceId) {
    await this.#mic.open(deviceId);
    if (this.output === "asleep") await this.#out?.start(); // whoever may listen may also play
  }

  /** @param {string} deviceId */
  async useSpeaker(deviceId) {
    const context = /** @type {any} */ (this.#context);
    if (context && Audio.canChooseSpeaker) await within(context.setSinkId(deviceId === "default" ? "" : deviceId), FALLING_SILENT_MS);
  }

  async wake() {
    await this.#out?.wake();
    return this.output === "heard";
  }

  /** Two soft notes, for the speaker check. */
  async chime() {
    return (await this.wake()) && Boolean(await this.#out?.chime());
  }

  async close() {
    if (this.#closed) return;
    this.#closed = true;
    navigator.mediaDevices?.removeEventListener("devicechange", this.#changed);
    this.#source?.disconnect();
    this.#mic.close();
    this.#out?.close();
    this.#remote.cut();
    this.#remote.hush();
    this.#voice.clear(this.#voice.id);
    if (this.#context) await within(this.#context.close(), FALLING_SILENT_MS);
  }

  // What the interviewer says

  /** @param {string} id */
  say(id) {
    this.#voice.say(id, this.output === "heard");
  }

  /** @param {ArrayBuffer} pcm */
  play(pcm) {
    this.#voice.play(pcm);
  }

  /** @param {string} id */
  flush(id) {
    this.#voice.flush(id);
  }

  /** @param {string} id */
  clear(id) {
    this.#voice.clear(id);
  }

  /** @param {import("./voice.js").Told} told */
  #played({ t, id, played_ms, level: rms }) {
    if (t === "playing") this.#beat(rms ?? 0);
    else {
      this.#levels.voice = 0;
      this.#emit(t, { id, played_ms });
    }
  }

  /** @param {number} rms of the interviewer's voice */
  #beat(rms) {
    this.#levels.voice = level(rms);
    if (performance.now() - this.#levelAt > BEAT_MS) this.#emit("levels", { ...this.#levels });
  }

  // Whether it is heard

  get #news() {
    return this.output === "asleep" ? "asleep" : "output";
  }

  #tellOutput() {
    const id = this.#remote.saying || this.#voice.id;
    this.#emit(this.#news, { state: this.output, why: this.#out?.why ?? "closed", id, played_ms: Math.round(this.position) });
  }

  #sounds() {
    this.#tellOutput();
    if (this.output === "held") {
      this.#remote.cut();
      this.clear(this.#voice.id);
    }
    if (this.#published) this.#emit("line", {});
    this.mute(this.muted);
    this.#look();
  }

  // What comes by WebRTC

  /** What is to be published: it keeps its identity when the microphone is changed, unless the sound context is out of order. */
  get line() {
    this.#published = true;
    if (this.#bare || !this.#context) return this.#mic.track;
    if (!this.#line) {
      this.#line = new MediaStreamAudioDestinationNode(this.#context, { channelCount: 1 });
      this.#source?.connect(this.#line);
      this.mute(this.muted);
    }
    return this.#line.stream.getAudioTracks()[0];
  }

  /** @param {MediaStreamTrack} track */
  listen(track) {
    this.#remote.listen(track);
  }

  /** Who plays it elsewhere says what became of it. @param {"started" | "finished" | "cleared"} t @param {string} id @param {number} played_ms */
  told(t, id, played_ms) {
    this.#remote.told(t, id, played_ms);
  }

  /** Nobody will say it any more. */
  cut() {
    this.#remote.cut();
  }

  // The microphone

  #hear() {
    const { stream } = this.#mic;
    if (!stream) return;
    this.#source?.disconnect();
    this.#zeros = 0;
    this.#ear?.port.postMessage({ gone: false });
    if (this.#context && this.#ear) {
      this.#source = new MediaStreamAudioSourceNode(this.#context, { mediaStream: stream });
      this.#source.connect(this.#ear);
      if (this.#line) this.#source.connect(this.#line);
    }
    this.mute(this.muted);
    if (this.#bare) this.#emit("line", {});
  }

  /** Tell what is wrong with the microphone, or that nothing is any more. */
  #look() {
    const state = this.microphone;
    if (this.#closed || state === this.#told) return;
    this.#told = state;
    if (!this.#mic.track) this.#ear?.port.postMessage({ gone: true });
    if (state !== "open") this.#levels.mic = 0;
    this.#emit("microphone", { state, label: this.settings?.label ?? "" });
  }

  /** @param {number} rms */
  #level(rms) {
    this.#levelAt = performance.now();
    this.#levels.mic = level(rms);
    this.#emit("levels", { ...this.#levels });
    if (this.muted) return;
    this.#zeros = rms > 0 ? 0 : this.#zeros + 1;
    this.#look();
  }

  #changed = async () => this.#emit("devices", await devices());

  /** @param {string} type @param {any} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
