// Refusals of models: each message names the given value, the expected one, and what would work.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { writeSafetensors } from "../../web/core/safetensors.js";
import { bitsOf } from "./model-bits.js";

const core = await loadCore();
const model = core.createModel();
model.train(3);
const it = "the cat did not want the pie because it was too";

/** This model's file with changes. @param {Record<string, string>} metadata @param {Record<string, any>} [tensors] */
const file = (metadata, tensors = {}) =>
  writeSafetensors({ tensors: { ...model.parameters(), ...tensors }, metadata });

/** Name, call, value, code, and message. @type {[string, (given: any) => unknown, unknown, string, RegExp][]} */
const REFUSED = [
  [
    "an unknown task",
    (task) => core.createModel({ task }),
    "chess",
    "config",
    /"chess" is not known .*"reference", "induction"/,
  ],
  [
    "keys from elsewhere",
    (keysFrom) => core.createModel({ keysFrom }),
    "sky",
    "config",
    /keysFrom "sky" is not known/,
  ],
  [
    "heads that do not divide",
    (dModel) => core.createModel({ dModel }),
    10,
    "config",
    /d_model 10 is not divisible by num_heads 4 \(nearest d_model: 8, 12/,
  ],
  [
    "too wide a model",
    (dModel) => core.createModel({ dModel }),
    4096,
    "config",
    /dModel 4096 is not 1 to 256/,
  ],
  [
    "half a layer",
    (layers) => core.createModel({ layers }),
    1.5,
    "config",
    /layers 1\.5 is not a whole number/,
  ],
  ["no steps", (steps) => model.train(steps), 0, "config", /steps 0 is not a whole number of at least 1/],
  ["no sentences", (sentences) => model.evaluate({ sentences }), -3, "config", /sentences -3/],
  ["no words", (tokens) => model.predict(tokens), " ", "shape", /no words to read; expected 1 to 20/],
  ["words that are none", (tokens) => model.predict(tokens), [1], "shape", /tokens \(1\) are not a sentence/],
  ["nothing at all", (tokens) => model.predict(tokens), null, "shape", /tokens null are not/],
  [
    "an unknown word",
    (tokens) => model.predict(tokens),
    `${it} big`,
    "config",
    /does not know the word big; it knows animal .*was\/were$/,
  ],
  [
    "a sentence without a blank",
    (tokens) => model.predict(tokens),
    "the cat",
    "shape",
    /no blank.*it, this\/these or was\/were/,
  ],
  [
    "too many words",
    (tokens) => model.predict(tokens),
    "it ".repeat(21),
    "shape",
    /21 words, as the model reads them, are more than the 20/,
  ],
  [
    "heads of another model",
    (headScale) => model.evaluate({ headScale }),
    [[1, 1]],
    "shape",
    /has not 4 numbers for each of 2 layers/,
  ],
  [
    "a cut in a layer that is not there",
    (layer) => model.evaluate({ cut: [{ layer, from: "it", to: "noun" }] }),
    2,
    "config",
    /layer 2 is not one of 2/,
  ],
  [
    "a cut from another word",
    (from) => model.evaluate({ cut: [{ layer: 0, from, to: "noun" }] }),
    "cat",
    "config",
    /cut: from "cat" is not known .*"this", "was", "it"/,
  ],
  [
    "a cut to nowhere",
    (to) => model.evaluate({ cut: [{ layer: 0, from: "it", to }] }),
    "verb",
    "config",
    /cut: to "verb" is not known .*"noun", "tells"\)/,
  ],
  [
    "a cut to a noun that the sentence does not tell",
    (end) => model.predict(`${it} ${end}`, { cut: [{ layer: 1, from: "it", to: "noun" }] }),
    "wide",
    "config",
    /does not tell .* noun/,
  ],
  ["a checkpoint that is not there", (id) => model.restore(id), 3, "config", /no checkpoint 3; there are 0/],
  [
    "a layer that is not there",
    (layer) => model.layer(layer),
    2,
    "config",
    /no layer 2; there are 2, counted from 0/,
  ],
  [
    "what a layer that is not there reads",
    (layer) => model.inputs(`${it} shy`, layer),
    9,
    "config",
    /no layer 9/,
  ],
  ["no file", (bytes) => model.load(bytes), "abc", "format", /"abc" holds no bytes/],
  [
    "a cut file",
    (bytes) => model.load(bytes),
    model.save().slice(0, 5000),
    "format",
    /: it is cut off; expected a file of safetensors/,
  ],
  [
    "another file",
    (bytes) => model.load(bytes),
    new Uint8Array(64),
    "format",
    /its header is no JSON object/,
  ],
  [
    "the file of another model",
    (bytes) => model.load(bytes),
    core.createModel({ dModel: 32 }).save(),
    "shape",
    /embedding has shape \(114, 32\) in the file, expected \(114, 64\)/,
  ],
  [
    "the file of as many features in other heads",
    (bytes) => model.load(bytes),
    core.createModel({ numHeads: 8 }).save(),
    "shape",
    /model with numHeads "8", and this one's is 4/,
  ],
  [
    "the file of another way to read keys",
    (bytes) => model.load(bytes),
    core.createModel({ keysFrom: "stream" }).save(),
    "shape",
    /keysFrom "stream", and this one's is "words"/,
  ],
  [
    "a file with more in it",
    (bytes) => model.load(bytes),
    file({}, { other: { data: Float32Array.of(1), shape: [1] } }),
    "shape",
    /other has shape \(1\) in the file, expected undefined/,
  ],
  [
    "a file of no step",
    (bytes) => model.load(bytes),
    file({ step: "soon" }),
    "format",
    /step "soon" is no number of steps/,
  ],
  [
    "a file whose step is written otherwise",
    (bytes) => model.load(bytes),
    file({ step: "0x10" }),
    "format",
    /step "0x10" is no number of steps/,
  ],
  [
    "a file whose weights diverged",
    (bytes) => model.load(bytes),
    file({}, { embedding: { data: new Float32Array(114 * 64).fill(NaN), shape: [114, 64] } }),
    "format",
    /embedding holds NaN at element 0, expected finite numbers/,
  ],
  [
    "factors that are no numbers",
    (headScale) => model.predict(`${it} shy`, { headScale }),
    [
      [1, NaN, 1, 1],
      [1, 1, 1, 1],
    ],
    "config",
    /headScale: NaN is not a finite number/,
  ],
  [
    "a factor that is left out",
    (headScale) => model.predict(`${it} shy`, { headScale }),
    [
      [1, undefined, 1, 1],
      [1, 1, 1, 1],
    ],
    "config",
    /headScale: undefined is not a finite number/,
  ],
  [
    "steps without end",
    (steps) => model.train(steps),
    1e15,
    "config",
    /expected 1 to 100000 steps; for more, call it again/,
  ],
  [
    "sentences without end",
    (sentences) => model.evaluate({ sentences }),
    1e15,
    "config",
    /expected 1 to 100000/,
  ],
  [
    "a cut without its list",
    (cut) => model.evaluate({ cut }),
    { layer: 0, from: "it", to: "noun" },
    "config",
    /cut .* is not an array/,
  ],
  ["a cut that is none", (cut) => model.evaluate({ cut }), [null], "config", /cut: layer undefined/],
  [
    "a cut to beyond every sentence",
    (to) => model.evaluate({ cut: [{ layer: 0, from: "it", to }] }),
    25,
    "config",
    /to 25 is not a position from 0 to 19/,
  ],
  [
    "a cut to beyond this sentence",
    (to) => model.predict(`${it} shy`, { cut: [{ layer: 0, from: "it", to }] }),
    15,
    "config",
    /no position 15 to cut to; the sentence has 12/,
  ],
  [
    "a cut from what is not there",
    (from) => model.predict(`${it} shy`, { cut: [{ layer: 0, from, to: 0 }] }),
    "was",
    "config",
    /no blank was to cut from/,
  ],
  [
    "factors that are none",
    (headScale) => model.evaluate({ headScale }),
    [null, null],
    "shape",
    /headScale .* has not 4 numbers/,
  ],
];

for (const [name, act, given, code, message] of REFUSED)
  test(`${name}: refused with "${code}", and the model is unchanged`, () => {
    const stays = () => [model.step, bitsOf(model.parameters()), core.boundary.module.bytesInUse()];
    const refused = () =>
      assert.throws(
        () => act(given),
        (/** @type {any} */ error) => {
          assert.equal(error.name, "HeadscopeError");
          assert.equal(error.code, code, error.message);
          assert.match(error.message, message);
          return true;
        },
      );
    // A block can be 8 bytes larger at its first reuse.
    for (let round = 0; round < 3; round++) {
      refused();
      model.predict(`${it} shy`);
    }
    const before = stays();
    refused();
    model.predict(`${it} shy`);
    assert.deepEqual(stays(), before);
  });

test("a saved model loads up to the largest step; one more is refused", () => {
  const last = core.createModel();
  last.load(file({ step: String(2 ** 53 - 1) }));
  assert.throws(() => last.train(), {
    code: "config",
    message: /^steps 1 after step 9007199254740991 are more than can be counted/,
  });
  last.load(last.save());
  assert.equal(last.step, 2 ** 53 - 1);
});

test("calls on a disposed model throw", () => {
  const gone = core.createModel();
  gone.dispose();
  for (const act of [() => gone.train(), () => gone.predict("it"), () => gone.save(), () => gone.step])
    assert.throws(act, { code: "disposed" });
});

test("a message cuts a long word between two characters", () => {
  const word = `${"x".repeat(39)}é`;
  assert.throws(() => model.predict([word]), {
    id: "unknown_word",
    message: new RegExp(`the word ${"x".repeat(39)}; it knows`),
  });
});
