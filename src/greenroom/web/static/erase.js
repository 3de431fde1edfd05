// @ts-check
// Deleting asks once, in a dialog, and says what goes.
import { forgetDrafts } from "./draft.js";
import { _ } from "./words.js";

const INTERVIEWS = /^\/api\/(?:owner|interviews(?:\/([^/]+))?)$/; // one, or all
const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("erase-dialog"));
const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(`erase-${name}`));
let address = "";
let then = "/history";

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-erase]"))) {
  button.addEventListener("click", () => {
    address = button.dataset.erase ?? "";
    then = button.dataset.then ?? "/history";
    // the time as the row shows it: on the reader's own clock
    const when = button.closest("li")?.querySelector("time")?.textContent ?? "";
    part("h").textContent = (button.dataset.ask ?? "").replace("{when}", () => when);
    part("p").textContent = button.dataset.what ?? "";
    part("trouble").hidden = true;
    dialog.showModal();
  });
}

/** @param {string} text */
function fail(text) {
  part("trouble").textContent = text;
  part("trouble").hidden = false;
}

part("no").addEventListener("click", () => dialog.close());
part("yes").addEventListener("click", async () => {
  try {
    const response = await fetch(address, { method: "DELETE" });
    if (response.ok || response.status === 404) {
      const gone = INTERVIEWS.exec(address);
      if (gone) forgetDrafts(gone[1] && decodeURIComponent(gone[1]));
      location.assign(then);
    } else fail(_("The server did not delete it. Nothing has changed; try again."));
  } catch {
    fail(_("The server could not be reached. Nothing was deleted."));
  }
});
