// @ts-check
// The room, put together: what the socket and the sound tell becomes a scene, the scene a face, the
// face the page. This file decides nothing about the interview.
import { Announcer, offerAnnouncing } from "./announcer.js";
import { Audio } from "./audio.js";
import { Captions } from "./captions.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { Cue } from "./cue.js";
import { Draft } from "./draft.js";
import { Drawer, endDialog } from "./drawer.js";
import { face } from "./faces.js";
import { keep, recall } from "./local_storage.js";
import { Parts } from "./parts.js";
import { Posted, undone } from "./posted.js";
import { InterviewSocket } from "./socket.js";
import { status } from "./status.js";
import { followViewport } from "./viewport.js";
import { _ } from "./words.js";

/** @typedef {import("./faces.js").Scene} Scene @typedef {import("./faces.js").Mode} Mode */

const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const interview = String(document.body.dataset.interview);
const room = /** @type {HTMLElement} */ (document.querySelector(".room"));
const VOICE = 0.45; // as loud as hearing.js takes for a voice
const SAVED = _("Your answer is saved.");

const ASKING_MS = 1000; // a browser that does not ask has opened the microphone by then

/** @type {Scene} */
const scene = {
  view: null, connection: "connecting", why: null, online: navigator.onLine, ended: null, place: 0, failure: "", choice: "", ack: "",
  notice: { text: "", level: "info" }, behind: false, microphone: "off", asleep: false, output: "heard", stopped: "", mode: "talk", held: false, cut: false, draft: false, kept: false, safety: "none",
};
/** @type {Audio | null} */ let audio = null;
let entered = false;
let noticed = 0; // how many more utterances a notice stands beside
let delayed = false; // an answer waits for the line to come back
let voiceAt = -Infinity; // when the candidate's voice was in the microphone last

const drawer = new Drawer(interview);
const captions = new Captions({ said: $("said"), q: $("q"), mine: $("mine") });
const announcer = new Announcer(
  { status: $("status"), log: $("captions") },
  () => scene.output === "heard" && recall("greenroom.hears") !== "no",
  () => scene.mode !== "type" || recall("greenroom.hears") === "yes", // a typist may have chosen it to have no sound
);
const cue = new Cue(room, /** @type {SVGElement} */ (document.querySelector(".cue")));
const clock = new Clock($("clock"), $("time"), $("time-do"));
const parts = new Parts($("parts"), $("part"), $("log-parts"));
const controls = new Controls();
const draft = new Draft(interview, controls.field, $("typed-moved"));
const posted = new Posted($("posted"));
const title = document.title;
const instead = new URLSearchParams(location.search).has("instead");
if (instead) history.replaceState(null, "", location.pathname); // once: two tabs would push each other out for ever
const socket = document.body.dataset.mode === "livekit"
  ? new (await import("./livekit.js")).InterviewRoom(interview, { instead })
  : new InterviewSocket(interview, { instead });

/** @param {HTMLElement} home @param {[string, string]} words */
function pair(home, [strong, rest]) {
  const text = `${strong} ${rest}`.trim();
  if (home.textContent === text) return;
  const bold = document.createElement("b");
  bold.textContent = strong;
  home.replaceChildren(...(strong ? [bold] : []), strong && rest ? ` ${rest}` : rest);
}

/** What the skip button leaves now. @type {Record<string, string>} */
const SKIPS = { question: _("Skip question"), part: _("Skip this part") };

function show() {
  scene.draft = draft.holds;
  scene.kept = controls.field.value.trim() !== "";
  const shown = face(scene);
  cue.show(shown);
  pair($("who-them"), shown.them);
  pair($("who-you"), shown.you);
  pair($("aside"), shown.aside);
  $("aside").classList.toggle("warn", shown.warn);
  const typing = scene.mode === "type" && scene.view !== null && scene.ended === null; // whatever the interviewer does meanwhile
  const dead = scene.connection !== "open" || scene.ended !== null || scene.view === null;
  controls.show(shown.primary, { typing, said: shown.floor !== "you" && !scene.draft, paused: shown.cue === "paused" && !dead, dead });
  $("skip-word").textContent = SKIPS[scene.view?.skips ?? ""] ?? _("Skip");
  $("leave-unsent").hidden = scene.view?.offer !== "send" || dead;
  if (dead) $("end").setAttribute("aria-disabled", "true"); else $("end").removeAttribute("aria-disabled");
  announcer.state(status(shown, scene));
}

/** @template T @param {EventTarget} source @param {string} name @param {(detail: any) => T} then */
const on = (source, name, then) => source.addEventListener(name, (event) => { then(/** @type {CustomEvent} */ (event).detail); show(); });

on(socket, "waiting", ({ place }) => {
  scene.place = place;
  document.title = _("{place}. in line, Greenroom", { place });
});
on(socket, "hello", ({ stages }) => {
  scene.place = 0;
  document.title = title;
  parts.plan(stages);
  captions.begin();
});
let paced = false;
on(socket, "view", (view) => {
  if (view.pace && !paced) { // it is told once what this browser keeps; what is said later is kept
    paced = true;
    const kept = recall("greenroom.pace");
    if ((kept === "quick" || kept === "unhurried") && view.pace === "normal") socket.pace(kept);
  } else if (view.pace && scene.view?.pace && view.pace !== scene.view.pace) keep("greenroom.pace", view.pace);
  scene.view = view;
  if (view.cue === "thinking" && !socket.unsaved.length) scene.safety = "saved"; // the answer is in the journal before we are told so
  parts.show(view.stage, view.progress);
  captions.question(view.question ?? "");
  draft.asked(view);
  if ("unsent" in view && view.unsent !== draft.holds) socket.typing(draft.holds); // it does not know, or not yet
  announcer.floor({ cue: view.cue, question: view.question ?? "" });
  clock.set(view.elapsed_ms, view.clock === "running");
});
on(socket, "say", (say) => {
  posted.tidy();
  scene.cut = false;
  if (scene.notice.level !== "stop" && (noticed -= 1) < 0) scene.notice = { text: "", level: "info" };
  captions.say(say);
  announcer.say(say);
  void drawer.refresh();
});
on(socket, "words", (words) => { captions.words(words); announcer.words(words); });
on(socket, "length", (length) => captions.length(length));
on(socket, "caption", (caption) => {
  captions.mine(caption);
  if (caption.final) void drawer.refresh();
});
on(socket, "ack", ({ text }) => {
  scene.ack = text ? _("“{quote}”", { quote: text }) : _("A murmur");
  cue.nod(() => { scene.ack = ""; show(); });
});
on(socket, "behind", ({ on: late }) => { scene.behind = late; });
on(socket, "notice", ({ text, level }) => {
  scene.notice = { text: _(text), level }; // a worker knows no page's language
  noticed = 2;
});
on(socket, "error", ({ title, detail, choice, saved }) => {
  if (saved && scene.view) scene.ended ??= { reason: "", report: "" }; // it ended while we were away
  const why = detail || title;
  scene.failure = why ? _(why) : "";
  scene.choice = choice ?? "";
  if (scene.view) scene.notice = { text: scene.failure, level: "warn" };
  noticed = 1;
});
on(socket, "post", ({ state, messages, detail }) => {
  posted.show(state, messages);
  for (const message of messages) {
    const typed = message.t === "typed";
    if (typed && state === "sending" && scene.notice.text === SAVED) notice("", "info"); // it was said of the answer before
    if (typed) scene.safety = { sending: "sending", saved: socket.unsaved.length ? "sending" : "saved" }[state] ?? "lost";
    if (typed && scene.safety === "lost") {
      controls.giveBack(message.text);
      draft.refused();
    }
    if (typed && state === "saved" && delayed) notice(SAVED, "info");
    delayed = delayed && socket.unsaved.length > 0;
    const text = typed && state === "refused" ? detail : undone(state, message);
    if (text) notice(text);
  }
});
on(socket, "post", (/** @type {{state: string, messages: {t: string}[]}} */ { state, messages }) => {
  if (state === "saved" && messages.some(({ t }) => t === "typed") && scene.notice.text !== SAVED) announcer.tell(SAVED);
});
on(socket, "ended", (ended) => {
  scene.ended = ended;
  clock.stop();
});
on(socket, "state", ({ state, why }) => {
  scene.connection = state;
  scene.why = why ?? null;
  if (state !== "open") clock.stop();
  lose(state !== "open");
  if (state === "closed") void audio?.close(); // nobody listens here any more, so the microphone is let go
  if (state !== "open" && scene.failure && !scene.view) void turnedAway();
});

/** @param {string} text @param {string} [level] */
function notice(text, level = "warn") {
  scene.notice = { text, level };
  noticed = 1;
}

/** What was said into a dead line nobody has heard. @param {boolean} lost */
function lose(lost) {
  delayed ||= lost && socket.unsaved.length > 0;
  const spoke = scene.view?.cue === "answering" || voiceAt > socket.heardAt;
  if (lost && spoke && scene.safety !== "sending" && !scene.ended) scene.safety = "unheard";
  else if (!lost && scene.safety === "unheard") {
    scene.safety = "none";
    notice(_("The connection was lost. What you said last may not have been heard: please say it again."));
  }
}

/** The room did not let us in: the page itself tells why (all taken, or gone), if that is why. */
async function turnedAway() {
  const page = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (page && (!page.ok || page.redirected) && scene.safety !== "lost") location.reload(); // words that are only here stay here
}

/** @param {Audio} opened */
function hear(opened) {
  audio = opened;
  socket.audio = opened;
  scene.microphone = opened.microphone;
  scene.asleep = opened.output === "asleep";
  if (!scene.asleep) socket.output({ state: opened.output });
  on(opened, "started", ({ id }) => { captions.started(id); announcer.started(id); });
  on(opened, "finished", ({ id }) => { captions.over(id, null); announcer.finished(id); });
  on(opened, "cleared", ({ id, played_ms }) => { captions.over(id, played_ms); scene.cut = true; });
  on(opened, "microphone", ({ state }) => { scene.microphone = state; });
  on(opened, "asleep", () => { scene.asleep = true; });
  on(opened, "output", (output) => {
    scene.output = output.state;
    scene.stopped = output.why;
    socket.output(output);
    if (output.state === "held") clock.stop();
    else if (scene.asleep) enter();
  });
  opened.addEventListener("levels", (/** @type {Event} */ event) => {
    const levels = /** @type {CustomEvent} */ (event).detail;
    if (levels.mic > VOICE) voiceAt = performance.now();
    cue.levels(levels, performance.now());
    captions.played(opened.position);
  });
}

/** Open the sound, with the microphone unless typing was chosen, and go in. */
async function begin() {
  const microphone = scene.mode === "type" ? false : recall("microphone") || undefined;
  const asking = setTimeout(() => { if (microphone !== false) { scene.microphone = "asking"; show(); } }, ASKING_MS);
  const opened = await Audio.open({ microphone, speaker: recall("speaker") || undefined });
  clearTimeout(asking);
  if (audio) return opened.close(); // typing was chosen while the browser still asked
  hear(opened);
  if (!scene.asleep) enter();
  show();
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
  if (!audio && mode === "type") await begin();
  else if (audio && mode !== "type" && audio.microphone !== "open") {
    if (scene.output === "shown") void audio.wake(); // there may be a loudspeaker by now
    await audio.useMicrophone(recall("microphone") || undefined).catch(() => undefined); // `microphone` tells
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
  instead: () => location.assign(`${location.pathname}?instead=1`),
  type: () => { controls.choose("type"); return choose("type"); },
  wake: () => audio?.wake().then(enter),
};

on(controls, "act", async (act) => { await ACTS[act](); show(); });
on(controls, "command", (command) => socket.command(command === "pause" && scene.view?.cue === "paused" ? "resume" : command));
on(controls, "hold", (down) => { scene.held = down; socket.hold(down); });
on(controls, "mode", async (mode) => { await choose(mode); show(); });
on(draft, "typing", () => {
  posted.tidy();
  socket.typing(draft.holds);
});
on(controls, "answer", (text) => {
  captions.typed(text);
  socket.typed(text, draft.question);
  draft.sent();
});
on(controls, "counted", (words) => announcer.tell(words));
on(controls, "changed", (words) => {
  scene.notice = { text: _("That button says “{words}” now. Press again if you want that.", { words }), level: "info" };
  noticed = 0;
});
on($("leave-unsent"), "click", () => {
  draft.leave();
  socket.typing(false);
});
offerAnnouncing();
endDialog(controls.field, () => {
  if (draft.holds) { // whoever ends it without them was asked
    draft.leave();
    socket.typing(false);
  }
  socket.command("end");
  scene.notice = { text: _("Ending. The good-bye comes when nobody speaks."), level: "info" };
  noticed = 1;
  show();
});
for (const name of ["online", "offline"]) on(window, name, () => { scene.online = navigator.onLine; });

if (socket.unsaved.length) scene.safety = "sending";
posted.show("sending", socket.unsaved);
const last = recall("mode");
if (last === "hold" || last === "type") { scene.mode = last; controls.choose(last); }
followViewport($("q"), $("typed"), $("typed-text"));
show();
for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=mode]"))) {
  radio.addEventListener("click", () => { if (radio.value === scene.mode && scene.mode !== "type" && audio?.microphone !== "open") void choose(scene.mode).then(show); }); // once more
}
await begin();
