// Shares in decimals: never 1 for less than 1, never 0 for more than 0.
import assert from "node:assert/strict";
import test from "node:test";
import { shareInFour, shareInThree, shareSaid } from "../../web/kit/text/share.js";

test("most shares have two decimals, or as many as asked for", () => {
  assert.deepEqual(
    [0, 0.005, 0.5, 0.926, 0.994, 1].map((share) => shareSaid(share)),
    ["0.00", "0.01", "0.50", "0.93", "0.99", "1.00"],
  );
  assert.deepEqual(
    [0, 0.0005, 0.926, 0.9994, 1].map((share) => shareSaid(share, 3)),
    ["0.000", "0.001", "0.926", "0.999", "1.000"],
  );
});

test("a share close to 1 has more decimals, up to a limit", () => {
  assert.deepEqual(
    [0.996, 0.9989, 0.99951, 0.999838, 0.99996].map((share) => shareSaid(share)),
    ["0.996", "0.999", "0.9995", "0.9998", ">.9999"],
  );
  assert.equal(shareSaid(0.996, 2, 2), ">.99");
});

test("a share close to 0 is below the smallest number of its decimals", () => {
  assert.deepEqual(
    [1e-9, 0.0049].map((share) => shareSaid(share)),
    ["<.01", "<.01"],
  );
  assert.equal(shareSaid(0.0004, 3), "<.001");
});

test("no share between 0 and 1 reads as 0 or as 1", () => {
  for (let i = 1; i < 100_000; i++)
    for (const digits of [2, 3]) {
      const said = shareSaid(i / 100_000, digits);
      assert.ok(/^[<>]\./.test(said) || (Number(said) > 0 && Number(said) < 1), `${i}: ${said}`);
    }
});

test("a share below 0 has a true minus sign, and none if it rounds to 0", () => {
  assert.deepEqual(
    [-0.25, -0.001, -1].map((share) => shareSaid(share)),
    ["−0.25", "0.00", "−1.00"],
  );
});

test("shares in cells have four characters, or three in narrow cells, and claim no more", () => {
  const shares = [0, 0.004, 0.005, 0.926, 0.996, 0.99996, 1];
  assert.deepEqual(shares.map(shareInFour), ["0.00", "<.01", "0.01", "0.93", ">.99", ">.99", "1.00"]);
  assert.deepEqual(shares.map(shareInThree), ["", "", ".01", ".93", ".99", ".99", "1.0"]);
});

test("what is no share reads as it is", () => {
  assert.deepEqual(
    [NaN, Infinity].map((share) => shareSaid(share)),
    ["NaN", "Infinity"],
  );
});
