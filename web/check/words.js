import { faultWordsOf } from "../kit/text/fault-words.js";
import { chipOf } from "../kit/text/faults.js";
import { parse } from "../kit/text/markup.js";
import { say, words } from "../kit/text/words.js";

/**
 * Words about a reader's code compared with the core: the saved arrays, and the wrong path that explains them.
 *
 * @typedef {{ B: number, T: number, dModel: number, H: number, kvHeads: number, dK: number, dV: number }} Sizes
 * @typedef {{ id: string, of: readonly string[], p?: number }} Path
 * @typedef {{ of: readonly string[], p: string }} Told  words of a path: the weights that it is about, and the share that dropout drops
 * @typedef {{ name: string, why: string, mend: string }} PathWords
 * @typedef {import("./state/check.js").Checked} Checked
 * @typedef {import("../kit/text/words.js").Localized} Localized
 */

const tuple = (/** @type {readonly number[]} */ shape) => `(${shape.join(", ")})`;

/** Two numbers with enough digits to show their difference. @param {number} value */
const number = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(4))) : String(value));

export const CHECK = words("check", {
  /** @param {Sizes} sizes */
  layer: ({ B, T, dModel, H, kvHeads, dK }) =>
    `x (B, T, d_model) = ${tuple([B, T, dModel])}; ${H} ${H === 1 ? "head" : "heads"} of ${dK} features` +
    (kvHeads < H ? `, which share the keys and values of ${kvHeads}` : ""),
  causal: {
    saved: "Causal, as the file says",
    guessed: "Read as causal, by where its weights are 0 or by what agrees best; save causal=True to say so",
  },
  linear: "Weights read as nn.Linear's (out, in): their transposes are taken",

  /** Columns of the table. */
  columns: ["step", "shape", "difference", "result"],
  agrees: "agrees",
  partsHere: "first difference",
  parts: "differs",
  notSaved: "not saved",
  /** Form of the saved array, if there are several possibilities. @type {Readonly<Record<string, string>>} */
  forms: {
    heads_last: "before the transpose to heads",
    stacked: "heads stacked in the batch",
    repeated: "repeated for each head",
    mean: "the mean over heads",
    scores: "before ÷ √d_k",
    scaled: "after ÷ √d_k",
    masked: "after ÷ √d_k and the mask",
  },
  /** @param {{ at: readonly number[], theirs: string, ours: string }} where */
  where: ({ at, theirs, ours }) => `at [${at.join(", ")}] ${theirs}, the core has ${ours}`,
  /** @param {readonly string[]} shapes */
  expected: (shapes) => `expected ${shapes.join(" or ")}`,
  noNumber: "not a number",
  comma: ", ",

  /** @param {number} count */
  right: (count) =>
    count === 1 ? "The one array that was saved agrees." : `All ${count} arrays that were saved agree.`,
  /** @param {string} step */
  first: (step) => `Your code first differs from the core at ${step}.`,
  /** @param {string} name */
  whole: (name) => `Known wrong path: ${name}. It gives every array that you saved.`,
  /** @param {string} name @param {string} again */
  partly: (name, again) =>
    `Known wrong path: ${name}. At ${again} your numbers differ from that path, too: mend this first, then check again.`,
  unknown: "No known wrong path gives these numbers.",
  /** @param {readonly string[]} names */
  between: (names) =>
    `The cause may be at any of ${names.join(", ")}: save these arrays too, and check again.`,
  unfit: "This array cannot have that shape.",
  /** @param {string} code */
  rightly: (code) => `Correct: ${code}`,
  /** @param {readonly string[]} names */
  ignored: (names) => `Not compared: ${names.join(", ")}.`,
});

/** The right code of a step, at the layer's sizes. @type {Readonly<Record<string, (sizes: Sizes, causal: boolean) => string>>} */
export const MAKES = {
  q: ({ B, T, H, dK }) => `q = (x @ wQ + bQ).view(${B}, ${T}, ${H}, ${dK}).transpose(1, 2)`,
  k: ({ B, T, kvHeads, dK }) => `k = (x @ wK + bK).view(${B}, ${T}, ${kvHeads}, ${dK}).transpose(1, 2)`,
  v: ({ B, T, kvHeads, dV }) => `v = (x @ wV + bV).view(${B}, ${T}, ${kvHeads}, ${dV}).transpose(1, 2)`,
  scores: () => "scores = q @ k.transpose(-2, -1)",
  attention: ({ dK }, causal) =>
    `attention = (scores / math.sqrt(${dK}))${causal ? ".masked_fill(blocked, -torch.inf)" : ""}.softmax(-1)`,
  context: () => "context = attention @ v",
  output: ({ B, T, H, dV }) => `output = context.transpose(1, 2).reshape(${B}, ${T}, ${H * dV}) @ wO + bO`,
};

/** Paths that the walk does not offer. @type {Readonly<Record<string, (sizes: Sizes, path: Told) => PathWords>>} */
export const PATHS = words("checkPaths", {
  mask_as_square: ({ B, T }) => ({
    name: "the padding mask as (T_q, T_k)",
    why: "The mask has one row per sentence, but the scores' last two sizes are queries and keys: query i got the padding of sentence i.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${T})`,
  }),
  dropped_attention: (_, { p }) => ({
    name: `attention returned after dropout (p = ${p})`,
    why: "Some weights are 0, and all others are multiplied by 1 / (1 − p). Pictures and measures then show one random sample, not the attention.",
    mend: "return the weights from before the dropout, and compare in evaluation mode",
  }),
  scale_d_model: ({ dModel, dK }) => ({
    name: "÷ √d_model",
    why: `Each score sums ${dK} products, those of one head, but was divided as if it summed ${dModel}: the weights are too uniform, even more so with more heads.`,
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_without_root: ({ dK }) => ({
    name: "÷ d_k, without the root",
    why: "A product of d_k terms spreads like √d_k, not like d_k: divided by all of it, the weights come out too even.",
    mend: `scores / math.sqrt(${dK})`,
  }),
  scale_multiplied: ({ dK }) => ({
    name: "× √d_k",
    why: "The scale was multiplied where it divides: one key takes nearly all the weight.",
    mend: `scores / math.sqrt(${dK})`,
  }),
  split_features_first: ({ B, T, H, dK }) => ({
    name: `.reshape(${B}, ${T}, ${dK}, ${H})`,
    why: "Each row was cut into features before heads: a head got every H-th column, but its columns should be neighbours.",
    mend: `.view(${B}, ${T}, ${H}, ${dK}).transpose(1, 2)`,
  }),
  softmax_heads: () => ({
    name: "softmax over the heads",
    why: "In (B, H, T, T), dimension 1 is the heads: the weights of a pair sum to 1 over the heads, and a row does not.",
    mend: "softmax(-1), over the keys",
  }),
  masked_afterwards: () => ({
    name: "masked after the softmax",
    why: "The softmax shared the weight among all keys, blocked ones too, and those were set to 0 afterwards: rows sum to less than 1.",
    mend: "scores.masked_fill(blocked, -torch.inf).softmax(-1)",
  }),
  transposed: (_, { of: [name] }) => ({
    name: `${name} transposed`,
    why: "The matrix is square, so its transpose runs as well. Your other weights are applied the way they were saved.",
    mend: `${name}.T where your code has ${name}, or ${name} where it has ${name}.T`,
  }),
  no_bias: (_, { of }) => ({
    name: `${of.join(", ")} left out`,
    why: "What was saved was never added.",
    mend: of.map((name) => `+ ${name}`).join(", "),
  }),
  keys_ask: () => ({
    name: "K Qᵀ in place of Q Kᵀ",
    why: "The maps are turned: each key asks, and the queries are asked.",
    mend: "scores = q @ k.transpose(-2, -1)",
  }),
  no_output: () => ({
    name: "W_O left out",
    why: "The output is the heads' contexts beside each other: no head hears another.",
    mend: "output = concat @ wO + bO",
  }),
  not_masked: () => ({
    name: "no causal mask",
    why: "The file says causal, and every query sees the keys after it.",
    mend: "scores.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)",
  }),
  mask_diagonal: () => ({
    name: "the mask blocks the diagonal, too",
    why: "No query sees itself, and the first sees nothing.",
    mend: "torch.ones(T, T).triu(1), with the 1",
  }),
});

/** @param {Path} path @param {Sizes} sizes @param {Localized} [speaker] @returns {PathWords} */
export function pathWords({ id, of, p = 0 }, sizes, speaker) {
  const own = say(PATHS, speaker)[id];
  if (own) return own(sizes, { of, p: number(Number(p.toPrecision(3))) });
  const fault = /** @type {import("../core/types.js").Fault} */ (id);
  const told = faultWordsOf(fault, speaker);
  const { B, T, H: heads, dK, dV } = sizes;
  const known = { B, T, heads, dK, concat: heads * dV };
  const why = parse(told?.why(known) ?? "", known);
  return {
    name: chipOf(fault, known, speaker),
    why: why.map(({ text }) => text).join(""),
    mend: told?.right(known) ?? "",
  };
}

/** How the file was read. @param {Checked} checked @param {Localized} [speaker] */
export function readWords({ sizes, reading, unknown }, speaker) {
  const said = say(CHECK, speaker);
  return [
    said.layer(sizes),
    ...(reading.causal ? [said.causal[reading.causalFrom]] : []),
    ...(reading.isLinear ? [said.linear] : []),
    ...(unknown.length ? [said.ignored(unknown)] : []),
  ];
}

/** A step's row in the table, column by column. @param {Checked["steps"][number]} step @param {Checked} checked @param {Localized} [speaker] */
export function stepWords({ name, shape, beside, agrees, expected }, { parts }, speaker) {
  const said = say(CHECK, speaker);
  if (!shape) return { name, shape: said.notSaved, difference: "", state: "" };
  const state = agrees ? said.agrees : name === parts ? said.partsHere : said.parts;
  const form = beside ? said.forms[beside.as] : undefined;
  const more = expected
    ? said.expected(expected.map(tuple))
    : agrees
      ? form
      : beside && said.where({ at: beside.at, theirs: number(beside.theirs), ours: number(beside.ours) });
  return {
    name,
    shape: tuple(shape),
    difference: beside ? differenceWords(beside.difference, speaker) : "",
    state: state + (more ? said.comma + more : ""),
  };
}

/** @param {number} difference @param {Localized} [speaker] */
function differenceWords(difference, speaker) {
  if (!Number.isFinite(difference)) return say(CHECK, speaker).noNumber;
  return difference === 0 ? "0" : difference.toExponential(1);
}

/** The verdict; its first sentence says whether the arrays agree. @param {Checked} checked @param {Localized} [speaker] @returns {string[]} */
export function verdictWords({ steps, parts, path, sizes, reading }, speaker) {
  const said = say(CHECK, speaker);
  if (!parts) return [said.right(steps.filter(({ shape }) => shape).length)];
  const first = said.first(parts);
  if (!path) {
    const isUnfit = steps.find(({ name }) => name === parts)?.expected !== undefined;
    const between = isUnfit ? [] : unsavedBefore(steps, parts);
    const last = between.length
      ? said.between([...between, parts])
      : said.rightly(MAKES[parts](sizes, reading.causal));
    return [first, isUnfit ? said.unfit : said.unknown, last];
  }
  const { name, why, mend } = pathWords(path, sizes, speaker);
  return [first, path.again ? said.partly(name, path.again) : said.whole(name), why, said.rightly(mend)];
}

/** Steps between the last one that agrees and the first difference: not saved, so that any may be the cause. @param {Checked["steps"]} steps @param {string} parts */
function unsavedBefore(steps, parts) {
  const at = steps.findIndex(({ name }) => name === parts);
  const since = steps.slice(0, at).findLastIndex(({ agrees }) => agrees) + 1;
  return steps.slice(since, at).map(({ name }) => name);
}

/** Words around the file field. */
export const CHECK_PAGE = words("checkPage", {
  label: "Your arrays, as np.savez wrote them (.npz)",
  stays: "Choose a file, or drop it here. It is read in this browser, and goes nowhere.",
  start: "Save layer.npz to begin with",
  see: "Show this wrong path in the figure",
  /** @param {string} file */
  reading: (file) => `Reading ${file}…`,
  /** @param {string} file */
  table: (file) => `Step by step: ${file}`,
});
