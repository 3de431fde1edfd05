// The elements whose words look as none did before on this page in this theme: all of them at first.
// Whether words can be read depends on their colour, size and weight, and on the painted boxes that they lie in.
(theme) => {
  const met = ((globalThis.looksMet ??= {})[theme] ??= new Set());
  const painted = [];
  const look = (number, ...parts) => [number, ...parts].join(" ");
  const fresh = [];
  const all = [...document.querySelectorAll("*")];
  all.forEach((element, number) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return; // what is folded up has a box, and paints nothing
    const { backgroundColor, backgroundImage, opacity, zIndex } = getComputedStyle(element);
    if (backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none" && opacity === "1") return;
    const flat = backgroundColor.startsWith("rgb(") && backgroundImage === "none" && opacity === "1"; // alike, whoever paints it
    painted.push({ boxes: [...element.getClientRects()], look: look(flat ? "" : number, backgroundColor, backgroundImage, opacity, zIndex) });
  });
  all.forEach((element, number) => {
    const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!(words || element.matches("input, select, textarea")) || !element.checkVisibility({ visibilityProperty: true })) return;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const touches = (box) => box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
    const under = painted.filter(({ boxes }) => boxes.some(touches)).map((one) => one.look).filter((one, at, all) => one !== all[at - 1]);
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const found = look(number, color, large, textShadow, textDecorationLine, ...under);
    if (!met.has(found)) fresh.push(element);
    met.add(found);
  });
  globalThis.freshLooks = fresh;
  return fresh.length;
}
