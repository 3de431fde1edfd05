// @ts-check
// On the report: what was written in the interview and never sent, to copy or to delete. It is in this browser alone.
import { forgetDrafts, unsent } from "./draft.js";
import { _ } from "./words.js";

const interview = String(document.body.dataset.unsent);
const panel = /** @type {HTMLElement} */ (document.getElementById("unsent"));
const words = /** @type {HTMLTextAreaElement} */ (panel.querySelector("textarea"));
const copy = /** @type {HTMLElement} */ (document.getElementById("unsent-copy"));

words.value = unsent(interview)?.text ?? "";
panel.hidden = !words.value.trim();
copy.addEventListener("click", async () => {
  words.select();
  const copied = await navigator.clipboard?.writeText(words.value).then(() => true, () => false);
  if (copied || document.execCommand("copy")) copy.textContent = _("Copied");
});
document.getElementById("unsent-delete")?.addEventListener("click", () => {
  forgetDrafts(interview);
  panel.hidden = true;
});
