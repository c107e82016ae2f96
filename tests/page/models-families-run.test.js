// What models of each family compute, against Hugging Face's transformers: tests/fixtures/families.py makes the cases.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { readSafetensors } from "../../web/core/safetensors.js";
import { loadCore } from "../../web/core/index.js";
import { openCheckpoint } from "../../web/models/index.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { json, rawTensors, withConfig } from "./support/checkpoints.js";

/** @typedef {import("./support/checkpoints.js").Folder} Folder */

const ROOT = inRoot("tests/fixtures/families");
const CASES = readdirSync(ROOT);

/** Largest difference, by the scale of what is expected. */
const CLOSE = 1e-5;

/** @param {string} name @param {string} file */
const read = (name, file) => new Uint8Array(readFileSync(`${ROOT}/${name}/${file}`));

/** The files of a case that a model is opened from. @param {string} name @returns {Folder} */
const folderOf = (name) =>
  Object.fromEntries(
    readdirSync(`${ROOT}/${name}`)
      .filter((file) => file !== "case.json" && file !== "expected.safetensors")
      .map((file) => [file, read(name, file)]),
  );

/** @param {string} name @returns {{ ids: number[], types?: number[], attentionMask: number[] }} */
const caseOf = (name) => JSON.parse(new TextDecoder().decode(read(name, "case.json")));

/** @param {ArrayLike<number>} found @param {ArrayLike<number>} expected @param {string} what */
function requireClose(found, expected, what) {
  assert.equal(found.length, expected.length, what);
  const scale = Math.max(...Array.from(expected, Math.abs));
  const most = Math.max(...Array.from(expected, (value, i) => Math.abs(value - found[i])));
  assert.ok(most <= CLOSE * scale, `${what}: ${most} of ${scale}`); // false for NaN
}

/** log softmax of each row. @param {{ data: Float32Array, shape: readonly number[] }} logits */
function logProbabilities({ data, shape: [rows, columns] }) {
  return Array.from({ length: rows }, (_, i) => {
    const row = Array.from(data.subarray(i * columns, (i + 1) * columns));
    const most = Math.max(...row);
    const sum = row.reduce((total, value) => total + Math.exp(value - most), 0);
    return row.map((value) => value - most - Math.log(sum));
  });
}

/** Modules of embeddings of their own width. @type {Record<string, { words: string, project: string }>} */
const PROJECTIONS = {
  albert: {
    words: "albert.embeddings.word_embeddings",
    project: "albert.encoder.embedding_hidden_mapping_in",
  },
  electra: { words: "electra.embeddings.word_embeddings", project: "electra.embeddings_project" },
  "opt-post": { words: "model.decoder.embed_tokens", project: "model.decoder.project_in" },
};

/** The numbers of a tensor, which is stored as F32 or BF16. @param {import("./support/checkpoints.js").Raw | undefined} tensor @returns {Float32Array} */
function numbersOf({ dtype, bytes } = { dtype: "F32", shape: [0], bytes: new Uint8Array() }) {
  const { buffer } = bytes.slice();
  if (dtype === "F32") return new Float32Array(buffer);
  assert.equal(dtype, "BF16");
  return new Float32Array(Uint32Array.from(new Uint16Array(buffer), (half) => half << 16).buffer);
}

for (const [name, modules] of Object.entries(PROJECTIONS))
  test(`${name}: a head looks for embeddings as its layer reads them, behind their projection`, async () => {
    const model = await openCheckpoint(folderOf(name));
    const tensors = rawTensors(read(name, "model.safetensors"));
    const words = numbersOf(tensors.get(`${modules.words}.weight`));
    const project = numbersOf(tensors.get(`${modules.project}.weight`));
    const bias = numbersOf(tensors.get(`${modules.project}.bias`));
    const width = project.length / model.info.dModel;
    const vocabulary = words.length / width;
    const { dModel, heads, layers } = model.info;
    const embedding = (/** @type {number} */ id) =>
      Array.from({ length: dModel }, (_, i) => {
        let sum = bias[i] ?? 0;
        for (let k = 0; k < width; k++) sum += project[i * width + k] * words[id * width + k];
        return sum;
      });
    const run = await model.run({ ids: [3, 4] });
    const head = heads - 1;
    const { weights } = await run.parts(layers - 1);
    const through = (
      /** @type {{ data: Float32Array, shape: readonly number[] }} */ matrix,
      /** @type {number} */ id,
    ) => {
      const columns = matrix.shape[1];
      const size = columns / heads;
      const x = embedding(id);
      return Array.from({ length: size }, (_, i) =>
        x.reduce((sum, each, row) => sum + each * matrix.data[row * columns + head * size + i], 0),
      );
    };
    const query = through(weights.wQ, 5);
    const scores = Array.from({ length: vocabulary }, (_, id) => {
      const key = through(weights.wK, id);
      return query.reduce((sum, each, i) => sum + each * key[i], 0);
    });
    const likeliest = scores.toSorted((a, b) => b - a).slice(0, 8);
    const { looksFor, raises } = await (await model.circuit(layers - 1, head)).pieces(5, 8);
    requireClose(
      looksFor.map(({ score }) => score),
      likeliest,
      "the largest scores",
    );
    requireClose(
      looksFor.map(({ score }) => score),
      looksFor.map(({ id }) => scores[id]),
      "scores by id",
    );
    assert.equal(raises.length, 8);
    model.dispose();
  });

for (const name of ["llama-classes", "olmo2-bias", "electra-discriminator"])
  test(`${name}, which predicts nothing, has circuits, but no pieces that a head raises`, async () => {
    const model = await openCheckpoint(folderOf(name));
    const { copying, pieces } = await model.circuit(0, 0);
    assert.ok(Number.isFinite(copying));
    await assert.rejects(pieces(5), { code: "config", id: "predicts_nothing" });
    model.dispose();
  });

/** Cases whose last hidden state transformers gives after another matrix. */
const PROJECTED = ["opt-post"];

for (const name of CASES)
  test(`${name} computes what transformers computes`, async () => {
    const expected = /** @type {Record<string, any>} */ (
      readSafetensors(read(name, "expected.safetensors")).tensors
    );
    const { ids, types, attentionMask } = caseOf(name);
    const model = await openCheckpoint(folderOf(name));
    const { layers, vocabulary, causal } = model.info;
    const run = await model.run({ ids, types });
    for (let layer = 0; layer < layers; layer++)
      requireClose(run.attention(layer).data, expected[`attention.${layer}`].data, `attention ${layer}`);
    for (let layer = 0; layer < layers + (PROJECTED.includes(name) ? 0 : 1); layer++)
      requireClose(run.hidden(layer).data, expected[`hidden.${layer}`].data, `hidden ${layer}`);
    const { logits } = expected;
    if (logits?.shape[1] === vocabulary) {
      const scale = Math.max(...Array.from(logits.data, Math.abs));
      for (const [i, row] of logProbabilities(logits).entries())
        for (const { id, probability } of run.predictions(i, vocabulary))
          assert.ok(Math.abs(Math.log(probability) - row[id]) < 2 * CLOSE * scale, `logit ${i} ${id}`);
    }
    const masked = await model.run({ ids, types }, { attentionMask });
    const last = `masked.attention.${layers - 1}`;
    requireClose(masked.attention(layers - 1).data, expected[last].data, last);

    const walk = await run.walk(layers - 1);
    requireClose(/** @type {any} */ (walk.attention).data, run.attention(layers - 1).data, "walk");
    walk.dispose();
    const maskedWalk = await masked.walk(layers - 1);
    requireClose(/** @type {any} */ (maskedWalk.attention).data, expected[last].data, "masked walk");
    maskedWalk.dispose();
    const { steps } = await run.block(0);
    requireClose(/** @type {any} */ (Object.values(steps).at(-1)).data, run.hidden(1).data, "block");

    if (causal) {
      let going = await model.run({ ids: ids.slice(0, -2) }, { caches: true });
      for (const id of ids.slice(-2)) going = await going.goOn(id);
      requireClose(going.attention(layers - 1).data, run.attention(layers - 1).data, "token by token");
    }
    model.dispose();
  });

test("a block of experts shows the weights of the chosen ones, and only these are read", async () => {
  const folder = folderOf("mixtral");
  const model = await openCheckpoint(folder);
  const run = await model.run({ ids: caseOf("mixtral").ids });
  const { steps } = await run.block(1);
  const { data, shape } = /** @type {any} */ (steps.router);
  assert.deepEqual(shape, [1, 9, 3]);
  for (let token = 0; token < 9; token++) {
    const weights = Array.from(data.subarray(3 * token, 3 * token + 3));
    assert.equal(weights.filter((weight) => weight > 0).length, 2);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight) - 1) < 1e-6);
  }
  const sum = Array.from(steps.middle.data, (value, i) => Math.fround(value + steps.down.data[i]));
  assert.deepEqual(Array.from(steps.stream.data), sum);

  const one = await readCheckpoint(folder);
  const read = /** @type {Set<string>} */ (new Set());
  const bytes = one.weights.bytes.bind(one.weights);
  one.weights.bytes = (name, part) => (read.add(name), bytes(name, part));
  const transformer = new Transformer(await loadCore(), one);
  const { ids } = caseOf("mixtral");
  const { data: routed } = /** @type {any} */ ((await run.block(0)).steps.router);
  await transformer.run({ ids: ids.slice(0, 1), types: [0], answers: [-1] });
  for (let expert = 0; expert < 3; expert++)
    assert.equal(
      read.has(`model.layers.0.block_sparse_moe.experts.${expert}.w1.weight`),
      routed[expert] > 0,
      `expert ${expert}`,
    );
  transformer.dispose();
  model.dispose();
});

test("heads of latent attention have values, contributions and patches, and no circuits", async () => {
  const model = await openCheckpoint(folderOf("deepseek_v2"));
  const { ids } = caseOf("deepseek_v2");
  const run = await model.run({ ids });
  const { numbers: values } = await run.ofHead("values", 1, 1);
  const { numbers: pattern } = await run.ofHead("pattern", 1, 1);
  const { numbers: output } = await run.ofHead("output", 1, 1);
  assert.deepEqual(
    [values.shape, output.shape],
    [
      [9, 5],
      [9, 5],
    ],
  );
  const summed = Array.from(output.data, (_, at) => {
    const [token, feature] = [Math.floor(at / 5), at % 5];
    let sum = 0;
    for (let key = 0; key < 9; key++) sum += pattern.data[9 * token + key] * values.data[5 * key + feature];
    return sum;
  });
  requireClose(summed, output.data, "weights times values");
  const { logit, remainder, parts } = await run.contributions(5);
  assert.ok(Math.abs(remainder) < CLOSE * Math.max(1, Math.abs(logit)));
  assert.equal(parts.length, 2 + 3 * (2 + 1));
  const other = await model.run({ ids: ids.toReversed() });
  const patch = { from: other, what: /** @type {const} */ ("values"), layer: 1, head: 1 };
  const patched = await model.run({ ids }, { patch });
  requireClose(
    (await patched.ofHead("values", 1, 1)).numbers.data,
    (await other.ofHead("values", 1, 1)).numbers.data,
    "patch",
  );
  await assert.rejects(model.circuit(1, 0), { id: "no_circuit_of_latents" });
  model.dispose();
});

test("options that a family has and the core has not are refused, by their names", async () => {
  for (const [name, change, message] of /** @type {[string, Record<string, unknown>, RegExp][]} */ ([
    ["gemma", { use_bidirectional_attention: true }, /use_bidirectional_attention is true; expected false/],
    [
      "gemma3_text",
      { use_bidirectional_attention: true },
      /use_bidirectional_attention is true; expected false/,
    ],
    [
      "gemma3_text",
      { layer_types: ["chunked_attention"] },
      /layer_types is .*; expected one of sliding_attention, full_attention for each of 3 layers/,
    ],
    [
      "olmo",
      { clip_qkv: 8 },
      /clip_qkv is 8; expected null: models whose queries, keys and values are clipped are not read/,
    ],
    ["olmo2", { hidden_act: "mish" }, /hidden_act is "mish"; expected one of gelu/],
    [
      "olmo3",
      { rope_parameters: { full_attention: { rope_type: "proportional" }, sliding_attention: {} } },
      /rope_parameters\.full_attention\.rope_type is "proportional"; expected one of default/,
    ],
    ["phi", { qk_layernorm: true }, /qk_layernorm is true; expected false/],
    [
      "phi3-longrope",
      { rope_parameters: { rope_type: "longrope", short_factor: [1], long_factor: [1, 2, 3] } },
      /rope_parameters\.short_factor is "\[1\]"; expected 3 numbers above 0/,
    ],
    [
      "smollm3",
      { no_rope_layers: [1, 2, 1] },
      /no_rope_layers is .*; expected one of 0, 1 for each of 3 layers/,
    ],
    ["granite", { logits_scaling: 0 }, /logits_scaling is 0; expected a number above 0/],
    ["stablelm", { qk_layernorm: true }, /qk_layernorm is true; expected false/],
    ["starcoder2", { sliding_window: 0 }, /sliding_window is 0; expected a whole number/],
    ["ministral", { layer_types: ["full_attention"] }, /layer_types is .*; expected one of/],
    ["xlm-roberta", { add_cross_attention: true }, /add_cross_attention is true; expected false/],
    ["camembert", { add_cross_attention: true }, /add_cross_attention is true; expected false/],
    ["ernie", { add_cross_attention: true }, /add_cross_attention is true; expected false/],
    ["electra", { add_cross_attention: true }, /add_cross_attention is true; expected false/],
    ["cohere", { use_qk_norm: true }, /use_qk_norm is true; expected false/],
    ["cohere2", { logit_scale: -1 }, /logit_scale is -1; expected a number above 0/],
    [
      "mpnet",
      { relative_attention_num_buckets: 16 },
      /relative_attention_num_buckets is 16; expected a whole number from 32 to 32/,
    ],
    ["albert", { inner_group_num: 2 }, /inner_group_num is 2; expected a whole number from 1 to 1/],
    ["modernbert", { layer_types: ["local"] }, /layer_types is .*; expected one of/],
    [
      "gpt_neo",
      { attention_layers: ["global", "local", "axial"] },
      /attention_layers is .*; expected one of global, local for each of 3 layers/,
    ],
    ["gptj", { rotary_dim: 5 }, /5 of 8 features are to be turned; expected an even number from 2 on/],
    ["opt", { word_embed_proj_dim: 0 }, /word_embed_proj_dim is 0; expected a whole number/],
    [
      "bloom",
      { apply_residual_connection_post_layernorm: true },
      /apply_residual_connection_post_layernorm is true; expected false/,
    ],
    ["falcon", { alibi: true }, /alibi is true; expected false/],
    ["mixtral", { num_experts_per_tok: 4 }, /num_experts_per_tok is 4; expected a whole number from 1 to 3/],
    ["qwen2_moe", { decoder_sparse_step: 0 }, /decoder_sparse_step is 0; expected a whole number/],
    [
      "qwen3_moe",
      { mlp_only_layers: ["0"] },
      /mlp_only_layers is .*; expected numbers of layers, from 0 to 1/,
    ],
    ["gpt_oss", { sliding_window: 0 }, /sliding_window is 0; expected a whole number/],
    ["deepseek_v2", { mlp_bias: true }, /mlp_bias is true; expected false/],
    [
      "deepseek_v2",
      { topk_method: "noaux_tc" },
      /topk_method is "noaux_tc"; expected one of greedy, group_limited_greedy/,
    ],
    ["deepseek_v2-groups", { n_group: 3 }, /n_group is 3; expected a number that divides 4/],
    [
      "llama-yarn",
      { rope_parameters: { rope_type: "yarn", factor: -1 } },
      /rope_parameters\.factor is -1; expected a number above 0/,
    ],
  ]))
    await assert.rejects(
      readCheckpoint(withConfig(folderOf(name), change)),
      { code: "config", message },
      `${name} ${JSON.stringify(change)}`,
    );
});

/** A folder whose config lacks fields and has others. @param {string} name @param {Record<string, unknown>} change */
function older(name, { rope_parameters: _, ...change }) {
  const folder = folderOf(name);
  const {
    rope_parameters: newer,
    layer_types: kinds,
    ...config
  } = JSON.parse(new TextDecoder().decode(folder["config.json"]));
  assert.ok(newer, "the case has rotary parameters");
  return { ...folder, "config.json": json({ ...config, ...change }) };
}

test("configs from before transformers 5 describe the same model", async () => {
  const described = async (/** @type {Folder} */ folder) => (await readCheckpoint(folder)).model.description;
  for (const [name, change] of /** @type {[string, Record<string, unknown>][]} */ ([
    [
      "gemma3_text",
      {
        rope_theta: 3000,
        rope_local_base_freq: 100,
        rope_scaling: { rope_type: "linear", factor: 8 },
        layer_types: ["sliding_attention", "full_attention", "sliding_attention"],
      },
    ],
    [
      "gemma3_text",
      {
        rope_theta: 3000,
        rope_local_base_freq: 100,
        rope_scaling: { rope_type: "linear", factor: 8 },
        sliding_window_pattern: 2,
      },
    ],
    ["modernbert", { global_rope_theta: 160000, local_rope_theta: 10000 }],
    [
      "phi3-longrope",
      { rope_theta: 1000, rope_scaling: { type: "su", short_factor: [1, 1.5, 2], long_factor: [1, 3, 9] } },
    ],
    [
      "llama-yarn",
      { rope_theta: 500, rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 8 } },
    ],
    ["stablelm", { rope_theta: 10000, partial_rotary_factor: 0.25 }],
  ]))
    assert.deepEqual(await described(older(name, change)), await described(folderOf(name)), name);
});
