// Values that are made once, also when they are asked for at the same time.
import assert from "node:assert/strict";
import test from "node:test";
import { disposeAll, once } from "../../web/models/state/once.js";

/** A maker that fails the first times, and counts. @param {number} failures */
function maker(failures) {
  const made = { count: 0, disposed: 0 };
  const make = async () => {
    if (made.count++ < failures) throw new Error("not read");
    return { dispose: () => made.disposed++ };
  };
  return { made, make };
}

test("a value is made once, and disposed of once", async () => {
  const values = new Map();
  const { made, make } = maker(0);
  const [a, b] = await Promise.all([once(values, "a", make), once(values, "a", make)]);
  assert.equal(a, b);
  disposeAll(values);
  await Promise.resolve();
  assert.deepEqual([made.count, made.disposed, values.size], [1, 1, 0]);
});

test("a value that could not be made is made again", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  await assert.rejects(once(values, "a", make), /not read/);
  await once(values, "a", make);
  await once(values, "a", make);
  assert.equal(made.count, 2);
});

test("a failure of a value that was given up leaves the next one", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  const failing = once(values, "a", make);
  disposeAll(values);
  const next = once(values, "a", make);
  await assert.rejects(failing, /not read/);
  assert.equal(once(values, "a", make), next);
  await next;
  assert.equal(made.count, 2);
});
