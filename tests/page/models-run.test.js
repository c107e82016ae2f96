// What models compute, by the core: against PyTorch, in each type of weights, and what can be asked of a run.
import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { Model, openCheckpoint } from "../../web/models/index.js";
import { LiveTransformer } from "../../web/models/state/live-transformer.js";
import { continuedPass } from "../../web/models/state/generation.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { Transformer } from "../../web/models/state/transformer.js";
import {
  CASES,
  TYPES,
  caseOf,
  expectedOf,
  fileOf,
  folderOf,
  rawTensors,
  withConfig,
  withTensors,
} from "./support/checkpoints.js";

/** Largest difference, by the scale of what is expected. @param {ArrayLike<number>} found @param {ArrayLike<number>} expected */
function difference(found, expected) {
  assert.equal(found.length, expected.length);
  let [scale, most] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    scale = Math.max(scale, Math.abs(expected[i]));
    most = Math.max(most, Math.abs(found[i] - expected[i]));
    assert.ok(Number.isFinite(found[i]), `number ${i}`);
  }
  return most / scale;
}

const CLOSE = 2e-5;

/** @param {string} name @param {import("./support/checkpoints.js").Type} [type] */
const opened = (name, type) => openCheckpoint(folderOf(name, type));

/** What a case reads. @param {string} name */
const sentenceOf = (name) => {
  const { ids, types } = caseOf(name);
  return { ids, types };
};

/** log softmax of each row. @param {{ data: Float32Array, shape: readonly number[] }} logits */
function logProbabilities({ data, shape: [rows, columns] }) {
  return Array.from({ length: rows }, (_, i) => {
    const row = Array.from(data.subarray(i * columns, (i + 1) * columns));
    const most = Math.max(...row);
    const sum = row.reduce((total, value) => total + Math.exp(value - most), 0);
    return row.map((value) => value - most - Math.log(sum));
  });
}

for (const name of CASES)
  for (const type of TYPES)
    test(`${name} in ${type} computes what PyTorch computes`, async () => {
      const expected = expectedOf(name);
      const model = await opened(name, type);
      const { layers, vocabulary, causal } = model.info;
      const sentence = sentenceOf(name);
      const { attentionMask } = caseOf(name);
      const run = await model.run(sentence, { attentionMask });
      for (let layer = 0; layer < layers; layer++) {
        const { data, shape } = run.attention(layer);
        assert.deepEqual(shape, [...expected[`attention.${layer}`].shape]);
        assert.ok(difference(data, expected[`attention.${layer}`].data) < CLOSE, `attention ${layer}`);
      }
      for (let layer = 0; layer <= layers; layer++) {
        const { data, shape } = run.hidden(layer);
        assert.deepEqual(shape, [...expected[`hidden.${layer}`].shape]);
        assert.ok(difference(data, expected[`hidden.${layer}`].data) < CLOSE, `hidden ${layer}`);
      }
      assert.ok(vocabulary <= 100, "all pieces are kept");
      const logs = logProbabilities(/** @type {any} */ (expected.logits));
      const scale = Math.max(...Array.from(expected.logits.data, Math.abs));
      for (const [i, row] of logs.entries()) {
        const pieces = run.predictions(i, vocabulary);
        assert.deepEqual(
          pieces.map(({ id }) => id).sort((a, b) => a - b),
          row.map((_, id) => id),
        );
        for (const { id, probability } of pieces)
          assert.ok(Math.abs(Math.log(probability) - row[id]) < 2 * CLOSE * scale, `logit ${i} ${id}`);
        for (const [at, { probability }] of pieces.entries())
          assert.ok(at === 0 || probability <= pieces[at - 1].probability);
      }
      if (!causal || attentionMask) return;
      const nexts = sentence.ids.slice(1).map((id, i) => -logs[i][id]);
      const loss = nexts.reduce((sum, each) => sum + each, 0) / nexts.length;
      assert.ok(Math.abs(run.loss() - loss) < CLOSE * scale);
    });

test("weights in several files compute the same", async () => {
  const folder = folderOf("gpt2");
  const whole = await (await openCheckpoint(folder)).run(sentenceOf("gpt2"));
  const tensors = [...rawTensors(folder["model.safetensors"])];
  const { "model.safetensors": _, ...others } = folder;
  const halves = { "a.safetensors": tensors.slice(0, 9), "b.safetensors": tensors.slice(9) };
  const map = Object.fromEntries(
    Object.entries(halves).flatMap(([file, part]) => part.map(([name]) => [name, file])),
  );
  const sharded = await openCheckpoint({
    ...others,
    "model.safetensors.index.json": new TextEncoder().encode(JSON.stringify({ weight_map: map })),
    ...Object.fromEntries(Object.entries(halves).map(([file, part]) => [file, fileOf(new Map(part))])),
  });
  assert.deepEqual((await sharded.run(sentenceOf("gpt2"))).hidden(2), whole.hidden(2));
});

test("a layer's walk is its attention, step by step", async () => {
  for (const name of ["gpt2", "bert"]) {
    const model = await opened(name);
    const headScale = { 1: [1, 0.5, 0, 1] };
    const run = await model.run(sentenceOf(name), { headScale });
    for (const layer of [0, 1]) {
      const walk = await run.walk(layer);
      const weights = /** @type {any} */ (walk.attention);
      assert.ok(difference(weights.data, run.attention(layer).data) < 1e-6, `${name} ${layer}`);
      assert.ok(walk.steps.some(({ id }) => id === "scores"));
      assert.equal(
        walk.steps.some(({ id }) => id === "context_scaled"),
        layer === 1,
      );
      assert.equal(walk.tensor("q_heads").shape[1], 4);
      assert.equal(walk.measure().heads.length, 4);
      walk.dispose();
    }
  }
});

test("heads are scaled by layer: 0 switches one off", async () => {
  const model = await opened("gpt2");
  const sentence = sentenceOf("gpt2");
  const plain = await model.run(sentence);
  const ones = await model.run(sentence, { headScale: { 0: [1, 1, 1, 1] } });
  assert.ok(difference(ones.hidden(2).data, plain.hidden(2).data) < 1e-7);
  const without = await model.run(sentence, { headScale: { 0: new Float32Array([1, 0, 1, 1]) } });
  assert.deepEqual(without.attention(0), plain.attention(0));
  assert.ok(difference(without.hidden(1).data, plain.hidden(1).data) > 1e-3);
  for (const [headScale, id] of /** @type {[any, string][]} */ ([
    [{ 2: [1, 1, 1, 1] }, "no_place"],
    [{ 0: [1, 1] }, "layer_head_scale"],
  ]))
    await assert.rejects(model.run(sentence, { headScale }), { id, code: "config" });
});

test("masked pieces are predicted, and their surprise is the loss", async () => {
  const model = await opened("bert");
  const text = "the cat sat";
  const tokens = model.tokenize(text);
  const run = await model.run(text, { mask: [2] });
  assert.deepEqual(run.masks, [2]);
  assert.notEqual(run.tokens[2].id, tokens[2].id);
  assert.deepEqual(run.tokens[1], tokens[1]);
  const { vocabulary } = model.info;
  const answer = run.predictions(2, vocabulary).find(({ id }) => id === tokens[2].id);
  assert.ok(Math.abs(run.loss() + Math.log(answer?.probability ?? 0)) < 1e-5);
  const ids = run.tokens.map(({ id }) => id);
  assert.deepEqual((await model.run({ ids })).hidden(2), run.hidden(2));
  assert.ok(Number.isNaN((await model.run(text)).loss()));
  await assert.rejects(model.run(text, { mask: [99] }), { id: "no_place" });
  await assert.rejects((await opened("gpt2")).run(text, { mask: [0] }), { id: "mask_needs_masked_model" });
  await assert.rejects((await opened("roberta")).run({ ids: [0, 5] }, { mask: [1] }), {
    id: "no_mask_piece",
  });
});

/** A Blob that counts how often it is read. */
class CountingBlob extends Blob {
  reads = 0;

  /** @param {number} begin @param {number} end */
  slice(begin, end) {
    this.reads++;
    return super.slice(begin, end);
  }
}

for (const name of CASES)
  test(`weights of ${name} that are kept are not read again`, async () => {
    const sentence = sentenceOf(name);
    for (const keep of [false, true]) {
      const folder = folderOf(name);
      const blob = new CountingBlob([folder["model.safetensors"]]);
      const model = await openCheckpoint({ ...folder, "model.safetensors": blob }, { keep });
      const reads = [];
      for (let i = 0; i < 3; i++) {
        const before = blob.reads;
        await model.run(sentence);
        reads.push(blob.reads - before);
      }
      const [first, ...later] = reads;
      assert.ok(first > 20);
      for (const count of later) assert.equal(count, keep ? 0 : first);
      model.dispose();
    }
  });

test("two runs at the same time read each kept weight once", async () => {
  const folder = folderOf("bert");
  const reads = [];
  for (const count of [1, 2]) {
    const blob = new CountingBlob([folder["model.safetensors"]]);
    const model = await openCheckpoint({ ...folder, "model.safetensors": blob }, { keep: true });
    await Promise.all(Array.from({ length: count }, () => model.run(sentenceOf("bert"))));
    reads.push(blob.reads);
    model.dispose();
  }
  assert.equal(reads[1], reads[0]);
});

test("progress is told by blocks, and a run can be aborted", async () => {
  const model = await opened("gpt2");
  /** @type {unknown[]} */
  const steps = [];
  await model.run(sentenceOf("gpt2"), { onProgress: (step) => steps.push(step) });
  assert.deepEqual(
    steps,
    [1, 2, 3].map((done) => ({ done, total: 3 })),
  );
  const controller = new AbortController();
  const aborted = model.run(sentenceOf("gpt2"), {
    signal: controller.signal,
    onProgress: () => controller.abort(),
  });
  await assert.rejects(aborted, { name: "AbortError" });
  assert.ok(await model.run(sentenceOf("gpt2")), "the model still runs");
});

test("tokens that an attention mask hides get no weight, and change no other token", async () => {
  const gpt2 = await opened("gpt2");
  const { ids } = sentenceOf("gpt2");
  const attentionMask = [1, 1, 0, 1, 1, 1, 0, 1];
  const run = await gpt2.run({ ids }, { attentionMask });
  const changed = await gpt2.run({ ids: ids.with(2, 5).with(6, 9) }, { attentionMask });
  const count = ids.length;
  for (const layer of [0, 1]) {
    const { data } = run.attention(layer);
    for (let row = 0; row < 4 * count; row++)
      for (const key of [2, 6]) assert.equal(data[row * count + key], 0);
  }
  for (const token of [0, 1, 3, 4, 5, 7])
    assert.deepEqual(run.predictions(token, 5), changed.predictions(token, 5), `token ${token}`);
  const counted = [0, 3, 4].map((token) => run.surprisal(token)); // tokens whose next token is seen, and that are
  assert.ok(Math.abs(run.loss() - counted.reduce((sum, each) => sum + each, 0) / counted.length) < 1e-6);
  assert.deepEqual(
    (await gpt2.run({ ids }, { attentionMask: Array(count).fill(1) })).hidden(2),
    (await gpt2.run({ ids })).hidden(2),
  );
  for (const given of [
    [1],
    Array(count).fill(2),
    "1",
    Array(count).fill(true),
    [...attentionMask.slice(1), NaN],
  ])
    await assert.rejects(gpt2.run({ ids }, { attentionMask: /** @type {any} */ (given) }), {
      ...{ id: "attention_mask", code: "config" },
    });
});

test("a run with an attention mask goes on with it, with and without the cache", async () => {
  const { model, computed } = await counting("gpt2");
  const { ids } = sentenceOf("gpt2");
  const attentionMask = [0, 1, 1, 0, 1, 1, 1, 0];
  const whole = await model.run({ ids: [...ids, 3, 4] }, { attentionMask: [...attentionMask, 1, 1] });
  for (const caches of [true, false]) {
    computed.length = 0;
    let run = await model.run({ ids }, { attentionMask, caches });
    for (const id of [3, 4]) run = await run.goOn(id);
    if (caches) assert.deepEqual(computed, [8, 1, 1]);
    for (const layer of [0, 1])
      assert.ok(difference(run.attention(layer).data, whole.attention(layer).data) < CLOSE);
    assert.ok(difference(run.hidden(2).data, whole.hidden(2).data) < CLOSE);
    assert.ok(Math.abs(run.loss() - whole.loss()) < 1e-4 * whole.loss());
    const [walk, wanted] = await Promise.all([run.walk(1), whole.walk(1)]);
    assert.ok(difference(walk.tensor("output").data, wanted.tensor("output").data) < CLOSE);
  }
  model.dispose();
});

test("RoBERTa's padding does not count as a position, and the positions end with the last one that counts", async () => {
  const model = await opened("roberta");
  const { longest } = (await readCheckpoint(folderOf("roberta"))).model.description;
  const ids = Array.from({ length: longest }, (_, i) => 3 + i);
  const plain = await model.run({ ids });
  const padded = [1, ...ids.slice(0, 4), 1, 1, ...ids.slice(4), 1];
  const run = await model.run({ ids: padded }, { attentionMask: padded.map((id) => Number(id !== 1)) });
  const rows = padded.flatMap((id, i) => (id === 1 ? [] : [i]));
  for (const [i, row] of rows.entries()) {
    const [found, expected] = [run, plain].map((each) => each.hidden(2).data);
    assert.ok(difference(found.slice(row * 16, row * 16 + 16), expected.slice(i * 16, i * 16 + 16)) < CLOSE);
  }
  await assert.rejects(model.run({ ids: [...ids, 3] }), { id: "too_many_pieces" });
});

test("texts are read up to the length from which rotary positions would be scaled", async () => {
  const model = await openCheckpoint(withConfig(folderOf("llama-dynamic"), { max_position_embeddings: 9 }));
  const { ids } = sentenceOf("llama-dynamic");
  assert.equal(ids.length, 9);
  const run = await model.run({ ids });
  for (const call of [run.goOn(3), model.run({ ids: [...ids, 3] }), model.generate({ ids }, { tokens: 2 })])
    await assert.rejects(call, { id: "too_many_for_scaling", code: "config" });
  const relative = await opened("bert-relative_key");
  await assert.rejects(relative.run({ ids: Array(15).fill(3) }), { id: "too_many_pieces" });
});

test("an untied output has the bias of its decoder, where it has two; a tied one counts its bias once", async () => {
  const folder = folderOf("bert");
  const config = { tie_word_embeddings: false };
  const { vocabulary, parameters } = (await readCheckpoint(folder)).info;
  const [words, bias] = ["bert.embeddings.word_embeddings.weight", "cls.predictions.bias"];
  const [decoder, own] = ["cls.predictions.decoder.weight", "cls.predictions.decoder.bias"];
  const raw = rawTensors(folder["model.safetensors"]);
  const matrix = /** @type {any} */ (raw.get(words));
  const zeros = { .../** @type {any} */ (raw.get(bias)), bytes: new Uint8Array(4 * vocabulary) };
  const untied = withConfig(
    withTensors(folder, (tensors) => tensors.set(decoder, matrix).set(own, zeros)),
    config,
  );
  const plain = withConfig(
    withTensors(folder, (tensors) => tensors.set(decoder, matrix).set(bias, zeros)),
    config,
  );
  const [found, expected] = await Promise.all([openCheckpoint(untied), openCheckpoint(plain)]);
  const runs = await Promise.all([found, expected].map((model) => model.run(sentenceOf("bert"))));
  assert.deepEqual(runs[0].predictions(1, vocabulary), runs[1].predictions(1, vocabulary));
  assert.equal(expected.info.parameters, parameters + 48 * 16);
  assert.equal(found.info.parameters, parameters + 48 * 16 + 48);
  const copied = withTensors(folder, (tensors) => tensors.set(own, /** @type {any} */ (tensors.get(bias))));
  assert.equal((await readCheckpoint(copied)).info.parameters, parameters);
});

test("pieces are generated, the same from the same seed", async () => {
  const model = await opened("gpt2");
  const { ids } = sentenceOf("gpt2");
  const text = { ids: ids.slice(0, 4) };
  await assert.rejects(model.generate(text, { first: 3 }), /has no encoder, and reads no target/);
  const greedy = await model.generate(text, { tokens: 3 });
  let run = await model.run(text);
  assert.equal(greedy.tokens[0].id, run.predictions(3, 1)[0].id);
  run = await model.run({ ids: [...text.ids, greedy.tokens[0].id] });
  assert.equal(greedy.tokens[1].id, run.predictions(4, 1)[0].id);
  run = await model.run({ ids: [...text.ids, ...greedy.tokens.slice(0, 2).map(({ id }) => id)] });
  assert.equal(greedy.tokens[2].id, run.predictions(5, 1)[0].id);
  for (const name of ["llama", "mistral", "gemma2", "qwen3", "gpt_neox"]) {
    const other = await opened(name);
    const begin = { ids: [3, 17, 0, 21] };
    const made = await other.generate(begin, { tokens: 5 });
    for (const [i, { id }] of made.tokens.entries()) {
      const ids = [...begin.ids, ...made.tokens.slice(0, i).map((token) => token.id)];
      assert.equal(id, (await other.run({ ids })).predictions(ids.length - 1, 1)[0].id, `${name} ${i}`);
    }
  }
  await assert.rejects(model.generate(text, { tokens: 10 }), { id: "too_many_pieces" });
  const all = [...text.ids, ...greedy.tokens.map(({ id }) => id)];
  assert.equal(model.decode(text.ids) + greedy.text, model.decode(all));
  /** @type {number[]} */
  const told = [];
  const drawn = (/** @type {number} */ seed) =>
    model.generate(text, { tokens: 6, temperature: 2, seed, onToken: ({ id }) => told.push(id) });
  const [one, again, other] = [await drawn(1), await drawn(1), await drawn(2)];
  assert.deepEqual(one, again);
  assert.notDeepEqual(one, other);
  assert.deepEqual(
    told.slice(0, 6),
    one.tokens.map(({ id }) => id),
  );
  await assert.rejects(model.generate(text, { temperature: -1 }), { id: "no_temperature" });
  await assert.rejects((await opened("bert")).generate("the cat"), { id: "generate_needs_causal" });
});

test("generated text is that of the tokenizer's decoder, also piece by piece", async () => {
  const small = await openCheckpoint(inRoot("models/headscope-small"), { keep: true });
  let told = "";
  const { tokens, text } = await small.generate("The cat sat on the", {
    ...{ tokens: 8, onToken: (token) => (told += token.text) },
  });
  assert.equal(tokens.map((token) => token.text).join(" "), "table . the cat sat on the table");
  assert.equal(text, " table. the cat sat on the table");
  assert.equal(told, text);
  small.dispose();
  const gpt2 = await opened("gpt2");
  const given = gpt2.tokenize("The animal").map(({ id }) => id);
  const made = await gpt2.generate("The animal", { tokens: 6 });
  assert.equal(gpt2.decode(given), "The animal");
  assert.equal("The animal" + made.text, gpt2.decode([...given, ...made.tokens.map(({ id }) => id)]));
  const bare = await opened("llama-biases");
  const { tokens: next, text: ids } = await bare.generate({ ids: [3, 17] }, { tokens: 2 });
  assert.equal(ids, ` ${next[0].id} ${next[1].id}`);
});

test("what cannot be read is refused in words", async () => {
  const gpt2 = await opened("gpt2");
  const ids = (/** @type {any} */ given) => gpt2.run({ ids: given });
  for (const [act, id] of /** @type {[() => Promise<unknown>, string][]} */ ([
    [() => ids([]), "no_pieces"],
    [() => ids([46]), "no_piece"],
    [() => ids([-1]), "no_piece"],
    [() => ids([1.5]), "no_piece"],
    [() => ids(["a"]), "no_piece"],
    [() => ids(Array(13).fill(1)), "too_many_pieces"],
    [() => ids("3"), "no_text"],
    [async () => gpt2.decode([46]), "no_piece"],
    [async () => gpt2.decode(/** @type {any} */ ("3")), "no_text"],
    [() => gpt2.run(/** @type {any} */ (null)), "no_text"],
    [() => gpt2.run({ ids: [1, 2], types: [0] }), "types_count"],
    [() => gpt2.run({ ids: [1], types: [1] }), "no_type"],
    [() => opened("bert").then((model) => model.run({ ids: [1], types: [2] })), "no_type"],
    [() => opened("roberta").then((model) => model.run("text")), "no_tokenizer"],
  ]))
    await assert.rejects(act, { id }, id);
  const run = await ids([1, 2]);
  for (const [act, id] of /** @type {[() => unknown, string][]} */ ([
    [() => run.attention(2), "no_place"],
    [() => run.hidden(3), "no_place"],
    [() => run.hidden(0.5), "no_place"],
    [() => run.predictions(2), "no_place"],
    [() => run.predictions(0, 47), "predictions_kept"],
  ]))
    assert.throws(act, { id }, id);
  await assert.rejects(run.walk(2), { id: "no_place" });
  run.dispose();
  assert.throws(() => run.attention(0), { code: "disposed" });
});

test("a model without an output computes, and predicts nothing", async () => {
  const bare = await openCheckpoint(
    withTensors(
      folderOf("bert"),
      (tensors) => new Map([...tensors].filter(([name]) => !name.startsWith("cls"))),
    ),
  );
  const run = await bare.run(sentenceOf("bert"));
  assert.ok(difference(run.hidden(2).data, expectedOf("bert")["hidden.2"].data) < CLOSE);
  assert.equal(run.predicts, false);
  assert.throws(() => run.predictions(0), { id: "predicts_nothing" });
});

test("NaN in the weights is said, and carried", async () => {
  const model = await openCheckpoint(
    withTensors(folderOf("gpt2"), (tensors) => {
      const name = "h.1.mlp.c_fc.weight";
      const tensor = /** @type {any} */ (tensors.get(name));
      const bytes = new Uint8Array(tensor.bytes);
      new DataView(bytes.buffer).setFloat32(40, NaN, true);
      return tensors.set(name, { ...tensor, bytes });
    }),
  );
  const run = await model.run(sentenceOf("gpt2"));
  assert.match(run.warnings.join(), /^h\.1\.mlp\.c_fc\.weight holds NaN/);
  assert.ok(run.hidden(2).data.some(Number.isNaN));
  assert.ok(!run.hidden(1).data.some(Number.isNaN));
});

/** A model, the number of tokens that each of its passes computes, and its open caches. @param {string} name */
async function counting(name) {
  const checkpoint = await readCheckpoint(folderOf(name));
  const core = await loadCore();
  const transformer = new Transformer(core, checkpoint);
  /** @type {number[]} */
  const computed = [];
  const run = transformer.run.bind(transformer);
  transformer.run = (sentence, options) => {
    computed.push(sentence.ids.length);
    return run(sentence, options);
  };
  const caches = Object.assign(new Set(), { opened: 0 });
  const [open, close] = [transformer.openCache.bind(transformer), transformer.closeCache.bind(transformer)];
  transformer.openCache = async () => {
    const cache = await open();
    caches.add(cache);
    caches.opened++;
    return cache;
  };
  transformer.closeCache = async (cache) => {
    caches.delete(cache);
    await close(cache);
  };
  return { model: new Model(checkpoint, new LiveTransformer(async () => transformer)), computed, caches };
}

for (const name of CASES)
  test(`${name}: a run that goes on computes the new token only, and agrees with a run of all`, async () => {
    const { model, computed } = await counting(name);
    const { ids } = sentenceOf(name);
    const given = ids.slice(0, -2);
    const headScale = { 1: Array.from({ length: model.info.heads }, (_, head) => head / 2) };
    if (!model.info.causal) {
      const run = await model.run({ ids: given }, { caches: true });
      await assert.rejects(run.goOn(ids[0]), { id: "generate_needs_causal" });
      return model.dispose();
    }
    let run = await model.run({ ids: given }, { headScale, caches: true });
    for (const id of ids.slice(-2)) run = await run.goOn(id);
    assert.deepEqual(computed, [given.length, 1, 1]);
    const whole = await model.run({ ids }, { headScale });
    assert.deepEqual(run.tokens, whole.tokens);
    const { layers } = model.info;
    for (let layer = 0; layer < layers; layer++) {
      assert.deepEqual(run.attention(layer).shape, whole.attention(layer).shape);
      assert.ok(difference(run.attention(layer).data, whole.attention(layer).data) < CLOSE);
    }
    for (let layer = 0; layer <= layers; layer++)
      assert.ok(difference(run.hidden(layer).data, whole.hidden(layer).data) < CLOSE);
    assert.ok(Math.abs(run.loss() - whole.loss()) < 1e-4 * whole.loss());
    ids.forEach((_, i) => {
      const [a, b] = [run, whole].map((each) => each.predictions(i, 3).map(({ id }) => id));
      assert.deepEqual(a, b);
    });
    const [walk, wanted] = await Promise.all([run.walk(1), whole.walk(1)]);
    assert.ok(difference(walk.tensor("output").data, wanted.tensor("output").data) < CLOSE);
    model.dispose();
  });

test("a run that goes on twice, or after another run, or after an aborted one, computes all tokens", async () => {
  const { model, computed } = await counting("gpt2");
  const { ids } = sentenceOf("gpt2");
  const [first, second] = ids;
  const run = await model.run({ ids }, { caches: true });
  const { attention } = await run.goOn(first).then((next) => ({ attention: next.attention(1) }));
  const other = await run.goOn(second);
  const expected = await model.run({ ids: [...ids, second] });
  assert.ok(difference(other.attention(1).data, expected.attention(1).data) < CLOSE);
  assert.ok(difference(attention.data, other.attention(1).data) > CLOSE, "another token gives other maps");
  assert.deepEqual(computed, [ids.length, 1, ids.length + 1, ids.length + 1]);
  await assert.rejects(other.goOn(first, { signal: AbortSignal.abort(new Error("stopped")) }), /stopped/);
  computed.length = 0;
  const after = await other.goOn(first);
  assert.deepEqual(computed, [ids.length + 2], "the cache of an aborted pass is not used");
  assert.equal(after.tokens.length, ids.length + 2);
  await assert.rejects(run.goOn(1e9), { id: "no_piece" });
  run.dispose();
  await assert.rejects(run.goOn(first), { code: "disposed" });
  const plain = await model.run({ ids });
  const [likeliest] = plain.predictions(ids.length - 1, 1);
  assert.equal(
    (await plain.goOn(likeliest.id)).tokens.length,
    ids.length + 1,
    "a run without a cache goes on, too",
  );
  model.dispose();
});

test("after dispose(), computations reject, also those in progress; results stay readable", async () => {
  const { model } = await counting("gpt2");
  const { ids } = sentenceOf("gpt2");
  const run = await model.run({ ids });
  const inProgress = model.run({ ids });
  model.dispose();
  model.dispose();
  for (const call of [
    inProgress,
    model.run({ ids }),
    model.generate({ ids }),
    run.walk(0),
    run.block(0),
    run.goOn(ids[0]),
  ])
    await assert.rejects(call, { code: "disposed", message: "this model was disposed of; create it again" });
  assert.equal(run.attention(0).shape[1], ids.length);
});

test("runs at the same time leave one cache open, and only the last can be continued from it", async () => {
  const { model, computed, caches } = await counting("gpt2");
  const { ids } = sentenceOf("gpt2");
  const runs = await Promise.all(
    [1, 2, 3].map((count) => model.run({ ids: ids.slice(0, count) }, { caches: true })),
  );
  assert.deepEqual([caches.size, caches.opened], [1, 3]);
  computed.length = 0;
  const [first, , last] = runs;
  await last.goOn(ids[0]);
  await first.goOn(ids[0]);
  assert.deepEqual(computed, [1, 2]);
  assert.equal(caches.size, 1);
  model.dispose();
});

test("a pass over a long text can be continued", () => {
  const [tokens, most] = [2000, 100];
  const pass = (/** @type {number} */ rows) => ({
    ...{
      attention: [{ data: new Float32Array(rows * tokens), shape: [1, rows, tokens] }],
      hidden: [],
      parts: { concat: [], made: [], output: { data: new Float32Array(rows), shape: [rows, 1] } },
      notices: [],
    },
    likely: {
      ...{ most, ids: Array(rows * most).fill(7), logits: new Float32Array(rows * most).fill(0.5) },
      ...{ logSums: Array(rows).fill(1), answers: new Float32Array(rows) },
    },
  });
  const next = { ...pass(1), attention: [{ data: new Float32Array(tokens + 1), shape: [1, 1, tokens + 1] }] };
  const joined = continuedPass(pass(tokens), next, 7);
  assert.equal(joined?.likely?.logits.length, (tokens + 1) * most);
  assert.equal(joined?.likely?.answers[tokens - 1], 0.5);
  assert.equal(continuedPass(pass(tokens), next, 8), null, "its logit is not known");
});
