import { LayerSteps, addDistances, scaleValues } from "./layer-steps.js";
import { hasOwnScale, standardSlopes } from "./layer.js";

/**
 * The steps of a layer as the core computes them.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").StepName} StepName
 * @typedef {import("./layer-steps.js").Change} Change
 */

/** Ids of the core's step with the numbers of each step; the first that a run has. @type {Readonly<Partial<Record<StepName, readonly string[]>>>} */
const CORE_IDS = {
  ...{ q: ["q"], k: ["k"], v: ["v"], q_heads: ["q_heads"], k_heads: ["k_heads"], v_heads: ["v_heads"] },
  ...{
    q_normed: ["q_norm"],
    k_normed: ["k_norm"],
    q_turned: ["q_joined", "q_rope"],
    k_turned: ["k_joined", "k_rope"],
  },
  ...{ k_all: ["k_cache"], v_all: ["v_cache"], k_groups: ["k_groups"], v_groups: ["v_groups"] },
  ...{ scores: ["scores"], scaled: ["scaled"], capped: ["capped"], biased: ["biased"], masked: ["masked"] },
  ...{ attention: ["weights"], context: ["context"], concat: ["concat"], output: ["output"] },
};

/** Id of the core's step that a step stands for. @param {StepName} name @param {Layer} layer */
export const coreId = (name, { latent }) =>
  CORE_IDS[name]?.[name.endsWith("_turned") && !latent ? 1 : 0] ?? name;

/**
 * The right path of a layer. Options that the core has not, a scale or slopes of the reader's own, are computed here from the core's steps. The
 * core's layers begin with projections; the steps of a kernel test are computed here.
 * @param {Core} core @param {Layer} layer
 */
export function rightSteps(core, layer) {
  if (layer.isKernel) return new LayerSteps(layer);
  const values = traced(core, layer);
  const steps = new LayerSteps(layer, { given: (name) => values.get(name) ?? null });
  const own = ownSteps(layer);
  return Object.keys(own).length ? steps.changed(own) : steps;
}

/** Whether the core computes a layer's ALiBi. @param {Layer} layer */
const isStandardAlibi = ({ slopes, rope, sizes: { H } }) =>
  slopes !== null &&
  !rope &&
  standardSlopes(H).every((slope, h) => Math.abs(slope - slopes[h]) <= 1e-6 * slope);

/** @param {Layer} layer @returns {Change} */
const ownSteps = (layer) => ({
  ...(hasOwnScale(layer) && { scaled: (steps) => scaleValues(steps.get("scores"), layer.scale) }),
  ...(layer.slopes && !isStandardAlibi(layer) && { biased: (steps) => addDistances(steps, layer.slopes) }),
});

/** @param {Core} core @param {Layer} of @returns {Map<StepName, Float32Array>} */
function traced(core, of) {
  const layer = core.createLayer(optionsOf(of));
  try {
    layer.setWeights(/** @type {any} */ (weightsOf(of)));
    const run = layer.forward(callOf(of));
    try {
      const there = new Set(run.steps.map(({ id }) => id));
      return new Map(
        Object.entries(CORE_IDS).flatMap(([name, ids]) => {
          const id = ids.find((each) => there.has(each));
          return id === undefined ? [] : [[/** @type {StepName} */ (name), run.tensor(id).data]];
        }),
      );
    } finally {
      run.dispose();
    }
  } finally {
    layer.dispose();
  }
}

/** @param {Layer} layer @returns {import("../../core/types.js").LayerOptions} */
function optionsOf(layer) {
  const { sizes, inputs, latent, rope, norm, softcap, window, sinks } = layer;
  const { dModel, H, kvHeads, dK, dV, width } = sizes;
  return {
    ...{ dModel, numHeads: H, numKvHeads: kvHeads, dK, dV, init: "small" },
    ...(layer.isSelf ? {} : { dKey: inputs.k.shape[2], dValue: inputs.v.shape[2] }),
    bias: !latent,
    rope: rope ?? false,
    qkNorm: norm ? { eps: norm.eps } : false,
    softcap,
    window,
    alibi: isStandardAlibi(layer),
    sinks: sinks !== null,
    ...(latent && {
      latent: {
        rank: latent.wDKV.shape[1],
        queryRank: latent.wDQ?.shape[1] ?? 0,
        ropeWidth: width - dK,
      },
    }),
  };
}

/** @param {Layer} layer */
function weightsOf({ projections, out, latent, norm, sinks }) {
  const lanes = Object.entries({ Q: projections.q, K: projections.k, V: projections.v, O: out });
  return {
    ...Object.fromEntries(lanes.map(([lane, { matrix }]) => [`w${lane}`, matrix])),
    ...(latent
      ? { wDKV: latent.wDKV, wKR: latent.wKR, ...(latent.wDQ && { wDQ: latent.wDQ }) }
      : Object.fromEntries(
          lanes.map(([lane, { matrix, bias }]) => [`b${lane}`, bias ?? new Float32Array(matrix.shape[1])]),
        )),
    ...(norm && { gQ: norm.gQ, gK: norm.gK }),
    ...(sinks && { sinks }),
  };
}

/** @param {Layer} layer @returns {import("../../core/types.js").ForwardInput} */
function callOf({ sizes, inputs, isSelf, past, causal, padding, mask, empty }) {
  const { B, H, kvHeads, T, Tk, dK, dV } = sizes;
  return {
    query: inputs.q,
    ...(isSelf ? {} : { key: inputs.k, value: inputs.v }),
    ...(past && {
      past: {
        key: { data: past.k, shape: [B, kvHeads, sizes.past, dK] },
        value: { data: past.v, shape: [B, kvHeads, sizes.past, dV] },
      },
    }),
    causal,
    ...(padding && { keyPaddingMask: { data: padding, shape: [B, Tk] } }),
    ...(mask && {
      attnMask: {
        data: mask.isAdditive ? Float32Array.from(mask.data) : Uint8Array.from(mask.data, Number),
        shape: [B, H, T, Tk],
      },
    }),
    softmaxEmptyRow: empty === "nan" ? "nan" : "zero",
    maskFill: empty === "even" ? "-1e9" : "-inf",
  };
}
