import { numbersFrom } from "./readers.js";

/** Random options of layers, for readers.js. @typedef {import("./readers.js").Options} Options */

/** Twelve shapes: 1 to 12 heads, odd features, one token, one batch item, as many items as heads or tokens, grouped heads. @type {readonly Options[]} */
export const SHAPES = [
  { B: 2, T: 5, H: 2, d: 4 },
  { B: 1, T: 6, H: 4, d: 3 },
  { B: 3, T: 4, H: 3, d: 5 },
  { B: 2, T: 1, H: 2, d: 4 },
  { B: 1, T: 1, H: 1, d: 6 },
  { B: 2, T: 7, H: 8, kv: 2, d: 2 },
  { B: 2, T: 5, H: 6, kv: 3, d: 6 },
  { B: 4, T: 4, H: 12, d: 2 },
  { B: 2, T: 9, H: 1, d: 10 },
  { B: 3, T: 6, H: 4, kv: 1, d: 7 },
  { B: 5, T: 5, H: 5, d: 3 },
  { B: 1, T: 8, H: 12, kv: 4, d: 6 },
];

/** A short name of a shape. @param {Options} shape */
export const shapeName = ({ B, T, H, kv = H, d }) => `B${B} T${T} H${H}${kv < H ? `/${kv}` : ""} d${d}`;

/** The share of features that are turned: all, or all but one of an odd number. @param {Options} options */
export const fractionOf = ({ d }) => (d % 2 ? (d - 0.5) / d : 1);

/** Random choices from a seed. @param {number} seed */
export function choices(seed) {
  const next = numbersFrom(seed * 7 + 1);
  for (let i = 0; i < 5; i++) next();
  const share = () => (next() + 1) / 2;
  return {
    whole: (/** @type {number} */ from, /** @type {number} */ to) =>
      from + Math.min(to - from, Math.floor(share() * (to - from + 1))),
    chance: (/** @type {number} */ p) => share() < p,
    share,
  };
}

/** Options that a correct layer may have together. @param {number} seed @returns {Options} */
export function randomOptions(seed) {
  const { whole, chance, share } = choices(seed);
  const H = whole(1, 12);
  const groups = Array.from({ length: H }, (_, i) => i + 1).filter((kv) => H % kv === 0);
  const kind = whole(0, 3);
  /** @type {Options} */
  const o = {
    ...{ B: whole(1, 3), T: whole(1, 7), H, d: whole(1, 7), kv: groups[whole(0, groups.length - 1)] },
    ...{ bias: chance(0.7), causal: kind !== 2 && chance(0.5), padded: chance(0.3) },
    ...{ dtype: /** @type {const} */ (["f4", "f8", "f2"])[whole(0, 2)] },
    ...(kind === 1 && { past: whole(1, 4) }),
    ...(kind === 2 && { keys: whole(1, 8) }),
    ...(chance(0.2) && { window: whole(1, 4) }),
    ...(chance(0.2) && { softcap: 1 + 6 * share() }),
    ...(chance(0.2) && { scale: 0.1 + 0.6 * share() }),
    ...(chance(0.2) && { mask: /** @type {"added" | "blocked"} */ (chance(0.5) ? "added" : "blocked") }),
  };
  if (kind === 3 && chance(0.5))
    return { ...o, latent: true, kv: H, bias: false, rope: chance(0.5) ? "half" : "interleaved" };
  const isTurned = o.d > 1 && chance(0.4);
  return {
    ...o,
    ...(isTurned && {
      rope: /** @type {"half" | "interleaved"} */ (chance(0.5) ? "half" : "interleaved"),
      fraction: fractionOf(o),
      ropeBase: chance(0.5) ? 10000 : 100,
    }),
    ...(!isTurned && { alibi: chance(0.3) }),
    ...{ sinks: chance(0.2), norm: chance(0.2) },
  };
}
