// @ts-check
// What the room shows for what is known: a pure table. Four signs say who has the floor: the lit half,
// the shape, the large word and the colour.

/**
 * @typedef {"talk" | "hold" | "type"} Mode
 * @typedef {{floor: string, cue: string, question: string, question_kind: string | null, stage: number,
 *   progress: number[], elapsed_ms: number, clock: "running" | "stopped", near_end: boolean}} View
 * @typedef {{view: View | null, connection: "connecting" | "open" | "reconnecting" | "closed", why: string | null,
 *   online: boolean, ended: {reason: string, report: string} | null, failure: string, ack: string, notice: {text: string, level: string},
 *   microphone: "open" | "lost" | "silent" | "refused" | "missing" | "insecure" | "off", asleep: boolean, mode: Mode, held: boolean, cut: boolean}} Scene
 * @typedef {{words: string, kind: "go" | "plain" | "off", act: string}} Primary
 * @typedef {{floor: "them" | "you" | "none", cue: string, them: [string, string], you: [string, string],
 *   aside: [string, string], warn: boolean, primary: Primary}} Face
 */

/** @param {string} words @param {"go" | "plain" | "off"} [kind] @param {string} [act] @returns {Primary} */
const button = (words, kind = "off", act = "") => ({ words, kind, act });

/** @type {Record<string, Face>} */
const CUES = {
  speaking: { floor: "them", cue: "speaking", them: ["Interviewer", "is speaking"], you: ["You", "microphone open"], aside: ["", ""], warn: false, primary: button("Interrupt", "plain", "interrupt") },
  turn: { floor: "you", cue: "turn", them: ["Interviewer", "is listening"], you: ["Your turn", "Take your time."], aside: ["", ""], warn: false, primary: button("Just start speaking") },
  answering: { floor: "you", cue: "answering", them: ["Interviewer", "is listening"], you: ["You’re speaking", ""], aside: ["", ""], warn: false, primary: button("I’m finished", "go", "finish") },
  thinking: { floor: "none", cue: "thinking", them: ["Interviewer", "is thinking"], you: ["You", "said"], aside: ["", ""], warn: false, primary: button("More to say? Just speak") },
  minute: { floor: "you", cue: "minute", them: ["Interviewer", "is waiting"], you: ["Take a minute", ""], aside: ["", "No hurry. This pause is not counted."], warn: false, primary: button("Speak when you’re ready") },
  paused: { floor: "none", cue: "paused", them: ["Paused", ""], you: ["Your microphone is off", ""], aside: ["", "The clock has stopped. The question stays."], warn: false, primary: button("Go on", "go", "resume") },
  lost: { floor: "none", cue: "lost", them: ["Interviewer", "is reconnecting"], you: ["You’re connected", ""], aside: ["Your last answer is saved.", "The clock has stopped."], warn: true, primary: button("Waiting for the interviewer") },
};

/** @type {Record<string, [string, string]>} */
const MICROPHONE = {
  lost: ["Your microphone is gone.", "Plug it in again, or type."],
  silent: ["Your microphone gives no sound.", "Is it muted? You can also type."],
  refused: ["Your browser gives us no microphone.", "Allow it near the address, or type."],
  missing: ["We find no microphone.", "Plug one in, or type."],
  insecure: ["This address can have no microphone.", "Type, or open it as https."],
};

/** @param {Partial<Face>} changes @returns {Face} */
const outside = (changes) => ({ ...CUES.lost, cue: "rest", warn: false, aside: ["", ""], ...changes });

/** States that do not come from the interview itself. @param {Scene} scene @returns {Face | null} */
function beyond(scene) {
  if (scene.ended?.reason === "failed") return outside({ them: ["The interview", "has stopped"], you: ["Your words so far", "are kept"], aside: split(scene.notice.level === "stop" ? scene.notice.text : "It could not go on. What was said is kept."), warn: true, primary: button("Try to go on", "go", "rejoin") });
  if (scene.ended) return outside({ them: ["The interview is over", ""], you: ["Thank you", ""], aside: ["", "Your words are saved. The report is ready."], primary: button("See the report", "go", "report") });
  if (scene.why === "taken") return outside({ cue: "paused", them: ["Interviewer", "is in another tab"], you: ["This tab is quiet", ""], aside: ["The interview goes on there.", "One tab at a time can hold it."], primary: button("Bring it back here", "go", "rejoin") });
  if (scene.asleep) return outside({ them: ["Interviewer", "is ready"], you: ["Come in", ""], aside: ["", "Your browser plays no sound before you press a button."], primary: button("Go in", "go", "wake") });
  if (scene.connection === "closed") return outside({ cue: "lost", warn: true, them: ["Interviewer", "cannot be reached"], you: ["You", "are not connected"], aside: ["The room did not open.", scene.failure], primary: button("Try now", "go", "rejoin") });
  if (!scene.online) return outside({ cue: "lost", warn: true, them: ["Interviewer", "is waiting for you"], you: ["You’re offline", ""], aside: ["Your last answer is saved.", "The clock has stopped. We try again by ourselves."], primary: button("Waiting for your connection") });
  if (scene.connection === "reconnecting") return CUES.lost;
  if (scene.connection === "connecting" || !scene.view) return outside({ cue: "thinking", them: ["Interviewer", "is coming in"], you: ["You’re early", ""], aside: ["", "The clock starts with the first words."] });
  return null;
}

/** Why nothing could be heard; typing needs no microphone. @param {Scene} scene @returns {[string, string] | undefined} */
const trouble = (scene) => scene.mode === "type" ? undefined : MICROPHONE[scene.microphone];

/** The words under "You" that are news: trouble first, then time, then small signs. @param {Scene} scene @param {Face} face @returns {{aside: [string, string], warn: boolean}} */
function news(scene, face) {
  const silence = trouble(scene);
  if (silence) return { aside: silence, warn: true };
  if (scene.notice.text) return { aside: split(scene.notice.text), warn: scene.notice.level !== "info" };
  if (scene.ack && face.floor === "them") return { aside: [scene.ack, "heard, carrying on"], warn: false };
  if (scene.view?.near_end && face.floor === "you" && face.cue !== "minute") return { aside: ["Little time is left for this part.", "You will not be cut off."], warn: true };
  return { aside: face.aside, warn: face.warn };
}

/** The first sentence is the strong one. @param {string} text @returns {[string, string]} */
function split(text) {
  const end = text.search(/[.!?](\s|$)/) + 1;
  return end > 0 && end < text.length ? [text.slice(0, end), text.slice(end).trim()] : [text, ""];
}

/** @param {Scene} scene @param {Face} face @param {boolean} hover @returns {Primary} */
function primary(scene, face, hover) {
  if (scene.mode === "type" && face.floor === "you") return button("Send", "go", "send");
  if (trouble(scene) && face.floor === "you") return button("Type instead", "go", "type");
  if (scene.mode !== "hold" || face.floor === "none") return face.primary;
  if (scene.held) return button("Release when you’re done", "go", "hold");
  if (face.floor === "them") return face.primary;
  return button(hover ? "Hold to talk, or hold Space" : "Hold to talk", "go", "hold");
}

/** @param {Scene} scene @param {boolean} hover whether a keyboard is likely @returns {Face} */
export function face(scene, hover) {
  const other = beyond(scene);
  if (other) return other;
  const shown = CUES[scene.view?.cue ?? "lost"] ?? CUES.lost;
  const them = scene.cut && shown.cue === "answering" ? /** @type {[string, string]} */ (["Interviewer", "stopped for you"]) : shown.them;
  return { ...shown, ...words(scene, shown), them, ...news(scene, shown), primary: primary(scene, shown, hover) };
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
