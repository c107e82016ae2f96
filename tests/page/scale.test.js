import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { scaleOf } from "../../web/kit/draw/scale.js";

test("weights run from 0 to 1 by default, and to the largest weight on request", () => {
  const scale = scaleOf([[0.1, 0.5, 0.25, NaN]], true);
  assert.deepEqual([scale.min, scale.max], [0, 1]);
  assert.deepEqual([0, 0.25, 0.5].map(scale.index), [0, 64, 128]);
  const largest = scaleOf([[0.1, 0.5], [0.25]], true, true);
  assert.deepEqual([largest.min, largest.max], [0, 0.5]);
  assert.deepEqual([0, 0.25, 0.5].map(largest.index), [0, 128, 255]);
  assert.equal(scaleOf([[0.1, 1.25]], true).max, 1.25, "dropout makes larger ones");
});

test("the scale of signed data is symmetric around 0", () => {
  const scale = scaleOf([[-4, 1]], false);
  assert.deepEqual([scale.min, scale.max], [-4, 4]);
  assert.deepEqual([-4, 0, 4].map(scale.index), [0, 128, 255]);
  assert.equal(scaleOf([[-1, 3]], true).min, -3);
});

test("infinite and NaN values do not affect the range, and still have a colour", () => {
  const scale = scaleOf([[NaN, Infinity, -Infinity, 2]], false);
  assert.deepEqual([scale.min, scale.max], [-2, 2]);
  assert.deepEqual([NaN, -Infinity, Infinity, 9, -9].map(scale.index), [0, 0, 255, 255, 0]);
});

test("empty data and data of zeros have a range", () => {
  for (const values of [[0, 0], []]) {
    for (const largest of [false, true])
      assert.deepEqual([scaleOf([values], true, largest).min, scaleOf([values], true, largest).max], [0, 1]);
    assert.deepEqual([scaleOf([values], false).min, scaleOf([values], false).max], [-1, 1]);
  }
});

test("a number below 1 has the digits that it takes not to read as 1", () => {
  assert.deepEqual(
    [0.999838, -0.99951, 0.9994, 0.99999994, 1, 1.0004, 0.5].map((value) => formatNumber(value)),
    ["0.9998", "−0.9995", "0.999", "0.9999999", "1", "1", "0.5"],
  );
  assert.equal(formatNumber(0.97, 1), "0.97");
});

test("a range has three digits and a true minus sign", () => {
  assert.deepEqual(
    [0, -0, 1, 13.6649, -13.6649, 1.2345e-9, NaN, Infinity, -Infinity].map((value) => formatNumber(value)),
    ["0", "0", "1", "13.7", "−13.7", "1.23e−9", "NaN", "∞", "−∞"],
  );
});
