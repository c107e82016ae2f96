import { shortShare } from "./share.js";
import { say, words } from "./words.js";

/** Words about weights over an image. Rows and columns of patches count from 1. */
export const OVER_IMAGE = words("overImage", {
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
  others: "Tokens that are no patches",
  /** @param {{ head: string, view: string }} what */
  figure: ({ head, view }) => `${head}, ${view}. Enter, then arrow keys, walks the grid.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gives: ({ token, most }) =>
    `${token} gives ${most.map(({ place, share }) => `${share} to ${place}`).join("; ")}.`,
  /** @param {{ token: string, most: { place: string, share: string }[] }} what */
  gets: ({ token, most }) =>
    `${token} gets ${most.map(({ place, share }) => `${share} from ${place}`).join("; ")}.`,
  row: "row",
  column: "column",
  token: "token",
  weight: "weight",
});

/**
 * The name of a token: its place in the grid, or its word.
 * @param {{ row: number, column: number } | null} place  from 0; null for a token that is no patch @param {string} word
 * @param {import("./words.js").Localized} [speaker]
 */
export const placeName = (place, word, speaker) =>
  place ? say(OVER_IMAGE, speaker).place({ row: place.row + 1, column: place.column + 1 }) : word;

const SAID = 3; // tokens whose weights the text lists

/**
 * The largest weights of a token in words.
 * @param {ArrayLike<number>} weights  one per token @param {{ token: string, nameOf: (at: number) => string, isReversed: boolean }} of
 *   isReversed: the weights are those on the token @param {import("./words.js").Localized} speaker
 */
export function largestSaid(weights, { token, nameOf, isReversed }, speaker) {
  const most = Array.from(weights, (_, at) => at)
    .sort((a, b) => weights[b] - weights[a])
    .slice(0, SAID)
    .map((at) => ({ place: nameOf(at), share: shortShare(weights[at]) }));
  return say(OVER_IMAGE, speaker)[isReversed ? "gets" : "gives"]({ token, most });
}
