// Values that are made once, also when they are asked for at the same time, and kept or freed after each use.
import assert from "node:assert/strict";
import test from "node:test";
import { Keeper, getOrMake } from "../../web/models/state/keeper.js";

/** A maker that fails the first times, and counts. @param {number} failures */
function maker(failures) {
  const made = { count: 0, disposed: 0 };
  const make = async () => {
    if (made.count++ < failures) throw new Error("not read");
    return { dispose: () => made.disposed++ };
  };
  return { made, make };
}

const same = (/** @type {unknown} */ value) => value;

test("a kept value is made once, and disposed of once", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(true);
  const [a, b] = await Promise.all([keeper.use("a", make, same), keeper.use("a", make, same)]);
  assert.equal(a, b);
  assert.equal(made.disposed, 0);
  keeper.dispose();
  await Promise.resolve();
  assert.deepEqual(made, { count: 1, disposed: 1 });
});

test("a value that is not kept is made for each use, and disposed of after it, also if the use fails", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(false);
  await keeper.use("a", make, () => assert.equal(made.disposed, 0));
  await assert.rejects(
    keeper.use("a", make, () => Promise.reject(new Error("stopped"))),
    /stopped/,
  );
  assert.deepEqual(made, { count: 2, disposed: 2 });
});

test("after dispose, a use in progress keeps nothing", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(true);
  keeper.dispose();
  await keeper.use("a", make, same);
  assert.deepEqual(made, { count: 1, disposed: 1 });
});

test("a value that could not be made is made again", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  await assert.rejects(getOrMake(values, "a", make), /not read/);
  await getOrMake(values, "a", make);
  await getOrMake(values, "a", make);
  assert.equal(made.count, 2);
});

test("a failure of a value that was given up leaves the next one", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  const failing = getOrMake(values, "a", make);
  values.clear();
  const next = getOrMake(values, "a", make);
  await assert.rejects(failing, /not read/);
  assert.equal(getOrMake(values, "a", make), next);
  await next;
  assert.equal(made.count, 2);
});
