// A microphone that speaks when it is told to, for conversations in which a recording cannot react.
(() => {
  let context;
  let microphone;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    window.captured ??= await open(wanted); // pages that listen may play without a click
    context ??= new AudioContext();
    microphone ??= new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    return microphone.stream.clone();
  };

  /** @param {string} pcm base64 of s16le, 48 kHz */
  window.speak = (pcm) => {
    const bytes = Uint8Array.from(atob(pcm), (letter) => letter.charCodeAt(0));
    const samples = Float32Array.from(new Int16Array(bytes.buffer), (value) => value / 32768);
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: 48000 });
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(microphone);
    source.start();
  };
})();
