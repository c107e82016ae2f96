// Rows of reserved heights from measured ones.
import assert from "node:assert/strict";
import test from "node:test";
import { rowsOf, withRows } from "../../tools/lib/heights.mjs";

/** What rows reserve at a width. @param {import("../../web/kit/elements/room.js").Heights} rows @param {number} width */
const reserved = (rows, width) => parseFloat(rows.findLast(([from]) => from <= width)?.[1] ?? "");

test("a row begins where the height falls or grows by much, and small changes share a row", () => {
  assert.deepEqual(
    rowsOf([
      [300, 900],
      [305, 880.2],
      [310, 600],
      [315, 610.5],
      [320, 800],
    ]),
    [
      [0, "900px"],
      [310, "611px"],
      [315, "800px"],
    ],
  );
});

test("at every measured width and between two of them, enough is reserved, and little is unused", () => {
  const measured = Array.from(
    { length: 200 },
    (_, i) => /** @type {[number, number]} */ ([300 + 5 * i, 400 + ((i * 7919) % 700)]),
  );
  const rows = rowsOf(measured);
  assert.equal(new Set(rows.map(([from]) => from)).size, rows.length);
  for (const [i, [width, height]] of measured.entries()) {
    assert.ok(reserved(rows, width) >= height, `${width}`);
    if (i) assert.ok(reserved(rows, width - 2) >= Math.max(height, measured[i - 1][1]));
  }
  const smooth = rowsOf(measured.map(([width]) => [width, 2000 - width]));
  for (const [width] of measured) assert.ok(reserved(smooth, width) - (2000 - width) <= 49, `${width}`);
  assert.ok(smooth.length > 10);
});

test("rows replace those of one lab, and a lab without rows is an error", () => {
  const source =
    'const LABS = {\n  mask: {\n    heights: [[0, "1px"]],\n  },\n  cost: {\n    name: "Cost",\n    heights: [[0, "2px"], [5, "3px"]],\n  },\n};\n';
  const place = (/** @type {string} */ kind) =>
    new RegExp(`\\n  ${kind}: \\{\\n(?:    (?!heights).*\\n)*    heights:`);
  const written = withRows(source, place("cost"), [
    [0, "9px"],
    [600, "7px"],
  ]);
  assert.equal(written, source.replace('[[0, "2px"], [5, "3px"]]', '[[0, "9px"], [600, "7px"]]'));
  assert.throws(() => withRows(source, place("none"), []), /no rows after .*none.*expected a line such as/s);
});
