import assert from "node:assert/strict";
import test from "node:test";
import { moveIndex, indexOf, offsetOf, stepsSharing, withAxis } from "../../web/kit/state/memory.js";
import { flat, indices, variousPictures } from "./support/pictures.js";

const pictures = variousPictures();

/** Grouped keys as the core makes them: two groups of heads read each key. */
const EXPANDED = /** @type {import("../../web/core/types.js").Step} */ ({
  id: "k_groups",
  axes: ["B", "Hkv", "G", "T", "d_k"],
  shape: [1, 2, 3, 4, 5],
  strides: [40, 5, 0, 10, 1],
  offset: 0,
});

/** @param {import("../../web/core/types.js").Step} step */
const elements = ({ shape }) => shape.reduce((a, b) => a * b, 1);

for (const [name, { steps, values }] of pictures) {
  test(`${name}: offset and index are inverse at every element of every step`, () => {
    for (const step of steps)
      for (const index of indices(step.shape))
        assert.deepEqual(indexOf(step, offsetOf(step, index)), index, step.id);
  });

  test(`${name}: an element carried to a step that shares its memory is the same number`, () => {
    for (const step of steps)
      for (const other of stepsSharing(step, steps))
        for (const index of indices(step.shape)) {
          const there = moveIndex(step, index, other);
          if (!there && elements(other) < elements(stepsSharing(step, steps)[0])) continue; // lies in another slice
          assert.ok(there, `${step.id}[${index}] in ${other.id}`);
          assert.equal(values(step.id)[flat(step.shape, index)], values(other.id)[flat(other.shape, there)]);
          assert.deepEqual(moveIndex(other, there, step), index);
        }
  });
}

test("offsets include a view's own, and positions outside a view have no index", () => {
  const slice = /** @type {any} */ ({ shape: [2, 3], strides: [10, 1], offset: 4 });
  assert.equal(offsetOf(slice, [1, 2]), 16);
  assert.deepEqual(indexOf(slice, 16), [1, 2]);
  for (const outside of [0, 3, 7, 13, 17, 24, -1]) assert.equal(indexOf(slice, outside), null, `${outside}`);
  const sparse = /** @type {any} */ ({ shape: [2, 2], strides: [10, 4], offset: 0 });
  assert.deepEqual(indexOf(sparse, 14), [1, 1]);
  for (const between of [1, 5, 12, 16]) assert.equal(indexOf(sparse, between), null, `${between}`);
});

test("of several indices that share a place by a stride of 0, the first is returned", () => {
  assert.equal(offsetOf(EXPANDED, [0, 1, 2, 3, 4]), offsetOf(EXPANDED, [0, 1, 0, 3, 4]));
  for (const index of indices(EXPANDED.shape)) {
    const [b, group, , token, feature] = index;
    assert.deepEqual(indexOf(EXPANDED, offsetOf(EXPANDED, index)), [b, group, 0, token, feature]);
  }
});

test("views share their memory, copies do not, and heads are known where a sibling has them", () => {
  const { steps, step } = /** @type {import("./support/pictures.js").Picture} */ (pictures.get("opening"));
  const ids = (/** @type {string} */ id) =>
    stepsSharing(/** @type {any} */ (step(id)), steps).map((s) => s.id);
  assert.deepEqual(ids("q_heads"), ["q", "q_split", "q_heads"]);
  assert.deepEqual(ids("k"), ["k", "k_split", "k_heads", "k_t"]);
  assert.deepEqual(ids("context_t"), ["context", "context_t"]);
  assert.deepEqual(ids("concat"), ["context_c", "concat"]);
  assert.deepEqual(ids("weights"), ["weights"]);
  assert.equal(withAxis(/** @type {any} */ (step("q")), steps, "H")?.id, "q_split");
  assert.equal(withAxis(/** @type {any} */ (step("output")), steps, "H"), undefined);
});
