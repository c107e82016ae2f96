import { isList, isWhole, options, oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";

/** @import { Given } from "./given.js" */
/** @import { ModelConfig, Removal } from "./types.js" */

const MOST_TOKENS = 20;

/** What C++ reads of a cut. @typedef {{ layer: number, kind: number, to: number, position: number }} ReadCut */
/** What C++ reads: nothing of it is the caller's any more. @typedef {{ headScale?: Given, cuts: ReadCut[] }} ReadRemoval */

/**
 * @param {Removal | null | undefined} removal @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds of blanks
 * @param {readonly string[]} ends of cuts, in the core's order
 * @returns {ReadRemoval}
 * @throws {HeadscopeError} code "shape" or "config"
 */
export function readRemoval(removal, config, kinds, ends) {
  const { headScale, cut } = options("removal options", removal);
  return {
    headScale: headScale === undefined ? undefined : scales(headScale, config),
    cuts: cut === undefined ? [] : cuts(cut, config, kinds, ends),
  };
}

/** @param {Removal["headScale"]} rows @param {Readonly<ModelConfig>} config */
function scales(rows, { layers, numHeads }) {
  const read = isList(rows)
    ? Array.from(/** @type {any} */ (rows), (row) =>
        isList(row) ? Array.from(/** @type {any} */ (row)) : row,
      )
    : [];
  if (read.length !== layers || read.some((row) => !Array.isArray(row) || row.length !== numHeads))
    throw new HeadscopeError(
      "shape",
      `headScale ${show(rows)} has not ${numHeads} numbers for each of ${layers} layers`,
    );
  const scale = read.flat().find((each) => !Number.isFinite(each));
  if (scale !== undefined)
    throw new HeadscopeError("config", `headScale: ${show(scale)} is not a finite number`);
  return given("headScale", { data: read.flat(), shape: [layers, numHeads] });
}

/** @param {unknown} list @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds @param {readonly string[]} ends @returns {ReadCut[]} */
function cuts(list, { layers }, kinds, ends) {
  if (!Array.isArray(list))
    throw new HeadscopeError("config", `cut ${show(list)} is not an array of { layer, from, to }`);
  const words = ends.filter((end) => end !== "position");
  return Array.from(list, (each) => {
    const { layer, from, to } = each ?? {};
    if (wholeNumber("cut: layer", layer, 0) >= layers)
      throw new HeadscopeError("config", `cut: layer ${layer} is not one of ${layers}, counted from 0`);
    const kind = kinds.indexOf(oneOf("cut: from", from ?? null, kinds));
    if (typeof to !== "number")
      return { layer, kind, to: ends.indexOf(oneOf("cut: to", to ?? null, words)), position: 0 };
    if (!isWhole(to, 0) || to >= MOST_TOKENS)
      throw new HeadscopeError("config", `cut: to ${to} is not a position from 0 to ${MOST_TOKENS - 1}`);
    return { layer, kind, to: ends.indexOf("position"), position: to };
  });
}

/** Words, of a sentence or a list of them. @param {unknown} tokens @returns {string[]} */
export function readSentence(tokens) {
  const words = typeof tokens === "string" ? tokens.split(/\s+/).filter(Boolean) : tokens;
  const read = Array.isArray(words) ? Array.from(words) : [null];
  if (!read.every((word) => typeof word === "string"))
    throw new HeadscopeError("shape", `tokens ${show(tokens)} are not a sentence or an array of strings`);
  return read;
}
