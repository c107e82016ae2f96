import { quoteValue } from "../text/quoted.js";
import { isDeeplyEqual, setIn } from "./snapshot.js";
import { sentenceOf, tokenize } from "./tokens.js";

/** @import { Setting } from "./settings.js" */
/** @import { Row } from "./shown.js" */

/** The words of a sentence, or the tokens of a JSON array. @param {string} text @returns {readonly string[]} */
function tokensIn(text) {
  if (!/^\s*\[/.test(text)) return tokenize(text);
  try {
    return Array.from(JSON.parse(text), String);
  } catch {
    return tokenize(text);
  }
}

/** A number, or the text if it is not a number. @param {string} text */
const numberIn = (text) => (text.trim() && !Number.isNaN(Number(text)) ? Number(text) : text);

/** A flag from the texts that templates write; other values pass unchanged. @param {any} value */
function isOn(value) {
  const word = String(value).trim().toLowerCase();
  if (value === null || value === undefined || /^(|0|false|off|no)$/.test(word)) return false;
  return /^(1|true|on|yes)$/.test(word) ? true : value;
}

/** Reads the factors of heads, such as 2:0.5,6:0; returns other text unchanged. @param {string} text */
function scalesIn(text) {
  const pairs = text.split(/[\s,]+/).filter(Boolean);
  if (!pairs.every((pair) => /^\d+:[\d.]+$/.test(pair))) return text;
  return Object.fromEntries(pairs.map((pair) => pair.split(":").map(Number)));
}

/** Reads numbers of heads, such as 2,5. @param {string} text */
const headsIn = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(numberIn);

/** Reads a window: one size, such as 4, or the keys before and after, such as 4,4; null if empty. @param {string} text */
function windowIn(text) {
  const sides = headsIn(text);
  return sides.length > 1 ? sides : (sides[0] ?? null);
}

/** Parsers of attributes, by kind. @type {Readonly<Record<string, (text: string) => unknown>>} */
const WRITTEN = {
  count: numberIn,
  fraction: numberIn,
  seed: numberIn,
  index: (text) => (text.trim() ? numberIn(text) : null),
  flag: isOn,
  tokens: tokensIn,
  heads: headsIn,
  scales: scalesIn,
  window: windowIn,
};

/**
 * Converts a property's value to its row's type, because frameworks also set properties to texts. A value that no row has, such as a
 * symbol, becomes its text, which messages can quote.
 * @param {Pick<Setting | Row, "attribute" | "kind">} row
 * @param {any} value
 */
export function fromProperty({ attribute, kind }, value) {
  if (kind === "flag" && value === attribute) return true;
  if (typeof value === "string") return WRITTEN[kind] ? WRITTEN[kind](value) : value;
  if (kind === "tokens")
    return Array.from(value?.[Symbol.iterator] ? value : [], (item) => String(itemIn(item)));
  // Copies arrays, because frameworks pass proxies and hosts may change their arrays later.
  if (Array.isArray(value)) return Array.from(value, itemIn);
  if (kind === "scales" && value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, itemIn(item)]));
  return kind === "flag" ? isOn(itemIn(value)) : itemIn(value);
}

const ITEMS = ["string", "number", "boolean", "undefined"];

/** @param {unknown} value */
const itemIn = (value) => (value === null || ITEMS.includes(typeof value) ? value : quoteValue(value));

/**
 * Converts an attribute's text to its row's type. A flag without a value is on.
 * @param {Pick<Setting | Row, "attribute" | "kind">} row @param {string} text
 */
export const asWritten = (row, text) => (row.kind === "flag" && text === "" ? true : fromProperty(row, text));

/** Lit's converter for a row. Removing an attribute restores the default. @param {Setting | Row} row */
export const converterOf = (row) => ({
  attribute: row.attribute,
  converter: {
    fromAttribute: (/** @type {string | null} */ text) => (text === null ? null : asWritten(row, text)),
  },
});

/**
 * A value as text for attributes and links. Tokens become a sentence if it splits into the same tokens, otherwise JSON.
 * @param {(Setting | Row)["kind"]} kind @param {any} value
 */
export function asAttribute(kind, value) {
  if (kind === "scales")
    return Object.entries(value)
      .map(([head, scale]) => `${head}:${scale}`)
      .join(",");
  if (kind !== "tokens") return String(value ?? "");
  const isIt = (/** @type {string} */ sentence) => isDeeplyEqual(tokensIn(sentence), value);
  // Markup and links cannot contain control characters or lone surrogates.
  const sentences = /[\p{Cc}\p{Cs}]/u.test(value.join("")) ? [] : [sentenceOf(value), value.join(" ")];
  return sentences.find(isIt) ?? JSON.stringify(value);
}

/** The values of a state that differ from the defaults, as attribute values for a link. @param {import("./state.js").State} state @returns {URLSearchParams} */
export const paramsOf = (state) =>
  new URLSearchParams(setIn(state).map(([row, value]) => [row.attribute, asAttribute(row.kind, value)]));
