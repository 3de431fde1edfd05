// Sound without devices: the test plays the loudspeaker and the microphone through `stage.sound(…)`.
// `stage.refuse = "NotAllowedError"` before the page opens it makes the browser say no,
// `stage.slow = true` makes it wait for `stage.open()`, `stage.silent = true` is a machine without a loudspeaker.
import { diagnose } from "/static/diagnosis.js";

export class Audio extends EventTarget {
  static canChooseSpeaker = true;
  position = 0;
  muted = false;
  output = globalThis.stage?.silent ? "shown" : globalThis.stage?.asleep ? "asleep" : "heard";

  static async open({ microphone } = {}) {
    const why = globalThis.stage?.refuse ?? new URLSearchParams(location.search).get("refuse");
    const slow = globalThis.stage?.slow || new URLSearchParams(location.search).has("slow");
    if (slow && microphone !== false) await new Promise((open) => (globalThis.stage.open = open));
    const audio = new Audio();
    const refused = why && microphone !== false;
    audio.settings = microphone === false || refused ? null : { label: "Built-in microphone", deviceId: "one" };
    audio.microphone = audio.settings ? "open" : refused ? cause(why) : "off";
    globalThis.stage = {
      ...globalThis.stage, audio,
      sound: (name, detail) => {
        if (name === "microphone") audio.microphone = detail.state;
        if (name === "output") audio.output = detail.state;
        audio.dispatchEvent(new CustomEvent(name, { detail }));
      },
      playhead: (ms) => { audio.position = ms; audio.dispatchEvent(new CustomEvent("levels", { detail: { mic: 0.6, voice: 0.7 } })); },
    };
    return audio;
  }

  addEventListener(type, ...rest) {
    super.addEventListener(type, ...rest);
    const news = { asleep: "asleep", shown: "output" }[this.output];
    if (type === news) queueMicrotask(() => this.dispatchEvent(new CustomEvent(type, { detail: { state: this.output, why: "suspended" } })));
  }

  mute(on) { this.muted = on; }
  async useMicrophone() { this.settings = { label: "Headset", deviceId: "two" }; this.microphone = "open"; globalThis.stage.sound("microphone", { state: "open", label: "Headset" }); }
  async useSpeaker() {}
  async wake() { if (this.output !== "shown") globalThis.stage.sound("output", { state: "heard", why: "running" }); return this.output === "heard"; }
  async chime() { return this.wake(); }
  async close() { globalThis.stage.closed = (globalThis.stage.closed ?? 0) + 1; }
}

/** Of this error, where nothing else is wrong. */
function cause(error) {
  return diagnose({ secure: error !== "TypeError", error, permission: "denied", track: "", output: "heard", zeros: false });
}

export async function devices() {
  return {
    microphones: [{ id: "one", label: "Built-in microphone" }, { id: "two", label: "Headset (USB)" }],
    speakers: [{ id: "default", label: "Built-in speaker" }, { id: "two", label: "Headset (USB)" }],
  };
}
