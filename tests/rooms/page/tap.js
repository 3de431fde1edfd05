// Beside tests/e2e/page/tap.js: what comes by WebRTC is no microphone, and messages come as events.
(() => {
  const { tap } = window;
  const Native = RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(...given) {
      super(...given);
      this.addEventListener("track", ({ track }) => tap.remote.add(track));
    }
  };
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event instanceof CustomEvent && event.detail?.t) tap.socket.push(event.detail);
    return dispatch.call(this, event);
  };
})();
