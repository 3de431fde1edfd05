// @ts-check
// Taking a report away: the PDF, the e-mail, and links for others.

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

import { LOCALE, _ } from "./words.js";
/** @param {Response} response @returns {Promise<string>} */
async function reason(response) {
  const body = await response.json().catch(() => ({}));
  return body.errors?.[0]?.detail ?? body.detail ?? _("The server did not accept this. Nothing has changed.");
}

// the PDF: a file, or a sentence that says why there is none

const pdf = /** @type {HTMLAnchorElement | null} */ (document.getElementById("pdf"));
pdf?.addEventListener("click", async (event) => {
  event.preventDefault();
  part("pdf-status").textContent = _("The PDF is being made.");
  try {
    const response = await fetch(pdf.href);
    if (!response.ok) {
      part("pdf-status").textContent = await reason(response);
      return;
    }
    const file = document.createElement("a");
    file.href = URL.createObjectURL(await response.blob());
    file.download = pdf.download;
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
    part("pdf-status").textContent = _("The PDF is in your downloads.");
  } catch {
    part("pdf-status").textContent = _("The server could not be reached.");
  }
});

// the e-mail

const mail = /** @type {HTMLElement | null} */ (document.getElementById("mail"));
mail?.addEventListener("click", async () => {
  if (mail.getAttribute("aria-disabled")) return;
  mail.setAttribute("aria-disabled", "true");
  part("mail-status").textContent = _("It is being sent.");
  try {
    const response = await fetch(mail.dataset.mail ?? "", { method: "POST" });
    part("mail-status").textContent = response.ok ? _("The mail server has accepted it.") : await reason(response);
  } catch {
    part("mail-status").textContent = _("The server could not be reached. Nothing was sent.");
  }
  mail.removeAttribute("aria-disabled");
});

// links

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("share-form"));
const list = part("links");
const short = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const WORDS = /** @type {Record<string, string>} */ ({ stages: _("how it moved"), measures: _("how it sounded"), scorecard: _("scorecard"), coaching: _("coaching"), transcript: _("transcript"), name: _("name") });

/** @param {string} text */
function refuse(text) {
  part("share-trouble").textContent = text;
  part("share-trouble").hidden = false;
  part("share-trouble").focus();
}

/** @param {{id: string, created_at: string, expires_at: string, parts: string[]}} link */
function row(link) {
  const made = short.format(new Date(link.created_at));
  const item = document.createElement("li");
  item.dataset.link = link.id;
  const told = document.createElement("span");
  told.className = "s";
  told.textContent = _("Made {made}, ends {ends}. Shows {parts}.", { made, ends: short.format(new Date(link.expires_at)), parts: link.parts.map((one) => WORDS[one] ?? one).join(", ") });
  const end = document.createElement("button");
  end.className = "btn btn--s btn--stop";
  end.type = "button";
  end.dataset.revoke = "";
  end.textContent = _("End it");
  end.setAttribute("aria-label", _("End the link made {day}", { day: made }));
  item.append(told, end);
  return item;
}

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  part("share-trouble").hidden = true;
  const asked = new FormData(form);
  const parts = asked.getAll("parts");
  if (!parts.length) return refuse(_("Choose something that the link shows."));
  try {
    const response = await fetch(form.dataset.links ?? "", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ parts, days: Number(asked.get("days")) }),
    });
    if (!response.ok) return refuse(await reason(response));
    const link = await response.json();
    const field = /** @type {HTMLInputElement} */ (part("share-url"));
    field.value = new URL(link.path, location.href).href;
    part("share-copied").textContent = "";
    part("share-made").hidden = false;
    list.append(row(link));
    part("links-none").hidden = true;
    field.focus();
    field.select();
  } catch {
    refuse(_("The server could not be reached. No link was made."));
  }
});

part("share-copy")?.addEventListener("click", async () => {
  const field = /** @type {HTMLInputElement} */ (part("share-url"));
  try {
    await navigator.clipboard.writeText(field.value);
    part("share-copied").textContent = _("Copied.");
  } catch { // no leave to use the clipboard
    field.focus();
    field.select();
    part("share-copied").textContent = _("It is selected: copy it with your keyboard.");
  }
});

list?.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("[data-revoke]");
  const item = /** @type {HTMLElement | null} */ (button?.closest("li") ?? null);
  if (!form || !item) return;
  try {
    const response = await fetch(`${form.dataset.links}/${encodeURIComponent(item.dataset.link ?? "")}`, { method: "DELETE" });
    if (!response.ok && response.status !== 404) {
      part("links-status").textContent = await reason(response);
      return;
    }
    item.remove();
    part("share-made").hidden = true;
    part("links-none").hidden = list.children.length > 0;
    part("links-status").textContent = _("The link is ended. It no longer opens the report.");
    part("h-links").setAttribute("tabindex", "-1");
    part("h-links").focus();
  } catch {
    part("links-status").textContent = _("The server could not be reached. The link is still open.");
  }
});
