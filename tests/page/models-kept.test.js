// What the hub sends is kept for the next visit: nothing is fetched twice, it works offline, and a full or forgotten cache does no harm.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { keptBytes } from "../../web/models/state/kept-ranges.js";
import { until } from "../browser/support/until.js";
import { imitateCaches } from "./support/cache-storage.js";
import { folderOf } from "./support/checkpoints.js";
import { startHub } from "./support/hub.mjs";
import { randomGPT2 } from "./support/random-gpt2.js";

const NAME = "someone/model";
const KEPT = "kept";
const WEIGHTS = "model.safetensors";
const FOLDER = randomGPT2({ width: 64, layers: 3, heads: 4, pieces: 3000, positions: 32 });
const TEXT = { ids: [1, 500, 2999, 7] };
const PAUSES = { pauses: [1, 1, 1] }; // ms

/** @typedef {Awaited<ReturnType<typeof startHub>>} Hub */
/** @typedef {{ hub: Hub, visit: (options?: object, text?: { ids: number[] }) => Promise<Float32Array[]>, sizes: () => number[] }} Visits */

/**
 * Calls f with an imitation of the hub, and with visits that open its model and run it.
 * @param {(visits: Visits) => Promise<void>} f @param {{ quota?: number, habits?: import("./support/hub.mjs").Habits, folder?: typeof FOLDER }} [how]
 */
async function withVisits(f, { quota, habits = {}, folder = FOLDER } = {}) {
  const { restore, sizes } = imitateCaches({ quota });
  const hub = await startHub({ [NAME]: folder }, habits);
  const visit = async (options = {}, text = TEXT) => {
    const model = await openCheckpoint(`hf:${NAME}`, {
      ...{ host: hub.address, kept: KEPT, ...PAUSES },
      ...options,
    });
    const run = await model.run(text);
    model.dispose();
    return Array.from({ length: model.info.layers }, (_, layer) => run.attention(layer).data);
  };
  try {
    await f({ hub, visit, sizes });
  } finally {
    hub.close();
    restore();
  }
}

/** Waits until the cache has all weights that a run reads. @param {Visits} visits */
const stored = ({ sizes }) =>
  until(() => sizes().reduce((sum, size) => sum + size, 0) > 0.99 * FOLDER[WEIGHTS].length, "all is kept");

test("a second visit asks for the branch's config, and for no weights", () =>
  withVisits(async (visits) => {
    const { hub, visit } = visits;
    const first = await visit();
    await stored(visits);
    hub.asked.length = 0;
    assert.deepEqual(await visit(), first);
    assert.deepEqual(
      hub.asked.map(({ file }) => file),
      ["config.json"],
    );
    assert.ok((await keptBytes(KEPT)) > 0.99 * FOLDER[WEIGHTS].length);
  }));

test("offline, the commit of the last visit is read, also by another sentence, and with files that the hub lacks", () =>
  withVisits(async (visits) => {
    const { hub, visit } = visits;
    await visit();
    await stored(visits);
    const other = { ids: [4, 2000, 17] };
    const online = await visit({}, other);
    hub.close();
    assert.deepEqual(await visit({}, other), online);
    await assert.rejects(visit({ kept: undefined }), { id: "host_unreachable" });
    await assert.rejects(visit({ revision: "other" }), { id: "host_unreachable" });
  }));

test("a branch that has moved on is read anew", async () => {
  let commit = "a".repeat(40);
  await withVisits(
    async (visits) => {
      const { hub, visit } = visits;
      await visit();
      await stored(visits);
      commit = "b".repeat(40);
      hub.asked.length = 0;
      await visit();
      assert.ok(hub.asked.some(({ file }) => file === WEIGHTS));
    },
    { habits: { commit: () => commit } },
  );
});

test("tags that the host computes anew for a commit refuse nothing that is kept", async () => {
  let tag = '"first"';
  await withVisits(
    async (visits) => {
      const { hub, visit } = visits;
      await visit();
      await stored(visits);
      for (const { url } of await (await caches.open(KEPT)).keys())
        if (new URL(url).searchParams.get("begin") !== "0") await (await caches.open(KEPT)).delete(url);
      tag = '"second"';
      hub.asked.length = 0;
      await visit();
      assert.ok(hub.asked.some(({ file, begin }) => file === WEIGHTS && begin > 0));
    },
    { habits: { fault: () => ({ headers: { ETag: tag } }) } },
  );
});

test("nothing is kept for a host whose commits are none", () =>
  withVisits(
    async ({ visit, sizes }) => {
      const expected = await visit();
      assert.deepEqual(await visit(), expected);
      assert.deepEqual(sizes(), []);
    },
    { habits: { commit: () => "main" } },
  ));

test("a cache without room keeps what fits, and the model is read as without a cache", () =>
  withVisits(
    async ({ hub, visit, sizes }) => {
      const expected = await visit({ kept: undefined });
      assert.deepEqual(await visit(), expected);
      await until(() => sizes().length > 1, "small ranges are kept");
      hub.asked.length = 0;
      assert.deepEqual(await visit(), expected);
      assert.ok(hub.asked.some(({ file }) => file === WEIGHTS));
      assert.ok(sizes().reduce((sum, size) => sum + size, 0) <= 150_000);
    },
    { quota: 150_000 },
  ));

test("what another tab forgets while a model is read is asked for again", () =>
  withVisits(async (visits) => {
    const { hub, visit } = visits;
    const expected = await visit();
    await stored(visits);
    const model = await openCheckpoint(`hf:${NAME}`, { host: hub.address, kept: KEPT, ...PAUSES });
    const { open } = caches;
    const cache = await open(KEPT);
    for (const { url } of await cache.keys()) await cache.delete(url);
    const run = await model.run(TEXT);
    assert.deepEqual(run.attention(2).data, expected[2]);
    model.dispose();
  }));

test("two visits at once keep the same, and mix nothing", () =>
  withVisits(async (visits) => {
    const [a, b] = await Promise.all([visits.visit(), visits.visit()]);
    assert.deepEqual(a, b);
    await stored(visits);
    assert.deepEqual(await visits.visit(), a);
  }));

test("a range that is cut off is not kept", async () => {
  let isCut = true;
  await withVisits(
    async ({ hub, visit, sizes }) => {
      await assert.rejects(visit(), { id: "host_unreachable" });
      assert.ok(sizes().every((size) => size < 100_000));
      isCut = false;
      const expected = await visit({ kept: undefined });
      hub.asked.length = 0;
      assert.deepEqual(await visit(), expected);
      assert.ok(hub.asked.some(({ file, begin, end }) => file === WEIGHTS && end - begin > 100_000));
    },
    {
      habits: {
        fault: ({ begin, end }) => (isCut && end - begin > 100_000 ? { cutAfter: 0 } : undefined),
      },
    },
  );
});

test("a tokenizer is kept, and so is that a file is missing", () =>
  withVisits(
    async ({ hub, visit, sizes }) => {
      const text = { ids: [1, 2, 3] };
      await visit({}, text);
      await until(() => sizes().length >= 5, "config, tokenizer, weights, branch and the missing file");
      hub.asked.length = 0;
      await visit({}, text);
      assert.deepEqual(
        hub.asked.map(({ file }) => file),
        ["config.json"],
      );
    },
    { folder: folderOf("gpt2") },
  ));
