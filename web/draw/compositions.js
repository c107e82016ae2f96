import { isAttention } from "../state/quantity.js";

/**
 * Pictures made for a kind of step, loaded once the first picture stands; until then, and where that fails, what a step read stands beside what
 * it made.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {(view: import("./stage.js").StageView, surface: import("./marks.js").Surface) => import("./stage.js").StageScene} Composition
 */

/** @typedef {"product" | "rows" | "biased"} Kind */

/** @type {Readonly<Record<Kind, () => Promise<Composition>>>} */
const LOADERS = {
  product: () => import("./product.js").then((module) => module.productScene),
  rows: () => import("./rows.js").then((module) => module.rowsScene),
  biased: () => import("./biased.js").then((module) => module.biasedScene),
};

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/** @type {Map<string, Composition | null>} null where it could not be loaded */
const loaded = new Map();

/** Products of matrices, with biases or without; and what makes rows of attention of rows. @param {Step} step @returns {Kind | null} */
function kindOf(step) {
  if (step.op === "linear" || step.op === "matmul")
    return step.weights.some((name) => name[0] === "b") ? "biased" : "product";
  return isAttention(step) && ["scale", "mask", "softmax", "dropout"].includes(step.op) ? "rows" : null;
}

/** The picture made for a step like this, if it is there. @param {Step} step */
export const compositionOf = (step) => loaded.get(kindOf(step) ?? "") ?? null;

/**
 * Loads the picture made for a step like this.
 * @param {Step} step
 * @returns {Promise<void> | null} null where there is nothing to wait for
 */
export const loadComposition = (step) => load(kindOf(step));

/** Loads those that most steps have, so that none of them has to wait for its own. */
export const loadCompositions = () => /** @type {const} */ (["product", "rows"]).forEach(load);

/** @param {Kind | null} kind */
function load(kind) {
  if (!kind || loaded.has(kind)) return null;
  const known =
    loading.get(kind) ??
    LOADERS[kind]().then(
      (composition) => void loaded.set(kind, composition),
      () => void loaded.set(kind, null),
    );
  loading.set(kind, known);
  return known;
}
