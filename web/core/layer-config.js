import { wholeNumber } from "./check.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Config, LayerOptions } from "./types.js" */

/** Options without a default. */
const REQUIRED = ["dModel", "numHeads"];

/**
 * A configuration as C++ reads it: 0 selects the default.
 * @param {Boundary} boundary
 * @param {LayerOptions | Config | null | undefined} options
 * @returns {Record<string, number | boolean>}
 */
export function readConfig({ configFields }, options) {
  const given = /** @type {Record<string, unknown>} */ (options ?? {});
  const entries = configFields.map(({ name, key, isSize }) => {
    const value = given[key];
    if (!isSize) return [key, Boolean(value)];
    return [key, value === undefined && !REQUIRED.includes(key) ? 0 : wholeNumber(name, value)];
  });
  return Object.fromEntries(entries);
}
