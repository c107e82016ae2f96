/**
 * Parts of the element that shows models, which can stand alone.
 *
 * @typedef {typeof MODEL_VIEWS[number]} ModelView
 */
export const MODEL_VIEWS = /** @type {const} */ (["text", "heads", "head", "ablation", "pair"]);
