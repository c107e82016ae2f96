import { faultWordsOf } from "../kit/text/fault-words.js";
import { chipOf } from "../kit/text/faults.js";
import { parse } from "../kit/text/markup.js";
import { say, words } from "../kit/text/words.js";

/**
 * Words about a reader's code compared with the core: the saved arrays, and the wrong path that explains them.
 *
 * @typedef {import("./state/layer.js").Sizes} Sizes
 * @typedef {{ id: string, of: readonly string[], p?: number, value?: number }} Path
 * @typedef {{ of: readonly string[], p: string, value: string }} Told  words of a path: the arrays, masks or orders that it is about, the
 * share that dropout drops, and the number found
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
  /** Layout of a fused matrix, as read. @type {Readonly<Record<string, string>>} */
  layout: {
    thirds: "Fused weights read in thirds: all queries, all keys, all values",
    heads: "Fused weights read head by head: q, k and v of each",
    features: "Fused weights read with q, k and v of each feature beside each other",
  },
  /** @type {Readonly<Record<string, string>>} */
  attnMask: {
    blocked: "attn_mask read as boolean: true is blocked, as nn.MultiheadAttention has it",
    allowed: "attn_mask read as boolean: true is seen, as scaled_dot_product_attention has it",
    added: "attn_mask is added to the scores",
  },
  /** @type {Readonly<Record<string, string>>} */
  kernel: {
    heads_first: "A kernel test: q, k and v read as (B, H, T, d)",
    heads_last: "A kernel test: q, k and v read as (B, T, H, d)",
    stacked: "A kernel test: q, k and v read as (B·H, T, d)",
    merged: "A kernel test: q, k and v read as (B, T, H·d)",
  },
  /** @type {Readonly<Record<string, string>>} */
  ropeStyle: {
    half: "Rotary positions read as “half”: pairs of i and i + d/2",
    interleaved: "Rotary positions read as “pairs”: 2i and 2i + 1",
  },
  /** @param {string} type */
  half: (type) => `Tolerances of ${type}: twice the error of the same steps, each rounded to it`,
  /** @param {readonly string[]} names */
  options: (names) => `With ${names.join(", ")}`,

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
    normed: "after the norm",
    turned: "after the rotation",
    cached: "with the cached tokens",
    capped: "after the soft cap",
    biased: "after ALiBi",
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
  or: ", or: ",

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
  /** @param {readonly string[]} names */
  also: (names) =>
    `On this input ${names.join(", and ")} would give the same numbers: check with more tokens, batch items or heads.`,
  unknown: "No known wrong path gives these numbers.",
  /** @param {{ step: string, at: readonly number[], theirs: string, ours: string }} where */
  beside: ({ step, at, theirs, ours }) =>
    `${step}[${at.join(", ")}] is ${theirs} in your file; the core has ${ours}.`,
  /** @param {readonly string[]} names */
  uncompared: (names) =>
    `The file also holds ${names.join(", ")}, which the check does not know: the difference may come from there.`,
  /** @param {readonly string[]} names */
  between: (names) =>
    `The cause may be at any of ${names.join(", ")}: save these arrays too, and check again.`,
  unfit: "This array cannot have that shape.",
  /** @param {string} code */
  rightly: (code) => `Correct: ${code}`,
  /** @param {string} code */
  computes: (code) => `The core computes ${code}`,
  /** @param {readonly string[]} names */
  ignored: (names) => `Not compared: ${names.join(", ")}.`,
});

/**
 * The code of a step, at the layer's sizes and options.
 * @type {Readonly<Record<string, (checked: Pick<Checked, "sizes" | "reading" | "options">) => string>>}
 */
export const MAKES = {
  q: ({ sizes: { B, T, H, width } }) => `q = (x @ wQ + bQ).view(${B}, ${T}, ${H}, ${width}).transpose(1, 2)`,
  k: ({ sizes: { B, Tnew, kvHeads, dK } }) =>
    `k = (x @ wK + bK).view(${B}, ${Tnew}, ${kvHeads}, ${dK}).transpose(1, 2)`,
  v: ({ sizes: { B, Tnew, kvHeads, dV } }) =>
    `v = (x @ wV + bV).view(${B}, ${Tnew}, ${kvHeads}, ${dV}).transpose(1, 2)`,
  scores: ({ options }) => {
    const [q, k] = ["q", "k"].map((name) => through(options, { qk_norm: "norm", rope: "rotate" }, name));
    return `scores = ${q} @ ${k}.transpose(-2, -1)`;
  },
  attention: ({ sizes: { width }, reading, options }) => {
    const isMasked = ["window", "key_padding_mask", "attn_mask"].some((name) => options.includes(name));
    const scaled = options.includes("scale") ? "(scores * scale)" : `(scores / math.sqrt(${width}))`;
    const changed = through(options, { softcap: "softcap", alibi: "alibi" }, scaled);
    const masked = `${changed}${reading.causal || isMasked ? ".masked_fill(blocked, -torch.inf)" : ""}`;
    return `attention = ${options.includes("sinks") ? `softmax_with(sinks, ${masked})` : `${masked}.softmax(-1)`}`;
  },
  context: () => "context = attention @ v",
  output: ({ sizes: { B, T, H, dV } }) =>
    `output = context.transpose(1, 2).reshape(${B}, ${T}, ${H * dV}) @ wO + bO`,
};

/** An expression within the functions of the options that a layer has. @param {readonly string[]} options @param {Readonly<Record<string, string>>} functions @param {string} code */
const through = (options, functions, code) =>
  Object.entries(functions).reduce(
    (inner, [name, each]) => (options.includes(name) ? `${each}(${inner})` : inner),
    code,
  );

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
  kv_tiled: ({ H, kvHeads }, { of }) => ({
    name: `${of.length ? of.join(", ") : "keys and values"} repeated by tile, not by repeat_interleave`,
    why: `Heads 0 to ${H / kvHeads - 1} share head 0 of the keys; a tile gives head i the keys of head i mod ${kvHeads}.`,
    mend: `k.repeat_interleave(${H / kvHeads}, dim=1), v.repeat_interleave(${H / kvHeads}, dim=1)`,
  }),
  qkv_by_heads: (_, { of: [stored, cut] }) => ({
    name: `fused weights stored ${LAYOUTS[stored]?.name}, cut ${LAYOUTS[cut]?.name}`,
    why: "The columns of a fused matrix stand in an order of their own: cut in another order, queries get columns of keys and values.",
    mend: `qkv${LAYOUTS[stored]?.code}`,
  }),
  scale_factor: ({ width }, { value }) => ({
    name: `scores ${value} times the core's everywhere`,
    why: `One factor, ${value}, stands between your scaled scores and the core's at every query and key.`,
    mend: `scores / math.sqrt(${width})`,
  }),
  mask_future: () => ({
    name: "the causal mask leaves one future key visible",
    why: "Each query sees the key after its own: a model in training reads the very token that it predicts.",
    mend: "torch.ones(T, T).triu(1), not triu(2)",
  }),
  mask_filled: (_, { value }) => ({
    name: `blocked scores filled with ${value}${value === "0" ? " (or a number as near to it as 1e-9)" : ""}`,
    why: `A softmax gives exp(${value}) to each blocked key: ordinary scores are as large, so blocked keys keep their share.`,
    mend: "scores.masked_fill(blocked, -torch.inf)",
  }),
  mask_on_queries: ({ B, T }) => ({
    name: "the padding mask on the queries",
    why: "Rows of padded queries are blocked, and every query still sees the padded keys.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${T})`,
  }),
  mask_batches_first: ({ B, H }) => ({
    name: "rows of heads first, a mask of batches first",
    why: `Row r of (${H * B}, T, T) is head r / ${B} of item r % ${B}, and the mask gave it the item r / ${H}.`,
    mend: `mask.repeat(${H}, 1, 1) for rows of heads first`,
  }),
  merge_mixes_batch: ({ B, T, H, dV }) => ({
    name: "a merge that mixes the batch",
    why: "Heads of different batch items stand in one row: a sentence reads parts of the others.",
    mend: `context.view(${B}, ${H}, ${T}, ${dV}).transpose(1, 2).reshape(${B}, ${T}, ${H * dV})`,
  }),
  mask_added_as_binary: (_, { of: [how] }) => ({
    name: MASKS[how]?.name,
    why: MASKS[how]?.why,
    mend: how === "added" ? "scores.masked_fill(attn_mask, -torch.inf)" : "scores + attn_mask",
  }),
  padding_ignored: ({ B, T }) => ({
    name: "the padding mask ignored",
    why: "Every query gives weight to padding, so a sentence's numbers depend on the length of its batch.",
    mend: `scores.masked_fill(key_padding_mask.view(${B}, 1, 1, ${T}), -torch.inf)`,
  }),
  matrices_exchanged: (_, { of }) => ({
    name: `q, k and v made with ${of.join(", ")}`,
    why: "The three matrices have one shape, so any of them runs in another's place.",
    mend: "q = x @ wQ + bQ, k = x @ wK + bK, v = x @ wV + bV",
  }),
  rope_style: (_, { of }) => ({
    name: `${of.length ? `${of.join(", ")} rotated` : "rotated"} in the other style of pairs`,
    why: "One style turns feature i with i + d/2, the other 2i with 2i + 1: shapes and lengths agree, and the scores do not.",
    mend: "rotate in the style that the weights were trained with, both q and k",
  }),
  rope_axis: () => ({
    name: "rotated by the head's number in place of the token's",
    why: "The rotation read its positions along the axis of heads: tokens are not told apart, and heads are turned against each other.",
    mend: "rotate after .transpose(1, 2), with positions along T, or give cos and sin the shape (1, T, 1, d)",
  }),
  rope_missing: (_, { of }) => ({
    name: `${of.length ? of.join(", ") : "queries and keys"} not rotated`,
    why: "Without its rotation a score does not depend on the distance of query and key.",
    mend: "q, k = rotate(q), rotate(k), before the scores",
  }),
  causal_top_left: ({ T, Tk }) => ({
    name: "the causal mask aligned at the top left",
    why: `${T} queries are the last of ${Tk} tokens: query 0 stands at position ${Tk - T}, and the mask let it see key 0 alone.`,
    mend: `torch.ones(${T}, ${Tk}).triu(1 + ${Tk - T})`,
  }),
  latent_style: (_, { of }) => ({
    name: `${of.length ? `${of.join(", ")} of the latent attention rotated` : "latent attention rotated"} in the other style of pairs`,
    why: "One style turns feature i with i + d/2, the other 2i with 2i + 1. The turned features of a latent layer keep the order of its checkpoint.",
    mend: "rotate in the style that the weights were trained with, both q and k",
  }),
});

/** Layouts of fused weights, with the code that cuts them. @type {Readonly<Record<string, { name: string, code: string }>>} */
const LAYOUTS = {
  thirds: { name: "in thirds", code: ".chunk(3, dim=-1)" },
  heads: { name: "head by head", code: ".view(B, T, H, 3 * d).chunk(3, dim=-1)" },
  features: { name: "feature by feature", code: ".view(B, T, H, d, 3).unbind(-1)" },
};

/** Ways to read a mask for another kind. @type {Readonly<Record<string, { name: string, why: string }>>} */
const MASKS = {
  zero: {
    name: "an additive mask read as a binary one: blocked where it is 0",
    why: "0 in an additive mask means seen; read as a binary mask, it blocked all that is seen.",
  },
  nonzero: {
    name: "an additive mask read as a binary one: blocked where it is not 0",
    why: "A number that was to be added to a score blocked its key.",
  },
  added: {
    name: "a boolean mask added to the scores",
    why: "1 was added to the blocked scores, which stay among the others.",
  },
};

/** @param {Path} path @param {Sizes} sizes @param {Localized} [speaker] @returns {PathWords} */
export function pathWords({ id, of, p = 0, value = 0 }, sizes, speaker) {
  const own = say(PATHS, speaker)[id];
  if (own) return own(sizes, { of, p: number(Number(p.toPrecision(3))), value: number(value) });
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
export function readWords({ sizes, reading, options, unknown }, speaker) {
  const said = say(CHECK, speaker);
  const { causal, isLinear, layout, attnMask, kernel, ropeStyle, half } = reading;
  return [
    said.layer(sizes),
    ...(kernel ? [said.kernel[kernel]] : []),
    ...(causal ? [said.causal[reading.causalFrom]] : []),
    ...(isLinear ? [said.linear] : []),
    ...(layout ? [said.layout[layout]] : []),
    ...(options.length ? [said.options(options)] : []),
    ...(attnMask ? [said.attnMask[attnMask]] : []),
    ...(ropeStyle ? [said.ropeStyle[ropeStyle]] : []),
    ...(half ? [said.half(half)] : []),
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

/** Mistakes of the factor of the scores. */
const SCALES = ["no_scale", "scale_d_model", "scale_without_root", "scale_multiplied", "scale_factor"];

/** The verdict; its first sentence says whether the arrays agree. @param {Checked} checked @param {Localized} [speaker] @returns {string[]} */
export function verdictWords(checked, speaker) {
  const { steps, parts, path, sizes } = checked;
  const said = say(CHECK, speaker);
  if (!parts) return [said.right(steps.filter(({ shape }) => shape).length)];
  if (!path) return [said.first(parts), ...unnamedWords(checked, parts, said)];
  const { name, why, mend } = pathWords(path, sizes, speaker);
  const others = path.also.map((each) => pathWords(each, sizes, speaker));
  const isScale = checked.options.includes("scale") && SCALES.includes(path.id);
  const mends = new Set([isScale ? "scores * scale" : mend, ...others.map((each) => each.mend)]);
  return [
    said.first(parts),
    path.again ? said.partly(name, path.again) : said.whole(name),
    why,
    ...(others.length ? [said.also(others.map((each) => each.name))] : []),
    said.rightly([...mends].join(said.or)),
  ];
}

/** A difference that no known mistake explains: the numbers beside each other, and where the cause may be. @param {Checked} checked @param {string} parts @param {typeof CHECK} said */
function unnamedWords(checked, parts, said) {
  const { steps, unknown } = checked;
  const { beside, expected } = /** @type {Checked["steps"][number]} */ (
    steps.find(({ name }) => name === parts)
  );
  const between = expected ? [] : unsavedBefore(steps, parts);
  return [
    expected ? said.unfit : said.unknown,
    ...(unknown.length ? [said.uncompared(unknown)] : []),
    between.length ? said.between([...between, parts]) : said.computes(MAKES[parts](checked)),
    ...(beside
      ? [
          said.beside({
            step: parts,
            at: beside.at,
            theirs: number(beside.theirs),
            ours: number(beside.ours),
          }),
        ]
      : []),
  ];
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
