/** Thousands separators, by language. */
const SEPARATORS = new Map([
  ["en", ","],
  ["en-US", ","],
  ["fr", "\u202f"],
  ["zh", ","],
  ["zh-Hans", ","],
]);

/**
 * A whole number below 1e21 with its digits in groups, as Intl.NumberFormat writes it. The page's own languages do without it, because the first number
 * format of a page takes 20 ms.
 * @param {number} n @param {string} [lang]
 */
export function groupDigits(n, lang = "en") {
  const separator = SEPARATORS.get(lang);
  if (separator === undefined) return n.toLocaleString(lang);
  return String(n).replace(/\B(?=(\d{3})+$)/g, separator);
}
