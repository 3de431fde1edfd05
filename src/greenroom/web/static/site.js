// @ts-check
// What every page has: the theme button, times on the reader's own clock, the offline notice, links to folded places.
import { keep, recall } from "./local_storage.js";
import { unfolded } from "./unfolded.js";
import { LOCALE, _ } from "./words.js";

const THEMES = ["system", "light", "dark"];
const NAMED = { system: _("Theme: system"), light: _("Theme: light"), dark: _("Theme: dark") };

function themes() {
  const root = document.documentElement;
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-theme-toggle]"));
  let theme = THEMES.includes(recall("theme") ?? "") ? String(recall("theme")) : "system";
  const show = () => {
    if (theme === "system") delete root.dataset.theme; else root.dataset.theme = theme;
    for (const button of buttons) button.textContent = /** @type {Record<string, string>} */ (NAMED)[theme];
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
      keep("theme", theme);
      show();
    });
  }
  show();
}

function times() {
  const hour = /** @type {const} */ ({ hour: "2-digit", minute: "2-digit" });
  const long = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "long", year: "numeric", ...hour });
  const short = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", ...hour });
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-local]"))) {
    const at = new Date(time.dateTime);
    if (!Number.isNaN(at.getTime())) time.textContent = (time.dataset.local === "short" ? short : long).format(at);
  }
}

function offline() {
  if (document.body.matches("[data-room]")) return; // the room says it itself, in its own place
  const notice = document.createElement("div");
  notice.className = "offline";
  notice.setAttribute("role", "status");
  notice.hidden = true;
  document.body.append(notice);
  const show = () => {
    notice.hidden = navigator.onLine;
    notice.textContent = navigator.onLine ? "" : _("You are offline. What you filled in stays here; nothing is sent until the connection is back.");
  };
  addEventListener("online", show);
  addEventListener("offline", show);
  show();
}

themes();
times();
offline();
unfolded();
