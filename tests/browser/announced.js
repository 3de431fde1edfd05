// A screen reader's rules for live regions, written down: what would be announced, in order, into
// `announced`; and where the focus goes. A region speaks if it is in the page, and not hidden or inert, before
// its content changes; `status` and `alert` are read whole, `log` by what was added; removals are not read.
globalThis.announced = [];

const REGIONS = "[aria-live], [role=status], [role=log], [role=alert]";
const ASSERTIVE = ["assertive"];

function politeness(region) {
  return region.getAttribute("aria-live") ?? (region.getAttribute("role") === "alert" ? "assertive" : "polite");
}

function exposed(element) {
  return element.isConnected && element.checkVisibility() && !element.closest("[inert], [aria-hidden=true]") &&
    (!document.querySelector("dialog:modal") || element.closest("dialog:modal"));
}

function words(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || !node.checkVisibility() || node.getAttribute("aria-hidden") === "true") return "";
  return [...node.childNodes].map(words).join(node.matches("p, div, li") ? " " : "");
}

function announce(region, text) {
  const line = text.replace(/\s+/g, " ").trim();
  if (line) globalThis.announced.push((ASSERTIVE.includes(politeness(region)) ? "at once: " : "") + line);
}

function atomic(region) {
  return region.getAttribute("aria-atomic") === "true" || ["status", "alert"].includes(region.getAttribute("role"));
}

/** @param {MutationRecord[]} changes */
function changed(changes) {
  const whole = new Set();
  for (const { type, target, addedNodes, attributeName } of changes) {
    const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    const region = element?.closest(REGIONS);
    if (!region || politeness(region) === "off" || !exposed(region)) continue;
    if (type === "attributes" && !(attributeName === "hidden" && !element.hidden)) continue;
    if (atomic(region)) whole.add(region);
    else if (type === "childList") announce(region, [...addedNodes].map(words).join(" "));
    else announce(region, words(target));
  }
  for (const region of whole) announce(region, words(region));
}

document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(changed).observe(document.documentElement, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"],
  });
  document.addEventListener("focusin", ({ target }) => {
    const name = target.getAttribute("aria-label") || target.labels?.[0]?.textContent || target.textContent;
    globalThis.announced.push(`focus: ${name.replace(/\s+/g, " ").trim()}`);
  });
});
