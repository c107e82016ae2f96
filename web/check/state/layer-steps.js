import { blockedIn } from "./masks.js";
import { toDoubles, mapValues, product, permuteAxes } from "./products.js";
import { softmaxOf } from "./softmax.js";
import { rotateHeads } from "./rotation.js";

/**
 * The steps of an attention layer, each computed when it is first read. A wrong path is the same layer with some steps exchanged; steps
 * that do not depend on these are shared with the layer that it was made from.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {Float64Array | Float32Array | Uint8Array} Values
 *
 * @typedef {"q" | "k" | "v"} Lane
 * @typedef {"q" | "k" | "v" | "q_heads" | "k_heads" | "v_heads" | "q_normed" | "k_normed" | "q_turned" | "k_turned" | "k_all" | "v_all" | "k_groups" | "v_groups" | "scores" | "scaled" | "capped" | "biased" | "blocked" | "masked" | "attention" | "context" | "concat" | "output"} StepName
 * @typedef {(steps: LayerSteps) => Values} Make
 * @typedef {Partial<Record<StepName, Make>>} Change  steps that are computed otherwise
 */

/**
 * Each step with the steps that it reads, in order of computation. Shapes: q, k, v (B, T, heads·d); to v_all (B, heads, T, d); groups
 * (B, H, T_k, d); scores to attention (B, H, T, T_k), blocked is 1 where a key is not seen; context (B, H, T, d_v); concat (B, T, H·d_v).
 * @type {Readonly<Record<StepName, { reads: readonly StepName[], make: Make }>>}
 */
const STEPS = {
  q: { reads: [], make: (s) => project(s, "q") },
  k: { reads: [], make: (s) => project(s, "k") },
  v: { reads: [], make: (s) => project(s, "v") },
  q_heads: { reads: ["q"], make: (s) => toHeads(s, "q") },
  k_heads: { reads: ["k"], make: (s) => toHeads(s, "k") },
  v_heads: { reads: ["v"], make: (s) => toHeads(s, "v") },
  q_normed: { reads: ["q_heads"], make: (s) => normHeads(s, "q") },
  k_normed: { reads: ["k_heads"], make: (s) => normHeads(s, "k") },
  q_turned: { reads: ["q_normed"], make: (s) => rotateHeads(s, "q") },
  k_turned: { reads: ["k_normed"], make: (s) => rotateHeads(s, "k") },
  k_all: { reads: ["k_turned"], make: (s) => withPast(s, "k") },
  v_all: { reads: ["v_heads"], make: (s) => withPast(s, "v") },
  k_groups: { reads: ["k_all"], make: (s) => repeatHeads(s, "k") },
  v_groups: { reads: ["v_all"], make: (s) => repeatHeads(s, "v") },
  scores: {
    reads: ["q_turned", "k_groups"],
    make: (s) => multiplyHeads(s.get("q_turned"), s.get("k_groups"), s.layer),
  },
  scaled: { reads: ["scores"], make: (s) => scaleValues(s.get("scores"), s.layer.scale) },
  capped: { reads: ["scaled"], make: capped },
  biased: { reads: ["capped"], make: (s) => addDistances(s, s.layer.slopes) },
  blocked: { reads: [], make: (s) => blockedIn(s.layer) },
  masked: { reads: ["biased", "blocked"], make: (s) => maskScores(s, -Infinity) },
  attention: { reads: ["masked"], make: (s) => softmaxOf(s.get("masked"), s.layer) },
  context: { reads: ["attention", "v_groups"], make: mixValues },
  concat: { reads: ["context"], make: (s) => permuteAxes(s.get("context"), mergeOf(s.layer), [0, 2, 1, 3]) },
  output: { reads: ["concat"], make: (s) => projectOut(s) },
};

/** All steps, in order of computation. */
export const STEP_NAMES = /** @type {StepName[]} */ (Object.keys(STEPS));

export class LayerSteps {
  /** @type {Map<StepName, Values>} */
  #made = new Map();
  /** @type {Set<StepName>} */
  #affected = new Set();

  /**
   * @param {Layer} layer
   * @param {object} [how]
   * @param {(name: StepName) => Values | null} [how.given]  values that are computed elsewhere; null for a step to compute here
   * @param {((values: Values) => Values) | null} [how.round]  rounds the values of each step
   * @param {Change} [how.change]
   * @param {LayerSteps | null} [how.base]  the layer without the change
   */
  constructor(layer, { given = () => null, round = null, change = {}, base = null } = {}) {
    this.layer = layer;
    this.round = round;
    this.given = given;
    this.change = change;
    this.base = base;
    for (const name of STEP_NAMES)
      if (change[name] || STEPS[name].reads.some((each) => this.#affected.has(each)))
        this.#affected.add(name);
  }

  /** Whether the change can alter a step. @param {StepName} name */
  alters(name) {
    return this.#affected.has(name);
  }

  /** The same layer with some steps exchanged. @param {Change} change */
  changed(change) {
    return new LayerSteps(this.layer, { change, base: this, round: this.round });
  }

  /** @param {StepName} name @returns {Values} */
  get(name) {
    if (this.base && !this.#affected.has(name)) return this.base.get(name);
    let values = this.#made.get(name);
    if (!values) {
      values = this.change[name]?.(this) ?? this.given(name) ?? this.#make(name);
      if (this.round && name !== "blocked") values = this.round(values);
      this.#made.set(name, values);
    }
    return values;
  }

  /** A step after a change keeps the exchanged steps of the layer that was changed. @param {StepName} name @returns {Values} */
  #make(name) {
    /** @type {LayerSteps | null} */
    let of = this.base;
    while (of && !of.change[name]) of = of.base;
    return (of?.change[name] ?? STEPS[name].make)(this);
  }
}

/** Heads of queries, or of keys and values. @param {Layer} layer @param {Lane} lane */
export const headsOf = ({ sizes: { H, kvHeads } }, lane) => (lane === "q" ? H : kvHeads);

/** Features of a head as projected. @param {Layer} layer @param {Lane} lane */
export const featuresOf = ({ sizes: { dK, dV, width } }, lane) =>
  lane === "q" ? width : lane === "k" ? dK : dV;

/** New tokens of a lane. @param {Layer} layer @param {Lane} lane */
export const tokensOf = ({ sizes: { T, Tnew } }, lane) => (lane === "q" ? T : Tnew);

/**
 * An input times a matrix of its lane, or another matrix, plus a bias; (B, T, heads·d). With a latent, of the lane's latent. In a kernel test
 * the input itself.
 * @param {LayerSteps} steps @param {Lane} lane @param {Partial<import("./layer.js").Projection>} [other]
 */
export function project(steps, lane, other = {}) {
  if (steps.layer.isKernel) return Float64Array.from(steps.layer.inputs[lane].data);
  const { matrix, bias } = { ...steps.layer.projections[lane], ...other };
  return product(inputOf(steps, lane), matrix, bias);
}

/** @param {LayerSteps} steps @param {Lane} lane */
function inputOf({ layer: { inputs, latent }, round }, lane) {
  const down = latent && (lane === "q" ? latent.wDQ : latent.wDKV);
  if (!down) return inputs[lane].data;
  const made = product(inputs[lane], down, null);
  return round ? round(made) : made;
}

/** @param {LayerSteps} steps @param {Lane} lane */
function toHeads(steps, lane) {
  const { layer } = steps;
  const sizes = [layer.sizes.B, tokensOf(layer, lane), headsOf(layer, lane), featuresOf(layer, lane)];
  return permuteAxes(steps.get(lane), sizes, [0, 2, 1, 3]);
}

/** x / √(mean(x²) + eps) · gain over the features of each head. @param {LayerSteps} steps @param {"q" | "k"} lane */
function normHeads(steps, lane) {
  const x = steps.get(`${lane}_heads`);
  const { norm } = steps.layer;
  if (!norm) return x;
  const [d, gain] = [featuresOf(steps.layer, lane), lane === "q" ? norm.gQ : norm.gK];
  const out = new Float64Array(x.length);
  for (let row = 0; row < x.length; row += d) {
    let sum = 0;
    for (let i = 0; i < d; i++) sum += x[row + i] ** 2;
    const root = Math.sqrt(sum / d + norm.eps);
    for (let i = 0; i < d; i++) out[row + i] = (x[row + i] / root) * gain[i];
  }
  return out;
}

/** Keys or values of earlier tokens in front of the new ones. @param {LayerSteps} steps @param {"k" | "v"} lane */
function withPast(steps, lane) {
  const { layer } = steps;
  const fresh = steps.get(lane === "k" ? "k_turned" : "v_heads");
  if (!layer.past) return fresh;
  const d = lane === "k" ? layer.sizes.dK : layer.sizes.dV;
  const [before, after] = [layer.sizes.past * d, layer.sizes.Tnew * d];
  const out = new Float64Array(layer.past[lane].length + fresh.length);
  for (let row = 0; row < layer.sizes.B * layer.sizes.kvHeads; row++) {
    out.set(layer.past[lane].subarray(row * before, (row + 1) * before), row * (before + after));
    out.set(fresh.subarray(row * after, (row + 1) * after), row * (before + after) + before);
  }
  return out;
}

/**
 * Keys or values for each query head.
 * @param {LayerSteps} steps @param {"k" | "v"} lane @param {(head: number, group: number) => number} [source]  the key head that a query head reads
 */
export function repeatHeads(steps, lane, source = (head, group) => Math.floor(head / group)) {
  const x = steps.get(`${lane}_all`);
  const { B, H, kvHeads } = steps.layer.sizes;
  if (H === kvHeads) return x;
  const size = x.length / (B * kvHeads);
  const out = new Float64Array(B * H * size);
  for (let row = 0; row < B * H; row++) {
    const from = Math.floor(row / H) * kvHeads + source(row % H, H / kvHeads);
    out.set(x.subarray(from * size, (from + 1) * size), row * size);
  }
  return out;
}

/** Q Kᵀ of each head; both (B·H, tokens, width). @param {Values} q @param {Values} k @param {Layer} layer */
export function multiplyHeads(q, k, { sizes: { B, H, T, Tk, width } }) {
  const [queries, keys] = [toDoubles(q), toDoubles(k)];
  const out = new Float64Array(B * H * T * Tk);
  for (let row = 0; row < B * H * T; row++) {
    const head = Math.floor(row / T) * Tk;
    for (let j = 0; j < Tk; j++) {
      const from = row * width;
      const to = (head + j) * width;
      let sum = 0;
      for (let d = 0; d < width; d++) sum += queries[from + d] * keys[to + d];
      out[row * Tk + j] = sum;
    }
  }
  return out;
}

/** @param {Values} values @param {number} factor */
export const scaleValues = (values, factor) => mapValues(values, (value) => value * factor);

/** @param {LayerSteps} steps */
function capped(steps) {
  const { softcap } = steps.layer;
  const x = steps.get("scaled");
  return softcap === null ? x : mapValues(x, (score) => softcap * Math.tanh(score / softcap));
}

/** ALiBi: minus a slope of the head for each token of distance. @param {LayerSteps} steps @param {ArrayLike<number> | null} slopes */
export function addDistances(steps, slopes) {
  const x = steps.get("capped");
  if (!slopes) return x;
  const { H, T, Tk } = steps.layer.sizes;
  return mapValues(x, (score, at) => {
    const [j, i, h] = [at % Tk, Math.floor(at / Tk) % T, Math.floor(at / (Tk * T)) % H];
    return score - slopes[h] * Math.abs(i + Tk - T - j);
  });
}

/** Scores with the additive mask, and a fill where a key is blocked. @param {LayerSteps} steps @param {number} fill */
export function maskScores(steps, fill) {
  const { mask } = steps.layer;
  const [x, blocked] = [steps.get("biased"), steps.get("blocked")];
  const added = mask?.isAdditive ? mask.data : null;
  return mapValues(x, (score, at) => (blocked[at] ? fill : score + (added ? added[at] : 0)));
}

/** Means of the values, weighted by attention. @param {LayerSteps} steps */
function mixValues(steps) {
  const [weights, values] = [toDoubles(steps.get("attention")), toDoubles(steps.get("v_groups"))];
  const { B, H, T, Tk, dV } = steps.layer.sizes;
  const out = new Float64Array(B * H * T * dV);
  for (let row = 0; row < B * H * T; row++) {
    const head = Math.floor(row / T) * Tk;
    const to = row * dV;
    let j = 0;
    while (j < Tk) {
      const at = row * Tk + j;
      const from = (head + j) * dV;
      const [a, b, c, e] = [weights[at], weights[at + 1], weights[at + 2], weights[at + 3]];
      if (j + 3 < Tk && a !== 0 && b !== 0 && c !== 0 && e !== 0) {
        for (let d = 0; d < dV; d++) {
          const i = from + d;
          out[to + d] += a * values[i] + b * values[i + dV] + c * values[i + 2 * dV] + e * values[i + 3 * dV]; // four keys at a time, for speed
        }
        j += 4;
      } else {
        if (a !== 0) for (let d = 0; d < dV; d++) out[to + d] += a * values[from + d];
        j++;
      }
    }
  }
  return out;
}

/** Sizes of the context. @param {Layer} layer */
export const mergeOf = ({ sizes: { B, H, T, dV } }) => [B, H, T, dV];

/** @param {LayerSteps} steps @param {Partial<import("./layer.js").Projection>} [other] */
export function projectOut(steps, other = {}) {
  const { matrix, bias } = { ...steps.layer.out, ...other };
  return product(steps.get("concat"), matrix, bias);
}

/**
 * Some rows of the output, at less cost than all; null if the steps compute the output in another way.
 * @param {LayerSteps} steps @param {readonly number[]} rows
 */
export function outputRows(steps, rows) {
  if (!steps.alters("concat") || steps.change.output) return null;
  const { matrix, bias } = steps.layer.out;
  const [concat, [width]] = [steps.get("concat"), matrix.shape];
  const some = new Float64Array(rows.length * width);
  rows.forEach((row, i) => some.set(concat.subarray(row * width, (row + 1) * width), i * width));
  return product(some, matrix, bias);
}
