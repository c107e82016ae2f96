// Numbers in the text of chapters that no figure computes: each is held to the core, to the card of a model, to another test, or to a source that is linked.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test, { after } from "node:test";
import { readCourse } from "../../tools/lib/course.mjs";
import { readWindowResults } from "../../tools/lib/one-head.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { textOf } from "../../tools/teach/plan.mjs";
import { loadCore } from "../../web/core/index.js";
import { KNOWN_SIZES } from "../../web/kit/state/cost.js";
import { TRAIN_DEFAULTS, modelOptions } from "../../web/kit/state/training-settings.js";
import { pictureOf } from "./support/pictures.js";

/**
 * What holds numbers of a chapter.
 *
 * @typedef {object} Held
 * @property {string} says  words of the chapter; the numbers in them are held
 * @property {() => boolean} [is]  whether they are true, computed here
 * @property {string} [test]  file of tests/page that reads the chapter and computes them
 * @property {string} [from]  address of the source, which the chapter links
 * @property {string} [given]  what they are, where there is nothing to compare them with
 */

const core = await loadCore();
const vocabulary = () => {
  const model = core.createModel(modelOptions(TRAIN_DEFAULTS));
  const words = [...model.words];
  model.dispose();
  return words;
};
const layer = core.createLayer({ dModel: 8, numHeads: 2 });
after(() => layer.dispose());
const chapters = readCourse();
const card = readFileSync(inRoot("models/headscope-small/README.md"), "utf8");

/** Sums of the rows of a head if the softmax runs over the queries. @param {number} head */
function sumsOfRows(head) {
  const weights = pictureOf({}, { fault: "softmax_axis" }).values("weights");
  const tokens = 12;
  const map = Array.from(weights).slice(head * tokens ** 2, (head + 1) * tokens ** 2);
  return Array.from({ length: tokens }, (_, row) =>
    map.slice(row * tokens, (row + 1) * tokens).reduce((sum, weight) => sum + weight),
  );
}

/** What ALiBi takes from the score of the word before, by head. */
function slopes() {
  const picture = pictureOf({ alibi: true });
  const [scaled, biased] = ["scaled", "biased"].map((step) => picture.values(step));
  const at = (/** @type {number} */ head) => head * 144 + 12; // the query 1 and the key 0
  return Array.from({ length: 8 }, (_, head) => scaled[at(head)] - biased[at(head)]);
}

/** The message about keys and values of different length. @param {number} keys @param {number} values */
function refusalOf(keys, values) {
  const rows = (/** @type {number} */ count) => ({ data: new Float32Array(count * 8), shape: [1, count, 8] });
  try {
    layer.forward({ query: rows(4), key: rows(keys), value: rows(values) });
  } catch (error) {
    return String(error);
  }
  return "";
}

/** The shape of the weights. @param {readonly number[]} x  its shape @param {number} numHeads */
function shapeOfWeights(x, numHeads) {
  const made = core.createLayer({ dModel: x[2], numHeads });
  const query = { data: new Float32Array(x[0] * x[1] * x[2]), shape: x };
  const shape = made.forward({ query }).attention?.shape.join(", ");
  made.dispose();
  return shape;
}

/** Weights of a layer, each with its gradient. */
const WEIGHTS = /** @type {const} */ ([
  ["wQ", "dWQ"],
  ["wK", "dWK"],
  ["wV", "dWV"],
  ["wO", "dWO"],
]);

/** Whether two heads with the same numbers get the same gradients, which are not 0. */
function twinsStayEqual() {
  const made = core.createLayer({ dModel: 8, numHeads: 2 });
  const twin = (/** @type {string} */ name, /** @type {number} */ i) =>
    name === "wO" ? i % 32 : i - (i % 8 >= 4 ? 4 : 0); // rows of W_O, columns of the others
  const weights = made.weights();
  for (const [name] of WEIGHTS) {
    const data = Array.from(weights[name]?.data ?? []);
    made.setWeights({ [name]: { data: data.map((_, i) => data[twin(name, i)]), shape: [8, 8] } });
  }
  const waves = (/** @type {number} */ step) => ({
    data: Float32Array.from({ length: 32 }, (_, i) => Math.sin(step * i)),
    shape: [1, 4, 8],
  });
  const gradients = made.backward(made.forward({ query: waves(1) }), waves(2));
  const equal = WEIGHTS.every(([name, gradient]) => {
    const data = Array.from(gradients[gradient]?.data ?? []);
    return (
      data.some((each) => each !== 0) && data.every((each, i) => Math.abs(each - data[twin(name, i)]) < 1e-6)
    );
  });
  made.dispose();
  return equal;
}

/** A row of the card's table of steps, as numbers. @param {number} step */
const cardAt = (step) =>
  (new RegExp(`\\| ${step.toLocaleString("en")} +\\|([^\\n]*)\\|`).exec(card)?.[1] ?? "")
    .split("|")
    .map(Number);

/** The runs of the study with the window of layer 0 or without it. @param {boolean} window */
const studied = (window) => readWindowResults().find((entry) => entry.window === window)?.runs ?? [];

/** The runs with a clear head for every task. @param {boolean} window */
const clear = (window) =>
  studied(window).filter((run) =>
    [run.this.weight, run.was.weight, run.it.weight, run.it.tells].every((weight) => weight > 0.6),
  );

const [BERT, BLOCKS, PIECES, PLACES] = [768, 12, 30_522, 512];
const VOITA = "https://arxiv.org/abs/1905.09418";
const MICHEL = "https://arxiv.org/abs/1905.10650";
const million = (/** @type {number} */ count) => Math.round(count / 1e6);

/** @type {Readonly<Record<string, readonly Held[]>>} */
const HELD = {
  heads: [
    ...["When 95 % of the answers", "Heads 1 2 4 8"].map((says) => ({ says, test: "chapter-pictures" })),
    { says: "it needs 450 steps where four need 275", test: "chapter-pictures" },
    { says: "275 steps against 200", test: "chapter-pictures" },
    { says: "take 175 steps where one takes 125", test: "chapter-pictures" },
  ],
  scale: [
    {
      says: "up to d_k 64, about half as much at 128, a sixth at 256 and less than a hundredth at 512",
      test: "labs-softmax",
    },
    {
      says: "about 3.5 times as much at d_k 64, and then next to none, about a seventh at 512",
      test: "labs-softmax",
    },
    { says: "none gets past 50", from: "https://arxiv.org/abs/2408.00118" },
  ],
  rows: [
    { says: "Now write −2 instead", given: "an axis" },
    {
      says: "a score of 89 would be too much: e to the power 89 is larger",
      is: () => Math.fround(Math.exp(88)) < Infinity && Math.fround(Math.exp(89)) === Infinity,
    },
    {
      says: "One row here sums to more than 3, another to less than a third",
      is: () => Math.max(...sumsOfRows(7)) > 3 && Math.min(...sumsOfRows(7)) < 1 / 3,
    },
  ],
  masks: [{ says: "With −1e9 in place of −∞", given: "a constant that programs use" }],
  split: [
    {
      says: "5 heads cannot share 64 columns evenly",
      is: () => {
        assert.throws(() => core.createLayer({ dModel: 64, numHeads: 5 }), /not divisible/);
        return true;
      },
    },
    {
      says: "a head is mostly 64 or 128 columns wide",
      is: () => KNOWN_SIZES.every(({ dModel, heads }) => [64, 128].includes(dModel / heads)),
    },
  ],
  home: [
    {
      says: "rows 24 to 31 of W_O belong to head 3",
      is: () => 3 * pictureOf().config.dK === 24 && 4 * pictureOf().config.dK - 1 === 31,
    },
  ],
  where: [
    {
      says: "For … heads they are 1/2, 1/4 and so on, each half of the one before",
      is: () => slopes().every((slope, head) => Math.abs(slope - 2 ** -(head + 1)) < 1e-3),
    },
  ],
  block: [
    {
      says: "two matrices with a non-linear function between them: d_model to 4 d_model",
      given: "a definition",
    },
    {
      says: "BERT's 110 million: 57 million in its feed-forward networks",
      is: () => {
        const feedForward = BLOCKS * (2 * 4 * BERT ** 2 + 5 * BERT);
        const attention = BLOCKS * 4 * (BERT ** 2 + BERT);
        const table = (PIECES + PLACES) * BERT;
        return million(feedForward) === 57 && Math.abs(million(feedForward + attention + table) - 110) <= 2;
      },
    },
    {
      says: "d_model · 4 d_model, there and back, is 8 d_model² against 4",
      is: () => (2 * BERT * (4 * BERT)) / BERT ** 2 === 8,
    },
    {
      says: "24 million in the table of its 30,522 pieces and 512 places",
      is: () => million((PIECES + PLACES) * BERT) === 24,
    },
    {
      says: "20 keys and 19 values, and it answers “key has 20 positions and value has 19; they must be equal”",
      is: () => refusalOf(20, 19).includes("key has 20 positions and value has 19; they must be equal"),
    },
  ],
  sentences: [
    { says: "and 500 steps on sentences", test: "chapter-sentences" },
    {
      says: "in 400 sentences that the model never saw, 99.7 % have the right form; without this head, 63.2 %",
      test: "chapter-sentences",
    },
    {
      says: "In 400 new sentences 97.8 % are right without it, and 99.3 % with it",
      test: "chapter-sentences",
    },
  ],
  patches: [
    { says: "28 × 28 pixels into 49 patches of 4 × 4", is: () => (28 / 4) ** 2 === 49 },
    { says: "the 16 grey values", is: () => 4 * 4 === 16 },
    {
      says: "the clothes of 60,000 pictures",
      is: () => /60,000/.test(readFileSync(inRoot("models/headscope-vision/README.md"), "utf8")),
    },
    ...[
      "evenly each token would get .02 of a weight of 1, and in no head do the patches of this pullover give it more than .05",
      "its [CLS] gives .04 to the two outer columns",
      "gives them .91; evenly, it would be .56",
      "with a probability of .95",
      "it is a T-shirt, with .76, and the pullover is left with .03",
      "it is a dress, with .76",
      "gives the black columns .44 in place of .91",
      "gives them .75 after .81",
      "T-shirt, with .43",
    ].map((says) => ({ says, test: "chapter-patches" })),
  ],
  learned: [
    {
      says: "20 of 20 seeds learn a clear head for every task: one that gives over 0.6 of its weight",
      is: () => clear(true).length === 20 && studied(true).length === 20,
    },
    { says: "Without it 11 do", is: () => clear(false).length === 11 && studied(false).length === 20 },
    {
      says: "with most seeds by step 100",
      is: () => studied(true).filter((run) => Math.max(run.this.solved, run.was.solved) <= 100).length > 10,
    },
    { says: "The model learned some 110 words", is: () => Math.abs(vocabulary().length - 110) < 10 },
    {
      says: "at step 750 that head has over half of its weight there",
      is: () => cardAt(750)[2] > 0.5 && cardAt(500)[2] < 0.5,
    },
    {
      says: "between steps 1,000 and 1,500 two of them do: the loss on repeated pieces falls from 7.5 to 1.9",
      is: () =>
        Math.abs(cardAt(1000)[1] - 7.5) <= 0.05 &&
        Math.abs(cardAt(1500)[1] - 1.9) <= 0.05 &&
        Math.min(...cardAt(1500).slice(3)) > 0.8,
    },
  ],
  gradients: [
    {
      says: "Two heads with the same numbers, in W_O too, would get the same gradients at every step",
      is: twinsStayEqual,
    },
  ],
  found: [
    {
      says: "BERT base has 12 layers of 12 heads",
      is: () => KNOWN_SIZES.find(({ dModel }) => dModel === BERT)?.heads === 12 && BLOCKS === 12,
    },
    {
      says: "of eight tokens each layer has weights of shape (1, 12, 8, 8)",
      is: () => shapeOfWeights([1, 8, BERT], 12) === "1, 12, 8, 8",
    },
    { says: "Two studies of 2019", from: VOITA },
    { says: "at least 90 % of the time", from: VOITA },
    { says: "4.1 million pieces", is: () => card.includes("4.1 million pieces") },
    { says: "a head, 3.3, with 0.59 of its weight", test: "chapter-pictures" },
    { says: "at most 0.13, where even attention gives 0.11", test: "chapter-pictures" },
    { says: "in 22 pairs", test: "chapter-pictures" },
    { says: "at most 0.015 ± 0.029 more", test: "chapter-pictures" },
    { says: "give the noun 0.26, where even attention gives 0.13", test: "chapter-pictures" },
    { says: "with 0.69", test: "chapter-pictures" },
    { says: "38 of 48 encoder heads", from: VOITA },
    { says: "lost 0.15 BLEU", from: VOITA },
    { says: "about 20 % of the heads of their translation model and 40 % of BERT's", from: MICHEL },
    { says: "at under 1 % in many tasks", given: "a claim that the chapter doubts" },
  ],
  adds: [
    ...[
      "with a probability of .38",
      "Without the later head it is .41, without the earlier one .006",
      "lies 10.88 above the mean",
      "2.77 from the feed-forward network of layer 3, 2.01 from head 0 of layer 3, 1.73 from head 2 and 1.40 from head 1 of layer 2, 1.24 from",
      "No other adds more than .57",
      "add .07 and .22",
      "falls from .38 to .06, without head 2 to .02",
      "rises from .07 to .23, created falls to .09",
      "likelier than before, at .42",
    ].map((says) => ({ says, test: "chapter-adds" })),
  ],
  matter: [{ says: "38 of 48 encoder heads could go for 0.15 BLEU", from: VOITA }],
  cheaper: [
    {
      says: "a word's latent has 16 numbers; the keys and values of its eight heads have 128",
      test: "chapter-pictures",
    },
    { says: "of MLA the latent, 16 numbers, and 4 of the part", test: "chapter-pictures" },
    { says: "as Mistral 7B does", from: "https://arxiv.org/abs/2310.06825" },
    { says: "and Gemma 2 in every second one", from: "https://arxiv.org/abs/2408.00118" },
  ],
  writes: [{ says: "ln 2 for a coin", is: () => Math.abs(-Math.log(1 / 2) - Math.LN2) < 1e-12 }],
  recall: [
    {
      says: "4 d_model² parameters",
      is: () =>
        Object.values(layer.weights()).reduce((sum, made) => sum + (made?.data.length ?? 0), 0) ===
        4 * 8 ** 2,
    },
    {
      says: "For an x of (3, 5, 16) and two heads the weights are (3, 2, 5, 5)",
      is: () => shapeOfWeights([3, 5, 16], 2) === "3, 2, 5, 5",
    },
    { says: "Is a weight of 0.9 on a word", given: "an example" },
  ],
};

/** The text of a chapter without formulas, code, and what figures compute. @param {string} article */
const proseOf = (article) =>
  textOf(
    article
      .replace(/<math\b[^]*?<\/math\s*>|<div class="formula"[^]*?<\/div>/g, " ")
      .replace(/<pre\b[^]*?<\/pre\s*>/g, " ")
      .replace(/<code>(.*?)<\/code>/gs, (_, text) => text.replace(/\d/g, ""))
      .replace(/<td>[\d.]+ <small>[\d.]+<\/small><\/td>/g, "") // the table of one head against several, see chapter-pictures
      .replace(/<mha-value\b[^]*?<\/mha-value\s*>/g, "…"),
  );

/** Names of heads, layers and shapes; years of sources; and the numbers 0 and 1, which bound weights. */
const NAMES =
  /GPT-2|Gemma 2|(?:[Hh]eads?|[Ll]ayers?|step|row|token) \d+(?: and \d+)?|\(B, 1, 1, T\)|(?:(?:and others|Pinter|Shazeer|Wallace|DeepSeek-V2,?) |\()\d{4}|(?<![\d.,])[01](?![\d.,]*\d)/g;

for (const { name, article } of chapters)
  test(`${name}: each number of the text is held, and true`, () => {
    let left = proseOf(article);
    for (const { says, is, test: file, from, given } of HELD[name] ?? []) {
      assert.ok(left.includes(says), `the chapter does not say “${says}”: ${left}`);
      left = left.replace(says, "");
      assert.ok(is?.() ?? true, says);
      assert.ok(is ?? file ?? from ?? given, `nothing holds “${says}”`);
      if (file) assert.ok(existsSync(inRoot(`tests/page/${file}.test.js`)), file);
      if (from) assert.ok(article.includes(`href="${from}"`), `${name} does not link ${from}`);
    }
    const loose = Array.from(left.replace(NAMES, "").matchAll(/.{0,30}\d.{0,20}/g), ([text]) => text);
    assert.deepEqual(loose, [], "hold these numbers by a row of HELD");
  });
