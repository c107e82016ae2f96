import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { layoutTensor, cellOf } from "../../web/kit/draw/slices.js";
import { labelMarks, boxesOf, boxesWithin } from "../../web/kit/draw/tensor-labels.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { measure, words, indices } from "./support/pictures.js";

const ROOM = { width: 520, height: 300, title: 26, top: 24 };
const SPLIT = { axes: ["B", "T", "H", "d_k"], shape: [1, 5, 4, 3] };
const HEADS = { axes: ["B", "H", "T", "d_k"], shape: [1, 4, 5, 3] };
const WINDOWED = { axes: ["B", "T", "H", "d_k"], shape: [1, 70, 40, 6] };

test("the rows and columns of a window are named by their own words", () => {
  const room = { width: 300, height: 200, square: true, maxCell: 20 };
  const layout = layoutTensor(["B", "H", "T_q", "T_k"], [1, 1, 300, 300], room, [0, 0, 290, 150]);
  assert.ok(layout.rows.from > 0 && layout.cols.from > 0, "neither begins with the first");
  const picture = { layout, selection: NOTHING, rowLabels: words(300), colLabels: words(300) };
  const marks = labelMarks(/** @type {any} */ (picture), { width: 300, palette: LIGHT, measure });
  const [{ x, y }] = layout.slices;
  const said = marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));
  const rows = said.filter(({ turn }) => !turn);
  const columns = said.filter(({ turn }) => turn);
  assert.ok(rows.length > 3 && columns.length > 3);
  for (const row of rows)
    assert.equal(row.text, `w${layout.rows.from + Math.floor((row.y - 4 - y) / layout.ch)}`);
  for (const column of columns)
    assert.equal(column.text, `w${layout.cols.from + Math.floor((column.x - 4 - x) / layout.cw)}`);
});

/** @type {[string, typeof SPLIT, number[][], number][]} pinned values as [axis, value], and the number of boxes */
const CASES = [
  ["a token in one table", SPLIT, [[1, 2]], 1],
  ["a token in every head's slice", HEADS, [[2, 2]], 4],
  ["a head's stripe", SPLIT, [[2, 1]], 1],
  ["a head's slice", HEADS, [[1, 3]], 1],
  [
    "a token of a head, in a stripe",
    SPLIT,
    [
      [1, 4],
      [2, 3],
    ],
    1,
  ],
  [
    "a token of a head, in a slice",
    HEADS,
    [
      [2, 0],
      [1, 0],
    ],
    1,
  ],
  ["a feature of every head, in stripes", SPLIT, [[3, 1]], 4],
  ["a feature of every head, in slices", HEADS, [[3, 2]], 4],
  [
    "a token's feature of every head",
    SPLIT,
    [
      [1, 1],
      [3, 0],
    ],
    4,
  ],
  [
    "one element",
    SPLIT,
    [
      [0, 0],
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    1,
  ],
  ["a head of a windowed tensor", WINDOWED, [[2, 33]], 1],
  ["a head outside the window", WINDOWED, [[2, 0]], 0],
];

/**
 * Fails unless each shown cell that should be in a box is in exactly one, and other cells are in none.
 * @param {import("../../web/kit/draw/slices.js").Layout} layout
 * @param {readonly import("../../web/kit/draw/tensor-labels.js").Box[]} boxes
 * @param {(index: readonly number[]) => boolean} isIn
 */
function assertHeld(layout, boxes, isIn) {
  for (const index of indices(layout.shape)) {
    const cell = cellOf(layout, index);
    if (!cell) continue;
    const [x, y] = [cell.x + cell.w / 2, cell.y + cell.h / 2];
    const holds = boxes.filter((b) => b.x < x && x < b.x + b.w && b.y < y && y < b.y + b.h).length;
    assert.equal(holds, Number(isIn(index)), `${index}`);
  }
}

for (const [name, { axes, shape }, pins, count] of CASES)
  test(`${name} is boxed, and no other cell`, () => {
    const layout = layoutTensor(
      axes,
      shape,
      ROOM,
      shape.map((size) => size - 1),
    );
    const at = new Map(/** @type {[number, number][]} */ (pins));
    const boxes = boxesOf(layout, at);
    assert.equal(boxes.length, count);
    assertHeld(layout, boxes, (index) => pins.every(([axis, value]) => index[axis] === value));
  });

/** @type {[string, typeof SPLIT, [number, number, number][], number][]} a block as [axis, first, last], and the number of boxes */
const BLOCKS = [
  ["two tokens' rows", SPLIT, [[1, 2, 3]], 1],
  ["a row of one head", HEADS, [[1, 3, 3], [2, 1, 1]], 1], // prettier-ignore
  ["some features of two heads, in stripes", SPLIT, [[2, 1, 2], [3, 1, 2]], 2], // prettier-ignore
  ["two heads, in slices", HEADS, [[1, 1, 2]], 2],
  ["tokens that begin before the window", WINDOWED, [[1, 0, 69], [2, 39, 39]], 1], // prettier-ignore
  ["heads outside the window", WINDOWED, [[2, 0, 1]], 0],
];

for (const [name, { axes, shape }, ranges, count] of BLOCKS)
  test(`the block of ${name} is boxed, and no other cell`, () => {
    const layout = layoutTensor(
      axes,
      shape,
      ROOM,
      shape.map((size) => size - 1),
    );
    const boxes = boxesWithin(layout, new Map(ranges.map(([axis, from, to]) => [axis, { from, to }])));
    assert.equal(boxes.length, count);
    assertHeld(layout, boxes, (index) =>
      ranges.every(([axis, from, to]) => from <= index[axis] && index[axis] <= to),
    );
  });
