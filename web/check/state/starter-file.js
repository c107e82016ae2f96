/**
 * The starter file for readers who write the layer: x and the weights of a figure, by the names that check() knows.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").WeightName} WeightName
 */

export const START = "layer.npz";

/** @type {readonly WeightName[]} */
const WEIGHTS = ["wQ", "wK", "wV", "wO", "bQ", "bK", "bV", "bO"];

/** Whether a figure's layer suits the exercise: one sentence, and only options that check() supports. @param {Picture} picture */
export const isToWrite = ({ layer, step }) =>
  layer !== null && step("x") !== undefined && !["q_rope", "dropped"].some((id) => step(id));

/** @param {Picture} picture @returns {{ name: string, shape: readonly number[], data: Float32Array | Int32Array }[]} */
export function startOf(picture) {
  const { config, settings } = picture;
  const numbers = { num_heads: config.numHeads, causal: Number(settings.causal) };
  const weights = WEIGHTS.flatMap((name) => {
    const weight = picture.weight(name);
    return weight ? [{ name, shape: weight.shape, data: weight.data }] : [];
  });
  return [
    { name: "x", shape: picture.step("x")?.shape ?? [], data: picture.values("x") },
    ...weights,
    ...Object.entries(numbers).map(([name, value]) => ({ name, shape: [], data: Int32Array.of(value) })),
  ];
}
