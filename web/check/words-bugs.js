import { faultWordsOf } from "../kit/text/fault-words.js";
import { say, words } from "../kit/text/words.js";
import { layerOf } from "./state/bug-layer.js";
import { BUGS } from "./state/bugs.js";
import { pathWords } from "./words.js";

/**
 * Words about bugs that people really made, beside those of the checker and of the walk's wrong paths.
 *
 * @typedef {import("./state/bugs.js").Bug} Bug
 * @typedef {import("../kit/text/words.js").Localized} Localized
 *
 * @typedef {object} BugWords
 * @property {string} title
 * @property {string} [why]     effect, if the words of the wrong path are about another picture
 * @property {string} [notice]  how the bug is noticed, or why it is not, if the wrong path has no words about training
 */

/** Words of the page, among them the headings of its parts. */
export const BUGS_PAGE = words("bugsPage", {
  title: "Bugs that people really made",
  lead: "Each of these is one wrong line in a layer of multi-head attention. The programs run, and most of them train. The pictures are computed in this page, on a small layer with random weights, by the code that headscope check compares yours with. Rows that are NaN in PyTorch are drawn as 0.",
  exercises: "The same as exercises: find the mistake",
  own: "Check your own code",
  heads: "Projections and heads",
  positions: "Positions",
  scores: "Scores",
  masks: "Masks",
  softmax: "Softmax and dropout",
  output: "Output",
  wrong: "Wrong",
  right: "Right",
  reported: "Reported:",
  unreported: "No public report is known.",
  walk: "See it in the walk",
  walkStep: "See this step in the walk",
  /** @param {number} sentence @param {number} head */
  mapOfWeights: (sentence, head) =>
    `Attention of head ${head} in sentence ${sentence}. Rows: queries; columns: keys.`,
  /** @param {number} sentence */
  mapOfOutput: (sentence) => `Output of sentence ${sentence}`,
  failed: "The picture could not be computed.",
});

/** @type {Readonly<Record<string, BugWords>>} */
export const BUG_WORDS = words("bugs", {
  view_without_transpose: {
    title: "Heads cut by a view without the transpose",
    why: "A head should hold a piece of every token. Here the row of one token is cut up, and each piece counts as a token of its own.",
  },
  split_features_first: {
    title: "Heads cut with the features first",
    notice:
      "Nothing fails, and a new model learns around it. Weights that were trained elsewhere give noise, because their heads are columns side by side.",
  },
  raw_inputs: { title: "The inputs are used as queries, keys and values" },
  transposed: {
    title: "One weight matrix is transposed",
    why: "The matrix is square, so that its transpose runs as well: each number of a key is made with a row of W_K in place of a column.",
    notice:
      "Every shape is right, and a new model trains as well as before. Only weights that were trained elsewhere give noise.",
  },
  matrices_exchanged: {
    title: "Values made with the keys’ matrix",
    notice:
      "A new model trains with one matrix for two purposes, and is worse. Weights that were trained elsewhere load without an error, and W_V is never read.",
  },
  qkv_by_heads: {
    title: "A fused matrix cut in another order",
    notice:
      "Shapes agree in every order. A new model learns the order that it is given; a checkpoint of another program writes nonsense.",
  },
  kv_tiled: {
    title: "Shared keys repeated as a whole",
    notice:
      "With one head of keys, or as many as queries, both orders are equal, so that small tests pass. A checkpoint with groups gives noise.",
  },
  no_bias: {
    title: "The saved biases are never added",
    why: "The checkpoint has biases for queries, keys and values, and the program does not add them.",
    notice:
      "A new model hardly suffers. A checkpoint with biases writes nonsense while one without them works: that contrast gives the bug away.",
  },
  keys_ask: {
    title: "The keys ask, and the queries answer",
    notice:
      "Training does not show it, because W_Q and W_K only exchange their roles. Pictures are turned, and weights that were trained elsewhere give other results.",
  },
  no_scale: {
    title: "The scores are never divided",
    notice:
      "Wide heads saturate: one key takes nearly all of the weight, and little gradient passes. Training starts slowly, or stalls.",
  },
  scale_d_model: {
    title: "Divided by √d_model",
    notice:
      "The loss falls all the same, because W_Q and W_K can grow. The more heads a layer has, the more uniform its attention starts.",
  },
  scale_without_root: {
    title: "Divided by √d_k twice",
    notice:
      "The loss falls all the same. Scores show it: each is too small by the factor √d_k, and the row of weights is too even.",
  },
  scale_multiplied: {
    title: "Multiplied by √d_k",
    notice:
      "Each row has almost all of its weight on one key from the first step on. Gradients are tiny, and training is slow or unstable.",
  },
  scale_factor: {
    title: "Divided by a constant that belongs to another model",
    notice:
      "At the width that the constant was written for, all is right. At others the loss still falls, and attention is too even or too sharp.",
  },
  alibi_sign: { title: "The distance is added, not subtracted" },
  mask_reversed: { title: "The mask is read the other way round" },
  not_masked: {
    title: "The causal mask is missing",
    why: "Every query sees the keys after it, too: the model reads the token that it is to predict.",
    notice:
      "The loss is far too good, and generated text is nonsense. A test finds it: change the last token, and no earlier output may change.",
  },
  mask_diagonal: {
    title: "The mask blocks the token itself",
    notice:
      "The first token sees nothing: its row is NaN, and so is the loss. With −1e9 in place of −∞ the row is uniform, and nothing fails.",
  },
  mask_future: {
    title: "The causal mask begins one key too late",
    notice:
      "The loss is far too good, because each token sees the one that it is to predict. Generated text is nonsense.",
  },
  causal_top_left: {
    title: "The causal mask starts at the top left",
    notice:
      "In training there are as many queries as keys, and nothing is wrong. With a cache, new tokens lose most of what came before.",
  },
  window_off_by_one: {
    title: "The window has one key too many",
    why: "A window of n holds the token itself and n − 1 before it. With > in place of >= it holds n before it.",
  },
  mask_filled: {
    title: "Blocked scores are filled with almost 0",
    notice:
      "1e-9 was meant to be -1e9. Blocked keys keep a share as large as that of an ordinary score: under a causal mask the loss is far too good, and with padding it hardly changes.",
  },
  mask_added_as_binary: {
    title: "An additive mask is read as a binary one",
    notice:
      "Each half looks right alone: one makes a mask of 0 and −1e9, the other blocks where the mask is 0. A picture of the attention shows it at once.",
  },
  masked_afterwards: {
    title: "Masked after the softmax",
    notice:
      "The loss does not tell. The sum of a row does, because it is below 1: early tokens give away most of their weight to blocked keys.",
  },
  mask_repeat_order: {
    title: "The mask is repeated in the wrong order",
    why: "In memory, the heads of a sentence lie together. The mask was repeated as a whole, so that heads got the padding of another sentence.",
  },
  mask_batches_first: {
    title: "Heads stacked first, the mask by sentences",
    notice:
      "With sentences of one length it is invisible. With padding, some heads get the mask of another sentence: they read their own padding, or miss words.",
  },
  mask_on_queries: {
    title: "The padding mask lies on the queries",
    notice:
      "With −∞ the rows of padding are NaN, which spreads in the next layer. With −1e9 nothing fails: every row still sees the padding, and a sentence's output changes with the length of its batch.",
  },
  padding_ignored: {
    title: "The padding mask is never used",
    notice:
      "The loss hardly tells. A test does: a sentence alone and the same sentence in a longer batch must have the same output.",
  },
  mask_as_square: {
    title: "The padding mask is read as queries by keys",
    notice:
      "With one sentence it is right, by broadcasting. Other batches raise an error, unless they have as many sentences as tokens.",
  },
  softmax_axis: { title: "Softmax over the queries" },
  softmax_heads: {
    title: "Softmax over the heads",
    notice:
      "Nothing fails: the shape is right, and each weight lies between 0 and 1. The sum of a row shows it, because it is not 1.",
  },
  dropped_attention: {
    title: "Attention saved after dropout",
    notice:
      "Training is right; only pictures and measures are not: two runs give two pictures, and rows do not sum to 1. Dropout stays where the values are mixed; the weights are saved from before it.",
  },
  merge_without_transpose: {
    title: "Heads merged without the transpose",
    why: "A row should hold all heads of one token. Here it holds several tokens of one head: first all tokens of head 0, then those of head 1.",
  },
  merge_mixes_batch: {
    title: "A merge that mixes the sentences",
    notice:
      "With one sentence it is the merge without the transpose. In a batch it mixes sentences, too: change one, and the output of another changes.",
  },
  rope_style: { title: "Rotary positions in the other style of pairs" },
  rope_axis: {
    title: "Rotary positions along the heads",
    notice:
      "The query and the key of a head are turned by the same angle, so that the rotation cancels in each score. A model trains as if it had no positions.",
  },
  rope_missing: {
    title: "Only the queries are turned",
    notice:
      "A new model learns in part around it. With weights that were trained elsewhere, the text falls apart after a few words.",
  },
  positions_restart: { title: "New tokens count their positions from 0" },
  latent_style: {
    title: "Latent attention, turned in the other style of pairs",
    notice:
      "A new model learns the pairs that it is given. A checkpoint in the other style loads without an error, and writes nonsense.",
  },
  no_output: {
    title: "The output projection is missing",
    notice:
      "A new model is a little worse, since the layers that follow make up for it. With saved weights it shows: W_O is left over.",
  },
});

/**
 * A text of the page. @param {string} key  a word of the page, or a word of a bug and the bug's name: "title no_scale"
 * @param {Localized} [speaker] @returns {string}
 */
export function bugsText(key, speaker) {
  const [name, id] = key.split(" ");
  const bug = BUGS.find((each) => each.id === id);
  const table = /** @type {Record<string, any>} */ (bug ? bugWords(bug, speaker) : say(BUGS_PAGE, speaker));
  return table[name];
}

/** The words about a bug. @param {Bug} bug @param {Localized} [speaker] */
export function bugWords(bug, speaker) {
  const { title = bug.id, why, notice } = say(BUG_WORDS, speaker)[bug.id] ?? {};
  const of = [...(bug.of ?? [])];
  return {
    title,
    why: why ?? pathWords({ id: bug.id, of, value: bug.value }, layerOf(bug).sizes, speaker).why,
    notice: notice ?? faultWordsOf(/** @type {any} */ (bug.id), speaker)?.training ?? "",
  };
}
