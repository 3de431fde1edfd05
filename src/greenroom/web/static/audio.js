// @ts-check
// Microphone and loudspeaker of the page. Sound in: s16le 16 kHz in frames of 512; out: s16le 24 kHz.
//
//   const audio = await Audio.open({microphone, speaker, raw})   from a click, if it can be had
//     microphone: deviceId; undefined: the default one; false: none (typing).   speaker: deviceId.
//     raw: no echo cancellation, noise suppression, gain control (tests).
//     Rejects as getUserMedia does (NotAllowedError, NotFoundError, NotReadableError); TypeError without https.
//   audio.settings      {label, deviceId, echoCancellation, noiseSuppression, autoGainControl}, or null without microphone
//   audio.mute(on)      nothing leaves the microphone but a second of silence;   audio.muted
//   audio.position      ms of the current utterance that are out of the loudspeaker
//   audio.useMicrophone(deviceId), audio.useSpeaker(deviceId) (Audio.canChooseSpeaker), audio.wake(), audio.chime(), audio.close()
//   audio.say(id), play(ArrayBuffer), flush(id), clear(id), pause(id), resume(id)   socket.js calls these
//   audio.line          the microphone as a track to publish, silent while muted      livekit.js uses these three:
//   audio.listen(MediaStreamTrack)   play this instead;   audio.told("started"|"finished"|"cleared", id, played_ms), audio.cut()
//   devices()           {microphones: [{id, label}], speakers: [{id, label}]}
//
// Events (detail): levels {mic, voice} 0..1, 15 a second · frame ArrayBuffer · started {id} · finished {id, played_ms} ·
//   cleared {id, played_ms} · microphone {state: "lost"|"back"|"silent"|"heard", label} · devices {microphones, speakers} ·
//   asleep {} the browser wants a click first; also told to who starts to listen while it is so.

/** @typedef {{label: string, deviceId: string, echoCancellation?: boolean, noiseSuppression?: boolean, autoGainControl?: boolean}} Settings */

const WAKE_MS = 400; // a context that may run does so by then
const LEVEL_MS = 66;
const SILENT_LEVELS = 75; // of exactly nothing, about 5 s: a switch on the headset
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
  static canChooseSpeaker = "setSinkId" in AudioContext.prototype;

  /** @type {Settings | null} */ settings = null;
  muted = false;

  #context;
  /** @type {AudioWorkletNode} */ #voice;
  /** @type {AudioWorkletNode} */ #ear;
  /** @type {MediaStream | null} */ #stream = null;
  /** @type {MediaStreamAudioSourceNode | null} */ #source = null;
  /** @type {MediaStreamAudioDestinationNode | null} */ #line = null;
  /** @type {{track: MediaStreamTrack, pull: HTMLAudioElement, source: AudioNode, meter: AnalyserNode} | null} */ #far = null;
  #saying = { id: "", since: 0, timer: 0 };
  #raw;
  #levels = { mic: 0, voice: 0 };
  #silence = 0;
  #position = 0;
  #closed = false;

  /** @param {{microphone?: string | false, speaker?: string, raw?: boolean}} [options] */
  static async open({ microphone, speaker, raw = false } = {}) {
    const stream = microphone === false ? null : await Audio.#listen(microphone, raw);
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule("/static/worklets.js");
      const audio = new Audio(context, raw);
      if (stream) audio.#hear(stream);
      if (speaker) await audio.useSpeaker(speaker).catch(() => undefined);
      await Promise.race([context.resume(), new Promise((done) => setTimeout(done, WAKE_MS))]);
      return audio;
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      await context.close();
      throw error;
    }
  }

  /** @param {string | undefined} deviceId @param {boolean} raw */
  static #listen(deviceId, raw) {
    const audio = {
      channelCount: 1,
      echoCancellation: !raw,
      noiseSuppression: !raw,
      autoGainControl: !raw,
      ...(deviceId ? { deviceId: { ideal: deviceId } } : {}),
    };
    return navigator.mediaDevices.getUserMedia({ audio });
  }

  /** @param {AudioContext} context @param {boolean} raw */
  constructor(context, raw) {
    super();
    this.#context = context;
    this.#raw = raw;
    this.#ear = new AudioWorkletNode(context, "microphone", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    this.#voice = new AudioWorkletNode(context, "loudspeaker", { numberOfInputs: 0, outputChannelCount: [1] });
    this.#voice.connect(context.destination);
    this.#ear.port.onmessage = ({ data }) => (data.pcm ? this.#emit("frame", data.pcm) : this.#level(data.level));
    this.#voice.port.onmessage = ({ data }) => this.#played(data);
    context.addEventListener("statechange", () => this.#asleep && this.#emit("asleep", {}));
    navigator.mediaDevices?.addEventListener("devicechange", this.#changed);
  }

  get position() {
    const { since } = this.#saying;
    return since ? performance.now() - since : this.#position;
  }

  get #asleep() {
    return !this.#closed && this.#context.state !== "running";
  }

  /** @param {string} type @param {any} listener @param {any} [options] */
  addEventListener(type, listener, options) {
    super.addEventListener(type, listener, options);
    if (type === "asleep" && this.#asleep) queueMicrotask(() => this.#emit("asleep", {}));
  }

  /** @param {boolean} on */
  mute(on) {
    this.muted = on;
    if (this.#line) this.line.enabled = !on;
    this.#ear.port.postMessage({ mute: on });
  }

  /** @param {string} [deviceId] */
  async useMicrophone(deviceId) {
    this.#hear(await Audio.#listen(deviceId, this.#raw));
  }

  /** @param {string} deviceId */
  async useSpeaker(deviceId) {
    const context = /** @type {any} */ (this.#context);
    if (Audio.canChooseSpeaker) await context.setSinkId(deviceId === "default" ? "" : deviceId);
  }

  async wake() {
    await this.#context.resume();
  }

  /** Two soft notes, for the speaker check. */
  async chime() {
    await this.wake();
    const start = this.#context.currentTime + 0.05;
    const notes = [523.25, 659.26].map((hertz, index) => this.#note(hertz, start + index * 0.32));
    await new Promise((done) => notes[1].addEventListener("ended", done));
  }

  /** @param {number} hertz @param {number} at */
  #note(hertz, at) {
    const tone = new OscillatorNode(this.#context, { frequency: hertz });
    const loudness = new GainNode(this.#context, { gain: 0 });
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(0.16, at + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.6);
    tone.connect(loudness).connect(this.#context.destination);
    tone.start(at);
    tone.stop(at + 0.62);
    return tone;
  }

  async close() {
    if (this.#closed) return;
    this.#closed = true;
    navigator.mediaDevices?.removeEventListener("devicechange", this.#changed);
    this.#release();
    this.cut();
    this.#hush();
    await this.#context.close();
  }

  // What the interviewer says

  /** @param {string} id */
  say(id) {
    this.#position = 0;
    this.#voice.port.postMessage({ say: id });
  }

  /** @param {ArrayBuffer} pcm */
  play(pcm) {
    this.#voice.port.postMessage({ pcm }, [pcm]);
  }

  /** @param {string} id */
  flush(id) {
    this.#voice.port.postMessage({ flush: id });
  }

  /** @param {string} id */
  clear(id) {
    this.#voice.port.postMessage({ clear: id });
  }

  /** @param {string} id */
  pause(id) {
    this.#voice.port.postMessage({ pause: id });
  }

  /** @param {string} id */
  resume(id) {
    this.#voice.port.postMessage({ resume: id });
  }

  /** @param {{t: string, id: string, played_ms: number, level?: number}} told */
  #played({ t, id, played_ms, level: rms }) {
    this.#position = played_ms;
    this.#levels.voice = t === "playing" ? level(rms ?? 0) : 0;
    if (t === "playing") {
      if (!this.settings) this.#emit("levels", { ...this.#levels });
    } else this.#emit(t, { id, played_ms });
  }

  // What comes by WebRTC

  /** It keeps its identity when the microphone is changed. */
  get line() {
    if (!this.#line) {
      this.#line = new MediaStreamAudioDestinationNode(this.#context, { channelCount: 1 });
      this.#source?.connect(this.#line);
      this.mute(this.muted);
    }
    return this.#line.stream.getAudioTracks()[0];
  }

  /** @param {MediaStreamTrack} track */
  listen(track) {
    if (this.#far?.track === track) return;
    this.#hush();
    const mediaStream = new MediaStream([track]);
    // a browser lets no remote sound into a context that no element pulls at
    const pull = Object.assign(document.createElement("audio"), { srcObject: mediaStream, muted: true });
    void pull.play().catch(() => undefined);
    const source = new MediaStreamAudioSourceNode(this.#context, { mediaStream });
    const meter = new AnalyserNode(this.#context, { fftSize: 512 });
    source.connect(meter).connect(this.#context.destination);
    this.#far = { track, pull, source, meter };
  }

  #hush() {
    this.#far?.source.disconnect();
    this.#far?.meter.disconnect();
    if (this.#far) this.#far.pull.srcObject = null;
    this.#far = null;
  }

  /** Who plays it elsewhere says what became of it. @param {"started" | "finished" | "cleared"} t @param {string} id @param {number} played_ms */
  told(t, id, played_ms) {
    clearInterval(this.#saying.timer);
    this.#position = played_ms;
    this.#saying = t === "started" ? { id, since: performance.now(), timer: setInterval(() => this.#heard(), LEVEL_MS) } : { id: "", since: 0, timer: 0 };
    if (t !== "started") this.#levels.voice = 0;
    this.#emit(t, t === "started" ? { id } : { id, played_ms });
  }

  /** Nobody will say it any more. */
  cut() {
    if (this.#saying.since) this.told("cleared", this.#saying.id, Math.round(this.position));
  }

  #heard() {
    const samples = new Float32Array(this.#far?.meter.fftSize ?? 0);
    this.#far?.meter.getFloatTimeDomainData(samples);
    this.#levels.voice = level(Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / (samples.length || 1)));
    if (!this.settings) this.#emit("levels", { ...this.#levels });
  }

  // The microphone

  /** @param {MediaStream} stream */
  #hear(stream) {
    const again = this.settings !== null;
    this.#release();
    this.#stream = stream;
    this.#source = new MediaStreamAudioSourceNode(this.#context, { mediaStream: stream });
    this.#source.connect(this.#ear);
    if (this.#line) this.#source.connect(this.#line);
    const [track] = stream.getAudioTracks();
    const { deviceId = "", echoCancellation, noiseSuppression, autoGainControl } = /** @type {any} */ (track.getSettings());
    this.settings = { label: track.label, deviceId, echoCancellation, noiseSuppression, autoGainControl };
    track.addEventListener("ended", () => void this.#lost(track));
    track.addEventListener("mute", () => this.#microphone("silent"));
    track.addEventListener("unmute", () => this.#microphone("heard"));
    if (again) this.#microphone("back");
  }

  #release() {
    this.#source?.disconnect();
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#source = this.#stream = null;
  }

  /** It was unplugged or taken away: say so, and go on with another one if there is one. @param {MediaStreamTrack} track */
  async #lost(track) {
    if (this.#closed || this.#stream?.getAudioTracks()[0] !== track) return;
    this.#levels.mic = 0;
    this.#microphone("lost");
    await this.useMicrophone().catch(() => undefined);
  }

  /** @param {"lost" | "back" | "silent" | "heard"} state */
  #microphone(state) {
    this.#silence = 0;
    this.#emit("microphone", { state, label: this.settings?.label ?? "" });
  }

  /** @param {number} rms */
  #level(rms) {
    this.#levels.mic = level(rms);
    this.#emit("levels", { ...this.#levels });
    if (this.muted || this.#context.state !== "running") return;
    if (rms > 0 && this.#silence >= SILENT_LEVELS) this.#microphone("heard");
    if (rms > 0) this.#silence = 0;
    else if (++this.#silence === SILENT_LEVELS) {
      this.#emit("microphone", { state: "silent", label: this.settings?.label ?? "" });
    }
  }

  #changed = async () => {
    const found = await devices();
    this.#emit("devices", found);
    const dead = this.#stream?.getAudioTracks()[0]?.readyState !== "live";
    if (!this.#closed && this.settings && dead && found.microphones.length) await this.useMicrophone().catch(() => undefined);
  };

  /** @param {string} type @param {any} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
