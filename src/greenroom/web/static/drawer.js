// @ts-check
// The transcript drawer, with the keys; and the dialog that asks once before the end.
import { clock } from "./clock.js";
import { _ } from "./words.js";

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

const beside = matchMedia("(min-width: 1180px)"); // as in greenroom.css: the room makes way for the drawer

/** @typedef {{speaker: string, kind: string, text: string, started_ms: number, cause?: string}} Message */

/** @param {Message} message */
function line({ speaker, kind, text, started_ms, cause = "ack" }) {
  const item = document.createElement("li");
  const at = document.createElement("time");
  at.textContent = clock(started_ms);
  if (kind === "ack") {
    item.className = "soft s";
    const told = cause === "ack" ? _("“{text}” at {time}, while the interviewer spoke. Not taken as an answer.", { text }) : _("A murmur, perhaps “{text}”, at {time}, while the interviewer spoke. Not taken as an answer.", { text });
    const [before, ...after] = told.split("{time}");
    item.append(before, at, after.join("{time}"));
    return item;
  }
  const by = document.createElement("span");
  by.className = "by";
  by.append(speaker === "interviewer" ? `${_("Interviewer")}, ` : `${_("You")}, `, at);
  const words = document.createElement("span");
  words.dir = "auto";
  words.textContent = text || _("No words could be understood.");
  item.append(by, words);
  return item;
}

export class Drawer {
  /** @param {string} interview */
  constructor(interview) {
    this.interview = interview;
    this.opener = $("log-open");
    this.opener.addEventListener("click", () => this.toggle(!this.open));
    $("log-close").addEventListener("click", () => this.toggle(false));
    $("log").addEventListener("keydown", (event) => { if (event.key === "Escape") this.toggle(false); });
    beside.addEventListener("change", () => this.#cover());
  }

  get open() {
    return !$("log").hidden;
  }

  /** @param {boolean} open */
  toggle(open) {
    $("log").hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    this.#cover();
    (open ? $("log-close") : this.opener).focus();
    if (open) void this.refresh();
  }

  /** What lies under the drawer can have no focus: then the drawer is a dialog. Not a modal one to screen readers, as
   * what is announced beside it is to be heard. */
  #cover() {
    const over = this.open && !beside.matches;
    /** @type {HTMLElement} */ (document.querySelector(".room")).inert = over;
    $("log").role = over ? "dialog" : "complementary";
  }

  /** The record is the truth about what was heard: the drawer shows it and keeps nothing of its own. */
  async refresh() {
    if (!this.open) return;
    try {
      const response = await fetch(`/api/interviews/${encodeURIComponent(this.interview)}`);
      if (!response.ok) throw new Error(String(response.status));
      const { record } = await response.json();
      const messages = /** @type {Message[]} */ (record?.messages ?? []);
      $("log-lines").replaceChildren(...messages.map(line));
      $("log-note").textContent = messages.length ? "" : _("Nothing was said yet.");
    } catch {
      $("log-note").textContent = _("The transcript cannot be fetched just now. What is saved of it is on the server.");
    }
  }
}

/** @param {HTMLTextAreaElement} field where unsent words may stand @param {() => void} end */
export function endDialog(field, end) {
  const dialog = /** @type {HTMLDialogElement} */ ($("end-dialog"));
  $("end").addEventListener("click", () => {
    $("end-unsent").hidden = !field.value.trim();
    if (!$("end").hasAttribute("aria-disabled")) dialog.showModal();
  });
  $("stay").addEventListener("click", () => dialog.close());
  $("really-end").addEventListener("click", () => {
    dialog.close();
    end();
  });
}
