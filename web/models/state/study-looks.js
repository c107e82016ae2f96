import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";

/** @import { Study } from "./study.js" */

/**
 * How often a head's queries look most at a key, by their pieces; the most frequent first. Needs a study with `looks`.
 * @param {Study} study @param {number} layer @param {number} head
 * @returns {{ query: string, key: string, count: number, distance: number }[]} distance: mean of places from query to key, above 0 for earlier keys
 */
export function pairsOf(study, layer, head) {
  /** @type {Map<string, { query: string, key: string, count: number, sum: number }>} */
  const pairs = new Map();
  for (const { pieces, query, key } of looksIn(study, layer, head)) {
    const name = JSON.stringify([pieces[query], pieces[key]]);
    const pair = pairs.get(name) ?? { query: pieces[query], key: pieces[key], count: 0, sum: 0 };
    pairs.set(name, { ...pair, count: pair.count + 1, sum: pair.sum + query - key });
  }
  return [...pairs.values()]
    .map(({ sum, ...pair }) => ({ ...pair, distance: sum / pair.count }))
    .sort((a, b) => b.count - a.count);
}

/** The keys that a measure names for a query, as the core has them; none where the query has no such key. @type {Readonly<Record<string, (pieces: readonly string[], query: number, causal: boolean) => number[]>>} */
const NAMED = {
  previous: (_, query) => (query > 1 ? [query - 1] : []),
  first: () => [0],
  same: (_, query) => [query],
  next: (pieces, query) => (query + 1 < pieces.length ? [query + 1] : []),
  twoBefore: (_, query) => (query > 2 ? [query - 2] : []),
  samePiece: (pieces, query, causal) =>
    samePlaces(pieces, query).filter((key) => (causal ? key < query : key !== query)),
  induction: (pieces, query) => samePlaces(pieces, query).flatMap((key) => (key < query ? [key + 1] : [])),
};

/** Places of the query's piece. @param {readonly string[]} pieces @param {number} query */
const samePlaces = (pieces, query) =>
  Array.from(pieces.keys()).filter((key) => key > 0 && pieces[key] === pieces[query]);

/** Measures whose exceptions can be counted. */
export const WITH_EXCEPTIONS = Object.keys(NAMED);

const FEWEST = 5; // queries of a piece

/**
 * Where the name that a measure gives to a head does not hold: the pieces whose queries look most at another key, those with most such queries first.
 * Needs a study with `looks`.
 * @param {Study} study @param {number} layer @param {number} head @param {string} measure one of WITH_EXCEPTIONS
 * @param {"query" | "before"} [by] the piece of the query, or the one before it, as in "not after a full stop"
 * @returns {{ piece: string, holds: number, of: number }[]} counts of the piece's queries
 */
export function exceptionsOf(study, layer, head, measure, by = "query") {
  if (!WITH_EXCEPTIONS.includes(measure))
    throw modelRefusal("config", "no_exceptions", {
      measure: show(measure),
      known: WITH_EXCEPTIONS.join(", "),
    });
  const named = NAMED[measure];
  /** @type {Map<string, { piece: string, holds: number, of: number }>} */
  const counts = new Map();
  for (const { pieces, query, key } of looksIn(study, layer, head)) {
    const keys = named(pieces, query, study.causal);
    if (!keys.length) continue;
    const piece = pieces[by === "query" ? query : query - 1];
    const count = counts.get(piece) ?? { piece, holds: 0, of: 0 };
    counts.set(piece, { piece, holds: count.holds + (keys.includes(key) ? 1 : 0), of: count.of + 1 });
  }
  const missed = (/** @type {{ holds: number, of: number }} */ count) => count.of - count.holds;
  return [...counts.values()]
    .filter((count) => count.of >= FEWEST && missed(count) > 0)
    .sort((a, b) => missed(b) - missed(a));
}

/** The key that each query but the first looks at most. @param {Study} study @param {number} layer @param {number} head */
function* looksIn(study, layer, head) {
  for (let i = 0; i < study.count; i++) {
    const [pieces, looks] = [study.piecesOf(i), study.looksOf(i, layer, head)];
    if (pieces && looks)
      for (let query = 1; query < looks.length; query++) yield { pieces, query, key: looks[query] };
  }
}
