// @ts-check
// Trying a plan: begin, wait without moving the page, stop.

import { _ } from "./words.js";

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-trial]"));
const url = place?.dataset.trial ?? "";
const underWay = place?.hasAttribute("data-under-way") ?? false;
const EVERY_MS = 1000;
const SHOW = "trial-shown";

/** @param {string} text */
function fail(text) {
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.focus();
}

/** @param {string} method @param {unknown} [body] */
async function call(method, body) {
  trouble.hidden = true;
  try {
    const response = await fetch(url, { method, headers: { "content-type": "application/json", accept: "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) });
    if (response.ok) return true;
    const told = await response.json().catch(() => ({}));
    fail(told.errors?.[0]?.detail ?? told.detail ?? _("The server did not accept this."));
  } catch {
    fail(_("The server could not be reached. Nothing was begun or stopped; try again."));
  }
  return false;
}

document.getElementById("trial")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  if (button.getAttribute("aria-disabled")) return;
  button.setAttribute("aria-disabled", "true");
  if (await call("POST", { candidate: new FormData(form).get("candidate") })) location.reload();
  button.removeAttribute("aria-disabled");
});

document.getElementById("stop")?.addEventListener("click", async () => {
  if (await call("DELETE")) location.reload();
});

async function look() {
  try {
    const response = await fetch(url, { headers: { accept: "application/json" } });
    const { status } = response.ok ? await response.json() : { status: "running" };
    if (!["waiting", "running"].includes(status)) {
      sessionStorage.setItem(SHOW, "1");
      return location.reload();
    }
  } catch { /* the offline notice says it; the next look may work */ }
  setTimeout(look, EVERY_MS);
}
if (underWay) {
  document.getElementById("stop")?.focus();
  setTimeout(look, EVERY_MS);
} else if (sessionStorage.getItem(SHOW)) {
  sessionStorage.removeItem(SHOW);
  (document.getElementById("h-result") ?? document.getElementById("failed"))?.focus();
}
