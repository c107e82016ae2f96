/** The settings of trained weights. */

/** A choice of weights. */
export const TRAINED = /** @type {const} */ (["trained"]);

/** What is set of it. @satisfies {readonly import("./settings.js").Setting[]} */
export const TRAINED_ROWS = /** @type {const} */ ([
  {
    name: "training",
    attribute: "training",
    kind: "text",
    of: "model",
    option: "training",
    default: "",
    control: "picture",
    label: "training",
  },
]);
