import { LABEL, shorten } from "./tensor-labels.js";

/** Words along axes of tokens, and the room for them beside rows. */

/** The words along a token axis. @param {string} axis @param {import("../state/settings.js").Settings} settings */
export const tokensAlong = (axis, { tokens, keyTokens }) =>
  axis === "T_k" && keyTokens.length ? keyTokens : tokens;

/** @param {string} axis */
export const isToken = (axis) => axis.startsWith("T");

/** Width in px of the labels beside rows of tokens. @param {readonly string[]} tokens @param {import("./marks.js").Surface} surface */
export function gutterFor(tokens, surface) {
  return Math.ceil(Math.max(...tokens.map((token) => surface.measure(shorten(token), LABEL, true)))) + 12;
}
