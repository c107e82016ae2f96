import { HeadscopeError } from "../../core/errors.js";
import { itemPicture } from "../../kit/state/batch-item.js";
import { askOnce } from "../../kit/state/cached.js";
import { LOOK, scaleOfHead } from "../../kit/state/look.js";

/**
 * Contributions of heads to the output, and the effects of removing them. Computed on first use, for one sentence without padding.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../kit/state/look.js").Look} Look
 * @typedef {import("../../core/types.js").Removals} Removals
 *
 * @typedef {object} Effects effects of the heads as scaled
 * @property {import("../../core/types.js").TensorOutput} shares  (1, T_q, H + 1)
 * @property {import("../../core/types.js").Change} change        of the output, compared with all heads at 1
 */

/** @param {Picture} whole a picture with a layer @returns {Removals} */
export function removalsOf(whole) {
  const picture = itemPicture(whole);
  return askOnce(picture, "removals", () => picture.run.removals());
}

/** Effects of the heads' scales, by run and scales; kept while the run is in use. @type {WeakMap<Picture["run"], WeakMap<Look["scales"], Effects>>} */
const effects = new WeakMap();

/** @param {Picture} whole a picture with a layer @param {Look} look @returns {Effects} */
export function effectsOf(whole, look) {
  const picture = itemPicture(whole);
  const of = effects.get(picture.run) ?? new WeakMap();
  effects.set(picture.run, of);
  const { scales } = isScaled(look) ? look : LOOK;
  const known = of.get(scales);
  if (known) return known;
  const run = isScaled(look)
    ? runAgain(picture, { headScale: factorsOf(look, picture.config.numHeads) })
    : picture.run;
  const found = { shares: run.shares(), change: picture.run.changeTo(run) };
  if (run !== picture.run) run.dispose();
  of.set(scales, found);
  return found;
}

/**
 * Rescales heads. If the core refuses, keeps the old scales and stores the reason.
 * @param {Picture} picture with a layer @param {Look} look @param {Partial<Look>} change @returns {Partial<Look>}
 */
export function tryChange(picture, look, change) {
  try {
    effectsOf(picture, { ...look, ...change });
    return { ...change, refusal: null };
  } catch (error) {
    if (!(error instanceof HeadscopeError)) throw error;
    return { refusal: error };
  }
}

/** @param {Picture} picture @param {Partial<import("../../core/types.js").ForwardInput>} change */
const runAgain = ({ layer, call }, change) =>
  /** @type {import("../../core/index.js").Layer} */ (layer).forward({
    .../** @type {import("../../core/types.js").ForwardInput} */ (call),
    ...change,
  });

/**
 * The smaller layer without the heads that are off, compared with the whole layer.
 * @typedef {object} Cut
 * @property {readonly number[]} heads
 * @property {{ name: string, before: readonly number[], after: readonly number[] }[]} shapes  shapes of its parameters
 * @property {[before: number, after: number]} parameters  number of its parameters
 * @property {number} moved   distance between its output and the output of the whole layer with these heads off
 */

/**
 * @param {import("../../core/index.js").Core} core
 * @param {Picture} whole a picture with a layer
 * @param {Look} look at least one head is off and one is on
 * @returns {Cut}
 * @throws if the core refuses
 */
export const cutOut = (core, whole, look) => {
  const picture = itemPicture(whole);
  const heads = mutedOf(look, picture.config.numHeads);
  return askOnce(picture, `cut ${heads}`, () => cutOf(core, picture, heads));
};

/** @param {import("../../core/index.js").Core} core @param {Picture} picture @param {readonly number[]} heads @returns {Cut} */
function cutOf(core, picture, heads) {
  const layer = /** @type {import("../../core/index.js").Layer} */ (picture.layer);
  const smaller = layer.prune(heads);
  const headScale = Float32Array.from({ length: picture.config.numHeads }, (_, head) =>
    Number(!heads.includes(head)),
  );
  const [muted, without] = [
    runAgain(picture, { headScale }),
    smaller.forward(/** @type {any} */ (picture.call)),
  ];
  const [before, after] = [layer.weights(), smaller.weights()];
  const names = /** @type {(keyof typeof before)[]} */ (Object.keys(before));
  const shapeOf = (/** @type {typeof before} */ weights, /** @type {keyof typeof before} */ name) =>
    weights[name]?.shape ?? [];
  const shapes = names.map((name) => ({ name, before: shapeOf(before, name), after: shapeOf(after, name) }));
  const count = (/** @type {import("../../core/index.js").Layer} */ { config }) =>
    core.cost(config, { Tq: 1 }).parameters;
  const parameters = /** @type {[number, number]} */ ([count(layer), count(smaller)]);
  const { whole } = muted.changeTo(without);
  for (const each of [muted, without, smaller]) each.dispose();
  return { heads, shapes, parameters, moved: whole };
}

/**
 * The common mistake in tutorials, the core's wrong path pruned_queries: setting the head's W_Q and W_K to 0. The head then attends
 * uniformly, and still contributes.
 * @typedef {object} Mistake
 * @property {number} head
 * @property {[before: number, after: number]} entropy  of its attention, in nats
 * @property {number} moved    how far the output moves
 * @property {number} should   how far it moves when the head is off
 * @property {number} adds     norm of the head's remaining contribution, relative to the output's
 */

/** @param {Picture} whole a picture with a layer @param {number} head @returns {Mistake} */
export function zeroedInstead(whole, head) {
  const picture = itemPicture(whole);
  return askOnce(picture, `zeroed ${head}`, () => zeroedOf(picture, head));
}

/** @param {Picture} picture @param {number} head @returns {Mistake} */
function zeroedOf(picture, head) {
  const headScale = new Float32Array(picture.config.numHeads).fill(1);
  headScale[head] = 0;
  const [zeroed, off] = [
    runAgain(picture, { headScale, fault: "pruned_queries" }),
    runAgain(picture, { headScale }),
  ];
  const mistake = {
    head,
    entropy: /** @type {[number, number]} */ (
      [picture.measure(), zeroed.measure({ similarity: false })].map(({ heads }) => heads[head].entropy)
    ),
    moved: picture.run.changeTo(zeroed).whole,
    should: picture.run.changeTo(off).whole,
    adds: zeroed.changeTo(off).whole,
  };
  for (const run of [zeroed, off]) run.dispose();
  return mistake;
}

/**
 * Changes of heads: each can be scaled (0 is off), soloed, or picked for comparison. Functions return the changed fields of the look.
 *
 */

/** Whether any head is changed. @param {Look} look */
export const isScaled = ({ scales }) => Object.keys(scales).length > 0;

/** The factors for the core. @param {Look} look @param {number} heads */
export const factorsOf = (look, heads) =>
  Float32Array.from({ length: heads }, (_, head) => scaleOfHead(look, head));

/** @param {Look} look @param {number} head @param {number} scale @returns {Partial<Look>} */
export function scaleHead({ scales }, head, scale) {
  const { [head]: _, ...others } = scales;
  return { scales: scale === 1 ? others : { ...others, [head]: scale } };
}

/** The heads that are off. @param {Look} look @param {number} heads */
export const mutedOf = (look, heads) =>
  [...Array(heads).keys()].filter((head) => scaleOfHead(look, head) === 0);

/** Whether only this head is on. @param {Look} look @param {number} head @param {number} heads */
export const isSolo = (look, head, heads) =>
  heads > 1 && scaleOfHead(look, head) !== 0 && mutedOf(look, heads).length === heads - 1;

/** Switches all other heads off, or on again if they are off. @param {Look} look @param {number} head @param {number} heads @returns {Partial<Look>} */
export function soloHead(look, head, heads) {
  if (isSolo(look, head, heads)) return { scales: {} };
  const others = [...Array(heads).keys()].filter((other) => other !== head);
  return { scales: Object.fromEntries(others.map((other) => [other, 0])) };
}

/** @param {Look} look @param {number} head @returns {Partial<Look>} with the head added, or removed if it was picked */
export const togglePick = ({ picked }, head) => ({
  picked: picked.includes(head) ? picked.filter((other) => other !== head) : [...picked, head],
});
