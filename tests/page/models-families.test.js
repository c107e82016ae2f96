// Checkpoints of each family, and of families that are not known: what is read of them. models-run.test.js holds what they compute against PyTorch.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { FAMILIES, readsPictures } from "../../web/models/state/families.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import {
  CASES,
  TYPES,
  fileOf,
  folderOf,
  rawTensors,
  withTensors,
  withConfig,
} from "./support/checkpoints.js";
import { openCheckpoint } from "../../web/models/index.js";
import { ModelsPage } from "../../web/models/state/page.js";

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
      sinks: false,
      layerKinds: [
        { window: null, positions: "learned" },
        { window: null, positions: "learned" },
      ],
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
      sinks: false,
      layerKinds: [
        { window: 3, positions: "rotary" },
        { window: 3, positions: "rotary" },
      ],
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

/** @typedef {import("./support/checkpoints.js").Folder} Folder */

const UNKNOWN = { model_type: "mystery" };

/** @param {Folder} folder @param {{ as?: string }} [options] @returns {Promise<any>} the error of its opening */
const refusalOf = (folder, options) =>
  readCheckpoint(folder, options).then(
    () => assert.fail("it opens"),
    (error) => error,
  );

test("an unknown model_type says which family its config and all its tensors fit", async () => {
  for (const name of CASES.filter((each) => !each.startsWith("bert-relative"))) {
    // (transformers saves the positions of relative_key without a use for them)
    const { family } = (await readCheckpoint(folderOf(name))).info;
    const { id, message, parameters } = await refusalOf(withConfig(folderOf(name), UNKNOWN));
    assert.match(id, /^fits_famil(y|ies)$/, name);
    assert.equal(parameters.family, family, name);
    assert.match(message, new RegExp(`^model_type "mystery" is not known; .* \\{ as: "${family}" \\}`), name);
  }
});

test("of families with the same tensors, the one that reads most fields of the config is first", async () => {
  const like = (/** @type {object} */ change) =>
    refusalOf(withConfig(folderOf("llama"), { ...UNKNOWN, ...change }));
  const plain = await like({});
  assert.deepEqual(
    [plain.parameters.family, plain.parameters.others],
    ["llama", "mistral, smollm3, granite, ministral"],
  );
  assert.equal((await like({ residual_multiplier: 0.5, logits_scaling: 2 })).parameters.family, "granite");
});

test("no family fits a tensor in a layer that none has, weights of other shapes, or weights that are not there", async () => {
  const folder = withConfig(folderOf("llama"), UNKNOWN);
  const more = withTensors(folder, (tensors) =>
    tensors.set(
      "model.layers.0.self_attn.gate.weight",
      /** @type {any} */ (tensors.get("model.norm.weight")),
    ),
  );
  const { "model.safetensors": _, ...none } = folder;
  for (const given of [more, withConfig(folder, { hidden_size: 48 }), none])
    assert.equal((await refusalOf(given)).id, "unknown_family");
  const head = withTensors(folder, (tensors) =>
    tensors.set("score.weight", /** @type {any} */ (tensors.get("model.norm.weight"))),
  );
  assert.equal((await refusalOf(head)).parameters.family, "llama", "a task's head is none of the layers");
});

test("a model that is tried computes what the family computes, under any prefix, and is marked", async () => {
  const text = { ids: [3, 1, 4] };
  for (const name of ["llama", "bert"]) {
    const renamed = withTensors(
      folderOf(name),
      (tensors) =>
        new Map(Array.from(tensors, ([own, raw]) => [own.replace(/^(model|bert)\./, "mystery."), raw])),
    );
    const known = await openCheckpoint(folderOf(name));
    const tried = await openCheckpoint(withConfig(renamed, UNKNOWN), { as: name });
    assert.deepEqual(tried.info, { ...known.info, tried: "mystery" });
    assert.equal(known.info.tried, undefined);
    const [expected, found] = [await known.run(text), await tried.run(text)];
    assert.deepEqual(found.attention(1), expected.attention(1), name);
    assert.deepEqual(found.predictions(1, 3), expected.predictions(1, 3), name);
  }
  const own = await readCheckpoint(folderOf("llama"), { as: "llama" });
  assert.equal(own.info.tried, undefined, "its own family is no trial");
});

test("a model is tried as a family that reads text", async () => {
  for (const as of ["lama", "vit", "constructor"])
    assert.match(
      (await refusalOf(folderOf("llama"), { as })).message,
      new RegExp(`^as is "${as}"; expected one of the families that read text: gpt2, gpt_neox, `),
    );
  const { id } = await refusalOf(folderOf("llama"), { as: "gpt2" });
  assert.equal(id, "names_of_another_family");
});

test("a refused family is refused by what it has, before its weights are read", async () => {
  const { "model.safetensors": _, ...folder } = folderOf("llama");
  for (const [type, what] of Object.entries({
    mamba: "a state space in place of attention",
    rwkv: "a recurrence in place of attention",
    jamba: "some of its layers",
    longformer: "windows or blocks of keys",
    big_bird: "windows or blocks of keys",
    xlnet: "relative positions, which have a projection of their own",
    "deberta-v2": "disentangled",
    reformer: "hashing",
    fnet: "Fourier transforms",
    whisper: "it reads sound",
    gemma3: "it reads pictures within text",
  })) {
    const { id, message } = await refusalOf(withConfig(folder, { model_type: type }));
    assert.equal(id, "family_refused", type);
    assert.ok(message.startsWith(`model_type "${type}" is not read: `), message);
    assert.ok(message.includes(what), message);
  }
});

test("the page offers to try a model as the family that it fits, and shows it so", async () => {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  const files = /** @type {any} */ (
    Object.fromEntries(
      Object.entries(withConfig(folderOf("gpt2"), UNKNOWN)).map(([file, bytes]) => [file, new Blob([bytes])]),
    )
  );
  await page.openings.open({ name: "new", files });
  assert.equal(page.state.trial?.family, "gpt2");
  await page.state.trial?.open();
  assert.deepEqual([page.state.refused, page.state.trial], [null, null]);
  assert.deepEqual([page.opened.name, page.opened.model.info.tried], ["new", "mystery"]);
  await page.write("the cat");
  assert.ok(page.state.run);
  await page.openings.open({
    name: "other",
    files: /** @type {any} */ (withConfig(folderOf("gpt2"), { model_type: "mamba" })),
  });
  assert.equal(page.state.trial, null, "nothing to try of what is refused");
  page.rest();
});
