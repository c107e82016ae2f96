// Trained models: results for three seeds (by day for one), removals, predictions and files.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { bitsIn, bitsOf } from "./model-bits.js";

/** @import { Model } from "../../web/core/model.js" */

const core = await loadCore();
const SEEDS = IS_NIGHTLY ? [101, 102, 103] : [101];
const DEMONSTRATION = "the animal did not cross the street because it was too";

/** @param {readonly number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
/** The largest weight of all heads, or of one layer's. @param {readonly (number | readonly number[])[]} weights */
const best = (weights) => Math.max(...weights.flat());

/** @param {Model} model */
const accuracies = (model, removal = {}) =>
  Object.fromEntries(
    Object.entries(model.evaluate(removal).kinds).map(([kind, { accuracy }]) => [kind, accuracy]),
  );

test("models learn which noun words refer to, with a head for each role", () => {
  const models = SEEDS.map((seed) => core.createModel({ seed }));
  const jobs = models.map((model) => {
    const untrained = model.evaluate();
    assert.ok(untrained.kinds.it.accuracy < 0.2, "it knows nothing at first");
    assert.equal(model.train(350).step, 350);
    const found = Object.values(accuracies(model));
    model.train(250);
    const { this: demonstrative, was, it } = model.evaluate().kinds;
    const heads = [best(demonstrative.weights), best(was.weights), best(it.least), best(it.tells[0])];
    return [Math.min(...found), ...heads];
  });
  const [right, ...heads] = jobs[0].map((_, i) => median(jobs.map((each) => each[i])));
  assert.ok(right >= 0.95, `right in every kind by step 350: ${right}`);
  for (const head of heads) assert.ok(head >= 0.7, `a head for each job: ${heads}`);

  for (const model of models) {
    const said = ["tired", "wide"].map(
      (ending) => model.predict(`${DEMONSTRATION} ${ending}`).blanks[0].words[0].word,
    );
    assert.deepEqual(said, ["animal", "street"], "the ending turns what it stands for");
    const { it, ...others } = accuracies(model, { cut: [{ layer: 1, from: "it", to: "noun" }] });
    assert.ok(it < 0.6, `without the edge to its noun ${it}`);
    for (const [kind, accuracy] of Object.entries(others)) assert.ok(accuracy > 0.95, `${kind} ${accuracy}`);
    assert.ok(accuracies(model, { cut: [{ layer: 0, from: "it", to: "tells" }] }).it < 0.6);
    const none = [Array(4).fill(0), Array(4).fill(0)];
    assert.ok(accuracies(model, { headScale: none }).it < 0.2, "nothing is known without heads");
    model.dispose();
  }
});

test("models learn to repeat a sequence, with a head that attends to the following token", () => {
  const runs = SEEDS.map((seed) => {
    const model = core.createModel({ task: "induction", seed });
    model.train(250);
    const { repeat } = model.evaluate().kinds;
    model.dispose();
    return [repeat.accuracy, best(repeat.weights[1])];
  });
  assert.ok(median(runs.map(([accuracy]) => accuracy)) >= 0.95, `${runs}`);
  assert.ok(median(runs.map(([, head]) => head)) >= 0.7, `${runs}`);
});

test("the same seed has the same bits as natively", async () => {
  const text = await readFile(new URL("../fixtures/model_bits.txt", import.meta.url), "utf8");
  const expected = bitsIn(text);
  assert.equal(expected.length, 6);
  for (const { task, steps, bits } of expected) {
    const model = core.createModel({ task: /** @type {any} */ (task), seed: 1 });
    model.train(steps);
    assert.equal(bitsOf(model.parameters()), bits, `${task} ${steps}`);
    model.dispose();
  }
});

test("a prediction has every known word, the likeliest first, and the attention", () => {
  const model = core.createModel({ seed: 7 });
  const { tokens, blanks, attention } = model.predict("These old foxes near this box were too shy.");
  assert.deepEqual(tokens, [
    "this/these",
    "old",
    "foxes",
    "near",
    "this/these",
    "box",
    "was/were",
    "too",
    "shy",
  ]);
  assert.deepEqual(
    blanks.map(({ position, kind, answer, noun }) => [position, kind, answer, noun]),
    [
      [0, "this", "these", 2],
      [4, "this", "this", 5],
      [6, "was", "were", 2],
    ],
  );
  for (const { words } of blanks) {
    assert.equal(words.length, model.words.length);
    const probabilities = words.map(({ probability }) => probability);
    assert.deepEqual(
      probabilities,
      probabilities.toSorted((a, b) => b - a),
    );
    assert.ok(Math.abs(probabilities.reduce((a, b) => a + b) - 1) < 1e-5);
  }
  assert.deepEqual(
    attention.map(({ shape }) => shape),
    [
      [1, 4, 9, 9],
      [1, 4, 9, 9],
    ],
  );
  assert.equal(attention[0].data[8], 0, "the first layer sees a word and the next three");
  model.dispose();
});

test("a layer run alone on its inputs has the same attention as in the model", () => {
  for (const task of /** @type {const} */ (["reference", "induction"])) {
    const model = core.createModel({ task, seed: 2 });
    model.train(20);
    const { tokens } = model.example({ seed: 5, heldOut: true });
    const { attention } = model.predict(tokens);
    attention.forEach(({ data }, i) => {
      const layer = model.layer(i);
      const run = layer.forward(model.inputs(tokens, i));
      const far = run.attention?.data.map((weight, at) => Math.abs(weight - data[at]));
      assert.ok(far && Math.max(...far) < 1e-6, `${task}, layer ${i}`);
      assert.ok(run.steps.some(({ id }) => id === "masked"));
      run.dispose();
      layer.dispose();
    });
    model.dispose();
  }
});

test("a checkpoint restores a model to the bit; so does a file, with a fresh optimiser", () => {
  const model = core.createModel({ seed: 3 });
  model.train(4);
  const kept = model.checkpoint();
  const [saved, bits] = [model.save(), bitsOf(model.parameters())];
  model.train(4);
  const onwards = bitsOf(model.parameters());
  model.restore(kept);
  assert.deepEqual([model.step, bitsOf(model.parameters())], [4, bits]);
  model.train(4);
  assert.equal(bitsOf(model.parameters()), onwards);
  const other = core.createModel({ seed: 99 });
  other.load(saved);
  assert.deepEqual([other.step, bitsOf(other.parameters())], [4, bits]);
  model.dispose();
  other.dispose();
});

test("creating and disposing of ten models leaks no memory", () => {
  const { module } = core.boundary;
  const use = () => {
    const model = core.createModel();
    model.train(2);
    model.evaluate({ sentences: 20, cut: [{ layer: 0, from: "it", to: 3 }] });
    model.predict(`${DEMONSTRATION} tired`, { headScale: [Array(4).fill(1), Array(4).fill(0.5)] });
    model.checkpoint();
    model.load(model.save());
    model.dispose();
  };
  use();
  const before = module.bytesInUse();
  for (let i = 0; i < 10; i++) use();
  assert.equal(module.bytesInUse(), before);
});

test("training leaks no memory", () => {
  const model = core.createModel();
  model.train(1);
  const before = core.boundary.module.bytesInUse();
  model.train(30);
  assert.equal(core.boundary.module.bytesInUse(), before);
  model.dispose();
});

test("an earlier forward pass without trace leaves no removal", () => {
  const model = core.createModel({ seed: 4 });
  model.train(20);
  const sentence = `${DEMONSTRATION} tired`;
  const before = model.evaluate();
  const layer = model.layer(0);
  const headScale = Float32Array.of(0, 0, 0, 0);
  layer.forward({ ...model.inputs(sentence, 0), headScale, trace: false });
  assert.deepEqual(model.evaluate(), before);
  assert.equal(model.predict(sentence).blanks.length, 1);
  layer.dispose();
  model.dispose();
});

test("an evaluation over more sentences continues an earlier one", () => {
  const once = (/** @type {(model: import("../../web/core/model.js").Model) => unknown} */ ask) => {
    const model = core.createModel({ seed: 4 });
    model.train(30);
    const said = ask(model);
    model.dispose();
    return said;
  };
  const headScale = [
    [1, 0, 1, 1],
    [1, 1, 1, 0.5],
  ];
  const cut = [{ layer: 0, from: "it", to: /** @type {const} */ ("tells") }];
  const [whole, without, without40, apart] = [{}, { headScale }, { headScale, sentences: 40 }, { cut }].map(
    (how) => once((model) => model.evaluate(how)),
  );
  assert.notDeepEqual(whole, without);
  once((model) => {
    for (const sentences of [16, 64, 128]) model.evaluate({ sentences });
    assert.deepEqual(model.evaluate(), whole);
    model.evaluate({ headScale, sentences: 40 }); // no whole number of batches
    assert.deepEqual(model.evaluate({ headScale }), without);
    assert.deepEqual(model.evaluate({ headScale, sentences: 40 }), without40, "nor back to fewer");
    model.evaluate({ sentences: 64 });
    assert.deepEqual(model.evaluate({ cut }), apart);
    const kept = model.checkpoint();
    model.evaluate({ sentences: 64 });
    model.train();
    const later = model.evaluate();
    assert.notDeepEqual(later, { ...Object(whole), step: 31 }, "of what it learned meanwhile");
    model.evaluate({ sentences: 64 });
    model.restore(kept);
    assert.deepEqual(model.evaluate(), whole);
  });
});

test("kinds that no sentence has have no numbers", () => {
  const model = core.createModel();
  const kinds = Object.values(model.evaluate({ sentences: 1 }).kinds);
  const none = kinds.filter(({ blanks }) => blanks === 0);
  assert.ok(none.length > 0 && none.length < kinds.length);
  for (const { accuracy, loss, weights, least } of none)
    assert.ok([accuracy, loss, ...weights.flat(), ...least.flat()].every(Number.isNaN));
  model.dispose();
});

test("a caller's getters cannot reach freed memory", () => {
  const sentence = `${DEMONSTRATION} tired`;
  const model = core.createModel();
  const disposes = {
    get cut() {
      model.dispose();
      return [];
    },
  };
  assert.throws(() => model.predict(sentence, disposes), { code: "disposed" });
  const layer = core.createLayer({ dModel: 4, numHeads: 1 });
  const run = layer.forward({ query: { data: new Float32Array(8), shape: [1, 2, 4] } });
  const dOutput = {
    get data() {
      layer.dispose();
      return new Float32Array(8);
    },
    shape: [1, 2, 4],
  };
  assert.throws(() => layer.backward(run, dOutput), { code: "disposed" });
  run.dispose();
});

test("a model with norms and MLPs learns every kind, and its trace shows what each adds to the stream", () => {
  const model = core.createModel({ seed: 1, layerNorm: true, mlp: true });
  assert.deepEqual([model.config.layerNorm, model.config.mlp], [true, true]);
  model.train(300);
  for (const [kind, accuracy] of Object.entries(accuracies(model)))
    assert.ok(accuracy > 0.95, `${kind} ${accuracy}`);
  const said = model.predict(`${DEMONSTRATION} wide`);
  const steps = model.trace(`${DEMONSTRATION} wide`);
  const at = (/** @type {string} */ id) => {
    const step = steps.find((each) => each.id === id);
    assert.ok(step, id);
    assert.equal(
      step.data.length,
      step.shape.reduce((a, b) => a * b),
    );
    return step;
  };
  const sum = (/** @type {string} */ a, /** @type {string} */ b) =>
    at(a).data.map((value, i) => value + at(b).data[i]);
  for (const [layer, before] of [
    ["layer1", "x"],
    ["layer2", "layer1.stream"],
  ]) {
    assert.deepEqual(at(`${layer}.middle`).data, sum(before, `${layer}.output`), "attention is added");
    assert.deepEqual(at(`${layer}.stream`).data, sum(`${layer}.middle`, `${layer}.down`), "and the MLP");
    assert.equal(at(`${layer}.up`).shape[2], 256);
    assert.deepEqual(
      at(`${layer}.relu`).data,
      at(`${layer}.up`).data.map((value) => Math.max(0, value)),
    );
    const { gain, shift } = Object.fromEntries(
      ["gain", "shift"].map((name) => [name, model.parameters()[`${layer}.mlp.norm.${name}`].data]),
    );
    const [row, normed] = [at(`${layer}.middle`), at(`${layer}.mlp_normed`)].map(({ data }) =>
      data.slice(0, 64),
    );
    const mean = row.reduce((a, b) => a + b) / 64;
    const deviation = Math.sqrt(row.reduce((a, b) => a + (b - mean) ** 2, 0) / 64 + 1e-5);
    normed.forEach((value, i) =>
      assert.ok(Math.abs(value - (((row[i] - mean) / deviation) * gain[i] + shift[i])) < 1e-4),
    );
  }
  assert.deepEqual(at("layer2.weights").data, said.attention[1].data);
  const logits = at("logits").data.subarray(0, model.words.length);
  const total = logits.reduce((all, logit) => all + Math.exp(logit), 0);
  const [{ word, probability }] = said.blanks[0].words;
  assert.equal(word, "street");
  assert.ok(Math.abs(probability - Math.exp(logits[model.words.indexOf(word)]) / total) < 1e-5);
  assert.throws(() => core.createModel().load(model.save()), { code: "shape" });
  model.dispose();
});

test("a trace refuses what a prediction refuses", () => {
  const model = core.createModel({ seed: 1 });
  assert.throws(() => model.trace("the unicorn was too tired"), { id: "unknown_word" });
  assert.ok(
    !model.trace(`${DEMONSTRATION} wide`).some(({ id }) => id === "layer1.up"),
    "no MLP unless asked for",
  );
  model.dispose();
  assert.throws(() => model.trace(DEMONSTRATION), { code: "disposed" });
});
