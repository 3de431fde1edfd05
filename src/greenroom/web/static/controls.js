// @ts-check
// Everything that can be pressed in the room: the main button, the commands, the field, and how the candidate
// answers. A key acts only where the focus is: docs/reference/accessibility.md has the list.
import { PrimaryButton, presses } from "./primary.js";
import { LOCALE, _ } from "./words.js";

/** @typedef {import("./faces.js").Primary} Primary @typedef {import("./faces.js").Mode} Mode */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const NEAR = 0.9; // of the longest answer

export class Controls extends EventTarget {
  #counted = 0; // how near the longest answer was when it was told last
  #dead = true;

  constructor() {
    super();
    this.primary = new PrimaryButton(/** @type {HTMLButtonElement} */ ($("primary")));
    this.field = /** @type {HTMLTextAreaElement} */ ($("typed-text"));
    this.primary.addEventListener("press", (event) => this.#press(/** @type {CustomEvent} */ (event).detail));
    for (const name of ["hold", "changed"]) this.primary.addEventListener(name, (event) => this.#tell(name, /** @type {CustomEvent} */ (event).detail));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-command]"))) {
      button.addEventListener("click", () => this.#command(String(button.dataset.command)));
      button.addEventListener("keydown", (event) => { if (event.repeat && presses(event)) event.preventDefault(); });
    }
    for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=mode]"))) {
      radio.addEventListener("change", () => this.#tell("mode", radio.value));
    }
    $("typed").addEventListener("submit", (event) => event.preventDefault());
    this.field.addEventListener("input", () => this.#count());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat && this.primary.act === "send") this.#send();
    });
  }

  /** @param {string} what @param {string | boolean} detail */
  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /** @param {string} act */
  #press(act) {
    if (act === "send") this.#send(); else this.#tell("act", act);
  }

  #send() {
    const text = this.field.value.trim();
    if (!text || this.#count() > 0) return this.field.focus();
    this.field.value = "";
    this.#count();
    this.field.focus(); // where the next words go
    this.#tell("answer", text);
  }

  /** Say how long the answer may be once it is nearly as long; returns by how many characters it is too long. */
  #count() {
    const longest = Number(this.field.dataset.longest);
    const length = [...this.field.value.trim()].length;
    const over = length - longest;
    const count = $("typed-count");
    count.hidden = length < NEAR * longest;
    count.classList.toggle("warn", over > 0);
    const most = longest.toLocaleString(LOCALE);
    count.textContent = count.hidden ? "" : over > 0
      ? _("{over} characters more than the {most} of one answer. Shorten it, or send a part of it now and the rest after that.", { over: over.toLocaleString(LOCALE), most })
      : _("{length} of {most} characters.", { length: length.toLocaleString(LOCALE), most });
    const now = count.hidden ? 0 : over > 0 ? 2 : 1;
    if (now > this.#counted) this.#tell("counted", count.textContent); // not at every key
    this.#counted = now;
    return over;
  }

  /** This answer was not saved: it is back in its box, before what is being typed there. @param {string} text */
  giveBack(text) {
    this.field.value = [text, this.field.value].filter(Boolean).join("\n\n");
    this.#count();
  }

  /** @param {string} command */
  #command(command) {
    if (!this.#dead) this.#tell("command", command);
  }

  /** @param {Mode} mode */
  choose(mode) {
    /** @type {HTMLInputElement} */ (document.querySelector(`[name=mode][value=${mode}]`)).checked = true;
  }

  /** @param {Primary} primary @param {{typing: boolean, said: boolean, paused: boolean, dead: boolean}} state  said: show what was said last, too */
  show(primary, { typing, said, paused, dead }) {
    this.#dead = dead;
    this.primary.show(primary);
    const appears = typing && $("typed").hidden;
    const focused = document.activeElement;
    $("typed").hidden = !typing;
    $("mine").hidden = typing && !said;
    if (appears && (focused === document.body || focused === this.primary.button)) this.field.focus();
    if (!typing && focused === this.field) $("answer").focus(); // no button: a key on its way would press it
    /** @type {HTMLElement} */ (document.querySelector("[data-command=pause] span")).textContent = paused ? _("Go on") : _("Pause");
    for (const button of document.querySelectorAll("[data-command]")) {
      if (dead) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    }
  }
}
