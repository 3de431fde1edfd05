// Put before the page's own scripts: this browser's real sound and a real (fake-device) microphone, with
// switches for what happens to them. The page's own policy stays in force.
(() => {
  const Real = AudioContext;
  const sink = { there: !location.search.includes("soundless"), taken: "", context: null };
  /** A context whose resume() never resolves where there is no sink, and is refused while a call has the sound. */
  window.AudioContext = class AudioContext extends Real {
    constructor(...given) {
      super(...given);
      sink.context = this;
      if (!sink.there) void super.suspend();
    }
    get state() { return sink.taken || (sink.there ? super.state : "suspended"); }
    resume() {
      if (sink.taken) return Promise.reject(new DOMException("", "InvalidStateError"));
      return sink.there ? super.resume() : new Promise(() => {});
    }
    close() { return sink.there ? super.close() : new Promise(() => {}); }
    really(what) { return super[what](); }
  };

  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const microphone = { error: "", tracks: [], asked: 0, silent: false };
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    microphone.asked += 1;
    if (microphone.error) throw new DOMException("", microphone.error);
    const stream = microphone.silent ? new MediaStreamAudioDestinationNode(new Real()).stream : await real(wanted);
    microphone.tracks.push(...stream.getTracks());
    return stream;
  };

  window.world = {
    microphone,
    /** A loudspeaker is plugged in: what waited goes on. */
    plugIn: () => { sink.there = true; return sink.context.really("resume"); },
    /** A call takes the sound. */
    take: (how) => { sink.taken = how; return sink.context.really("suspend"); },
    /** The call is over; the browser does not start again by itself. */
    giveBack: () => { sink.taken = ""; },
    /** The microphone is unplugged, or muted. */
    unplug: (error) => {
      microphone.error = error;
      for (const track of [...microphone.tracks]) { track.stop(); track.dispatchEvent(new Event("ended")); }
    },
    mute: (on) => {
      for (const track of microphone.tracks) {
        Object.defineProperty(track, "muted", { value: on, configurable: true });
        track.dispatchEvent(new Event(on ? "mute" : "unmute"));
      }
    },
    /** Something was plugged in. */
    plug: () => { microphone.error = ""; navigator.mediaDevices.dispatchEvent(new Event("devicechange")); },
  };
})();
