// @ts-check
// Papers before the interview: send a document, confirm and strike, look the company up.

import { _ } from "./words.js";

const interview = encodeURIComponent(String(document.body.dataset.interview));
const own = `/api/interviews/${interview}`;
const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
export const KEPT = "greenroom.trouble";

/** @param {string} what @param {string} [todo] */
function complain(what, todo = _("Nothing was changed; try again.")) {
  const strong = document.createElement("strong");
  strong.textContent = what;
  const line = document.createElement("p");
  line.append(strong, ` ${todo}`);
  const trouble = $("trouble");
  trouble.replaceChildren(line);
  trouble.hidden = false;
  trouble.focus();
}

/** Ask the server; what it refuses is said. @param {string} path @param {RequestInit} init @returns {Promise<boolean>} */
async function asked(path, init) {
  try {
    const response = await fetch(`${own}${path}`, init);
    if (response.ok) return true;
    const problem = await response.json().catch(() => ({}));
    const known = response.status === 409 || response.status === 503 || response.status === 429;
    complain(problem.detail || _("The server did not accept this."), known ? "" : undefined);
  } catch {
    complain(_("The server could not be reached."));
  }
  return false;
}

/** The page as it is now on the server, in the place of this one. @param {string} focus */
async function refresh(focus) {
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("papers");
  if (!response.ok || !fresh) return location.reload();
  $("papers").replaceWith(fresh);
  listen();
  (document.getElementById(focus) ?? $("h-resume")).focus();
}

/** @param {File} file */
async function send(file) {
  $("trouble").hidden = true;
  if (file.size > 5 * 1024 * 1024) return complain(_("The file is larger than 5 MB."), _("Save it without pictures, or as plain text."));
  $("reading").textContent = _("Reading {file}. This takes a few seconds.", { file: file.name });
  const body = new FormData();
  body.append("file", file);
  const taken = await asked("/documents", { method: "POST", body });
  if (taken) return refresh("h-points");
  $("reading").textContent = "";
  /** @type {HTMLInputElement} */ ($("file")).value = "";
}

/** @param {HTMLInputElement} input */
async function decide(input) {
  $("trouble").hidden = true;
  const { name, value } = input;
  const body = name.startsWith("req-") ? { requirements: { [name]: value === "struck" } } : { highlights: { [name]: value } };
  const headers = { "content-type": "application/json" };
  if (!(await asked("/preparation", { method: "PATCH", headers, body: JSON.stringify(body) }))) {
    input.checked = false;
    return;
  }
  const all = document.querySelectorAll("[data-pick^='doc_']").length;
  if (all) $("count").textContent = _("{asked} of {all} confirmed.", { all, asked: document.querySelectorAll("[data-pick^='doc_'] [value=confirmed]:checked").length });
}

/** @param {HTMLButtonElement} button @param {string} focus */
async function ask(button, focus) {
  $("trouble").hidden = true;
  button.setAttribute("aria-disabled", "true");
  const words = button.textContent;
  button.textContent = _("Asking");
  if (await asked(`/${button.dataset.do}`, { method: "POST" })) return refresh(focus);
  button.removeAttribute("aria-disabled");
  button.textContent = words;
}

function listen() {
  const file = /** @type {HTMLInputElement | null} */ (document.getElementById("file"));
  file?.addEventListener("change", () => void (file.files?.[0] && send(file.files[0])));
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-pick] input"))) {
    input.addEventListener("change", () => void decide(input));
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-remove]"))) {
    button.addEventListener("click", async () => {
      if (await asked(`/documents/${encodeURIComponent(String(button.dataset.remove))}`, { method: "DELETE" })) await refresh("h-resume");
    });
  }
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-do]"))) {
    button.addEventListener("click", () => void (button.getAttribute("aria-disabled") || ask(button, button.dataset.do === "research" ? "h-company" : "h-job")));
  }
}

listen();
const before = sessionStorage.getItem(KEPT); // a document that was refused on the page before
if (before) {
  sessionStorage.removeItem(KEPT);
  complain(before, _("Everything else was accepted."));
}
