// @ts-check
// The words in the box that were not sent yet. They are kept in this browser, belong to the question under which
// they were begun, and count as activity: the interview is told whether there are any.
//
//   const draft = new Draft(interviewId, field, moved)   moved: where it says that the question has moved on
//     holds      whether the box holds unsent words, as the interview is to know
//     question   the words of the question under which they were begun; undefined when none was asked
//     asked({question_id, question})   the question that stands now
//     sent()     they were handed over; refused() they are back in the box
//     leave()    the interview need not wait for them; they stay kept
//
// Events: typing: a key was pressed in the box.
import { forget, keep, keys, recall } from "./local_storage.js";
import { _ } from "./words.js";

/** @typedef {{id: string, text: string}} Question @typedef {{text: string, question: Question | null, at: number}} Kept */

const PREFIX = "greenroom.draft.";
const LONGEST_DAYS = 90; // interviews are deleted by themselves, and nobody tells this browser
const DAY_MS = 86_400_000;

/** What was written in an interview and not sent. @param {string} interview @returns {Kept | null} */
export function unsent(interview) {
  try {
    return JSON.parse(recall(PREFIX + interview) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} [interview] all of them unless given */
export function forgetDrafts(interview) {
  for (const key of keys(PREFIX)) if (!interview || key === PREFIX + interview) forget(key);
}

function forgetOld() {
  for (const key of keys(PREFIX)) {
    const age = Date.now() - (unsent(key.slice(PREFIX.length))?.at ?? 0);
    if (!(age < LONGEST_DAYS * DAY_MS)) forget(key);
  }
}

export class Draft extends EventTarget {
  /** Under which it was begun. @type {Question | null} */ #begun = null;
  /** Which stands now. @type {Question | null} */ #now = null;
  /** Of what was sent last. @type {Question | null} */ #former = null;
  #left = false;

  /** @param {string} interview @param {HTMLTextAreaElement} field @param {HTMLElement} moved */
  constructor(interview, field, moved) {
    super();
    this.interview = interview;
    this.field = field;
    this.moved = moved;
    forgetOld();
    const kept = unsent(interview);
    if (kept?.text && !field.value) {
      field.value = kept.text;
      this.#begun = kept.question;
    }
    field.addEventListener("input", () => {
      this.#left = false;
      this.#changed();
      this.dispatchEvent(new CustomEvent("typing"));
    });
  }

  get #text() {
    return this.field.value.trim();
  }

  get holds() {
    return this.#text !== "" && !this.#left;
  }

  get question() {
    return this.#begun?.text;
  }

  /** @param {{question_id?: string | null, question?: string}} view */
  asked({ question_id, question }) {
    if (question_id && question) this.#now = { id: question_id, text: question };
    this.#changed();
  }

  sent() {
    this.#former = this.#begun;
    this.#begun = null;
    this.#changed();
  }

  refused() {
    this.#begun ??= this.#former;
    this.#changed();
  }

  leave() {
    this.#left = true;
  }

  #changed() {
    if (!this.#text) this.#begun = null;
    else this.#begun ??= this.#now;
    if (this.#text) keep(PREFIX + this.interview, JSON.stringify({ text: this.field.value, question: this.#begun, at: Date.now() }));
    else forget(PREFIX + this.interview);
    this.#show();
  }

  /** Say beside the box under which question it was begun, once another one stands. */
  #show() {
    const elsewhere = this.#begun !== null && this.#now !== null && this.#begun.id !== this.#now.id;
    const words = elsewhere ? _("You began this under: “{question}”", { question: this.#begun?.text ?? "" }) : "";
    if (this.moved.textContent !== words) this.moved.textContent = words;
    this.moved.hidden = !words;
  }
}
