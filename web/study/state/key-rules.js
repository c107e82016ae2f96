/**
 * Which keys of a query a measure counts, to mark them in a sentence. The core computes the measures; these rules only choose what is marked.
 *
 * @typedef {readonly string[]} Pieces
 * @typedef {{ keys: readonly number[], same?: readonly number[] }} Counted  same: earlier places of the query's piece that lead to the keys
 */

/** Earlier keys that a test counts, the first token left out. @param {number} query @param {(key: number) => boolean} isCounted */
function earlier(query, isCounted) {
  const keys = [];
  for (let key = 1; key < query; key++) if (isCounted(key)) keys.push(key);
  return keys;
}

/** @param {Pieces} pieces @param {number} query @param {number} before  pieces that stand together again */
function repeated(pieces, query, before) {
  const same = earlier(query, (key) => {
    for (let i = 0; i < before; i++) if (pieces[key - i] !== pieces[query - i]) return false;
    return true;
  });
  return { same, keys: same.map((key) => key + 1) };
}

/** @param {number} key @param {Pieces} pieces */
const within = (key, pieces) => ({ keys: key >= 0 && key < pieces.length ? [key] : [] });

const SEPARATOR = /^([.,;:!?…。，；：！？]+|\[SEP\]|<\/s>|\n+)$/;

/** @param {RegExp} form */
const ofForm = (form) => (/** @type {Pieces} */ pieces) => ({
  keys: pieces.flatMap((piece, key) => (key > 0 && form.test(piece.trim() || piece) ? [key] : [])),
});

/** @type {Readonly<Record<string, (pieces: Pieces, query: number) => Counted>>} */
const RULES = {
  previous: (pieces, query) => within(query - 1, pieces),
  first: (pieces) => within(0, pieces),
  same: (pieces, query) => within(query, pieces),
  next: (pieces, query) => within(query + 1, pieces),
  twoBefore: (pieces, query) => within(query - 2, pieces),
  samePiece: (pieces, query) => ({ keys: earlier(query, (key) => pieces[key] === pieces[query]) }),
  induction: (pieces, query) => repeated(pieces, query, 1),
  inductionPair: (pieces, query) => repeated(pieces, query, 2),
  separators: ofForm(SEPARATOR),
  colons: ofForm(/^[:：]$/),
  mask: ofForm(/^(\[MASK\]|<mask>)$/),
};

/**
 * The query of a sentence that shows a measure best, and the keys to mark.
 * @typedef {object} Shown
 * @property {number} query
 * @property {readonly number[]} keys  the key with the largest weight, or those that the measure counts with at least a quarter of it
 * @property {readonly number[]} same
 * @property {number} weight  of the query on the keys that the measure counts, or on its strongest key
 */

const MARKED = 0.25; // share of the largest weight from which a counted key is marked

/**
 * @param {{ pieces: Pieces, map: Float32Array, causal: boolean, measure: string }} of  map: (T, T)
 * @returns {Shown | null} null for a sentence without such a query
 */
export function shownQuery({ pieces, map, causal, measure }) {
  const size = pieces.length;
  const rule = RULES[measure];
  /** @type {Shown | null} */
  let best = null;
  for (let query = causal ? 1 : 0; query < size; query++) {
    const row = map.subarray(query * size, (query + 1) * size);
    /** @type {Counted} */
    const { keys, same = [] } = rule ? rule(pieces, query) : strongest(row);
    const weight = keys.reduce((sum, key) => sum + row[key], 0);
    if (!keys.length || (best && weight <= best.weight)) continue;
    const least = MARKED * Math.max(...keys.map((key) => row[key]));
    best = { query, same, weight, keys: keys.filter((key) => row[key] >= least) };
  }
  return best;
}

/** The key with the largest weight, the first token left out: heads rest their weight there. @param {Float32Array} row */
function strongest(row) {
  let most = 1;
  for (let key = 2; key < row.length; key++) if (row[key] > row[most]) most = key;
  return { keys: row.length > 1 ? [most] : [] };
}

const AROUND = 9; // pieces beside the marked ones
const SHORT = 34; // pieces that are shown whole

/**
 * The stretch of a long sentence around what is marked.
 * @param {number} count of pieces @param {readonly number[]} marked places @returns {{ from: number, to: number }} to: after the last
 */
export function stretchAround(count, marked) {
  if (count <= SHORT || !marked.length) return { from: 0, to: Math.min(count, SHORT) };
  const from = Math.max(0, Math.min(...marked) - AROUND);
  return { from, to: Math.min(count, Math.max(...marked) + AROUND + 1) };
}
