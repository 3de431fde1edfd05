// What is wrong with the room as it is seen now: an empty list if nothing. `seen`: {top, bottom}, what
// no keyboard covers; `over`: the interview has ended.
(seen) => {
  const faults = [];
  const $ = (id) => document.getElementById(id);
  const shown = (element) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
  const over = document.querySelector(".room").dataset.cue === "over";
  const { top = 0, bottom = innerHeight } = seen ?? {};

  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);

  // Is it on top where it is? Its corners (inset: they are round) and its middle.
  const whole = (element, where) => {
    const box = element.getBoundingClientRect();
    const name = `#${element.id} ${where}`;
    if (box.left < -0.5 || box.right > innerWidth + 0.5) return faults.push(`${name}: beside the window`);
    if (box.top < top - 0.5 || box.bottom > bottom + 0.5) return faults.push(`${name}: ${Math.round(box.top)} to ${Math.round(box.bottom)}, seen are ${top} to ${bottom}`);
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]) {
      const there = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
      if (!there || !(element === there || element.contains(there) || there.contains(element) && !there.matches("button"))) {
        return faults.push(`${name}: behind ${there?.id || there?.className || there?.tagName}`);
      }
    }
  };
  const head = ["clock", "log-open", ...(over ? [] : ["end"])];
  const check = (ids, where) => { for (const id of ids) if (shown($(id))) whole($(id), where); else faults.push(`#${id} ${where}: not shown`); };

  const typing = shown($("typed-text"));
  scrollTo(0, 0);
  if (typing) { $("typed-text").blur(); $("typed-text").focus(); }
  const low = bottom - top < 210; // the head scrolls away there
  if (!low) check(head, "at first");
  check(["primary"], "at first");
  const height = (id) => $(id).getBoundingClientRect().height;
  const notes = typing ? height("typed") - height("typed-text") : 0; // beside the box: the question gives way to them
  const tall = height("q") + notes + (typing ? 60 : 0) > bottom - top - (low ? 60 : 120);
  if (!tall && !over) check(["q"], "at first");
  if (typing) check(["typed-text"], "at first");

  scrollTo(0, 1e6); // everything else, down to the last command
  if (!low) check(head, "at the end");
  if (!over) {
    for (const control of document.querySelectorAll(".modes label, [data-command]")) {
      control.id ||= control.textContent.trim();
      control.scrollIntoView({ block: "nearest" });
      whole(control, "on its way");
    }
  }
  scrollTo(0, 0);
  if (low) check(head, "above");

  // No words cut, no words over others.
  for (const element of document.querySelectorAll(".btn, .modes label, .cmds span, .q, .who, .aside, .part")) {
    if (!shown(element) || getComputedStyle(element).position === "absolute") continue;
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline") faults.push(`${element.id || element.className}: its words are cut`);
  }
  const floats = (piece) => ["answer", "dock"].some((name) => { const box = piece.closest(`.${name}`); return box && getComputedStyle(box).position === "sticky"; });
  const pieces = [...document.querySelectorAll(".said, .q, .who, .aside, .mine, .typed textarea, .answer, .modes, .cmds")]
    .filter((element) => shown(element) && element.textContent.trim() + element.tagName !== "P" && getComputedStyle(element).position !== "absolute" && element.getBoundingClientRect().width > 2);
  pieces.forEach((one, index) => {
    for (const other of pieces.slice(index + 1)) {
      const [a, b] = [one, other].map((piece) => piece.getBoundingClientRect());
      if (floats(one) !== floats(other)) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) faults.push(`${one.className || one.id} lies on ${other.className || other.id}`);
    }
  });
  return faults;
}
