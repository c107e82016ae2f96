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
 * @property {readonly Step[]} steps
 * @property {readonly Step[][]} stages
 * @property {(id: string) => Step | undefined} step
 * @property {(id: string) => Float32Array} values   logical order
 * @property {(id: string) => import("../core/types.js").StepTensor} tensor  a copy of its own
 * @property {() => any | null} measure
 * @property {(name: import("../core/types.js").WeightName) => import("../core/types.js").TensorOutput} weight
 * @property {readonly string[]} warnings
 * @property {() => void} dispose   gives its memory in the core back; what was fetched stays readable
 */

/**
 * @param {Core} core
 * @param {Settings} settings at least one token
 * @returns {Picture}
 * @throws {import("../core/index.js").HeadscopeError} in the core's words, with nothing left behind
 */
export function compute(core, settings) {
  const { tokens, keyTokens, dModel, heads, kvHeads, seed, causal, weights } = settings;
  const layer = core.createLayer({
    dModel,
    numHeads: heads,
    numKvHeads: kvHeads ?? heads,
    seed,
    init: weights,
  });
  try {
    const query = core.embed(tokens, { dModel, seed });
    const key = keyTokens.length ? core.embed(keyTokens, { dModel, seed }) : undefined;
    const run = layer.forward({ query, key, causal });
    return createPicture(settings, layer, run);
  } catch (error) {
    layer.dispose();
    throw error;
  }
}

/**
 * @param {Settings} settings
 * @param {import("../core/index.js").Layer} layer
 * @param {import("../core/index.js").Run} run
 * @returns {Picture}
 */
function createPicture(settings, layer, run) {
  const steps = run.steps;
  const byId = new Map(steps.map((step) => [step.id, step]));
  /** @type {Map<string, Float32Array>} */
  const fetched = new Map();
  /** @type {any | undefined} */
  let measured;
  /** @type {ReturnType<typeof layer.weights> | undefined} */
  let weights;
  const values = (/** @type {string} */ id) => {
    const data = fetched.get(id) ?? run.tensor(id).data;
    fetched.set(id, data);
    return data;
  };
  return {
    settings,
    steps,
    stages: stagesOf(steps),
    step: (id) => byId.get(id),
    values,
    tensor(id) {
      if (!byId.has(id)) throw unknownStep(id, steps);
      return structuredClone(run.tensor(id));
    },
    measure: () => (measured ??= /** @type {any} */ (run).measure?.()) ?? null,
    weight(name) {
      weights ??= layer.weights();
      return /** @type {import("../core/types.js").TensorOutput} */ (weights[name]);
    },
    warnings: run.warnings,
    dispose() {
      run.dispose();
      layer.dispose();
    },
  };
}

/** @param {string} id @param {readonly Step[]} steps */
export function unknownStep(id, steps) {
  return new RangeError(`there is no step "${id}"; the steps are ${steps.map((step) => step.id).join(", ")}`);
}
