import { Config } from "./config.js";
import { CONFIG, GENERATION, MOST_CONFIG, readJSON } from "./sources.js";

/** @import { Source } from "./sources.js" */

/**
 * How a decoder with an encoder generates a target, by generation_config.json, or by config.json if there is none.
 *
 * @typedef {object} Generation
 * @property {number} start  id of the piece before the target
 * @property {number | null} first  id of the target's first piece, such as that of a language
 * @property {readonly number[]} ends  ids of the pieces that end a target
 * @property {number | null} last  id of the last piece of a target of the greatest length
 * @property {number} most  pieces after the start
 * @property {number} least
 * @property {number} repeats  count of pieces that do not come twice in a row; 0 for any
 * @property {readonly (readonly number[])[]} banned  pieces in a row that a target does not have
 *
 * @typedef {object} Usual what transformers takes for a family, if config.json does not say it
 * @property {number} [start]
 * @property {number} end
 * @property {number} [last]
 */

/** Pieces that transformers generates, if nothing says how many. */
const USUAL_MOST = 20;

/**
 * @param {ReadonlyMap<string, Source>} sources @param {Readonly<Record<string, any>>} config content of config.json
 * @param {Usual} usual @param {number} vocabulary @returns {Promise<Generation>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" or "format"
 */
export async function generationIn(sources, config, usual, vocabulary) {
  const file = sources.get(GENERATION);
  const given = file ? await readJSON(file, MOST_CONFIG) : { forced_eos_token_id: usual.last, ...config };
  const own = new Config(given, "", file ? GENERATION : CONFIG);
  const beside = new Config(config);
  const id = { least: 0, most: vocabulary - 1 };
  const idIn = (/** @type {Config} */ fields, /** @type {string} */ name) =>
    fields.given(name) === undefined ? undefined : fields.whole(name, 0, id);
  const startIn = (/** @type {string} */ name) => idIn(own, name) ?? idIn(beside, name);
  const ends = own.ids("eos_token_id", beside.ids("eos_token_id", [usual.end], vocabulary), vocabulary);
  const count = (/** @type {string} */ name) => own.whole(name, 0, { least: 0 });
  const suppressed = own.ids("suppress_tokens", [], vocabulary).map((each) => [each]);
  const banned = own.idLists("bad_words_ids", vocabulary);
  return {
    start: startIn("decoder_start_token_id") ?? usual.start ?? startIn("bos_token_id") ?? 0,
    first: idIn(own, "forced_bos_token_id") ?? null,
    ends,
    last: own.ids("forced_eos_token_id", [], vocabulary)[0] ?? null,
    most: count("max_new_tokens") || Math.max(0, count("max_length") - 1) || USUAL_MOST,
    least: Math.max(count("min_length") - 1, count("min_new_tokens")),
    repeats: count("no_repeat_ngram_size"),
    banned: [...suppressed, ...banned.filter((each) => !(each.length === 1 && ends.includes(each[0])))],
  };
}

/**
 * The piece that must come next, if any.
 * @param {Generation} generation @param {readonly number[]} ids from the start on @param {number} count of pieces after the start
 * @returns {number | null}
 */
export function forcedAfter({ first, last }, ids, count) {
  if (ids.length === count && last !== null) return last;
  return ids.length === 1 ? first : null;
}

/** Pieces that may not come next. @param {Generation} generation @param {readonly number[]} ids from the start on @returns {Set<number>} */
export function bannedAfter({ ends, least, repeats, banned }, ids) {
  const endsWith = (/** @type {readonly number[]} */ given, /** @type {readonly number[]} */ tail) =>
    tail.every((id, i) => given[given.length - tail.length + i] === id);
  const found = new Set(ids.length <= least ? ends : []);
  for (const row of banned) if (endsWith(ids, row.slice(0, -1))) found.add(row[row.length - 1]);
  if (repeats) {
    const tail = ids.slice(ids.length - repeats + 1);
    for (let end = repeats - 1; end < ids.length; end++)
      if (tail.length === repeats - 1 && endsWith(ids.slice(0, end), tail)) found.add(ids[end]);
  }
  return found;
}
