// @ts-check
// Playing what was said: one sound at a time, by the button beside its words. Of which interview it is, the
// nearest `data-sound` around them says.

const player = /** @type {HTMLAudioElement | null} */ (document.getElementById("player"));
const status = document.getElementById("player-status");
const LONGEST_MS = 120_000; // what the server gives at once

import { _ } from "./words.js";
/** @type {HTMLElement | null} */ let playing = null;
let next = 0;

/** @param {HTMLElement} button @param {"Play" | "Stop"} word */
function label(button, word) {
  const text = button.querySelector("span");
  if (text) text.textContent = { Play: _("Play"), Stop: _("Stop") }[word];
  button.setAttribute("aria-label", `${word}: ${button.dataset.what ?? ""}`);
  button.classList.toggle("play--on", word === "Stop");
}

/** @param {HTMLElement} button */
function soundOf(button) {
  const around = /** @type {HTMLElement | null} */ (button.closest("[data-sound]"));
  return around?.dataset.sound ?? "";
}

function stop() {
  player?.pause();
  if (playing) label(playing, "Play");
  playing = null;
}

/** The next two minutes of what is being played. */
function more() {
  if (!player || !playing) return;
  const from = next;
  next = Math.min(Number(playing.dataset.to), from + LONGEST_MS);
  player.src = `${soundOf(playing)}?from_ms=${from}&to_ms=${next}`;
  const asked = playing;
  player.play().catch((/** @type {Error} */ error) => {
    if (error.name === "AbortError" || playing !== asked) return; // another was chosen meanwhile
    stop();
    if (status) status.textContent = _("This sound cannot be played just now.");
  });
}

/** @param {HTMLElement} button */
function start(button) {
  const again = playing === button;
  stop();
  if (status) status.textContent = "";
  if (again) return;
  playing = button;
  next = Number(button.dataset.from);
  label(button, "Stop");
  more();
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-from]"))) {
  button.addEventListener("click", () => start(button));
}
player?.addEventListener("ended", () => {
  if (playing && next < Number(playing.dataset.to)) more();
  else stop();
});
