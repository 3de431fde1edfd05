// @ts-check
// The focus, when a change of the page takes the element away that has it.

/** Change the page. Whoever was on an element that is hidden now goes on at the heading of its section, not at the top of the page. @param {() => void} change */
export function keepingPlace(change) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const section = focused?.closest("section, dialog, main");
  change();
  if (!focused || focused === document.body || focused.checkVisibility()) return;
  const heading = /** @type {HTMLElement | null} */ (section?.querySelector("h1, h2, h3") ?? null);
  if (heading) heading.tabIndex = -1;
  heading?.focus();
}
