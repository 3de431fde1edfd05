// @ts-check
// The editor of a plan: form and text say the same, and the server checks both as they are typed.
import { keep, recall } from "./local_storage.js";
import { PlanForm } from "./plan_form.js";
import { _, counted } from "./words.js";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const editor = part("editor");
const toml = /** @type {HTMLTextAreaElement} */ (part("toml"));
const plan = editor.dataset.plan ?? "";
const draftKey = `plan-draft-${plan}`;
const QUIET_MS = 600;
const LATER_MS = 10_000;
let version = Number(editor.dataset.version);
let saved = "";
let waiting = 0;
let asked = 0;
/** @type {PlanForm} */
let form;

/** @param {string} path @param {string} method @param {unknown} [body] */
async function call(path, method, body) {
  const response = await fetch(path, { method, headers: { "content-type": "application/json", accept: "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) });
  return { response, told: await response.json().catch(() => ({})) };
}

/** @param {string} text */
function fail(text) {
  part("trouble").textContent = text;
  part("trouble").hidden = false;
  part("trouble").focus();
}

/** @param {{faults: {line: number | null, key: string, told: string}[], summary: {minutes: number, stages: unknown[]} | null}} found */
function tell(found) {
  const many = found.faults.length;
  const changed = toml.value === saved ? _("Saved.") : _("Not saved yet.");
  const sum = found.summary;
  part("state").textContent = sum
    ? `${changed} ${counted(sum.stages.length, "Nothing to fix: {n} stage, at most {minutes} minutes.", "Nothing to fix: {n} stages, at most {minutes} minutes.", { minutes: sum.minutes })}`
    : `${changed} ${counted(many, "One thing to fix before it can be used.", "{n} things to fix before it can be used.")}`;
  for (const id of ["try", "use"]) part(id).hidden = !sum || toml.value !== saved;
  part("mend").hidden = !many;
  part("faults").replaceChildren(...found.faults.map(entry));
  form.mark(found.faults);
  part("title").textContent = String(form.plan.title ?? "") || _("Untitled plan");
}

/** @param {{line: number | null, key: string, told: string}} fault */
function entry(fault) {
  const item = document.createElement("li");
  const field = document.createElement("button");
  field.type = "button";
  field.className = "text-btn";
  field.textContent = `${fault.key ? `${fault.key}: ` : ""}${fault.told}`;
  field.addEventListener("click", () => {
    const found = form.reveal(fault.key);
    if (!found) return goTo(fault.line ?? 1);
    const inner = found.matches("details") ? found.querySelector("summary") : found;
    /** @type {HTMLElement} */ (inner ?? found).focus();
  });
  const line = document.createElement("button");
  line.type = "button";
  line.className = "text-btn soft num";
  line.textContent = _("Line {line}", { line: fault.line ?? 1 });
  line.addEventListener("click", () => goTo(fault.line ?? 1));
  item.append(field, " ", line);
  return item;
}

/** Selects a line of the text. @param {number} line */
function goTo(line) {
  const lines = toml.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  toml.focus();
  toml.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  toml.scrollTop = Math.max(0, (line - 4) * (toml.scrollHeight / Math.max(1, lines.length)));
}

/** @param {{toml: string} | {plan: Record<string, any>}} body @param {boolean} fromForm */
async function check(body, fromForm) {
  const number = ++asked;
  try {
    const { response, told } = await call("/api/plans/check", "POST", body);
    if (number !== asked) return;
    if (response.status === 429) {
      part("state").textContent = _("Too many checks: it is checked again in a moment.");
      waiting = setTimeout(() => void check(body, fromForm), LATER_MS);
      return;
    }
    toml.readOnly = false;
    if (!response.ok) {
      part("state").textContent = (told.errors?.[0]?.detail ?? told.detail ?? _("The server could not check this."));
      return;
    }
    if (fromForm) toml.value = told.toml;
    else if (told.plan) form.show(told.plan);
    part("stale").hidden = Boolean(told.plan);
    keep(draftKey, toml.value === saved ? "" : JSON.stringify({ version, toml: toml.value }));
    tell(told);
  } catch {
    toml.readOnly = false;
    part("state").textContent = _("The server could not be reached. What you wrote stays here.");
  }
}

/** @param {boolean} fromForm @param {number} [wait] */
function soon(fromForm, wait = QUIET_MS) {
  clearTimeout(waiting);
  asked += 1; // an answer that is on its way is about something older
  toml.readOnly = fromForm; // the text is about to be written again
  waiting = setTimeout(() => void check(fromForm ? { plan: form.plan } : { toml: toml.value }, fromForm), wait);
}

async function save() {
  part("trouble").hidden = true;
  try {
    const { response, told } = await call(`/api/plans/${encodeURIComponent(plan)}`, "PUT", { toml: toml.value, version });
    if (!response.ok) return fail(`${told.errors?.[0]?.detail ?? told.detail ?? _("The server did not save it.")} ${_("What you wrote stays here.")}`);
    version = told.version;
    saved = told.toml;
    keep(draftKey, "");
    part("unsaved").hidden = true;
    tell(told);
    part("state").focus();
  } catch {
    fail(_("The server could not be reached. Nothing was saved; what you wrote stays here."));
  }
}

async function begin() {
  const [schema, found] = await Promise.all([call("/api/plans/schema", "GET"), call(`/api/plans/${encodeURIComponent(plan)}`, "GET")]);
  if (!schema.response.ok || !found.response.ok) return fail(_("The plan could not be loaded. Load the page again."));
  form = new PlanForm(part("fields"), schema.told, (rebuilt) => soon(true, rebuilt ? 0 : QUIET_MS));
  version = found.told.version;
  saved = found.told.toml;
  toml.value = saved;
  form.show(found.told.plan ?? {});
  tell(found.told);
  const kept = JSON.parse(recall(draftKey) || "null");
  if (kept?.toml && kept.toml !== saved) {
    toml.value = kept.toml;
    part("unsaved").hidden = false;
    soon(false, 0);
  }
}

toml.addEventListener("input", () => soon(false));
document.addEventListener("selectionchange", () => {
  if (document.activeElement === toml) part("place").textContent = _("Line {line}.", { line: toml.value.slice(0, toml.selectionStart).split("\n").length });
});
part("save").addEventListener("click", () => void save());
part("form").addEventListener("submit", (event) => { event.preventDefault(); void save(); });
part("drop").addEventListener("click", () => {
  toml.value = saved;
  part("unsaved").hidden = true;
  keep(draftKey, "");
  soon(false, 0);
  toml.focus();
});
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); void save(); }
});
addEventListener("beforeunload", (event) => { if (saved && toml.value !== saved) event.preventDefault(); });
void begin().catch(() => fail(_("The plan could not be loaded. Load the page again.")));
