// The weights that come with the page equal those of training at the default settings, to the bit.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { defaultModelFiles } from "../../tools/lib/default-model.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import {
  DEFAULT_FILE,
  DEFAULT_MODEL,
  MODEL_FILES,
  STORY_STEP,
  isDefaultModel,
  modelFile,
} from "../../web/kit/state/default-model.js";
import { TRAIN_DEFAULTS, modelOptions } from "../../web/kit/state/training-settings.js";
import { TASKS } from "../../web/kit/state/training-tasks.js";

const core = await loadCore();
const file = readFileSync(inRoot("models", DEFAULT_FILE));

test("the weights and the numbers of the opening equal the result of training, to the bit", async () => {
  for (const [name, content] of await defaultModelFiles())
    assert.ok(readFileSync(inRoot(name)).equals(content), `${name}: npm run models writes it anew`);
  assert.ok(file.length < 210e3, `${file.length} bytes`);
});

test("the file's model is that of the default settings, at the last step", () => {
  const { config, words } = core.createModel(modelOptions(TRAIN_DEFAULTS));
  const { task, numHeads, dModel, layers, seed, keysFrom } = config;
  const { stack, step, ...others } = DEFAULT_MODEL;
  assert.deepEqual({ task, heads: numHeads, dModel, layers, seed }, others);
  assert.deepEqual([stack, keysFrom], ["crisp", "words"]);
  assert.equal(step, TASKS[task].steps);
  assert.ok(words.length > 100);
});

test("omitted settings select the same model, and other values another", () => {
  assert.ok(isDefaultModel({ ...DEFAULT_MODEL, layers: null }));
  for (const change of [{ seed: 2 }, { step: 575 }, { heads: 8 }, { layers: 1 }, { stack: "ordinary" }])
    assert.ok(!isDefaultModel(/** @type {any} */ ({ ...DEFAULT_MODEL, ...change })), JSON.stringify(change));
});

test("two steps of the model have a file, and no other model has one", () => {
  assert.equal(modelFile(DEFAULT_MODEL), DEFAULT_FILE);
  assert.equal(modelFile({ ...DEFAULT_MODEL, step: STORY_STEP }), MODEL_FILES[STORY_STEP]);
  for (const change of [{ step: 124 }, { seed: 2, step: STORY_STEP }])
    assert.equal(modelFile(/** @type {any} */ ({ ...DEFAULT_MODEL, ...change })), undefined);
});

test("the file gives the same parameters, and training continues from its step", () => {
  const model = core.createModel(modelOptions(TRAIN_DEFAULTS));
  model.load(file);
  assert.equal(model.step, 600);
  const said = model.predict("the animal did not cross the street because it was too wide");
  assert.equal(said.blanks[0].words[0].word, "street");
  model.dispose();
});
