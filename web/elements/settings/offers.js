import { SETTINGS } from "../../kit/state/settings.js";

/**
 * Settings that would work instead of refused ones, from the parameters of the core's message.
 *
 * @typedef {import("../../kit/state/settings.js").Settings} Settings
 * @typedef {{ name: keyof Settings, value: number | string }} Offer
 */

/** Weights that read every sentence. @type {Offer} */
const CONSTRUCTED = { name: "weights", value: "constructed" };

/** Ids of refusals of a trained model, which reads the sentences of its task only. */
const UNREAD = ["unknown_word", "unknown_words", "no_blank"];

/**
 * Settings by message id and parameter. A parameter contains one value, or several with commas.
 * @type {Readonly<Record<string, Readonly<Record<string, keyof Settings>>>>}
 */
const OFFERED = {
  heads_do_not_divide: { widths: "dModel", heads: "heads" },
  d_model_does_not_divide: { widths: "dModel" },
  kv_heads_do_not_divide: { divisors: "kvHeads" },
};

/** @param {import("../../kit/state/state.js").State["problem"]} problem @returns {Offer[]} */
export function offersOf(problem) {
  if (!problem) return [];
  const { id, parameters, setting } = problem;
  if (UNREAD.includes(id)) return [CONSTRUCTED];
  const limit = { more_than_shown: "most", not_a_whole_number: "least" }[id];
  const offered = OFFERED[id] ?? (limit && setting ? { [limit]: setting } : {});
  return Object.entries(offered)
    .flatMap(([parameter, name]) =>
      String(parameters[parameter] ?? "")
        .split(", ")
        .map((value) => ({ name, value: Number(value) })),
    )
    .filter(isTaken);
}

/** Whether the page allows the value. @param {{ name: keyof Settings, value: number }} offer */
function isTaken({ name, value }) {
  const row = /** @type {import("../../kit/state/settings.js").Setting | undefined} */ (
    SETTINGS.find((each) => each.name === name)
  );
  return row?.kind === "count" && value >= (row.least ?? 0) && value <= (row.most ?? row.max ?? Infinity);
}
