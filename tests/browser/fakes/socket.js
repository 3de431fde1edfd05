// A socket whose server is the test: `stage.tell({t: "view", …})` is a message from it, and
// `stage.sent` is all that the page sent.
export class InterviewSocket extends EventTarget {
  constructor() {
    super();
    this.rtt = null;
    this.unsaved = [];
    this.heardAt = Infinity;
    const sent = [];
    const say = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail }));
    globalThis.stage = {
      ...globalThis.stage, sent,
      tell: (message) => say(message.t, message),
      post: (detail) => say("post", detail),
      connection: (detail) => say("state", detail),
    };
    for (const name of ["command", "typed", "hold", "mode", "typing", "finish"]) {
      this[name] = (value, ...more) => { sent.push([name, value ?? null, ...more.filter((one) => one !== undefined)]); };
    }
  }

  output(output) { (globalThis.stage.outputs ??= []).push(output); }

  connect() {
    globalThis.stage.sent.push(["connect", null]);
    if (globalThis.stage.onconnect) globalThis.stage.onconnect();
  }

  close() {}
}
