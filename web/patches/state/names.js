import { placeName } from "../../kit/text/over-image.js";

/**
 * The name of a token: its place in the grid, or its word.
 * @param {Pick<import("../../kit/state/own.js").OwnPatches, "placeOf">} patches @param {readonly string[]} words @param {number} token
 * @param {import("../../kit/text/words.js").Localized} [speaker]
 */
export const nameOfToken = (patches, words, token, speaker) =>
  placeName(patches.placeOf(token, words[token]), words[token], speaker);
