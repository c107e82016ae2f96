import { isList, oneOf, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Config, LayerOptions } from "./types.js" */

/** Options without a default. */
const REQUIRED = ["dModel", "numHeads"];

/** Of the norms of queries, keys and latents. */
const NORM_EPS = 1e-6;

/** Objects of options, for messages. @type {Readonly<Record<string, string>>} */
const EXAMPLES = {
  ...{ rope: '{ style: "half" }', qkNorm: "{ eps: 1e-6 }", latent: "{ rank: 16 }" },
  "latent norm": "{ eps: 1e-6 }",
};

/**
 * A configuration as C++ reads it: 0 selects the default of a size; options that are off and have values of their own are null.
 * @param {Boundary} boundary
 * @param {LayerOptions | Config | null | undefined} options
 * @returns {Record<string, unknown>}
 */
export function readConfig({ configFields, names }, options) {
  const given = /** @type {Record<string, unknown>} */ (options ?? {});
  const entries = configFields.map(({ name, key, isSize }) => {
    const value = given[key];
    if (!isSize) return [key, Boolean(value)];
    return [key, value === undefined && !REQUIRED.includes(key) ? 0 : wholeNumber(name, value)];
  });
  const { rope, qkNorm, softcap, window, latent } = given;
  return {
    ...Object.fromEntries(entries),
    rope: readRope(rope, names.ropeStyle),
    qkNorm: isOff(qkNorm) ? null : readNorm(own("qkNorm", qkNorm)),
    softcap: isOff(softcap) ? null : number("softcap", softcap),
    window: isOff(window) ? null : readWindow(window),
    latent: isOff(latent) ? null : readLatent(latent),
  };
}

/** @param {Record<string, unknown>} norm */
const readNorm = ({ eps = NORM_EPS, whole = false }) => ({
  eps: number("qk_norm eps", eps),
  whole: Boolean(whole),
});

/** @param {unknown} rope @param {readonly string[]} styles */
function readRope(rope, styles) {
  if (isOff(rope)) return null;
  const { style = "interleaved", base = 10000, fraction = 1, scaling = 1 } = own("rope", rope);
  const { length = 0, low = 1, high = 4, factors = [] } = own("rope", rope);
  const known = styles.filter((each) => each !== "none");
  return {
    style: styles.indexOf(oneOf("rope style", style, known)),
    base: number("rope base", base),
    fraction: number("rope fraction", fraction),
    scaling: number("rope scaling", scaling),
    length: number("rope length", length),
    low: number("rope low", low),
    high: number("rope high", high),
    factors: Array.from(/** @type {ArrayLike<unknown>} */ (factors), (each) => number("rope factor", each)),
  };
}

/**
 * Normalises a window: a number of keys that includes the query's own, or the numbers of keys before and
 * after it; -1 means all.
 * @param {unknown} window
 * @returns {number[] | null}
 */
function readWindow(window) {
  if (!isList(window)) {
    if (window === -1) return null;
    return [wholeNumber("window", window) - 1, 0];
  }
  const sides = Array.from(/** @type {ArrayLike<unknown>} */ (window), (side) =>
    wholeNumber("window", side, -1),
  );
  if (sides.length === 2) return sides;
  throw refusal("config", "window_sides", "window {window} is neither a number of keys nor [left, right]", {
    window: show(window),
  });
}

/** @param {unknown} latent */
function readLatent(latent) {
  const { rank, queryRank = 0, ropeWidth = 0, norm, bias = false } = own("latent", latent);
  return {
    rank: wholeNumber("latent rank", rank, 1),
    queryRank: wholeNumber("latent query_rank", queryRank, 0),
    ropeWidth: wholeNumber("latent rope_width", ropeWidth, 0),
    norm: isOff(norm) ? null : readLatentNorm(own("latent norm", norm)),
    bias: Boolean(bias),
  };
}

/** @param {Record<string, unknown>} norm */
const readLatentNorm = ({ eps = NORM_EPS }) => ({ eps: number("latent norm eps", eps) });

/** @param {unknown} option */
const isOff = (option) => option === undefined || option === null || option === false;

/**
 * The values of an option that may also be true.
 * @param {string} name @param {unknown} option
 * @returns {Record<string, unknown>}
 */
function own(name, option) {
  if (option === true) return {};
  if (typeof option === "object" && option !== null && !isList(option))
    return /** @type {Record<string, unknown>} */ (option);
  throw refusal(
    "config",
    "not_on_or_options",
    "{name} {value} is neither true, false nor an object of options (expected, for example, {example})",
    {
      ...{ name, value: show(option), example: EXAMPLES[name] },
    },
  );
}

/** @param {string} name @param {unknown} value */
function number(name, value) {
  if (typeof value === "number") return value; // C++ throws if the number is not positive
  throw refusal("config", "not_positive", "{name} {value} is not a number above 0", {
    name,
    value: show(value),
  });
}
