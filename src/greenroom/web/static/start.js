// @ts-check
// Registration: sends the form, keeps it on every error, and says what leaves this server.
import { Complaints } from "./complaints.js";
import { keep, recall } from "./local_storage.js";
import { leaving } from "./leaving.js";
import { _, language } from "./words.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("registration"));
const send = /** @type {HTMLButtonElement} */ (document.getElementById("send"));
const complaints = new Complaints(form, /** @type {HTMLElement} */ (document.getElementById("trouble")));
const unhurried = /** @type {HTMLInputElement} */ (document.getElementById("unhurried"));
const pace = /** @type {HTMLSelectElement} */ (document.getElementById("pace"));
const CONSENT = _("Please tick this first. We do not start without it.");

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-m]"))) {
  part.style.setProperty("--m", part.dataset.m ?? "1");
}

unhurried.checked = recall("greenroom.unhurried") === "yes";
unhurried.addEventListener("change", () => keep("greenroom.unhurried", unhurried.checked ? "yes" : "no"));

const chosen = recall("greenroom.pace");
if (chosen === "quick" || chosen === "unhurried") pace.value = chosen;
pace.addEventListener("change", () => keep("greenroom.pace", pace.value));

/** @returns {Record<string, unknown>} */
function application() {
  /** @type {Record<string, string>} */
  const providers = {};
  /** @type {Record<string, unknown>} */
  const body = { consent: true, providers };
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (name === "consent" || name === "document" || !text) continue;
    if (["study", "keep_sound", "unhurried"].includes(name)) { body[name] = true; continue; }
    if (name.startsWith("providers/")) providers[name.slice("providers/".length)] = text; else body[name] = text;
  }
  return body;
}

/** Where to go on: to what was handed in, if there is something. @param {string} id @returns {Promise<string>} */
async function next(id) {
  const here = `/interviews/${encodeURIComponent(id)}`;
  const file = /** @type {HTMLInputElement} */ (complaints.control("document")).files?.[0];
  const told = ["job_description", "company"].some((name) => /** @type {HTMLInputElement} */ (complaints.control(name)).value.trim());
  if (file) {
    const body = new FormData();
    body.append("file", file);
    const response = await fetch(`/api${here}/documents`, { method: "POST", body }).catch(() => null);
    const problem = response?.ok ? null : await response?.json().catch(() => null);
    if (!response?.ok) sessionStorage.setItem("greenroom.trouble", problem?.detail ?? _("Your résumé could not be sent."));
  }
  return file || told ? `${here}/prepare` : `${here}/check`;
}

/** @param {boolean} on */
function busy(on) {
  if (on) send.setAttribute("aria-disabled", "true"); else send.removeAttribute("aria-disabled");
  send.textContent = on ? _("Preparing your interview") : _("Check my microphone");
}

async function register() {
  busy(true);
  try {
    const response = await fetch("/api/interviews", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", "accept-language": language }, // of the words that are agreed to
      body: JSON.stringify(application()),
    });
    const body = await response.json().catch(() => ({}));
    if (response.status === 201) return location.assign(await next(body.id));
    busy(false);
    complaints.refuse(body, response);
  } catch {
    busy(false);
    complaints.say(_("The server could not be reached."), _("Nothing was sent. What you filled in stays here; try again."));
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (send.getAttribute("aria-disabled")) return;
  complaints.forget();
  const email = /** @type {HTMLInputElement} */ (complaints.control("email"));
  if (!email.validity.valid) complaints.complain("email", _("This is not an e-mail address. Leave it empty if you like."));
  if (!(/** @type {HTMLInputElement} */ (complaints.control("consent")).checked)) complaints.complain("consent", CONSENT);
  if (!complaints.focusFirst()) void register();
});
addEventListener("pageshow", () => busy(false)); // back from the next page: the button works again
leaving();
