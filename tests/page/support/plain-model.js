// A model run as its description says, in plain double precision: whether a description and the roles of its tensors are enough, and right,
// without the core.
/** @import { Checkpoint } from "../../../web/models/state/checkpoint.js" */
/** @import { Description } from "../../../web/models/state/description.js" */
/** @import { Layout } from "../../../web/models/state/parameters.js" */

/** @typedef {number[][]} Matrix */
/** @typedef {{ attention: number[][][][], hidden: Matrix[], logits: Matrix | null }} Outputs */

/** @param {Checkpoint} checkpoint @param {readonly number[]} ids @param {readonly number[]} [types] @returns {Promise<Outputs>} */
export async function plainRun(checkpoint, ids, types = ids.map(() => 0)) {
  const { description: model, tensors, predicts } = checkpoint.model;
  const all = new Map();
  for (const [role, { name, layout }] of tensors)
    all.set(role, asMatrix(await checkpoint.weights.tensor(name), model, layout));
  const given = (/** @type {string} */ role) => all.get(role);
  /** @type {Outputs} */
  const out = { attention: [], hidden: [], logits: null };

  let x = ids.map((id, i) => {
    const word = given("words")[id].map((/** @type {number} */ each) => each * model.embeddingScale);
    const position = model.positions ? given("positions")[model.firstPosition + i] : null;
    const type = model.types ? given("types")[types[i]] : null;
    return word.map(
      (/** @type {number} */ each, /** @type {number} */ j) => each + (position?.[j] ?? 0) + (type?.[j] ?? 0),
    );
  });
  if (model.inputNorm) x = normed(x, "inputNorm");
  for (let layer = 0; layer < model.layers; layer++) {
    out.hidden.push(x);
    x = blockOf(x, layer);
  }
  if (model.finalNorm) x = normed(x, "finalNorm");
  out.hidden.push(x);
  if (predicts) {
    let y = x;
    if (model.outputTransform)
      y = normed(map(linear(y, given("wDense"), given("bDense")), activation), "outputNorm");
    y = linear(y, given(model.tied ? "words" : "output"), given("bOutput"));
    out.logits = map(y, (value) => capped(value, model.outputSoftcap));
  }
  return out;

  /** @param {Matrix} input @param {number} layer */
  function blockOf(input, layer) {
    const role = (/** @type {string} */ name) => `layer${layer}.${name}`;
    const norm = (/** @type {Matrix} */ y, /** @type {string} */ name) => normed(y, role(name));
    const attend = (/** @type {Matrix} */ y) => attention(y, layer, role);
    const feed = (/** @type {Matrix} */ y) => {
      const up = linear(y, given(role("wUp")), given(role("bUp")));
      const gate = model.gated
        ? map(linear(y, given(role("wGate")), given(role("bGate"))), activation)
        : null;
      const inner = gate ? zip(gate, up, (a, b) => a * b) : map(up, activation);
      return linear(inner, given(role("wDown")), given(role("bDown")));
    };
    if (model.order === "post") {
      const y = norm(sum(input, attend(input)), "attentionNorm");
      return norm(sum(y, feed(y)), "mlpNorm");
    }
    if (model.order === "parallel")
      return sum(sum(input, attend(norm(input, "attentionNorm"))), feed(norm(input, "mlpNorm")));
    const isSandwich = model.order === "sandwich";
    const attended = attend(norm(input, "attentionNorm"));
    const y = sum(input, isSandwich ? norm(attended, "afterAttentionNorm") : attended);
    const fed = feed(norm(y, "mlpNorm"));
    return sum(y, isSandwich ? norm(fed, "afterMlpNorm") : fed);
  }

  /** @param {Matrix} y @param {number} layer @param {(name: string) => string} role */
  function attention(y, layer, role) {
    const { heads, kvHeads, dHead, scale, softcap, causal, windows } = model;
    const project = (/** @type {string} */ letter) =>
      linear(y, given(role(`w${letter}`)), given(role(`b${letter}`)));
    const head = (/** @type {Matrix} */ all, /** @type {number} */ h) =>
      all.map((row) => row.slice(h * dHead, (h + 1) * dHead));
    const [q, k, v] = ["Q", "K", "V"].map(project);
    const turned = (/** @type {Matrix} */ part, /** @type {string} */ gain) =>
      turn(
        model.qkNorm
          ? part.map((row) =>
              normRow(row, { gain: given(role(gain)), shift: undefined, ...model, norm: "rms" }),
            )
          : part,
      );
    /** @type {number[][][]} */
    const weights = [];
    const context = y.map(() => /** @type {number[]} */ ([]));
    for (let h = 0; h < heads; h++) {
      const shared = Math.floor((h * kvHeads) / heads);
      const [queries, keys, values] = [
        turned(head(q, h), "gQ"),
        turned(head(k, shared), "gK"),
        head(v, shared),
      ];
      const rows = queries.map((query, i) => {
        const window = windows[layer] ?? Infinity;
        const scores = keys.map((key, j) => {
          const isSeen = (!causal || j <= i) && i - j < window;
          return isSeen ? capped(dot(query, key) * scale, softcap) : -Infinity;
        });
        const most = Math.max(...scores);
        const powers = scores.map((score) => Math.exp(score - most));
        const total = powers.reduce((a, b) => a + b);
        return powers.map((power) => power / total);
      });
      weights.push(rows);
      rows.forEach((row, i) =>
        context[i].push(
          ...values[0].map((_, f) =>
            dot(
              row,
              values.map((value) => value[f]),
            ),
          ),
        ),
      );
    }
    out.attention.push(weights);
    return linear(context, given(role("wO")), given(role("bO")));
  }

  /** @param {Matrix} part of one head */
  function turn(part) {
    if (!model.rope) return part;
    const frequencies = frequenciesOf(model.rope, model.dHead);
    const half = frequencies.length;
    return part.map((row, position) => {
      const turned = [...row];
      frequencies.forEach((frequency, i) => {
        const [cos, sin] = [Math.cos(position * frequency), Math.sin(position * frequency)];
        turned[i] = row[i] * cos - row[i + half] * sin;
        turned[i + half] = row[i + half] * cos + row[i] * sin;
      });
      return turned;
    });
  }

  /** @param {Matrix} y @param {string} role */
  function normed(y, role) {
    const [gain, shift] = [given(`${role}.gain`), given(`${role}.shift`)];
    return y.map((row) => normRow(row, { ...model, gain, shift }));
  }

  /** @param {number} value */
  function activation(value) {
    const tanh = Math.sqrt(2 / Math.PI) * (value + 0.044715 * value ** 3);
    if (model.activation === "relu") return Math.max(value, 0);
    if (model.activation === "silu") return value / (1 + Math.exp(-value));
    return 0.5 * value * (1 + (model.activation === "gelu_tanh" ? Math.tanh(tanh) : erf(value / Math.SQRT2)));
  }
}

/** @param {number[]} row @param {Pick<Description, "norm" | "eps" | "gainPlusOne"> & { gain: number[], shift?: number[] }} how */
function normRow(row, { norm, eps, gainPlusOne, gain, shift }) {
  const mean = norm === "layer" ? row.reduce((a, b) => a + b) / row.length : 0;
  const variance = row.reduce((total, value) => total + (value - mean) ** 2, 0) / row.length;
  const by = 1 / Math.sqrt(variance + eps);
  return row.map((value, i) => (value - mean) * by * (gain[i] + (gainPlusOne ? 1 : 0)) + (shift?.[i] ?? 0));
}

/** @param {import("../../../web/models/state/description.js").Rotary} rope @param {number} dHead */
function frequenciesOf({ base, fraction, scaling }, dHead) {
  const width = Math.round(dHead * fraction);
  return Array.from({ length: width / 2 }, (_, i) => {
    const frequency = base ** ((-2 * i) / width);
    if (!scaling) return frequency;
    if (scaling.kind === "linear") return frequency / scaling.factor;
    const turns = (scaling.originalLength * frequency) / (2 * Math.PI);
    const kept = (turns - scaling.lowFrequency) / (scaling.highFrequency - scaling.lowFrequency);
    const share = Math.min(1, Math.max(0, kept));
    return share * frequency + ((1 - share) * frequency) / scaling.factor;
  });
}

/** Rows of outputs: (out, in) whatever the file has; vectors as they are. @param {{ data: Float32Array, shape: number[] }} tensor @param {Description} model @param {Layout} [layout] */
function asMatrix({ data, shape }, { heads, dHead }, layout) {
  const isMatrix = shape.length === 2;
  const [rows, columns] = isMatrix ? shape : [shape[0], 1];
  const stored = Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * columns, (i + 1) * columns)),
  );
  const outs = layout?.isInOut && isMatrix ? stored[0].map((_, j) => stored.map((row) => row[j])) : stored;
  const taken = layout?.by ? outs.filter((_, i) => isOf(i, layout, heads, dHead)) : outs;
  return isMatrix ? taken : taken.map(([value]) => value);
}

/** @param {number} i an output of a fused matrix @param {Layout} layout @param {number} heads @param {number} dHead */
function isOf(i, { part, by }, heads, dHead) {
  const whole = by === "thirds" ? heads * dHead : dHead;
  return Math.floor(i / whole) % 3 === part;
}

/** @param {number} value @param {number | null} cap */
const capped = (value, cap) => (cap === null ? value : cap * Math.tanh(value / cap));

/** @param {Matrix} x @param {Matrix} w (out, in) @param {number[]} [b] */
const linear = (x, w, b) => x.map((row) => w.map((weights, o) => dot(row, weights) + (b?.[o] ?? 0)));

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((total, value, i) => total + value * b[i], 0);

/** @param {Matrix} a @param {Matrix} b @param {(a: number, b: number) => number} how @returns {Matrix} */
const zip = (a, b, how) => a.map((row, i) => row.map((value, j) => how(value, b[i][j])));

/** @param {Matrix} a @param {Matrix} b */
const sum = (a, b) => zip(a, b, (x, y) => x + y);

/** @param {Matrix} a @param {(value: number) => number} how @returns {Matrix} */
const map = (a, how) => a.map((row) => row.map(how));

/** By a series whose terms all have the same sign. @param {number} x */
function erf(x) {
  let [term, total] = [x, x];
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(total); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    total += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
}
