import { namesOf } from "./numbers.js";

/**
 * @typedef {{ name: string, shape: readonly number[], data: Float32Array }} NamedArray
 *
 * @typedef {import("./template.js").Subject} Subject
 * @typedef {import("../../../core/types.js").WeightName} WeightName
 */

/** The page's numbers, by their names in programs. @param {Subject} subject @returns {NamedArray[]} */
export function arraysOf(subject) {
  const { steps, values, weight, own } = subject;
  return namesOf(subject).map(([name]) => {
    if (name === "added" && own?.mask)
      return { name, shape: own.mask.shape, data: Float32Array.from(own.mask.data, Number) };
    const id = name === "attention" ? "weights" : name;
    const step = steps.find((each) => each.id === id);
    return { name, ...(step ? { shape: step.shape, data: values(id) } : weight(inCore(name))) };
  });
}

/** w_q -> wQ, w_dkv -> wDKV @param {string} name */
const inCore = (name) =>
  /** @type {WeightName} */ (name.replace(/_(\w+)/, (_, letter) => letter.toUpperCase()));
