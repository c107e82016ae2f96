import { HeadscopeError } from "../../core/errors.js";
import { layerOptions } from "../../kit/state/own.js";
import { compute } from "../../kit/state/picture.js";

/**
 * Gradients of a chosen loss at every step and of every weight, and the effect of changing one weight on the loss.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/types.js").WeightName} WeightName
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 *
 * @typedef {"number" | "row" | "weight"} LossKind  one output number, the sum of a token's row, or one attention weight
 *
 * @typedef {object} Loss
 * @property {LossKind} kind
 * @property {number} token    index of a query
 * @property {number} key      for an attention weight
 * @property {number} head
 * @property {number} column   for an output number
 *
 * @typedef {object} GradientAnswer
 * @property {number} loss
 * @property {ReadonlyMap<string, Float32Array>} steps        gradients by step id, in logical order; without steps that the loss does not depend on
 * @property {Readonly<Partial<Record<WeightName, TensorOutput>>>} weights gradients by name; without weights that the loss does not depend on
 *
 * @typedef {{ name: WeightName, row: number, column: number }} Place  position of a weight in its matrix
 *
 * @typedef {object} Nudged
 * @property {number} loss    new loss
 * @property {number} moved   change of the loss
 * @property {number} said    change of the loss that the gradient predicts
 */

/** @type {readonly WeightName[]} */
export const MATRICES = ["wQ", "wK", "wV", "wO"];

/** The step that each matrix computes. @type {Readonly<Record<string, string>>} */
const OUTPUTS = { wQ: "q", wK: "k", wV: "v", wO: "output" };

/** Runs forward and backward in a layer with the page's weights. */
export class GradientStudy {
  #core;
  #picture;
  /** A second layer for changed weights: backward() needs the weights that a run was made with. @type {import("../../core/index.js").Layer} */
  #other;
  /** @type {Partial<Record<WeightName, TensorOutput>>} */
  #weights;

  /** @param {Core} core @param {Picture} shown a picture of one sentence; of a batch, the sentence on show */
  constructor(core, { settings, own }) {
    this.#core = core;
    this.#picture = compute(core, { ...settings, batchTokens: [] }, { own });
    this.#weights = /** @type {import("../../core/index.js").Layer} */ (this.#picture.layer).weights();
    this.#other = core.createLayer(layerOptions(settings, own));
    this.#other.setWeights(this.#weights);
  }

  /** The picture of the page's forward pass, in this layer. */
  get picture() {
    return this.#picture;
  }

  /** @param {Loss} loss @returns {GradientAnswer} */
  answer(loss) {
    const { run, layer, steps } = this.#picture;
    const { from, data, shape } = this.#seed(loss);
    const whole = /** @type {import("../../core/index.js").Layer} */ (layer);
    const gradients = whole.backward(run, { data, shape }, { from });
    const named = MATRICES.flatMap((name) => {
      const gradient = /** @type {any} */ (gradients)[`dW${name.slice(1)}`];
      return gradient ? [[name, gradient]] : [];
    });
    return {
      loss: this.#lossOf(loss, run),
      steps: new Map(steps.flatMap(({ id }) => gradientOf(run, id))),
      weights: Object.fromEntries(named),
    };
  }

  /** The gradient of the loss with respect to the tensor that it reads: 1 for the elements that it reads, else 0. @param {Loss} loss */
  #seed({ kind, token, key, head, column }) {
    const from = kind === "weight" ? "weights" : "output";
    const { shape } = /** @type {import("../../core/types.js").Step} */ (this.#picture.step(from));
    const data = new Float32Array(shape.reduce((product, size) => product * size, 1));
    const [last, width] = [shape[shape.length - 1], shape[2]];
    if (kind === "weight") data[(head * width + token) * last + key] = 1;
    else if (kind === "number") data[token * last + column] = 1;
    else data.fill(1, token * last, (token + 1) * last);
    return { from, data, shape };
  }

  /** The loss of a run, summed by the core. @param {Loss} loss @param {import("../../core/index.js").Run} run */
  #lossOf(loss, run) {
    const { from, data } = this.#seed(loss);
    return this.#sum(run.tensor(from).data, data);
  }

  /** The sum of products of numbers and factors. @param {Float32Array | number[]} numbers @param {Float32Array | number[]} factors */
  #sum(numbers, factors) {
    return this.#core.blend({ data: numbers, shape: [1, numbers.length, 1, 1] }, factors).data[0];
  }

  /** The place of the matrix's weight with the largest gradient. @param {GradientAnswer} answer @param {WeightName} name @returns {Place} */
  largest({ weights }, name) {
    const { data = [], shape = [1, 1] } = weights[name] ?? {};
    let at = 0;
    for (let other = 1; other < data.length; other++)
      if (Math.abs(data[other]) > Math.abs(data[at])) at = other;
    return { name, row: Math.floor(at / shape[1]), column: at % shape[1] };
  }

  /**
   * A weight and its gradient.
   * @param {GradientAnswer} answer
   * @param {Place} place
   * @returns {{ value: number, gradient: number }} gradient 0 if the loss does not depend on the weight
   */
  at({ weights }, { name, row, column }) {
    const { data, shape } = /** @type {TensorOutput} */ (this.#weights[name]);
    const place = row * shape[1] + column;
    return { value: data[place], gradient: weights[name]?.data[place] ?? 0 };
  }

  /**
   * The products whose sum is the gradient of a weight, (Xᵀ ∂L/∂Y)[row, column]. For each token, one product of the matrix's input and the gradient
   * of its output.
   * @param {GradientAnswer} answer
   * @param {Place} place
   * @returns {{ input: string, output: string, products: (readonly [number, number])[], sum: number } | null} null if the loss does not depend on the output
   */
  products({ steps }, { name, row, column }) {
    const picture = this.#picture;
    const output = OUTPUTS[name];
    const gradient = steps.get(output);
    const { op, inputs } = /** @type {import("../../core/types.js").Step} */ (picture.step(output));
    const input = op === "linear" ? inputs[0] : "x"; // of a fused layer, q, k and v are slices of one product
    const [inward, outward] = [input, output].map((id) => picture.step(id)?.shape.at(-1) ?? 0);
    if (!gradient) return null;
    const values = picture.values(input);
    const products = Array.from(
      { length: gradient.length / outward },
      (_, token) => /** @type {const} */ ([values[token * inward + row], gradient[token * outward + column]]),
    );
    const [left, right] = [0, 1].map((side) => products.map((pair) => pair[side]));
    return { input, output, products, sum: this.#sum(left, right) };
  }

  /** The number of rows and columns of a matrix. @param {WeightName} name */
  sizeOf(name) {
    return /** @type {TensorOutput} */ (this.#weights[name]).shape;
  }

  /** The loss with one weight increased. @param {Loss} loss @param {GradientAnswer} answer @param {Place} place @param {number} by @returns {Nudged} */
  nudged(loss, answer, place, by) {
    const { data, shape } = /** @type {TensorOutput} */ (this.#weights[place.name]);
    const changed = data.slice();
    changed[place.row * shape[1] + place.column] += by;
    this.#other.setWeights({ [place.name]: changed });
    try {
      const call = /** @type {import("../../core/types.js").ForwardInput} */ (this.#picture.call);
      const run = this.#other.forward(call);
      const now = this.#lossOf(loss, run);
      run.dispose();
      const { gradient } = this.at(answer, place);
      return {
        loss: now,
        moved: this.#sum([now, answer.loss], [1, -1]),
        said: this.#sum([gradient], [by]),
      };
    } finally {
      this.#other.setWeights({ [place.name]: data });
    }
  }

  dispose() {
    this.#picture.dispose();
    this.#other.dispose();
  }
}

/** @param {import("../../core/index.js").Run} run @param {string} id @returns {[string, Float32Array][]} */
function gradientOf(run, id) {
  try {
    return [[id, run.gradient(id).data]];
  } catch (error) {
    if (error instanceof HeadscopeError && error.code === "config") return []; // the loss does not depend on the step
    throw error;
  }
}
