/** @import { Locale } from "./words.js" */

/** By tag, in small letters; English is in the tables themselves. @type {Map<string, Locale>} */
const known = new Map();
/** Parts of languages, each by a table that is in it: of what every page says, its tag. */
const needed = ["lang"];
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
  listeners.forEach((listener) => listener());
}

/**
 * Adds a language whose words are loaded when they are asked for.
 * @param {string} lang its tag, in small letters
 * @param {NonNullable<Locale["parts"]>} parts loaders by part; "lang" is what every page says
 */
export const offerLocale = (lang, parts) => void known.set(lang, { parts });

/** @param {() => void} listener is told when there is another language */
export const onLocale = (listener) => void listeners.add(listener);

/** Its table, or that of the language it is a form of: fr-CA is said as fr is. No word of it, which is English, where there is none and until it is there. @param {string} lang @returns {Locale | undefined} */
export function localeOf(lang) {
  const tag = tagOf(lang);
  localeThere(tag);
  return known.get(tag);
}

/** Of a table in English whose words come to other languages with a part of theirs: who says them has loaded it. @param {string} part */
export const needs = (part) => void needed.push(part);

/** What loads the next part that a language lacks of what is said in this page. @param {string} tag @returns {(() => Promise<{ default: Locale }>) | undefined} */
function loaderOf(tag) {
  const locale = known.get(tag);
  const part = needed.find((each) => locale?.parts?.[each] && !locale[each]);
  return part && locale?.parts[part];
}

/** Whether something of its table is still to come. @param {string} lang */
export const isComing = (lang) => loaderOf(tagOf(lang)) !== undefined;

/** Resolves when all of its table that is said in this page is there, or cannot be had. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = tagOf(lang);
  let loader;
  while ((loader = loaderOf(tag))) {
    /** @type {Locale} */
    let more = { parts: null }; // what cannot be had is English
    try {
      more = (await loader()).default;
    } catch (error) {
      console.warn(error);
    }
    if (loader === loaderOf(tag)) addLocale(tag, { lang: "en", ...known.get(tag), ...more }); // who asks first
  }
}

/** What there is of it: zh of zh-Hans-CN; nothing of English, and of what nobody wrote. @param {string} lang */
function tagOf(lang) {
  let tag = lang.toLowerCase();
  while (tag && !known.has(tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag;
}
