import { tokenize } from "../../state/tokens.js";

/** @import { Kind, Setting } from "../../state/settings.js" */

/** What Lit makes of an attribute, by the kind of its setting. @type {Readonly<Partial<Record<Kind, import("lit").PropertyDeclaration>>>} */
const CONVERTERS = {
  count: { type: Number },
  fraction: { type: Number },
  seed: { type: Number },
  flag: {
    converter: { fromAttribute: (/** @type {string | null} */ text) => text !== null && isOn(text || true) },
  },
  tokens: { converter: { fromAttribute: (/** @type {string | null} */ text) => tokensIn(text ?? "") } },
};

/** A sentence's words, or the tokens that a JSON array names. @param {string} text @returns {readonly string[]} */
function tokensIn(text) {
  if (!/^\s*\[/.test(text)) return tokenize(text);
  try {
    return Array.from(JSON.parse(text), String);
  } catch {
    return tokenize(text);
  }
}

/** As an attribute, and a link, has it: words as the sentence that they make, where it makes them. @param {unknown} value */
export function asAttribute(value) {
  if (!Array.isArray(value)) return String(value);
  const sentence = value.join(" ");
  const same = tokensIn(sentence);
  return same.length === value.length && same.every((word, i) => word === value[i])
    ? sentence
    : JSON.stringify(value);
}

/** Off is also said in words, as templates write it. @param {unknown} value */
const isOn = (value) => Boolean(value) && !/^(0|false)$/i.test(String(value));

/** @param {Pick<Setting, "attribute" | "kind">} row */
export const converterOf = ({ attribute, kind }) => ({ attribute, ...CONVERTERS[kind] });

/**
 * A property as its setting has it. Frameworks set properties to what was written as attributes.
 * @param {Kind} kind
 * @param {any} value
 */
export function asGiven(kind, value) {
  if (kind === "tokens") return typeof value === "string" ? tokensIn(value) : Array.from(value ?? [], String);
  if (kind === "flag") return isOn(value);
  const isNumber = typeof value === "string" && value.trim() && !Number.isNaN(Number(value));
  return isNumber && CONVERTERS[kind]?.type === Number ? Number(value) : value;
}
