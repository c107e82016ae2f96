import { say, words } from "./words.js";

/** @typedef {import("./words.js").Localized} Localized */
/** @typedef {"sentence" | "token" | "query" | "key" | "head" | "kvHead" | "feature"} Thing */

/** What an axis counts. @type {Readonly<Record<string, Thing>>} */
const ALONG = {
  B: "sentence",
  T: "token",
  T_q: "query",
  T_k: "key",
  "T_k+1": "key",
  T_past: "token",
  H: "head",
  H_kv: "kvHead",
  G: "head",
};

export const AXES = words("axes", {
  sentence: "sentence",
  token: "token",
  query: "query",
  key: "key",
  head: "head",
  kvHead: "kv-head",
  feature: "feature",
  /** An item along an axis without a name of its own. @param {string} at position of the axis */
  dimension: (at) => `index of dim ${at}`,
  /** "head 2 of 8" @param {{ thing: Thing, from: number, of: number }} part */
  one: ({ thing, from, of }) => `${AXES[thing]} ${from} of ${of}`,
  /** "tokens 0 to 63 of 512" @param {{ thing: Thing, from: number, to: number, of: number }} part */
  several: ({ thing, from, to, of }) =>
    `${thing === "query" ? "queries" : `${AXES[thing]}s`} ${from} to ${to} of ${of}`,
  /** "8 heads" @param {{ thing: Thing, n: number }} sized */
  sized: ({ thing, n }) =>
    `${n} ${n === 1 ? AXES[thing] : thing === "query" ? "queries" : `${AXES[thing]}s`}`,
  /** Only that part is drawn. @param {string} parts */
  showing: (parts) => `showing ${parts}`,
  /** @param {string} letters */
  notation: (letters) => `Index notation: ${letters}`,
});

/** @param {string} axis */
const thingAlong = (axis) => ALONG[axis.split("*").at(-1) ?? ""] ?? "feature";

/**
 * One item along an axis; for axes that are counted together, along the last.
 * @param {string} axis name of the axis, or several as the core writes them: "H_kv*G" @param {Localized} [speaker]
 */
export const oneAlong = (axis, speaker) => {
  const [, unnamed] = /^dim_(\d+)$/.exec(axis) ?? [];
  return unnamed ? say(AXES, speaker).dimension(unnamed) : say(AXES, speaker)[thingAlong(axis)];
};

/** The length of an axis, in words: "8 heads". @param {string} axis @param {number} n @param {Localized} [speaker] */
export const sizeAlong = (axis, n, speaker) => say(AXES, speaker).sized({ thing: thingAlong(axis), n });

/**
 * The shown part of an axis: "head 2 of 8", "tokens 0 to 63 of 512".
 * @param {{ axis: string, from: number, count: number, of: number }} span @param {Localized} [speaker]
 */
export function partShown({ axis, from, count, of }, speaker) {
  const { one, several } = say(AXES, speaker);
  const thing = thingAlong(axis);
  const first = axis === "B" ? from + 1 : from; // sentences are counted from 1
  return count === 1
    ? one({ thing, from: first, of })
    : several({ thing, from: first, to: first + count - 1, of });
}
