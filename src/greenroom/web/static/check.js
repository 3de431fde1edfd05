// @ts-check
// Microphone and speaker check. Nothing leaves the browser here, and the clock has not started.
import { offerAnnouncing } from "./announcer.js";
import { Audio, devices } from "./audio.js";
import { WORDS } from "./diagnosis.js";
import { keepingPlace } from "./focus.js";
import { Hearing } from "./hearing.js";
import { keep, recall } from "./local_storage.js";
import { _ } from "./words.js";

/** @typedef {"not-asked"|"asking"|"listening"|"heard"|"quiet"|"loud"|"typed"|keyof WORDS} State */

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
  keepingPlace(() => {
    document.body.dataset.state = next;
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-when], [data-unless]"))) {
      part.hidden = String(part.dataset.when ?? part.dataset.unless).split(" ").includes(next) === "unless" in part.dataset;
    }
    explain(/** @type {Record<string, import("./diagnosis.js").Words>} */ (WORDS)[next]);
  });
  $("noise").textContent = hearing.noise ? { much: _(", with much noise around you"), little: _(", with little noise around you") }[hearing.noise] : "";
}

/** Say why nothing is heard, and what to do. @param {import("./diagnosis.js").Words | undefined} words none: something is */
function explain(words) {
  $("cause").hidden = $("cause-title").hidden = !words;
  if (!words) return;
  $("cause-title").textContent = words.title;
  $("cause-what").textContent = words.what;
  $("cause-todo").textContent = words.todo;
  const buttons = /** @type {HTMLElement[]} */ ([...$("cause-acts").children]);
  for (const button of buttons) button.hidden = !words.acts.some((act) => act === button.dataset.do);
  buttons.sort((a, b) => place(words, a) - place(words, b)).forEach((button, index) => button.classList.toggle("btn--go", index === 0));
  if (buttons[0] !== $("cause-acts").firstElementChild) $("cause-acts").append(...buttons);
  $("cause-note").className = words.acts.length ? "note note--stop" : "note note--warn";
}

/** @param {import("./diagnosis.js").Words} words @param {HTMLElement} button */
function place({ acts }, button) {
  const found = acts.findIndex((act) => act === button.dataset.do);
  return found < 0 ? acts.length : found;
}

async function ask() {
  show("asking");
  if (audio) await audio.useMicrophone(recall("microphone") || undefined).catch(() => undefined); // `microphone` tells
  const opened = audio ?? await Audio.open({ microphone: recall("microphone") || undefined });
  if (state() !== "asking") return void (opened !== audio && await opened.close()); // typing was chosen meanwhile
  if (opened !== audio) listen(opened);
  audio = opened;
  await list();
  if (state() === "asking") found();
}

/** Show what is known of the microphone. */
function found() {
  const cause = audio?.microphone ?? "off";
  hearing = new Hearing();
  $("soundless").hidden = audio?.output !== "shown";
  if (cause !== "off") show(cause === "open" ? "listening" : /** @type {State} */ (cause));
}

/** The button was pressed that a browser may wait for. */
async function wake() {
  await audio?.wake();
  found();
}

/** @param {Audio} opened */
function listen(opened) {
  opened.addEventListener("levels", (/** @type {Event} */ event) => meter(/** @type {CustomEvent} */ (event).detail.mic));
  opened.addEventListener("microphone", (/** @type {Event} */ event) => {
    const cause = /** @type {CustomEvent} */ (event).detail.state;
    if (state() === "typed" || state() === "asking") return;
    hearing = new Hearing();
    show(cause === "open" ? "listening" : cause);
  });
  opened.addEventListener("devices", () => void list());
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
  select.replaceChildren(...found.map(({ id, label }, index) => new Option(label || _("Device {number}", { number: index + 1 }), id, false, id === chosen)));
}

async function list() {
  const found = await devices();
  fill(microphones, found.microphones, audio?.settings?.deviceId ?? "");
  $("speaker-choice").hidden = !Audio.canChooseSpeaker || found.speakers.length < 2;
  if (!speakers.options.length) fill(speakers, found.speakers, "default");
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
  if (!audio) listen(audio = await Audio.open({ microphone: false }));
  const played = await audio.chime();
  $("soundless").hidden = played;
  if (!played) heard(false);
  $("deaf").hidden = true;
  $("did-you-hear").hidden = !played;
}

/** @param {boolean} yes */
function heard(yes) {
  keep("greenroom.hears", yes ? "yes" : "no"); // the room reads out what is not heard
  keepingPlace(() => {
    $("speaker-done").hidden = !yes;
    $("deaf").hidden = yes;
    $("did-you-hear").hidden = yes;
  });
}

/** @type {Record<string, () => unknown>} */
const ACTIONS = { ask, wake, type: typed, chime, heard: () => heard(true), deaf: () => heard(false) };
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-do]"))) {
  button.addEventListener("click", () => void ACTIONS[String(button.dataset.do)]());
}
microphones.addEventListener("change", async () => {
  keep("microphone", microphones.value);
  await audio?.useMicrophone(microphones.value).catch(() => undefined);
  found();
});
speakers.addEventListener("change", async () => {
  keep("speaker", speakers.value);
  await audio?.useSpeaker(speakers.value);
});
offerAnnouncing();
$("start").addEventListener("click", () => keep("mode", state() === "typed" ? "type" : "talk"));
navigator.mediaDevices?.addEventListener("devicechange", () => void list());
if (!navigator.mediaDevices) show("insecure");
else if ((await navigator.permissions?.query({ name: /** @type {PermissionName} */ ("microphone") }).catch(() => null))?.state === "granted") await ask();
