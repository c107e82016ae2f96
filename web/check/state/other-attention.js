/**
 * A run whose attention weights are made otherwise, for mistakes that are no layer of the core. Context and output follow from the weights.
 *
 * @typedef {import("./saved-layer.js").Sizes} Sizes
 * @typedef {{ data: ArrayLike<number>, shape: readonly number[] }} Numbers
 * @typedef {Pick<import("../../core/index.js").Run, "steps" | "tensor">} Traced
 *
 * @typedef {object} Made  what the weights are made of, each (B, H, T, T)
 * @property {Float32Array} scaled
 * @property {Float32Array} masked  the same as scaled without a mask
 * @property {Sizes} sizes
 *
 * @typedef {(made: Made) => Float32Array} Attention
 */

/** A softmax over heads: `softmax(dim=1)`. @type {Attention} */
export function overHeads({ masked, sizes: { B, T, H } }) {
  const [weights, cells] = [new Float32Array(masked.length), T * T];
  for (let b = 0; b < B; b++)
    for (let cell = 0; cell < cells; cell++) {
      const heads = Array.from({ length: H }, (_, h) => (b * H + h) * cells + cell);
      const most = Math.max(...heads.map((at) => masked[at]));
      const powers = heads.map((at) => Math.exp(masked[at] - most));
      const sum = powers.reduce((all, power) => all + power, 0);
      heads.forEach((at, h) => (weights[at] = powers[h] / sum));
    }
  return weights;
}

/** A softmax over all keys, and only then 0 where a key is blocked. @type {Attention} */
export function maskedAfterwards({ scaled, masked, sizes: { T } }) {
  const weights = new Float32Array(scaled.length);
  for (let row = 0; row < scaled.length; row += T) {
    const scores = scaled.subarray(row, row + T);
    const most = Math.max(...scores);
    const sum = scores.reduce((all, score) => all + Math.exp(score - most), 0);
    for (let key = 0; key < T; key++)
      weights[row + key] = masked[row + key] === -Infinity ? 0 : Math.exp(scores[key] - most) / sum;
  }
  return weights;
}

/**
 * @param {Traced} run @param {Attention} attention @param {Sizes} sizes
 * @param {{ wO: Numbers, bO: Numbers }} weights
 * @returns {Traced}
 */
export function withAttention(run, attention, sizes, { wO, bO }) {
  const scaled = run.tensor("scaled").data;
  const isMasked = run.steps.some(({ id }) => id === "masked");
  const weights = attention({ scaled, masked: isMasked ? run.tensor("masked").data : scaled, sizes });
  const ids = run.steps.map(({ id }) => id);
  const values = run.tensor(ids.includes("v_groups") ? "v_groups" : "v_heads").data;
  const context = mixed(weights, values, sizes);
  const concat = sideBySide(context, sizes);
  /** @type {Record<string, Float32Array>} */
  const made = {
    ...{ weights, context, context_t: concat, context_c: concat, concat },
    output: projected(concat, wO, bO, sizes),
  };
  const tensor = (/** @type {string} */ id) => ({ ...run.tensor(id), ...(made[id] && { data: made[id] }) });
  return { steps: run.steps, tensor };
}

/** Weights times values, (B, H, T, d_v). @param {Float32Array} weights @param {Float32Array} values @param {Sizes} sizes */
function mixed(weights, values, { T, dV }) {
  const rows = weights.length / T;
  const out = new Float32Array(rows * dV);
  for (let row = 0; row < rows; row++)
    for (let d = 0; d < dV; d++) {
      let sum = 0;
      for (let key = 0; key < T; key++)
        sum += weights[row * T + key] * values[(Math.floor(row / T) * T + key) * dV + d];
      out[row * dV + d] = sum;
    }
  return out;
}

/** Transposes the context from (B, H, T, d_v) to (B, T, H, d_v). @param {Float32Array} context @param {Sizes} sizes */
function sideBySide(context, { T, H, dV }) {
  const out = new Float32Array(context.length);
  for (let at = 0; at < out.length; at++) {
    const [d, h, t] = [at % dV, Math.floor(at / dV) % H, Math.floor(at / (dV * H)) % T];
    const b = Math.floor(at / (dV * H * T));
    out[at] = context[((b * H + h) * T + t) * dV + d];
  }
  return out;
}

/** @param {Float32Array} concat @param {Numbers} wO  (H d_v, d_model) @param {Numbers} bO @param {Sizes} sizes */
function projected(concat, wO, bO, { H, dV, dModel }) {
  const width = H * dV;
  const out = new Float32Array((concat.length / width) * dModel);
  for (let at = 0; at < out.length; at++) {
    const [row, column] = [Math.floor(at / dModel), at % dModel];
    let sum = bO.data[column];
    for (let i = 0; i < width; i++) sum += concat[row * width + i] * wO.data[i * dModel + column];
    out[at] = sum;
  }
  return out;
}
