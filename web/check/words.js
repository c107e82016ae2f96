import { faultWordsOf } from "../kit/text/fault-words.js";
import { chipOf } from "../kit/text/faults.js";
import { parse } from "../kit/text/markup.js";
import { say, words } from "../kit/text/words.js";
import { PATHS } from "./words-paths.js";

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
    interleaved: "Rotary positions read as “interleaved”: 2i and 2i + 1",
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
    const isMasked = [
      "window",
      "key_padding_mask",
      ...(reading.attnMask === "added" ? [] : ["attn_mask"]),
    ].some((name) => options.includes(name));
    const scaled = options.includes("scale") ? "(scores * scale)" : `(scores / math.sqrt(${width}))`;
    const changed = through(options, { softcap: "softcap", alibi: "alibi" }, scaled);
    const added = reading.attnMask === "added" ? `(${changed} + attn_mask)` : changed;
    const masked = `${added}${reading.causal || isMasked ? ".masked_fill(blocked, -torch.inf)" : ""}`;
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
