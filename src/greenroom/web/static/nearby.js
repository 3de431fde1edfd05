// @ts-check
// Looks for model servers on the machine of the server, when asked, and offers what was found.

import { _, counted } from "./words.js";

const button = document.getElementById("look");
const list = document.getElementById("nearby");
const status = document.getElementById("looked");
const WORDS = {
  looking: _("Looking on this machine."),
  none: _("Nothing answers at the usual ports of Ollama, LM Studio and llama.cpp. Start one, or type its address below."),
  failed: _("The server could not be reached. Try again."),
};

/** @param {string} text */
function tell(text) {
  if (status) status.textContent = text;
}

/** @param {string} url @param {unknown} [body] */
async function post(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { response, told: await response.json().catch(() => ({})) };
}

/** @param {{ title: string, base_url: string }} server @param {string} model */
async function use(server, model) {
  tell(_("Asking {server}.", { server: server.title }));
  try {
    const { response, told } = await post("/api/keys", {
      provider: "openai-compatible", key: null, base_url: server.base_url, models: { llm: model },
    });
    if (response.ok) return location.assign(`/keys?saved=${encodeURIComponent(told.id)}`);
    tell(told.errors?.[0]?.detail ?? told.detail ?? WORDS.failed);
  } catch {
    tell(WORDS.failed);
  }
}

/** @param {{ title: string, base_url: string, models: string[] }} server @param {string} model */
function offer(server, model) {
  const row = document.createElement("li");
  const what = document.createElement("div");
  const name = document.createElement("strong");
  const place = document.createElement("p");
  const take = document.createElement("button");
  name.textContent = model;
  place.className = "s soft";
  place.textContent = _("{server}, at {host}", { server: server.title, host: new URL(server.base_url).host });
  what.append(name, place);
  take.type = "button";
  take.className = "btn btn--s";
  take.textContent = _("Use it");
  take.setAttribute("aria-label", _("Use {model} of {server}", { model, server: server.title }));
  take.addEventListener("click", () => void use(server, model));
  row.append(what, take);
  return row;
}

async function look() {
  tell(WORDS.looking);
  list?.replaceChildren();
  try {
    const { response, told } = await post("/api/nearby");
    if (!response.ok) return tell(told.detail ?? WORDS.failed);
    const rows = told.servers.flatMap((/** @type {any} */ server) => server.models.map((/** @type {string} */ model) => offer(server, model)));
    list?.replaceChildren(...rows);
    if (list) list.hidden = rows.length === 0;
    tell(rows.length ? counted(rows.length, "Found one model. None is used until you choose it.", "Found {n} models. None is used until you choose it.") : WORDS.none);
  } catch {
    tell(WORDS.failed);
  }
}

button?.addEventListener("click", () => void look());
