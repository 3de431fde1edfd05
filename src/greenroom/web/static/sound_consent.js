// @ts-check
// Whether the sound of the answers may be kept: it can be changed until the interview begins.

const box = /** @type {HTMLInputElement} */ (document.getElementById("keep-sound"));
const start = /** @type {HTMLAnchorElement} */ (document.getElementById("start"));
const status = /** @type {HTMLElement} */ (document.getElementById("sound-status"));

import { _ } from "./words.js";
/** @type {Promise<boolean> | null} */ let saving = null;

async function save() {
  const keep = box.checked;
  try {
    const response = await fetch(box.dataset.address ?? "", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ keep }),
    });
    if (!response.ok) throw new Error(String(response.status));
    status.textContent = keep ? _("Your voice will be kept.") : _("No sound will be kept.");
    return true;
  } catch {
    box.checked = !keep;
    status.textContent = _("This could not be changed just now. Try again.");
    return false;
  }
}

box.addEventListener("change", () => {
  const mine = (saving ?? Promise.resolve(true)).then(save);
  saving = mine;
  void mine.then(() => { if (saving === mine) saving = null; });
});
start.addEventListener("click", async (event) => { // not before the server knows
  if (!saving) return;
  event.preventDefault();
  if (await saving) location.assign(start.href);
});
