// @ts-check
// The microphone: asked for, watched, and taken again when it was taken away or is allowed again.
//
//   const microphone = new Microphone({raw})   raw: no echo cancellation, noise suppression, gain control (tests)
//   await microphone.open(deviceId)   asks the browser; rejects as getUserMedia does, and goes on trying by itself
//   microphone.track       the live track, or null;   microphone.settings of the last one
//   microphone.facts(…)    what is known of it, for diagnosis.js;   microphone.close()
//
// Events: stream (there is a track, the first or another), change (something that `facts` tells is different)
//
// It is tried again without a press when a device comes or goes, when the permission changes, when the page is looked
// at again, and every few seconds while another program holds it; but not after somebody has said no.

const BUSY_MS = 4000;
const AGAIN_MS = 1000; // between two tries, where one follows from the other
const BUSY = ["NotReadableError", "AbortError"];
const NO = ["NotAllowedError", "SecurityError"];

/** @typedef {{label: string, deviceId: string, echoCancellation?: boolean, noiseSuppression?: boolean, autoGainControl?: boolean}} Settings */

const GRANTS = /** @type {PermissionDescriptor} */ ({ name: /** @type {PermissionName} */ ("microphone") });

export class Microphone extends EventTarget {
  /** @type {Settings | null} */ settings = null;
  /** @type {MediaStream | null} */ stream = null;
  error = "";
  #raw;
  /** Somebody wants it, whether it is there or not. */ asked = false;
  #closed = false;
  /** @type {string | undefined} */ #deviceId;
  #number = 0;
  #waiting = 0;
  /** @type {PermissionStatus | null} */ #permission = null;
  #granted = "";
  #busy = 0;
  #askedAt = -AGAIN_MS;
  #told = "";

  /** @param {{raw: boolean}} options */
  constructor({ raw }) {
    super();
    this.#raw = raw;
    navigator.mediaDevices?.addEventListener("devicechange", this.#askAgainIfWanted);
    document.addEventListener("visibilitychange", this.#askAgainIfWanted);
    addEventListener("focus", this.#askAgainIfWanted);
    void this.#watch();
  }

  async #watch() {
    this.#permission = (await navigator.permissions?.query(GRANTS).catch(() => null)) ?? null;
    this.#permission?.addEventListener("change", this.#allowed);
  }

  /** "revoked": it was granted for the last track, and the browser would ask again. */
  get permission() {
    const state = this.#permission?.state ?? "";
    return state === "prompt" && this.#granted === "granted" ? "revoked" : state;
  }

  get #last() {
    return this.stream?.getAudioTracks()[0] ?? null;
  }

  get track() {
    const track = this.#last;
    return track?.readyState === "live" ? track : null;
  }

  /** @returns {Pick<import("./diagnosis.js").Facts, "secure" | "error" | "permission" | "track">} */
  get facts() {
    const track = this.#last;
    const state = !track ? "" : track.readyState === "ended" ? "ended" : track.muted ? "muted" : "live";
    return { secure: Boolean(navigator.mediaDevices), error: this.track ? "" : this.error, permission: this.permission, track: state };
  }

  /** @param {string} [deviceId] the default one if there is none */
  async open(deviceId) {
    this.asked = true;
    this.#deviceId = deviceId;
    await this.#ask();
  }

  /** Rejects as getUserMedia does. The question that was put last counts. */
  async #ask() {
    clearTimeout(this.#busy);
    const number = ++this.#number;
    this.#askedAt = performance.now();
    this.#waiting += 1;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: this.#constraints });
      if (number !== this.#number || this.#closed) for (const track of stream.getTracks()) track.stop();
      else this.#take(stream);
    } catch (error) {
      if (number === this.#number) this.#refused(error);
      throw error;
    } finally {
      this.#waiting -= 1;
    }
  }

  get #constraints() {
    const clean = !this.#raw;
    const wish = this.#deviceId ? { deviceId: { ideal: this.#deviceId } } : {};
    return { channelCount: 1, echoCancellation: clean, noiseSuppression: clean, autoGainControl: clean, ...wish };
  }

  /** @param {MediaStream} stream */
  #take(stream) {
    this.#release();
    this.stream = stream;
    this.error = "";
    this.#granted = this.#permission?.state ?? "";
    const [track] = stream.getAudioTracks();
    const { deviceId = "", echoCancellation, noiseSuppression, autoGainControl } = /** @type {any} */ (track.getSettings());
    this.settings = { label: track.label, deviceId, echoCancellation, noiseSuppression, autoGainControl };
    for (const name of ["mute", "unmute"]) track.addEventListener(name, () => this.#changed());
    track.addEventListener("ended", () => {
      this.#changed();
      this.#askAgainIfWanted();
    });
    this.dispatchEvent(new Event("stream"));
    this.#changed();
  }

  /** @param {unknown} error */
  #refused(error) {
    this.error = error instanceof Error || error instanceof DOMException ? error.name : "Error";
    this.#changed();
    if (!this.#closed && BUSY.includes(this.error)) this.#busy = setTimeout(this.#askAgainIfWanted, BUSY_MS);
  }

  #allowed = () => {
    this.#changed();
    this.#askAgainIfWanted();
  };

  /** Take it again if it is wanted and not there, and nobody has said no. */
  #askAgainIfWanted = () => {
    if (!this.asked || this.#closed || this.track || this.#waiting || document.hidden) return;
    const { permission } = this;
    const refused = ["denied", "revoked"].includes(permission) || NO.includes(this.error);
    if (permission !== "granted" && refused) return;
    const early = this.#askedAt + AGAIN_MS - performance.now();
    clearTimeout(this.#busy);
    if (early > 0) this.#busy = setTimeout(this.#askAgainIfWanted, early); else void this.#ask().catch(() => undefined);
  };

  #release() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#busy);
    navigator.mediaDevices?.removeEventListener("devicechange", this.#askAgainIfWanted);
    document.removeEventListener("visibilitychange", this.#askAgainIfWanted);
    removeEventListener("focus", this.#askAgainIfWanted);
    this.#permission?.removeEventListener("change", this.#allowed);
    this.#release();
  }

  #changed() {
    const facts = JSON.stringify(this.facts);
    if (this.#closed || facts === this.#told) return;
    this.#told = facts;
    this.dispatchEvent(new Event("change"));
  }
}
