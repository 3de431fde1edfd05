// @ts-check
// The clock in the room: the interview's own, which stands still while the interview does. Press to
// hide; it stays hidden.
import { keep, recall } from "./local_storage.js";
import { _ } from "./words.js";

/** @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clock {
  #elapsed = 0;
  #since = 0;
  #running = false;
  #hidden = recall("clock") === "hidden";

  /** @param {HTMLElement} button @param {HTMLElement} time @param {HTMLElement} does */
  constructor(button, time, does) {
    this.button = button;
    this.time = time;
    this.does = does;
    button.addEventListener("click", () => {
      this.#hidden = !this.#hidden;
      keep("clock", this.#hidden ? "hidden" : "shown");
      this.#draw();
    });
    setInterval(() => this.#draw(), 250);
    this.#draw();
  }

  /** @param {number} elapsed_ms @param {boolean} running */
  set(elapsed_ms, running) {
    this.#elapsed = elapsed_ms;
    this.#since = performance.now();
    this.#running = running;
    this.#draw();
  }

  stop() {
    if (this.#running) this.set(this.#elapsed + performance.now() - this.#since, false);
  }

  #draw() {
    const text = this.#hidden ? _("Clock") : clock(this.#elapsed + (this.#running ? performance.now() - this.#since : 0));
    if (this.time.textContent === text) return;
    this.time.textContent = text;
    this.does.textContent = this.#hidden ? " " + _("hidden, press to show") : _(", press to hide");
  }
}
