import { optionsOf } from "./settings.js";

/**
 * Layers in use. Drawing a layer's weights takes longer than a forward pass, and pictures that differ in their words or their mask
 * alone read the same ones: each borrows the layer it needs, and the last to give it back disposes of it.
 *
 * @typedef {import("../core/index.js").Core} Core
 * @typedef {import("../core/index.js").Layer} Layer
 */

/** @type {WeakMap<Core, Map<string, { layer: Layer, users: Set<object> }>>} */
const inUse = new WeakMap();

/**
 * @param {Core} core
 * @param {import("./settings.js").Settings} settings
 * @returns {{ layer: Layer, giveBack: () => void }} giving back twice is fine
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
    giveBack() {
      if (!held.users.delete(user) || held.users.size) return;
      layers.delete(key);
      held.layer.dispose();
    },
  };
}
