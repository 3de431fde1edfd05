// @ts-check
// The report's scorecard: asking for it, and waiting for it without moving the page.

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("judge-form"));
const waiting = /** @type {HTMLElement | null} */ (document.querySelector("[data-waiting]"));
const EVERY_MS = 2000;

import { _ } from "./words.js";
/** @param {string} text */
function fail(text) {
  const trouble = /** @type {HTMLElement} */ (document.getElementById("judge-trouble"));
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.focus();
}

function reload() {
  location.hash = "short";
  location.reload();
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  const asked = new FormData(form);
  try {
    const response = await fetch(form.dataset.ask ?? "", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ key: asked.get("key"), rubric: asked.get("rubric") }),
    });
    if (response.ok) return reload();
    const body = await response.json().catch(() => ({}));
    fail(body.errors?.[0]?.detail ?? body.detail ?? _("The server did not accept this. Nothing was sent to anybody."));
  } catch {
    fail(_("The server could not be reached. Nothing was sent to anybody."));
  }
  button.removeAttribute("aria-disabled");
});

async function look() {
  try {
    const response = await fetch(waiting?.dataset.waiting ?? "", { headers: { accept: "application/json" } });
    if (response.ok && (await response.json()).status !== "asked") {
      const status = /** @type {HTMLElement} */ (document.getElementById("judging-status"));
      const { top, bottom } = status.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) return reload();
      // who reads elsewhere on the page is not thrown away from there
      const link = document.createElement("a");
      link.href = "#short";
      link.textContent = _("Show the scorecard");
      link.className = "btn btn--s";
      link.addEventListener("click", (event) => { event.preventDefault(); reload(); });
      const told = document.createElement("strong");
      told.textContent = _("It is judged.") + " ";
      status.replaceChildren(told, link);
      return;
    }
  } catch { /* the offline notice says it; the next look may work */ }
  setTimeout(look, EVERY_MS);
}
if (waiting) setTimeout(look, EVERY_MS);
