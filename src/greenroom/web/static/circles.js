// @ts-check
// The forms of circles: one is opened, somebody enters one, another model is chosen.
import { Complaints } from "./complaints.js";
import { _ } from "./words.js";

const DAY_MS = 24 * 3600 * 1000;

/** @param {FormData} told @param {string} name @param {Complaints} complaints @returns {object | null} */
function json(told, name, complaints) {
  try {
    const value = JSON.parse(String(told.get(name)) || "{}");
    if (value && typeof value === "object" && !Array.isArray(value)) return value;
  } catch { /* said below */ }
  complaints.complain(name, _("This must be one JSON object."));
  return null;
}

/** @param {FormData} told @param {Complaints} complaints */
function circle(told, complaints) {
  const profile = json(told, "owner_profile", complaints);
  const aim = String(told.get("owner_circle")).trim();
  if (!aim) complaints.complain("owner_circle", _("Say what you look for."));
  if (!profile || !aim) return null;
  return {
    owner_profile: profile,
    owner_circle: {
      objective_text: aim,
      radius_m: Number(told.get("owner_circle/radius_m")),
      time_window: String(told.get("time_window")).trim(),
    },
    closes_at: new Date(Date.now() + Number(told.get("closes_at")) * DAY_MS - 60_000).toISOString(),
    cooldown_s: Math.round(Number(told.get("cooldown_s")) * 3600),
    ...speaks(told),
  };
}

/** @param {FormData} told */
function speaks(told) {
  return { providers: { llm: told.get("providers/llm") || null } };
}

/** @param {FormData} told @param {Complaints} complaints */
function entry(told, complaints) {
  const profile = json(told, "visitor_profile", complaints);
  const visitor = String(told.get("visitor")).trim();
  if (!visitor) complaints.complain("visitor", _("Enter a name or number for the visitor."));
  if (!profile || !visitor) return null;
  return { visitor, visitor_profile: profile, distance_m: Number(told.get("distance_m")), entry: `by hand ${Date.now()}` };
}

/** @type {Record<string, (told: FormData, complaints: Complaints) => object | null>} */
const BODIES = { "circle-form": circle, "entry-form": entry, "speaks-form": speaks };

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-send]"))) {
  const complaints = new Complaints(form, /** @type {HTMLElement} */ (form.querySelector("[role=alert]")));
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    complaints.forget();
    const body = BODIES[form.id](new FormData(form), complaints);
    if (!body) return void complaints.focusFirst();
    button.setAttribute("aria-disabled", "true");
    try {
      const answer = await fetch(String(form.dataset.send), {
        method: form.dataset.method ?? "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(body),
      });
      const made = await answer.json().catch(() => ({}));
      if (answer.ok) return location.assign(form.dataset.then ? `${form.dataset.then}${made.interview}` : `/circles/${made.id}`);
      complaints.refuse(made, answer);
    } catch {
      complaints.say(_("The server could not be reached."), _("Nothing was sent. What you filled in stays here; try again."));
    }
    button.removeAttribute("aria-disabled");
  });
}
