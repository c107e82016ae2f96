import { TASKS } from "../../kit/state/training-tasks.js";
import { TRANSLATION_MODEL } from "../../kit/state/translation-model.js";
import { END, changedIn, withoutEnd } from "./translation-words.js";
import { hueOf, headsOfKind, pickedHead, placeOf } from "./translation-heads.js";

/**
 * What the page shows of a translation: its words, the word that is selected, and the attention that starts there.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./translation-heads.js").AttentionKind} AttentionKind
 *
 * @typedef {{ from: number, to: number, weight: number }} Edge
 * @typedef {Edge & { name: string, hue: number }} HeadEdge   of a head, by its name
 *
 * @typedef {object} Shown
 * @property {readonly string[]} source        English words, without the end
 * @property {readonly string[]} target        French words, without the end, and at most SPARE more than in English: an untrained model repeats words
 * @property {boolean} goesOn                  whether there are more French words
 * @property {number} word                     position of the selected French word
 * @property {number} read                     position of the English word on which the selected cross head has its largest weight; -1 for the end
 * @property {readonly HeadEdge[]} cross       from the selected French word, for every cross head that is on
 * @property {readonly Edge[]} others          from the other French words, of the selected cross head
 * @property {readonly HeadEdge[]} encoder     from the English word that is read, for every encoder head that is on
 * @property {readonly Edge[]} arcs            from all English words, of the selected encoder head
 * @property {{ encoder: string, cross: string }} picked
 * @property {readonly boolean[]} changed      French words
 * @property {readonly number[]} sure          probability of each French word
 * @property {readonly string[] | null} correct  the grammar's French words, if these are others
 */

/** Number of French words that are shown beyond the number of English ones. A right translation has none. */
export const SPARE = 2;

/** The weights of a head, as a function of query and key. @param {import("../../core/types.js").Translation} translation @param {string} name */
export function weightsOf(translation, name) {
  const { kind, layer, head } = placeOf(name);
  const { data, shape } = translation.attention(kind, layer);
  const [, rows, columns] = shape;
  return {
    rows,
    columns,
    at: (/** @type {number} */ query, /** @type {number} */ key) =>
      data[(head * rows + query) * columns + key],
  };
}

/** The key at which a head looks most from a query. @param {import("../../core/types.js").Translation} translation @param {string} name of the head @param {number} query @returns {{ to: number, weight: number }} */
export function strongest(translation, name, query) {
  const { at, columns } = weightsOf(translation, name);
  const keys = Array.from({ length: columns }, (_, key) => key);
  const to = keys.reduce((a, b) => (at(query, b) > at(query, a) ? b : a));
  return { to, weight: at(query, to) };
}

/** The words of the rows and the columns of a kind's maps; of French words, `most`. @param {import("../../core/types.js").Translation} translation @param {AttentionKind} kind @param {string} end the word for the end @param {number} [most] */
export function wordsOf({ source, target: all }, kind, end, most = all.length) {
  const target = all.slice(0, most);
  const said = (/** @type {readonly string[]} */ words) => words.map((word) => (word === END ? end : word));
  // Row i of the decoder reads the words before word i.
  const before = ["·", ...said(target).slice(0, -1)];
  return {
    rows: said(kind === "encoder" ? source : target),
    columns: kind === "decoder" ? before : said(source),
  };
}

/** The weights that every element can show: those of the task's own model after its last step. @type {Partial<import("../../core/types.js").TranslatorConfig>} */
const STORED = { ...TRANSLATION_MODEL, numHeads: 4, layers: 1 };

/** Parameters of a link to a head in an element that shows one layer; null unless the model is the one whose weights come with the page, with all heads on. @param {State} state with a translation @param {string} name of the head */
export function paramsOf(state, name) {
  const { translation, config, at, away } = state;
  const sizes = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (config));
  const isStored = Object.entries(STORED).every(([key, value]) => sizes[key] === value);
  if (!translation || !isStored || at !== TASKS.translation.steps || away.off.length) return null;
  const { kind, head } = placeOf(name);
  const { word, read, source } = shownOf(state);
  const asks = read < 0 ? source.length : read; // the end comes after the words
  const token = kind === "encoder" ? asks : word;
  return new URLSearchParams({
    ...{ weights: "translation", "attention-kind": kind, head: String(head), token: String(token) },
    tokens: source.join(" ").replaceAll("-", " "),
  });
}

/** @param {State} state with a translation @returns {Shown} */
export function shownOf(state) {
  const { translation, away, blank, before } = state;
  const config = /** @type {import("./translation-heads.js").Sizes} */ (state.config);
  const all = /** @type {NonNullable<State["translation"]>} */ (translation);
  const [source, french] = [withoutEnd(all.source), withoutEnd(all.target)];
  const target = french.slice(0, source.length + SPARE);
  const word = Math.min(blank, Math.max(0, target.length - 1));
  const picked = { encoder: pickedHead(state, "encoder"), cross: pickedHead(state, "cross") };
  const isOn = (/** @type {string} */ name) => !away.off.includes(name);
  /** The edges of a head between words. @param {string} name @param {readonly string[]} words */
  const edgesOf = (name, words) => {
    if (!isOn(name)) return [];
    const { at } = weightsOf(all, name);
    return words.flatMap((_, from) => source.map((_, to) => ({ from, to, weight: at(from, to) })));
  };
  const largest = target.length ? strongest(all, picked.cross, word).to : -1;
  const read = largest < source.length ? largest : -1;
  const edgesFrom = (
    /** @type {AttentionKind} */ kind,
    /** @type {readonly string[]} */ words,
    /** @type {number} */ from,
  ) =>
    headsOfKind(kind, config).flatMap((name) =>
      edgesOf(name, words)
        .filter((edge) => edge.from === from)
        .map((edge) => ({ ...edge, name, hue: hueOf(placeOf(name), config) })),
    );
  const truth = all.truth && withoutEnd(all.truth.target.map((each) => each.word));
  return {
    ...{ source, target, goesOn: french.length > target.length, word, read, picked },
    cross: edgesFrom("cross", target, word),
    others: edgesOf(picked.cross, target).filter(({ from }) => from !== word),
    encoder: edgesFrom("encoder", source, read),
    arcs: edgesOf(picked.encoder, source),
    changed: changedIn(target, before && withoutEnd(before)),
    sure: target.map((_, i) => all.probabilities[i]),
    correct: truth && truth.join() !== french.join() ? truth : null,
  };
}
