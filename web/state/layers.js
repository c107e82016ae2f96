import { optionsOf } from "./settings.js";

/**
 * Layers in use. Drawing a layer's weights takes longer than a forward pass, and pictures that differ in their words or their mask
 * alone read the same ones: each borrows the layer it needs, and the last to give it back disposes of it.
 *
 * @typedef {import("../core/index.js").Core} Core
 * @typedef {import("../core/index.js").Layer} Layer
 *
 * @typedef {object} Borrowed
 * @property {Layer} layer
 * @property {() => ReturnType<Layer["weights"]>} weights  copied out once, for all who borrow
 * @property {() => void} giveBack  twice is fine
 *
 * @typedef {{ layer: Layer, users: Set<object>, weights?: ReturnType<Layer["weights"]> }} Held
 */

/** @type {WeakMap<Core, Map<string, Held>>} */
const inUse = new WeakMap();

/**
 * @param {Core} core
 * @param {import("./settings.js").Settings} settings
 * @returns {Borrowed}
 */
export function borrowLayer(core, settings) {
  const layers = inUse.get(core) ?? new Map();
  inUse.set(core, layers);
  const options = optionsOf(settings, "layer");
  const key = JSON.stringify(options);
  const held = layers.get(key) ?? { layer: core.createLayer(options), users: new Set() };
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
