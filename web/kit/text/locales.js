/**
 * @typedef {import("./words.js").Locale} Locale
 * @typedef {() => Promise<{ default: Locale }>} Load
 */

/** Loaded languages by lower-case tag. English is not among them. @type {Map<string, Locale>} */
const known = new Map();
/** Loaders of languages that are not loaded yet, by tag. @type {Map<string, Load>} */
const offered = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Adds or replaces a language.
 * @param {string} lang a language tag; "de" also serves de-CH
 * @param {Locale} locale tables by area; missing words stay English
 * @throws {RangeError} if `lang` is no language tag
 */
export function addLocale(lang, locale) {
  Intl.getCanonicalLocales(lang);
  const tag = lang.toLowerCase();
  offered.delete(tag);
  known.set(tag, { lang, ...locale });
  listeners.forEach((listener) => listener());
}

/**
 * Registers a language that loads on demand. A language added by an author has priority.
 * @param {string} lang lower-case tag
 * @param {Load} load
 */
export function offerLocale(lang, load) {
  if (!known.has(lang)) offered.set(lang, load);
}

/** @param {() => void} listener called when a language is added */
export const onLocale = (listener) => void listeners.add(listener);

/**
 * The tables of a language, or of its base language (fr for fr-CA). Undefined, which means English, if there are none or they are not loaded yet;
 * starts loading them.
 * @param {string} lang @returns {Locale | undefined}
 */
export function localeOf(lang) {
  const tag = tagOf(lang);
  localeThere(tag);
  return known.get(tag);
}

/** Whether a language is still loading. @param {string} lang */
export const isComing = (lang) => offered.has(tagOf(lang));

/** Resolves when the language is loaded, or loading has failed. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = tagOf(lang);
  const load = offered.get(tag);
  if (!load) return;
  /** @type {Locale} */
  let locale = { lang: "en" }; // a failed load leaves English
  try {
    locale = (await load()).default;
  } catch (error) {
    console.warn(error);
  }
  if (load === offered.get(tag)) addLocale(tag, locale); // only the first caller adds the language
}

const LONGEST_TAG = 100; // characters; longer text is no language tag

/** The known tag for a language: zh for zh-Hans-CN; the tag itself for English and unknown languages. @param {string} lang */
function tagOf(lang) {
  let tag = lang.length > LONGEST_TAG ? "" : lang.toLowerCase();
  while (tag && !known.has(tag) && !offered.has(tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag;
}
