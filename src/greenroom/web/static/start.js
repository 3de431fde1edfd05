// @ts-check
// Registration: sends the form, keeps it on every error, and says what leaves this server.
import { Complaints } from "./complaints.js";
import { leaving } from "./leaving.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("registration"));
const send = /** @type {HTMLButtonElement} */ (document.getElementById("send"));
const complaints = new Complaints(form, /** @type {HTMLElement} */ (document.getElementById("trouble")));
const CONSENT = "Please tick this first. We do not start without it.";

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-m]"))) {
  part.style.setProperty("--m", part.dataset.m ?? "1");
}

/** @returns {Record<string, unknown>} */
function application() {
  /** @type {Record<string, string>} */
  const providers = {};
  /** @type {Record<string, unknown>} */
  const body = { consent: true, providers };
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (name === "consent" || !text) continue;
    if (name.startsWith("providers/")) providers[name.slice("providers/".length)] = text; else body[name] = text;
  }
  return body;
}

/** @param {boolean} on */
function busy(on) {
  if (on) send.setAttribute("aria-disabled", "true"); else send.removeAttribute("aria-disabled");
  send.textContent = on ? "Preparing your interview" : "Check my microphone";
}

async function register() {
  busy(true);
  try {
    const response = await fetch("/api/interviews", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(application()),
    });
    const body = await response.json().catch(() => ({}));
    if (response.status === 201) return location.assign(`/interviews/${encodeURIComponent(body.id)}/check`);
    busy(false);
    complaints.refuse(body, response);
  } catch {
    busy(false);
    complaints.say("The server could not be reached.", "Nothing was sent. What you filled in stays here; try again.");
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (send.getAttribute("aria-disabled")) return;
  complaints.forget();
  const email = /** @type {HTMLInputElement} */ (complaints.control("email"));
  if (!email.validity.valid) complaints.complain("email", "This is not an e-mail address. Leave it empty if you like.");
  if (!(/** @type {HTMLInputElement} */ (complaints.control("consent")).checked)) complaints.complain("consent", CONSENT);
  if (!complaints.focusFirst()) void register();
});
addEventListener("pageshow", () => busy(false)); // back from the next page: the button works again
leaving();
