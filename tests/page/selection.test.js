// What is selected, and what the pointer holds.
import assert from "node:assert/strict";
import test from "node:test";
import { stepsSharing, flatIndex } from "../../web/kit/state/memory.js";
import { huesOf } from "../../web/kit/draw/cell-colours.js";
import { NOTHING, elementIn, fieldOf, meaningOf, pinAxes } from "../../web/kit/state/selection.js";
import { indices, pictureOf, variousPictures, words } from "./support/pictures.js";
import { heldIn, rowsOf } from "../../web/walk/state/held.js";

const pictures = variousPictures();
const opening = /** @type {import("./support/pictures.js").Picture} */ (pictures.get("opening"));
const step = (/** @type {string} */ id) =>
  /** @type {import("../../web/core/types.js").Step} */ (opening.step(id));

for (const [name, { steps }] of pictures) {
  test(`${name}: the selection made by an element leads back to it, in every step`, () => {
    for (const each of steps)
      for (const index of indices(each.shape)) {
        const selection = { ...NOTHING, ...meaningOf(each, index, steps) };
        assert.deepEqual(elementIn(each, selection, steps), index, `${each.id}[${index}]`);
      }
  });
}

test("a column of q is a feature of a head, and the same element in each of its views", () => {
  const meaning = meaningOf(step("q"), [0, 7, 19], opening.steps);
  assert.deepEqual(meaning, { token: 7, head: 2, feature: 3 });
  const selection = { ...NOTHING, ...meaning };
  const seen = stepsSharing(step("q"), opening.steps).map((each) =>
    elementIn(each, selection, opening.steps),
  );
  assert.deepEqual(seen, [
    [0, 7, 19],
    [0, 7, 2, 3],
    [0, 2, 7, 3],
  ]);
  assert.deepEqual(elementIn(step("k_t"), selection, opening.steps), [0, 2, 3, 7]);
});

test("a column of the output belongs to no head", () => {
  assert.deepEqual(meaningOf(step("output"), [0, 3, 40], opening.steps), { token: 3, column: 40 });
});

test("a pair of tokens is a query and a key", () => {
  assert.deepEqual(meaningOf(step("weights"), [0, 1, 2, 3], opening.steps), { head: 1, token: 2, key: 3 });
});

test("an incomplete selection, or one outside a step, gives no element", () => {
  assert.equal(elementIn(step("q_heads"), { ...NOTHING, token: 1, head: 1 }, opening.steps), null);
  const past = { ...NOTHING, token: 12, head: 0, feature: 0 };
  assert.equal(elementIn(step("q_heads"), past, opening.steps), null);
});

test("fields pin their axes, all or none", () => {
  const selection = { ...NOTHING, token: 4, head: 2 };
  assert.deepEqual(
    pinAxes(step("q_heads").axes, selection, ["token", "head"]),
    new Map([
      [2, 4],
      [1, 2],
    ]),
  );
  assert.deepEqual(pinAxes(step("scores").axes, selection, ["token"]), new Map([[2, 4]]));
  assert.equal(pinAxes(step("q_heads").axes, selection, ["feature"]), null);
  assert.equal(pinAxes(step("q").axes, selection, ["head"]), null);
  assert.equal(
    pinAxes(step("q").axes, selection, ["token", "head"]),
    null,
    "of which it has the token alone",
  );
});

test("every axis of every step has its field", () => {
  assert.deepEqual(["B", "T", "T_q", "T_k", "H", "d_k", "d_v", "d_model"].map(fieldOf), [
    "batch",
    "token",
    "token",
    "key",
    "head",
    "feature",
    "feature",
    "column",
  ]);
});

test("a column of qkv in a fused layer belongs to one lane, and is the same element in that lane's steps", () => {
  const { steps } = pictureOf({ fused: true, heads: 4, dModel: 32, dV: 3, kvHeads: 2 });
  const of = (/** @type {string} */ id) =>
    /** @type {import("../../web/core/types.js").Step} */ (steps.find((each) => each.id === id));
  for (const [column, lane, head, feature] of /** @type {const} */ ([
    [17, "q", 2, 1],
    [32 + 9, "k", 2, 1], // of the second of two shared heads, which begins at head 2
    [48 + 4, "v", 2, 1],
  ])) {
    const meaning = meaningOf(of("qkv"), [0, 5, column], steps);
    assert.deepEqual(meaning, { token: 5, head, feature, lane });
    const selection = { ...NOTHING, ...meaning };
    assert.deepEqual(elementIn(of("qkv"), selection, steps), [0, 5, column]);
    const first = { q: 0, k: 32, v: 48 }[lane];
    assert.deepEqual(elementIn(of(lane), selection, steps), [0, 5, column - first]);
    assert.deepEqual(meaningOf(of(lane), [0, 5, column - first], steps), { token: 5, head, feature });
    assert.equal(huesOf(of("qkv"), steps)?.([0, 5, column]), head);
    assert.equal(huesOf(of(lane), steps)?.([0, 5, column - first]), head);
  }
  const unsaid = { ...NOTHING, token: 5, head: 2, feature: 1 };
  assert.deepEqual(elementIn(of("qkv"), unsaid, steps), [0, 5, 17], "the query's where nobody says whose");
  assert.deepEqual(elementIn(of("qkv"), unsaid, steps, "v"), [0, 5, 52], "beside its slice that one's");
});

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
