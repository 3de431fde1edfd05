// Sound without devices: the test plays the loudspeaker and the microphone through `stage.sound(…)`.
// `stage.refuse = "NotAllowedError"` before the page opens it makes the browser say no, and
// `stage.slow = true` makes it wait for `stage.open()`.
export class Audio extends EventTarget {
  static canChooseSpeaker = true;
  position = 0;
  muted = false;

  static async open({ microphone } = {}) {
    const why = globalThis.stage?.refuse ?? new URLSearchParams(location.search).get("refuse");
    if (why && microphone !== false) throw new DOMException("", why);
    if (globalThis.stage?.slow) await new Promise((open) => (globalThis.stage.open = open));
    const audio = new Audio();
    audio.settings = microphone === false ? null : { label: "Built-in microphone", deviceId: "one" };
    globalThis.stage = {
      ...globalThis.stage, audio,
      sound: (name, detail) => audio.dispatchEvent(new CustomEvent(name, { detail })),
      playhead: (ms) => { audio.position = ms; audio.dispatchEvent(new CustomEvent("levels", { detail: { mic: 0.6, voice: 0.7 } })); },
    };
    return audio;
  }

  addEventListener(type, ...rest) {
    super.addEventListener(type, ...rest);
    if (type === "asleep" && globalThis.stage?.asleep) queueMicrotask(() => this.dispatchEvent(new CustomEvent(type, { detail: {} })));
  }

  mute(on) { this.muted = on; }
  async useMicrophone() { this.settings = { label: "Headset", deviceId: "two" }; }
  async useSpeaker() {}
  async wake() {}
  async chime() {}
  async close() { globalThis.stage.closed = (globalThis.stage.closed ?? 0) + 1; }
}

export async function devices() {
  return {
    microphones: [{ id: "one", label: "Built-in microphone" }, { id: "two", label: "Headset (USB)" }],
    speakers: [{ id: "default", label: "Built-in speaker" }, { id: "two", label: "Headset (USB)" }],
  };
}
