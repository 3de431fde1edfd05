// Put into every page before its own scripts: records what leaves the microphone and what goes to the
// loudspeaker on one clock, and what passes over the socket. The page's own policy stays in force.
(() => {
  const connect = AudioNode.prototype.connect;
  const recorders = new WeakMap();
  const tap = { blocks: [], rate: 0, socket: [], remote: new WeakSet() };
  window.tap = tap;

  // No worklet, because the page's policy allows no file of ours; no script processor, because it leaves
  // out a quantum whenever the main thread is busy with its buffer.
  function recorder(context) {
    if (recorders.has(context)) return recorders.get(context);
    const both = new ChannelMergerNode(context, { numberOfInputs: 2 });
    const line = new MediaStreamAudioDestinationNode(context, { channelCount: 2, channelCountMode: "explicit" });
    connect.call(both, line);
    recorders.set(context, both);
    void keep(line.stream.getAudioTracks()[0]);
    return both;
  }

  async function keep(track) {
    const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 1000 });
    for await (const data of readable) {
      const block = new Int16Array(2 * data.numberOfFrames);
      data.copyTo(block, { planeIndex: 0, format: "s16" });
      tap.rate = data.sampleRate;
      tap.blocks.push(block);
      data.close();
    }
  }

  AudioNode.prototype.connect = function (to, ...rest) {
    if (to instanceof AudioDestinationNode) connect.call(this, recorder(this.context), 0, 1);
    const captured = this instanceof MediaStreamAudioSourceNode && !tap.remote.has(this.mediaStream.getAudioTracks()[0]);
    if (captured) connect.call(this, recorder(this.context), 0, 0);
    return connect.call(this, to, ...rest);
  };

  /** Both channels so far, interleaved, as base64 of s16le. */
  tap.sound = () => {
    const samples = new Int16Array(tap.blocks.reduce((sum, block) => sum + block.length, 0));
    let at = 0;
    for (const block of tap.blocks) {
      samples.set(block, at);
      at += block.length;
    }
    const bytes = new Uint8Array(samples.buffer);
    let text = "";
    for (let i = 0; i < bytes.length; i += 32768) text += String.fromCharCode(...bytes.subarray(i, i + 32768));
    return btoa(text);
  };

  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...given) {
      super(...given);
      tap.line = this;
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string") tap.socket.push(JSON.parse(data));
      });
    }
  };
})();
