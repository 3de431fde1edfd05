// @ts-check
// The interviewer's voice where it comes by WebRTC: who plays it elsewhere tells what became of it.

const BEAT_MS = 66;

export class Remote {
  #context;
  #tell;
  /** @type {{track: MediaStreamTrack, pull: HTMLAudioElement, source: AudioNode, meter: AnalyserNode} | null} */ #far = null;
  #saying = { id: "", since: 0, timer: 0 };
  #ended = 0;
  /** The voice comes this way. */ used = false;

  /** @param {AudioContext | null} context @param {(rms: number) => void} beat 15 times a second while it speaks @param {(t: string, detail: object) => void} tell */
  constructor(context, beat, tell) {
    this.#context = context;
    this.#tell = tell;
    this.beat = beat;
  }

  get saying() {
    return this.#saying.id;
  }

  get position() {
    const { since } = this.#saying;
    return since ? performance.now() - since : this.#ended;
  }

  /** @param {MediaStreamTrack} track */
  listen(track) {
    const context = this.#context;
    if (!context || this.#far?.track === track) return;
    this.hush();
    const mediaStream = new MediaStream([track]);
    // a browser lets no remote sound into a context that no element pulls at
    const pull = Object.assign(document.createElement("audio"), { srcObject: mediaStream, muted: true });
    void pull.play().catch(() => undefined);
    const source = new MediaStreamAudioSourceNode(context, { mediaStream });
    const meter = new AnalyserNode(context, { fftSize: 512 });
    source.connect(meter).connect(context.destination);
    this.#far = { track, pull, source, meter };
  }

  hush() {
    this.#far?.source.disconnect();
    this.#far?.meter.disconnect();
    if (this.#far) this.#far.pull.srcObject = null;
    this.#far = null;
  }

  /** @param {"started" | "finished" | "cleared"} t @param {string} id @param {number} played_ms */
  told(t, id, played_ms) {
    clearInterval(this.#saying.timer);
    this.used = true;
    this.#ended = played_ms;
    const begins = t === "started";
    this.#saying = begins ? { id, since: performance.now(), timer: setInterval(() => this.#heard(), BEAT_MS) } : { id: "", since: 0, timer: 0 };
    if (!begins) this.beat(0);
    this.#tell(t, begins ? { id } : { id, played_ms });
  }

  /** Nobody will say it any more. */
  cut() {
    if (this.#saying.since) this.told("cleared", this.#saying.id, Math.round(this.position));
  }

  #heard() {
    const samples = new Float32Array(this.#far?.meter.fftSize ?? 0);
    this.#far?.meter.getFloatTimeDomainData(samples);
    this.beat(Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / (samples.length || 1)));
  }
}
