// A model after fatal errors: a worker that ended, or a core that trapped.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { Model, openCheckpoint } from "../../web/models/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { LiveTransformer } from "../../web/models/state/live-transformer.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { modelRefusal } from "../../web/models/words-refusals.js";
import { folderOf } from "./support/checkpoints.js";

const IDS = [3, 17, 5];

/**
 * A model whose transformers end at given passes.
 * @param {readonly number[]} ends numbers of the passes, over all transformers, that end their transformer
 */
async function fragile(ends) {
  const checkpoint = await readCheckpoint(folderOf("gpt2"));
  const core = await loadCore();
  let passes = 0;
  /** @type {Transformer[]} */ const made = [];
  /** @type {Transformer[]} */ const disposed = [];
  const model = new Model(
    checkpoint,
    new LiveTransformer(async () => {
      const transformer = new Transformer(core, checkpoint);
      const [run, dispose] = [transformer.run.bind(transformer), transformer.dispose.bind(transformer)];
      transformer.run = async (...given) => {
        if (ends.includes(passes++)) throw modelRefusal("memory", "worker_ended");
        return run(...given);
      };
      transformer.dispose = () => {
        disposed.push(transformer);
        dispose();
      };
      made.push(transformer);
      return transformer;
    }),
  );
  return { model, made, disposed };
}

const sound = await openCheckpoint(folderOf("gpt2"));

test("a run whose worker ends is computed again by a fresh one", async () => {
  const { model, made, disposed } = await fragile([0]);
  const run = await model.run({ ids: IDS }, { caches: true });
  assert.deepEqual(run.attention(1), (await sound.run({ ids: IDS })).attention(1));
  assert.deepEqual([made.length, disposed], [2, [made[0]]]);
  assert.equal((await run.goOn(7)).tokens.length, 4, "the fresh worker has the cache");
  model.dispose();
  assert.equal(disposed.length, 1, "disposing waits for no task");
  await Promise.resolve();
  assert.deepEqual(disposed, made);
});

test("a run whose worker ends twice says what to do, and the next run works", async () => {
  const { model } = await fragile([0, 1]);
  await assert.rejects(model.run({ ids: IDS }), {
    id: "worker_ended",
    code: "memory",
    message: /run it again/,
  });
  assert.equal((await model.run({ ids: IDS })).tokens.length, 3);
  model.dispose();
});

test("a run beside one whose worker ends is computed again too, by the same fresh one", async () => {
  const { model, made, disposed } = await fragile([1]);
  const [first, second] = await Promise.all([model.run({ ids: IDS }), model.run({ ids: [4, 9] })]);
  assert.deepEqual(first.attention(1), (await sound.run({ ids: IDS })).attention(1));
  assert.deepEqual(second.attention(1), (await sound.run({ ids: [4, 9] })).attention(1));
  assert.deepEqual([made.length, disposed], [2, [made[0]]]);
  model.dispose();
});

test("a run beside one whose worker ends twice says the same, and not that the model was disposed of", async () => {
  const { model } = await fragile([1, 2, 3]);
  const both = await Promise.allSettled([model.run({ ids: IDS }), model.run({ ids: [4, 9] })]);
  for (const each of both) {
    assert.equal(each.status, "rejected");
    assert.equal(each.reason.id, "worker_ended");
  }
  model.dispose();
});

test("a run that goes on in a fresh worker computes all pieces", async () => {
  const { model } = await fragile([1]);
  const run = await (await model.run({ ids: IDS }, { caches: true })).goOn(7);
  const expected = await sound.run({ ids: [...IDS, 7] });
  assert.deepEqual(run.attention(1), expected.attention(1));
  model.dispose();
});

test("text that is generated goes on in a fresh worker, piece by piece as before", async () => {
  const { model } = await fragile([2]);
  /** @type {number[]} */
  const told = [];
  const options = { tokens: 5, temperature: 1, seed: 4 };
  const found = await model.generate({ ids: IDS }, { ...options, onToken: ({ id }) => told.push(id) });
  assert.deepEqual(found, await sound.generate({ ids: IDS }, options));
  assert.deepEqual(
    told,
    found.tokens.map(({ id }) => id),
  );
  model.dispose();
});

test("a model that is disposed of during a fatal error makes no fresh worker", async () => {
  const { model, made } = await fragile([0]);
  const run = model.run({ ids: IDS });
  model.dispose();
  await assert.rejects(run, { code: "disposed" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(made.length, 1);
});

test("after a trap of the core, runs, blocks and walks use a fresh core", async () => {
  const model = await openCheckpoint(folderOf("gpt2"));
  const run = await model.run({ ids: IDS });
  const core = await loadCore();
  const trapping = {
    boom() {
      throw new WebAssembly.RuntimeError("unreachable");
    },
  };
  assert.throws(() => core.boundary.ask(trapping, "boom"), { id: "core_has_failed" });
  assert.deepEqual((await model.run({ ids: IDS })).attention(1), run.attention(1));
  assert.equal((await run.block(0)).order, "pre");
  (await run.walk(0)).dispose();
  model.dispose();
});
