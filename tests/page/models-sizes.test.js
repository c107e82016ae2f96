// The table of families compared with published models: numbers of parameters, and the memory for opening one.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { describedBy, modelIn } from "../../web/models/state/model.js";
import {
  parametersOf,
  parametersOfClassifier,
  parametersOfOutput,
} from "../../web/models/state/parameters.js";
import { json } from "./support/checkpoints.js";

/**
 * From config.json on the hub, which omits fields with the family's defaults.
 * @type {[name: string, config: Record<string, unknown>, parameters: number][]}
 */
const PUBLISHED = [
  ["GPT-2", { model_type: "gpt2" }, 124_439_808],
  ["BERT base, uncased, for masked pieces", { model_type: "bert" }, 109_514_298],
  ["DistilBERT base, uncased, for masked pieces", { model_type: "distilbert" }, 66_985_530],
  [
    "RoBERTa base, for masked pieces",
    { model_type: "roberta", max_position_embeddings: 514, type_vocab_size: 1 },
    124_697_433,
  ],
  [
    "Pythia 70M",
    {
      ...{ model_type: "gpt_neox", hidden_size: 512, intermediate_size: 2048, num_attention_heads: 8 },
      ...{ num_hidden_layers: 6, vocab_size: 50304 },
    },
    70_426_624,
  ],
  [
    "TinyLlama 1.1B",
    {
      ...{ model_type: "llama", hidden_size: 2048, intermediate_size: 5632, num_attention_heads: 32 },
      ...{ num_hidden_layers: 22, num_key_value_heads: 4 },
    },
    1_100_048_384,
  ],
  ["Mistral 7B", { model_type: "mistral" }, 7_241_732_096],
  [
    "Qwen2.5 0.5B",
    {
      ...{ model_type: "qwen2", hidden_size: 896, intermediate_size: 4864, num_attention_heads: 14 },
      ...{ num_hidden_layers: 24, num_key_value_heads: 2, tie_word_embeddings: true },
    },
    494_032_768,
  ],
  [
    "Qwen3 0.6B",
    {
      ...{ model_type: "qwen3", hidden_size: 1024, intermediate_size: 3072, num_attention_heads: 16 },
      ...{ num_hidden_layers: 28, num_key_value_heads: 8, tie_word_embeddings: true },
    },
    596_049_920,
  ],
  ["Gemma 2 2B", { model_type: "gemma2" }, 2_614_341_888],
  [
    "Gemma 2B",
    {
      ...{ model_type: "gemma", hidden_size: 2048, intermediate_size: 16384, num_hidden_layers: 18 },
      ...{ num_attention_heads: 8, num_key_value_heads: 1 },
    },
    2_506_172_416,
  ],
  [
    "Phi-2",
    {
      ...{ model_type: "phi", hidden_size: 2560, intermediate_size: 10240, num_hidden_layers: 32 },
      partial_rotary_factor: 0.4,
    },
    2_779_683_840,
  ],
  ["GPT-Neo 125M", { model_type: "gpt_neo", hidden_size: 768, num_layers: 12, num_heads: 12 }, 125_198_592],
  ["OPT 125M", { model_type: "opt" }, 125_239_296],
  ["BLOOM 560M", { model_type: "bloom", hidden_size: 1024, n_layer: 24, n_head: 16 }, 559_214_592],
  ["StarCoder2 3B", { model_type: "starcoder2" }, 3_030_371_328],
  ["ViT base, of 1,000 classes", { model_type: "vit", num_labels: 1000 }, 86_567_656],
  ["CLIP's vision model, base, patches of 32", { model_type: "clip_vision_model" }, 87_456_000],
];

/** Every tensor of a config, as in a file. @param {Record<string, unknown>} config */
function asked(config) {
  const { description, names, prefix } = describedBy(config);
  const { classifiers } = names.output;
  const output = classifiers
    ? classifiers.slice(0, 1).flatMap((each) => [...parametersOfClassifier(description, each)])
    : parametersOfOutput(description, names, prefix);
  let end = 0;
  return new Map(
    [...parametersOf(description, names, prefix), ...output].map((each) => {
      const begin = end;
      end += 2 * each.shape.reduce((a, b) => a * b);
      return [
        each.names[0],
        { dtype: "BF16", shape: [...each.shape], begin, end, source: /** @type {any} */ (null) },
      ];
    }),
  );
}

test("sizes are read by a family's own names, and by those that all families share in transformers", () => {
  const shared = { hidden_size: 96, num_attention_heads: 6, num_hidden_layers: 3 };
  const positions = { max_position_embeddings: 40 };
  const sizesOf = (/** @type {Record<string, unknown>} */ config) => {
    const { dModel, heads, layers, longest } = describedBy(config).description;
    return { dModel, heads, layers, longest };
  };
  const expected = { dModel: 96, heads: 6, layers: 3, longest: 40 };
  for (const [family, own] of /** @type {const} */ ([
    ["gpt2", { n_embd: 96, n_head: 6, n_layer: 3, n_positions: 40 }],
    ["gptj", { n_embd: 96, n_head: 6, n_layer: 3, n_positions: 40, rotary_dim: 8 }],
    ["gpt_neo", { hidden_size: 96, num_heads: 6, num_layers: 3, ...positions }],
    ["distilbert", { dim: 96, n_heads: 6, n_layers: 3, ...positions }],
    ["bloom", { n_embed: 96, n_head: 6, n_layer: 3, seq_length: 40 }],
  ])) {
    const others = { rotary_dim: 8, seq_length: 40 };
    assert.deepEqual(sizesOf({ model_type: family, ...own }), expected, `${family}, its own names`);
    const named = { model_type: family, ...shared, ...positions, ...others };
    assert.deepEqual(sizesOf(named), expected, `${family}, shared names`);
  }
  const published = { model_type: "bloom", n_embed: 1024, n_layer: 24, num_attention_heads: 16 };
  assert.equal(describedBy(published).description.heads, 16);
});

test("ModernBERT's local layers without a base of their own turn by the global one", () => {
  const basesOf = (/** @type {Record<string, unknown>} */ more) =>
    describedBy({ model_type: "modernbert", ...more })
      .description.ropes.slice(0, 2)
      .map((rope) => rope?.base);
  assert.deepEqual(basesOf({}), [160_000, 10_000]);
  assert.deepEqual(basesOf({ local_rope_theta: null }), [160_000, 160_000]);
  assert.deepEqual(basesOf({ local_rope_theta: null, global_rope_theta: 5000 }), [5000, 5000]);
});

for (const [name, config, parameters] of PUBLISHED)
  test(`${name} has ${parameters.toLocaleString("en")} parameters`, () =>
    assert.equal(modelIn(config, asked(config)).parameters, parameters));

test("a checkpoint of 2.2 GB opens in little memory, and rows of it are read", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-large-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [, config, parameters] = PUBLISHED[5];
  const tensors = [...asked(config)];
  const header = Object.fromEntries(
    tensors.map(([name, { dtype, shape, begin, end }]) => [
      name,
      { dtype, shape, data_offsets: [begin, end] },
    ]),
  );
  const text = json(header);
  const file = path.join(folder, "model.safetensors");
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true);
  writeFileSync(file, Uint8Array.from([...length, ...text]));
  truncateSync(file, 8 + text.length + 2 * parameters); // zeros that take no room on the disk
  writeFileSync(path.join(folder, "config.json"), json(config));
  const before = process.memoryUsage();
  const { info, weights } = await readCheckpoint(folder);
  assert.equal(info.parameters, parameters);
  const { data } = await weights.rows("model.embed_tokens.weight", [0, 31999, 512]);
  assert.equal(data.length, 3 * 2048);
  const { bytes } = await weights.bytes("model.layers.21.mlp.down_proj.weight");
  assert.equal(bytes.length, 2 * 2048 * 5632);
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  const taken = arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed;
  assert.ok(taken < 64e6, `${(taken / 1e6).toFixed(1)} MB`);
});
