import { borrowLayer } from "./layers.js";
import { optionsOf } from "./settings.js";
import { stagesOf } from "./stages.js";

/**
 * One forward pass, ready to be drawn: the steps, and their numbers fetched from the core when first asked for.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("../core/index.js").Core} Core
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {object} Picture
 * @property {Settings} settings
 * @property {import("../core/types.js").Fault} fault  the wrong path it took, or "none"
 * @property {import("../core/types.js").Config} config  of the layer
 * @property {readonly Step[]} steps
 * @property {readonly Step[][]} stages
 * @property {import("../core/core.js").Operations} operations  what the core knows of each
 * @property {(id: string) => Step | undefined} step
 * @property {(id: string) => Float32Array} values   logical order
 * @property {(id: string) => import("../core/types.js").StepTensor} tensor  a copy of its own
 * @property {() => Omit<import("../core/types.js").Measures, "similarity">} measure
 * @property {import("../core/index.js").Run} run
 * @property {(name: import("../core/types.js").WeightName) => import("../core/types.js").TensorOutput} weight
 * @property {readonly string[]} warnings
 * @property {() => void} dispose   gives its memory in the core back; what was fetched stays readable
 */

/**
 * @param {Core} core
 * @param {Settings} settings at least one token
 * @param {{ fault?: import("../core/types.js").Fault, pair?: boolean }} [path]  a wrong one; and with pair a batch of two sentences, of
 *   which the second is half padding
 * @returns {Picture}
 * @throws {import("../core/index.js").HeadscopeError} in the core's words, with nothing left behind
 */
export function compute(core, settings, { fault = "none", pair = false } = {}) {
  const { tokens, keyTokens, dModel, seed } = settings;
  const borrowed = borrowLayer(core, settings);
  const { layer, giveBack } = borrowed;
  try {
    const embedded = (/** @type {readonly string[]} */ words) => {
      const x = core.embed(words, { dModel, seed });
      return pair ? twice(x) : x;
    };
    const query = embedded(tokens);
    const key = keyTokens.length ? embedded(keyTokens) : undefined;
    const keyPaddingMask = pair ? halfPadded(keyTokens.length || tokens.length) : undefined;
    const run = layer.forward({ query, key, keyPaddingMask, fault, ...optionsOf(settings, "forward") });
    return createPicture(core, settings, fault, borrowed, run);
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
 * @param {Picture["fault"]} fault
 * @param {import("./layers.js").Borrowed} borrowed
 * @param {import("../core/index.js").Run} run
 * @returns {Picture}
 */
function createPicture(core, settings, fault, { layer, weights, giveBack }, run) {
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
    settings,
    fault,
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
    measure: () => (measured ??= run.measure({ similarity: false })),
    weight: (name) => /** @type {import("../core/types.js").TensorOutput} */ (weights()[name]),
    warnings: run.warnings,
    dispose() {
      run.dispose();
      giveBack();
    },
  };
}

/** @param {string} id @param {readonly Step[]} steps */
export function unknownStep(id, steps) {
  return new RangeError(`there is no step "${id}"; the steps are ${steps.map((step) => step.id).join(", ")}`);
}
