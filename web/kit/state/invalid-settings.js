import { quoteValue } from "../text/quoted.js";
import { refused } from "../text/refusals.js";

/**
 * Messages about invalid values: the given value, and the values that exist.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {{ kind: string, attribute: string, choices?: readonly string[], count?: (picture: Picture) => number | undefined }} Row
 */

const LOUDEST = 2;

/**
 * The message's id, and its parameters without the value.
 * @typedef {[id: import("../text/refusals.js").Refusal, parameters?: Record<string, string | number>]} Why
 */

/** @type {Record<string, (row: Row, value: any, picture: Picture | null) => Why | null>} */
const CHECKS = {
  choice: ({ choices = [] }, value) =>
    choices.includes(value) ? null : ["none_of", { choices: choices.join(", ") }],
  flag: (_, value) => (typeof value === "boolean" ? null : ["no_flag"]),
  step: (_, value, picture) =>
    !picture || picture.step(value)
      ? null
      : ["none_of", { choices: picture.steps.map(({ id }) => id).join(", ") }],
  index: (row, value, picture) => (value === null ? null : outOf(value, count(row, picture))),
  heads: (_, value, picture) =>
    Array.isArray(value)
      ? (first(value, (head) => outOf(head, heads(picture))) ??
        (new Set(value).size < value.length ? ["head_twice"] : null))
      : ["no_heads"],
  scales: (_, value, picture) =>
    isPlain(value)
      ? first(
          Object.entries(value),
          ([head, scale]) =>
            outOf(Number(head), heads(picture)) ??
            (scale >= 0 && scale <= LOUDEST ? null : ["scale_out_of_range", { head, most: LOUDEST }]),
        )
      : ["no_scales"],
};

/**
 * The message about a value that its row does not allow; null if the row allows it or only the core can decide.
 * @param {Row} row @param {unknown} value @param {Picture | null} [picture] without a picture, values that depend on one are not checked
 */
export function whyInvalid(row, value, picture = null) {
  const why = CHECKS[row.kind]?.(row, value, picture) ?? null;
  return why && refused(why[0], { name: row.attribute, value: quoteValue(value), ...why[1] });
}

/** @param {unknown} at @param {number} size @returns {Why | null} */
function outOf(at, size) {
  if (Number.isInteger(at) && Number(at) >= 0 && Number(at) < size) return null;
  return Number.isFinite(size) ? ["not_there", { last: size - 1 }] : ["no_index"];
}

/** @param {Row} row @param {Picture | null} picture */
const count = (row, picture) => (picture && row.count?.(picture)) ?? Infinity;

/** @param {Picture | null} picture */
const heads = (picture) => picture?.config.numHeads ?? Infinity;

/** @template Item @param {readonly Item[]} items @param {(item: Item) => Why | null} check */
const first = (items, check) => items.map(check).find((why) => why !== null) ?? null;

/** @param {unknown} value */
const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
