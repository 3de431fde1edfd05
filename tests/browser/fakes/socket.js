// A socket whose server is the test: `stage.tell({t: "view", …})` is a message from it, and
// `stage.sent` is all that the page sent.
export class InterviewSocket extends EventTarget {
  constructor() {
    super();
    this.rtt = null;
    const sent = [];
    const say = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail }));
    globalThis.stage = {
      ...globalThis.stage, sent,
      tell: (message) => say(message.t, message),
      connection: (detail) => say("state", detail),
    };
    for (const name of ["command", "typed", "hold", "mode", "typing", "finish"]) {
      this[name] = (value) => { sent.push([name, value ?? null]); };
    }
  }

  connect() {
    globalThis.stage.sent.push(["connect", null]);
    if (globalThis.stage.onconnect) globalThis.stage.onconnect();
  }

  close() {}
}
