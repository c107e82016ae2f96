/** @import { NormOptions } from "../../core/transformer.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Description } from "./description.js" */
/** @import { KeptWeights } from "./keeper.js" */

/**
 * Reads the parameters of a norm.
 * @param {Checkpoint} checkpoint @param {KeptWeights} weights @param {string} role of the norm; empty for a model that has no such norm
 * @param {AbortSignal} signal @returns {Promise<NormOptions>} without a gain for an empty role
 */
export async function readNorm({ model: { description, tensors } }, weights, role, signal) {
  const { norm, eps } = description;
  if (!role) return { norm, eps };
  const read = async (/** @type {string} */ parameter) => {
    const place = tensors.get(parameter);
    return place && weights.vector(place.name, signal);
  };
  const gain = await read(`${role}.gain`);
  return {
    ...{ norm, eps, gain: gain && gainOf(gain, description), shift: await read(`${role}.shift`) },
    ...constantsOf(description, gain?.length ?? description.dModel),
  };
}

/** The gain that multiplies: some files hold it minus 1. @param {Float32Array} gain @param {Description} model */
export const gainOf = (gain, { gainPlusOne }) => (gainPlusOne ? gain.map((value) => 1 + value) : gain);

/** Parameters of norms that the weights do not hold, because they are constant. @param {Pick<Description, "norm" | "normParameters">} model @param {number} size */
export function constantsOf({ norm, normParameters }, size) {
  if (norm !== "layer" || normParameters === "both") return {};
  const shift = new Float32Array(size);
  return normParameters === "gain" ? { shift } : { gain: shift.map(() => 1), shift };
}
