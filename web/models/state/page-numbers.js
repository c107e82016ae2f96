import { MOST_ROWS } from "../../kit/state/csv.js";
import { modelRefusal } from "../words-refusals.js";
import { mapOf } from "./page-run.js";
import { headsOf } from "./page-state.js";

/** @import { Numbers } from "../../kit/state/csv.js" */
/** @import { Shown } from "./page-run.js" */
/** @import { Head } from "./page-state.js" */

/**
 * The weights of heads for a file, a row a weight. Masked keys have none.
 * @param {Shown} run @param {readonly Head[]} [heads] all if left out
 * @returns {Numbers}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" if there are too many
 */
export function weightsOf(run, heads = headsOf(run)) {
  const { words, causal } = run;
  const tokens = words.length;
  const count = heads.length * (causal ? (tokens * (tokens + 1)) / 2 : tokens ** 2);
  if (count > MOST_ROWS)
    throw modelRefusal("config", "too_many_weights", { count, heads: heads.length, tokens, most: MOST_ROWS });
  return {
    columns: ["layer", "head", "query", "key", "query_piece", "key_piece", "weight"],
    count,
    *rows() {
      for (const at of heads) {
        const map = mapOf(run, at);
        for (let query = 0; query < tokens; query++)
          for (let key = 0; key <= (causal ? query : tokens - 1); key++)
            yield [at.layer, at.head, query, key, words[query], words[key], map[query * tokens + key]];
      }
    },
  };
}
