import { isWhole, show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { mostTokens } from "./description.js";
import { MOST_LISTED } from "./generation.js";
import { requirePlace } from "./patching.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Places } from "./circuits.js" */
/** @import { Live } from "./live-transformer.js" */
/** @import { TextReader } from "./text-reader.js" */
/** @import { Likely } from "./unembedding.js" */

/**
 * @typedef {{ id: number, text: string, score: number }} ScoredPiece
 *
 * @typedef {object} Circuit what a head's weights say of it, without a text
 * @property {number} layer
 * @property {number} head
 * @property {number} copying  from -1 to 1: how positive the eigenvalues of W_V W_O are
 * @property {readonly import("./circuits.js").Composed[]} composition  with each head of earlier layers
 * @property {"added" | "rotated" | "distances" | null} positions  how lists take part in positions: added to embeddings, as turns of queries and keys, or
 *   as vectors of distances that keys meet; null if positions change no order of pieces
 * @property {(piece: number, count?: number, at?: { query: number, key: number, tokens?: number }) => Promise<{ looksFor: ScoredPiece[], raises: ScoredPiece[] }>}
 *   pieces  for a piece's embedding, those that the head looks for most, and those that it raises if it looks at the piece; at most 20. at: places of
 *   the query and the key, whose positions count in what the head looks for, and the number of tokens of the run, which ends with them if left out
 *   (LongRoPE turns longer texts by other factors). Positions are left out without it
 */

/**
 * Reads the circuits of a head off its weights.
 * @param {number} layer @param {number} head
 * @param {{ checkpoint: Checkpoint, reader: TextReader, use: <T>(f: (live: Live) => Promise<T>) => Promise<T> }} model @returns {Promise<Circuit>}
 */
export async function readCircuit(layer, head, { checkpoint, reader, use }) {
  const { layers, heads, vision, encoder } = checkpoint.info;
  if (vision || encoder) throw modelRefusal("config", "writes_of_text");
  requirePlace("layer", layer, layers);
  requirePlace("head", head, heads);
  const found = await use(({ transformer }) => transformer.circuit(layer, head));
  const { description, predicts } = checkpoint.model;
  return {
    ...{ layer, head, ...found, positions: positionsOfLists(description, layer) },
    pieces: async (piece, count = 5, at) => {
      if (!predicts) throw modelRefusal("config", "predicts_nothing");
      reader.requireIds([piece]);
      if (!(isWhole(count, 1) && count <= MOST_LISTED))
        throw modelRefusal("config", "pieces_listed", { count: show(count), most: MOST_LISTED });
      const places = at && placesIn(at, mostTokens(description));
      const lists = await use(({ transformer }) => transformer.piecesOfCircuit(layer, head, piece, places));
      const scored = (/** @type {Likely} */ { ids, logits }) =>
        ids.slice(0, count).map((id, i) => ({ id, text: checkpoint.textOf(id), score: logits[i] }));
      return { looksFor: scored(lists.looksFor), raises: scored(lists.raises) };
    },
  };
}

/** How positions change which pieces a head looks for. @param {import("./description.js").Description} description @param {number} layer @returns {Circuit["positions"]} */
function positionsOfLists({ ropes, positions, sinusoids, byDistance }, layer) {
  if (ropes[layer]) return "rotated";
  if (byDistance?.keys) return "distances";
  return positions || sinusoids ? "added" : null;
}

/** The places of a query and a key in a run. @param {{ query: number, key: number, tokens?: number }} given @param {number} most tokens @returns {Places} */
function placesIn(given, most) {
  const { query, key } = given;
  const last = Math.max(query, key);
  const { tokens = last + 1 } = given;
  if (!(isWhole(query, 0) && isWhole(key, 0) && isWhole(tokens, last + 1)))
    throw modelRefusal("config", "circuit_places", { given: show(given) });
  requirePlace("token", tokens - 1, most);
  return { query, key, tokens };
}
