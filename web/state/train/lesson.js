import { loadCore } from "../../core/index.js";
import { TRAIN_SETTINGS, TRAIN_DEFAULTS, modelOptions, unfit } from "./settings.js";
import { TASKS } from "./tasks.js";

/**
 * A layer of a model that was trained, as numbers of one's own: what it reads of a sentence, and its parameters.
 *
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("../own.js").Own} Own
 *
 * @typedef {object} Lesson
 * @property {(tokens: readonly string[], layer: number) => { own: Own, tokens: readonly string[] }} read  the sentence's words as the model reads them; throws in the core's words for one that it cannot read
 * @property {() => void} end   gives the model's memory back
 */

const SLICE = 8; // ms

/**
 * Trains a model as the page Train does, a little at a time.
 * @param {{ training: string, seed: number, heads: number, dModel: number }} settings  training as that page's link has it
 * @param {(step: number, steps: number) => boolean} goesOn  told how far it has come; whether it is still wanted
 * @returns {Promise<Lesson>}
 */
export async function learn({ training, seed, heads, dModel }, goesOn) {
  const asked = new URLSearchParams(training);
  const settings = { ...TRAIN_DEFAULTS, ...settingsIn(asked), seed };
  const { steps: all } = TASKS[settings.task];
  const steps = asked.has("step")
    ? Math.min(all, Math.max(0, Math.floor(Number(asked.get("step")) || 0)))
    : all;
  const core = await loadCore();
  const model = core.createModel({ ...modelOptions(settings), numHeads: heads, dModel });
  try {
    while (model.step < steps && goesOn(model.step, steps)) {
      const until = performance.now() + SLICE;
      do model.train();
      while (model.step < steps && performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    model.dispose();
    throw error;
  }
  return {
    read: (tokens, layer) => readBy(model, tokens, layer, training + seed),
    end: () => model.dispose(),
  };
}

/** What a link says of what is trained. @param {URLSearchParams} asked @throws {RangeError} of what does not exist */
function settingsIn(asked) {
  const rows = TRAIN_SETTINGS.filter(({ name }) => name !== "heads" && name !== "seed" && asked.has(name));
  return Object.fromEntries(
    rows.map((row) => {
      const text = String(asked.get(row.name));
      const value = row.kind === "count" ? Number(text) : text;
      const said = unfit(row, value);
      if (said) throw new RangeError(`training: ${said}`);
      return [row.name, value];
    }),
  );
}

/** @param {Model} model @param {readonly string[]} words @param {number} layer @param {string} named */
function readBy(model, words, layer, named) {
  const { tokens } = model.predict(words);
  const { query, key, attnMask } = model.inputs(tokens, layer);
  const one = model.layer(layer);
  const { wQ, wK, wV, wO } = one.weights();
  one.dispose();
  // Where every word is seen there is nothing to mask.
  const mask = Array.from(attnMask.data, Number).some((added) => added !== 0) ? attnMask : undefined;
  const own = /** @type {Own} */ ({
    ...{ attention: null, layer, layers: model.config.layers, given: `${named} ${layer}` },
    ...{ parameters: { wQ, wK, wV, wO }, input: query, source: key, mask },
  });
  return { own, tokens };
}
