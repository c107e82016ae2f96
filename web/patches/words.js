import { words } from "../kit/text/words.js";

/** Words of attention over an image. Rows and columns of patches count from 1. */
export const PATCHES = words("patches", {
  all: "Every head",
  mapSaid: "A row is the token that looks, a column the token that it looks at. Arrow keys walk the cells.",
  pressing: "a press on a patch",
  presses: { ask: "lets it ask", paint: "paints it black" },
  painting: "Press patches, or drag over them, to paint them black.",
  /** @param {string} place */
  paint: (place) => `Paint ${place} black`,
  /** @param {string} place */
  unpaint: (place) => `Show ${place} again`,
  whole: "Show the whole picture",
  /** @param {{ name: string, share: string }} most */
  calls: ({ name, share }) => `The model calls it ${name}, with a probability of ${share}.`,
  classes: "Probability of each class",
  class: "class",
  probability: "probability",
  queries: "Queries",
  together: "in place of one head",
  ways: { one: "this head", mean: "mean of the heads", rollout: "rollout" },
  titles: {
    /** @param {number | null} layer */
    mean: (layer) => (layer === null ? "Mean of the heads" : `Layer ${layer}, mean of the heads`),
    /** @param {number | null} layer */
    rollout: (layer) => `Rollout, layers 0 to ${layer}`,
  },
  caveats: {
    mean: "A mean hides what single heads do: one head that looks elsewhere can vanish in it.",
    rollout:
      "Rollout multiplies the mean maps of the layers, each half residual stream: it takes weights for influence and leaves out values, W_O and the networks between.",
  },
  /** @param {{ heads: number }} what */
  heads: ({ heads }) =>
    heads === 1
      ? "The weights of 1 head over the image. The head's name is a button."
      : `The weights of ${heads} heads over the image. The heads' names are buttons.`,
  /** @param {{ from: number, to: number, of: number }} rows @param {{ from: number, to: number }} columns */
  window: (rows, columns) =>
    `Tokens ${rows.from} to ${rows.to} look at ${columns.from} to ${columns.to}, of ${rows.of}.`,
  press: "Press a head to see it large.",
  picture: "Attention over the image",
});
