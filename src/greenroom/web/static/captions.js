// @ts-check
// Both sides' words. The interviewer's are paced by the loudspeaker and stop where it stopped; the
// candidate's arrive as they are understood. Nothing on the page moves because text arrived.

/**
 * @typedef {{id: string, kind: string, text: string, at: number, length: number, shown: number,
 *   state: "waiting" | "speaking" | "over"}} Utterance  `at`: where its question begins
 */

const GUESS_MS = 65; // a character, until the server has told how long the utterance is
const ASIDE = ["notice", "reprompt", "reply"]; // said about a question that stays where it is

/** How many characters are out of the loudspeaker: whole words only. @param {string} text @param {number} played @param {number} total */
export function heard(text, played, total) {
  if (played <= 0) return 0;
  if (played >= total) return text.length;
  let end = 0;
  for (const word of text.matchAll(/\S+/g)) {
    const here = word.index + word[0].length;
    if (here * total > text.length * played) break;
    end = here;
  }
  return end;
}

/** Where the question begins in what is said: where the server knows it to, or at its last asking sentence. @param {string} kind @param {string} text @param {string} question */
function beginning(kind, text, question) {
  if (question && text.endsWith(question)) return text.length - question.length;
  if (ASIDE.includes(kind)) return text.length;
  if (kind === "closing") return 0;
  const sentences = [...text.matchAll(/\S[^.!?]*[.!?]*/g)].slice(-2);
  const asking = sentences.find(([words]) => words.includes("?")) ?? sentences.at(-1);
  return asking?.index ?? 0;
}

/** @param {HTMLElement} home @param {string} text @param {number} spoken characters of `text` */
function draw(home, text, spoken) {
  const line = document.createElement("span"); // one box, however it is divided
  line.append(text.slice(0, spoken));
  if (spoken < text.length) {
    const rest = document.createElement("span");
    rest.className = "yet";
    rest.textContent = text.slice(spoken);
    line.append(rest);
  }
  home.replaceChildren(...(text ? [line] : []));
}

export class Captions {
  /** @type {Utterance | null} */ #utterance = null;
  /** @type {Map<string, {text: string, sure: string}>} `sure`: as far as it is final */ #mine = new Map();
  #question = ""; // the one that stands while something else is said about it
  #drawn = "";

  /** @param {{said: HTMLElement, q: HTMLElement, mine: HTMLElement}} home */
  constructor(home) {
    this.home = home;
  }

  /** @param {string} text the question that stands, from `view`; empty while there is none */
  question(text) {
    const now = this.#utterance;
    if (text) this.#question = text;
    if (text && now && now.state !== "over" && !ASIDE.includes(now.kind)) now.at = beginning(now.kind, now.text, text);
    this.#draw();
  }

  /** The line is new: what was being said on the old one is over, and only the question stands. */
  begin() {
    this.#utterance = null;
    this.#drawn = "";
  }

  /** @param {{id: string, kind: string, text: string, more?: boolean}} say `more`: the question is still to come */
  say({ id, kind, text, more }) {
    const at = more ? text.length : beginning(kind, text, "");
    this.#utterance = { id, kind, text, at, length: text.length * GUESS_MS, shown: 0, state: "waiting" };
    if (at < text.length) this.#question = text.slice(at);
    this.#mine.clear();
    this.#drawMine();
    this.#draw();
  }

  /** More of the same. @param {{id: string, text: string, more: boolean}} words all of them so far */
  words({ id, text, more }) {
    const now = this.#utterance;
    if (now?.id !== id || now.state === "over") return;
    const at = more ? text.length : beginning(now.kind, text, "");
    Object.assign(now, { text, at, length: text.length * GUESS_MS });
    if (at < text.length) this.#question = text.slice(at);
    this.#draw();
  }

  /** @param {{id: string, ms: number}} length */
  length({ id, ms }) {
    if (this.#utterance?.id === id) this.#utterance.length = ms;
  }

  /** @param {string} id */
  started(id) {
    if (this.#utterance?.id === id) this.#utterance.state = "speaking";
  }

  /** The playhead moved. @param {number} position milliseconds of the current utterance */
  played(position) {
    const now = this.#utterance;
    if (now?.state !== "speaking") return;
    now.shown = Math.max(now.shown, heard(now.text, position, now.length));
    this.#draw();
  }

  /** @param {string} id @param {number | null} played_ms null: to its end */
  over(id, played_ms) {
    const now = this.#utterance;
    if (now?.id !== id || now.state === "over") return;
    now.shown = played_ms === null ? now.text.length : Math.max(now.shown, heard(now.text, played_ms, now.length));
    now.state = "over";
    this.#draw();
  }

  /** An answer of several sentences becomes final piece by piece. @param {{id: string, text: string, final: boolean}} caption */
  mine({ id, text, final }) {
    const before = this.#mine.get(id)?.sure ?? "";
    const sure = text.startsWith(before) ? before : "";
    this.#mine.set(id, { text, sure: final ? text : sure });
    this.#drawMine();
  }

  /** @param {string} text */
  typed(text) {
    this.#mine.clear();
    this.mine({ id: "typed", text, final: true });
  }

  #draw() {
    const now = this.#utterance;
    const said = now?.text.slice(0, now.at).trimEnd() ?? "";
    const aside = !now || now.at === now.text.length;
    const question = aside ? this.#question : now.text.slice(now.at);
    const shown = now?.shown ?? 0;
    const key = `${said}\n${question}\n${shown}\n${now?.state}`;
    if (key === this.#drawn || !(said || question)) return; // the plan's title stands until something is asked
    this.#drawn = key;
    draw(this.home.said, said, Math.min(said.length, shown));
    draw(this.home.q, question, aside ? question.length : Math.max(0, shown - now.at));
    this.home.said.classList.toggle("live", now?.state === "speaking");
    this.home.q.classList.toggle("long", question.length > 110);
    this.home.q.classList.toggle("longer", question.length > 180);
  }

  #drawMine() {
    const line = document.createElement("span");
    for (const { text, sure } of this.#mine.values()) {
      const guessed = document.createElement("span");
      guessed.className = "interim";
      guessed.textContent = text.slice(sure.length);
      line.append(sure, guessed, " ");
    }
    this.home.mine.replaceChildren(line);
    this.home.mine.scrollTop = this.home.mine.scrollHeight; // the newest words stay in view
  }
}
