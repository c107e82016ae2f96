import { fill } from "../../core/message.js";

/**
 * The page's words, in the reader's language. Each area has its table here, in English; a locale has those of another language by the same
 * names, and what it lacks is said in English.
 *
 * @typedef {Readonly<Record<string, any>>} Locale   by area: strings, and functions that take what the English one takes. Besides, `lang`, as
 *   the attribute says it, and `messagesById`: by the id of a message, a form with a blank "{name}" for each of its parameters that is said;
 *   `stop`, what a sentence ends with
 * @typedef {{ readonly locale?: Locale }} Localized   an element, or the surface of a picture; English without a locale
 */

/** The area of each English table. @type {WeakMap<object, string>} */
const areas = new WeakMap();

/** Other languages' tables, with English where they lack something. @type {WeakMap<object, any>} */
const completed = new WeakMap();

/** @template {object} Table @param {string} area @param {Table} english @returns {Table} */
export function words(area, english) {
  areas.set(english, area);
  return english;
}

/** The area whose table it is. @param {object} english */
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
  if (!isTable(english) || !isTable(own)) return own ?? english;
  const keys = Object.keys({ ...english, ...own });
  return Object.fromEntries(keys.map((key) => [key, over(english[key], own[key])]));
}

/** @param {any} value */
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What a sentence ends with, where that is put together. @param {Localized} [speaker] @returns {string} */
export const stop = (speaker) => speaker?.locale?.stop ?? ".";

/**
 * A message in the speaker's language; in English where that lacks it, and of an error that has no id.
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
