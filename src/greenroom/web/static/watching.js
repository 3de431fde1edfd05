// @ts-check
// A conversation between two agents, as it happens: what was said, the goals, the end, the verdict.

/**
 * One entry of the log as this watcher sees it (docs/explanation/circles.md).
 * @typedef {{seq: number, type: string, index?: number, speaker?: "owner" | "visitor", message?: string,
 *   truncated?: boolean, goal?: string | null, intent_tag?: string | null, stop_suggested?: boolean,
 *   role?: string, cause?: string, decision?: "yes" | "no", undecided?: boolean, notification?: string | null,
 *   causes?: string[], injection_suspected?: boolean,
 *   evidence?: {index: number, start: number, end: number, quote: string}[],
 *   ended?: {reason: string, also: string[], judged: boolean, cause?: string}, next: {speaker: string, goal: string | null} | null}} Entry
 */

import { _ } from "./words.js";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const place = String(part("watching").dataset.place);
const stop = /** @type {HTMLButtonElement} */ (part("stop"));
const WHO = /** @type {Record<string, string>} */ ({ owner: _("Your agent"), visitor: _("The visitor’s agent") });
const ENDS = /** @type {Record<string, string>} */ ({
  owner_stop: _("Your agent suggested to stop. The conversation ends here."),
  visitor_stop: _("The visitor’s agent suggested to stop. The conversation ends here."),
  stale: _("The visitor’s agent said nothing any more. The conversation ends here."),
  max_turns: _("All messages are used. The conversation ends here."),
  participant_left: _("One side left. The conversation ends here."),
  timeout: _("The time was up. What was said by then is judged."),
  cancelled: _("Somebody stopped the conversation. It is not judged."),
  budget: _("The budget was used up. It is not judged."),
  "agent_error:owner": _("Your agent gave no message that could be used. It is not judged."),
  "agent_error:visitor": _("The visitor’s agent gave no message that could be used. It is not judged."),
  infrastructure_error: _("The provider of the model failed. It is not judged."),
});
/** What the owner's agent is to do with a message. */
const GOALS = /** @type {Record<string, string>} */ ({
  open_and_ask_one_focused_question: _("open, and ask one thing"),
  clarify_objective: _("find out whether it fits"),
  clarify_availability: _("find a time"),
  decide_and_close: _("decide, and close"),
});
/** Why there is no model, or no longer; any other cause is a failure of the provider. */
const CAUSES = /** @type {Record<string, string>} */ ({
  key_gone: _("The key that was chosen for this circle was deleted, or cannot be opened any more."),
  not_available: _("The model that was chosen for this circle cannot be used on this server."),
  key_refused: _("The provider refuses the key that was chosen for this circle."),
  forbidden: _("The provider does not let the key in that was chosen for this circle."),
  quota: _("The account of the key that was chosen for this circle has no money left."),
  budget: _("The budget for models is used up."),
});
const DOUBTS = /** @type {Record<string, string>} */ ({
  bad_quote: _("a quote of the judge is not in the message it is said to be from"),
  one_sided: _("the judge’s evidence is not of both sides"),
  no_line: _("the judge wrote no line for you"),
  line_length: _("the judge’s line was too long"),
  line_unsafe: _("the judge’s line held an address, a number or a sign that does not belong there"),
  line_names: _("the judge’s line held a name"),
  line_copies: _("the judge’s line repeated words that were meant for the judge"),
  suspected: _("the judge suspects that somebody tried to steer it"),
  steered: _("without the words that speak to the judge it was no yes"),
  split: _("the judges do not agree"),
});

/** @param {string} name @param {string} [className] @param {string} [text] */
function made(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

/** @type {Map<number, {said: HTMLElement, text: string}>} */
const messages = new Map();
let last = -1;
/** Why the judge was last not to be had. */
let unheard = "";
/** Whether the judge's last word is shown. */
let settled = false;

/** @param {Entry} entry */
function message(entry) {
  const index = Number(entry.index);
  const own = entry.speaker === "owner";
  const item = made("li", `msg ${own ? "o" : "v"}`);
  item.id = `m${index}`;
  const by = made("span", "by");
  by.append(made("b", "", WHO[String(entry.speaker)]), made("span", "num", String(index)));
  if (entry.goal) {
    const goal = made("span", "", `${_("Goal:")} `);
    goal.append(GOALS[entry.goal] ?? made("code", "", entry.goal));
    by.append(goal);
  } else if (!own) by.append(made("span", "", _("No goal given")));
  if (entry.intent_tag) {
    const tag = made("span", "", entry.intent_tag.replaceAll("_", " "));
    tag.translate = false; // the agent's word
    by.append(tag);
  }
  if (entry.truncated) by.append(made("span", "", _("cut: too long")));
  const said = made("p", "words", entry.message ?? "");
  said.dir = "auto";
  item.append(by, said);
  if (entry.stop_suggested) item.append(made("p", "s soft", own ? _("Your agent suggested to stop with this message.") : _("The visitor’s agent suggested to stop with this message.")));
  part("messages").append(item);
  messages.set(index, { said, text: entry.message ?? "" });
  part("count").textContent = String(index);
}

/** Mark the words that the judge quotes; places count characters, not UTF-16 units. @param {NonNullable<Entry["evidence"]>} evidence */
function mark(evidence) {
  for (const [index, { said, text }] of messages) {
    const signs = Array.from(text);
    let done = 0;
    const pieces = [];
    const here = evidence.filter((one) => one.index === index).sort((a, b) => a.start - b.start);
    for (const quote of here) {
      if (quote.start < done) continue;
      const marked = made("mark", "", signs.slice(quote.start, quote.end).join(""));
      marked.id = `e${index}-${quote.start}`;
      pieces.push(signs.slice(done, quote.start).join(""), marked);
      done = quote.end;
    }
    if (pieces.length) said.replaceChildren(...pieces, signs.slice(done).join(""));
  }
}

/** @param {string} headline @param {...HTMLElement} rest */
function judge(headline, ...rest) {
  part("verdict").replaceChildren(made("p", "soft s", _("The judge")), made("p", "yes", headline), ...rest);
}

/** @param {string} why */
function unjudged(why) {
  settled = true;
  judge(_("There is no verdict."), made("p", "s soft", why));
}

/** @param {Entry} entry */
function verdict(entry) {
  settled = true;
  const evidence = entry.evidence ?? [];
  const rest = [];
  if (entry.notification) {
    const line = made("div", "note note--go");
    line.append(made("p", "", entry.notification));
    rest.push(line, made("p", "s soft", _("The one line you get. The visitor is told nothing.")));
  }
  const doubts = (entry.causes ?? []).map((cause) => DOUBTS[cause] ?? cause.replaceAll("_", " "));
  if (entry.undecided) rest.push(made("p", "s", doubts.length ? _("A yes was not accepted: {doubts}.", { doubts: doubts.join("; ") }) : _("The judge could not tell from these words.")));
  if (entry.injection_suspected) rest.push(made("p", "s", _("A message speaks to the judge instead of to your agent. It was read as text, not as an order.")));
  if (evidence.length) {
    rest.push(made("h3", "", _("What it is based on")));
    for (const quote of evidence) {
      const link = /** @type {HTMLAnchorElement} */ (made("a", "quote"));
      link.href = `#e${quote.index}-${quote.start}`;
      link.append(made("q", "", quote.quote), " ", made("span", "at", _("message {number}", { number: quote.index })));
      const line = made("p");
      line.append(link);
      rest.push(line);
    }
    rest.push(made("p", "s soft", _("Found word for word in the transcript. The judge saw the objective and the transcript, nothing else.")));
  }
  judge(entry.undecided ? _("Undecided. You are not told.") : entry.decision === "yes" ? _("Yes, you are told.") : _("No. You are not told."), ...rest);
  mark(evidence);
}

/** @param {Entry} entry */
function next(entry) {
  const working = part("writing");
  const turn = entry.next;
  const speaks = turn !== null && turn.speaker in WHO;
  stop.hidden = !speaks;
  if (turn === null || !speaks) {
    working.textContent = "";
    if (turn?.speaker === "judge") judge(_("Is reading."), made("p", "s soft", _("It sees only the objective and the transcript.")));
    return;
  }
  working.replaceChildren(turn.speaker === "owner" ? _("Your agent is writing message {number}.", { number: messages.size + 1 }) : _("The visitor’s agent is writing message {number}.", { number: messages.size + 1 }));
  if (turn.goal) working.append(` ${_("Goal:")} `, GOALS[turn.goal] ?? made("code", "", turn.goal));
}

/** @param {Entry} entry */
function show(entry) {
  if (entry.seq <= last) return;
  last = entry.seq;
  if (entry.type === "message") message(entry);
  if (entry.type === "verdict") verdict(entry);
  if (entry.type === "retry" && entry.role === "judge") unheard = CAUSES[entry.cause ?? ""] ?? "";
  if (entry.ended) {
    const end = made("li", "msg o stop");
    const cause = CAUSES[entry.ended.cause ?? ""];
    end.append(made("p", "s soft", cause ? `${cause} ${_("The conversation ends here and is not judged.")}` : (ENDS[entry.ended.reason] ?? _("The conversation ends here."))));
    part("messages").append(end);
    if (!entry.ended.judged) unjudged(_("What broke off is not judged, and that is not a no."));
  }
  next(entry);
  if (entry.next === null && !settled) unjudged(`${unheard} ${_("Nobody judged it, and that is not a no.")}`.trim());
}

for (const entry of /** @type {Entry[]} */ (JSON.parse(part("so-far").textContent || "[]"))) show(entry);
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();

if (part("watching") && !isOver()) {
  const stream = new EventSource(`${place}/events`);
  stream.addEventListener("entry", (event) => show(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  stream.addEventListener("end", () => stream.close());
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) part("writing").textContent = _("The connection is lost. Load the page again to go on.");
  });
  addEventListener("pagehide", () => stream.close());
}

function isOver() {
  const entries = /** @type {Entry[]} */ (JSON.parse(part("so-far").textContent || "[]"));
  return entries.at(-1)?.next === null;
}

stop.addEventListener("click", async () => {
  stop.disabled = true;
  const answer = await fetch(`${place}/stop`, { method: "POST" }).catch(() => null);
  stop.disabled = false;
  if (!answer?.ok && answer?.status !== 409) part("writing").textContent = _("It could not be stopped just now. Try again.");
});
