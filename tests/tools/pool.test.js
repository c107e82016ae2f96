import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { onProcessors } from "../../tools/lib/pool.mjs";

test("as many items as processors are in work at the same time, and results are in the items' order", async () => {
  const all = Array.from({ length: 4 * availableParallelism() }, (_, i) => i);
  let now = 0;
  let most = 0;
  const results = await onProcessors(all, async (one) => {
    most = Math.max(most, ++now);
    await sleep(all.length - one); // later items finish sooner
    now--;
    return 10 * one;
  });
  assert.equal(most, availableParallelism());
  assert.deepEqual(
    results,
    all.map((one) => 10 * one),
  );
});

test("if the work on one item fails, all of it fails", async () => {
  await assert.rejects(
    onProcessors([1, 2, 3], async (one) => {
      if (one === 2) throw new Error("two is refused");
    }),
    /two is refused/,
  );
});
