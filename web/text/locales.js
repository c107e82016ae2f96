import { FOREIGN } from "./foreign.js";

/** @import { Locale } from "./words.js" */

/** By tag, in small letters; English is in the tables themselves. @type {Map<string, Locale | undefined>} */
const known = new Map([["en", undefined]]);
/** @type {Map<string, Promise<void>>} */
const coming = new Map();
/** Parts of languages. @type {Set<string>} */
const needed = new Set();
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
  localeThere(tag);
  return known.get(tag);
}

/** Of a table in English whose words come to other languages with a part of theirs: who says them has loaded it. @param {string} part */
export const needs = (part) => void needed.add(part);

/** The part of a language that is said in this page and not there: each has a table of its name. @param {Locale | undefined} locale */
const lacking = (locale) => [...needed].find((part) => locale?.parts?.[part] && !locale[part]);

/** Whether something of its table is still to come. @param {string} lang */
export const isComing = (lang) => coming.has(tagOf(lang));

/** Resolves when all of its table that is said in this page is there, or cannot be had. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = tagOf(lang);
  while (!known.has(tag) || lacking(known.get(tag))) {
    if (!coming.has(tag)) coming.set(tag, load(tag));
    await coming.get(tag);
  }
}

/** A language, or the next part of it. @param {string} tag */
async function load(tag) {
  const locale = known.get(tag);
  const part = lacking(locale);
  /** @type {Locale} */
  let more = { parts: null }; // what it lacks is English
  try {
    more = (await (part ? locale?.parts[part] : FOREIGN[tag])()).default;
  } catch (error) {
    console.warn(error);
  }
  coming.delete(tag);
  addLocale(tag, { lang: "en", ...locale, ...more });
}

/** What there is of it: zh of zh-Hans-CN. @param {string} lang */
function tagOf(lang) {
  let tag = lang.toLowerCase();
  while (tag && !known.has(tag) && !Object.hasOwn(FOREIGN, tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag || "en";
}
