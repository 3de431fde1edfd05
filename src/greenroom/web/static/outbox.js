// @ts-check
// What the page has told the interview and the interview has not saved yet. Each message has an id, is kept in
// this browser until the server acknowledges it, and is sent again until then; the server takes an id once.
//
//   const outbox = new Outbox(interviewId)
//   outbox.put(message)      the same with an id, kept; give it to the line
//   outbox.settle(mids)      acknowledged, lapsed or refused: returns those messages, which are kept no longer
//   outbox.due(now)          what is to be sent (again) now, in its order
//   outbox.lapse()           the line was lost: returns what meant that moment and is not sent again
//   outbox.stale(now)        returns what meant the moment and was not acknowledged in time
//   outbox.unsaved           typed answers on their way

/** @typedef {{t: string, mid: string, text?: string, command?: string, down?: boolean, question?: string}} Message */

const AGAIN_MS = 3000; // without an acknowledgement on an open line
const STALE_MS = 5000; // what means the moment is too late then
const LONGEST_DAYS = 7; // what was never sent of an interview to which nobody came back
const LIMIT = 32; // may be on their way at once: the server remembers twice as many ids
const PREFIX = "greenroom.unsent.";

/** Means the moment, so it is never sent later than that. @param {Message} message */
const momentary = ({ t, command }) => t === "ptt" || t === "finish" || command === "interrupt";

export class Outbox {
  /** @type {Map<string, {message: Message, sentAt: number}>} in the order in which they were said */ #waiting = new Map();
  #key;
  #prefix = Math.random().toString(36).slice(2, 10);
  #count = 0;

  /** @param {string} interview @param {Storage | null} [storage] */
  constructor(interview, storage = storageOf()) {
    this.storage = storage;
    this.#key = PREFIX + interview;
    for (const message of this.#recall()) this.#waiting.set(message.mid, { message, sentAt: -Infinity });
  }

  get unsaved() {
    return [...this.#waiting.values()].map(({ message }) => message).filter(({ t }) => t === "typed");
  }

  /** @param {object} told @returns {Message} */
  put(told) {
    const message = /** @type {Message} */ ({ ...told, mid: `${this.#prefix}-${(this.#count += 1)}` });
    this.#waiting.set(message.mid, { message, sentAt: -Infinity });
    this.#keep();
    return message;
  }

  /** @param {string[]} mids @returns {Message[]} */
  settle(mids) {
    const settled = mids.flatMap((mid) => this.#waiting.get(mid)?.message ?? []);
    for (const { mid } of settled) this.#waiting.delete(mid);
    if (settled.length) this.#keep();
    return settled;
  }

  /** Counts as sent from now on. @param {number} now @returns {Message[]} */
  due(now) {
    const waiting = [...this.#waiting.values()].slice(0, LIMIT).filter(({ message, sentAt }) => sentAt < 0 || !momentary(message));
    const first = waiting.findIndex(({ sentAt }) => now - sentAt >= AGAIN_MS);
    const due = first < 0 ? [] : waiting.slice(first); // what was said behind it stays behind it
    for (const one of due) one.sentAt = now;
    return due.map(({ message }) => message);
  }

  /** Nothing that was sent is known to have arrived. @returns {Message[]} */
  lapse() {
    for (const one of this.#waiting.values()) one.sentAt = -Infinity;
    return this.#settle(({ message }) => momentary(message));
  }

  /** @param {number} now @returns {Message[]} */
  stale(now) {
    return this.#settle(({ message, sentAt }) => momentary(message) && now - sentAt >= STALE_MS);
  }

  /** @param {(one: {message: Message, sentAt: number}) => boolean} which */
  #settle(which) {
    return this.settle([...this.#waiting.values()].filter(which).map(({ message }) => message.mid));
  }

  /** The interview is over: nothing is sent any more. @returns {Message[]} */
  clear() {
    return this.#settle(() => true);
  }

  #keep() {
    const kept = [...this.#waiting.values()].map(({ message }) => message).filter((message) => !momentary(message));
    try {
      if (kept.length) this.storage?.setItem(this.#key, JSON.stringify({ at: Date.now(), messages: kept }));
      else this.storage?.removeItem(this.#key);
    } catch { /* refused or full: it is kept for as long as the page is */ }
  }

  /** @returns {Message[]} */
  #recall() {
    try {
      for (const key of Object.keys(this.storage ?? {}).filter((name) => name.startsWith(PREFIX))) {
        const { at } = JSON.parse(this.storage?.getItem(key) ?? "{}");
        if (!(Date.now() - at < LONGEST_DAYS * 86_400_000)) this.storage?.removeItem(key);
      }
      return JSON.parse(this.storage?.getItem(this.#key) ?? "{}").messages ?? [];
    } catch {
      return [];
    }
  }
}

function storageOf() {
  try { return localStorage; } catch { return null; }
}
