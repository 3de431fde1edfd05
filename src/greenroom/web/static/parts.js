// @ts-check
// The parts of the interview: a bar for each, as long as its time, filled by progress.

export class Parts {
  /** @param {HTMLElement} home an `ol` */
  constructor(home) {
    this.home = home;
  }

  /** @param {{title: string, minutes: number}[]} stages */
  plan(stages) {
    this.home.replaceChildren(...stages.map(({ title, minutes }) => {
      const part = document.createElement("li");
      part.style.setProperty("--m", String(Math.max(1, minutes)));
      const name = document.createElement("span");
      name.textContent = title;
      const done = document.createElement("span");
      done.className = "sr";
      name.append(done);
      part.append(name);
      return part;
    }));
  }

  /** @param {number} stage @param {number[]} progress */
  show(stage, progress) {
    [...this.home.children].forEach((child, index) => {
      const part = /** @type {HTMLElement} */ (child);
      part.classList.toggle("done", index < stage);
      part.classList.toggle("now", index === stage);
      if (index === stage) part.setAttribute("aria-current", "step"); else part.removeAttribute("aria-current");
      part.style.setProperty("--p", `${Math.round(100 * (progress[index] ?? 0))}%`);
      /** @type {HTMLElement} */ (part.querySelector(".sr")).textContent = index < stage ? ", done" : "";
    });
  }
}
