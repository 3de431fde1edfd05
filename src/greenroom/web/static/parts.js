// @ts-check
// The parts of the interview: a bar for each, as long as its time, filled by progress. Above each bar
// stands its name; where not all names fit, only that of the part that runs. The drawer has all of them.
import { _ } from "./words.js";

const GAP = 12; // px between two names

export class Parts {
  /** @param {HTMLElement} bars an `ol` @param {HTMLElement} current names the part that runs, where names do not fit @param {HTMLElement} list an `ol`: all the names */
  constructor(bars, current, list) {
    this.bars = bars;
    this.current = current;
    this.list = list;
    let before = 0;
    new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width !== before) this.#fit();
      before = width;
    }).observe(/** @type {HTMLElement} */ (bars.parentElement));
  }

  /** @param {{title: string, minutes: number}[]} stages */
  plan(stages) {
    this.bars.replaceChildren(...stages.map(({ title, minutes }) => {
      const part = document.createElement("li");
      part.style.setProperty("--m", String(Math.max(1, minutes)));
      part.title = title;
      if (this.current.lang) part.lang = this.current.lang; // the plan's, where it is not the page's
      const name = document.createElement("span");
      name.textContent = title;
      const done = document.createElement("span");
      done.className = "sr";
      name.append(done);
      part.append(name);
      return part;
    }));
    this.list.replaceChildren(...stages.map(({ title }) => {
      const item = document.createElement("li");
      item.textContent = title;
      return item;
    }));
    this.#fit();
  }

  /** @param {number} stage @param {number[]} progress */
  show(stage, progress) {
    [...this.bars.children].forEach((child, index) => {
      const part = /** @type {HTMLElement} */ (child);
      part.classList.toggle("done", index < stage);
      part.classList.toggle("now", index === stage);
      for (const item of [part, this.list.children[index]]) {
        if (index === stage) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
      }
      part.style.setProperty("--p", `${Math.round(100 * (progress[index] ?? 0))}%`);
      /** @type {HTMLElement} */ (part.querySelector(".sr")).textContent = index < stage ? _(", done") : "";
    });
    const title = this.list.children[stage]?.textContent ?? "";
    if (this.current.textContent === title) return;
    this.current.textContent = title;
    this.#fit(); // the name of the part that runs is bold
  }

  /** All names, or only the one: whichever is shown, its place is as wide as the room for names. */
  #fit() {
    const room = (this.bars.classList.contains("bars") ? this.current : this.bars).clientWidth;
    const names = [...this.bars.children].map((part) => /** @type {HTMLElement} */ (part.firstElementChild).scrollWidth);
    const needed = names.reduce((sum, name) => sum + name + GAP, 0);
    this.bars.classList.toggle("bars", needed > room);
  }
}
