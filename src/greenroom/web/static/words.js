// @ts-check
// The page's words in its language. English is the key; what has no translation stays English.
//
//   _("English words")   _("You are number {place} in line", {place: 12})
//   counted(2, "{n} answer", "{n} answers")

/** @type {Record<string, string | string[]>} */
const words = /** @type {any} */ (globalThis).greenroomWords ?? {};
/** Of this page. */
export const language = globalThis.document?.documentElement.lang || "en";
/** For dates and numbers. */
export const LOCALE = language === "en" ? "en-GB" : language;
const plurals = new Intl.PluralRules(language);

/** @typedef {Record<string, string | number>} Values */

/** @param {string} text @param {Values} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @param {string} english @param {Values} [values] */
export const _ = (english, values = {}) => filled(String(words[english] ?? english), values);

/** @param {number} n @param {string} one @param {string} many @param {Values} [values] besides `n` */
export function counted(n, one, many, values = {}) {
  const single = plurals.select(n) === "one";
  const forms = words[one] ?? [one, many];
  return filled(forms[single ? 0 : 1], { n, ...values });
}
