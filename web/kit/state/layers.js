import { NOTHING_OWN, layerOptions } from "./own.js";

/**
 * Shares layers between pictures that differ only in words or mask, because making random weights takes longer than a forward pass. Pictures borrow
 * layers; the last one to give a layer back disposes of it.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/index.js").Layer} Layer
 *
 * @typedef {object} Borrowed
 * @property {Layer} layer
 * @property {() => ReturnType<Layer["weights"]>} weights  a copy shared by all borrowers
 * @property {() => void} giveBack  may be called twice
 *
 * @typedef {{ layer: Layer, users: Set<object>, weights?: ReturnType<Layer["weights"]> }} Held
 */

/** @type {WeakMap<Core, Map<string, Held>>} */
const inUse = new WeakMap();

/**
 * @param {Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {import("./own.js").Own} [own]
 * @returns {Borrowed}
 */
export function borrowLayer(core, settings, own = NOTHING_OWN) {
  const layers = inUse.get(core) ?? new Map();
  inUse.set(core, layers);
  const options = layerOptions(settings, own);
  const key = JSON.stringify([options, own.given]);
  const held = layers.get(key) ?? { layer: layerWith(core, options, own.parameters), users: new Set() };
  layers.set(key, held);
  const user = {};
  held.users.add(user);
  return {
    layer: held.layer,
    weights: () => (held.weights ??= held.layer.weights()),
    giveBack() {
      if (!held.users.delete(user) || held.users.size) return;
      layers.delete(key);
      held.layer.dispose();
    },
  };
}

/** @param {Core} core @param {import("../../core/types.js").LayerOptions} options @param {import("./own.js").Own["parameters"]} parameters */
function layerWith(core, options, parameters) {
  const layer = core.createLayer(options);
  try {
    if (parameters) layer.setWeights(parameters);
    return layer;
  } catch (error) {
    layer.dispose();
    throw error;
  }
}
