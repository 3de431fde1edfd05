// A microphone that speaks when it is told to, for conversations in which a recording cannot react.
(() => {
  let context;
  let microphone;
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    window.captured ??= await open(wanted); // pages that listen may play without a click
    if (!context) {
      context = new AudioContext();
      microphone = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
      play(Float32Array.from({ length: 48000 }, () => (Math.random() - 0.5) * 3e-4), true);
    }
    return microphone.stream.clone();
  };

  /** @param {Float32Array} samples 48 kHz @param {boolean} loop a quiet room: no microphone gives exactly nothing */
  function play(samples, loop) {
    const buffer = new AudioBuffer({ length: samples.length, sampleRate: 48000 });
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(context, { buffer, loop });
    source.onended = () => { window.spoken = (window.spoken ?? 0) + 1; };
    source.connect(microphone);
    source.start();
  }

  /** @param {string} pcm base64 of s16le, 48 kHz */
  window.speak = (pcm) => {
    const bytes = Uint8Array.from(atob(pcm), (letter) => letter.charCodeAt(0));
    play(Float32Array.from(new Int16Array(bytes.buffer), (value) => value / 32768), false);
  };
})();
