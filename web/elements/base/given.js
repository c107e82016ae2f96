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
  tokens: { converter: { fromAttribute: (/** @type {string | null} */ text) => tokenize(text ?? "") } },
};

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
  if (kind === "tokens") return typeof value === "string" ? tokenize(value) : Array.from(value ?? [], String);
  if (kind === "flag") return isOn(value);
  const isNumber = typeof value === "string" && value.trim() && !Number.isNaN(Number(value));
  return isNumber && CONVERTERS[kind]?.type === Number ? Number(value) : value;
}
