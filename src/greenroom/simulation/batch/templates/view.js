// @ts-check
// No module: these pages are opened from the disk, where browsers refuse modules.
{
  /** @param {string} query @returns {HTMLElement[]} */
  const all = (query) => [...document.querySelectorAll(query)].map((found) => /** @type {HTMLElement} */ (found));

  const light = (/** @type {HTMLElement} */ button) => {
    const number = button.dataset.check ?? "";
    const pressed = button.getAttribute("aria-pressed") === "true";
    for (const other of all(".chk-b")) other.setAttribute("aria-pressed", "false");
    for (const lit of all(".on")) lit.classList.remove("on");
    if (pressed) return;
    button.setAttribute("aria-pressed", "true");
    const marks = all("mark").filter((mark) => (mark.dataset.checks ?? "").split(" ").includes(number));
    for (const mark of marks) mark.classList.add("on");
    const links = [...(button.parentElement?.querySelectorAll("a.quote") ?? [])];
    const turns = links.map((link) => document.querySelector(link.getAttribute("href") ?? ""));
    for (const turn of turns) turn?.classList.add("on");
    const first = turns[0];
    if (first) first.scrollIntoView({ block: "center" });
  };
  for (const button of all(".chk-b")) button.addEventListener("click", () => light(button));

  const filter = document.querySelector(".filter");
  const shown = document.getElementById("shown");
  if (filter instanceof HTMLElement && shown) {
    filter.hidden = false;
    filter.addEventListener("change", (event) => {
      const status = /** @type {HTMLInputElement} */ (event.target).value;
      const rows = all("tr[data-status]");
      for (const row of rows) row.hidden = status !== "" && row.dataset.status !== status;
      shown.textContent = `${rows.filter((row) => !row.hidden).length} runs shown`;
    });
  }
}
