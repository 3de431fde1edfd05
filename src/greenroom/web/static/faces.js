// @ts-check
// What the room shows for what is known: a pure table. Four signs say who has the floor: the lit half,
// the shape, the large word and the colour.
import { WORDS } from "./diagnosis.js";
import { _ } from "./words.js";

/**
 * @typedef {"talk" | "hold" | "type"} Mode
 * @typedef {{floor: string, cue: string, question: string, question_kind: string | null, stage: number,
 *   progress: number[], elapsed_ms: number, clock: "running" | "stopped", near_end: boolean, offer?: string, pace?: string,
 *   question_id?: string | null, unsent?: boolean, skips?: string}} View
 * @typedef {{view: View | null, connection: "connecting" | "open" | "reconnecting" | "closed", why: string | null,
 *   online: boolean, ended: {reason: string, report: string} | null, place: number, failure: string, choice: string, ack: string, notice: {text: string, level: string}, behind?: boolean,
 *   microphone: "open" | "off" | "asking" | import("./diagnosis.js").Cause, asleep: boolean, output: "heard" | "held" | "shown", stopped: string, mode: Mode, held: boolean, cut: boolean, draft: boolean, kept: boolean,
 *   safety: keyof typeof SAFETY}} Scene  `draft`: the box holds unsent words; `kept`: also ones that are not waited for
 * @typedef {{words: string, kind: "go" | "plain" | "off", act: string}} Primary
 * @typedef {{floor: "them" | "you" | "none", cue: string, them: [string, string], you: [string, string],
 *   aside: [string, string], warn: boolean, primary: Primary}} Face
 */

/** @param {string} words @param {"go" | "plain" | "off"} [kind] @param {string} [act] @returns {Primary} */
const button = (words, kind = "off", act = "") => ({ words, kind, act });

/** What of the candidate's words is saved, as far as the server has said so. @type {Record<"none" | "saved" | "sending" | "unheard" | "lost", string>} */
const SAFETY = {
  none: "", saved: _("Your last answer is saved."), sending: _("Your answer is not saved yet: this page keeps it and sends it again."),
  unheard: _("What you said last may not have arrived."), lost: _("Your last answer is not saved."),
};

const RETRIED = _("The clock has stopped. We try again by ourselves.");

/** @type {Record<string, Face>} */
const CUES = {
  speaking: { floor: "them", cue: "speaking", them: [_("Interviewer"), _("is speaking")], you: [_("You"), _("microphone open")], aside: ["", ""], warn: false, primary: button(_("Interrupt"), "plain", "interrupt") },
  turn: { floor: "you", cue: "turn", them: [_("Interviewer"), _("is listening")], you: [_("Your turn"), _("Take your time.")], aside: ["", ""], warn: false, primary: button(_("Just start speaking")) },
  answering: { floor: "you", cue: "answering", them: [_("Interviewer"), _("is listening")], you: [_("You’re speaking"), ""], aside: ["", ""], warn: false, primary: button(_("I’m finished"), "go", "finish") },
  thinking: { floor: "none", cue: "thinking", them: [_("Interviewer"), _("is thinking")], you: [_("You"), _("said")], aside: ["", ""], warn: false, primary: button(_("More to say? Just speak")) },
  minute: { floor: "you", cue: "minute", them: [_("Interviewer"), _("is waiting")], you: [_("Take a minute"), ""], aside: ["", _("No hurry. This pause is not counted.")], warn: false, primary: button(_("Speak when you’re ready")) },
  paused: { floor: "none", cue: "paused", them: [_("Paused"), ""], you: [_("Your microphone is off"), ""], aside: ["", _("The clock has stopped. The question stays.")], warn: false, primary: button(_("Go on"), "go", "resume") },
  lost: { floor: "none", cue: "lost", them: [_("Interviewer"), _("is reconnecting")], you: [_("You’re connected"), ""], aside: ["", _("The clock has stopped.")], warn: true, primary: button(_("Waiting for the interviewer")) },
};

/** What the interview offers instead of hurrying anybody. @type {Record<string, [string, string]>} */
const OFFERS = {
  easier: [_("Would other words help?"), _("Press Rephrase. There is no hurry.")],
  next: [_("The time planned for this part is over."), _("Finish as you like, or skip.")],
};

/** The good-bye was heard, and the interview waits for words that were not sent. @type {Face} */
const LAST_WORDS = { ...CUES.turn, them: [_("The interview is over"), ""], you: [_("Send what you wrote?"), ""] };

/** @param {Partial<Face>} changes @returns {Face} */
const outside = (changes) => ({ ...CUES.lost, cue: "rest", warn: false, aside: ["", ""], ...changes });

/** @param {number} place @returns {Face} */
const inLine = (place) => outside({
  them: [_("All rooms are taken"), ""], you: [place === 1 ? _("You are next in line") : _("You are number {place} in line", { place }), ""],
  aside: ["", _("Leave this page open. The interview begins here as soon as a room is free.")], primary: button(_("Waiting for a room")),
});

/** States that do not come from the interview itself. @param {Scene} scene @returns {Face | null} */
function beyond(scene) {
  if (scene.ended?.reason === "failed") return outside({ them: [_("The interview"), _("has stopped")], you: [_("Your saved answers"), _("are kept")], aside: split(scene.notice.level === "stop" ? scene.notice.text : _("It could not go on. What was saved before stays.")), warn: true, primary: button(_("Try to go on"), "go", "rejoin") });
  if (scene.ended && scene.kept) return outside({ them: [_("The interview is over"), ""], you: [_("Thank you"), ""], aside: [_("What you wrote was not sent."), _("It is kept in this browser, with the report.")], primary: button(_("See the report"), "go", "report") });
  if (scene.ended) return outside({ them: [_("The interview is over"), ""], you: [_("Thank you"), ""], aside: [scene.safety === "lost" ? SAFETY.lost : "", _("The report is ready.")], warn: scene.safety === "lost", primary: button(_("See the report"), "go", "report") });
  if (scene.why === "taken") return outside({ cue: "paused", them: [_("Interviewer"), _("is in another tab")], you: [_("This tab is quiet"), ""], aside: [_("The interview goes on there."), _("Only one tab can run it.")], primary: button(_("Bring it back here"), "go", "rejoin") });
  if (scene.asleep) return outside({ them: [_("Interviewer"), _("is ready")], you: [_("Come in"), ""], aside: ["", _("Your browser plays no sound before you press a button. The clock does not run until then.")], primary: button(_("Go in"), "go", "wake") });
  if (scene.connection === "closed" && scene.choice === "instead") return outside({ cue: "paused", them: [_("Another interview"), _("is open")], you: [_("This one"), _("has not begun")], aside: split(scene.failure), primary: button(_("Begin this one instead"), "go", "instead") });
  if (scene.connection === "closed") return outside({ cue: "lost", warn: true, them: [_("Interviewer"), _("cannot be reached")], you: [_("You"), _("are not connected")], aside: [_("The room did not open."), scene.failure], primary: button(_("Try now"), "go", "rejoin") });
  if (!scene.online) return outside({ cue: "lost", warn: true, them: [_("Interviewer"), _("is waiting for you")], you: [_("You’re offline"), ""], aside: [SAFETY[scene.safety], RETRIED], primary: button(_("Waiting for your connection")) });
  if (scene.place) return inLine(scene.place);
  if (scene.connection === "reconnecting") return { ...CUES.lost, you: [_("The connection is lost"), ""], aside: [SAFETY[scene.safety], RETRIED] };
  if (scene.microphone === "asking") return outside({ cue: "thinking", them: [_("Interviewer"), _("is ready")], you: [_("Your browser asks"), _("for the microphone")], aside: ["", _("The browser’s question is near the address bar. Choose Allow, or type.")], primary: button(_("Type instead"), "go", "type") });
  if (scene.connection === "connecting" || !scene.view) return outside({ cue: "thinking", them: [_("Interviewer"), _("is coming in")], you: [_("You’re early"), ""], aside: ["", _("The clock starts with the first words.")] });
  if (scene.output === "held") return outside({ cue: "paused", them: [_("Interviewer"), _("is waiting")], you: [_("The sound has stopped"), ""], aside: [HELD[scene.stopped] ?? HELD.suspended, _("The clock has stopped. It goes on by itself when the sound is back.")], warn: true, primary: button(_("Go on now"), "go", "wake") });
  return null;
}

/** Why a sound context that ran stands still, by its own word for it. @type {Record<string, string>} */
const HELD = {
  interrupted: _("A call or another app has taken the sound."),
  running: _("The loudspeaker no longer plays sound."),
  suspended: _("Your browser has stopped the sound."),
};

/** @type {[string, string]} */
const UNHEARD = [_("There is no sound here."), _("The interviewer’s words are written, as fast as they would be spoken.")];

/** @type {[string, string]} */
const BEHIND = [_("Your words are still being written down."), _("Nothing is lost. The interviewer waits for them.")];

/** Whether words that are spoken now are heard without pressing anything. @param {Scene} scene */
const listens = (scene) => scene.mode === "talk" && scene.microphone === "open";

/** Why nothing could be heard; typing needs no microphone. @param {Scene} scene @returns {[string, string] | undefined} */
const trouble = (scene) => {
  const words = scene.mode === "type" ? undefined : /** @type {Record<string, import("./diagnosis.js").Words>} */ (WORDS)[scene.microphone];
  return words && [words.what, words.here];
};

/** The words under "You" that are news: trouble first, then time, then small signs. @param {Scene} scene @param {Face} face @returns {{aside: [string, string], warn: boolean}} */
function news(scene, face) {
  const silence = trouble(scene);
  if (silence) return { aside: silence, warn: true };
  if (scene.notice.text) return { aside: split(scene.notice.text), warn: scene.notice.level !== "info" };
  if (scene.behind && face.cue !== "paused" && face.cue !== "lost") return { aside: BEHIND, warn: false };
  const offer = OFFERS[scene.view?.offer ?? ""];
  if (offer && face.floor === "you") return { aside: offer, warn: false };
  if (scene.ack && face.floor === "them") return { aside: [scene.ack, _("heard, carrying on")], warn: false };
  if (scene.output === "shown" && face.floor !== "you") return { aside: UNHEARD, warn: false };
  if (scene.view?.near_end && face.floor === "you" && face.cue !== "minute") return { aside: [_("Little time is left for this part."), _("You will not be cut off.")], warn: true };
  return { aside: face.aside, warn: face.warn };
}

/** The first sentence is the strong one. @param {string} text @returns {[string, string]} */
function split(text) {
  const end = text.search(/[.!?।](\s|$)/) + 1;
  return end > 0 && end < text.length ? [text.slice(0, end), text.slice(end).trim()] : [text, ""];
}

/** @param {Scene} scene @param {Face} face @returns {Primary} */
function primary(scene, face) {
  if (scene.mode === "type" && (scene.draft || (face.cue !== "paused" && face.cue !== "lost"))) return button(_("Send"), "go", "send"); // also over the voice: it stops for typed words
  if ((trouble(scene) || (scene.mode === "talk" && scene.microphone === "off")) && face.floor === "you") return button(_("Type instead"), "go", "type");
  if (face.cue === "thinking" && !listens(scene)) return button(_("The interviewer is thinking"));
  if (scene.mode !== "hold" || face.floor === "none") return face.primary;
  if (scene.held) return button(_("Release when you’re done"), "go", "hold");
  if (face.floor === "them") return face.primary;
  return button(_("Hold to talk"), "go", "hold");
}

/** @param {Scene} scene @returns {Face} */
export function face(scene) {
  const other = beyond(scene);
  if (other) return scene.ended ? { ...other, cue: "over" } : other;
  const shown = scene.view?.offer === "send" ? LAST_WORDS : CUES[scene.view?.cue ?? "lost"] ?? CUES.lost;
  const writes = scene.output === "shown" && shown.cue === "speaking";
  const stopped = scene.cut && shown.cue === "answering";
  const them = /** @type {[string, string]} */ (stopped ? [_("Interviewer"), _("stopped for you")] : writes ? [_("Interviewer"), _("writes: no sound here")] : shown.them);
  return { ...shown, ...words(scene, shown), them, ...news(scene, shown), primary: primary(scene, shown) };
}

/** How you answer changes what "you" are told. @param {Scene} scene @param {Face} shown @returns {{you: [string, string]}} */
function words(scene, shown) {
  if (scene.mode === "type") {
    if (shown.cue === "answering") return { you: [_("Your turn"), _("Take your time.")] };
    if (shown.floor === "them") return { you: [_("You"), _("microphone off")] };
  }
  if (scene.mode === "hold" && shown.floor === "them") return { you: [_("You"), _("microphone closed until you hold")] };
  if (scene.microphone !== "open" && shown.floor === "them") return { you: [_("You"), _("microphone off")] };
  return { you: shown.you };
}
