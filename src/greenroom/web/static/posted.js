// @ts-check
// What became of what the candidate typed and pressed: one line that says what is saved and what is not.
import { _ } from "./words.js";

/** @typedef {import("./outbox.js").Message} Message */
/** @typedef {"sending" | "saved" | "lapsed" | "refused" | "lost"} State */

const STATES = { sending: _("Sending…"), saved: _("Saved."), lapsed: _("Not saved."), refused: _("Not saved."), lost: _("Not saved.") };
/** @type {Record<string, string>} */
const NAMES = {
  repeat: _("Repeat"), rephrase: _("Rephrase"), think: _("A minute"), skip: _("Skip"), hint: _("Hint"), pause: _("Pause"),
  resume: _("Go on"), end: _("End"), interrupt: _("Interrupt"), finish: _("I’m finished"),
};

/** Why a press had no effect; "" where that needs no words. @param {State} state @param {Message} message */
export function undone(state, { t, command }) {
  const name = NAMES[command ?? t];
  if (t === "typed" || state === "sending" || state === "saved") return "";
  if (state === "lapsed") return t === "command" && command !== "interrupt" ? _("“{name}” was not done: another question is being asked by now.", { name }) : ""; // the rest has happened by itself
  if (t === "ptt") return _("The connection was lost while you held the button. Please say that again.");
  return name ? _("“{name}” did not arrive. Press it again if you still want it.", { name }) : "";
}

export class Posted {
  /** @type {Map<string, {text: string, state: State}>} by the message's id */ #answers = new Map();

  /** @param {HTMLElement} home */
  constructor(home) {
    this.home = home;
  }

  /** @param {State} state @param {Message[]} messages */
  show(state, messages) {
    for (const { t, mid, text = "" } of messages) if (t === "typed") this.#answers.set(mid, { text, state });
    this.#draw();
  }

  /** The interviewer or the candidate has gone on: what is saved needs no words any more. */
  tidy() {
    for (const [mid, { state }] of this.#answers) if (state === "saved") this.#answers.delete(mid);
    this.#draw();
  }

  #draw() {
    const lines = [...this.#answers.values()].map(({ text, state }) => {
      const line = document.createElement("span");
      line.className = STATES[state] === STATES.lost ? "warn" : "";
      const words = document.createElement("q");
      words.dir = "auto";
      words.textContent = text;
      line.append(`${STATES[state]} `, words);
      return line;
    });
    this.home.replaceChildren(...lines);
    this.home.hidden = !lines.length;
  }
}
