import { wordsOf } from "../kit/text/steps.js";
import { say, words } from "../kit/text/words.js";

/**
 * The captions of the tour: two short sentences a step, in plain words. `$name` is a size of the layer or the sentence.
 *
 * @typedef {import("../kit/text/words.js").Localized} Localized
 */

const TURNED = "is turned by an angle that grows with its position. Now it also says where it stands.";

/** By step id, or by id and operation or storage. */
const BY_ID = {
  x: "Every word becomes a row of $dModel numbers. They say which word it is, and where it stands.",
  query: "Words ask (query), are found (key) and hand over (value). These ask.",
  key: "These are the words that can answer: each will get a key.",
  value: "And this is what they have to give: each will get a value.",
  q: "Who asks? Every word makes a query: what it looks for.",
  k: "Who answers? Every word also makes a key: what it can be found by.",
  v: "And what is the answer? Every word makes a value: what it gives when it is found.",
  qkv: "One product makes three things for every word: its query, its key and its value.",
  "q:slice": "The first part is the query: what a word looks for.",
  "k:slice": "The second part is the key: what a word can be found by.",
  "v:slice": "The third part is the value: what a word gives when it is found.",
  q_split: "Each query is cut into $heads pieces, one a head. So every head asks a question of its own.",
  k_split: "The keys are cut in the same way. A head compares only its own pieces.",
  v_split: "The values too: each head gives its own $dV numbers.",
  q_heads: "The pieces are sorted by head. Each head now holds a small table: every word's question to it.",
  k_heads: "The same for the keys: each head holds what every word can be found by.",
  v_heads: "And for the values: each head holds what every word gives.",
  q_rope: `Each query ${TURNED}`,
  k_rope: `Each key ${TURNED}`,
  k_groups: "Several heads read the same keys. Nothing is copied for that.",
  v_groups: "They read the same values, too.",
  k_t: "The keys are transposed. Now a row of a query can meet a column of a key.",
  scores:
    "Every query meets every key: multiply number by number, and add up. A large sum says: this key fits.",
  scores_groups:
    "Every query meets every key: multiply number by number, and add up. A large sum says: this key fits.",
  scaled: "Long sums grow large. Divided by √$dK, the scores stay comparable.",
  masked: "Pairs that must not meet are crossed out. Their weight will be exactly 0.",
  weights:
    "Each word has a weight of 1 to give away. The higher a score, the larger the share that its key gets.",
  dropped: "Some weights are dropped at random, only while a model learns. So no head relies on one pair.",
  context: "Now the answer is computed. Each word gets the sum of all values, each multiplied by its weight.",
  context_groups:
    "Now the answer is computed. Each word gets the sum of all values, each multiplied by its weight.",
  context_scaled: "Each head's result is multiplied by its own number.",
  context_t: "Back to the words: the answers of all heads for one word stand side by side again.",
  context_c: "In memory they still lie apart, head by head. Now they are copied next to each other.",
  "context_c:view": "In memory they already lie next to each other. There is nothing to copy.",
  concat: "The $heads answers for a word are read as one long row.",
  output: "W_O mixes what the heads have found. Every word leaves with a new row, as long as the first.",
};

/** By operation, for steps that have no caption of their own. */
const BY_OP = {
  input: "These are the numbers that come in.",
  linear: "A matrix makes a new row of each row: products, added up.",
  matmul: "Rows meet columns: multiply number by number, and add up.",
  add: "Two tables are added, number by number.",
  scale: "Every number is multiplied by the same factor.",
  mask: "What must not be seen is crossed out.",
  softmax: "Scores become shares, and every row adds up to 1.",
  rope: "Pairs of numbers turn by an angle that grows with the position.",
  rope_half:
    "Numbers of the first half and of the second turn in pairs, by an angle that grows with the position.",
  rms_norm: "Each row is brought to one length, and every number gets a weight of its own.",
  softcap: "Large scores are bent back, so that none goes beyond the cap.",
  alibi: "The distance of two words lowers their score: far words count less.",
  sink: "One more column joins the scores: a place for weight that no key gets.",
  dropout: "Some numbers are set to 0 at random.",
  view: "The same numbers are read in another shape. Nothing moves.",
  transpose: "Two axes change places. Nothing moves in memory.",
  expand: "The same numbers are read several times. Nothing is copied.",
  slice: "Only a part is read. Nothing moves.",
  concat: "What was kept and what is new are copied next to each other.",
  contiguous: "The numbers are copied into the order in which they are read.",
};

export const TOUR = words("tour", {
  title: "Tour",
  position: "Position in the tour",
  /** @param {{ at: number, of: number, name: string }} where */
  at: ({ at, of, name }) => `${at} of ${of}: ${name}`,
  speed: "speed",
  /** @param {number} speed */
  times: (speed) => `${speed}×`,
  close: "Close the tour",
  captions: /** @type {Readonly<Record<string, string>>} */ (BY_ID),
  operations: /** @type {Readonly<Record<string, string>>} */ (BY_OP),
});

/**
 * The caption of a step. A step without a caption has that of its operation; a step of an unknown operation has its title.
 * @param {{ id: string, op: string, storage?: string }} step
 * @param {Readonly<Record<string, number>>} sizes
 * @param {Localized} [speaker]
 */
export function captionFor({ id, op, storage }, sizes, speaker) {
  const { captions, operations } = say(TOUR, speaker);
  const found = captions[`${id}:${op}`] ?? captions[`${id}:${storage}`] ?? captions[id] ?? operations[op];
  return (found ?? wordsOf({ id, op, storage }, speaker).title).replace(/\$(\w+)/g, (all, name) =>
    String(sizes[name] ?? all),
  );
}
