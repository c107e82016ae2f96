import { borrowLayer } from "./layers.js";
import { NOTHING_OWN, OWN, isAttentionAlone } from "./own.js";
import { optionsOf } from "./settings.js";
import { stagesOf, unknownStep } from "./stages.js";

/**
 * One forward pass, ready to be drawn: the steps, and their numbers fetched from the core when first asked for.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("../core/index.js").Core} Core
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("../core/types.js").TensorOutput} TensorOutput
 *
 * @typedef {object} Picture
 * @property {Settings} settings
 * @property {import("../core/types.js").Fault} fault  the wrong path it took, or "none"
 * @property {import("./own.js").Own} own  what was given in place of the page's numbers
 * @property {import("../core/types.js").Config} config  of the layer
 * @property {readonly Step[]} steps
 * @property {readonly Step[][]} stages
 * @property {import("../core/core.js").Operations} operations  what the core knows of each
 * @property {(id: string) => Step | undefined} step
 * @property {(id: string) => Float32Array} values   logical order
 * @property {(id: string) => import("../core/types.js").StepTensor} tensor  a copy of its own
 * @property {() => Omit<import("../core/types.js").Measures, "similarity">} measure
 * @property {() => TensorOutput} similarity  (H, H)
 * @property {(factors: Float32Array) => TensorOutput} blend  of the attention, (1, T_q, T_k)
 * @property {import("../core/index.js").Core["rank"]} rank
 * @property {import("../core/index.js").Run} run
 * @property {import("../core/index.js").Layer | null} layer  null of attention alone, and what asks it or the run is not offered then
 * @property {import("../core/types.js").ForwardInput | null} call  what it was given
 * @property {number} layers   of which this is one
 * @property {(name: import("../core/types.js").WeightName) => import("../core/types.js").TensorOutput} weight
 * @property {readonly string[]} warnings
 * @property {() => void} dispose   gives its memory in the core back; what was fetched stays readable
 */

/**
 * Draws attention that comes without a layer. Set by who offers that (attention-picture.js): hosted pages have no use for it.
 * @type {{ picture: ((core: Core, settings: Settings, own: import("./own.js").Own) => Picture) | null }}
 */
export const withoutLayer = { picture: null };

/**
 * @param {Core} core
 * @param {Settings} settings at least one token
 * @param {{ fault?: import("../core/types.js").Fault, pair?: boolean, own?: import("./own.js").Own }} [path]  a wrong one; with pair a batch of
 *   two sentences, of which the second is half padding; and numbers of one's own
 * @returns {Picture}
 * @throws {import("../core/index.js").HeadscopeError} in the core's words, with nothing left behind
 */
export function compute(core, settings, { fault = "none", pair = false, own = NOTHING_OWN } = {}) {
  if (isAttentionAlone(own) && withoutLayer.picture) return withoutLayer.picture(core, settings, own);
  const { tokens, keyTokens, seed } = settings;
  const borrowed = borrowLayer(core, settings, own);
  const { layer, giveBack } = borrowed;
  try {
    const { dModel } = layer.config;
    const embedded = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel, seed });
    const given = (/** @type {TensorOutput} */ x) => (pair ? twice(x) : x);
    const taken = (/** @type {import("./own.js").Own["input"] | undefined} */ input) =>
      input ? OWN.taking?.inputOf(input, tokens) : undefined;
    const query = given(taken(own.input) ?? embedded(tokens));
    const source = taken(own.source);
    const key = source ?? (keyTokens.length ? embedded(keyTokens) : undefined);
    const keyPaddingMask = pair ? halfPadded(keyTokens.length || tokens.length) : undefined;
    const call = {
      query,
      key: key && given(key),
      attnMask: own.mask,
      keyPaddingMask,
      ...optionsOf(settings, "forward"),
    };
    return createPicture(core, settings, { fault, own, call }, borrowed, layer.forward({ ...call, fault }));
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** @param {import("../core/types.js").TensorOutput} x (1, T, d_model) */
function twice({ data, shape: [, tokens, width] }) {
  const both = new Float32Array(2 * data.length);
  both.set(data);
  both.set(data, data.length);
  return { data: both, shape: [2, tokens, width] };
}

/** The first sentence whole, of the second only the first half. @param {number} keys */
function halfPadded(keys) {
  const data = Uint8Array.from({ length: 2 * keys }, (_, i) => Number(i >= keys + Math.ceil(keys / 2)));
  return { data, shape: [2, keys] };
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {{ fault: Picture["fault"], own: import("./own.js").Own, call: import("../core/types.js").ForwardInput }} path
 * @param {import("./layers.js").Borrowed} borrowed
 * @param {import("../core/index.js").Run} run
 * @returns {Picture}
 */
function createPicture(core, settings, { fault, own, call }, { layer, weights, giveBack }, run) {
  const { tokens, keyTokens } = settings;
  const steps = run.steps;
  const byId = new Map(steps.map((step) => [step.id, step]));
  /** @type {Map<string, Float32Array>} */
  const fetched = new Map();
  /** @type {Omit<import("../core/types.js").Measures, "similarity"> | undefined} */
  let measured;
  const values = (/** @type {string} */ id) => {
    const data = fetched.get(id) ?? run.tensor(id).data;
    fetched.set(id, data);
    return data;
  };
  return {
    settings: {
      ...settings,
      dModel: layer.config.dModel,
      ...(own.parameters && !own.source && { weights: /** @type {any} */ ("own") }),
    },
    fault,
    own,
    config: layer.config,
    steps,
    stages: stagesOf(steps),
    operations: core.operations,
    step: (id) => byId.get(id),
    values,
    tensor(id) {
      if (!byId.has(id)) throw unknownStep(id, steps);
      return structuredClone(run.tensor(id));
    },
    run,
    layer,
    call,
    layers: own.layers ?? 1,
    measure: () =>
      (measured ??= run.measure({
        tokens,
        keyTokens: keyTokens.length ? keyTokens : tokens,
        similarity: false,
      })),
    similarity: () => run.measure().similarity,
    rank: core.rank.bind(core),
    blend: (factors) => core.blend(/** @type {TensorOutput} */ (run.attention), factors),
    weight: (name) => /** @type {import("../core/types.js").TensorOutput} */ (weights()[name]),
    warnings: run.warnings,
    dispose() {
      run.dispose();
      giveBack();
    },
  };
}
