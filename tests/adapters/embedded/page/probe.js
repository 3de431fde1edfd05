// A page with nothing but sound: the product's audio.js and socket.js, and a tap on both of their ends.
import { Audio } from "/static/audio.js";
import { InterviewSocket } from "/static/socket.js";

const taps = { microphone: [], loudspeaker: [] };
const log = [];
let context;
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
  const name = to instanceof AudioDestinationNode ? "loudspeaker" : this instanceof MediaStreamAudioSourceNode ? "microphone" : null;
  if (name) tap(this, taps[name]);
  return connect.call(this, to, ...rest);
};
async function tap(node, blocks) {
  context = node.context;
  await context.audioWorklet.addModule("/page/tap.js");
  const recorder = new AudioWorkletNode(context, "tap", { numberOfOutputs: 0 });
  recorder.port.onmessage = ({ data }) => blocks.push(data);
  connect.call(node, recorder);
}

const base64 = (samples) => {
  const bytes = new Uint8Array(samples.buffer);
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return btoa(text);
};

window.probe = {
  async open(raw) {
    this.audio = await Audio.open({ raw });
    this.socket = new InterviewSocket("i1", { audio: this.audio });
    for (const name of ["started", "finished", "cleared", "levels", "microphone", "asleep"]) this.keep(this.audio, name);
    for (const name of ["state", "say", "flush", "clear", "error"]) this.keep(this.socket, name);
    this.socket.connect();
    this.socket.output({ state: this.audio.output });
    return { settings: this.audio.settings, rate: context?.sampleRate };
  },
  /** A machine without a loudspeaker: the browser never answers `resume()`. */
  soundless() {
    const Real = AudioContext;
    window.AudioContext = class AudioContext extends Real {
      constructor(...given) {
        super(...given);
        void super.suspend();
      }
      resume() { return new Promise(() => {}); }
    };
  },
  keep(source, name) {
    source.addEventListener(name, ({ detail }) => log.push({ name, at: context?.currentTime ?? 0, position: this.audio.position, ...detail }));
  },
  log: () => log,
  tapped(name) {
    const blocks = taps[name];
    const samples = new Float32Array(blocks.length * 128);
    blocks.forEach(({ block }, i) => samples.set(block, i * 128));
    return { from: blocks[0].at, rate: context.sampleRate, samples: base64(samples) };
  },
};
