// @ts-check
// Microphone and speaker check. Nothing leaves the browser here, and the clock has not started.
import { Audio, devices } from "./audio.js";
import { Hearing } from "./hearing.js";
import { keep } from "./kept.js";

/** @typedef {"not-asked"|"asking"|"listening"|"heard"|"quiet"|"silent"|"loud"|"refused"|"missing"|"busy"|"insecure"|"typed"} State */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const cue = /** @type {SVGElement} */ (document.querySelector(".cue"));
const bars = [...$("meter").children];
const microphones = /** @type {HTMLSelectElement} */ ($("microphone"));
const speakers = /** @type {HTMLSelectElement} */ ($("speaker"));

/** @type {Audio | null} */ let audio = null;
let hearing = new Hearing();

/** @returns {State} */
const state = () => /** @type {State} */ (document.body.dataset.state);

/** @param {State} next */
function show(next) {
  document.body.dataset.state = next;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-when]"))) {
    part.hidden = !String(part.dataset.when).split(" ").includes(next);
  }
  $("noise").textContent = hearing.noise ? `, with ${hearing.noise} noise around you` : "";
}

/** @param {unknown} error @returns {State} */
function refusal(error) {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return name === "TypeError" ? "insecure" : "missing";
}

async function ask() {
  if (!navigator.mediaDevices) return show("insecure");
  show("asking");
  try {
    await close();
    const opened = await Audio.open({});
    if (state() !== "asking") return void (await opened.close()); // typing was chosen meanwhile
    audio = opened;
    listen(audio);
    await list();
    hearing = new Hearing();
    if (state() === "asking") show("listening");
  } catch (error) {
    if (state() === "asking") show(refusal(error));
  }
}

/** @param {Audio} opened */
function listen(opened) {
  opened.addEventListener("levels", (/** @type {Event} */ event) => meter(/** @type {CustomEvent} */ (event).detail.mic));
  opened.addEventListener("microphone", (/** @type {Event} */ event) => {
    const what = /** @type {CustomEvent} */ (event).detail.state;
    if (state() === "typed") return;
    if (what === "lost") show("missing");
    else if (what === "silent") show("silent");
    else if (state() === "silent" || state() === "missing") show("listening");
  });
  opened.addEventListener("devices", () => void list());
  opened.addEventListener("asleep", () => void opened.wake());
}

/** @param {number} level */
function meter(level) {
  cue.style.setProperty("--b", level.toFixed(2));
  const lit = Math.round(level * bars.length);
  bars.forEach((bar, index) => {
    bar.className = index >= lit ? "" : index > bars.length * 0.9 ? "hot" : "on";
  });
  if (!["listening", "quiet", "heard"].includes(state())) return;
  const next = hearing.take(level);
  if (next !== state() && !(state() === "heard" && next !== "loud")) show(next);
}

/** @param {HTMLSelectElement} select @param {{id: string, label: string}[]} found @param {string} chosen */
function fill(select, found, chosen) {
  select.replaceChildren(...found.map(({ id, label }, index) => new Option(label || `Device ${index + 1}`, id, false, id === chosen)));
}

async function list() {
  const found = await devices();
  fill(microphones, found.microphones, audio?.settings?.deviceId ?? "");
  $("speaker-choice").hidden = !Audio.canChooseSpeaker || found.speakers.length < 2;
  if (!speakers.options.length) fill(speakers, found.speakers, "default");
  if (state() === "missing" && found.microphones.length) await ask();
}

async function close() {
  await audio?.close();
  audio = null;
}

async function typed() {
  await close();
  cue.style.setProperty("--b", "0");
  show("typed");
  $("start").focus();
}

async function chime() {
  try {
    audio ??= await Audio.open({ microphone: false });
    $("did-you-hear").hidden = false;
    await audio.chime();
  } catch {
    heard(false); // no sound at all at an address that browsers do not trust
  }
}

/** @param {boolean} yes */
function heard(yes) {
  $("speaker-done").hidden = !yes;
  $("deaf").hidden = yes;
  $("did-you-hear").hidden = yes;
}

/** @type {Record<string, () => unknown>} */
const ACTIONS = { ask, type: typed, chime, heard: () => heard(true), deaf: () => heard(false) };
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do]"))) {
  button.addEventListener("click", () => void ACTIONS[String(button.dataset.do)]());
}
microphones.addEventListener("change", async () => {
  keep("microphone", microphones.value);
  await audio?.useMicrophone(microphones.value);
  hearing = new Hearing();
  show("listening");
});
speakers.addEventListener("change", async () => {
  keep("speaker", speakers.value);
  await audio?.useSpeaker(speakers.value);
});
$("start").addEventListener("click", () => keep("mode", state() === "typed" ? "type" : "talk"));
navigator.mediaDevices?.addEventListener("devicechange", () => void list());
if (!navigator.mediaDevices) show("insecure");
else if ((await navigator.permissions?.query({ name: /** @type {PermissionName} */ ("microphone") }).catch(() => null))?.state === "granted") await ask();
