/**
 * What the heads do, said from their numbers.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../core/types.js").Step} Step
 */

/**
 * The two strongest weights a token gives, in different heads; null where it gives none.
 * @param {Picture} picture
 * @param {Step} step   axes (B, H, T_q, T_k)
 * @param {number | null} token
 */
export function attendsMost(picture, step, token) {
  const [, heads, queries, width] = step.shape;
  if (token === null || token >= queries || heads < 2) return null;
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
  return first.weight > 0 ? { token: tokens[token], first, second } : null;
}

/** @type {readonly ["previous" | "next" | "first" | "diagonal", string][]} */
const MASSES = [
  ["previous", "previous token"],
  ["next", "next token"],
  ["first", "first token"],
  ["diagonal", "diagonal"],
];
const CLEAR = 0.5; // of the weight: more than on all other keys together
const NEAR = 1.5; // tokens
const BROAD = 0.95; // of the entropy of looking at all keys alike

/**
 * A head's habit for the title of its heat map, found from its measurements and never from its number.
 * @param {Picture} picture
 * @returns {(index: readonly number[]) => string}
 */
export function habitOf(picture) {
  /** @type {number | undefined} */
  let most;
  return ([, head]) => habit(picture.measure().heads[head], (most ??= entropyOfAll(picture)));
}

/** @param {import("../core/types.js").HeadMeasures} measures @param {number} most  nats */
export function habit(measures, most) {
  const [name, label] = MASSES.reduce((best, each) => (measures[each[0]] > measures[best[0]] ? each : best));
  if (measures[name] >= CLEAR) return `${label} ${measures[name].toFixed(2)}`;
  if (most > 0 && measures.entropy >= BROAD * most) return `broad ${measures.entropy.toFixed(2)} nats`;
  return measures.distance <= NEAR ? `near ${measures.distance.toFixed(2)} away` : "no single pattern";
}

/** The mean entropy of looking at all keys that may be seen alike, in nats: what is broad is measured against. @param {Picture} picture */
export function entropyOfAll({ settings: { tokens, keyTokens, causal } }) {
  const keys = keyTokens.length || tokens.length;
  const seen = tokens.map((_, i) => (causal ? Math.max(1, i + 1 + keys - tokens.length) : keys));
  return seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length;
}
