// Checkpoints of each family: what is read of them. models-run.test.js holds what they compute against PyTorch.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { FAMILIES, readsPictures } from "../../web/models/state/families.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { CASES, TYPES, fileOf, folderOf, rawTensors, withTensors } from "./support/checkpoints.js";

test("every family has a case", () => {
  const files = ["checkpoints", "families", "encoder-decoders"].flatMap((folder) => {
    const root = inRoot(`tests/fixtures/${folder}`);
    const names = readdirSync(root).filter((name) => !name.includes("."));
    return names.map((name) => `${root}/${name}/config.json`);
  });
  const families = files.map((file) => JSON.parse(readFileSync(file, "utf8")).model_type);
  const ofText = Object.keys(FAMILIES).filter((name) => !readsPictures({ model_type: name })); // models-vision.test.js has the others
  assert.deepEqual([...new Set(families)].sort(), ofText.sort());
});

test("the same numbers are read in F32, F16 and BF16", async () => {
  for (const name of CASES) {
    const [float, ...halves] = await Promise.all(TYPES.map((type) => readCheckpoint(folderOf(name, type))));
    for (const tensor of float.stored.keys()) {
      const expected = await float.weights.tensor(tensor);
      for (const half of halves)
        assert.deepEqual(await half.weights.tensor(tensor), expected, `${name} ${tensor}`);
    }
    for (const half of halves) assert.deepEqual(half.info, float.info);
  }
});

test("a model says its sizes", async () => {
  const info = async (/** @type {string} */ name) => (await readCheckpoint(folderOf(name))).info;
  assert.deepEqual(await info("gpt2"), {
    ...{
      family: "gpt2",
      layers: 2,
      heads: 4,
      kvHeads: 4,
      dModel: 16,
      dHead: 4,
      vocabulary: 46,
      causal: true,
    },
    parameters: 46 * 16 + 12 * 16 + 2 * (12 * 16 * 16 + 13 * 16) + 2 * 16, // masks are no parameters
  });
  assert.deepEqual(await info("mistral"), {
    ...{
      family: "mistral",
      layers: 2,
      heads: 4,
      kvHeads: 2,
      dModel: 16,
      dHead: 6,
      vocabulary: 48,
      causal: true,
    },
    parameters: 2 * 48 * 16 + 2 * (2 * 16 * 24 + 2 * 16 * 12 + 3 * 16 * 24 + 2 * 16) + 16,
  });
  assert.equal((await info("bert")).causal, false);
});

/** Tensors under other names. @param {(name: string) => string} named */
const renamed = (named) => (/** @type {Map<string, import("./support/checkpoints.js").Raw>} */ tensors) =>
  new Map(Array.from(tensors, ([name, tensor]) => [named(name), tensor]));

test("names are read with and without the prefix of a head model, and norms by both of their names", async () => {
  for (const name of CASES) {
    const { prefix } = FAMILIES[(await readCheckpoint(folderOf(name))).info.family];
    const isOutput = (/** @type {string} */ tensor) => /^(cls|lm_head|vocab_|embed_out)/.test(tensor);
    const without = withTensors(
      folderOf(name),
      renamed((tensor) => (tensor.startsWith(prefix) ? tensor.slice(prefix.length) : tensor)),
    );
    const within = withTensors(
      without,
      renamed((tensor) => (isOutput(tensor) ? tensor : prefix + tensor)),
    );
    const [bare, headed] = [await readCheckpoint(without), await readCheckpoint(within)];
    assert.deepEqual(bare.model.description, headed.model.description);
    assert.deepEqual([...bare.model.tensors.keys()], [...headed.model.tensors.keys()], name);
    assert.ok(
      [...headed.model.tensors.values()].some((tensor) => tensor.name.startsWith(prefix)),
      name,
    );
  }
  const older = await readCheckpoint(folderOf("bert"));
  const names = (/** @type {string} */ tensor) => tensor.replace(/gamma$/, "weight").replace(/beta$/, "bias");
  const newer = await readCheckpoint(withTensors(folderOf("bert"), renamed(names)));
  assert.deepEqual([...newer.model.tensors.keys()], [...older.model.tensors.keys()]);
});

test("a tied output may be there as well, and is counted once; an output that is missing predicts nothing", async () => {
  const gpt2 = await readCheckpoint(folderOf("gpt2"));
  const copied = await readCheckpoint(
    withTensors(folderOf("gpt2"), (tensors) =>
      tensors.set("lm_head.weight", /** @type {any} */ (tensors.get("wte.weight"))),
    ),
  );
  assert.deepEqual([copied.info, copied.model.unused], [gpt2.info, []]);
  assert.equal(copied.model.predicts, true);
  const drop = (/** @type {RegExp} */ names) => (/** @type {Map<string, any>} */ tensors) =>
    new Map([...tensors].filter(([name]) => !names.test(name)));
  for (const [name, output] of /** @type {[string, RegExp][]} */ ([
    ["llama", /^lm_head/],
    ["bert", /^cls/],
    ["roberta", /^lm_head/],
  ]))
    assert.equal(
      (await readCheckpoint(withTensors(folderOf(name), drop(output)))).model.predicts,
      false,
      name,
    );
});

test("tensors that no model computes with are named, and buffers are not", async () => {
  const { unused } = (await readCheckpoint(folderOf("bert"))).model;
  assert.deepEqual([...unused].sort(), [
    ...[
      "bert.pooler.dense.bias",
      "bert.pooler.dense.weight",
      "cls.seq_relationship.bias",
      "cls.seq_relationship.weight",
    ],
  ]);
  for (const name of ["gpt2", "gpt_neox"])
    assert.deepEqual((await readCheckpoint(folderOf(name))).model.unused, []);
});

test("weights in several files are one model", async () => {
  const folder = folderOf("llama");
  const tensors = [...rawTensors(folder["model.safetensors"])];
  const half = Math.floor(tensors.length / 2);
  const shards = {
    "model-00001-of-00002.safetensors": tensors.slice(0, half),
    "model-00002-of-00002.safetensors": tensors.slice(half),
  };
  const map = Object.entries(shards).flatMap(([file, part]) => part.map(([name]) => [name, file]));
  const { "model.safetensors": _, ...others } = folder;
  const index = new TextEncoder().encode(
    JSON.stringify({ metadata: {}, weight_map: Object.fromEntries(map) }),
  );
  /** @type {{ done: number, total: number }[]} */
  const steps = [];
  const sharded = await readCheckpoint(
    {
      ...others,
      "model.safetensors.index.json": index,
      ...Object.fromEntries(Object.entries(shards).map(([file, part]) => [file, fileOf(new Map(part))])),
    },
    { onProgress: (step) => steps.push(step) },
  );
  const whole = await readCheckpoint(folder);
  assert.deepEqual(sharded.info, whole.info);
  for (const [name] of tensors)
    assert.deepEqual(await sharded.weights.tensor(name), await whole.weights.tensor(name), name);
  assert.deepEqual(steps, [
    { done: 1, total: 2 },
    { done: 2, total: 2 },
  ]);
});
