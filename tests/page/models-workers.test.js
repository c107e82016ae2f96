// Several workers of one model, as threads of Node: whole runs side by side, and runs that workers share.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { Model, openCheckpoint } from "../../web/models/index.js";
import { HeadscopeError } from "../../web/core/errors.js";
import { modelRefusal } from "../../web/models/words-refusals.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { LiveTransformer } from "../../web/models/state/live-transformer.js";
import { remoteTransformer } from "../../web/models/state/remote-transformer.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { sideBySide } from "../../web/models/state/side-by-side.js";
import { folderOf } from "./support/checkpoints.js";

/** @import { ModelRun } from "../../web/models/index.js" */

await loadCore();

/** @template T @param {AsyncIterable<T>} all @returns {Promise<T[]>} */
async function listed(all) {
  const found = [];
  for await (const each of all) found.push(each);
  return found;
}

/** All numbers of a run. @param {ModelRun} run @param {number} layers */
const numbersOf = (run, layers) => [
  ...Array.from({ length: layers }, (_, layer) => [
    ...run.attention(layer).data,
    ...run.hidden(layer + 1).data,
  ]),
  run.tokens.map((_, i) => run.predictions(i, 5).map(({ id, probability }) => [id, probability])),
  [run.loss()],
];

/** A model of which two threads compute one run at least, before the others do theirs. @param {number} workers */
async function modelWhoseThreadsWork(workers) {
  const folder = folderOf("gpt2");
  const checkpoint = await readCheckpoint(folder);
  const own = new Transformer(await loadCore(), checkpoint, { keep: true });
  /** @type {() => void} */
  let begin = () => {};
  const begun = workers > 1 ? new Promise((resolve) => (begin = () => resolve(undefined))) : null;
  const counts = { own: 0, threads: 0 };
  const live = new LiveTransformer(async () => {
    const run = own.run.bind(own);
    own.run = async (...given) => (await begun, counts.own++, run(...given));
    return own;
  });
  const another = async () => {
    const remote = await remoteTransformer(folder, { keep: true });
    assert.ok(remote);
    const run = remote.run.bind(remote);
    remote.run = async (...given) => {
      if (++counts.threads >= workers - 1) begin();
      return run(...given);
    };
    return remote;
  };
  return { model: new Model(checkpoint, live, another, { workers }), counts };
}

test("heads that are switched off in turn give the same bits with one worker and with several, in order", async () => {
  const ids = [5, 9, 2, 40, 7, 11];
  const found = [];
  for (const workers of [1, 3]) {
    const { model, counts } = await modelWhoseThreadsWork(workers);
    const { layers, heads } = model.info;
    const off = Array.from({ length: layers * heads }, (_, i) => ({
      [Math.floor(i / heads)]: Array.from({ length: heads }, (_, head) => (head === i % heads ? 0 : 1)),
    }));
    const asked = [{}, ...off].map((headScale) => /** @type {const} */ ([{ ids }, { headScale }]));
    const runs = await listed(model.runEach(asked));
    assert.equal(runs.length, 1 + layers * heads);
    found.push(runs.map((run) => numbersOf(run, layers)));
    if (workers > 1) assert.ok(counts.threads >= 2 && counts.own >= 1, JSON.stringify(counts));
    model.dispose();
  }
  assert.deepEqual(found[1], found[0]);
  assert.equal(
    new Set(found[0].map((each) => JSON.stringify(each))).size,
    found[0].length,
    "each head counts",
  );
});

test("a study has the same bits with threads as without", async () => {
  const sentences = [
    "the cat sat on the mat",
    "a dog and a bird",
    "one two three four",
    "a b",
    "the end of it",
  ];
  const values = [];
  for (const losses of [false, true])
    for (const workers of [1, 2]) {
      const model = await openCheckpoint(folderOf("gpt2"), { keep: true, workers });
      const [last] = (await listed(model.study(sentences, { losses }))).slice(-1);
      values.push([last.count, ...last.values]);
      model.dispose();
    }
  assert.ok(/** @type {number} */ (values[0][0]) > 2);
  assert.deepEqual(values[1], values[0]);
  assert.deepEqual(values[3], values[2], "with the loss without each head");
});

test("a number of workers that is none is refused, and small weights have one", async () => {
  for (const workers of [0, -1, 1.5, 65, NaN, "2", null])
    await assert.rejects(openCheckpoint(folderOf("gpt2"), { workers: /** @type {any} */ (workers) }), {
      ...{ code: "config", id: "workers_count" },
      message: new RegExp(`^workers .* is not a whole number from 1 to 64: leave it out`),
    });
  const model = await openCheckpoint(folderOf("gpt2"));
  assert.equal(model.workers, 1);
  model.dispose();
});

test("jobs of a worker that ends are done by the others, and an error ends all", async () => {
  const jobs = Array.from({ length: 40 }, (_, i) => i);
  let disposed = 0;
  let done = 0;
  /** @param {(job: number) => Promise<number>} beside @param {(job: number) => Promise<number>} [first] */
  const by = (beside, first = async (job) => (done++, await Promise.resolve(), 10 * job)) => ({
    workers: 3,
    another: async () => /** @type {any} */ ({ dispose: () => disposed++ }),
    work: (/** @type {number} */ job, /** @type {AbortSignal} */ _, /** @type {unknown} */ other) =>
      (other ? beside : first)(job),
  });
  const ends = by(async (job) => {
    if (job > 4) throw modelRefusal("memory", "worker_ended");
    return 10 * job;
  });
  assert.deepEqual(
    await listed(sideBySide(jobs, ends)),
    jobs.map((job) => 10 * job),
  );
  assert.equal(disposed, 2);
  const failing = by(async () => {
    throw new HeadscopeError("memory", "no room");
  });
  assert.deepEqual(
    await listed(sideBySide(jobs, failing)),
    jobs.map((job) => 10 * job),
    "the first worker has room",
  );
  assert.equal(disposed, 4);
  /** @type {number[]} */
  const before = [];
  const refuse = async (/** @type {number} */ job) => {
    if (job === 5) throw new HeadscopeError("shape", "refused");
    await new Promise((resolve) => setTimeout(resolve));
    return 10 * job;
  };
  const refused = by(refuse, refuse);
  await assert.rejects(
    async () => {
      for await (const each of sideBySide(jobs, refused)) before.push(each);
    },
    { code: "shape", message: "refused" },
  );
  assert.deepEqual(before, [0, 10, 20, 30, 40], "the results before the refused job arrive");
  assert.equal(disposed, 6);
  // A reader who has seen enough: no further job begins.
  done = 0;
  const seen = sideBySide(
    jobs,
    by(async (job) => 10 * job),
  );
  assert.equal((await seen.next()).value, 0);
  await seen.return();
  assert.ok(done < jobs.length, `${done} jobs`);
  assert.equal(disposed, 8);
});
