/** @import { Core } from "../../core/index.js" */
/** @import { Shown } from "./page-run.js" */

/** @type {WeakMap<Shown, readonly Float32Array[]>} */
const known = new WeakMap();

/**
 * The weights of all heads of a layer together, by layer, (T, T). A row adds up to the number of heads.
 * @param {Pick<Core, "blend">} core @param {Shown} shown
 */
export function sumsOf(core, shown) {
  const sums = known.get(shown) ?? shown.attention.map((each) => summed(core, each));
  known.set(shown, sums);
  return sums;
}

/** @param {Pick<Core, "blend">} core @param {Shown["attention"][number]} attention (H, T, T) */
const summed = (core, { data, shape }) =>
  core.blend({ data, shape: [1, ...shape] }, new Float32Array(shape[0]).fill(1)).data;

/**
 * What all heads of each layer put from a query on a key.
 * @param {Pick<Core, "blend">} core @param {Shown} shown @param {number} query @param {number} key
 */
export const sumsOn = (core, shown, query, key) =>
  sumsOf(core, shown).map((sum) => sum[query * shown.words.length + key]);
