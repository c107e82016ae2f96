import { say, words } from "./words.js";

/**
 * Titles and explanations of steps, by step id. In a sentence, `{H|head}` is a term of the glossary, in its axis's colour if it is one;
 * `$name` is a number from the settings or the step's shape.
 *
 * @typedef {import("./words.js").Localized} Localized
 *
 * @typedef {object} Words
 * @property {string} name   label of the station
 * @property {string} title
 * @property {string | ((sizes: Readonly<Record<string, number>>) => string)} why
 */

const PROJECT =
  "makes {d_model|$width features}, which are later split into {H|$heads heads}; here each {T|token} still has one row.";
const SPLIT =
  "A {T|token}'s row of {d_model|$width} is read as {H|$heads heads} of {d_k|$dK features}. Only the shape changed, a {view|view}: the same numbers at the same places in memory.";
const HEADS =
  "Each {H|head} now owns a matrix of {T|tokens} by {d_k|features}. Not one number moved in memory: only the {stride|strides} changed places.";

/** The explanation of keys, changed to one of values. @param {string} why */
const ofValues = (why) => why.replace("d_k", "d_v").replace("$dK", "$dV");

/** @param {string} name @param {string} what @returns {Words["why"]} */
const projected =
  (name, what) =>
  ({ bias }) =>
    `x W_${name}${bias ? ` + b_${name}` : ""}, the ${what}. One matrix serves all heads and ${PROJECT}`;

const SLICE = "Its columns of qkv: a {view|view} that keeps the {stride|strides} of the whole.";

const ROTATE =
  "Each pair of {d_k|features} turns by an angle that grows with the position: a score then tells how far apart two {T|tokens} stand.";

const NORM =
  "Each {H|head}'s row is divided by the root of its mean square, and every {d_k|feature} multiplied by a learned weight. A {score|score} then depends on directions more than on lengths.";

const NORM_LATENTS =
  "Each {T|token}'s latent is divided by the root of its mean square, and every feature multiplied by a learned weight. What is made of the latents then depends on their directions, not on their lengths.";

const PAST =
  "They were computed when these {T|tokens} were new, and kept since. Nothing of them is computed again.";

const CACHE =
  "The rows of the new {T|tokens} follow the kept rows, in a copy of both. All later steps read them as one sentence.";

/** A sentence about the tokens that a token sees through the mask. @param {Readonly<Record<string, number>>} sizes */
function whatTokensSee({ window, before, after, isBatch }) {
  if (window) return "in this layer a {T|token} sees itself and the $window tokens after it, no other.";
  if (before < 0 && after > 0) return "a {T|token} sees at most $after after it.";
  if (isBatch && before < 0 && after < 0)
    return "no {T|token} sees the padding at the end of the shorter sentence.";
  if (before < 0) return "no {T|token} sees a later one.";
  if (after < 0) return "a {T|token} sees at most $before before it.";
  return after
    ? "a {T|token} sees itself, $before before it and $after after it."
    : "a {T|token} sees the last $newest tokens, itself included.";
}

const UNGROUP = {
  name: "ungroup",
  title: "Ungroup the heads",
  why: "The groups become one axis of {H|$heads heads} again. A view: nothing moves.",
};

/** By id, or by id and operation. */
export const STEPS = words(
  "steps",
  /** @type {Readonly<Record<string, Words>>} */ ({
    x: {
      name: "x",
      title: "Tokens become vectors",
      why: "Every {T|token} is a row of {d_model|$dModel features}: its word's own vector in the first half, the sines and cosines of its position in the second.",
    },
    query: {
      name: "query",
      title: "The sentence that asks",
      why: ({ isRead }) =>
        isRead
          ? "Every {T|token} is a row of {d_model|$dModel features}: what the layers before have made of its word. It will ask: which words matter to me?"
          : "Every {T|token} here will ask: which tokens of the other sentence matter to me?",
    },
    key: {
      name: "key",
      title: "The sentence that is asked",
      why: ({ isRead }) =>
        isRead
          ? "The words themselves, as the model embeds them: every {T|token} offers itself to be found by the queries."
          : "Every {T|token} here offers itself to be found by the queries.",
    },
    value: {
      name: "value",
      title: "What can be fetched",
      why: "What a {T|token} gives to the tokens that attend to it.",
    },
    q: {
      name: "project",
      title: "Project to queries",
      why: projected("Q", "{query|queries}: what each token looks for"),
    },
    k: {
      name: "project",
      title: "Project to keys",
      why: projected("K", "{key|keys}: what each token can be found by"),
    },
    v: {
      name: "project",
      title: "Project to values",
      why: projected("V", "{value|values}: what each token gives when attended to"),
    },
    qkv: {
      name: "project",
      title: "Project all three at once",
      why: "One product with W_Q, W_K and W_V side by side: one pass over x instead of three.",
    },
    "q:slice": { name: "slice", title: "Cut out the queries", why: SLICE },
    "k:slice": { name: "slice", title: "Cut out the keys", why: SLICE },
    "v:slice": { name: "slice", title: "Cut out the values", why: SLICE },
    q_split: { name: "split", title: "Split the queries", why: SPLIT },
    k_split: { name: "split", title: "Split the keys", why: SPLIT },
    v_split: { name: "split", title: "Split the values", why: ofValues(SPLIT) },
    q_heads: { name: "to heads", title: "Transpose to heads", why: HEADS },
    k_heads: { name: "to heads", title: "Transpose the keys to heads", why: HEADS },
    v_heads: { name: "to heads", title: "Transpose the values to heads", why: ofValues(HEADS) },
    q_norm: { name: "norm", title: "Norm the queries", why: NORM },
    k_norm: { name: "norm", title: "Norm the keys", why: NORM },
    q_rope: { name: "rotate", title: "Rotate the queries", why: ROTATE },
    k_rope: { name: "rotate", title: "Rotate the keys", why: ROTATE },
    q_latent: {
      name: "compress",
      title: "Compress for the queries",
      why: "One product makes a short row of each {T|token}: the latent that all queries of the token are made of.",
    },
    latent: {
      name: "compress",
      title: "Compress to a latent",
      why: "One short row for each {T|token}. Keys and values of every {H|head} are made of this row, so that a cache need not hold them.",
    },
    k_rotary: {
      name: "project",
      title: "Project to the key that turns",
      why: "Turning a key that is made of a latent would undo the saving. So a few features of each {T|token} carry its position, one row for all {H|heads}.",
    },
    q_latent_norm: { name: "norm", title: "Norm the latents of the queries", why: NORM_LATENTS },
    latent_norm: { name: "norm", title: "Norm the latents", why: NORM_LATENTS },
    latent_past: {
      name: "cached",
      title: "Latents of earlier tokens",
      why: "Kept from the call before, in place of keys and values: one row for each {T|token}, whatever the number of {H|heads}.",
    },
    latent_cache: { name: "append", title: "Append the new latents", why: CACHE },
    q_content: {
      name: "slice",
      title: "Cut out the part without position",
      why: "A {view|view} of the first features of each query: they are compared with keys that are made of the latent.",
    },
    q_rotary: {
      name: "slice",
      title: "Cut out the part that turns",
      why: "A {view|view} of the last features of each query: only they will know a position.",
    },
    k_rope_past: { name: "cached", title: "Turned keys of earlier tokens", why: PAST },
    k_rope_cache: { name: "append", title: "Append the new turned keys", why: CACHE },
    k_rope_heads: {
      name: "share",
      title: "Share the turned keys",
      why: "Every {H|head} reads the same turned keys: a {view|view} with {stride|stride} 0, so that nothing is copied.",
    },
    q_joined: {
      name: "join",
      title: "Join the two parts of the queries",
      why: "Features without and with a position side by side: their products with those of a key add up in one {score|score}.",
    },
    k_joined: {
      name: "join",
      title: "Join the two parts of the keys",
      why: "Beside the features of its own, each {H|head} gets the turned ones that all share.",
    },
    k_past: { name: "cached", title: "Keys of earlier tokens", why: PAST },
    v_past: { name: "cached", title: "Values of earlier tokens", why: PAST },
    k_cache: { name: "append", title: "Append the new keys", why: CACHE },
    v_cache: { name: "append", title: "Append the new values", why: CACHE },
    q_groups: {
      name: "group",
      title: "Group the queries",
      why: "Each query {H|head} gets two indices: its group, and its place in the group. A view: nothing moves.",
    },
    scores_groups: {
      name: "QKᵀ",
      title: "Queries meet shared keys",
      why: "One {score|dot product} over {d_k|$dK features} for every pair of {T|tokens}; every {G|group} of {H|heads} reads the same keys.",
    },
    weights_groups: {
      name: "group",
      title: "Group the weights",
      why: "The {H|heads} are numbered by group again, so that each meets the values its group shares.",
    },
    context_groups: {
      name: "× V",
      title: "Mix the shared values",
      why: "Each {T|token} gets one average per {H|head}: the group's values, weighted by its row of attention.",
    },
    k_groups: {
      name: "share",
      title: "Share the keys",
      why: "Several query {H|heads} read the same keys. A {stride|stride} of 0 repeats them without a copy.",
    },
    v_groups: {
      name: "share",
      title: "Share the values",
      why: "Several query {H|heads} read the same values. A {stride|stride} of 0 repeats them without a copy.",
    },
    k_t: {
      name: "Kᵀ",
      title: "Transpose the keys",
      why: "{d_k|Features} down, {T|tokens} across, so that a query's row meets every key's column. Again only two strides changed places.",
    },
    scores: {
      name: "QKᵀ",
      title: "Queries meet keys",
      why: "One {score|dot product} over {d_k|$dK features} for every pair of {T|tokens}, in every {H|head}: how well does this {query|query} match that key?",
    },
    "scores:view": UNGROUP,
    scaled: {
      name: "÷ √d_k",
      title: "Scale the scores",
      why: "A sum of {d_k|$dK} products grows like √{d_k|$dK}. Divided by it, the {score|scores} keep their spread and the {softmax|softmax} stays soft.",
    },
    capped: {
      name: "cap",
      title: "Cap the scores",
      why: "A {score|score} s becomes c · tanh(s / c): small ones stay as they are, and none goes beyond c. So no single key can take all the weight by a huge score.",
    },
    biased: {
      name: "− distance",
      title: "Subtract the distance",
      why: "The distance of two {T|tokens}, times a slope of the {H|head}, is subtracted from their {score|score}. Far keys lose much in some heads and little in others.",
    },
    masked: {
      name: "mask",
      title: "Block what must not be seen",
      why: (sizes) =>
        `Hatched pairs are {mask|masked}: set to −∞, so that the {softmax|softmax} gives them a weight of exactly 0: ${whatTokensSee(sizes)}`,
    },
    weights: {
      name: "softmax",
      title: "Softmax over the keys",
      why: "The {softmax|softmax} makes a distribution of each row of {logit|scores}: a {T|token} spreads a weight of 1 over the tokens it may see, once in every {H|head}.",
    },
    with_sink: {
      name: "+ sink",
      title: "Add the sink",
      why: "One more column: a learned {score|score} of each {H|head}, which belongs to no key. A {T|token} that finds nothing can put its weight there.",
    },
    weights_with_sink: {
      name: "softmax",
      title: "Softmax over keys and sink",
      why: "The {softmax|softmax} makes a distribution of each row of {logit|scores}, the sink's among them. The more the sink gets, the less is left for the keys.",
    },
    "weights:slice": {
      name: "drop sink",
      title: "Drop the sink's column",
      why: "The sink has no value to give, so its column goes: a {view|view} of the rest. A row of weights now sums to less than 1.",
    },
    dropped: {
      name: "dropout",
      title: "Drop some weights",
      why: "In training, {dropout|dropout} sets some weights to 0 at random and multiplies the others by 1/(1 − p), so that no head relies on one pair alone.",
    },
    context: {
      name: "× V",
      title: "Mix the values",
      why: "Each {T|token} gets one average per {H|head}: all values, weighted by its row of attention.",
    },
    "context:view": UNGROUP,
    context_scaled: {
      name: "scale heads",
      title: "Scale the heads",
      why: "Each {H|head}'s context is multiplied by a number of its own; 0 removes the head.",
    },
    context_t: {
      name: "back",
      title: "Transpose back",
      why: "The {H|heads} of one {T|token} come next to each other again, in the shape only: in memory each head still lies by itself.",
    },
    context_c: {
      name: "contiguous",
      title: "Rewrite the memory",
      why: ({ dV }) =>
        `Now the numbers really move: a copy in which the {H|heads} of one {T|token} lie side by side. ${
          dV > 1
            ? "Without it the next view is refused."
            : "With one {d_v|feature} a head the next view would do without it: a single {stride|stride} still walks through a row."
        }`,
    },
    "context_c:view": {
      name: "contiguous",
      title: "Nothing to rewrite",
      why: "With one {H|head}, or one {T|token}, the numbers already lie in the order of their axes: contiguous() copies nothing and hands the same memory on.",
    },
    concat: {
      name: "concat",
      title: "Concatenate the heads",
      why: ({ heads, T }) =>
        `{H|$heads ${heads > 1 ? "heads" : "head"}} of {d_v|$dV} ${heads > 1 ? "are" : "is"} read as one row of {d_model|features}. Concatenation is a view: nothing is copied${
          heads > 1 && T > 1 ? ", because the copy came before" : ""
        }.`,
    },
    output: {
      name: "W_O",
      title: "Project to the output",
      why: "W_O mixes what the {H|heads} found into one vector of {d_model|$dModel features} a {T|token}, the shape that came in.",
    },
  }),
);

/**
 * The words of a step: by id and operation, otherwise by id. A step without words is named by its id.
 * @param {{ id: string, op: string, storage?: string }} step @param {Localized} [speaker] @returns {Words}
 */
export function wordsOf({ id, op, storage }, speaker) {
  const steps = say(STEPS, speaker);
  return steps[`${id}:${op}`] ?? steps[`${id}:${storage}`] ?? steps[id] ?? { name: id, title: id, why: "" };
}

/**
 * @param {Parameters<typeof wordsOf>[0]} step
 * @param {Readonly<Record<string, number>>} sizes sizes of the layer and the sentence
 * @param {Localized} [speaker]
 */
export function whyOf(step, sizes, speaker) {
  const { why } = wordsOf(step, speaker);
  return typeof why === "string" ? why : why(sizes);
}
