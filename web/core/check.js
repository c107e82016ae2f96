import { refusal } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */

/**
 * @param {string} name in the core's terms: d_model, seed
 * @param {unknown} value
 * @param {number} [least]
 * @param {ErrorCode} [code]
 * @returns {number}
 */
export function wholeNumber(name, value, least = 1, code = "config") {
  if (isWhole(value, least)) return value;
  throw refusal(code, "not_a_whole_number", "{name} {value} is not a whole number of at least {least}", {
    ...{ name, value: show(value), least },
  });
}

/** @param {unknown} value @param {number} least @returns {value is number} */
export const isWhole = (value, least) =>
  Number.isSafeInteger(value) && /** @type {number} */ (value) >= least;

/**
 * @param {string} name of one
 * @param {unknown} values
 * @param {ErrorCode} code
 * @returns {number[]} from 0 up
 */
export function wholeNumbers(name, values, code) {
  if (!Array.isArray(values) && !ArrayBuffer.isView(values))
    throw refusal(code, "not_an_array", "{names} {values} are not an array", {
      ...{ names: `${name}s`, values: show(values) },
    });
  return Array.from(/** @type {ArrayLike<unknown>} */ (values), (value) => wholeNumber(name, value, 0, code));
}

/** @param {string} name @param {unknown} values @returns {string[]} */
export function strings(name, values) {
  const all = Array.isArray(values) ? Array.from(values) : [null]; // with its holes
  if (all.every((each) => typeof each === "string")) return all;
  throw refusal("shape", "not_strings", "{name} {values} are not an array of strings", {
    ...{ name, values: show(values) },
  });
}

/**
 * @template {string} T
 * @param {string} name
 * @param {unknown} value
 * @param {readonly T[]} choices the first is the default
 * @returns {T}
 */
export function oneOf(name, value, choices) {
  const choice = value === undefined ? choices[0] : choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  const known = choices.map((each) => `"${each}"`).join(", ");
  throw refusal("config", "not_known", "{name} {value} is not known (expected one of {known})", {
    ...{ name, value: show(value), known },
  });
}

/** @param {unknown} value @returns {string} */
export function show(value) {
  if (typeof value === "string") return `"${value}"`;
  if (Array.isArray(value)) return `(${Array.from(value, show).join(", ")})`;
  try {
    return String(value);
  } catch {
    return typeof value; // an object that has no text
  }
}
