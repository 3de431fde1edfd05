// @ts-check
// The main button. Its words follow the state of the interview, so by key it does only what it said when the
// focus came to it: if that has changed, the first press asks for a second one.

/** @typedef {import("./faces.js").Primary} Primary */

/** Whether this key presses a button. @param {KeyboardEvent} event */
export const presses = (event) => event.key === "Enter" || event.code === "Space";

export class PrimaryButton extends EventTarget {
  /** @type {Primary} */ #now = { words: "", kind: "off", act: "" };
  #met = ""; // what it did when the focus came; of a button that did nothing, the first thing it does
  #asked = ""; // what a second press does
  #held = false;

  /** @param {HTMLButtonElement} button Events: `press` (the act), `hold` (whether down), `changed` (the words) */
  constructor(button) {
    super();
    this.button = button;
    button.addEventListener("focus", () => { this.#met = this.#now.act; });
    button.addEventListener("click", (event) => this.#click(event.detail === 0));
    button.addEventListener("pointerdown", (event) => {
      if (this.#now.act !== "hold") return;
      button.setPointerCapture(event.pointerId);
      this.#hold(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(end, () => this.#hold(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => this.#down(event));
    button.addEventListener("keyup", (event) => this.#up(event));
    addEventListener("blur", () => this.#hold(false));
  }

  get act() {
    return this.#now.act;
  }

  /** @param {Primary} primary */
  show(primary) {
    if (primary.act !== this.#now.act) this.#asked = "";
    this.#now = primary;
    if (!this.#met || document.activeElement !== this.button) this.#met = primary.act;
    if (this.button.textContent !== primary.words) this.button.textContent = primary.words;
    this.button.classList.toggle("btn--go", primary.kind === "go");
    if (primary.kind === "off") this.button.setAttribute("aria-disabled", "true"); else this.button.removeAttribute("aria-disabled");
  }

  /** @param {string} what @param {string | boolean} detail */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** @param {boolean} byKey */
  #click(byKey) {
    const { act, kind } = this.#now;
    if (kind === "off" || act === "hold") return;
    if (!byKey || this.#known()) this.#tell("press", act);
  }

  /** Whether a key may do what the button says by now. */
  #known() {
    const { act, words } = this.#now;
    if (act === this.#met || act === this.#asked) return true;
    this.#asked = act;
    this.#tell("changed", words);
    return false;
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    if (presses(event) && event.repeat) event.preventDefault(); // a key that stays down presses once
    else if (event.code === "Space" && this.#now.act === "hold") {
      event.preventDefault();
      if (this.#known()) this.#hold(true);
    }
  }

  /** @param {KeyboardEvent} event */
  #up(event) {
    if (event.code !== "Space" || !this.#held) return;
    event.preventDefault();
    this.#hold(false);
  }

  /** @param {boolean} down */
  #hold(down) {
    if (this.#held === down || (down && this.#now.act !== "hold")) return;
    this.#held = down;
    this.#tell("hold", down);
  }
}
