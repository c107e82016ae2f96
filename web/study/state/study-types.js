/**
 * Measures of the heads of a model on many sentences, as the views read them.
 *
 * @typedef {{ layer: number, head: number }} Head
 *
 * @typedef {object} Means  over sentences
 * @property {Float64Array} mean       NaN without a sentence that has the measure
 * @property {Float64Array} half       half width of the 95 % interval; NaN for fewer than two sentences
 * @property {Float64Array} deviation  standard deviation over sentences
 * @property {ArrayLike<number>} count sentences that have the measure
 *
 * @typedef {Means & { even: Pick<Means, "mean"> }} Sums  (L * H * M) each; even: of attention that is spread evenly, (M)
 *
 * @typedef {object} Study
 * @property {number} count    N, sentences so far
 * @property {number} layers   L
 * @property {number} heads    H
 * @property {readonly string[]} measures  names (M)
 * @property {string} model
 * @property {string | null} [commit]  of the hub that the model comes from
 * @property {ArrayLike<number>} numbers  of each sentence in the text (N)
 * @property {(i: number, layer: number, head: number, measure: number) => number} value  NaN: the sentence has no such query or key
 * @property {(i: number) => string | null} textOf  null for a study that was read from a file
 * @property {boolean} isDone
 * @property {number} perSecond     sentences a second; 0 before the first
 * @property {number | null} left   seconds; null if the number of sentences is unknown
 * @property {number | null} total  sentences of the text; null if unknown
 * @property {() => Sums} sums
 * @property {() => Uint8Array} toNpz
 * @property {() => void} dispose   frees the memory of the sums
 *
 * @typedef {object} Named  the measure that names a head
 * @property {string | null} name
 * @property {"clear" | "partly" | null} strength
 *
 * @typedef {{ query: string, key: string, count: number, distance: number }} PiecePair  how often a key has the largest weight of a query
 * @typedef {{ piece: string, holds: number, of: number }} Exception  how often the key with the largest weight of a query is the named one
 *
 * @typedef {object} Read  one sentence, as a model reads it
 * @property {readonly { text: string, start: number, end: number }[]} pieces
 * @property {(layer: number, head: number) => Float32Array} map  weights, (T, T)
 * @property {boolean} causal
 *
 * @typedef {object} Subject  the model that is measured
 * @property {string} name
 * @property {(sentences: readonly string[] | AsyncIterable<string>, options: { looks: boolean, losses: boolean, into?: Study, signal: AbortSignal }) => AsyncIterable<Study>} study
 *   losses: with the measure lossWithout; into: a study of the same sentences, which goes on after those that it has
 * @property {number | null} timesForLosses  how many times as long a study with losses takes; null if the model has no such losses
 * @property {(text: string) => Promise<Read>} read
 *
 * @typedef {object} Tools  of the engine
 * @property {(study: any) => readonly Named[]} namesOf  by layer and head
 * @property {(study: any, layer: number, head: number) => readonly PiecePair[]} pairsOf  empty for a study from a file
 * @property {(study: any, layer: number, head: number, measure: string, by?: "query" | "before") => readonly Exception[]} exceptionsOf  by the piece that asks,
 *   or by the one before it
 * @property {readonly string[]} withExceptions  measures that exceptionsOf takes
 * @property {(bytes: Uint8Array) => Promise<Study>} readStudy
 * @property {() => Promise<string[]>} defaultSentences
 * @property {(text: string, options: { by: Cut }) => string[]} sentencesOf
 * @property {(file: Blob) => AsyncIterable<Uint8Array>} bytesOf
 * @property {(bytes: AsyncIterable<Uint8Array>, name: string, options: { column?: string, by: Cut }) => AsyncIterable<string>} readSentences
 * @property {(bytes: AsyncIterable<Uint8Array>, name: string) => Promise<readonly string[]>} columnsOf
 *
 * @typedef {"sentences" | "lines"} Cut
 */

/** The place of a head's measure in the sums. @param {Study} study @param {Head} head @param {string} measure */
export const placeIn = ({ heads, measures }, { layer, head }, measure) =>
  (layer * heads + head) * measures.length + measures.indexOf(measure);

/** Every head, layer by layer. @param {Pick<Study, "layers" | "heads">} study @returns {Head[]} */
export const headsOf = ({ layers, heads }) =>
  Array.from({ length: layers * heads }, (_, i) => ({ layer: Math.floor(i / heads), head: i % heads }));

/** @param {Head | null} a @param {Head | null} b */
export const isSamePlace = (a, b) => a?.layer === b?.layer && a?.head === b?.head;
