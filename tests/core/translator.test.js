// The model of the task "translation", with the weights that come with the page: training, PyTorch's attention, translations, removals, steps and files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { IS_NIGHTLY, sample } from "../browser/support/nightly.js";
import { readFixture } from "./fixture.js";
import { bitsOf } from "./model-bits.js";

/** @import { Translator } from "../../web/core/translator.js" */

const core = await loadCore();
const KINDS = /** @type {const} */ (["encoder", "decoder", "cross"]);

/** @param {import("../../web/core/types.js").TensorOutput} tensor @param {...number} at */
const element = ({ data, shape }, ...at) => data[at.reduce((place, i, axis) => place * shape[axis] + i, 0)];

/** One model for all tests that do not change it. */
const model = core.createModel(TRANSLATION_MODEL);
model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));

test(`the files equal the result of training, to the bit: ${IS_NIGHTLY ? "all" : "the first"}`, () => {
  const trained = core.createModel(TRANSLATION_MODEL);
  for (const [step, file] of sample(Object.entries(TRANSLATION_FILES), 0)) {
    trained.train(Number(step) - trained.step);
    const kept = readFileSync(inRoot("models", file));
    assert.ok(kept.equals(Buffer.from(trained.save())), `${file}: npm run models writes it anew`);
  }
  trained.dispose();
});

test("all three kinds of attention equal torch.nn.MultiheadAttention with padding", async () => {
  const cases = await readFixture("translator");
  assert.equal(cases.length, 3);
  for (const { name, tensors } of cases) {
    const { attention, probabilities } = model.translate(name.replaceAll("_", " "));
    const found = {
      encoder: attention("encoder"),
      decoder: attention("decoder"),
      cross: attention("cross"),
      probabilities: { data: probabilities, shape: [probabilities.length] },
    };
    for (const [what, { data, shape }] of Object.entries(found)) {
      assert.deepEqual(shape, tensors[what].shape, `${name}: ${what}`);
      const far = data.map((each, i) => Math.abs(each - tensors[what].data[i]));
      assert.ok(Math.max(...far) < 1e-5, `${name}: ${what} differs by ${Math.max(...far)}`);
    }
  }
});

test("the model translates: its cross-attention finds the words, and a head of its encoder looks at the nouns of determiners", () => {
  assert.equal(model.step, 500);
  const { step, right, loss, parts, content, determiners } = model.evaluate();
  assert.equal(step, 500);
  assert.ok(right >= 0.97, `${right} of the sentences are right`);
  assert.ok(loss > 0 && loss < 0.1);
  assert.ok(Math.max(...content.flat()) >= 0.9, `cross-attention: ${content}`);
  assert.ok(Math.max(...determiners.flat()) >= 0.8, `determiners: ${determiners}`);
  for (const [part, { words, meaning, form }] of Object.entries(parts)) {
    assert.ok(words > 50 && meaning > 0.95 && form > 0.95, part);
  }
  assert.ok(Number.isNaN(parts.end.agrees[0][0]), "no noun determines the end");
});

test("sentences that the grammar has are translated with agreement, negation, pronouns and elision", () => {
  const expected = {
    "the small white house sees them": "la petite maison blanche les voit",
    "the small white dog sees them": "le petit chien blanc les voit",
    "this bird does not love my girlfriend": "cet oiseau n' aime pas mon amie",
    "the girls do not look for him": "les filles ne le cherchent pas",
    "The horses sing.": "les chevaux chantent",
  };
  for (const [english, french] of Object.entries(expected)) {
    const { source, target, words, probabilities, truth } = model.translate(english);
    assert.equal(words.join(" "), french);
    assert.deepEqual(
      truth?.target.map(({ word }) => word),
      target,
    );
    assert.deepEqual([source.at(-1), target.at(-1)], ["<end>", "<end>"]);
    assert.equal(probabilities.length, target.length);
    assert.ok(probabilities.every((p) => p > 0.5 && p <= 1));
  }
});

test("the true alignment of a translation is known", () => {
  const { truth } = model.translate("the small white house sees them");
  assert.deepEqual(
    truth?.target.map(({ word, part, source, agrees }) => [word, part, source, agrees]),
    [
      ["la", "determiner", 0, 3],
      ["petite", "adjective", 1, 3],
      ["maison", "noun", 3, 3],
      ["blanche", "adjective", 2, 3],
      ["les", "pronoun", 5, null],
      ["voit", "verb", 4, 3],
      ["<end>", "end", 6, null],
    ],
  );
  assert.equal(model.translate("the house small sees").truth, null);
});

test("attention of all three kinds has rows that sum to 1, and the decoder's is causal", () => {
  const { source, target, attention } = model.translate("my cats do not sleep");
  const [t, s] = [target.length, source.length];
  assert.deepEqual(
    KINDS.map((kind) => attention(kind).shape),
    [
      [4, s, s],
      [4, t, t],
      [4, t, s],
    ],
  );
  for (const kind of KINDS) {
    const { data, shape } = attention(kind, 0);
    for (let row = 0; row < shape[0] * shape[1]; row++) {
      const weights = data.subarray(row * shape[2], (row + 1) * shape[2]);
      assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-5);
    }
  }
  for (let head = 0; head < 4; head++)
    for (let i = 0; i < t; i++)
      for (let j = i + 1; j < t; j++) assert.equal(element(attention("decoder"), head, i, j), 0);
  assert.throws(() => attention(/** @type {any} */ ("self")), /kind of attention "self" is not known/);
  assert.throws(() => attention("cross", 1), /layer "1" is not known/);
});

test("without the heads of a kind of attention, other words are wrong", () => {
  const whole = model.evaluate();
  const off = [[0, 0, 0, 0]];
  const cross = model.evaluate({ headScale: { cross: off } });
  assert.ok(cross.parts.noun.meaning < 0.3 && whole.parts.noun.meaning > 0.95, "nouns need cross-attention");
  const every = model.evaluate({ headScale: { encoder: [[1, 1, 1, 1]], decoder: [[1, 1, 1, 1]] } });
  assert.deepEqual(every, whole, "a factor of 1 changes nothing");
  const encoder = model.evaluate({ sentences: 100, headScale: { encoder: off } });
  assert.ok(encoder.right < 0.9);
  assert.notDeepEqual(
    model.translate("the kings see her", { headScale: { cross: off } }).words,
    model.translate("the kings see her").words,
  );
});

test("a trace has the steps of the encoder, the decoder and the cross-attention", () => {
  const sentence = "the king does not see this tree";
  const steps = model.trace(sentence);
  const { target, attention } = model.translate(sentence);
  for (const kind of KINDS) {
    const weights = steps.find(({ id }) => id === `${kind}1.weights`);
    assert.ok(weights, kind);
    assert.deepEqual(weights.shape.slice(1), attention(kind).shape);
    assert.deepEqual(weights.data, attention(kind).data);
  }
  const logits = steps.find(({ id }) => id === "logits");
  assert.deepEqual(logits?.shape, [1, target.length, model.targetWords.length]);
  const named = new Set(Object.keys(model.parameters()));
  for (const { id, weights } of steps)
    for (const name of weights) assert.ok(named.has(name), `${id}: ${name}`);
});

test("an attention run alone on its inputs has the same weights as in the model", () => {
  const sentence = "my small red ship carries the flowers";
  for (const kind of KINDS) {
    const layer = model.layer(kind);
    const run = layer.forward(model.inputs(sentence, kind));
    const expected = model.translate(sentence).attention(kind);
    assert.deepEqual(run.attention?.shape.slice(1), expected.shape);
    const far = run.attention?.data.map((weight, at) => Math.abs(weight - expected.data[at])) ?? [NaN];
    assert.ok(Math.max(...far) < 1e-6, kind);
    run.dispose();
    layer.dispose();
  }
});

test("examples are pairs of the grammar", () => {
  const [trained, held] = [model.example({ seed: 3 }), model.example({ seed: 3, heldOut: true })];
  assert.notDeepEqual(trained, held);
  for (const pair of [trained, held]) {
    const { truth } = model.translate(pair.source.slice(0, -1));
    assert.deepEqual(truth, pair);
  }
});

test("a checkpoint restores a model to the bit; so does a file, with a fresh optimiser", () => {
  /** @type {Translator} */
  const one = core.createModel({ task: "translation", seed: 3, layers: 2, dModel: 16 });
  assert.deepEqual(one.config, { task: "translation", dModel: 16, numHeads: 4, layers: 2, seed: 3 });
  one.train(4);
  const kept = one.checkpoint();
  const [saved, bits] = [one.save(), bitsOf(one.parameters())];
  one.train(2);
  const onwards = bitsOf(one.parameters());
  one.restore(kept);
  one.train(2);
  assert.equal(bitsOf(one.parameters()), onwards);
  const other = core.createModel({ task: "translation", seed: 99, layers: 2, dModel: 16 });
  other.load(saved);
  assert.deepEqual([other.step, bitsOf(other.parameters())], [4, bits]);
  assert.throws(() => core.createModel().load(saved), /task/);
  one.dispose();
  other.dispose();
});

test("creating and disposing of translators leaks no memory", () => {
  const { module } = core.boundary;
  const use = () => {
    const one = core.createModel({ task: "translation", dModel: 8, numHeads: 2 });
    one.train(2);
    one.evaluate({ sentences: 20, headScale: { cross: [[1, 0]] } });
    one.translate("the king sleeps");
    one.load(one.save());
    one.dispose();
  };
  use();
  const before = module.bytesInUse();
  for (let i = 0; i < 5; i++) use();
  assert.equal(module.bytesInUse(), before);
});

test("inputs that do not fit are refused with what would work", () => {
  /** @type {[() => unknown, RegExp][]} */
  const refused = [
    [() => core.createModel({ task: "translation", layers: 9 }), /layers 9 is not 1 to 4/],
    [
      () => core.createModel({ task: "translation", dModel: 10 }),
      /d_model 10 is not divisible by num_heads 4/,
    ],
    [
      () => model.translate("the unicorn sleeps"),
      /the model does not know the word unicorn; it knows .* king/,
    ],
    [() => model.translate(" "), /no words to read; expected 1 to 15/],
    [() => model.translate("the ".repeat(16)), /16 words, as the model reads them, are more than the 15/],
    [() => model.evaluate({ sentences: 0 }), /sentences 0 is not a whole number/],
    [
      () => model.evaluate({ headScale: /** @type {any} */ ({ self: [[1, 1, 1, 1]] }) }),
      /kind of attention "self" is not known/,
    ],
    [() => model.evaluate({ headScale: { cross: [[1, 1]] } }), /has not 4 numbers for each of 1 layers/],
    [() => model.layer("cross", 1), /there is no layer 1; there are 1/],
    [() => model.layer(/** @type {any} */ ("self")), /kind of attention "self" is not known/],
  ];
  for (const [call, message] of refused) assert.throws(call, message);
  const gone = core.createModel({ task: "translation", dModel: 8 });
  gone.dispose();
  assert.throws(() => gone.translate("the king sleeps"), /disposed/);
});
