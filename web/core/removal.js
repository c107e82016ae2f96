import { isList, isWhole, options, oneOf, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { tensorArgument } from "./tensor-argument.js";

/** @import { TensorArgument } from "./tensor-argument.js" */
/** @import { ModelConfig, Removal } from "./types.js" */

const MOST_TOKENS = 20;

/** The cuts as C++ reads them. @typedef {{ layer: number, kind: number, to: number, position: number }} ReadCut */
/** The removal as C++ reads it; no part of the result belongs to the caller. @typedef {{ headScale?: TensorArgument, cuts: ReadCut[] }} ReadRemoval */

/**
 * @param {Removal | null | undefined} removal @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds kinds of blanks
 * @param {readonly string[]} ends ends of cuts, in the core's order
 * @returns {ReadRemoval}
 * @throws {import("./errors.js").HeadscopeError} code "shape" or "config"
 */
export function readRemoval(removal, config, kinds, ends) {
  const { headScale, cut } = options("removal options", removal);
  return {
    headScale: headScale === undefined ? undefined : readHeadScale(headScale, config),
    cuts: cut === undefined ? [] : cuts(cut, config, kinds, ends),
  };
}

/** @param {unknown} rows [layer][head] @param {{ layers: number, numHeads: number }} config */
export function readHeadScale(rows, { layers, numHeads }) {
  const read = isList(rows)
    ? Array.from(/** @type {any} */ (rows), (row) =>
        isList(row) ? Array.from(/** @type {any} */ (row)) : row,
      )
    : [];
  if (read.length !== layers || read.some((row) => !Array.isArray(row) || row.length !== numHeads))
    throw refusal(
      "shape",
      "head_scale_rows",
      "headScale {rows} has not {heads} numbers for each of {layers} layers",
      { rows: show(rows), heads: numHeads, layers },
    );
  const factors = read.flat();
  const at = factors.findIndex((each) => !Number.isFinite(each));
  if (at >= 0)
    throw refusal("config", "head_scale_not_finite", "headScale: {scale} is not a finite number", {
      scale: show(factors[at]),
    });
  return tensorArgument("headScale", { data: factors, shape: [layers, numHeads] });
}

/** @param {unknown} list @param {Readonly<ModelConfig>} config @param {readonly string[]} kinds @param {readonly string[]} ends @returns {ReadCut[]} */
function cuts(list, { layers }, kinds, ends) {
  if (!Array.isArray(list))
    throw refusal("config", "not_cuts", "cut {cuts} is not an array of { layer, from, to }", {
      cuts: show(list),
    });
  const words = ends.filter((end) => end !== "position");
  return Array.from(list, (each) => {
    const { layer, from, to } = each ?? {};
    if (wholeNumber("cut: layer", layer, 0) >= layers)
      throw refusal("config", "cut_layer", "cut: layer {layer} is not one of {layers}, counted from 0", {
        ...{ layer, layers },
      });
    const kind = kinds.indexOf(oneOf("cut: from", from ?? null, kinds));
    if (typeof to !== "number")
      return { layer, kind, to: ends.indexOf(oneOf("cut: to", to ?? null, words)), position: 0 };
    if (!isWhole(to, 0) || to >= MOST_TOKENS)
      throw refusal("config", "cut_position", "cut: to {to} is not a position from 0 to {last}", {
        ...{ to, last: MOST_TOKENS - 1 },
      });
    return { layer, kind, to: ends.indexOf("position"), position: to };
  });
}

/** Words from a sentence or from a list. @param {unknown} tokens @returns {string[]} */
export function readSentence(tokens) {
  const words = typeof tokens === "string" ? tokens.split(/\s+/).filter(Boolean) : tokens;
  const read = Array.isArray(words) ? Array.from(words) : [null];
  if (!read.every((word) => typeof word === "string"))
    throw refusal("shape", "not_a_sentence", "tokens {tokens} are not a sentence or an array of strings", {
      tokens: show(tokens),
    });
  return read;
}
