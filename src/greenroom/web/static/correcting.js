// @ts-check
// Misheard words: saving what was said, and taking that back. The report is made again, so the page loads again.

const KEY = "greenroom.corrected";
import { _ } from "./words.js";
/** @type {Record<string, string>} */
const DONE = { PUT: _("Your words are saved. What was heard is shown beside them."), DELETE: _("What was heard is used again.") };

/** @param {HTMLFormElement} form @param {"PUT" | "DELETE"} method */
async function send(form, method) {
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  const trouble = /** @type {HTMLElement} */ (form.querySelector("[data-trouble]"));
  trouble.hidden = true;
  try {
    const response = await fetch(form.dataset.correct ?? "", {
      method,
      headers: { "content-type": "application/json", accept: "application/json" },
      ...(method === "PUT" ? { body: JSON.stringify({ text: new FormData(form).get("text") }) } : {}),
    });
    if (response.ok) {
      const turn = /** @type {HTMLElement} */ (form.closest(".turn")).id;
      sessionStorage.setItem(KEY, JSON.stringify({ turn, told: DONE[method] }));
      location.hash = turn;
      return location.reload();
    }
    const told = await response.json().catch(() => ({}));
    trouble.textContent = told.errors?.[0]?.detail ?? told.detail ?? _("The server did not accept this. Nothing has changed.");
  } catch {
    trouble.textContent = _("The server could not be reached. Nothing has changed; try again.");
  }
  form.removeAttribute("aria-busy");
  trouble.hidden = false;
  trouble.focus();
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-correct]"))) {
  form.addEventListener("submit", (event) => { event.preventDefault(); send(form, "PUT"); });
  form.querySelector("[data-take-back]")?.addEventListener("click", () => send(form, "DELETE"));
}

const before = sessionStorage.getItem(KEY);
if (before) {
  sessionStorage.removeItem(KEY);
  const { turn, told } = JSON.parse(before);
  const summary = /** @type {HTMLElement | null} */ (document.querySelector(`#${CSS.escape(turn)} .fix > summary`));
  summary?.focus();
  const status = document.getElementById("corrected");
  if (status) status.textContent = told;
}
