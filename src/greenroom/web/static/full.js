// @ts-check
// All rooms are taken: looks again every few seconds once asked to, and calls the person in.

const call = /** @type {HTMLButtonElement} */ (document.getElementById("call"));
const enter = /** @type {HTMLAnchorElement} */ (document.getElementById("enter"));
const checked = /** @type {HTMLElement} */ (document.getElementById("checked"));
const EVERY_MS = 10_000;

/** @param {AudioContext} sound */
function chime(sound) {
  for (const [note, at] of [[523, 0], [659, 0.25]]) {
    const tone = new OscillatorNode(sound, { frequency: note });
    const level = new GainNode(sound, { gain: 0 });
    const start = sound.currentTime + at;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(0.2, start + 0.03);
    level.gain.linearRampToValueAtTime(0, start + 0.6);
    tone.connect(level).connect(sound.destination);
    tone.start(start);
    tone.stop(start + 0.7);
  }
}

/** @param {AudioContext} sound */
async function look(sound) {
  const free = await fetch(enter.href, { headers: { accept: "text/html" } }).then((r) => r.ok, () => false);
  const now = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (!free) {
    checked.textContent = `Last looked at ${now}. We look again every ten seconds.`;
    setTimeout(() => void look(sound), EVERY_MS);
    return;
  }
  document.title = "A room is free, Greenroom";
  checked.textContent = `A room became free at ${now}.`;
  call.hidden = true;
  enter.hidden = false;
  enter.focus();
  chime(sound);
}

call.addEventListener("click", () => {
  call.setAttribute("aria-disabled", "true");
  call.textContent = "We are looking";
  void look(new AudioContext());
}, { once: true });
