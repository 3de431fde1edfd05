// What is wrong with the page as it is laid out now, at any width: an empty list if nothing.
// Words that are cut, that stick out, that lie over other words or controls, or that something covers.
() => {
  const faults = new Set();
  const short = (text) => text.trim().replace(/\s+/g, " ").slice(0, 40);
  const name = (element) => element.tagName.toLowerCase() + (element.id && `#${element.id}`) + [...element.classList].map((one) => `.${one}`).join("");
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.add(`the page is ${wide} px wide`);

  // Of each element, by its ancestors: is it for screen readers alone, on which layer does it lie, what clips it?
  const known = new Map([[null, { aloud: false, layer: null, clip: null }]]);
  const within = (a, b) => a && b ? { left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) } : a ?? b;
  const about = (element) => {
    const before = known.get(element);
    if (before) return before;
    const above = about(element.parentElement);
    const style = getComputedStyle(element);
    const floats = style.position === "fixed" || style.position === "sticky" || element.matches("dialog[open]");
    const clips = (style.overflowX !== "visible" || style.overflowY !== "visible") && element !== document.body && element !== document.documentElement;
    const held = floats && style.position !== "sticky" ? null : above.clip;
    const found = {
      aloud: above.aloud || style.clipPath.startsWith("inset(50%"),
      layer: floats ? element : above.layer,
      clip: clips ? within(held, element.getBoundingClientRect()) : held,
    };
    known.set(element, found);
    return found;
  };
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !about(element).aloud;

  // Cut at an edge, and not shown to be by dots. Of captions the oldest lines leave at the top.
  for (const one of document.querySelectorAll("body *")) {
    if (!one.checkVisibility() || one.clientWidth <= 2 || one.scrollWidth <= one.clientWidth + 1 && one.scrollHeight <= one.clientHeight + 1) continue;
    const style = getComputedStyle(one);
    const hides = [style.overflowX, style.overflowY].some((how) => how === "hidden" || how === "clip");
    const dots = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    if (hides && !dots && !one.matches(".said, .mine") && one.innerText?.trim() && seen(one)) faults.add(`${name(one)} cuts “${short(one.innerText)}”`);
  }

  // Each line of words, and each control, as a box. Letters are lower than their lines.
  const PRESSED = "button, .btn, summary, .modes label";
  const pieces = [];
  const piece = (element, rect, words, node, dome = false) => {
    const { layer, clip } = about(element);
    const box = within(rect, clip);
    if (box.right - box.left > 2 && box.bottom - box.top > 2 && box.bottom > 0) pieces.push({ element, layer, words, node, dome, left: box.left + 1, right: box.right - 1, top: box.top + 1, bottom: box.bottom - 1 });
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const home = node.parentElement;
    if (!node.data.trim() || !seen(home)) continue;
    range.selectNodeContents(node);
    const pressed = home.closest(PRESSED)?.getBoundingClientRect();
    for (const line of range.getClientRects()) {
      if (line.width <= 2 || line.bottom <= 0) continue;
      const [top, bottom] = [line.top + line.height * 0.16, line.bottom - line.height * 0.16];
      const told = short(node.data);
      if (!about(home).clip && (line.left < -1 || line.right > innerWidth + 1)) faults.add(`“${told}” sticks out of the page`);
      if (pressed && (line.left < pressed.left - 1 || line.right > pressed.right + 1 || top < pressed.top - 1 || bottom > pressed.bottom + 1)) faults.add(`“${told}” sticks out of its button`);
      piece(home, { left: line.left, right: line.right, top, bottom }, told, node);
    }
  }
  const controls = [...document.querySelectorAll("button, .btn, input, select, textarea, summary, img, audio, .meter")].filter(seen);
  for (const control of controls) piece(control, control.getBoundingClientRect(), "", control);
  for (const dome of document.querySelectorAll(".cue .core")) {
    if (!seen(dome)) continue;
    const { left, right, top, bottom } = dome.getBoundingClientRect();
    const round = (right - left) * 0.15; // of its half circle
    piece(dome, { left: left + round, right: right - round, top: top + round / 2, bottom: bottom - round / 2 }, "", dome, true);
  }

  // One over another
  const called = (one) => one.words ? `“${one.words}”` : name(one.element);
  pieces.sort((a, b) => a.top - b.top);
  pieces.forEach((one, index) => {
    for (let next = index + 1; next < pieces.length && pieces[next].top < one.bottom; next++) {
      const other = pieces[next];
      if (one.node === other.node || one.layer !== other.layer || one.dome && other.dome) continue;
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) <= 1 || Math.min(one.bottom, other.bottom) - other.top <= 1) continue;
      if (!one.words && one.element.contains(other.element) || !other.words && other.element.contains(one.element)) continue;
      faults.add(`${called(one)} lies over ${called(other)}`);
    }
  });

  // Something over words: looked for screen by screen, as the page is scrolled. What floats may lie over what scrolls.
  const [x, y] = [scrollX, scrollY];
  const words = pieces.filter((one) => one.words && !one.layer && !one.element.closest("[inert]"));
  if (!document.querySelector("dialog:modal")) {
    const end = Math.max(...words.map((one) => one.bottom), 0) + y;
    for (let at = 0; at < end; at += innerHeight) {
      scrollTo({ left: 0, top: at, behavior: "instant" });
      for (const one of words) {
        const middle = (one.top + one.bottom) / 2 + y - scrollY;
        if (middle < 0 || middle >= innerHeight) continue;
        const top = document.elementFromPoint((one.left + one.right) / 2, middle);
        if (!top || top.contains(one.element) || one.element.contains(top) || about(top).layer) continue;
        faults.add(`${called(one)} is behind ${name(top)}`);
      }
      if (scrollY < at) break;
    }
    scrollTo({ left: x, top: y, behavior: "instant" });
  }
  return [...faults];
}
