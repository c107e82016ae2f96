import assert from "node:assert/strict";
import test from "node:test";
import { Pan } from "../../web/kit/draw/pan.js";
import { startAlong } from "../../web/kit/state/selection.js";

/** @typedef {import("../../web/walk/draw/stage.js").Part} Part */

/** A matrix of which 20 by 30 cells of 8 px are shown. @param {[string, string]} axes @param {{ rows?: number, cols?: number }} [from] @returns {Part} */
function part([rowAxis, colAxis], { rows = 0, cols = 0 } = {}) {
  const layout = {
    ...{ cw: 8, ch: 8, width: 240, height: 160 },
    rows: { axis: rowAxis, from: rows, count: 20, of: 100 },
    cols: { axis: colAxis, from: cols, count: 30, of: 100 },
  };
  return /** @type {any} */ ({ x: 50, y: 10, tensor: { layout } });
}

const INSIDE = { x: 60, y: 20 };

test("a drag moves the windows of the tensor under it by whole cells, and keeps the remainder", () => {
  const pan = new Pan();
  const scores = [part(["T_q", "T_k"], { cols: 10 })];
  assert.deepEqual(pan.by(scores, { ...INSIDE, dx: -12, dy: 0 }), { key: 11 });
  assert.deepEqual(
    pan.by(scores, { ...INSIDE, dx: -4, dy: 0 }),
    { key: 12 - 1 },
    "with the 4 px from before",
  );
  assert.deepEqual(pan.by(scores, { ...INSIDE, dx: 0, dy: -16 }), { token: 2 });
  assert.equal(pan.by(scores, { x: 500, y: 500, dx: -12, dy: 0 }), null, "nothing lies there");
  assert.deepEqual(pan.by(scores, { dx: -16, dy: 0 }), { key: 12 }, "by keyboard it is the step's own");
});

test("the width of x and the width of its projection move separately", () => {
  const weights = [part(["d_model", "H*d_k"], { rows: 40, cols: 60 })];
  const moved = new Pan().by(weights, { ...INSIDE, dx: -16, dy: 8 });
  assert.deepEqual(moved, { "H*d_k": 62, d_model: 39 });
  assert.equal(startAlong("H*d_k", moved ?? {}), 62);
  assert.equal(startAlong("d_model", moved ?? {}), 39);
  assert.equal(startAlong("T", moved ?? {}), undefined);
});

test("a window at its end does not move, and the page gets the drag", () => {
  const pan = new Pan();
  assert.equal(pan.by([part(["T_q", "T_k"], { cols: 70 })], { ...INSIDE, dx: -9, dy: 0 }), null);
  assert.equal(pan.by([part(["T_q", "T_k"])], { ...INSIDE, dx: 9, dy: 0 }), null);
  assert.deepEqual(pan.by([part(["T_q", "T_k"], { cols: 69 })], { ...INSIDE, dx: -90, dy: 0 }), { key: 70 });
  const small = part(["T_q", "T_k"]);
  small.tensor.layout.cols.of = 30;
  assert.equal(pan.by([small], { ...INSIDE, dx: -90, dy: 0 }), null, "all of it is shown");
});
