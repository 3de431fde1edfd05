// @ts-check
// The list of plans: a copy, an empty one or a file becomes a plan of one's own, and opens.

import { _ } from "./words.js";

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
const LARGEST = 256 * 1024;
const EMPTY = `schema = 1
id = "my-plan"
title = "My plan"

[[stages]]
id = "TALK"
hard_limit = 180
closing = "That is all. Thank you, {name}, and good-bye."

[stages.opening]
text = "What would you like to talk about?"
`;

/** @param {string} text */
function fail(text) {
  trouble.textContent = text;
  trouble.hidden = false;
  trouble.focus();
}

/** @param {{toml: string} | {copy_of: string}} body */
async function put(body) {
  trouble.hidden = true;
  try {
    const response = await fetch("/api/plans", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
    });
    const told = await response.json().catch(() => ({}));
    if (response.status === 201) return location.assign(`/plans/${encodeURIComponent(told.id)}`);
    fail(told.errors?.map((/** @type {{detail: string}} */ one) => one.detail).join(" ") || told.detail || _("The server did not accept this plan."));
  } catch {
    fail(_("The server could not be reached. Nothing was saved; try again."));
  }
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.addEventListener("click", () => void put({ copy_of: button.dataset.copy ?? "" }));
}
document.getElementById("empty")?.addEventListener("click", () => void put({ toml: EMPTY }));
const file = /** @type {HTMLInputElement} */ (document.getElementById("file"));
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  file.value = "";
  if (!chosen) return;
  if (chosen.size > LARGEST) return fail(_("This file is too large for a plan: at most 256 KiB."));
  try {
    const toml = new TextDecoder("utf-8", { fatal: true }).decode(await chosen.arrayBuffer());
    await put({ toml });
  } catch {
    fail(_("This file is not UTF-8 text, so it is not a plan."));
  }
});
