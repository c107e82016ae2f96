const SLICE = 8; // ms

/**
 * Trains a model up to a step, in small parts between which the page responds.
 * @param {import("../../core/learner.js").Learner<any>} model
 * @param {number} steps in all
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress; returns whether to go on
 * @returns {Promise<boolean>} whether the model has got there
 */
export async function trainInSlices(model, steps, goesOn) {
  while (model.step < steps && goesOn(model.step, steps)) {
    const until = performance.now() + SLICE;
    do model.train();
    while (model.step < steps && performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return model.step >= steps;
}
