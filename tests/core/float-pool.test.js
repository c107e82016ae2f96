// Arrays that results of the core reuse.
import assert from "node:assert/strict";
import test from "node:test";
import { FloatPool } from "../../web/core/float-pool.js";
import { loadCore } from "../../web/core/index.js";
import { finish } from "../../web/core/transformer.js";

const MEGABYTE = 2 ** 18; // floats

test("a pool gives an array once, and only to a request of its length", () => {
  const pool = new FloatPool();
  const array = new Float32Array(3);
  pool.give(array);
  pool.give(array);
  assert.equal(pool.take(2), undefined);
  assert.equal(pool.take(3), array);
  assert.equal(pool.take(3), undefined);
});

test("a pool keeps no part of a buffer and no buffer that was transferred", () => {
  const pool = new FloatPool();
  const transferred = new Float32Array(3);
  structuredClone(transferred, { transfer: [transferred.buffer] });
  for (const array of [new Float32Array(4).subarray(1), transferred]) pool.give(array);
  for (const length of [3, 0]) assert.equal(pool.take(length), undefined);
});

test("a pool keeps 16 MB, and drops the oldest arrays", () => {
  const pool = new FloatPool();
  const arrays = Array.from({ length: 5 }, () => new Float32Array(4 * MEGABYTE));
  for (const array of arrays) pool.give(array);
  const kept = arrays.map(() => pool.take(4 * MEGABYTE));
  assert.deepEqual(new Set(kept), new Set([...arrays.slice(1), undefined]));
});

test("a result of the core takes an array of the pool, and has the same numbers", async () => {
  const core = await loadCore();
  const x = { data: Float32Array.of(1, 2, 3, 4, 5, 7), shape: [1, 2, 3] };
  const norm = /** @type {const} */ ({ norm: "rms", eps: 1e-5, gain: Float32Array.of(1, 2, 3) });
  const expected = finish(core, x, norm).data;
  const kept = new Float32Array(6).fill(NaN);
  core.boundary.pool.give(kept);
  assert.equal(finish(core, x, norm).data, kept);
  assert.deepEqual(kept, expected);
  assert.notEqual(finish(core, x, norm).data, kept);
});
