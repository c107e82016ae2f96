/**
 * @typedef {import("./words.js").Locale} Locale
 * @typedef {() => Promise<{ default: Locale }>} Load
 */

/** By tag, in small letters; English is in the tables themselves. @type {Map<string, Locale>} */
const known = new Map();
/** What loads a language that is not loaded, by tag. @type {Map<string, Load>} */
const offered = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Adds a language, or puts another table in its place.
 * @param {string} lang as the attribute says it: "de" is also what de-CH is said in
 * @param {Locale} locale tables by area; what they lack is said in English
 * @throws {RangeError} where it is no tag of a language
 */
export function addLocale(lang, locale) {
  Intl.getCanonicalLocales(lang);
  const tag = lang.toLowerCase();
  offered.delete(tag);
  known.set(tag, { lang, ...locale });
  listeners.forEach((listener) => listener());
}

/**
 * Offers a language that is loaded when it is asked for. A language that an author added stays.
 * @param {string} lang its tag, in small letters
 * @param {Load} load
 */
export function offerLocale(lang, load) {
  if (!known.has(lang)) offered.set(lang, load);
}

/** @param {() => void} listener is told when there is another language */
export const onLocale = (listener) => void listeners.add(listener);

/** Its table, or that of the language it is a form of: fr-CA is said as fr is. No word of it, which is English, where there is none and until it is there. @param {string} lang @returns {Locale | undefined} */
export function localeOf(lang) {
  const tag = tagOf(lang);
  localeThere(tag);
  return known.get(tag);
}

/** Whether its table is still to come. @param {string} lang */
export const isComing = (lang) => offered.has(tagOf(lang));

/** Resolves when its table is there, or cannot be had. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = tagOf(lang);
  const load = offered.get(tag);
  if (!load) return;
  /** @type {Locale} */
  let locale = { lang: "en" }; // what cannot be had is English
  try {
    locale = (await load()).default;
  } catch (error) {
    console.warn(error);
  }
  if (load === offered.get(tag)) addLocale(tag, locale); // who asks first
}

const LONGEST_TAG = 100; // letters: what is longer names no language

/** What there is of it: zh of zh-Hans-CN; nothing of English, and of what nobody wrote. @param {string} lang */
function tagOf(lang) {
  let tag = lang.length > LONGEST_TAG ? "" : lang.toLowerCase();
  while (tag && !known.has(tag) && !offered.has(tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag;
}
