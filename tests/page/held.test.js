// Where a head's numbers lie in memory: counted from strides, on the right and on a wrong path.
import assert from "node:assert/strict";
import test from "node:test";
import { heldIn, rowsOf } from "../../web/walk/state/held.js";
import { flatIndex } from "../../web/kit/state/memory.js";
import { pictureOf, words } from "./support/pictures.js";

const fault = /** @type {const} */ ("view_without_transpose");
/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @param {Picture} picture @param {string} id */
const stepOf = (picture, id) => /** @type {import("../../web/core/types.js").Step} */ (picture.step(id));

/** @param {Picture} picture @param {{ head: number, token: number }} of */
function heldBy(picture, of) {
  const held = heldIn(stepOf(picture, "q_heads"), picture.steps, of);
  assert.ok(held);
  return held;
}

/** @param {readonly { from: number, to: number }[]} ranges */
const counted = (ranges) => ranges.reduce((all, { from, to }) => all + to - from + 1, 0);

for (const [tokens, heads, dModel] of [
  [12, 8, 64],
  [5, 3, 12],
  [7, 2, 6],
])
  test(`${tokens} tokens, ${heads} heads: a head is columns of the right memory and a stretch of the wrong one`, () => {
    const settings = { tokens: words(tokens), heads, dModel };
    const width = dModel / heads;
    const [right, wrong] = [pictureOf(settings), pictureOf(settings, { fault })];
    for (let head = 0; head < heads; head++)
      for (let token = 0; token < tokens; token++) {
        const [correct, mistaken] = [right, wrong].map((picture) => heldBy(picture, { head, token }));
        for (const { owner, rows, cols, start } of [correct, mistaken])
          assert.deepEqual([owner.id, rows, cols, start], ["q", tokens, dModel, 0]);
        const columns = { from: head * width, to: (head + 1) * width - 1 };
        assert.deepEqual(
          rowsOf(correct.head, dModel),
          words(tokens).map((_, row) => ({ row, count: width, ...columns })),
        );
        assert.deepEqual(rowsOf(correct.own, dModel), [{ row: token, count: width, ...columns }]);
        const [first, own] = [head * tokens * width, (head * tokens + token) * width];
        assert.deepEqual(mistaken.head, [{ from: first, to: first + tokens * width - 1 }]);
        assert.deepEqual(mistaken.own, [{ from: own, to: own + width - 1 }]);
      }
  });

test("the floats of a row are the numbers of the step's row", () => {
  for (const picture of [pictureOf(), pictureOf({}, { fault }), pictureOf({ fused: true, bias: true })]) {
    const step = stepOf(picture, "q_heads");
    const [head, token] = [2, 7];
    const { owner, own, start } = heldBy(picture, { head, token });
    assert.equal(counted(own), step.shape[3]);
    const read = own.flatMap(({ from, to }) => [
      ...picture.values(owner.id).subarray(start + from, start + to + 1),
    ]);
    const values = picture.values(step.id);
    const expected = Array.from(
      { length: step.shape[3] },
      (_, i) => values[flatIndex(step, [0, head, token, i])],
    );
    assert.deepEqual(read, expected, owner.id);
  }
});

test("rows that ranges share are counted once, and a step without heads holds none", () => {
  assert.deepEqual(
    rowsOf(
      [
        { from: 2, to: 9 },
        { from: 11, to: 11 },
      ],
      4,
    ),
    [
      { row: 0, count: 2, from: 2, to: 3 },
      { row: 1, count: 4, from: 0, to: 3 },
      { row: 2, count: 3, from: 0, to: 3 },
    ],
  );
  const picture = pictureOf();
  for (const id of ["q", "concat", "weights"]) {
    assert.equal(heldIn(stepOf(picture, id), picture.steps, { head: 0, token: 0 }), null, id);
  }
});

test("of a batch, the floats are those of the sentence", () => {
  for (const picture of [
    pictureOf({ batchTokens: words(12) }),
    pictureOf({ batchTokens: words(12) }, { fault }),
  ]) {
    const step = stepOf(picture, "q_heads");
    const held = heldIn(step, picture.steps, { head: 2, token: 7, item: 1 });
    assert.ok(held);
    const [{ from, to }] = held.own;
    const read = [...picture.values(held.owner.id).subarray(held.start + from, held.start + to + 1)];
    const values = picture.values(step.id);
    const expected = Array.from({ length: step.shape[3] }, (_, i) => values[flatIndex(step, [1, 2, 7, i])]);
    assert.equal(step.shape[0], 2);
    assert.deepEqual([held.start, read], [12 * 64, expected]);
  }
});
