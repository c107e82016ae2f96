import { fill } from "../../core/message.js";

/**
 * The page's words in the reader's language. Each area has a table in English here; a locale has tables under the same names. Missing words
 * are English.
 *
 * @typedef {Readonly<Record<string, any>>} Locale   tables by area: strings, and functions with the parameters of the English ones. Also
 *   `lang`, the language tag; `messagesById`, forms by message id with a blank "{name}" for each parameter; and `stop`, the end of a
 *   sentence
 * @typedef {{ readonly locale?: Locale }} Localized   an element, or the surface of a picture; English without a locale
 */

/**
 * A table in another language: the type of the English one, any of whose words may be missing.
 * @template Table
 * @typedef {Table extends ((...given: any[]) => unknown) | readonly unknown[] ? Table
 *   : Table extends object ? { [Name in keyof Table]?: Translated<Table[Name]> } : Table} Translated
 */

/** The area of each English table. @type {WeakMap<object, string>} */
const areas = new WeakMap();

/** Areas of the English tables that are loaded. @type {Set<string>} */
const inUse = new Set();

/** Tables of other languages, completed with English. @type {WeakMap<object, any>} */
const completed = new WeakMap();

/** @template {object} Table @param {string} area @param {Table} english @returns {Table} */
export function words(area, english) {
  areas.set(english, area);
  inUse.add(area);
  return english;
}

/** Whether the English table of an area is loaded, so that its words can be shown. @param {string} area */
export const isInUse = (area) => inUse.has(area);

/** The area of an English table. @param {object} english */
export const areaOf = (english) => areas.get(english);

/** A table in the speaker's language. @template {object} Table @param {Table} english @param {Localized} [speaker] @returns {Table} */
export function say(english, speaker) {
  const own = speaker?.locale?.[areas.get(english) ?? ""];
  if (!own) return english;
  if (!completed.has(own)) completed.set(own, over(english, own));
  return completed.get(own);
}

/** @param {any} english @param {any} own @returns {any} */
function over(english, own) {
  if (typeof english === "function") return typeof own === "function" ? orEnglish(english, own) : english;
  if (!isTable(english) || !isTable(own)) return own ?? english;
  const keys = Object.keys({ ...english, ...own });
  return Object.fromEntries(keys.map((key) => [key, over(english[key], own[key])]));
}

/**
 * A function of a locale, with the English function as a fallback if it throws.
 * @param {(...given: any[]) => any} english @param {(...given: any[]) => any} own
 */
const orEnglish =
  (english, own) =>
  (/** @type {any[]} */ ...given) => {
    try {
      return own(...given);
    } catch (error) {
      console.warn(error);
      return english(...given);
    }
  };

/** @param {any} value */
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The full stop at the end of an assembled sentence. @param {Localized} [speaker] @returns {string} */
export const stop = (speaker) => speaker?.locale?.stop ?? ".";

/**
 * A message in the speaker's language; in English if the language lacks it or the error has no id.
 * @param {{ message: string } & Partial<import("../../core/message.js").Message>} said @param {Localized} [speaker]
 * @returns {string}
 */
export function messageText({ id = "", parameters = {}, message }, speaker) {
  const form = speaker?.locale?.messagesById?.[id];
  if (form === undefined) return message;
  const parts = Object.entries(parameters).map(([name, value]) => [
    name,
    isTable(value) ? messageText(/** @type {any} */ (value), speaker) : value,
  ]);
  return fill(form, Object.fromEntries(parts));
}
