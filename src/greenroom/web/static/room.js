// @ts-check
// The room, put together: what the socket and the sound tell becomes a scene, the scene a face, the
// face the page. This file decides nothing about the interview.
import { Audio } from "./audio.js";
import { Captions } from "./captions.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { Cue } from "./cue.js";
import { Drawer, endDialog } from "./drawer.js";
import { face } from "./faces.js";
import { keep, recall } from "./kept.js";
import { Parts } from "./parts.js";
import { InterviewSocket } from "./socket.js";

/** @typedef {import("./faces.js").Scene} Scene @typedef {import("./faces.js").Mode} Mode */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const interview = String(document.body.dataset.interview);
const room = /** @type {HTMLElement} */ (document.querySelector(".room"));
const hover = matchMedia("(hover: hover)");

/** @type {Scene} */
const scene = {
  view: null, connection: "connecting", why: null, online: navigator.onLine, ended: null, failure: "", ack: "",
  notice: { text: "", level: "info" }, microphone: "off", asleep: false, mode: "talk", held: false, cut: false,
};
/** @type {Audio | null} */ let audio = null;
let spoken = "";
let entered = false;
let noticed = 0; // how many more utterances a notice stands beside

const drawer = new Drawer(interview);
const captions = new Captions({ said: $("said"), q: $("q"), mine: $("mine"), log: $("captions") }, () => drawer.aloud);
const cue = new Cue(room, /** @type {SVGElement} */ (document.querySelector(".cue")));
const clock = new Clock($("clock"), $("time"), $("time-do"));
const parts = new Parts($("parts"));
const controls = new Controls();
const socket = document.body.dataset.mode === "livekit"
  ? new (await import("./livekit.js")).InterviewRoom(interview)
  : new InterviewSocket(interview, {});

/** @param {HTMLElement} home @param {[string, string]} words */
function pair(home, [strong, rest]) {
  const text = `${strong} ${rest}`.trim();
  if (home.textContent === text) return;
  const bold = document.createElement("b");
  bold.textContent = strong;
  home.replaceChildren(...(strong ? [bold] : []), strong && rest ? ` ${rest}` : rest);
}

function show() {
  const shown = face(scene, hover.matches);
  cue.show(shown);
  pair($("who-them"), shown.them);
  pair($("who-you"), shown.you);
  pair($("aside"), shown.aside);
  $("aside").classList.toggle("warn", shown.warn);
  const typing = shown.primary.act === "send";
  const dead = scene.connection !== "open" || scene.ended !== null || scene.view === null;
  controls.show(shown.primary, { typing, paused: shown.cue === "paused" && !dead, dead });
  if (dead) $("end").setAttribute("aria-disabled", "true"); else $("end").removeAttribute("aria-disabled");
  announce(shown);
}

/** One spoken line for each change of floor. While the interviewer speaks, its voice is the announcement. @param {import("./faces.js").Face} shown */
function announce(shown) {
  const away = ["lost", "paused"].includes(shown.cue) || shown.warn || scene.connection !== "open";
  const quiet = shown.cue === "thinking" && scene.connection === "open" || shown.floor === "them" && !shown.aside[0];
  const line = quiet ? "" : [...(away ? shown.them : []), ...shown.you, ...shown.aside].filter(Boolean).join(" ");
  if (line === spoken) return;
  spoken = line;
  $("status").textContent = line;
}

/** @template T @param {EventTarget} source @param {string} name @param {(detail: any) => T} then */
const on = (source, name, then) => source.addEventListener(name, (event) => { then(/** @type {CustomEvent} */ (event).detail); show(); });

on(socket, "hello", ({ stages }) => parts.plan(stages));
on(socket, "view", (view) => {
  scene.view = view;
  parts.show(view.stage, view.progress);
  captions.question(view.question ?? "");
  clock.set(view.elapsed_ms, view.clock === "running");
});
on(socket, "say", (say) => {
  scene.cut = false;
  if (scene.notice.level !== "stop" && (noticed -= 1) < 0) scene.notice = { text: "", level: "info" };
  captions.say(say);
  if (!audio) captions.silent();
  void drawer.refresh();
});
on(socket, "words", (words) => captions.words(words));
on(socket, "length", (length) => captions.length(length));
on(socket, "caption", (caption) => {
  captions.mine(caption);
  if (caption.final) void drawer.refresh();
});
on(socket, "ack", ({ text }) => {
  scene.ack = text ? `“${text}”` : "A murmur";
  cue.nod(() => { scene.ack = ""; show(); });
});
on(socket, "notice", ({ text, level }) => {
  scene.notice = { text, level };
  noticed = 2;
});
on(socket, "error", ({ title, detail }) => { scene.failure = detail || title || ""; });
on(socket, "ended", (ended) => {
  scene.ended = ended;
  clock.stop();
});
on(socket, "state", ({ state, why }) => {
  scene.connection = state;
  scene.why = why ?? null;
  if (state !== "open") clock.stop();
  if (state === "closed") void audio?.close(); // nobody listens here any more, so the microphone is let go
  if (state !== "open" && scene.failure && !scene.view) void turnedAway();
});

/** The room did not let us in: the page itself tells why (all taken, or gone), if that is why. */
async function turnedAway() {
  const page = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (page && (!page.ok || page.redirected)) location.reload();
}

/** @param {Audio} opened */
function hear(opened) {
  audio = opened;
  socket.audio = opened;
  scene.microphone = opened.settings ? "open" : "off";
  on(opened, "started", ({ id }) => captions.started(id));
  on(opened, "finished", ({ id }) => captions.over(id, null));
  on(opened, "cleared", ({ id, played_ms }) => { captions.over(id, played_ms); scene.cut = true; });
  on(opened, "microphone", ({ state }) => { scene.microphone = state === "back" || state === "heard" ? "open" : state; });
  on(opened, "asleep", () => { scene.asleep = true; });
  opened.addEventListener("levels", (/** @type {Event} */ event) => {
    cue.levels(/** @type {CustomEvent} */ (event).detail, performance.now());
    captions.played(opened.position);
  });
}

/** Open the sound: the microphone unless typing was chosen; the loudspeaker in any case if there is one. */
async function open() {
  const microphone = recall("microphone") || undefined;
  const speaker = recall("speaker") || undefined;
  try {
    hear(await Audio.open({ microphone: scene.mode === "type" ? false : microphone, speaker }));
  } catch (error) {
    if (scene.mode !== "type") await Audio.open({ microphone: false, speaker }).then(hear, () => undefined);
    scene.microphone = without(error);
  }
}

/** @param {unknown} error @returns {Scene["microphone"]} */
function without(error) {
  if (!navigator.mediaDevices) return "insecure";
  return error instanceof DOMException && error.name === "NotAllowedError" ? "refused" : "missing";
}

/** Into the interview, once there is sound to hear it by. */
function enter() {
  scene.asleep = false;
  if (entered) return;
  entered = true;
  socket.connect();
  socket.mode(scene.mode);
}

/** @param {Mode} mode */
async function choose(mode) {
  scene.mode = mode;
  keep("mode", mode);
  if (mode !== "type" && audio && !audio.settings) {
    await audio.useMicrophone(recall("microphone") || undefined).then(
      () => { scene.microphone = "open"; },
      (error) => { scene.microphone = without(error); },
    );
  }
  socket.mode(mode);
}

/** @type {Record<string, () => unknown>} */
const ACTS = {
  interrupt: () => socket.command("interrupt"),
  finish: () => socket.finish(),
  resume: () => socket.command("resume"),
  report: () => location.assign(scene.ended?.report || `/interviews/${interview}/report`),
  rejoin: () => location.reload(),
  type: () => { controls.choose("type"); return choose("type"); },
  wake: () => audio?.wake().then(enter),
};

on(controls, "act", async (act) => { await ACTS[act](); show(); });
on(controls, "command", (command) => socket.command(command === "pause" && scene.view?.cue === "paused" ? "resume" : command));
on(controls, "hold", (down) => { scene.held = down; socket.hold(down); });
on(controls, "mode", async (mode) => { await choose(mode); show(); });
on(controls, "typing", () => socket.typing());
on(controls, "answer", (text) => { captions.typed(text); socket.typed(text); });
on(controls, "transcript", (open) => { if (open || drawer.open) drawer.toggle(open && !drawer.open); });
endDialog(() => {
  socket.command("end");
  scene.notice = { text: "Ending. The good-bye comes when nobody speaks.", level: "info" };
  noticed = 1;
  show();
});
for (const name of ["online", "offline"]) on(window, name, () => { scene.online = navigator.onLine; });

const last = recall("mode");
if (last === "hold" || last === "type") { scene.mode = last; controls.choose(last); }
show();
await open();
if (!scene.asleep) enter();
show();
