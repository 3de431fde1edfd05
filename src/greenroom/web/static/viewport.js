// @ts-check
// What of the page is seen. A keyboard on the screen may cover a part that the page's own height still
// counts: `--over` and `--under` are what is covered above and below, and `data-seen` has the names of
// all steps that the height left is not above, for the style of the room.

const STEPS = Object.entries({ low: 36, short: 28, tiny: 20, slit: 13 }); // rem

/** What is covered. Zooming with two fingers covers nothing: then only a keyboard counts. @param {{height: number, offsetTop: number, scale: number}} seen @param {number} whole the height of the page's window */
export function covered({ height, offsetTop, scale }, whole) {
  const zoomed = Math.abs(scale - 1) > 0.01;
  const over = zoomed ? 0 : Math.max(0, Math.round(offsetTop));
  const under = Math.round(whole - over - height * (zoomed ? scale : 1));
  return { over, under: under > 1 ? under : 0 }; // 1: heights are rounded
}

/** Keeps the room inside what is seen; while somebody types, the question and the box with it. @param {HTMLElement} question @param {HTMLElement} box @param {HTMLElement} field in the box */
export function followViewport(question, box, field) {
  const root = document.documentElement;
  const head = /** @type {HTMLElement | null} */ (document.querySelector(".room .bar"));
  const seen = window.visualViewport ?? { height: innerHeight, offsetTop: 0, scale: 1 };
  const measure = () => {
    const whole = root.clientHeight;
    const { over, under } = covered(seen, whole);
    root.style.setProperty("--head", `${head?.offsetHeight ?? 0}px`); // it lies over what is scrolled under it
    const rem = parseFloat(getComputedStyle(root).fontSize);
    root.style.setProperty("--over", `${over}px`);
    root.style.setProperty("--under", `${under}px`);
    root.dataset.seen = STEPS.filter(([, height]) => whole - over - under <= height * rem).map(([name]) => name).join(" ");
  };
  const frame = () => {
    question.scrollIntoView({ block: "start" });
    box.scrollIntoView({ block: "nearest" }); // a long question gives way
  };
  for (const name of ["resize", "scroll"]) window.visualViewport?.addEventListener(name, measure);
  addEventListener("resize", measure);
  field.addEventListener("focus", frame);
  let before = 0;
  const changed = new ResizeObserver(() => { // the box appeared, the keyboard did, or there is another question
    const height = box.clientHeight;
    if (height && (!before || document.activeElement === field)) frame();
    before = height;
  });
  changed.observe(box);
  changed.observe(question);
  if (head) new ResizeObserver(measure).observe(head);
  measure();
}
