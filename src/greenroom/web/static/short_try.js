// @ts-check
// The three-minute try: one press agrees, registers and leads to the microphone check.
import { recall } from "./local_storage.js";
import { _, language } from "./words.js";

const button = /** @type {HTMLButtonElement} */ (document.getElementById("try"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("try-trouble"));
const words = button.textContent;

/** @param {boolean} on */
function busy(on) {
  if (on) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  button.textContent = on ? _("Preparing the interview") : words;
}

/** @param {string} text */
function fail(text) {
  busy(false);
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.focus();
}

button.addEventListener("click", async () => {
  if (button.getAttribute("aria-disabled")) return;
  busy(true);
  trouble.hidden = true;
  const unhurried = recall("greenroom.unhurried") === "yes"; // “No time limits”, as it was chosen last
  try {
    const response = await fetch("/api/interviews", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "accept-language": language }, // of the words that are agreed to
      body: JSON.stringify({ plan: button.dataset.plan, consent: true, ...(unhurried ? { unhurried } : {}) }),
    });
    const told = await response.json().catch(() => ({}));
    if (response.status === 201) return location.assign(`/interviews/${encodeURIComponent(told.id)}/check`);
    const wait = response.headers.get("retry-after");
    fail([told.detail ?? _("The server did not accept this."), wait ? _("Try again in {wait} seconds.", { wait }) : ""].join(" ").trim());
  } catch {
    fail(_("The server could not be reached. Try again."));
  }
});
addEventListener("pageshow", () => busy(false)); // back from the next page: the button works again
