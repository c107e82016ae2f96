/** @import { ModelRun } from "../models/index.js" */
/** @import { Kind } from "../models/state/encoder-decoder.js" */

/** The tokens of the queries and of the keys of a kind of attention. @param {Pick<ModelRun, "tokens"> & Partial<Pick<ModelRun, "source">>} run @param {Kind | undefined} kind */
export function tokensOf({ tokens, source }, kind) {
  const read = source ?? tokens;
  return { queries: kind === "encoder" ? read : tokens, keys: kind === "decoder" ? tokens : read };
}
