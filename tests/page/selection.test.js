import assert from "node:assert/strict";
import test from "node:test";
import { stepsSharing } from "../../web/kit/state/memory.js";
import { huesOf } from "../../web/kit/draw/cell-colours.js";
import { NOTHING, elementIn, fieldOf, meaningOf, pinAxes } from "../../web/kit/state/selection.js";
import { indices, pictureOf, variousPictures } from "./support/pictures.js";

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
