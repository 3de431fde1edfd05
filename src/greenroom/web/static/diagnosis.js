// @ts-check
// Why nothing is heard from the microphone, and what to do about it: a pure table.

/**
 * @typedef {"" | "asking" | "insecure" | "blocked" | "unanswered" | "revoked" | "refused" | "missing" | "busy" | "failed" | "lost" |
 *   "stopped" | "soundless" | "muted" | "silent"} Cause  "": nothing is known to be wrong
 * @typedef {{secure: boolean, error: string, permission: string, track: "live" | "muted" | "ended" | "", output: string, zeros: boolean}} Facts
 *   `error`: the name of getUserMedia's error; `permission`: "granted", "denied", "revoked", "prompt", or "" where the
 *   browser does not tell; `output`: as output.js has it; `zeros`: for seconds every sample was 0
 * @typedef {{title: string, what: string, todo: string, here: string, acts: ("ask" | "wake" | "type")[]}} Words
 *   `here`: what to do, in the room's few words; `acts`: the buttons, the likeliest first
 */

/** @param {...string} names @returns {(facts: Facts) => boolean} */
const error = (...names) => (facts) => names.includes(facts.error);
const denied = error("NotAllowedError", "SecurityError", "PermissionDeniedError");

/** The first row that holds is the cause. @type {[Cause, (facts: Facts) => boolean][]} */
const ROWS = [
  ["insecure", (facts) => !facts.secure],
  ["blocked", (facts) => denied(facts) && facts.permission === "granted"],
  ["unanswered", (facts) => denied(facts) && ["prompt", "revoked"].includes(facts.permission)],
  ["refused", denied],
  ["revoked", (facts) => facts.track === "ended" && facts.permission === "revoked"],
  ["lost", (facts) => facts.track === "ended" && ["", "NotFoundError"].includes(facts.error) && facts.permission !== "denied"],
  ["missing", error("NotFoundError", "OverconstrainedError", "DevicesNotFoundError")],
  ["busy", error("NotReadableError", "AbortError", "TrackStartError")],
  ["failed", (facts) => facts.error !== ""],
  ["refused", (facts) => facts.track !== "live" && facts.permission === "denied"],
  ["soundless", (facts) => facts.output === "shown"],
  ["stopped", (facts) => facts.output === "asleep" || facts.output === "held"],
  ["muted", (facts) => facts.track === "muted"],
  ["silent", (facts) => facts.zeros],
];

/** @param {Facts} facts @returns {Cause} */
export function diagnose(facts) {
  return ROWS.find(([, holds]) => holds(facts))?.[0] ?? "";
}

/** @type {Record<Exclude<Cause, "" | "asking">, Words>} */
export const WORDS = {
  insecure: {
    title: "This address cannot use a microphone.", what: "Browsers open the microphone only on https or on this machine itself.",
    todo: "This page came over plain http from another machine. Open it as https, or as http://localhost on the machine that runs it. Typing works from here.",
    here: "Type, or open it as https.", acts: ["type"],
  },
  blocked: {
    title: "The microphone is blocked.", what: "Your system does not let this browser use the microphone.",
    todo: "In the system’s settings, under privacy, allow the microphone for this browser. Then try again.",
    here: "Allow it in the system’s settings, or type.", acts: ["ask", "type"],
  },
  unanswered: {
    title: "The microphone is not allowed yet.", what: "Your browser asked for the microphone, and the question was closed.",
    todo: "Try again, and choose Allow.",
    here: "Press “Just talk” and choose Allow, or type.", acts: ["ask", "type"],
  },
  revoked: {
    title: "The microphone is not allowed any more.", what: "The permission for the microphone was taken back.",
    todo: "Try again, and choose Allow. Or go on with the keyboard.",
    here: "Press “Just talk” and choose Allow, or type.", acts: ["ask", "type"],
  },
  refused: {
    title: "The microphone is blocked.", what: "Your browser blocks the microphone.",
    todo: "Click the icon to the left of the address and set Microphone to Allow. On an iPhone: Settings, Safari, Microphone. This page notices it, or press Try again.",
    here: "Allow it near the address, or type.", acts: ["ask", "type"],
  },
  missing: {
    title: "No microphone found.", what: "No microphone was found on this device.",
    todo: "Plug in a headset and it will appear here by itself. Or go on with the keyboard: the interview is the same.",
    here: "Plug one in, or type.", acts: ["type", "ask"],
  },
  busy: {
    title: "The microphone is in use.", what: "Another program holds the microphone.",
    todo: "Close the call or the recorder that uses it: we try again every few seconds. Or go on with the keyboard.",
    here: "Close what uses it, or type.", acts: ["ask", "type"],
  },
  failed: {
    title: "The microphone did not open.", what: "Your browser could not open the microphone, and does not say why.",
    todo: "Try again, or start the browser again. Or go on with the keyboard.",
    here: "Press “Just talk” to try again, or type.", acts: ["ask", "type"],
  },
  lost: {
    title: "The microphone is gone.", what: "Your microphone is gone: unplugged, or taken away.",
    todo: "Plug it in again and it comes back by itself. Or go on with the keyboard.",
    here: "Plug it in again, or type.", acts: ["ask", "type"],
  },
  soundless: {
    title: "There is no sound here.", what: "Without a loudspeaker or headphones this browser hears nothing either.",
    todo: "Plug in headphones or choose an output in the system’s sound settings, then try again. Or type: every question is also written.",
    here: "Read the questions, and type your answers.", acts: ["type", "wake"],
  },
  stopped: {
    title: "The sound is not running.", what: "Your browser has not started the sound, so we hear nothing.",
    todo: "Press the button to start it.",
    here: "Press the button to start it, or type.", acts: ["wake", "type"],
  },
  muted: {
    title: "The microphone is muted.", what: "The system has muted the microphone.",
    todo: "A key on the keyboard, a switch on the headset, the sound settings or another call may have done it. Turn it on: this page notices it.",
    here: "Turn it on in the system or on the headset, or type.", acts: [],
  },
  silent: {
    title: "Say: “I’m ready.”", what: "The microphone is on, but gives no sound at all.",
    todo: "It may be muted by a switch on the headset, or turned down to nothing in the sound settings. Or it is not the one you speak into: choose another one below.",
    here: "Is it muted? You can also type.", acts: [],
  },
};
