/**
 * What is said of a value that does not exist: what was given, and what there is.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {{ kind: string, attribute: string, choices?: readonly string[], count?: (picture: Picture) => number | undefined }} Row
 */

const LONGEST = 40; // letters of a value that is given back
const LOUDEST = 2;

/** @type {Record<string, (row: Row, value: any, picture: Picture | null) => string | null>} */
const CHECKS = {
  choice: ({ choices = [] }, value) => (choices.includes(value) ? null : `is none of ${choices.join(", ")}`),
  flag: (_, value) => (typeof value === "boolean" ? null : "is neither true nor false"),
  step: (_, value, picture) =>
    !picture || picture.step(value) ? null : `is none of ${picture.steps.map(({ id }) => id).join(", ")}`,
  index: (row, value, picture) => (value === null ? null : outOf(value, count(row, picture))),
  heads: (_, value, picture) =>
    Array.isArray(value)
      ? (first(value, (head) => outOf(head, heads(picture))) ??
        (new Set(value).size < value.length ? "names a head twice" : null))
      : "is no list of heads, as 2,5",
  scales: (_, value, picture) =>
    isPlain(value)
      ? first(
          Object.entries(value),
          ([head, scale]) =>
            outOf(Number(head), heads(picture)) ??
            (scale >= 0 && scale <= LOUDEST ? null : `scales head ${head} by other than 0 to ${LOUDEST}`),
        )
      : "scales no heads, as 2:0.5,6:0 does",
};

/**
 * Why a value does not fit its row; null where it does, and where that is the core's to say.
 * @param {Row} row @param {unknown} value @param {Picture | null} [picture] without one of what is in it nothing is said
 */
export function whyInvalid(row, value, picture = null) {
  const said = CHECKS[row.kind]?.(row, value, picture) ?? null;
  return said && `${row.attribute} ${shown(value)} ${said}`;
}

/** @param {unknown} at @param {number} size */
function outOf(at, size) {
  if (Number.isInteger(at) && Number(at) >= 0 && Number(at) < size) return null;
  return Number.isFinite(size)
    ? `is not there: they go from 0 to ${size - 1}`
    : "is not a whole number from 0 on";
}

/** @param {Row} row @param {Picture | null} picture */
const count = (row, picture) => (picture && row.count?.(picture)) ?? Infinity;

/** @param {Picture | null} picture */
const heads = (picture) => picture?.config.numHeads ?? Infinity;

/** @template Item @param {readonly Item[]} items @param {(item: Item) => string | null} check */
const first = (items, check) => items.map(check).find((said) => said !== null) ?? null;

/** @param {unknown} value */
const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** As short as it can be read. @param {unknown} value */
function shown(value) {
  const text = written(typeof value === "string" ? value.slice(0, 2 * LONGEST) : value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {unknown} value */
function written(value) {
  if (typeof value === "number") return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value); // what JSON has no words for
  }
}
