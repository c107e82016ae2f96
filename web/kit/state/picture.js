import { borrowLayer } from "./layers.js";
import { attentionPicture } from "./attention-picture.js";
import { batchCall } from "./batch.js";
import { NOTHING_OWN, isAttentionAlone } from "./own.js";
import { inputOf } from "./own-numbers.js";
import { optionsOf } from "./settings.js";
import { stagesOf, unknownStep } from "./stages.js";

/**
 * One forward pass, ready to be drawn: the steps, and their numbers fetched from the core when first asked for.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 *
 * @typedef {object} Picture
 * @property {Settings} settings
 * @property {import("../../core/types.js").Fault} fault  the wrong path it took, or "none"
 * @property {import("./own.js").Own} own  what was given in place of the page's numbers
 * @property {import("../../core/types.js").Config} config  of the layer
 * @property {readonly Step[]} steps
 * @property {readonly Step[][]} stages
 * @property {import("../../core/core.js").Operations} operations  what the core knows of each
 * @property {(id: string) => Step | undefined} step
 * @property {(id: string) => Float32Array} values   logical order
 * @property {(id: string) => import("../../core/types.js").StepTensor} tensor  a copy of its own
 * @property {() => Omit<import("../../core/types.js").Measures, "similarity">} measure
 * @property {() => TensorOutput} similarity  (H, H)
 * @property {(factors: Float32Array) => TensorOutput} blend  of the attention, (1, T_q, T_k)
 * @property {import("../../core/index.js").Core["rank"]} rank
 * @property {import("../../core/index.js").Run} run       what is asked of heads is asked of it: of a batch the run of the sentence that is faced
 * @property {import("../../core/index.js").Layer | null} layer  null of attention alone, and what asks it or the run is not offered then
 * @property {ForwardInput | null} call  what it was given
 * @property {number} layers   of which this is one
 * @property {readonly (readonly string[])[]} [items]  of a batch of sentences (batch.js): the words of each, padded to one length
 * @property {Picture} [whole]  as it was computed, with no sentence faced
 * @property {readonly number[]} [lengths]  and how many there are without the padding
 * @property {number} [item]   the one that is faced, whose words are those of the settings
 * @property {(item: number, settings: Settings) => Picture} [at]  the same, facing another one
 * @property {(item: number, colormap?: Settings["colormap"]) => Picture} [alone]  one of them, as a picture of its own, in these colours
 * @property {(name: import("../../core/types.js").WeightName) => import("../../core/types.js").TensorOutput} weight
 * @property {readonly import("../text/refusals.js").Message[]} warnings
 * @property {() => void} dispose   gives its memory in the core back; what was fetched stays readable
 */

/** The settings that it is of, whichever sentence it faces. @param {Picture} picture @returns {Settings} */
export const askedOf = ({ settings, whole }) =>
  whole ? { ...settings, tokens: whole.settings.tokens } : settings;

/**
 * @param {Core} core
 * @param {Settings} settings at least one token
 * @param {{ fault?: import("../../core/types.js").Fault, own?: import("./own.js").Own, given?: (call: ForwardInput) => ForwardInput }} [path]  a
 *   wrong one; numbers of one's own; and what is given in place of one sentence
 * @returns {Picture}
 * @throws {import("../../core/index.js").HeadscopeError} in the core's words, with nothing left behind
 */
export function compute(core, settings, { fault = "none", own = NOTHING_OWN, given = (call) => call } = {}) {
  if (isAttentionAlone(own)) return attentionPicture(core, settings, own);
  const { tokens, keyTokens, batchTokens, seed } = settings;
  const borrowed = borrowLayer(core, settings, own);
  const { layer, giveBack } = borrowed;
  try {
    const { dModel } = layer.config;
    const embedded = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel, seed });
    const taken = (/** @type {import("./own.js").Own["input"] | undefined} */ input) =>
      input ? inputOf(input, tokens) : undefined;
    const one = given({
      query: taken(own.input) ?? embedded(tokens),
      key: taken(own.source) ?? (keyTokens.length ? embedded(keyTokens) : undefined),
      attnMask: own.mask,
      ...optionsOf(settings, "forward"),
    });
    const batch = batchTokens.length
      ? batchCall(core, settings, { call: one, dModel, own, compute })
      : undefined;
    const call = batch?.call ?? one;
    const run = layer.forward({ ...call, fault });
    const picture = createPicture(core, settings, { fault, own, call }, borrowed, run);
    return batch?.facing(picture) ?? picture;
  } catch (error) {
    giveBack();
    throw error;
  }
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {{ fault: Picture["fault"], own: import("./own.js").Own, call: ForwardInput }} path
 * @param {import("./layers.js").Borrowed} borrowed
 * @param {import("../../core/index.js").Run} run
 * @returns {Picture}
 */
function createPicture(core, settings, { fault, own, call }, { layer, weights, giveBack }, run) {
  const { tokens, keyTokens } = settings;
  const steps = run.steps;
  const byId = new Map(steps.map((step) => [step.id, step]));
  /** @type {Map<string, Float32Array>} */
  const fetched = new Map();
  /** @type {Omit<import("../../core/types.js").Measures, "similarity"> | undefined} */
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
    weight: (name) => /** @type {import("../../core/types.js").TensorOutput} */ (weights()[name]),
    warnings: run.warnings,
    dispose() {
      run.dispose();
      giveBack();
    },
  };
}
