// A model_type that is no family: what its refusal says, and models that are tried as another family's.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { CASES, folderOf, withConfig, withTensors } from "./support/checkpoints.js";

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
