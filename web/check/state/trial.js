import { halfOf, rounderOf, unitOf } from "./half.js";
import { LayerSteps, outputRows } from "./layer-steps.js";
import { mapValues } from "./products.js";
import { compareArray, formsFitting, largestOf, mayAgree, toleranceOf, valuesOf } from "./saved-array.js";

/**
 * One path, compared with the saved arrays.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").Change} Change
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./saved-array.js").Compared} Compared
 *
 * @typedef {object} Saved  a reader's results
 * @property {ReadonlyMap<string, SavedArray>} known
 * @property {readonly Result[]} results  names of the saved results, in order of computation
 * @property {import("./half.js").Half | null} half  the type of 16 bits in which the reader's code computed, if any
 */

/** The coarsest type of a file's arrays, or the type that the file tells. @param {ReadonlyMap<string, SavedArray>} known */
export function halfIn(known) {
  const types = [...known.values()].map(({ dtype, name, text }) =>
    halfOf(name === "dtype" ? (text ?? "") : dtype),
  );
  return types.find((type) => type === "bfloat16") ?? types.find((type) => type === "float16") ?? null;
}

const ROWS = 6; // of a long output that are compared first

export class Trial {
  /** @type {Map<Result, Compared | null>} */
  #compared = new Map();

  /**
   * @param {Saved} saved
   * @param {LayerSteps} steps
   * @param {Trial | null} [base]  the path without the change, whose results count where they do not depend on it
   * @param {LayerSteps | null} [rounded]  the same steps, each rounded to the type of the reader's code
   */
  constructor(saved, steps, base = null, rounded = roundedSteps(saved, steps)) {
    this.saved = saved;
    this.steps = steps;
    this.base = base;
    this.rounded = rounded;
  }

  get layer() {
    return this.steps.layer;
  }

  /** The same path with some steps exchanged. @param {Change} change */
  changed(change) {
    return new Trial(this.saved, this.steps.changed(change), this, this.rounded?.changed(change) ?? null);
  }

  /** Whether the exchanged steps can alter a result. @param {Result} name */
  alters(name) {
    return formsFitting(name, this.#array(name).shape, this.layer).some(({ step }) =>
      this.steps.alters(step),
    );
  }

  /** @param {Result} name @returns {Compared | null} */
  compared(name) {
    if (this.base && !this.alters(name)) return this.base.compared(name);
    let found = this.#compared.get(name);
    if (found === undefined) {
      const array = this.#array(name);
      const { half } = this.saved;
      found = compareArray(this.steps, name, array, (form, values) =>
        half ? this.#roundingOf(half, form, values) : toleranceOf(array),
      );
      this.#compared.set(name, found);
    }
    return found;
  }

  /** Number of saved results before the first that differs. */
  get reach() {
    const { results } = this.saved;
    const first = results.findIndex((name) => this.#isFar(name) || !this.compared(name)?.agrees);
    return first < 0 ? results.length : first;
  }

  /** Some rows of the output beside the reader's: null if the layer computes the output in another way, or has few rows. */
  probed() {
    const { B, T, dModel } = this.layer.sizes;
    const rows =
      B * T > ROWS ? Array.from({ length: ROWS }, (_, i) => Math.floor(((i + 0.5) * B * T) / ROWS)) : [];
    const ours = rows.length && this.#isMerged ? outputRows(this.steps, rows) : null;
    const { data } = ours ? this.#array("output") : { data: [] };
    return (
      ours && {
        ours,
        theirs: mapValues(ours, (_, at) => data[rows[Math.floor(at / dModel)] * dModel + (at % dModel)]),
      }
    );
  }

  get #isMerged() {
    return !this.layer.isKernel && formsFitting("output", this.#array("output").shape, this.layer).length > 0;
  }

  /** Whether some rows of the output show that it differs. @param {Result} name */
  #isFar(name) {
    if (name !== "output" || this.#compared.has(name) || this.saved.half) return false;
    const probed = this.probed();
    return probed !== null && !mayAgree(this.#array(name), probed);
  }

  /** The first different result; null if all agree. @returns {Result | null} */
  get parts() {
    return this.saved.results[this.reach] ?? null;
  }

  /** @param {Result} name */
  #array = (name) => /** @type {SavedArray} */ (this.saved.known.get(name));

  /**
   * Twice the largest error of the rounded steps.
   * @param {import("./half.js").Half} half @param {import("./saved-array.js").Form} form @param {ArrayLike<number>} exact
   */
  #roundingOf(half, form, exact) {
    const rounded = valuesOf(/** @type {LayerSteps} */ (this.rounded), form);
    let most = unitOf(half) * largestOf(exact);
    for (let i = 0; i < exact.length; i++) {
      const error = Math.abs(rounded[i] - exact[i]);
      if (error < Infinity) most = Math.max(most, error);
    }
    return { rtol: 0, atol: 0, least: 2 * most };
  }
}

/** @param {Saved} saved @param {LayerSteps} steps */
const roundedSteps = ({ half }, { layer }) =>
  half ? new LayerSteps(layer, { round: rounderOf(half) }) : null;
