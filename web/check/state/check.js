import { HeadscopeError } from "../../core/errors.js";
import { checkRefusal } from "../words-refusals.js";
import { CoreTrials } from "./core-trials.js";
import { looksCausal } from "./causal.js";
import { droppedShare } from "./dropout-share.js";
import { formsFitting, shapesOf } from "./saved-array.js";
import { RIGHT, pathsOf } from "./paths.js";
import { RESULTS, layerIn, named } from "./saved-layer.js";

/**
 * What a reader's code made, beside what the core makes of the same x and weights: where they part, and by which wrong path.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./saved-layer.js").SavedLayer} SavedLayer
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./saved-array.js").Compared} Compared
 * @typedef {import("./core-trials.js").Trial} Trial
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./paths.js").Reading} Reading
 *
 * @typedef {object} CheckedStep
 * @property {Result} name
 * @property {readonly number[] | null} shape  as it was saved; null where it was not
 * @property {Compared | null} beside  null where it was not saved, or nothing in the core has its shape
 * @property {readonly (readonly number[])[]} [expected]  shapes, where it has none of them
 * @property {boolean} agrees
 *
 * @typedef {object} WrongPath
 * @property {string} id
 * @property {string[]} of     which arrays, where it could be any
 * @property {boolean} isFault  whether it is one of the core's
 * @property {boolean} isWhole  whether it gives every array that was saved
 * @property {Result | null} again  where numbers part from it in turn
 * @property {number} [p]      of dropout
 *
 * @typedef {object} Checked
 * @property {import("./saved-layer.js").Sizes} sizes
 * @property {Reading & { causalFrom: "saved" | "guessed" }} reading  isLinear also where shapes said so
 * @property {CheckedStep[]} steps  in the order in which they are made
 * @property {Result | null} parts  the first that is another
 * @property {WrongPath | null} path
 * @property {string[]} unknown  names that nothing is compared with
 */

/**
 * @param {Core} core
 * @param {ReadonlyMap<string, SavedArray>} arrays
 * @returns {Checked}
 * @throws {HeadscopeError} for what is missing, or does not go together
 */
export function check(core, arrays) {
  const { known, unknown } = named(arrays);
  const layer = layerIn(known);
  const results = RESULTS.filter((name) => known.has(name));
  if (!results.length) throw checkRefusal("format", "nothing_to_compare", { results: RESULTS.join(", ") });
  const asker = new CoreTrials(core, layer, known, results);
  const readings = readingsOf(layer, looksCausal(known, layer.sizes.T));
  const trials = readings.map((reading) => ({ reading, trial: asker.try(RIGHT, reading) }));
  const main = trials.reduce((best, each) =>
    asker.goesTo(each.trial) > asker.goesTo(best.trial) ? each : best,
  );
  const parts = asker.firstApart(main.trial);
  return {
    sizes: layer.sizes,
    reading: {
      ...main.reading,
      isLinear: main.reading.isLinear || layer.isLinear,
      causalFrom: layer.causal === null ? "guessed" : "saved",
    },
    steps: RESULTS.map((name) => stepOf(name, known.get(name), main.trial, layer)),
    parts,
    path: parts && (droppedPath(asker, main) ?? wrongPath(asker, trials)),
    unknown,
  };
}

/** The likeliest first. @param {SavedLayer} layer @param {boolean | null} guess @returns {Reading[]} */
function readingsOf({ causal, isSquare, sizes: { T } }, guess) {
  const first = causal ?? guess ?? false;
  const masks = causal !== null || T < 2 ? [first] : [first, !first];
  const ways = isSquare ? [false, true] : [false];
  return masks.flatMap((causal) => ways.map((isLinear) => ({ causal, isLinear })));
}

/** @param {Result} name @param {SavedArray | undefined} array @param {Trial} trial @param {SavedLayer} layer @returns {CheckedStep} */
function stepOf(name, array, trial, { sizes }) {
  if (!array) return { name, shape: null, beside: null, agrees: false };
  const beside = trial.get(name) ?? null;
  const isUnfit = !formsFitting(name, array.shape, sizes).length;
  return {
    name,
    shape: array.shape,
    beside,
    agrees: beside?.agrees ?? false,
    ...(isUnfit && { expected: shapesOf(name, sizes) }),
  };
}

/** @param {CoreTrials} asker @param {{ reading: Reading, trial: Trial }} main @returns {WrongPath | null} */
function droppedPath(asker, { reading, trial }) {
  const array = asker.known.get("attention");
  if (asker.firstApart(trial) !== "attention" || !array || trial.get("attention")?.as === "mean") return null;
  const p = droppedShare(array.data, asker.attention(reading));
  if (p === null) return null;
  const again = asker.results.find((name) => name !== "attention" && !trial.get(name)?.agrees) ?? null;
  return { id: "dropped_attention", of: [], isFault: true, isWhole: !again, again, p };
}

/**
 * The first that gives all that was saved, or that which goes on longest.
 * @param {CoreTrials} asker @param {readonly { reading: Reading, trial: Trial }[]} rights
 * @returns {WrongPath | null}
 */
function wrongPath(asker, rights) {
  let most = Math.max(...rights.map(({ trial }) => asker.goesTo(trial)));
  /** @type {WrongPath | null} */
  let found = null;
  for (const { reading, trial: right } of rights)
    for (const path of pathsOf(asker.layer, reading)) {
      const trial = tried(asker, path, reading, right);
      if (!trial || asker.goesTo(trial) <= most) continue;
      most = asker.goesTo(trial);
      const again = asker.firstApart(trial);
      found = { id: path.id, of: path.of ?? [], isFault: path.fault !== undefined, isWhole: !again, again };
      if (!again) return found;
    }
  return found;
}

/** Null where the core refuses it: so it cannot have been that. @param {CoreTrials} asker @param {Path} path @param {Reading} reading @param {Trial} right */
function tried(asker, path, reading, right) {
  try {
    return asker.try(path, reading, right);
  } catch (error) {
    if (error instanceof HeadscopeError && ["config", "shape", "mask"].includes(error.code)) return null;
    throw error;
  }
}
