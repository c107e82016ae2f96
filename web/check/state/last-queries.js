import { LayerSteps, STEP_NAMES } from "./layer-steps.js";
import { formsFitting, mayAgree, valuesOf } from "./saved-array.js";

/**
 * The layer with the last queries alone, which stand at the same positions among all keys: their results cost less than those of all queries.
 *
 * @typedef {import("./trial.js").Trial} Trial
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./layer-steps.js").Change} Change
 * @typedef {import("./layer-steps.js").StepName} StepName
 * @typedef {import("./layer-steps.js").Values} Values
 */

/** Steps that a query has for itself on the right path. */
const OWN = STEP_NAMES.slice(STEP_NAMES.indexOf("scaled")).filter((name) => name !== "blocked");

export class LastQueries {
  /** Rows of the right path. @type {Map<StepName, Values>} */
  #rows = new Map();

  /** @param {Trial} right @param {Result} parts the reader's array to compare with: scores or a later one @param {number} most  how many queries */
  constructor({ steps, layer, saved }, parts, most) {
    this.whole = steps;
    this.half = saved.half;
    const { sizes, mask } = layer;
    this.count = Math.min(sizes.T, most);
    this.layer = {
      ...layer,
      sizes: { ...sizes, T: this.count },
      mask: mask && { ...mask, data: this.#last(mask.data, sizes.Tk) },
    };
    this.array = /** @type {import("./npy.js").SavedArray} */ (saved.known.get(parts));
    const { data, shape } = this.array;
    /** The reader's numbers, in each form that has the array's shape. */
    this.forms = formsFitting(parts, shape, layer).map((form) => {
      const axis = form.as === "heads_last" ? -3 : -2;
      const width = form.shape.slice(axis + 1).reduce((all, size) => all * size, 1);
      return { form, theirs: this.#last(data, width) };
    });
  }

  /** The steps on another path. @param {Change} change @param {readonly StepName[]} [together]  exchanged steps that are computed for all queries at once */
  changed(change, together = []) {
    const whole = this.whole.changed(change);
    const own = Object.fromEntries(
      OWN.flatMap((name) => (change[name] && !together.includes(name) ? [[name, change[name]]] : [])),
    );
    return new LayerSteps(this.layer, { change: own, given: (name) => this.#given(name, whole, together) });
  }

  /** Whether the reader's numbers may agree with steps of these queries. @param {LayerSteps} steps */
  mayAgree(steps) {
    if (this.half) return true; // the tolerance needs all rows
    return this.forms.some(({ form, theirs }) =>
      mayAgree(this.array, { ours: valuesOf(steps, form), theirs }),
    );
  }

  /** @param {StepName} name @param {LayerSteps} whole @param {readonly StepName[]} together */
  #given(name, whole, together) {
    const { H, Tk, dV, width } = this.layer.sizes;
    if (name === "k_groups" || name === "v_groups") return whole.get(name);
    if (name === "q_turned") return this.#rowsOf(name, whole, width);
    const isThere = name === "blocked" || (name === "scores" && !whole.alters(name));
    if (!isThere && !together.includes(name)) return null;
    return this.#rowsOf(name, whole, name === "concat" ? H * dV : Tk);
  }

  /** @param {StepName} name @param {LayerSteps} whole @param {number} width */
  #rowsOf(name, whole, width) {
    if (whole.alters(name)) return this.#last(whole.get(name), width);
    let rows = this.#rows.get(name);
    if (!rows) this.#rows.set(name, (rows = this.#last(whole.get(name), width)));
    return rows;
  }

  /** @param {ArrayLike<number>} values @param {number} width  numbers of a query */
  #last(values, width) {
    const { T } = this.whole.layer.sizes;
    const { count } = this;
    const out = new Float64Array((values.length / T) * count);
    for (let to = 0; to < out.length; to++) {
      const [row, within] = [Math.floor(to / (count * width)), to % (count * width)];
      out[to] = values[row * T * width + (T - count) * width + within];
    }
    return out;
  }
}
