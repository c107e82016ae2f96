// Progress is reported of long work only.
import assert from "node:assert/strict";
import test from "node:test";
import { slowProgress } from "../../web/models/state/page-run.js";

/** @param {import("node:test").TestContext} t @param {number} [from] */
function started(t, from = 150) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[]} */
  const reported = [];
  return { reported, ...slowProgress({ done: 0, total: 5 }, ({ done }) => reported.push(done), from) };
}

test("short work reports no progress", (t) => {
  const { reported, onProgress, end } = started(t);
  for (const done of [1, 2, 3, 4, 5]) onProgress({ done, total: 5 });
  end();
  t.mock.timers.tick(1000);
  assert.deepEqual(reported, []);
});

test("long work reports its latest progress, then each, and nothing after its end", (t) => {
  const { reported, onProgress, end } = started(t);
  for (const done of [1, 2]) onProgress({ done, total: 5 });
  t.mock.timers.tick(1000);
  onProgress({ done: 3, total: 5 });
  end();
  onProgress({ done: 4, total: 5 });
  assert.deepEqual(reported, [2, 3]);
});

test("progress that is wanted at once is reported from the first", (t) => {
  const { reported, onProgress, end } = started(t, 0);
  onProgress({ done: 1, total: 5 });
  end();
  onProgress({ done: 2, total: 5 });
  assert.deepEqual(reported, [0, 1]);
});
