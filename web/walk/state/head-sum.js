import { itemPicture } from "../../kit/state/batch-item.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { inputsOf } from "../../kit/state/quantity.js";
import { groupSize, headsOf, speakerOf } from "../../kit/state/selection.js";

/**
 * The output as the sum of what W_O makes of each head, with heads off, or with the identity as W_O. Computed by the core, for one sentence
 * without padding.
 *
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 *
 * @typedef {object} HeadSum
 * @property {TensorOutput} terms        (1, H, T_q, d_model): what each head adds
 * @property {Float32Array | null} bias  (d_model): b_O, which is added too
 * @property {TensorOutput} output       (1, T_q, d_model): their sum
 * @property {(head: number) => boolean} off
 * @property {boolean} fitsIdentity      whether W_O can be the identity: H * d_v is d_model
 * @property {boolean} identity          whether W_O is the identity
 * @property {number} width              d_v
 */

const MOST = 2 ** 22; // numbers; more take seconds and much memory

/** Whether the step multiplies the features of all heads by one matrix. @param {Step} step @param {readonly Step[]} steps */
export function mixesHeads(step, steps) {
  const [input] = inputsOf(step, steps);
  const isByHead = (/** @type {Step} */ each) =>
    headsOf(speakerOf(each, steps).axes, groupSize(steps)) !== null;
  return step.op === "linear" && isByHead(input) && !isByHead(step);
}

/** The last sum of a run, by its heads and matrix. @type {WeakMap<StageView["picture"]["run"], { key: string, found: Pick<HeadSum, "terms" | "output"> }>} */
const last = new WeakMap();

/** The sum at the step; null at other steps, on wrong paths, of one head, and of too many numbers. @param {StageView} view @returns {HeadSum | null} */
export function headSumOf({ picture: whole, step, scales = {}, identity: wished = false }) {
  if (whole.fault !== "none" || !mixesHeads(step, whole.steps)) return null;
  const picture = itemPicture(whole);
  const { numHeads, dV, dModel, bias } = picture.config;
  const { shape } = /** @type {Step} */ (picture.step(step.id));
  if (!picture.layer || numHeads < 2 || numHeads * shape[1] * dModel > MOST) return null;
  const fitsIdentity = numHeads * dV === dModel;
  const identity = wished && fitsIdentity;
  const factors = Float32Array.from({ length: numHeads }, (_, head) => scaleOfHead({ scales }, head));
  const key = [identity, ...factors].join();
  const known = last.get(picture.run);
  const found = known?.key === key ? known.found : termsOf(picture, factors, identity);
  last.set(picture.run, { key, found });
  return {
    ...found,
    bias: bias ? picture.weight("bO").data : null,
    off: (head) => factors[head] === 0,
    fitsIdentity,
    identity,
    width: dV,
  };
}

/** @param {StageView["picture"]} picture @param {Float32Array} factors @param {boolean} identity */
function termsOf(picture, factors, identity) {
  const own = /** @type {import("../../core/index.js").Layer} */ (picture.layer);
  const isWhole = factors.every((factor) => factor === 1);
  if (isWhole && !identity) return { terms: picture.run.contributions(), output: picture.run.output };
  const layer = identity ? withIdentity(own) : own;
  const call = /** @type {import("../../core/types.js").ForwardInput} */ (picture.call);
  const run = layer.forward({ ...call, ...(!isWhole && { headScale: factors }) });
  const found = { terms: run.contributions(), output: run.output };
  run.dispose();
  if (layer !== own) layer.dispose();
  return found;
}

/** A copy of the layer whose W_O is the identity. @param {import("../../core/index.js").Layer} own */
function withIdentity(own) {
  const copy = own.prune([]);
  const { dModel } = copy.config;
  copy.setWeights({
    wO: Float32Array.from({ length: dModel ** 2 }, (_, i) => Number(i % (dModel + 1) === 0)),
  });
  return copy;
}
