// @ts-nocheck - AudioWorkletGlobalScope has no types here
// The two ends of the sound, on the browser's audio thread. audio.js speaks to them; nobody else.
//
// "microphone": in: one input. out: port {pcm: ArrayBuffer} s16le 16 kHz 512 samples, {level: rms} every 64 ms.
//               port in: {mute: bool}, {gone: bool} where there is no microphone any more. After either, one second of
//               silence goes out, then nothing.
// "loudspeaker": port in: {say: id}, {pcm: ArrayBuffer} s16le 24 kHz, {flush: id}, {clear: id}.
//               port out: {t: "started"|"finished"|"cleared", id, played_ms}, {t: "playing", id, played_ms, level} every 64 ms.

const MICROPHONE_HZ = 16000;
const FRAME = 512;
const SPEECH_HZ = 24000;
const PREBUFFER = 0.06 * SPEECH_HZ;
const REPORT_S = 0.064;
const LATE = 0.9 * SPEECH_HZ; // the server keeps us half a second ahead: more than this piled up in a stall
const SILENT = 160; // of 32768: quiet enough to be left out when we are late
const NOTHING = new Float32Array(128);
const FADE = 96; // samples in which a cut voice falls to nothing, so that it does not click

const greatest = (a, b) => (b ? greatest(b, a % b) : a);

/** Streaming conversion of the sampling rate: a windowed sinc for each of the phases of the ratio. */
class Resampler {
  constructor(from, to) {
    const common = greatest(from, to);
    this.up = to / common;
    this.down = from / common;
    const cutoff = Math.min(1, to / from) * 0.94;
    this.half = Math.ceil(16 / cutoff);
    this.filters = Array.from({ length: this.up }, (_, phase) => this.#filter(phase / this.up, cutoff));
    this.history = new Float32Array(2 * this.half);
    this.at = 0; // position of the next output in `history`, in samples
    this.phase = 0;
  }

  #filter(offset, cutoff) {
    const taps = new Float32Array(2 * this.half);
    let sum = 0;
    for (let i = 0; i < taps.length; i++) {
      const x = i - this.half + 1 - offset;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * x * cutoff) / (Math.PI * x * cutoff);
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (this.half + 1));
      sum += taps[i] = sinc * Math.max(0, window);
    }
    return taps.map((tap) => tap / sum);
  }

  /** @param {Float32Array} input @returns {Float32Array} what can be known by now */
  take(input) {
    if (this.up === this.down) return input;
    const samples = new Float32Array(this.history.length + input.length);
    samples.set(this.history);
    samples.set(input, this.history.length);
    const taps = 2 * this.half;
    const out = [];
    while (this.at + taps <= samples.length) {
      const filter = this.filters[this.phase];
      let value = 0;
      for (let i = 0; i < taps; i++) value += filter[i] * samples[this.at + i];
      out.push(value);
      this.phase += this.down;
      this.at += Math.floor(this.phase / this.up);
      this.phase %= this.up;
    }
    const keep = Math.min(this.at, samples.length);
    this.history = samples.slice(keep);
    this.at -= keep;
    return Float32Array.from(out);
  }
}

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = new Resampler(sampleRate, MICROPHONE_HZ);
    this.frame = new Int16Array(FRAME);
    this.filled = 0;
    this.frames = 0;
    this.power = 0;
    this.closed = { mute: false, gone: false };
    this.muted = false;
    this.tail = 0; // frames of silence still to be sent
    this.port.onmessage = ({ data }) => {
      Object.assign(this.closed, data);
      const muted = this.closed.mute || this.closed.gone;
      if (muted === this.muted) return;
      this.muted = muted;
      this.tail = muted ? Math.ceil(MICROPHONE_HZ / FRAME) : 0;
    };
  }

  process([input]) {
    const sound = input[0] ?? (this.tail > 0 ? NOTHING : null);
    if (!sound) return true;
    for (const value of this.resampler.take(sound)) {
      const sample = this.muted ? 0 : Math.max(-1, Math.min(1, value));
      this.power += sample * sample;
      this.frame[this.filled++] = Math.round(sample * 32767);
      if (this.filled === FRAME) this.#send();
    }
    return true;
  }

  #send() {
    this.filled = 0;
    this.frames += 1;
    if (this.frames % 2 === 0) {
      this.port.postMessage({ level: Math.sqrt(this.power / (2 * FRAME)) });
      this.power = 0;
    }
    if (this.muted && this.tail-- <= 0) return;
    const { buffer } = this.frame;
    this.port.postMessage({ pcm: buffer }, [buffer]);
    this.frame = new Int16Array(FRAME);
  }
}

/** One utterance at a time. Counts what it played in samples of 24 kHz. */
class Loudspeaker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.ready = new Float32Array(0); // already at the device's rate
    this.id = null;
    this.#forget(null);
    this.port.onmessage = ({ data }) => {
      if ("pcm" in data) this.#queue(new Int16Array(data.pcm));
      else if ("say" in data) this.#say(data.say);
      else if (this.id === null || Object.values(data)[0] !== this.id) return;
      else if ("flush" in data) this.flushed = true;
      else this.#clear();
    };
  }

  #forget(id) {
    this.id = id;
    this.queue = [];
    this.queued = this.played = this.power = this.reported = 0;
    this.started = this.running = this.flushed = false;
    this.resampler = new Resampler(SPEECH_HZ, sampleRate);
  }

  #say(id) {
    if (this.id !== null) this.#clear();
    this.#forget(id);
    this.ready = this.ready.subarray(0, 0);
  }

  #queue(pcm) {
    if (this.id === null) return;
    this.queue.push(pcm);
    this.queued += pcm.length;
  }

  #clear() {
    this.#tell("cleared");
    this.fade = this.ready.slice(0, FADE).map((value, i) => value * (1 - i / FADE));
    this.ready = this.fade;
    this.#forget(null);
  }

  #tell(t) {
    this.port.postMessage({ t, id: this.id, played_ms: Math.round((this.played * 1000) / SPEECH_HZ) });
  }

  /** The next 20 ms, at the device's rate. When a stall has made us late, silence is left out. */
  #next() {
    let pcm = this.queue.shift();
    while (this.queued > LATE && pcm.every((value) => Math.abs(value) < SILENT)) {
      this.queued -= pcm.length;
      this.played += pcm.length;
      pcm = this.queue.shift();
    }
    this.queued -= pcm.length;
    this.played += pcm.length;
    return this.resampler.take(Float32Array.from(pcm, (value) => value / 32768));
  }

  #fill(out) {
    while (this.ready.length < out.length && this.queue.length) {
      const more = this.#next();
      const joined = new Float32Array(this.ready.length + more.length);
      joined.set(this.ready);
      joined.set(more, this.ready.length);
      this.ready = joined;
    }
    this.#pour(out);
    if (!this.queue.length && !this.ready.length && !this.flushed) this.running = false; // wait for a new prebuffer
  }

  #pour(out) {
    const count = Math.min(out.length, this.ready.length);
    out.set(this.ready.subarray(0, count));
    this.ready = this.ready.subarray(count);
    for (let i = 0; i < count; i++) this.power += out[i] * out[i];
  }

  process(_, [[out]]) {
    if (this.id === null) {
      this.#pour(out);
      return true;
    }
    if (!this.running && this.queued && (this.queued >= PREBUFFER || this.flushed)) {
      this.running = true;
      if (!this.started) this.#tell("started");
      this.started = true;
    }
    if (this.running) this.#fill(out);
    if (this.flushed && !this.queue.length && !this.ready.length) {
      this.#tell("finished");
      this.#forget(null);
    } else this.#report();
    return true;
  }

  #report() {
    this.reported += 128;
    if (this.reported < REPORT_S * sampleRate) return;
    const level = Math.sqrt(this.power / this.reported);
    this.reported = this.power = 0;
    this.port.postMessage({ t: "playing", id: this.id, level, played_ms: Math.round((this.played * 1000) / SPEECH_HZ) });
  }
}

registerProcessor("microphone", Microphone);
registerProcessor("loudspeaker", Loudspeaker);
