import { words } from "../kit/text/words.js";

/**
 * Words of the mistakes: a name, why the numbers differ, and the correct code.
 *
 * @typedef {import("./words.js").Sizes} Sizes
 * @typedef {import("./words.js").Told} Told
 * @typedef {import("./words.js").PathWords} PathWords
 */

/** The code of a causal mask. @param {Sizes} sizes */
const futureOf = ({ T, Tk }) => `torch.ones(${T}, ${Tk}).triu(${1 + Tk - T})`;

/** Paths that the walk does not offer. @type {Readonly<Record<string, (sizes: Sizes, path: Told) => PathWords>>} */
export const PATHS = words("checkPaths", {
  mask_as_square: ({ B, Tk }) => ({
    name: "the padding mask as (T_q, T_k)",
    why: "The mask has one row per sentence, but the scores' last two sizes are queries and keys: query i got the padding of sentence i.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
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
    why: "A sum of d_k products spreads like √d_k, not like d_k: divided by d_k, the scores are too small, and the weights too even.",
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
  not_masked: (sizes) => ({
    name: "no causal mask",
    why: "The file hides the future, and every query sees the keys after it.",
    mend: `scores.masked_fill(${futureOf(sizes)}.bool(), -torch.inf)`,
  }),
  mask_diagonal: (sizes) => ({
    name: "the mask blocks the diagonal, too",
    why: "No query sees itself, and the first sees nothing.",
    mend: `${futureOf(sizes)}, which keeps the diagonal`,
  }),
  kv_tiled: ({ H, kvHeads }, { of }) => ({
    name: `${of.length ? of.join(", ") : "keys and values"} repeated by tile, not by repeat_interleave`,
    why: `Heads 0 to ${H / kvHeads - 1} share head 0 of the keys; a tile gives head i the keys of head i mod ${kvHeads}.`,
    mend: `k.repeat_interleave(${H / kvHeads}, dim=1), v.repeat_interleave(${H / kvHeads}, dim=1)`,
  }),
  qkv_by_heads: (sizes, { of: [stored, cut] }) => ({
    name: `fused weights stored ${LAYOUTS[stored]?.name}, cut ${LAYOUTS[cut]?.name}`,
    why: "The columns of a fused matrix stand in an order of their own: cut in another order, queries get columns of keys and values.",
    mend: `qkv${LAYOUTS[stored]?.code(sizes)}`,
  }),
  scale_factor: ({ width }, { value }) => ({
    name: `scores ${value} times the core's everywhere`,
    why: `One factor, ${value}, stands between your scaled scores and the core's at every query and key.`,
    mend: `scores / math.sqrt(${width})`,
  }),
  mask_future: (sizes) => ({
    name: "the causal mask leaves one future key visible",
    why: "Each query sees the key after its own: a model in training reads the very token that it predicts.",
    mend: `${futureOf(sizes)}, not triu(${2 + sizes.Tk - sizes.T})`,
  }),
  mask_filled: (_, { value }) => ({
    name: `blocked scores filled with ${value}${value === "0" ? " (or a number as near to it as 1e-9)" : ""}`,
    why: `A softmax gives a blocked key exp(${value} − largest score), which is not 0: blocked keys keep a share of the weight.`,
    mend: "scores.masked_fill(blocked, -torch.inf)",
  }),
  mask_on_queries: ({ B, Tk }) => ({
    name: "the padding mask on the queries",
    why: "Rows of padded queries are blocked, and every query still sees the padded keys.",
    mend: `key_padding_mask.view(${B}, 1, 1, ${Tk})`,
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
  padding_ignored: ({ B, Tk }) => ({
    name: "the padding mask ignored",
    why: "Every query gives weight to padding, so a sentence's numbers depend on the length of its batch.",
    mend: `scores.masked_fill(key_padding_mask.view(${B}, 1, 1, ${Tk}), -torch.inf)`,
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

/** Layouts of fused weights, with the code that cuts them. @type {Readonly<Record<string, { name: string, code: (sizes: Sizes) => string }>>} */
const LAYOUTS = {
  thirds: {
    name: "in thirds",
    code: ({ H, kvHeads, dK, dV }) => `.split([${H * dK}, ${kvHeads * dK}, ${kvHeads * dV}], dim=-1)`,
  },
  heads: {
    name: "head by head",
    code: ({ B, T, H, kvHeads, dK, dV }) =>
      `.view(${B}, ${T}, ${kvHeads}, -1).split([${(H / kvHeads) * dK}, ${dK}, ${dV}], dim=-1)`,
  },
  features: {
    name: "feature by feature",
    code: ({ B, T, H, dK }) => `.view(${B}, ${T}, ${H}, ${dK}, 3).unbind(-1)`,
  },
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
