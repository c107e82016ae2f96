import { flatIndex } from "./memory.js";

/**
 * The keys that a token attends to, from the attention weights.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Step} Step
 */

/**
 * The largest weight that a token gives in any head, and the largest that it gives to another word in another head, or null if all heads prefer the
 * same word. Null if the token attends to nothing.
 * @typedef {{ head: number, key: string, weight: number }} Strongest
 *
 * @param {Picture} picture
 * @param {Step} step   axes (B, H, T_q, T_k)
 * @param {number | null} token
 * @returns {{ token: string, first: Strongest, second: Strongest | null } | null}
 */
export function attendsMost(picture, step, token) {
  const [, heads, queries, width] = step.shape;
  if (token === null || token >= queries || heads < 2) return null;
  const { tokens, keyTokens } = picture.settings;
  const keys = keyTokens.length ? keyTokens : tokens;
  const values = picture.values(step.id);
  const rows = Array.from({ length: heads }, (_, head) => {
    const start = flatIndex(step, [picture.item ?? 0, head, token, 0]);
    const row = values.subarray(start, start + width);
    const key = row.indexOf(Math.max(...row));
    return { head, key: keys[key], weight: row[key] };
  });
  const [first, ...others] = rows.sort((a, b) => b.weight - a.weight);
  const second = others.find(({ key, weight }) => key !== first.key && weight > 0) ?? null;
  return first.weight > 0 ? { token: tokens[token], first, second } : null;
}
