// A run that several workers share, as threads of Node: the same numbers as with one, and what happens if a worker ends or refuses.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { startThread } from "#threads";
import { inRoot } from "../../tools/lib/paths.mjs";
import { HeadscopeError } from "../../web/core/errors.js";
import { loadCore } from "../../web/core/index.js";
import { Model, openCheckpoint } from "../../web/models/index.js";
import { Blocks } from "../../web/models/state/blocks.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { Cut } from "../../web/models/state/cut.js";
import { LiveTransformer } from "../../web/models/state/live-transformer.js";
import { Part } from "../../web/models/state/part.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { caseOf, folderOf } from "./support/checkpoints.js";
import { CASES as VISION, expectedOf, folderOf as visionFolder } from "./support/vision.js";

/** @import { ModelRun } from "../../web/models/index.js" */

const core = await loadCore();
const IDS = [3, 17, 0, 44, 21];

/** Numbers of a run: attention weights, states, and what is predicted. @param {ModelRun} run @param {number} layers @returns {ArrayLike<number>[]} */
const numbersOf = (run, layers) => [
  ...Array.from({ length: layers }, (_, layer) => run.attention(layer).data),
  ...Array.from({ length: layers + 1 }, (_, layer) => run.hidden(layer).data),
  ...(run.predicts ? [run.predictions(0, 5).map(({ probability }) => probability)] : []),
];

/** Requires the numbers of two runs to agree to 1e-6, or to 1e-6 of the largest one above 1. @param {readonly ArrayLike<number>[]} found @param {readonly ArrayLike<number>[]} expected @param {string} what */
function requireSame(found, expected, what) {
  assert.equal(found.length, expected.length);
  for (const [i, numbers] of expected.entries()) {
    assert.equal(found[i].length, numbers.length);
    const all = Array.from(numbers);
    const scale = Math.max(1, ...all.map(Math.abs));
    const most = Math.max(...all.map((value, j) => Math.abs(value - found[i][j])));
    assert.ok(most <= 1e-6 * scale, `${what}, ${i}: ${most} of ${scale}`); // false for NaN
  }
}

/** A case of tests/fixtures/families. @param {string} name */
function familyOf(name) {
  const folder = inRoot("tests/fixtures/families", name);
  const read = (/** @type {string} */ file) => new Uint8Array(readFileSync(`${folder}/${file}`));
  const files = readdirSync(folder).filter((file) => !/^(case|expected)\./.test(file));
  const asked = JSON.parse(new TextDecoder().decode(read("case.json")));
  return { folder: Object.fromEntries(files.map((file) => [file, read(file)])), asked };
}

/** Models with what is special in the cut: few heads of keys, one, ALiBi, sinks, experts, norms at each place, positions by distance. */
const CUT = [
  ...["gpt2", "llama-biases", "bert-relative_key", "gpt_neox", "mistral-masked", "gemma2"].map((name) => ({
    ...{ name, folder: folderOf(name), asked: /** @type {any} */ (caseOf(name)) },
  })),
  ...["bloom", "falcon-new-one", "gpt_oss", "opt-post", "stablelm-parallel"].map((name) => ({
    name,
    ...familyOf(name),
  })),
];

for (const [i, { name, folder, asked }] of CUT.entries()) {
  const several = IS_NIGHTLY || i === 0 ? [2, 3] : [2 + (i % 2)]; // a worker is a thread that takes time to start
  test(`${name} computes the same with one worker and with ${several.join(" and ")}`, async () => {
    const { attentionMask, ...text } = asked;
    const numbersWith = async (/** @type {number} */ workers) => {
      const model = await openCheckpoint(folder, { keep: workers === 2, workers });
      const { layers, heads } = model.info;
      const headScale = { [layers - 1]: Array.from({ length: heads }, (_, head) => 1 - head / heads) };
      const [run, scaled] = [
        await model.run(text, { attentionMask }),
        await model.run(text, { attentionMask, headScale }),
      ];
      const numbers = [...numbersOf(run, layers), ...numbersOf(scaled, layers)];
      model.dispose();
      return numbers;
    };
    const expected = await numbersWith(1);
    for (const workers of several) {
      const found = await numbersWith(workers);
      requireSame(found, expected, `${workers} workers`);
      assert.notDeepEqual(found, expected, "the run is shared");
    }
  });
}

test("a model that reads pictures computes the same with two workers", async () => {
  const [name] = VISION;
  const found = [];
  for (const workers of [1, 2]) {
    const model = await openCheckpoint(visionFolder(name), { workers });
    const run = await model.run(expectedOf(name).picture);
    found.push(numbersOf(run, model.info.layers));
    model.dispose();
  }
  requireSame(found[1], found[0], name);
});

test("a model whose keys and values are made of latents is computed by one worker", async () => {
  const { folder, asked } = familyOf("deepseek_v2");
  const found = [];
  for (const workers of [1, 2]) {
    const model = await openCheckpoint(folder, { workers });
    found.push(numbersOf(await model.run(asked), model.info.layers));
    model.dispose();
  }
  assert.deepEqual(found[1], found[0]);
});

test("runs that go on, generated pieces, patched runs and what is asked of a run are the same with two workers", async () => {
  const found = [];
  const texts = [];
  for (const workers of [1, 2]) {
    const model = await openCheckpoint(folderOf("llama"), { keep: true, workers });
    const { layers } = model.info;
    const run = await model.run({ ids: IDS }, { caches: true });
    const next = await run.goOn(9);
    const last = await next.goOn(4);
    const from = await model.run({ ids: [...IDS].reverse() });
    const patched = [];
    for (const what of /** @type {const} */ (["output", "pattern", "values"]))
      patched.push(await model.run({ ids: IDS }, { patch: { from, what, layer: 1, head: 1 } }));
    const all = [run, next, last, ...patched].flatMap((each) => numbersOf(each, layers));
    const { logit, mean, remainder } = await run.contributions(7, { position: 2 });
    assert.ok(Math.abs(remainder) < 1e-5, "the parts add up to the logit");
    found.push([...all, [run.loss(), logit, mean]]);
    texts.push((await model.generate({ ids: IDS }, { tokens: 6 })).tokens.map(({ id }) => id));
    model.dispose();
  }
  requireSame(found[1], found[0], "llama");
  assert.deepEqual(texts[1], texts[0]);
});

test("two runs that go on at the same time have the numbers of one worker", async () => {
  const found = [];
  for (const workers of [1, 2]) {
    const model = await openCheckpoint(folderOf("llama"), { keep: true, workers });
    const run = await model.run({ ids: IDS }, { caches: true });
    const both = await Promise.all([run.goOn(9), run.goOn(4)]);
    found.push(both.flatMap((each) => numbersOf(each, model.info.layers)));
    model.dispose();
  }
  requireSame(found[1], found[0], "llama");
});

test("a whole run, and runs side by side, have the bits of one worker", async () => {
  const [one, two] = [
    await openCheckpoint(folderOf("gpt2"), { keep: true, workers: 1 }),
    await openCheckpoint(folderOf("gpt2"), { keep: true, workers: 2 }),
  ];
  const { layers } = one.info;
  const expected = numbersOf(await one.run({ ids: IDS }), layers);
  assert.deepEqual(numbersOf(await two.run({ ids: IDS }, { whole: true }), layers), expected);
  for await (const run of two.runEach([[{ ids: IDS }]])) assert.deepEqual(numbersOf(run, layers), expected);
  for (const model of [one, two]) model.dispose();
});

/** A cut of GPT-2 whose parts this thread computes. @param {(part: Part, i: number) => void} change @param {boolean} [keep] */
async function cutHere(change, keep = true) {
  const checkpoint = await readCheckpoint(folderOf("gpt2"));
  const transformer = new Transformer(core, checkpoint, { keep });
  const parts = [0, 1, 2].map(() => new Part(core));
  parts.forEach(change);
  const { description } = checkpoint.model;
  const blocks = new Blocks(core, checkpoint, {
    keep,
    pace: { flops: Infinity, numbers: Infinity, part: 2 ** 25, breathe: async () => {} },
  });
  const size = description.dModel;
  const norm = async () => ({
    ...{ norm: description.norm, eps: description.eps },
    ...{ gain: new Float32Array(size).fill(1), shift: new Float32Array(size) },
  });
  const unembedding = /** @type {any} */ ({});
  const cut = new Cut(core, checkpoint, /** @type {any} */ (parts), { blocks, unembedding, norm, keep });
  const x = { data: Float32Array.from({ length: 4 * size }, (_, i) => Math.sin(i)), shape: [1, 4, size] };
  const compute = (signal = new AbortController().signal) => cut.block(0, x, { tokens: 4, signal });
  return { compute, dispose: () => [cut, transformer].forEach((each) => each.dispose()) };
}

test("a run's bits do not depend on which worker ends first", async () => {
  const found = [];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    /** Calls that wait for those before them. @type {Promise<unknown>[]} */
    const ended = [];
    const { compute, dispose } = await cutHere((part, i) => {
      const attend = part.attend.bind(part);
      part.attend = async (...given) => {
        const made = await attend(...given);
        for (let turn = 0; turn < 10 * order[i]; turn++) await Promise.resolve();
        ended.push(Promise.resolve(i));
        return made;
      };
    });
    const { output, attention } = await compute();
    assert.deepEqual(
      await Promise.all(ended),
      [0, 1, 2].sort((a, b) => order[a] - order[b]),
    );
    found.push([output.data, attention.data]);
    dispose();
  }
  assert.deepEqual(found[1], found[0]);
  assert.deepEqual(found[2], found[0]);
});

test("a worker that refuses for lack of memory refuses the run, keeps nothing, and a later run works", async () => {
  let refuses = true;
  /** @type {number[]} */ const freed = [];
  const { compute, dispose } = await cutHere((part, i) => {
    const [load, free] = [part.load.bind(part), part.free.bind(part)];
    part.load = async (...given) => {
      if (refuses && i === 1) throw new HeadscopeError("memory", "no room for these weights");
      return load(...given);
    };
    part.free = async (key) => {
      freed.push(i);
      return free(key);
    };
  });
  await assert.rejects(compute(), { code: "memory", message: "no room for these weights" });
  assert.deepEqual([...new Set(freed)].sort(), [0, 1, 2]);
  refuses = false;
  assert.ok((await compute()).output.data.every(Number.isFinite));
  dispose();
});

/** A model of two workers whose threads the test can end. */
async function withThreads() {
  const checkpoint = await readCheckpoint(folderOf("gpt2"));
  /** @type {import("../../web/models/state/thread.js").Thread[]} */
  const threads = [];
  const start = async () => {
    const thread = await startThread();
    assert.ok(thread);
    thread.hold(); // the test waits for its end
    threads.push(thread);
    return thread;
  };
  const live = new LiveTransformer(
    async () => new Transformer(core, checkpoint, { keep: true, team: { workers: 2, start } }),
  );
  return { model: new Model(checkpoint, live), threads };
}

test("a worker that ends is replaced, and the run goes on; if it ends twice, the run says so", async () => {
  const { model, threads } = await withThreads();
  const { layers } = model.info;
  const expected = numbersOf(await model.run({ ids: IDS }), layers);
  threads[0].end(); // between two runs
  await threads[0].ended;
  assert.deepEqual(numbersOf(await model.run({ ids: IDS }), layers), expected);
  assert.equal(threads.length, 2);
  let ends = 1;
  const endOne = () => void (ends-- > 0 && threads[threads.length - 1].end());
  const again = await model.run({ ids: IDS }, { onLayer: endOne }); // within a run
  assert.deepEqual(numbersOf(again, layers), expected);
  assert.equal(threads.length, 3);
  ends = 2;
  await assert.rejects(model.run({ ids: IDS }, { onLayer: endOne }), {
    ...{ code: "memory", id: "worker_ended" },
    message: /^the worker that computes this model ended twice/,
  });
  assert.deepEqual(numbersOf(await model.run({ ids: IDS }), layers), expected);
  model.dispose();
  await Promise.all(threads.map(({ ended }) => ended)); // dispose() ends them all
});

test("a run that is stopped computes no further layer, and the next run is whole", async () => {
  const { model, threads } = await withThreads();
  const { layers } = model.info;
  const expected = numbersOf(await model.run({ ids: IDS }), layers);
  const stop = new AbortController();
  let told = 0;
  const onLayer = () => {
    told++;
    stop.abort();
  };
  await assert.rejects(model.run({ ids: IDS }, { onLayer, signal: stop.signal }), { name: "AbortError" });
  assert.equal(told, 1);
  assert.deepEqual(numbersOf(await model.run({ ids: IDS }), layers), expected);
  assert.equal(threads.length, 1);
  model.dispose();
});
