import assert from "node:assert/strict";
import test from "node:test";
import { number } from "../../web/draw/legend.js";
import { scaleOf } from "../../web/draw/scale.js";

test("weights run from 0 to the largest", () => {
  const scale = scaleOf([[0.1, 0.5, 0.25]], true);
  assert.deepEqual([scale.min, scale.max], [0, 0.5]);
  assert.deepEqual([0, 0.25, 0.5].map(scale.index), [0, 128, 255]);
});

test("signed data lies around 0, whichever side reaches further", () => {
  const scale = scaleOf([[-4, 1]], false);
  assert.deepEqual([scale.min, scale.max], [-4, 4]);
  assert.deepEqual([-4, 0, 4].map(scale.index), [0, 128, 255]);
  assert.equal(scaleOf([[-1, 3]], true).min, -3);
});

test("what is not finite sets no range, and still has a place", () => {
  const scale = scaleOf([[NaN, Infinity, -Infinity, 2]], false);
  assert.deepEqual([scale.min, scale.max], [-2, 2]);
  assert.deepEqual([NaN, -Infinity, Infinity, 9, -9].map(scale.index), [0, 0, 255, 255, 0]);
});

test("data that is all 0, or none at all, has a range to print", () => {
  for (const values of [[0, 0], []]) {
    assert.deepEqual([scaleOf([values], true).min, scaleOf([values], true).max], [0, 1]);
    assert.deepEqual([scaleOf([values], false).min, scaleOf([values], false).max], [-1, 1]);
  }
});

test("a range is printed to three digits, with a true minus", () => {
  assert.deepEqual(
    [0, -0, 1, 13.6649, -13.6649, 1.2345e-9, NaN, Infinity, -Infinity].map((value) => number(value)),
    ["0", "0", "1", "13.7", "−13.7", "1.23e−9", "NaN", "∞", "−∞"],
  );
});
