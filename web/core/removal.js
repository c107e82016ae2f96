import { isWhole, oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";

/** @import { Given } from "./given.js" */
/** @import { ModelConfig, Removal } from "./types.js" */

const MOST_TOKENS = 20;

/** What a caller gave, read: nothing of it is theirs any more. @typedef {{ headScale?: Given, cut?: Given }} Read */

/**
 * @param {Removal | undefined} removal @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds of blanks
 * @param {readonly string[]} ends of cuts, in the core's order
 * @returns {Read}
 * @throws {HeadscopeError} code "shape" or "config"
 */
export function readRemoval(removal, config, kinds, ends) {
  const { headScale, cut } = removal ?? {};
  return {
    headScale: headScale === undefined ? undefined : scales(headScale, config),
    cut: cut === undefined ? undefined : cuts(cut, config, kinds, ends),
  };
}

/** @param {Removal["headScale"]} rows @param {Readonly<ModelConfig>} config */
function scales(rows, { layers, numHeads }) {
  const isList = (/** @type {unknown} */ each) => Array.isArray(each) || ArrayBuffer.isView(each);
  const read = isList(rows)
    ? Array.from(/** @type {any} */ (rows), (row) =>
        isList(row) ? Array.from(/** @type {any} */ (row), Number) : row,
      )
    : [];
  if (read.length !== layers || read.some((row) => !Array.isArray(row) || row.length !== numHeads))
    throw new HeadscopeError(
      "shape",
      `headScale ${show(rows)} has not ${numHeads} numbers for each of ${layers} layers`,
    );
  return given("headScale", { data: read.flat(), shape: [layers, numHeads] });
}

/** @param {unknown} list @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds @param {readonly string[]} ends */
function cuts(list, { layers }, kinds, ends) {
  if (!Array.isArray(list))
    throw new HeadscopeError("config", `cut ${show(list)} is not an array of { layer, from, to }`);
  const words = ends.filter((end) => end !== "position");
  const read = Array.from(list, (each) => {
    const { layer, from, to } = each ?? {};
    if (wholeNumber("cut: layer", layer, 0) >= layers)
      throw new HeadscopeError("config", `cut: layer ${layer} is not one of ${layers}, counted from 0`);
    const kind = kinds.indexOf(oneOf("cut: from", from ?? null, kinds));
    if (typeof to !== "number") return [layer, kind, ends.indexOf(oneOf("cut: to", to ?? null, words)), 0];
    if (!isWhole(to, 0) || to >= MOST_TOKENS)
      throw new HeadscopeError("config", `cut: to ${to} is not a position from 0 to ${MOST_TOKENS - 1}`);
    return [layer, kind, ends.indexOf("position"), to];
  });
  return read.length === 0 ? undefined : given("cut", { data: read.flat(), shape: [read.length, 4] });
}

/** Words, of a sentence or a list of them. @param {unknown} tokens @returns {string[]} */
export function readSentence(tokens) {
  const words = typeof tokens === "string" ? tokens.split(/\s+/).filter(Boolean) : tokens;
  const read = Array.isArray(words) ? Array.from(words) : [null];
  if (!read.every((word) => typeof word === "string"))
    throw new HeadscopeError("shape", `tokens ${show(tokens)} are not a sentence or an array of strings`);
  return read;
}
