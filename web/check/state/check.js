import { HeadscopeError } from "../../core/errors.js";
import { checkRefusal } from "../words-refusals.js";
import { looksCausal } from "./causal.js";
import { CoreTrials } from "./core-trials.js";
import { RIGHT, pathsOf } from "./paths.js";
import { formsFitting, shapesOf } from "./saved-array.js";
import { RESULTS, layerIn, splitKnown } from "./saved-layer.js";

/**
 * Compares a reader's arrays with the core's, computed from the same x and weights: where they diverge, and
 * which wrong path explains the difference.
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
 * @property {readonly number[] | null} shape  shape in the file; null if missing
 * @property {Compared | null} beside  null if the array is missing, or no step of the core has its shape
 * @property {readonly (readonly number[])[]} [expected]  possible shapes, if it has none of them
 * @property {boolean} agrees
 *
 * @typedef {object} WrongPath
 * @property {string} id
 * @property {string[]} of     arrays of the path, if there are several possibilities
 * @property {boolean} isFault  whether it is a wrong path of the core
 * @property {boolean} isWhole  whether it gives every saved array
 * @property {Result | null} again  where the arrays diverge from this path in turn
 * @property {number} [p]      of dropout
 *
 * @typedef {object} Checked
 * @property {import("./saved-layer.js").Sizes} sizes
 * @property {Reading & { causalFrom: "saved" | "guessed" }} reading  isLinear is also set if shapes decide it
 * @property {CheckedStep[]} steps  in order of computation
 * @property {Result | null} parts  the first different step
 * @property {WrongPath | null} path
 * @property {string[]} unknown  names without a counterpart in the core
 */

/**
 * @param {Core} core
 * @param {ReadonlyMap<string, SavedArray>} arrays
 * @returns {Checked}
 * @throws {HeadscopeError} if arrays are missing, or do not go together
 */
export function check(core, arrays) {
  const { known, unknown } = splitKnown(arrays);
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

/** Likeliest first. @param {SavedLayer} layer @param {boolean | null} guess @returns {Reading[]} */
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
 * The first path that gives all saved arrays, or else the path that agrees longest.
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

/**
 * Null if the core refuses the path, which then cannot be the explanation.
 * @param {CoreTrials} asker @param {Path} path @param {Reading} reading @param {Trial} right
 */
function tried(asker, path, reading, right) {
  try {
    return asker.try(path, reading, right);
  } catch (error) {
    if (error instanceof HeadscopeError && ["config", "shape", "mask"].includes(error.code)) return null;
    throw error;
  }
}

/**
 * Detects attention after dropout: some weights are 0, the others are multiplied by 1 / (1 − p).
 */

const SAME = 1e-3; // relative tolerance between factors
const LEAST = 1e-5; // smaller weights are ignored

/**
 * The dropout probability p; null without dropout.
 * @param {ArrayLike<number>} theirs @param {ArrayLike<number>} ours  attention before dropout
 */
export function droppedShare(theirs, ours) {
  let [factor, zeros] = [0, 0];
  for (let i = 0; i < ours.length; i++) {
    if (theirs[i] === 0) {
      if (ours[i] > LEAST) zeros++;
    } else if (ours[i] > LEAST) {
      factor ||= theirs[i] / ours[i];
      if (!(Math.abs(theirs[i] / ours[i] / factor - 1) < SAME)) return null;
    }
  }
  return zeros && factor > 1 + SAME ? 1 - 1 / factor : null;
}
