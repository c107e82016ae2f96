import { DRAWN } from "../text/picture-words.js";
import { say } from "../text/words.js";
import { LABEL, PATCH, shortenWord } from "./tensor-labels.js";

/** Words along axes of tokens, and the room for them beside rows. */

/**
 * The words along a token axis. The last of the keys with a sink is the sink.
 * @param {string} axis @param {import("../state/settings.js").Settings} settings @param {import("../text/words.js").Localized} [speaker]
 * @returns {readonly string[]}
 */
export function tokensAlong(axis, settings, speaker) {
  const { tokens, keyTokens } = settings;
  if (axis === "T_k+1") return [...tokensAlong("T_k", settings), say(DRAWN, speaker).sink];
  return axis === "T_k" && keyTokens.length ? keyTokens : tokens;
}

/** @param {string} axis */
export const isToken = (axis) => axis.startsWith("T");

/** Width in px of the labels beside rows of tokens. @param {readonly string[]} tokens @param {import("./marks.js").Surface} surface */
export function gutterFor(tokens, surface) {
  const wide = (/** @type {string} */ token, /** @type {number} */ at) =>
    surface.patches?.placeOf(at, token) ? PATCH : surface.measure(shortenWord(token), LABEL, true);
  return Math.ceil(Math.max(...tokens.map(wide))) + 12;
}
