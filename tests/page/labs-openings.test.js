// What labs open on: a head at which something shows, two sentences, a layer that differs from the plain one.
import assert from "node:assert/strict";
import test from "node:test";
import { KINDS, selectHead } from "../../web/labs/lab-list.js";
import { FIRST_TURN } from "../../web/labs/batch/state.js";
import { firstTurn } from "../../web/labs/layer/state.js";
import { Store } from "../../web/kit/state/store.js";
import { pictureOf } from "./support/pictures.js";

/** The selected head after a lab has opened. @param {string} kind @param {{ head?: number | null, heads?: number }} given */
function headAfter(kind, { head = null, heads = 8 }) {
  const store = new Store();
  store.take({ heads }, "host");
  if (head !== null) store.select({ head }, "host");
  selectHead(kind, store, "host");
  return store.state.selection.head;
}

test("labs of weights open on a head whose weights spread, unless another head is selected", () => {
  assert.deepEqual(
    Object.fromEntries(KINDS.map((kind) => [kind, headAfter(kind, {})]).filter(([, head]) => head !== null)),
    { mask: 4, gradients: 4, dropout: 4, batch: 6, cache: 4 },
  );
  assert.equal(headAfter("mask", { head: 2 }), 4, "that of the opening");
  assert.equal(headAfter("mask", { head: 5 }), 5);
  assert.equal(headAfter("batch", { heads: 4 }), null, "there is no head 6");
});

test("Batch opens with two sentences and the right mask", () => {
  assert.deepEqual(FIRST_TURN, { mask: "axes", sentences: 2 });
});

test("Layer opens with a wider d_k, unless the layer already differs from the plain one or is given", () => {
  assert.deepEqual(firstTurn(pictureOf()), { dK: 16 });
  for (const change of [{ dV: 3 }, { bias: true }, { fused: true }, { keyTokens: ["a", "b"] }])
    assert.deepEqual(firstTurn(pictureOf(change)), {}, JSON.stringify(change));
});
