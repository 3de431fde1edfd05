// @ts-check
// Everything that can be pressed in the room: the main button, hold to talk, the commands, the keys,
// and how the candidate answers.

/** @typedef {import("./faces.js").Primary} Primary @typedef {import("./faces.js").Mode} Mode */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const FIELDS = "textarea, select, input:not([type=radio]), button:not(#primary), a, [contenteditable]";
const SHORTCUTS = /** @type {Record<string, string>} */ ({ KeyR: "repeat", KeyM: "think", KeyP: "pause", KeyL: "transcript" });

export class Controls extends EventTarget {
  /** @type {Primary} */ #primary = { words: "", kind: "off", act: "" };
  #held = false;
  #dead = true;

  constructor() {
    super();
    this.button = /** @type {HTMLButtonElement} */ ($("primary"));
    this.field = /** @type {HTMLTextAreaElement} */ ($("typed-text"));
    this.button.addEventListener("click", () => this.#press());
    this.button.addEventListener("pointerdown", (event) => {
      if (this.#primary.act !== "hold") return;
      this.button.setPointerCapture(event.pointerId);
      this.#hold(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      this.button.addEventListener(end, () => this.#hold(false));
    }
    this.button.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-command]"))) {
      button.addEventListener("click", () => this.#command(String(button.dataset.command)));
    }
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=mode]"))) {
      radio.addEventListener("change", () => this.#tell("mode", radio.value));
    }
    $("typed").addEventListener("submit", (event) => event.preventDefault());
    this.field.addEventListener("input", () => this.#tell("typing", ""));
    addEventListener("keydown", (event) => this.#down(event));
    addEventListener("keyup", (event) => this.#up(event));
    addEventListener("blur", () => this.#hold(false));
  }

  /** @param {string} what @param {string | boolean} detail */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  #press() {
    if (this.#primary.kind === "off" || this.#primary.act === "hold") return;
    if (this.#primary.act === "send") this.#send(); else this.#tell("act", this.#primary.act);
  }

  #send() {
    const text = this.field.value.trim();
    if (!text) return this.field.focus();
    this.field.value = "";
    this.#tell("answer", text);
  }

  /** @param {string} command */
  #command(command) {
    if (!this.#dead) this.#tell("command", command);
  }

  /** @param {boolean} down */
  #hold(down) {
    if (this.#held === down || (down && this.#primary.act !== "hold")) return;
    this.#held = down;
    this.#tell("hold", down);
  }

  /** @param {KeyboardEvent} event */
  #down(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && target === this.field) {
      event.preventDefault();
      if (this.#primary.act === "send") this.#send();
    } else if (event.altKey && !event.ctrlKey && !event.metaKey && SHORTCUTS[event.code]) {
      event.preventDefault();
      const shortcut = SHORTCUTS[event.code];
      if (shortcut === "transcript") this.#tell("transcript", true); else this.#command(shortcut);
    } else if (event.key === "Escape") {
      this.#tell("transcript", false);
    } else if (event.code === "Space" && this.#primary.act === "hold" && !target.matches(FIELDS) && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      if (!event.repeat) this.#hold(true);
    }
  }

  /** @param {KeyboardEvent} event */
  #up(event) {
    if (event.code !== "Space" || !this.#held) return;
    event.preventDefault();
    this.#hold(false);
  }

  /** @param {Mode} mode */
  choose(mode) {
    /** @type {HTMLInputElement} */ (document.querySelector(`[name=mode][value=${mode}]`)).checked = true;
  }

  /** @param {Primary} primary @param {{typing: boolean, paused: boolean, dead: boolean}} state */
  show(primary, { typing, paused, dead }) {
    this.#primary = primary;
    this.#dead = dead;
    if (this.button.textContent !== primary.words) this.button.textContent = primary.words;
    this.button.classList.toggle("btn--go", primary.kind === "go");
    if (primary.kind === "off") this.button.setAttribute("aria-disabled", "true"); else this.button.removeAttribute("aria-disabled");
    const appears = typing && $("typed").hidden;
    const focused = document.activeElement;
    $("typed").hidden = !typing;
    $("mine").hidden = typing;
    if (appears && (focused === document.body || focused === this.button)) this.field.focus();
    if (!typing && focused === this.field) this.button.focus();
    /** @type {HTMLElement} */ (document.querySelector("[data-command=pause] span")).textContent = paused ? "Go on" : "Pause";
    for (const button of document.querySelectorAll("[data-command]")) {
      if (dead) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    }
  }
}
