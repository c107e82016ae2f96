/**
 * The views that an element can show.
 *
 * @typedef {keyof typeof VIEWS} View
 */

/** `steps`: whether a view needs steps of a layer, so that attention without a layer cannot show it. */
export const VIEWS = {
  walk: { steps: true },
  heads: { steps: false },
  map: { steps: false },
  head: { steps: false },
  row: { steps: true },
  memory: { steps: true },
  code: { steps: true },
};

/**
 * Parts of the element that shows models, which can stand alone.
 *
 * @typedef {typeof MODEL_VIEWS[number]} ModelView
 */
export const MODEL_VIEWS = /** @type {const} */ (["text", "heads", "head", "ablation", "writes", "pair"]);
