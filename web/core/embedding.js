import { strings, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { encodeStrings } from "./text.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Embedding } from "./types.js" */

/** Limit of all tokens together, far above any length that a layer can attend to. */
const MOST_CHARACTERS = 2 ** 24;

/**
 * Implements Core.embed.
 * @param {Boundary} boundary
 * @param {readonly string[]} tokens
 * @param {{ dModel: number, seed?: number, positions?: boolean }} options
 * @returns {Embedding}
 */
export function embed(boundary, tokens, options) {
  const { dModel, seed = 0, positions = true } = options ?? {};
  const words = strings("tokens", tokens);
  const characters = words.reduce((sum, { length }) => sum + length, 0);
  if (characters > MOST_CHARACTERS) {
    throw refusal("memory", "tokens_too_long", "tokens of {characters} characters are more than {most}", {
      ...{ characters, most: MOST_CHARACTERS },
    });
  }
  wholeNumber("d_model", dModel);
  wholeNumber("seed", seed, 0);
  const x = boundary.call("embed", {
    words: encodeStrings(words.map((word) => word.toLowerCase())),
    ...{ dModel, seed, positions: Boolean(positions) },
  });
  const middle = dModel - Math.floor(dModel / 2);
  return { ...x, word: [0, middle], position: [middle, dModel] };
}
