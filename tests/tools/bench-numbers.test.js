// The benchmark's statistics, and the order of its measurements.
import assert from "node:assert/strict";
import test from "node:test";
import { interleave } from "../bench/interleave.js";
import {
  besideAttention,
  exponent,
  geometricMean,
  largestDifference,
  median,
  medianRatio,
  middleMean,
} from "../bench/statistics.js";

test("the median is the middle value, or the mean of the middle two, in any order", () => {
  assert.equal(median([9, 1, 5]), 5);
  assert.equal(median([8, 1, 2, 100]), 5);
  assert.equal(median([7]), 7);
});

test("the mean of the middle half leaves out the fastest and the slowest quarter, and takes all of few values", () => {
  assert.equal(middleMean([100, 24, 28, 28, 32, 4, 28, 24]), (24 + 28 + 28 + 28) / 4);
  assert.equal(middleMean([1, 2, 6]), 3);
  assert.equal(middleMean([7]), 7);
});

test("the geometric mean of the ratios 2 and 1/2 is 1", () => {
  assert.ok(Math.abs(geometricMean([2, 0.5]) - 1) < 1e-12);
  assert.ok(Math.abs(geometricMean([1, 10, 100]) - 10) < 1e-12);
});

test("the ratio is taken round by round, so that a slow round counts for both", () => {
  assert.equal(medianRatio([2, 20, 2.2], [1, 10, 1]), 2);
});

test("the exponent of a power of T is found, also with noise", () => {
  const lengths = [64, 128, 256, 512, 1024];
  assert.ok(Math.abs(exponent(lengths.map((T) => [T, 3 * T ** 2])) - 2) < 1e-12);
  assert.ok(Math.abs(exponent(lengths.map((T, i) => [T, T * (i % 2 ? 1.02 : 0.98)])) - 1) < 0.02);
  assert.ok(
    Number.isNaN(exponent([...lengths.map((T) => /** @type {[number, number]} */ ([T, T])), [2048, -1]])),
  );
});

test("a difference in length, or NaN anywhere, is infinite", () => {
  const a = Float32Array.of(1, 2, 3);
  assert.equal(largestDifference(a, Float32Array.of(1, 2.5, 2)), 1);
  assert.equal(largestDifference(a, Float32Array.of(1, 2)), Infinity);
  assert.equal(largestDifference(a, Float32Array.of(1, NaN, 3)), Infinity);
  assert.equal(largestDifference(Float32Array.of(NaN, 1), Float32Array.of(NaN, 2)), Infinity);
});

test("a forward's time is split into attention and the rest", () => {
  /** @param {number} queries @param {number} keys */
  const time = (queries, keys) => 3 + 0.5 * queries + 0.25 * keys + 0.125 * queries * keys;
  const times = { all: time(64, 64), fewKeys: time(64, 8), fewQueries: time(8, 64), both: time(8, 8) };
  assert.equal(times.all - besideAttention(64, 8, times), 0.125 * 64 * 64);
});

test("contestants take turns, each runs often enough for a sample, and promises are awaited", async () => {
  /** @type {string[]} */
  let calls = [];
  let pending = 0;
  const busy = (/** @type {number} */ milliseconds) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  };
  const all = [
    { name: "a", run: () => (busy(2), calls.push("a")) },
    {
      name: "b",
      async run() {
        assert.equal(++pending, 1, "one at a time");
        await new Promise((resolve) => setTimeout(resolve, 2));
        pending--;
        calls.push("b");
      },
    },
  ];
  const effort = { rounds: 3, fewest: 3, budget: 1, milliseconds: 0, warmUp: 0, warmRuns: 3 };
  const samples = await interleave(all, effort, (note) => note.startsWith("round 1 ") && (calls = []));
  assert.deepEqual(calls, ["a", "b", "a", "b", "a", "b"]);
  assert.deepEqual(
    samples.map((of) => of.length),
    [3, 3],
  );
  assert.ok(
    samples.flat().every((each) => each >= 1),
    String(samples),
  );
});
