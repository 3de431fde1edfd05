// Records one node, block by block, with the audio clock's time of each.
class Tap extends AudioWorkletProcessor {
  process([input]) {
    this.port.postMessage({ at: currentTime, block: input[0] ? input[0].slice() : new Float32Array(128) });
    return true;
  }
}
registerProcessor("tap", Tap);
