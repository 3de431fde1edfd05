// @ts-check
// Small choices that this browser keeps. Where storage is refused they hold for the page only.

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* still applied, not kept */ }
}
