import { say } from "../../kit/text/words.js";
import { PATCHES } from "../words.js";

/**
 * The name of a token: its place in the grid, or its word.
 * @param {Pick<import("../../kit/state/own.js").OwnPatches, "placeOf">} patches @param {readonly string[]} words @param {number} token
 * @param {import("../../kit/text/words.js").Localized} [speaker]
 */
export function nameOfToken(patches, words, token, speaker) {
  const place = patches.placeOf(token, words[token]);
  return place ? say(PATCHES, speaker).place({ row: place.row + 1, column: place.column + 1 }) : words[token];
}
