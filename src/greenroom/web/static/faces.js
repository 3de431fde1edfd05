// @ts-check
// What the room shows for what is known: a pure table. Four signs say who has the floor: the lit half,
// the shape, the large word and the colour.
import { WORDS } from "./diagnosis.js";

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
  none: "", saved: "Your last answer is saved.", sending: "Your answer is not saved yet: this page keeps it and sends it again.",
  unheard: "What you said last may not have arrived.", lost: "Your last answer is not saved.",
};

const RETRIED = "The clock has stopped. We try again by ourselves.";

/** @type {Record<string, Face>} */
const CUES = {
  speaking: { floor: "them", cue: "speaking", them: ["Interviewer", "is speaking"], you: ["You", "microphone open"], aside: ["", ""], warn: false, primary: button("Interrupt", "plain", "interrupt") },
  turn: { floor: "you", cue: "turn", them: ["Interviewer", "is listening"], you: ["Your turn", "Take your time."], aside: ["", ""], warn: false, primary: button("Just start speaking") },
  answering: { floor: "you", cue: "answering", them: ["Interviewer", "is listening"], you: ["You’re speaking", ""], aside: ["", ""], warn: false, primary: button("I’m finished", "go", "finish") },
  thinking: { floor: "none", cue: "thinking", them: ["Interviewer", "is thinking"], you: ["You", "said"], aside: ["", ""], warn: false, primary: button("More to say? Just speak") },
  minute: { floor: "you", cue: "minute", them: ["Interviewer", "is waiting"], you: ["Take a minute", ""], aside: ["", "No hurry. This pause is not counted."], warn: false, primary: button("Speak when you’re ready") },
  paused: { floor: "none", cue: "paused", them: ["Paused", ""], you: ["Your microphone is off", ""], aside: ["", "The clock has stopped. The question stays."], warn: false, primary: button("Go on", "go", "resume") },
  lost: { floor: "none", cue: "lost", them: ["Interviewer", "is reconnecting"], you: ["You’re connected", ""], aside: ["", "The clock has stopped."], warn: true, primary: button("Waiting for the interviewer") },
};

/** What the interview offers instead of hurrying anybody. @type {Record<string, [string, string]>} */
const OFFERS = {
  easier: ["Would other words help?", "Press Rephrase. There is no hurry."],
  next: ["The time planned for this part is over.", "Finish as you like, or skip."],
};

/** The good-bye was heard, and the interview waits for words that were not sent. @type {Face} */
const LAST_WORDS = { ...CUES.turn, them: ["The interview is over", ""], you: ["Send what you wrote?", ""] };

/** @param {Partial<Face>} changes @returns {Face} */
const outside = (changes) => ({ ...CUES.lost, cue: "rest", warn: false, aside: ["", ""], ...changes });

const TIMES = ["", "next", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** @param {number} place @returns {Face} */
const inLine = (place) => outside({
  them: ["All rooms are taken", ""], you: [place < TIMES.length ? `You are ${TIMES[place]} in line` : `You are number ${place} in line`, ""],
  aside: ["", "Leave this page open. The interview begins here as soon as a room is free."], primary: button("Waiting for a room"),
});

/** States that do not come from the interview itself. @param {Scene} scene @returns {Face | null} */
function beyond(scene) {
  if (scene.ended?.reason === "failed") return outside({ them: ["The interview", "has stopped"], you: ["Your saved answers", "are kept"], aside: split(scene.notice.level === "stop" ? scene.notice.text : "It could not go on. What was saved before stays."), warn: true, primary: button("Try to go on", "go", "rejoin") });
  if (scene.ended && scene.kept) return outside({ them: ["The interview is over", ""], you: ["Thank you", ""], aside: ["What you wrote was not sent.", "It is kept in this browser, with the report."], primary: button("See the report", "go", "report") });
  if (scene.ended) return outside({ them: ["The interview is over", ""], you: ["Thank you", ""], aside: [scene.safety === "lost" ? SAFETY.lost : "", "The report is ready."], warn: scene.safety === "lost", primary: button("See the report", "go", "report") });
  if (scene.why === "taken") return outside({ cue: "paused", them: ["Interviewer", "is in another tab"], you: ["This tab is quiet", ""], aside: ["The interview goes on there.", "One tab at a time can hold it."], primary: button("Bring it back here", "go", "rejoin") });
  if (scene.asleep) return outside({ them: ["Interviewer", "is ready"], you: ["Come in", ""], aside: ["", "Your browser plays no sound before you press a button. The clock stands still until then."], primary: button("Go in", "go", "wake") });
  if (scene.connection === "closed" && scene.choice === "instead") return outside({ cue: "paused", them: ["Another interview", "is open"], you: ["This one", "has not begun"], aside: split(scene.failure), primary: button("Begin this one instead", "go", "instead") });
  if (scene.connection === "closed") return outside({ cue: "lost", warn: true, them: ["Interviewer", "cannot be reached"], you: ["You", "are not connected"], aside: ["The room did not open.", scene.failure], primary: button("Try now", "go", "rejoin") });
  if (!scene.online) return outside({ cue: "lost", warn: true, them: ["Interviewer", "is waiting for you"], you: ["You’re offline", ""], aside: [SAFETY[scene.safety], RETRIED], primary: button("Waiting for your connection") });
  if (scene.place) return inLine(scene.place);
  if (scene.connection === "reconnecting") return { ...CUES.lost, you: ["The line is lost", ""], aside: [SAFETY[scene.safety], RETRIED] };
  if (scene.microphone === "asking") return outside({ cue: "thinking", them: ["Interviewer", "is ready"], you: ["Your browser asks", "for the microphone"], aside: ["", "Its question stands near the address. Choose Allow, or type."], primary: button("Type instead", "go", "type") });
  if (scene.connection === "connecting" || !scene.view) return outside({ cue: "thinking", them: ["Interviewer", "is coming in"], you: ["You’re early", ""], aside: ["", "The clock starts with the first words."] });
  if (scene.output === "held") return outside({ cue: "paused", them: ["Interviewer", "is waiting"], you: ["The sound stands still", ""], aside: [HELD[scene.stopped] ?? HELD.suspended, "The clock has stopped. It goes on by itself when the sound is back."], warn: true, primary: button("Go on now", "go", "wake") });
  return null;
}

/** Why a sound context that ran stands still, by its own word for it. @type {Record<string, string>} */
const HELD = {
  interrupted: "A call or another app has taken the sound.",
  running: "The loudspeaker takes no sound any more.",
  suspended: "Your browser has stopped the sound.",
};

/** @type {[string, string]} */
const UNHEARD = ["There is no sound here.", "The interviewer’s words are written, as fast as they would be spoken."];

/** @type {[string, string]} */
const BEHIND = ["Your words are still being written down.", "Nothing is lost. The interviewer waits for them."];

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
  if (scene.ack && face.floor === "them") return { aside: [scene.ack, "heard, carrying on"], warn: false };
  if (scene.output === "shown" && face.floor !== "you") return { aside: UNHEARD, warn: false };
  if (scene.view?.near_end && face.floor === "you" && face.cue !== "minute") return { aside: ["Little time is left for this part.", "You will not be cut off."], warn: true };
  return { aside: face.aside, warn: face.warn };
}

/** The first sentence is the strong one. @param {string} text @returns {[string, string]} */
function split(text) {
  const end = text.search(/[.!?](\s|$)/) + 1;
  return end > 0 && end < text.length ? [text.slice(0, end), text.slice(end).trim()] : [text, ""];
}

/** @param {Scene} scene @param {Face} face @returns {Primary} */
function primary(scene, face) {
  if (scene.mode === "type" && (scene.draft || (face.cue !== "paused" && face.cue !== "lost"))) return button("Send", "go", "send"); // also over the voice: it stops for typed words
  if ((trouble(scene) || (scene.mode === "talk" && scene.microphone === "off")) && face.floor === "you") return button("Type instead", "go", "type");
  if (face.cue === "thinking" && !listens(scene)) return button("The interviewer is thinking");
  if (scene.mode !== "hold" || face.floor === "none") return face.primary;
  if (scene.held) return button("Release when you’re done", "go", "hold");
  if (face.floor === "them") return face.primary;
  return button("Hold to talk", "go", "hold");
}

/** @param {Scene} scene @returns {Face} */
export function face(scene) {
  const other = beyond(scene);
  if (other) return scene.ended ? { ...other, cue: "over" } : other;
  const shown = scene.view?.offer === "send" ? LAST_WORDS : CUES[scene.view?.cue ?? "lost"] ?? CUES.lost;
  const writes = scene.output === "shown" && shown.cue === "speaking";
  const stopped = scene.cut && shown.cue === "answering";
  const them = /** @type {[string, string]} */ (stopped ? ["Interviewer", "stopped for you"] : writes ? ["Interviewer", "writes: no sound here"] : shown.them);
  return { ...shown, ...words(scene, shown), them, ...news(scene, shown), primary: primary(scene, shown) };
}

/** How you answer changes what "you" are told. @param {Scene} scene @param {Face} shown @returns {{you: [string, string]}} */
function words(scene, shown) {
  if (scene.mode === "type") {
    if (shown.cue === "answering") return { you: ["Your turn", "Take your time."] };
    if (shown.floor === "them") return { you: ["You", "microphone off"] };
  }
  if (scene.mode === "hold" && shown.floor === "them") return { you: ["You", "microphone closed until you hold"] };
  if (scene.microphone !== "open" && shown.floor === "them") return { you: ["You", "microphone off"] };
  return { you: shown.you };
}
