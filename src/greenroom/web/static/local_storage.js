// @ts-check
// Small choices that this browser keeps. Where storage is refused they hold for the page only.

/** @param {string} key @returns {string | null} */
export function recall(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** @param {string} key */
export function forget(key) {
  try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
}

/** Keys of what is kept that begin so. @param {string} prefix @returns {string[]} */
export function keys(prefix) {
  try { return Object.keys(localStorage).filter((key) => key.startsWith(prefix)); } catch { return []; }
}

/** @param {string} key @param {string} value */
export function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* still applied, not kept */ }
}
