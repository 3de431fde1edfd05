// @ts-check
// The sentences on the state of the room that a screen reader is to be told: a pure table.
import { _ } from "./words.js";

/** @typedef {import("./faces.js").Scene} Scene @typedef {import("./faces.js").Face} Face */
/** @typedef {{sentences: string[], after: number, then: "forget" | "keep" | "settle"}} Status
 *   `after`: milliseconds that it must have stood. `then`: what was told before is news again at once (`forget`),
 *   not at all (`keep`), or once this has stood for so long (`settle`) */

const SETTLED_MS = 500;
const LONG_MS = 4000; // that the interviewer thinks is news only when it takes long

/** What is told of a state in which the interview goes on; of others, all that is shown. @type {Record<string, string[]>} */
const TOLD = {
  speaking: [],
  answering: [],
  thinking: [_("The interviewer is thinking.")],
};

/** @type {Record<string, Status["then"]>} */
const AFTER = { speaking: "forget", thinking: "forget", answering: "keep" };

/** @param {[string, string]} pair @returns {string[]} */
function sentences([strong, rest]) {
  const words = /[.!?।]$/.test(strong) ? [strong, rest] : [`${strong} ${rest}`.trim()];
  return words.filter(Boolean).map((text) => (/[.!?।]$/.test(text) ? text : `${text}.`));
}

/** @param {Face} shown @param {Scene} scene @returns {Status} */
export function status(shown, scene) {
  const live = scene.connection === "open" && scene.view !== null && !scene.ended && !scene.asleep && scene.online && !scene.place;
  const told = !live ? undefined : shown.cue === "turn" ? sentences([shown.you[0], ""]) : TOLD[shown.cue];
  const news = shown.warn || scene.notice.text || shown.floor === "you"; // not what stands there while the voice is heard
  return {
    sentences: told ? [...told, ...(news ? sentences(shown.aside) : [])] : [...sentences(shown.them), ...sentences(shown.you), ...sentences(shown.aside)],
    after: live && shown.cue === "thinking" && !news ? LONG_MS : SETTLED_MS,
    then: live ? AFTER[shown.cue] ?? "settle" : "settle",
  };
}
