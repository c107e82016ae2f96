import { product } from "./products.js";

/**
 * Rotary positions.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer.js").Rope} Rope
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./layer-steps.js").Values} Values
 *
 * @typedef {object} Turning
 * @property {Rope | null} [rope]
 * @property {(token: number, head: number) => number} [position]  defaults to the token's place among all tokens, cached ones too
 */

/**
 * Queries or keys turned by their positions, (B, heads, T, d). With a latent, keys get the turned features that all heads share.
 * @param {LayerSteps} steps @param {"q" | "k"} lane @param {Turning} [how]
 */
export function rotateHeads(steps, lane, { rope = steps.layer.rope, position } = {}) {
  const x = steps.get(`${lane}_normed`);
  const { latent, sizes, inputs } = steps.layer;
  const { B, H, kvHeads, T, Tnew, past, Tk, dK, width } = sizes;
  const tokens = lane === "q" ? T : Tnew;
  const first = lane === "q" ? Tk - T : past;
  const place = position ?? ((token) => first + token);
  if (!latent)
    return rope
      ? rotateRows(x, { heads: lane === "q" ? H : kvHeads, tokens, d: dK, from: 0 }, rope, place)
      : x;
  if (lane === "q") return rope ? rotateRows(x, { heads: H, tokens, d: width, from: dK }, rope, place) : x;
  const made = product(inputs.k, latent.wKR, null); // (B, T, d_r)
  const shared = steps.round ? steps.round(made) : made;
  const of = rope ? rotateRows(shared, { heads: 1, tokens, d: width - dK, from: 0 }, rope, place) : shared;
  return joinParts(x, of, { B, heads: kvHeads, tokens, dK, dR: width - dK });
}

/**
 * @param {Values} x @param {{ heads: number, tokens: number, d: number, from: number }} sizes  features from `from` on are turned
 * @param {Rope} rope @param {(token: number, head: number) => number} place
 */
function rotateRows(x, { heads, tokens, d, from }, rope, place) {
  const out = Float64Array.from(x);
  const width = Math.floor(rope.fraction * (d - from));
  const pairs = width / 2;
  const [step, apart] = rope.style === "half" ? [1, pairs] : [2, 1];
  const turns = Array.from({ length: pairs }, (_, pair) => frequency(rope, pair, pairs));
  for (let row = 0; row * d < x.length; row++) {
    const at = place(row % tokens, Math.floor(row / tokens) % heads);
    for (let pair = 0; pair < pairs; pair++) {
      const [cos, sin] = [Math.cos(at * turns[pair]), Math.sin(at * turns[pair])];
      const i = row * d + from + pair * step;
      const [a, b] = [x[i], x[i + apart]];
      out[i] = a * cos - b * sin;
      out[i + apart] = a * sin + b * cos;
    }
  }
  return out;
}

/** Radians for each token. @param {Rope} rope @param {number} pair @param {number} pairs */
function frequency({ base, scaling, length, low, high }, pair, pairs) {
  const each = base ** (-pair / pairs);
  if (!length || scaling === 1) return each / scaling;
  const kept = Math.min(1, Math.max(0, ((length * each) / (2 * Math.PI) - low) / (high - low)));
  return each * (kept + (1 - kept) / scaling);
}

/** @param {Values} own @param {Values} shared @param {{ B: number, heads: number, tokens: number, dK: number, dR: number }} sizes */
function joinParts(own, shared, { B, heads, tokens, dK, dR }) {
  const out = new Float64Array(B * heads * tokens * (dK + dR));
  for (let row = 0; row < B * heads * tokens; row++) {
    const token = Math.floor(row / (heads * tokens)) * tokens + (row % tokens);
    out.set(own.subarray(row * dK, (row + 1) * dK), row * (dK + dR));
    out.set(shared.subarray(token * dR, (token + 1) * dR), row * (dK + dR) + dK);
  }
  return out;
}
