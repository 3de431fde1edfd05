// @ts-check
// Why nothing is heard from the microphone, and what to do about it: a pure table.
import { _ } from "./words.js";

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
    title: _("This address cannot use a microphone."), what: _("Browsers open the microphone only on https or on this machine itself."),
    todo: _("This page came over plain http from another machine. Open it as https, or as http://localhost on the machine that runs it. Typing works from here."),
    here: _("Type, or open it as https."), acts: ["type"],
  },
  blocked: {
    title: _("The microphone is blocked."), what: _("Your system does not let this browser use the microphone."),
    todo: _("In the system’s settings, under privacy, allow the microphone for this browser. Then try again."),
    here: _("Allow it in the system’s settings, or type."), acts: ["ask", "type"],
  },
  unanswered: {
    title: _("The microphone is not allowed yet."), what: _("Your browser asked for the microphone, and the question was closed."),
    todo: _("Try again, and choose Allow."),
    here: _("Press “Just talk” and choose Allow, or type."), acts: ["ask", "type"],
  },
  revoked: {
    title: _("The microphone is not allowed any more."), what: _("The permission for the microphone was taken back."),
    todo: _("Try again, and choose Allow. Or go on with the keyboard."),
    here: _("Press “Just talk” and choose Allow, or type."), acts: ["ask", "type"],
  },
  refused: {
    title: _("The microphone is blocked."), what: _("Your browser blocks the microphone."),
    todo: _("Click the icon to the left of the address and set Microphone to Allow. On an iPhone: Settings, Safari, Microphone. This page notices it, or press Try again."),
    here: _("Allow it near the address, or type."), acts: ["ask", "type"],
  },
  missing: {
    title: _("No microphone found."), what: _("No microphone was found on this device."),
    todo: _("Plug in a headset and it will appear here by itself. Or go on with the keyboard: the interview is the same."),
    here: _("Plug one in, or type."), acts: ["type", "ask"],
  },
  busy: {
    title: _("The microphone is in use."), what: _("Another program holds the microphone."),
    todo: _("Close the call or the recorder that uses it: we try again every few seconds. Or go on with the keyboard."),
    here: _("Close what uses it, or type."), acts: ["ask", "type"],
  },
  failed: {
    title: _("The microphone did not open."), what: _("Your browser could not open the microphone, and does not say why."),
    todo: _("Try again, or start the browser again. Or go on with the keyboard."),
    here: _("Press “Just talk” to try again, or type."), acts: ["ask", "type"],
  },
  lost: {
    title: _("The microphone is gone."), what: _("Your microphone is gone: unplugged, or taken away."),
    todo: _("Plug it in again and it comes back by itself. Or go on with the keyboard."),
    here: _("Plug it in again, or type."), acts: ["ask", "type"],
  },
  soundless: {
    title: _("There is no sound here."), what: _("Without a loudspeaker or headphones this browser hears nothing either."),
    todo: _("Plug in headphones or choose an output in the system’s sound settings, then try again. Or type: every question is also written."),
    here: _("Read the questions, and type your answers."), acts: ["type", "wake"],
  },
  stopped: {
    title: _("The sound is not running."), what: _("Your browser has not started the sound, so we hear nothing."),
    todo: _("Press the button to start it."),
    here: _("Press the button to start it, or type."), acts: ["wake", "type"],
  },
  muted: {
    title: _("The microphone is muted."), what: _("The system has muted the microphone."),
    todo: _("A key on the keyboard, a switch on the headset, the sound settings or another call may have done it. Turn it on: this page notices it."),
    here: _("Turn it on in the system or on the headset, or type."), acts: [],
  },
  silent: {
    title: _("Say: “I’m ready.”"), what: _("The microphone is on, but gives no sound at all."),
    todo: _("It may be muted by a switch on the headset, or turned down to nothing in the sound settings. Or it is not the one you speak into: choose another one below."),
    here: _("Is it muted? You can also type."), acts: [],
  },
};
