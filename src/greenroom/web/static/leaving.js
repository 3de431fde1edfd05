// @ts-check
// What leaves this server, in words, for the providers that are chosen now.

/** @type {Record<string, (who: string) => string>} */
const SENT = {
  llm: (who) => `What you say, in words, goes to ${who} to think up the questions, with the name you gave, your role, your level and the job text.`,
  stt: (who) => `Your voice goes to ${who} to be turned into words.`,
  tts: (who) => `What the interviewer says goes to ${who} to be spoken; it may repeat something of yours.`,
};
const NOTHING = "Nothing you say leaves this server.";
const THEIRS = "What they keep of it is up to their terms, and the cost is yours.";

export function leaving() {
  const told = /** @type {HTMLElement} */ (document.getElementById("leaving"));
  const choices = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[name^='providers/']"));
  const tell = () => {
    const lines = [...choices].filter((choice) => choice.value).map((choice) => {
      const part = choice.name.slice("providers/".length);
      return SENT[part](choice.selectedOptions[0].dataset.who ?? "the provider");
    });
    told.textContent = lines.length ? [...lines, THEIRS].join(" ") : NOTHING;
  };
  for (const choice of choices) choice.addEventListener("change", tell);
  addEventListener("pageshow", tell); // the browser may fill the form in again, later than scripts run
  tell();
}
