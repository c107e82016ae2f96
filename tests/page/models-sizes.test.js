// The table of families compared with published models: numbers of parameters, and the memory for opening one; and example sentences.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { describedBy, modelIn } from "../../web/models/state/model.js";
import {
  parametersOf,
  parametersOfClassifier,
  parametersOfOutput,
} from "../../web/models/state/parameters.js";
import { json } from "./support/checkpoints.js";
import { KINDS } from "../../web/core/sentence-study.js";
import { openSmallModel } from "../../web/models/small-model.js";
import { factsOf } from "../../web/models/state/sentence-facts.js";
import { bytesOf, columnsOf, readSentences, sentencesOf } from "../../web/models/state/sentences.js";

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

/** @type {import("../../web/models/index.js").Model} */ let model;
before(async () => {
  model = await openSmallModel({ keep: true });
});
after(() => model.dispose());

test("a text is cut at the ends of sentences and lines", () => {
  assert.deepEqual(
    sentencesOf('He sat. "Why?" she asked. No. 5 is Mr. Smith\'s, e.g. here!\r\n\nA line without end'),
    [...["He sat.", '"Why?" she asked.', "No. 5 is Mr. Smith's, e.g. here!", "A line without end"]],
  );
  assert.deepEqual(sentencesOf("猫坐着。狗也坐着！好"), ["猫坐着。", "狗也坐着！", "好"]);
  assert.deepEqual(sentencesOf("One. Two.\nThree. ", { by: "lines" }), ["One. Two.", "Three."]);
  assert.deepEqual(sentencesOf(" \n "), []);
});

/** A file that arrives in pieces of a few bytes. @param {string} text @param {number} size */
async function* pieces(text, size) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** @template T @param {AsyncIterable<T>} items */
async function all(items) {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}

const CSV = 'id,text\r\n1,"A ""good"" cat, é\nsat"\r\n2,It slept';
const JSONL = '{"id": 1, "text": "Eins. Zwei é."}\n\n{"id": 2, "text": "Drei"}\n"vier"\n';

for (const size of [1, 3, 1000])
  test(`files that arrive in pieces of ${size} bytes give their sentences`, async () => {
    assert.deepEqual(await all(readSentences(pieces("One é. Two.\nThree", size), "a.txt")), [
      ...["One é.", "Two.", "Three"],
    ]);
    assert.deepEqual(await all(readSentences(pieces(CSV, size), "a.csv", { column: "text" })), [
      ...['A "good" cat, é', "sat", "It slept"],
    ]);
    assert.deepEqual(await all(readSentences(pieces(JSONL, size), "a.jsonl", { by: "lines" })), [
      ...["Eins. Zwei é.", "Drei", "vier"],
    ]);
  });

test("a quote inside a cell of .csv, and any quote of .tsv, is a letter like others", async () => {
  const read = (/** @type {string} */ text, /** @type {string} */ name) =>
    all(readSentences(pieces(text, 3), name, { column: "text", by: "lines" }));
  const rows = 'id,text\n1,5" wide\n2,a "good" cat\n3,"quoted, ""twice"""\n4,"" \n5,last\n';
  assert.deepEqual(await read(rows, "a.csv"), ['5" wide', 'a "good" cat', 'quoted, "twice"', "last"]);
  assert.deepEqual(await read('id,text\n1,"closed" and "more, a\n2,b', "a.csv"), ['closed and "more', "b"]);
  assert.deepEqual(await read('text,id\n"first","1"\n"second",2\n', "a.csv"), ["first", "second"]);
  assert.deepEqual(await read('id\ttext\n1\t"open\n2\tb"c\n', "a.tsv"), ['"open', 'b"c']);
});

test("long runs of marks are cut in time that grows with their length", () => {
  const text = `${".".repeat(60_000)}x`;
  const begun = process.cpuUsage();
  assert.deepEqual(sentencesOf(text), [text]);
  const { user } = process.cpuUsage(begun); // µs
  assert.ok(user < 1e6); // 6 s if a search begins at each mark
});

test("columns are named by the file", async () => {
  assert.deepEqual(await columnsOf(pieces(CSV, 5), "a.csv"), ["id", "text"]);
  assert.deepEqual(await columnsOf(pieces(JSONL, 5), "a.jsonl"), ["id", "text"]);
  assert.deepEqual(await columnsOf(pieces("x", 5), "a.txt"), []);
  assert.deepEqual(await columnsOf(bytesOf(new Blob(["a\tb\n1\t2"])), "a.tsv"), ["a", "b"]);
});

test("a file without the column, or with a line that is no JSON, is refused with what would work", async () => {
  const read = (/** @type {string} */ text, /** @type {string} */ name, /** @type {string} */ column) =>
    all(readSentences(pieces(text, 9), name, { column }));
  await assert.rejects(read(CSV, "a.csv", "body"), {
    ...{ id: "no_text_column", message: "line 1 has no text in the column body; its columns are id, text" },
  });
  await assert.rejects(read('{"id": 1}', "a.jsonl", "text"), { id: "no_text_column" });
  await assert.rejects(read('{"text": "a"}\nplain', "a.jsonl", "text"), {
    id: "line_is_no_json",
    code: "format",
  });
});

test("words, sentences and kinds follow from the letters and marks of a text", () => {
  const text = "The tired cat: it sat, and slept. A dog came.";
  const tokens = model.tokenize(text);
  const { pieces: ids, words, sentences, kinds } = factsOf(text, tokens, { causal: true });
  const kindOf = (/** @type {string} */ piece) => kinds[tokens.findIndex((token) => token.text === piece)];
  assert.deepEqual(
    ids,
    tokens.map(({ id }) => id),
  );
  const tired = tokens.flatMap(({ start }, i) => (start >= 4 && start < 9 ? [words[i]] : []));
  assert.ok(tired.length > 1 && new Set(tired).size === 1, "pieces of one word have its number");
  assert.equal(kindOf(":"), KINDS.colon);
  assert.equal(kindOf(","), KINDS.separator);
  assert.equal(kindOf("the"), KINDS.functionWord);
  assert.equal(kindOf("dog"), KINDS.noun);
  assert.equal(kindOf("[BOS]"), 0);
  const a = tokens.findIndex(({ text: piece }) => piece === "a");
  assert.deepEqual([sentences[a - 1], sentences[a], sentences.at(-1)], [0, 1, 1]);
  const sat = tokens.find(({ text: piece }) => piece === "sat");
  const masked = factsOf(text, tokens, { causal: false, maskId: sat?.id });
  assert.ok(masked.kinds.some((kind) => kind & KINDS.mask));
});
