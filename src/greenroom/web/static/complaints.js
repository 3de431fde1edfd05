// @ts-check
// What is wrong with a form: beside each field, and for the rest in one place.

import { _ } from "./words.js";
/** @typedef {{title?: string, detail?: string, errors?: {pointer: string, detail: string}[]}} Problem */

export class Complaints {
  /** @param {HTMLFormElement} form @param {HTMLElement} trouble what no field is to blame for */
  constructor(form, trouble) {
    this.form = form;
    this.trouble = trouble;
  }

  /** @param {string} name @returns {HTMLElement | null} */
  control(name) {
    const found = this.form.elements.namedItem(name);
    return found instanceof RadioNodeList ? /** @type {HTMLElement} */ (found[0]) : /** @type {HTMLElement | null} */ (found);
  }

  /** @param {string} name @param {string} text @returns {boolean} whether there is such a field */
  complain(name, text) {
    const field = this.control(name);
    const home = field?.closest(".field, fieldset");
    if (!field || !home) return false;
    const line = document.createElement("p");
    line.className = field.closest(".check") ? "err inset" : "err";
    line.id = `${name}-err`;
    line.textContent = text;
    home.append(line);
    home.closest("details")?.setAttribute("open", "");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${line.id} ${field.getAttribute("aria-describedby") ?? ""}`.trim());
    return true;
  }

  forget() {
    for (const line of this.form.querySelectorAll(".err")) {
      const field = this.form.querySelector(`[aria-describedby~="${line.id}"]`);
      field?.removeAttribute("aria-invalid");
      const rest = (field?.getAttribute("aria-describedby") ?? "").replace(line.id, "").trim();
      if (rest) field?.setAttribute("aria-describedby", rest); else field?.removeAttribute("aria-describedby");
      line.remove();
    }
    this.trouble.hidden = true;
    this.trouble.replaceChildren();
  }

  /** @param {string} what @param {string} todo */
  say(what, todo) {
    const strong = document.createElement("strong");
    strong.textContent = what;
    const line = document.createElement("p");
    line.append(strong, ` ${todo}`);
    this.trouble.replaceChildren(line);
    this.trouble.hidden = false;
    this.trouble.focus();
  }

  /** @returns {boolean} whether there was a field to go to */
  focusFirst() {
    const first = /** @type {HTMLElement | null} */ (this.form.querySelector("[aria-invalid=true]"));
    first?.focus();
    return first !== null;
  }

  /** What the server did not take. @param {Problem} problem @param {Response} response */
  refuse(problem, response) {
    const homeless = (problem.errors ?? []).filter((error) => !this.complain(error.pointer.replace(/^#\//, ""), error.detail));
    if (!homeless.length && this.focusFirst()) return;
    const wait = response.headers.get("retry-after");
    const todo = wait ? _("Try again in {wait} seconds. What you filled in stays here.", { wait }) : _("What you filled in stays here.");
    this.say(homeless.map((error) => error.detail).join(" ") || problem.detail || problem.title || _("The server did not accept this."), todo);
  }
}
