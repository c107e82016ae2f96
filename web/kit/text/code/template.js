import { hasPast, variantFacts, variantTexts } from "./variants.js";

/**
 * Programs are templates in readable text, one per language, filled in for the steps of a run.
 *
 * - `code  ~ q_split q_heads`: the line makes these steps, and appears if all of them happen
 * - `code  ~ x +k_past`: the line also makes `k_past`, if that happens
 * - `code  ~ ?key !k_groups`: appears if `key` is a fact and `k_groups` is not
 * - `<bQ|text>` `<!bQ|text>`: the same within a line
 * - `$T_q` `$H*d_v`: a size: by name in the whole program, its number beside the picture
 * - `%T_q`: always its number
 *
 * A fact is the id of a step of the run, a parameter that a step reads, a setting, a fact of a variant (variants.js), or one of:
 * `blocked`, a query may see no key (a plain softmax gives NaN, the core 0); `sized`, heads do not have d_model / H features; `padding`,
 * sentences of a batch are padded; `batch`, there are several sentences; `apart`, the first query is not the first key.
 *
 * @typedef {import("../../../core/types.js").Step} Step
 *
 * @typedef {object} Language
 * @property {string} comment   start of a comment
 * @property {"numpy" | "torch" | "jax"} [tensors]  library of its tensors, which determines how numbers are read
 * @property {string} template    code of the layer
 * @property {string} [imports]   code before the layer
 * @property {string} [run]       call of the layer, if the layer is not a function
 * @property {boolean} [weightless]  whether the layer returns its output without the weights
 * @property {string} [main]      code after the layer, in a language without a tensor library
 *
 * @typedef {object} Subject the run that a program is written for
 * @property {readonly Step[]} steps
 * @property {import("../../../core/types.js").Config} config  of the layer
 * @property {(id: string) => Float32Array} values  of a step, in logical order
 * @property {(name: import("../../../core/types.js").WeightName) => import("../../../core/types.js").TensorOutput} weight
 * @property {{ tokens: readonly string[], keyTokens?: readonly string[], causal?: boolean, weights: string, seed: number }} settings
 * @property {string} [fault]  the wrong path, if any
 * @property {Partial<Pick<import("../../state/own.js").Own, "mask" | "model" | "layer">>} [own]  own numbers, if any
 * @property {import("../../../core/types.js").ForwardInput | null} [call]       arguments of the layer
 * @property {readonly (readonly string[])[]} [items]  words of the sentences of a batch
 *
 * @typedef {object} Piece
 * @property {string} text
 * @property {string} [size]   the number, if the text names a size
 * @property {string} [axis]   axis of the size
 * @property {string} [step]   step whose tensor the text names
 *
 * @typedef {Record<string, { name: string, size: string, axis: string }>} Sizes
 *
 * @typedef {object} Line
 * @property {Piece[]} pieces
 * @property {string[]} makes       ids of steps
 * @property {string} name          assigned name, or ""
 * @property {string | null} result step whose tensor the name then holds; null before the last line of a step
 */

const PIECE = /\$\w+(?:\*\w+)?|"(?:\\.|[^"\\])*"|[.:]*[A-Za-z_]\w*|[^$"A-Za-z_.:]+|./g;
const ASSIGNED = /^\s*(?:[A-Z]\w+ )?(\w+)(?:\.shape)? = /;

/** Filled templates by run and language, cached because every step needs them. @type {WeakMap<Subject, Map<Language, Line[]>>} */
const written = new WeakMap();

/** The lines of the layer. @param {Language} language @param {Subject} subject @returns {Line[]} */
export function write(language, subject) {
  const known = written.get(subject) ?? new Map();
  written.set(subject, known);
  const lines = known.get(language) ?? fill(language, subject);
  known.set(language, lines);
  return lines;
}

/** @param {Language} language @param {Subject} subject @param {Record<string, string>} [texts]  further texts for names after $, each a fact */
export function fill(language, subject, texts = {}) {
  const facts = factsOf(subject, Object.keys(texts));
  const words = wordsOf(subject, facts, texts);
  const lines = language.template
    .trim()
    .split("\n")
    .map((line) => /^(.*?)(?:\s+~ (.+))?$/.exec(line) ?? [])
    .map(([, code, margin = ""]) => ({ code, marks: margin.split(" ").filter(Boolean) }))
    .filter(({ marks }) => marks.every((mark) => holds(mark, facts)))
    .map(({ code, marks }) => ({
      code: code
        .replace(/<(!?\w+)\|([^>]*)>/g, (_, fact, text) => (holds(fact, facts) ? text : ""))
        .replace(/%(\w+)/g, (_, name) => words.sizes[name].size)
        .replace(/\$(\w+)/g, (all, name) => words.texts[name] ?? all),
      makes: marks
        .filter((mark) => /^\w/.test(mark) || (mark[0] === "+" && facts.has(mark.slice(1))))
        .map((mark) => mark.replace("+", "")),
    }));
  return bind(lines, words, subject.steps);
}

/**
 * Binds names to steps, line by line: a name means the result of its last assignment.
 * @param {{ code: string, makes: string[] }[]} lines
 * @param {ReturnType<typeof wordsOf>} words
 * @param {readonly Step[]} steps
 * @returns {Line[]}
 */
function bind(lines, { sizes }, steps) {
  const held = new Map(steps.filter((step) => step.op === "input").map((step) => [step.id, step.id]));
  return lines.map(({ code, makes }, i) => {
    const name = ASSIGNED.exec(code)?.[1] ?? "";
    const made = makes.at(-1);
    const result = name && made && !lines[i + 1]?.makes.includes(made) ? made : null;
    const read = new Map(held);
    if (result) held.set(name, result);
    else held.delete(name);
    return {
      makes,
      name,
      result,
      // Computed on access, because only a few lines are shown.
      get pieces() {
        let assigned = !name;
        return (code.match(PIECE) ?? []).map((text) => {
          if (text[0] === "$") return sizePiece(text.slice(1), sizes);
          const step = text === name && !assigned ? result : read.get(text);
          assigned ||= text === name;
          return step && makes.length ? { text, step } : { text };
        });
      },
    };
  });
}

/** @param {string} names "T_q", "H*d_v" @param {Sizes} sizes @returns {Piece} */
function sizePiece(names, sizes) {
  const factors = names.split("*").map((name) => sizes[name]);
  if (factors.length === 1) return { ...factors[0], text: factors[0].name };
  return {
    text: factors.map(({ name }) => name).join(" * "),
    size: String(factors.reduce((product, { size }) => product * Number(size), 1)),
    axis: "d_model",
  };
}

/** @param {string} mark "scores", "?key", "!k_groups", "+k_past" @param {Set<string>} facts */
const holds = (mark, facts) =>
  mark.startsWith("+") || facts.has(mark.replace(/^\W/, "")) !== mark.startsWith("!");

/** The lengths of a batch's sentences without padding; null if none is padded. @param {Subject} subject */
export function lengthsOf({ call }) {
  const mask = call?.keyPaddingMask;
  if (!mask) return null;
  const [items, keys] = mask.shape;
  const isPadding = (/** @type {number} */ at) => Boolean(mask.data[at]);
  return Array.from({ length: items }, (_, item) => {
    const row = Array.from({ length: keys }, (_, key) => isPadding(item * keys + key));
    return row.filter((is) => !is).length;
  });
}

/** @param {Subject} subject @param {readonly string[]} [others] */
export function factsOf(subject, others = []) {
  const { steps, settings, config, fault = "none", own, items } = subject;
  const read = steps.flatMap((step) => [step.id, ...step.weights]);
  const facts = new Set([settings.weights, fault, ...read, ...others, ...variantFacts(subject)]);
  const { dModel, numHeads, dK, dV } = config;
  if (dK * numHeads !== dModel || dV !== dK || config.latent) facts.add("sized");
  const isPadded = lengthsOf(subject) !== null;
  if (settings.causal) facts.add("causal");
  if (isPadded) facts.add("padding");
  if (settings.causal || isPadded) facts.add("earlier"); // a mask before the window's
  if (facts.has("earlier") || facts.has("window")) facts.add("blocks");
  if (facts.has("key") || hasPast(steps)) facts.add("apart");
  if (items) facts.add("batch");
  if (steps.some(({ axes, shape }) => axes[0] === "B" && shape[0] > 1)) facts.add("pair");
  if (own?.mask) facts.add("added"); // to the scores
  const [queries, keys] = steps.find((step) => step.id === "masked")?.shape.slice(-2) ?? [];
  if (queries > keys || (queries && (facts.has("mask_reversed") || (isPadded && facts.has("window")))))
    facts.add("blocked");
  return facts;
}

/**
 * Sizes by axis, and names of inputs. Self-attention has one T and one x; layers without grouping have one H.
 * @param {Subject} subject
 * @param {Set<string>} facts
 * @param {Record<string, string>} texts
 */
function wordsOf(subject, facts, texts) {
  const { steps, settings, config } = subject;
  const { numHeads, numKvHeads, dK, dV } = config;
  const sizes = /** @type {Sizes} */ ({
    seed: { name: "seed", size: String(settings.seed), axis: "" },
  });
  const self = facts.has("x");
  const short = /** @type {Record<string, string>} */ ({
    ...(self && { T_q: "T", ...(!hasPast(steps) && { T_k: "T" }) }),
    ...(!facts.has("k_groups") && { H_kv: "H" }),
  });
  for (const { axes, shape } of steps)
    axes.forEach((axis, i) => (sizes[axis] = { name: short[axis] ?? axis, size: String(shape[i]), axis }));
  // A wrong path that is refused early lacks the later steps.
  const known = { H: numHeads, d_k: dK, d_v: dV, ...(!short.H_kv && { H_kv: numKvHeads }) };
  for (const [axis, size] of Object.entries(known)) sizes[axis] ??= { name: axis, size: String(size), axis };
  for (const [axis, other] of Object.entries(short)) sizes[axis] ??= sizes[other];
  sizes.T_new = newKeys(steps, sizes, facts);
  return {
    sizes,
    texts: /** @type {Record<string, string>} */ ({
      ...(self ? { query: "x", key: "x", value: "x" } : { query: "query", key: "key", value: "value" }),
      axis: facts.has("softmax_axis") ? "-2" : "-1",
      and: facts.has("mask_reversed") ? "|" : "&", // of keys that are seen
      ...variantTexts(subject),
      ...texts,
    }),
  };
}

/** The number of new keys, without the keys of a past. @param {readonly Step[]} steps @param {Sizes} sizes @param {Set<string>} facts */
function newKeys(steps, sizes, facts) {
  if (!facts.has("k_past")) return sizes.T_k;
  if (!facts.has("key")) return sizes.T_q;
  return { ...sizes.T_k, name: "T_new", size: String(steps.find(({ id }) => id === "key")?.shape[1]) };
}
