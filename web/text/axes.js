/** What lies along an axis. @type {Readonly<Record<string, string>>} */
const ALONG = { B: "sentence", T: "token", T_q: "query", T_k: "key", H: "head", H_kv: "kv-head", G: "head" };

/**
 * One of what lies along an axis; of several axes that are counted as one, of the last.
 * @param {string} axis its name; of several their names as the core writes them: "H_kv*G"
 */
export const oneAlong = (axis) => ALONG[axis.split("*").at(-1) ?? ""] ?? "feature";

/** The part of an axis that is shown: "head 2 of 8", "tokens 0 to 63 of 512". @param {{ axis: string, from: number, count: number, of: number }} span */
export function partShown({ axis, from, count, of }) {
  const one = oneAlong(axis);
  if (count === 1) return `${one} ${from} of ${of}`;
  const several = one === "query" ? "queries" : `${one}s`;
  return `${several} ${from} to ${from + count - 1} of ${of}`;
}
