// @ts-check
// The shape on the line: a dome for the interviewer, a bowl for the candidate, alive with the voice.

const FRAME_MS = 66;
const STILL_MS = 400; // prefers-reduced-motion: at most 2.5 changes a second

export class Cue {
  #last = 0;
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  /** @param {HTMLElement} room @param {SVGElement} shape */
  constructor(room, shape) {
    this.room = room;
    this.shape = shape;
    this.ack = 0;
  }

  /** @param {{floor: string, cue: string}} face */
  show({ floor, cue }) {
    this.room.dataset.floor = floor;
    this.room.dataset.cue = cue;
    this.room.querySelector(".half--top")?.classList.toggle("lit", floor === "them");
    this.room.querySelector(".half--you")?.classList.toggle("lit", floor === "you");
    if (cue !== "speaking") this.shape.style.setProperty("--a", "0");
    if (cue !== "answering") this.shape.style.setProperty("--b", "0");
  }

  /** @param {{mic: number, voice: number}} levels @param {number} now */
  levels({ mic, voice }, now) {
    if (now - this.#last < (this.#still.matches ? STILL_MS : FRAME_MS)) return;
    this.#last = now;
    const { cue } = this.room.dataset;
    if (cue === "speaking") this.shape.style.setProperty("--a", voice.toFixed(2));
    if (cue === "answering") this.shape.style.setProperty("--b", mic.toFixed(2));
  }

  /** One thin arc below the line, once: heard, and nothing stopped. @param {() => void} done */
  nod(done) {
    clearTimeout(this.ack);
    delete this.room.dataset.ack;
    void this.room.offsetWidth; // so that a second nod runs again
    this.room.dataset.ack = "";
    this.ack = setTimeout(() => {
      delete this.room.dataset.ack;
      done();
    }, 3000);
  }
}
