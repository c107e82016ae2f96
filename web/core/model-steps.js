/** @import { ModelStep } from "./types.js" */

/** Steps with their numbers, from steps as JSON. @param {{ steps: string, numbers: Float32Array[] }} traced @returns {ModelStep[]} */
export const modelSteps = ({ steps, numbers }) =>
  JSON.parse(steps).map((/** @type {object} */ step, /** @type {number} */ i) => ({
    ...step,
    data: numbers[i],
  }));
