// The head and query with the largest difference between two runs, compared with a plain recomputation from both attentions.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { coreWithMemory } from "./core-with-memory.js";
import { randomValues } from "./fixture.js";
import { mostApart } from "./most-apart.js";

/** @import { Fault, ForwardInput, Run } from "../../web/core/index.js" */

const core = await loadCore();
const [B, T, D, H] = [2, 5, 12, 3];
const query = { data: randomValues(7, 2, B * T * D), shape: [B, T, D] };
const keyPaddingMask = { data: Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 1, 1, 1]), shape: [B, T] };
const layer = core.createLayer({ dModel: D, numHeads: H, seed: 4 });

/** @param {Fault} fault @param {Partial<ForwardInput>} [input] */
const run = (fault, input) => layer.forward({ query, keyPaddingMask, causal: true, fault, ...input });

/** @param {Run} right @param {Run} wrong */
function recomputed(right, wrong) {
  const [a, b] = [right, wrong].map(({ attention }) => /** @type {Float32Array} */ (attention?.data));
  return mostApart(a, b, [B, H, T, T]);
}

for (const fault of /** @type {const} */ ([
  "view_without_transpose",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
  "mask_repeat_order",
]))
  test(`${fault} has its largest difference in the head and query of a plain recomputation`, () => {
    const [right, wrong] = [run("none"), run(fault)];
    const { head, query, distance } = right.differenceFrom(wrong);
    const expected = recomputed(right, wrong);
    assert.ok(Math.max(...expected.distances) > 0.01);
    assert.deepEqual({ head, query }, { head: expected.head, query: expected.query });
    assert.deepEqual(distance.shape, [B, H, T]);
    distance.data.forEach((value, i) => assert.ok(Math.abs(value - expected.distances[i]) < 1e-6, `${i}`));
    assert.deepEqual(wrong.differenceFrom(right), { head, query, distance });
  });

test("runs with equal attention have no difference", () => {
  const right = run("none");
  for (const same of [right, run("none"), run("merge_without_transpose")]) {
    const { head, query, distance } = right.differenceFrom(same);
    assert.deepEqual([head, query], [0, 0]);
    assert.ok(distance.data.every((value) => value === 0));
  }
});

test("attentions that cannot be compared are refused with a message", async () => {
  const right = run("none");
  const wider = layer.forward({ query: { data: new Float32Array(2 * 4 * D), shape: [2, 4, D] } });
  assert.throws(() => right.differenceFrom(wider), {
    code: "shape",
    message: "the other attention has shape (2, 3, 4, 4), expected (2, 3, 5, 5)",
  });
  const fused = core.createLayer({ dModel: D, numHeads: H, fused: true });
  const refused = fused.forward({ query, fault: "view_without_transpose" });
  for (const ask of [() => right.differenceFrom(refused), () => refused.differenceFrom(right)])
    assert.throws(ask, { code: "shape", message: /view size is not compatible/ });
  for (const ask of [
    () => right.differenceFrom(run("none", { trace: false })),
    () => run("none", { trace: false }).differenceFrom(right),
  ])
    assert.throws(ask, { code: "config", message: "differenceFrom needs two runs with trace: true" });
  assert.throws(() => right.differenceFrom(/** @type {any} */ (null)), {
    code: "config",
    message: "differenceFrom needs a run of forward, got null",
  });
  const wasm = await readFile(new URL("../../build/wasm/headscope.wasm", import.meta.url));
  const another = (await coreWithMemory(wasm)).core.createLayer({ dModel: D, numHeads: H, seed: 4 });
  assert.throws(() => right.differenceFrom(another.forward({ query })), {
    code: "config",
    message: "differenceFrom needs a run of the same core, got another core's",
  });
  const gone = run("none");
  gone.dispose();
  for (const ask of [() => right.differenceFrom(gone), () => gone.differenceFrom(right)])
    assert.throws(ask, { code: "disposed" });
});
