// @ts-check
// Practice: a question again, how it went, and not again.
import { _, LOCALE } from "./words.js";

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
const graded = document.getElementById("graded");

/** @param {string} path @param {unknown} body @param {string} [method] @returns {Promise<any>} what the server told; null: it did not do it */
async function post(path, body, method = "POST") {
  trouble.hidden = true;
  try {
    const response = await fetch(path, { method, headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body) });
    const told = await response.json().catch(() => ({}));
    if (response.ok) return told;
    trouble.textContent = told.errors?.[0]?.detail ?? told.detail ?? _("The server did not accept this.");
  } catch {
    trouble.textContent = _("The server could not be reached. Nothing has changed; try again.");
  }
  trouble.hidden = false;
  trouble.focus();
  return null;
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-retry]"))) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    const again = await post(`/api/interviews/${encodeURIComponent(button.dataset.interview ?? "")}/retries`, { message: Number(button.dataset.retry) });
    button.removeAttribute("aria-disabled");
    if (again) location.assign(`/interviews/${encodeURIComponent(again.id)}/check`);
  });
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-bank]"))) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    const { plan, stage, bank: question } = button.dataset;
    const made = await post("/api/bank", { plan, stage, question });
    button.removeAttribute("aria-disabled");
    if (made) location.assign(`/interviews/${encodeURIComponent(made.id)}/check`);
  });
}

/** A wording goes into the box, where it can be changed before it is kept. @param {string | undefined} message @param {string} text */
function use(message, text) {
  const box = /** @type {HTMLTextAreaElement | null} */ (document.getElementById(`keep-${message}`));
  if (!box) return;
  box.closest("details")?.setAttribute("open", "");
  box.value = text;
  box.focus();
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-use]"))) {
  button.addEventListener("click", () => use(button.dataset.use, button.dataset.text ?? ""));
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-keep]"))) {
  const box = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
  const drop = /** @type {HTMLButtonElement} */ (form.querySelector("[data-unkeep]"));
  const told = /** @type {HTMLElement} */ (form.querySelector("[data-told]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    told.textContent = "";
    if (!(await post(form.dataset.keep ?? "", { text: box.value }, "PUT"))) return;
    drop.hidden = false;
    told.textContent = _("Kept. You find it beside this question in your practice.");
  });
  drop.addEventListener("click", async () => {
    if (!(await post(form.dataset.keep ?? "", undefined, "DELETE"))) return;
    box.value = "";
    box.focus();
    drop.hidden = true;
    told.textContent = _("It is not kept any more.");
  });
}

/** @param {string} tag @param {string} text @param {string} [name] */
function made(tag, text, name = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = name;
  return element;
}

/** @param {{by: string | null, sentences: {text: string, gap: boolean}[] | null, why: string | null}} told */
function wording(told) {
  if (!told.sentences) return [made("p", (told.why ?? _("There is no wording.")) + " " + _("The order above stays; nothing from the model is shown."), "s")];
  const list = made("p", "", "own");
  for (const one of told.sentences) list.append(made(one.gap ? "span" : "q", one.text, one.gap ? "gap-mark" : ""), " ");
  return [made("p", _("Worded by {by}. Code found every word of it in what you said, each sentence in its own order; read whether it still says what you mean.", { by: told.by ?? "" }), "hint"), list];
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-word]"))) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    const place = /** @type {HTMLElement} */ (button.parentElement?.querySelector("[data-words]"));
    place.replaceChildren(made("p", _("The model is asked. That can take half a minute."), "s soft"));
    const key = /** @type {HTMLSelectElement | null} */ (document.getElementById("writer"))?.value ?? null;
    const told = await post(`/api/interviews/${encodeURIComponent(button.dataset.interview ?? "")}/wordings`, { message: Number(button.dataset.word), key });
    place.replaceChildren(...(told ? wording(told) : []));
    if (told?.sentences) {
      const keep = /** @type {HTMLButtonElement} */ (made("button", _("Use this as your wording"), "btn btn--s"));
      keep.type = "button";
      keep.addEventListener("click", () => use(button.dataset.word, told.sentences.map((/** @type {{text: string}} */ one) => one.text).join(" ")));
      place.append(keep);
    }
    button.removeAttribute("aria-disabled");
  });
}

for (const home of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-drill]"))) {
  const drill = { interview: home.dataset.drill, message: Number(home.dataset.message) };
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll("[data-grade], [data-by]"))) {
    button.addEventListener("click", async () => {
      const how = button.dataset.by ? { retry: button.dataset.by } : { grade: button.dataset.grade };
      const told = await post("/api/drills", { ...drill, ...how });
      if (!told || !graded) return;
      const when = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" }).format(new Date(told.due));
      graded.textContent = `${told.why[0].toUpperCase()}${told.why.slice(1)} ` + _("It comes again on {when}.", { when });
    });
  }
  home.querySelector("[data-drop]")?.addEventListener("click", async () => {
    const told = await post("/api/drills", { ...drill, drop: true });
    if (!told || !graded) return;
    const next = /** @type {HTMLElement | null} */ ((home.nextElementSibling ?? home.previousElementSibling)?.querySelector("button"));
    home.remove();
    graded.textContent = _("It will not come again.");
    next?.focus();
  });
}
