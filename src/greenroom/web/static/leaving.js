// @ts-check
// What leaves this server, in words, for the providers that are chosen now.
import { _ } from "./words.js";

/** @type {Record<string, (who: string) => string>} */
const SENT = {
  llm: (who) => _("What you say, in words, goes to {who} to think up the questions, with the name you gave, your role, your level, the job text, and the text of a résumé if you hand one in.", { who }),
  stt: (who) => _("Your voice goes to {who} to be turned into words.", { who }),
  tts: (who) => _("What the interviewer says goes to {who} to be spoken; it may repeat something of yours.", { who }),
};
const NOTHING = _("Nothing you say leaves this server.");
const THEIRS = _("Their terms say what they keep.");
const YOURS = _("You pay for what you chose.");

export function leaving() {
  const told = /** @type {HTMLElement} */ (document.getElementById("leaving"));
  const choices = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[name^='providers/']"));
  const tell = () => {
    // without a choice it is this machine, or a provider that the server's operator has set
    const lines = [...choices].flatMap((choice) => {
      const who = choice.selectedOptions[0]?.dataset.who;
      return who ? [SENT[choice.name.slice("providers/".length)](who)] : [];
    });
    if (lines.length) lines.push(THEIRS);
    if ([...choices].some((choice) => choice.value)) lines.push(YOURS);
    told.textContent = lines.join(" ") || NOTHING;
  };
  for (const choice of choices) choice.addEventListener("change", tell);
  addEventListener("pageshow", tell); // the browser may fill the form in again, later than scripts run
  tell();
}
