import { words } from "../kit/text/words.js";

/** Words of attention over an image. Rows and columns of patches count from 1. */
export const PATCHES = words("patches", {
  all: "Every head",
  /** @param {{ row: number, column: number }} place */
  place: ({ row, column }) => `row ${row}, column ${column}`,
  views: { picture: "over the image", map: "map", reverse: "who looks here" },
  opacity: "opacity of the weights",
  /** @param {unknown} token @param {string} even */
  looks: (token, even) => ["Where ", token, ` looks. Evenly, each token would get ${even}.`],
  /** @param {unknown} token */
  looked: (token) => ["How much each patch looks at ", token, ". These weights need not add up to 1."],
  ask: "Press a patch to let it ask.",
  askHere: "Press a patch to see who looks at it.",
  /** @param {{ patches: string, others: string }} sums */
  sums: ({ patches, others }) => `${patches} on the patches, ${others} on other tokens.`,
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
  others: "Tokens that are no patches",
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
  /** @param {{ head: string, view: string }} what */
  figure: ({ head, view }) => `${head}, ${view}. Enter, then arrow keys, walks the grid.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gives: ({ token, most }) =>
    `${token} gives ${most.map(({ place, share }) => `${share} to ${place}`).join("; ")}.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gets: ({ token, most }) =>
    `${token} gets ${most.map(({ place, share }) => `${share} from ${place}`).join("; ")}.`,
  /** @param {{ heads: number }} what */
  heads: ({ heads }) =>
    heads === 1
      ? "The weights of 1 head over the image. The head's name is a button."
      : `The weights of ${heads} heads over the image. The heads' names are buttons.`,
  row: "row",
  column: "column",
  token: "token",
  weight: "weight",
  /** @param {{ from: number, to: number, of: number }} rows @param {{ from: number, to: number }} columns */
  window: (rows, columns) =>
    `Tokens ${rows.from} to ${rows.to} look at ${columns.from} to ${columns.to}, of ${rows.of}.`,
  press: "Press a head to see it large.",
  picture: "Attention over the image",
});
