import { refusal } from "./errors.js";
import { resemblingName } from "./spelling.js";

/** @import { ErrorCode } from "./errors.js" */

/**
 * @param {string} name the core's name, such as d_model or seed
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
 * @param {string} name of one value, singular
 * @param {unknown} values
 * @param {ErrorCode} code
 * @returns {number[]} whole numbers of at least 0
 */
export function wholeNumbers(name, values, code) {
  if (!isList(values))
    throw refusal(code, "not_an_array", "{names} {values} are not an array", {
      ...{ names: `${name}s`, values: show(values) },
    });
  return Array.from(/** @type {ArrayLike<unknown>} */ (values), (value) => wholeNumber(name, value, 0, code));
}

/** @param {string} name @param {unknown} values @returns {string[]} */
export function strings(name, values) {
  const all = Array.isArray(values) ? Array.from(values) : [null]; // holes become undefined
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

/**
 * Reads optional options.
 * @template {object} T
 * @param {string} name @param {T | null | undefined} given
 * @returns {Partial<T>}
 */
export function options(name, given) {
  if (given === undefined || given === null) return {};
  if (typeof given === "object" && !isList(given)) return given;
  throw refusal("config", "not_options", "{name} {options} are not an object of options", {
    ...{ name, options: show(given) },
  });
}

/**
 * Refuses a misspelt option, such as `casual` or `num_heads`. Other unknown options are ignored, since objects of options may hold more.
 * @param {string} call @param {unknown} given @param {readonly string[]} known
 */
export function refuseMisspelt(call, given, known) {
  if (typeof given !== "object" || given === null) return;
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = resemblingName(plain(name), known.map(plain));
    if (meant !== null)
      throw refusal("config", "misspelt", "{call} has no option {name}; did you mean {meant}?", {
        ...{ call, name, meant: known.find((each) => plain(each) === meant) ?? meant },
      });
  }
}

/** A name without capitals and underscores. @param {string} name */
const plain = (name) => name.toLowerCase().replaceAll("_", "");

/** @param {unknown} value */
export const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** @param {unknown} value @returns {value is Float32Array} for one */
const isTyped = (value) => ArrayBuffer.isView(value) && "subarray" in value;

const MOST_SHOWN = 20; // elements of an array
const LONGEST = 200; // characters of a string
const DEEPEST = 4; // nested arrays

/** A value as text for messages; shortened if it is long or contains itself. @param {unknown} value @returns {string} */
export const show = (value) => formatCut(value, 0);

/** @param {unknown} value @param {number} depth @returns {string} */
function formatCut(value, depth) {
  if (typeof value === "string") return `"${cut(value)}"`;
  if (Array.isArray(value)) {
    if (depth === DEEPEST) return "(…)";
    const length = Math.min(value.length, MOST_SHOWN);
    const first = Array.from({ length }, (_, i) => formatCut(value[i], depth + 1));
    return `(${[...first, ...(value.length > length ? ["…"] : [])].join(", ")})`;
  }
  try {
    return cut(String(isTyped(value) ? value.subarray(0, LONGEST) : value)); // an element takes at least two characters
  } catch {
    return typeof value; // an object that String() cannot convert
  }
}

/** @param {string} text */
const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
