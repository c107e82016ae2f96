import { checkRefusal } from "../words-refusals.js";
import { rightSteps } from "./core-steps.js";
import { droppedShare } from "./dropout-share.js";
import { hasOwnScale } from "./layer.js";
import { MEASURED } from "./measured.js";
import { MISTAKES } from "./mistakes.js";
import { RESULTS, splitKnown } from "./names.js";
import { formsFitting, shapesOf } from "./saved-array.js";
import { layersIn } from "./saved-layer.js";
import { sieveOf } from "./sieve.js";
import { Trial, halfIn } from "./trial.js";

/**
 * Compares a reader's arrays with the core's, computed from the same input and weights: where they diverge, and which mistake explains the
 * difference.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./saved-array.js").Compared} Compared
 *
 * @typedef {object} CheckedStep
 * @property {Result} name
 * @property {readonly number[] | null} shape  shape in the file; null if missing
 * @property {Compared | null} beside  null if the array is missing, or no step of the core has its shape
 * @property {readonly (readonly number[])[]} [expected]  possible shapes, if it has none of them
 * @property {boolean} agrees
 *
 * @typedef {object} Named  a mistake
 * @property {string} id
 * @property {string[]} of     arrays, masks or orders of the mistake, if there are several possibilities
 * @property {number} [value]  the number found in place of the right one: a factor of the scores, or a fill of blocked scores
 *
 * @typedef {object} Explanation
 * @property {boolean} isFault  whether it is a wrong path of the core
 * @property {boolean} isWhole  whether it gives every saved array
 * @property {Result | null} again  where the arrays diverge from this path in turn
 * @property {number} [p]      of dropout
 * @property {Named[]} also    other mistakes that give the same numbers on this input
 *
 * @typedef {Named & Explanation} WrongPath
 *
 * @typedef {object} Checked
 * @property {import("./layer.js").Sizes} sizes
 * @property {import("./layer.js").Reading & { causalFrom: "saved" | "guessed", half: import("./half.js").Half | null }} reading
 * @property {string[]} options  names of the options that the file turns on
 * @property {CheckedStep[]} steps  in order of computation; without q, k and v, if the file has these in place of x
 * @property {Result | null} parts  the first different step
 * @property {WrongPath | null} path
 * @property {string[]} unknown  names without a counterpart in the core
 */

/** Mistakes that are wrong paths of the core, too. */
export const CORE_FAULTS = /** @type {const} */ ([
  ...[
    "view_without_transpose",
    "merge_without_transpose",
    "no_scale",
    "raw_inputs",
    "softmax_axis",
    "mask_reversed",
  ],
  ...[
    "mask_repeat_order",
    "mask_as_square",
    "dropped_attention",
    "rope_style",
    "positions_restart",
    "alibi_sign",
  ],
  "window_off_by_one",
]);

/**
 * @param {Core} core
 * @param {ReadonlyMap<string, SavedArray>} arrays
 * @returns {Checked}
 * @throws {import("../../core/errors.js").HeadscopeError} if arrays are missing, or do not go together
 */
export function check(core, arrays) {
  const { known, unknown } = splitKnown(arrays);
  const layers = layersIn(known);
  const isInput = (/** @type {string} */ name) => layers[0].isKernel && ["q", "k", "v"].includes(name);
  const results = RESULTS.filter((name) => known.has(name) && !isInput(name));
  if (!results.length) throw checkRefusal("format", "nothing_to_compare", { results: RESULTS.join(", ") });
  const saved = { known, results, half: halfIn(known) };
  const rights = layers.map((layer) => new Trial(saved, rightSteps(core, layer)));
  const likeliest = rights.reduce((best, each) => (each.reach > best.reach ? each : best));
  const { main, path } = likeliest.parts ? explained(rights, likeliest) : { main: likeliest, path: null };
  const { layer, parts } = main;
  return {
    sizes: layer.sizes,
    reading: {
      ...layer.reading,
      causalFrom: known.has("causal") ? "saved" : "guessed",
      half: saved.half,
    },
    options: optionsOf(layer),
    steps: RESULTS.filter((name) => !isInput(name)).map((name) => stepOf(name, known.get(name), main)),
    parts,
    path,
    unknown,
  };
}

/**
 * The reading of the file and the mistake that explain it: a mistake in a reading that agrees longest; or in another reading, or with a
 * number that is found from the arrays, if it gives every array.
 * @param {readonly Trial[]} rights @param {Trial} likeliest @returns {{ main: Trial, path: WrongPath | null }}
 */
function explained(rights, likeliest) {
  const by = (/** @type {number} */ reach) => rights.filter((each) => each.reach === reach);
  const near = wrongPath(by(likeliest.reach), fromTable);
  if (near?.path.isWhole) return near;
  const dropped = droppedPath(likeliest);
  if (dropped) return { main: likeliest, path: dropped };
  for (const reach of new Set(rights.map((each) => each.reach))) {
    const far = reach < likeliest.reach ? wrongPath(by(reach), fromTable) : null;
    if (far?.path.isWhole) return far;
  }
  const measured = wrongPath(by(likeliest.reach), fromNumbers, near?.reach);
  return measured ?? near ?? { main: likeliest, path: null };
}

/** @param {Layer} layer */
function optionsOf(layer) {
  const { rope, norm, softcap, slopes, sinks, window, padding, mask, past, latent } = layer.asSaved ?? layer;
  const all = {
    ...{ rope, qk_norm: norm, scale: hasOwnScale(layer), softcap, alibi: slopes, sinks, window },
    ...{ key_padding_mask: padding, attn_mask: mask, past_key: past, latent },
  };
  return Object.entries(all).flatMap(([name, option]) => (option ? [name] : []));
}

/** @param {Result} name @param {SavedArray | undefined} array @param {Trial} main @returns {CheckedStep} */
function stepOf(name, array, main) {
  if (!array) return { name, shape: null, beside: null, agrees: false };
  const beside = main.compared(name);
  const isUnfit = !formsFitting(name, array.shape, main.layer).length;
  return {
    name,
    shape: array.shape,
    beside,
    agrees: beside?.agrees ?? false,
    ...(isUnfit && { expected: shapesOf(name, main.layer) }),
  };
}

/** @param {Trial} main @returns {WrongPath | null} */
function droppedPath(main) {
  const array = main.saved.known.get("attention");
  if (main.parts !== "attention" || !array || main.compared("attention")?.as === "mean") return null;
  const p = droppedShare(array.data, main.steps.get("attention"));
  if (p === null) return null;
  const again =
    main.saved.results.find((name) => name !== "attention" && !main.compared(name)?.agrees) ?? null;
  return { id: "dropped_attention", of: [], isFault: true, isWhole: !again, again, p, also: [] };
}

/** A mistake to try. @typedef {Named & import("./mistakes.js").Way} Guess */

/** @param {Trial} right @returns {Guess[]} */
const fromTable = ({ layer }) =>
  MISTAKES.flatMap(({ id, ways }) => ways(layer).map((way) => ({ ...way, id, of: way.of ?? [] })));

/** @param {Trial} right @returns {Guess[]} */
const fromNumbers = (right) =>
  MEASURED.flatMap(({ id, measure }) => {
    const found = measure(right, /** @type {Result} */ (right.parts));
    return found ? [{ id, of: [], ...found }] : [];
  });

/**
 * The mistake that agrees longest with the saved arrays, with others that agree as long; null if none agrees longer than the right path.
 * @param {readonly Trial[]} rights  readings of the file that agree equally long
 * @param {(right: Trial) => Guess[]} guessesFor
 * @param {number} [least]  number of arrays that the mistake must give more than
 * @returns {{ main: Trial, path: WrongPath, reach: number } | null}
 */
function wrongPath(rights, guessesFor, least = rights[0].reach) {
  const parts = /** @type {Result} */ (rights[0].parts);
  /** @type {{ named: Named, trial: Trial, right: Trial }[]} */
  let found = [];
  let most = least;
  for (const right of rights) {
    const mayFit = sieveOf(right, parts);
    for (const guess of guessesFor(right)) {
      const { change, whole, ...named } = guess;
      const trial = right.changed(change);
      if (!trial.alters(parts) || !mayFit(guess)) continue;
      const { reach } = trial;
      if (reach > most) [found, most] = [[], reach];
      if (reach === most && most > least) found.push({ named, trial, right });
    }
  }
  if (!found.length) return null;
  const [{ named, trial, right }] = found;
  const again = trial.parts;
  const path = {
    ...named,
    isFault: !named.of.length && CORE_FAULTS.some((id) => id === named.id),
    isWhole: !again,
    again,
    also: othersOf(
      named,
      found.filter((each) => each.right === right).map((each) => each.named),
    ),
  };
  return { main: right, path, reach: most };
}

/** Other mistakes, each once. @param {Named} named @param {readonly Named[]} all @returns {Named[]} */
const othersOf = (named, all) => [
  ...new Map(all.filter(({ id }) => id !== named.id).map((each) => [each.id, each])).values(),
];
