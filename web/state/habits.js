/**
 * What the heads do, said from their numbers.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../core/types.js").Step} Step
 */

/**
 * The two strongest weights a token gives, in different heads.
 * @param {Picture} picture
 * @param {Step} step   axes (B, H, T_q, T_k)
 * @param {number | null} token
 */
export function attendsMost(picture, step, token) {
  const [, heads, queries, width] = step.shape;
  if (token === null || heads < 2) return null;
  const { tokens, keyTokens } = picture.settings;
  const keys = keyTokens.length ? keyTokens : tokens;
  const values = picture.values(step.id);
  const rows = Array.from({ length: heads }, (_, head) => {
    const start = (head * queries + token) * width;
    const row = values.subarray(start, start + width);
    const key = row.indexOf(Math.max(...row));
    return { head, key: keys[key], weight: row[key] };
  });
  const [first, second] = rows.sort((a, b) => b.weight - a.weight);
  return { token: tokens[token], first, second };
}

/**
 * A head's habit for the title of its heat map: the strongest of its measured masses.
 * @param {Picture} picture
 * @returns {((index: readonly number[]) => string) | undefined}
 */
export function habitOf(picture) {
  return undefined;
}
