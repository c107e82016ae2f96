import { words } from "../kit/text/words.js";

/** The picture that the model reads. */
export const MODEL_PICTURE = words("modelPicture", {
  picture: "picture",
  choose: "Choose a picture",
  hint: "or drop or paste one; it stays on this machine",
  nothingYet: "Choose, drop or paste a picture: what every head looks at in it appears here.",
  tokens: "Tokens before the patches; press one to let it ask",
  /** @param {string} query @param {string} figure */
  where: (query, figure) =>
    `Where ${query} looks. Evenly it would be ${figure} a token. Press a patch to let it ask.`,
  paint: "Paint this patch black",
  unpaint: "Show this patch again",
  classes: "Classes; press one to ask which heads matter for it",
  noClasses: "The weights have no classifier: nothing is predicted.",
  /** @param {string} head @param {string} query @param {string} key @param {string} figure */
  summary: (head, query, key, figure) =>
    `The picture with the weights of ${head} over it, and small for every head. ${query} gives ${figure} to ${key}. Press Enter, then walk over the patches with the arrow keys.`,
  /** @param {number} layer */
  layer: (layer) => `layer ${layer}`,
  corner: "class",
  columns: ["probability"],
});
