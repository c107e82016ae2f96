import { refused, makeError } from "../text/refusals.js";

/**
 * Stages, which readers count. A stage contains one step of each lane, or a step of the keys' lane and the product that reads it.
 *
 * @typedef {import("../../core/types.js").Step} Step
 */

/**
 * @param {readonly Step[]} steps in order
 * @returns {Step[][]}
 */
export function stagesOf(steps) {
  /** @type {Map<number, Step[]>} */
  const stages = new Map();
  for (const step of steps) {
    const stage = stages.get(step.stage);
    if (stage) stage.push(step);
    else stages.set(step.stage, [step]);
  }
  return [...stages.values()];
}

/**
 * The step to show in a new stage: on the main line if there is one, otherwise in the reader's lane, otherwise the first.
 * @param {readonly Step[]} stage
 * @param {string | null} lane
 */
export function entryOf(stage, lane) {
  return stage.find((step) => step.lane === null) ?? stage.find((step) => step.lane === lane) ?? stage[0];
}

/**
 * @param {readonly Step[][]} stages
 * @param {string} id
 * @param {number} by  number of stages, negative to go back
 * @param {string | null} lane
 * @returns {Step | null} null beyond either end
 */
export function moveFrom(stages, id, by, lane) {
  const stage = stages[stages.findIndex((steps) => steps.some((step) => step.id === id)) + by];
  return stage ? entryOf(stage, lane) : null;
}

/**
 * The neighbour of a step in a tour, which goes through every lane of each stage.
 * @param {readonly Step[][]} stages
 * @param {string} id
 * @param {number} by  number of steps, negative to go back
 * @returns {Step | null} null beyond either end
 */
export function tourFrom(stages, id, by) {
  const steps = stages.flat();
  return steps[steps.findIndex((step) => step.id === id) + by] ?? null;
}

/** @param {string} id @param {readonly Step[]} steps */
export function unknownStep(id, steps) {
  const ids = steps.map((step) => step.id).join(", ");
  return makeError(RangeError, refused("step_unknown", { id, ids }));
}
