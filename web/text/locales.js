import { FOREIGN } from "./foreign.js";

/** @import { Locale } from "./words.js" */

/** By tag, in small letters; English is in the tables themselves. @type {Map<string, Locale | undefined>} */
const known = new Map([["en", undefined]]);
/** @type {Map<string, Promise<void>>} */
const coming = new Map();
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
  known.set(lang.toLowerCase(), { lang, ...locale });
  for (const listener of listeners) listener();
}

/** @param {() => void} listener is told when there is another language */
export const onLocale = (listener) => void listeners.add(listener);

/** Its table, or that of the language it is a form of: fr-CA is said as fr is. English where there is none, and until it is there. @param {string} lang @returns {Locale | undefined} */
export function localeOf(lang) {
  const tag = tagOf(lang);
  if (!known.has(tag)) localeThere(lang);
  return known.get(tag);
}

/** Whether its table is still to come. @param {string} lang */
export const isComing = (lang) => coming.has(tagOf(lang));

/** Resolves when its table is there, or cannot be had. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = tagOf(lang);
  if (known.has(tag)) return;
  const loading =
    coming.get(tag) ??
    FOREIGN[tag]().then(
      (module) => {
        coming.delete(tag);
        addLocale(tag, module.default);
      },
      (error) => {
        coming.delete(tag);
        addLocale(tag, { lang: "en" });
        console.warn(error);
      },
    );
  coming.set(tag, loading);
  await loading;
}

/** What there is of it: zh of zh-Hans-CN. @param {string} lang */
function tagOf(lang) {
  let tag = lang.toLowerCase();
  while (tag && !known.has(tag) && !Object.hasOwn(FOREIGN, tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag || "en";
}
