// @ts-check
// Registration: sends the form, keeps it on every error, and puts each complaint beside its field.

/** @typedef {{title?: string, detail?: string, errors?: {pointer: string, detail: string}[]}} Problem */

const form = /** @type {HTMLFormElement} */ (document.getElementById("registration"));
const send = /** @type {HTMLButtonElement} */ (document.getElementById("send"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
const CONSENT = "Please tick this first. We do not start without it.";

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-m]"))) {
  part.style.setProperty("--m", part.dataset.m ?? "1");
}

/** @returns {Record<string, string | boolean>} */
function application() {
  /** @type {Record<string, string | boolean>} */
  const body = { consent: true };
  for (const [name, value] of new FormData(form)) {
    if (name !== "consent" && String(value).trim()) body[name] = String(value).trim();
  }
  return body;
}

/** @param {string} name @returns {HTMLElement | null} */
function control(name) {
  const found = form.elements.namedItem(name);
  return found instanceof RadioNodeList ? /** @type {HTMLElement} */ (found[0]) : /** @type {HTMLElement | null} */ (found);
}

/** @param {string} name @param {string} text @returns {boolean} whether there is such a field */
function complain(name, text) {
  const field = control(name);
  const home = field?.closest(".field, fieldset");
  if (!field || !home) return false;
  const line = document.createElement("p");
  line.className = name === "consent" ? "err inset" : "err";
  line.id = `${name}-err`;
  line.textContent = text;
  home.append(line);
  home.closest("details")?.setAttribute("open", "");
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", `${line.id} ${field.getAttribute("aria-describedby") ?? ""}`.trim());
  return true;
}

function forget() {
  for (const line of form.querySelectorAll(".err")) {
    const field = form.querySelector(`[aria-describedby~="${line.id}"]`);
    field?.removeAttribute("aria-invalid");
    const rest = (field?.getAttribute("aria-describedby") ?? "").replace(line.id, "").trim();
    if (rest) field?.setAttribute("aria-describedby", rest); else field?.removeAttribute("aria-describedby");
    line.remove();
  }
  trouble.hidden = true;
  trouble.replaceChildren();
}

/** @param {string} what @param {string} todo */
function say(what, todo) {
  const strong = document.createElement("strong");
  strong.textContent = what;
  const line = document.createElement("p");
  line.append(strong, ` ${todo}`);
  trouble.replaceChildren(line);
  trouble.hidden = false;
}

/** @param {Problem} problem @param {Response} response */
function refuse(problem, response) {
  const homeless = (problem.errors ?? []).filter((error) => !complain(error.pointer.replace(/^#\//, ""), error.detail));
  const first = /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid=true]"));
  if (first && !homeless.length) return first.focus();
  const wait = response.headers.get("retry-after");
  const todo = wait ? `Try again in ${wait} seconds. What you filled in stays here.` : "What you filled in stays here.";
  say(homeless.map((error) => error.detail).join(" ") || problem.detail || problem.title || "The server did not take this.", todo);
  trouble.focus();
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
    refuse(body, response);
  } catch {
    busy(false);
    say("The server could not be reached.", "Nothing was sent. What you filled in stays here; try again.");
    trouble.focus();
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (send.getAttribute("aria-disabled")) return;
  forget();
  const email = /** @type {HTMLInputElement} */ (control("email"));
  if (!email.validity.valid) complain("email", "This is not an e-mail address. Leave it empty if you like.");
  if (!(/** @type {HTMLInputElement} */ (control("consent")).checked)) complain("consent", CONSENT);
  const first = /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid=true]"));
  if (first) first.focus(); else void register();
});
addEventListener("pageshow", () => busy(false)); // back from the next page: the button works again
