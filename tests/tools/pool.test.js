import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { onProcessors } from "../../tools/lib/pool.mjs";

test("work is done on as many things at a time as there are processors, and its results are in the order of the things", async () => {
  const all = Array.from({ length: 4 * availableParallelism() }, (_, i) => i);
  let now = 0;
  let most = 0;
  const results = await onProcessors(all, async (one) => {
    most = Math.max(most, ++now);
    await sleep(all.length - one); // the later ones are quicker
    now--;
    return 10 * one;
  });
  assert.equal(most, availableParallelism());
  assert.deepEqual(
    results,
    all.map((one) => 10 * one),
  );
});

test("where the work on one fails, all of it has failed", async () => {
  await assert.rejects(
    onProcessors([1, 2, 3], async (one) => {
      if (one === 2) throw new Error("two is refused");
    }),
    /two is refused/,
  );
});
