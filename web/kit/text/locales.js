import { isInUse } from "./words.js";

/**
 * @typedef {import("./words.js").Locale} Locale
 * @typedef {object} Part  tables of a language that load together
 * @property {readonly string[]} areas  areas that need the part
 * @property {() => Promise<{ default: Locale }>} load
 *
 * @typedef {object} Offer  a language that loads on demand
 * @property {readonly Part[]} rest  parts that were not needed yet
 * @property {Set<Promise<void>>} coming  requests under way
 * @property {Part[]} failed  parts that could not be loaded; requested again with the next parts
 */

/** Languages as far as they are loaded, by lower-case tag. English is not among them. @type {Map<string, Locale>} */
const known = new Map();
/** Languages that load on demand, by tag. @type {Map<string, Offer>} */
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
  know(tag, { lang, ...locale });
}

/** @param {string} tag @param {Locale} locale */
function know(tag, locale) {
  known.set(tag, locale);
  listeners.forEach((listener) => listener());
}

/**
 * Registers a language that loads on demand, part by part. A language added by an author has priority.
 * @param {string} lang lower-case tag
 * @param {readonly Part[]} parts
 */
export function offerLocale(lang, parts) {
  if (!known.has(lang)) offered.set(lang, { rest: parts, coming: new Set(), failed: [] });
}

/** @param {() => void} listener called when words are added */
export const onLocale = (listener) => void listeners.add(listener);

/**
 * The tables of a language, or of its base language (fr for fr-CA). Undefined, which means English, if there are none or none are loaded yet;
 * starts loading the parts that the page needs.
 * @param {string} lang @returns {Locale | undefined}
 */
export function localeOf(lang) {
  const tag = offeredTag(lang);
  localeThere(tag);
  return known.get(tag);
}

/** @param {Part} part */
const isNeeded = ({ areas }) => areas.some(isInUse);

/** Whether words of a language that the page needs are still loading. @param {string} lang */
export function isComing(lang) {
  const offer = offered.get(offeredTag(lang));
  return offer !== undefined && (offer.coming.size > 0 || offer.rest.some(isNeeded));
}

/** Resolves when the words that the page needs now are loaded, or loading them has failed. @param {string} lang @returns {Promise<void>} */
export async function localeThere(lang) {
  const tag = offeredTag(lang);
  const offer = offered.get(tag);
  if (!offer) return;
  const needed = offer.rest.filter(isNeeded);
  if (needed.length) {
    offer.rest = offer.rest.filter((part) => !needed.includes(part));
    const request = load([...offer.failed.splice(0), ...needed], offer.failed).then((tables) => {
      offer.coming.delete(request);
      if (offered.get(tag) === offer) know(tag, joined([known.get(tag) ?? { lang: "en" }, ...tables]));
    });
    offer.coming.add(request);
  }
  await Promise.all(offer.coming);
}

/** The tables of some parts. A part that cannot be loaded leaves English. @param {readonly Part[]} parts @param {Part[]} failed receives such parts */
const load = (parts, failed) =>
  Promise.all(
    parts.map((part) =>
      part.load().then(
        (module) => module.default,
        (error) => {
          console.warn(error);
          failed.push(part);
          return {};
        },
      ),
    ),
  );

/** @param {readonly Locale[]} locales @returns {Locale} */
const joined = (locales) =>
  Object.assign({}, ...locales, {
    messagesById: Object.assign({}, ...locales.map(({ messagesById }) => messagesById)),
  });

const LONGEST_TAG = 100; // characters; longer text is no language tag

/** The tag under which a language is known or offered: zh for zh-Hans-CN; empty for English and unknown languages. @param {string} lang */
export function offeredTag(lang) {
  let tag = lang.length > LONGEST_TAG ? "" : lang.toLowerCase();
  while (tag && !known.has(tag) && !offered.has(tag)) tag = tag.replace(/(^|-)[^-]*$/, "");
  return tag;
}
