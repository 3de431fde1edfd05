// @ts-check
// What a screen reader is told. Two live regions, both polite: one has the state of the room in a sentence or
// two, the other the interviewer's words where its voice does not say them. docs/reference/accessibility.md has the rules.
import { keep, recall } from "./local_storage.js";
import { _ } from "./words.js";

/** @typedef {import("./status.js").Status} Status */
/** @typedef {{id: string, kind: string, text: string, more: boolean, given: boolean}} Words  `given`: heard or announced */

const ASIDE = ["notice", "reprompt", "reply"]; // said about a question that stays where it is
const TAKEN = ["answering", "thinking"];
const KEPT = 20; // lines of the log
const CHOICES = ["auto", "always", "never"];

/** Whether the interviewer's words are announced: `auto` where its voice does not say them. */
export function announcing() {
  const choice = recall("greenroom.announce") ?? "";
  return CHOICES.includes(choice) ? choice : "auto";
}

/** The same choice wherever the page offers it. */
export function offerAnnouncing() {
  const radios = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=announce]"));
  for (const radio of radios) {
    radio.checked = radio.value === announcing();
    radio.addEventListener("change", () => keep("greenroom.announce", radio.value));
  }
}

export class Announcer {
  /** @type {string[]} */ #stand = []; // sentences that were announced and still hold
  #key = "";
  #timer = 0;
  /** @type {(() => void)[]} */ #held = [];
  /** @type {Words | null} */ #words = null;
  #question = ""; // the one that stood when the floor was last the candidate's
  #given = false; // whether the interviewer's words came since then

  /** @param {{status: HTMLElement, log: HTMLElement}} regions @param {() => boolean} played whether a loudspeaker plays the voice @param {() => boolean} heard whether it can be counted on that it is heard */
  constructor(regions, played, heard) {
    this.regions = regions;
    this.played = played;
    this.heard = heard;
    document.addEventListener("close", () => { for (const act of this.#held.splice(0)) act(); }, true);
  }

  /** A question that lies over the page makes the regions inert: until it is closed nothing would be announced. @param {() => void} act */
  #reachable(act) {
    if (document.querySelector("dialog:modal")) this.#held.push(act); else act();
  }

  /** The room's state. It is announced once it has stood for a while; a sentence that still holds is not said again. @param {Status} status */
  state({ sentences, after, then }) {
    const key = `${then} ${sentences.join(" ")}`;
    if (key === this.#key) return;
    this.#key = key;
    clearTimeout(this.#timer);
    this.regions.status.textContent = "";
    if (then === "forget") this.#stand = this.#still(sentences);
    this.#timer = setTimeout(() => this.#reachable(() => {
      if (key !== this.#key) return;
      const news = sentences.filter((sentence) => !this.#stand.includes(sentence));
      this.#stand = [...(then === "keep" ? this.#stand : this.#still(sentences)), ...news];
      this.regions.status.textContent = news.join(" ");
    }), after);
  }

  /** @param {string[]} sentences */
  #still(sentences) {
    return this.#stand.filter((sentence) => sentences.includes(sentence));
  }

  /** Something that happened once. @param {string} text */
  tell(text) {
    this.#reachable(() => this.#log(text));
  }

  /** @param {string} text */
  #log(text) {
    const line = document.createElement("p");
    line.textContent = text;
    this.regions.log.append(line);
    if (this.regions.log.childElementCount > KEPT) this.regions.log.firstElementChild?.remove();
  }

  // The interviewer's words

  /** @param {{id: string, kind: string, text: string, more?: boolean}} say */
  say({ id, kind, text, more = false }) {
    this.#words = { id, kind, text, more, given: false };
    this.#read();
  }

  /** @param {{id: string, text: string, more?: boolean}} words all so far */
  words({ id, text, more = false }) {
    if (this.#words?.id !== id) return;
    Object.assign(this.#words, { text, more });
    this.#read();
  }

  /** Its first sound is out. @param {string} id */
  started(id) {
    if (this.#words?.id === id && announcing() !== "always" && this.heard()) this.#give(this.#words, false);
  }

  /** It was played to its end; after the voice nothing is talked over. @param {string} id */
  finished(id) {
    if (this.#words?.id === id) this.#give(this.#words, true);
  }

  /** Nothing plays the voice, or nobody hears it: the words as soon as all of them are there. */
  #read() {
    if (this.#words && !this.#words.more && !this.played()) this.#give(this.#words, true);
  }

  /** The words came to the candidate, once. @param {Words} words @param {boolean} aloud by the screen reader */
  #give(words, aloud) {
    if (words.given) return;
    words.given = true;
    if (!ASIDE.includes(words.kind)) this.#given = true;
    if (aloud) this.#interviewer(words.text);
  }

  /** A question that stands at the candidate's turn, and that nothing has given yet, is announced. @param {{cue: string, question: string}} view */
  floor({ cue, question }) {
    const said = this.#given || question === this.#question || (this.#words?.given && this.#words.text.includes(question));
    if (cue === "turn" && question && !said) this.#interviewer(question);
    if (cue !== "turn" && !(this.#given && TAKEN.includes(cue))) return;
    this.#question = question || this.#question;
    this.#given = false;
  }

  /** @param {string} text */
  #interviewer(text) {
    if (text.trim() && announcing() !== "never") this.tell(`${_("Interviewer")}: ${text.trim()}`);
  }
}
