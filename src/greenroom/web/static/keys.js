// @ts-check
// The form for providers of one's own: what it asks follows the provider, and it keeps all but the key.
import { Complaints } from "./complaints.js";
import { _ } from "./words.js";

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (part("key-form"));
const provider = /** @type {HTMLSelectElement} */ (part("provider"));
const send = part("send");
const complaints = new Complaints(form, part("trouble"));
const WORDS = { add: _("Try it and save it"), replace: _("Try it and replace"), busy: _("Asking the provider") };
let replaced = "";

/** What this provider wants to be told. */
function follow() {
  const chosen = provider.selectedOptions[0].dataset;
  const own = chosen.own === "true";
  const models = JSON.parse(chosen.models ?? "{}");
  part("provider-hint").textContent = own ? _("It does the parts for which you name a model.") : _("It {does}.", { does: String(chosen.does) });
  part("base-url-field").hidden = !own;
  part("key-optional").hidden = chosen.needsKey === "true";
  part("models-optional").hidden = own;
  if (own) part("models").setAttribute("open", "");
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-part]"))) {
    field.hidden = !(String(field.dataset.part) in models);
  }
  for (const name of ["llm", "stt", "tts"]) input(`models-${name}`).placeholder = models[name] ?? "";
  input("voice").placeholder = chosen.voice ?? "";
}

function entered() {
  const own = provider.selectedOptions[0].dataset.own === "true";
  const shown = (/** @type {string} */ id) => (input(id).closest("[hidden]") ? "" : input(id).value.trim());
  return {
    provider: provider.value,
    key: input("key").value.trim() || null,
    base_url: own ? shown("base_url") : "",
    models: { llm: shown("models-llm"), stt: shown("models-stt"), tts: shown("models-tts") },
    voice: shown("voice"),
  };
}

/** @param {boolean} on */
function busy(on) {
  if (on) send.setAttribute("aria-disabled", "true"); else send.removeAttribute("aria-disabled");
  send.textContent = on ? WORDS.busy : replaced ? WORDS.replace : WORDS.add;
  part("progress").textContent = on ? _("Asking the provider whether it accepts this. It can take ten seconds.") : "";
}

async function save() {
  busy(true);
  try {
    const response = await fetch(replaced ? `/api/keys/${encodeURIComponent(replaced)}` : "/api/keys", {
      method: replaced ? "PUT" : "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(entered()),
    });
    const body = await response.json().catch(() => ({}));
    if (response.ok) {
      input("key").value = "";
      return location.assign(`/keys?saved=${encodeURIComponent(body.id)}${body.listed === false ? "&unlisted=1" : ""}`);
    }
    busy(false);
    complaints.refuse(body, response);
  } catch {
    busy(false);
    complaints.say(_("The server could not be reached."), _("Nothing was saved. What you filled in stays here; try again."));
  }
}

/** @param {string} id @param {string} title */
function begin(id, title) {
  replaced = id;
  complaints.forget();
  part("h-form").textContent = title;
  part("cancel").hidden = !id;
  input("key").value = "";
  busy(false);
  follow();
  part("h-form").focus();
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-replace]"))) {
  button.addEventListener("click", () => {
    const saved = JSON.parse(button.dataset.saved ?? "{}");
    provider.value = saved.provider;
    input("base_url").value = saved.base_url;
    input("voice").value = saved.voice;
    for (const name of ["llm", "stt", "tts"]) input(`models-${name}`).value = saved.models[name] ?? "";
    begin(button.dataset.replace ?? "", button.getAttribute("aria-label") ?? "");
  });
}
part("cancel").addEventListener("click", () => {
  form.reset();
  begin("", _("Add one"));
});
provider.addEventListener("change", follow);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (send.getAttribute("aria-disabled")) return;
  complaints.forget();
  void save();
});
addEventListener("pageshow", () => { follow(); busy(false); });
part("fresh")?.focus();
follow();
