import assert from "node:assert/strict";
import test from "node:test";
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { coreWithMemory } from "./core-with-memory.js";

const wasm = await WebAssembly.compile(
  await readFile(new URL("../../build/wasm/headscope.wasm", import.meta.url)),
);
const FORWARDS = IS_NIGHTLY ? 10_000 : 2_000;

test(`${FORWARDS} forward passes leak no wasm memory`, async () => {
  const { core, bytes, inUse } = await coreWithMemory(wasm);
  const query = core.embed(["a", "b", "c", "d", "e"], { dModel: 16 });
  const dOutput = { data: new Float32Array(80).fill(1), shape: [1, 5, 16] };
  const mask = { data: new Uint8Array(25), shape: [5, 5] };
  /** @param {import("../../web/core/index.js").Layer} layer @param {number} i */
  const once = (layer, i) => {
    const run = layer.forward({ query, attnMask: mask, dropout: { p: 0.1, seed: i }, trace: i % 2 === 0 });
    run.output;
    if (i % 2 === 0) {
      run.tensor("q_heads");
      run.measure();
      layer.backward(run, dOutput);
    } else {
      assert.throws(() => layer.forward({ query, headScale: [1] }));
      layer.forward({ query, attnMask: mask, trace: false, needWeights: i % 4 === 1 }).output;
    }
    run.dispose();
  };
  /** The heap after `count` forwards of a layer, and after disposing of the layer. @param {number} count */
  const after = (count) => {
    const layer = core.createLayer({ dModel: 16, numHeads: 4, numKvHeads: 2, bias: true });
    for (let i = 0; i < count; i++) once(layer, i);
    layer.dispose();
    return { bytes: bytes(), inUse: inUse() };
  };
  const few = after(12);
  const many = after(FORWARDS);
  assert.equal(many.bytes, few.bytes);
  // The allocator leaves small remainders in a block: less than a leak of one block in a hundred forwards.
  assert.ok(Math.abs(many.inUse - few.inUse) < 100, `${many.inUse - few.inUse} bytes more in use`);
});

test("without needWeights, memory does not grow with the square of the tokens", async () => {
  const { core, bytes, inUse } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 16, numHeads: 2 });
  const before = bytes();
  /** @param {number} tokens */
  const inUseAfter = (tokens) => {
    const query = { data: new Float32Array(16 * tokens).fill(0.5), shape: [1, tokens, 16] };
    layer.forward({ query, trace: false, needWeights: false });
    return inUse();
  };
  const [start, once, twice] = [inUse(), inUseAfter(4096), inUseAfter(8192)];
  assert.ok(
    twice - start < 2.1 * (once - start),
    `${once - start} bytes, and ${twice - start} for twice the tokens`,
  );
  assert.ok(bytes() - before < 2 ** 23, "where 8192^2 scores of one head are 2^28 bytes");
  layer.dispose();
});

test("no memory grows if causal and padding masks leave queries without keys; larger requests are refused first", async () => {
  const { core, bytes } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 8, numHeads: 1 });
  const tokens = 12_000;
  const query = { data: new Float32Array(8 * tokens).fill(0.5), shape: [1, tokens, 8] };
  const keyPaddingMask = {
    data: Uint8Array.from({ length: tokens }, (_, i) => (i < 2 ? 1 : 0)),
    shape: [1, tokens],
  };
  const before = bytes();
  const run = layer.forward({ query, keyPaddingMask, causal: true, trace: false, needWeights: false });
  assert.deepEqual(run.warnings, [
    "batch 0, head 0, query row 0: every key is blocked, so that its weights are 0",
    "batch 0, head 0, query row 1: every key is blocked, so that its weights are 0",
  ]);
  assert.ok(bytes() - before < 2 ** 23, "where a causal mask of its own would be 576 MB");
  const one = { data: new Float32Array(8), shape: [1, 1, 8] };
  const padded = { query: one, key: query, keyPaddingMask, trace: false };
  assert.equal(layer.forward(padded).attention?.data[0], 0, "one query takes no room for 64");
});

test("a shorter run reuses the memory of a longer one", async () => {
  for (const fused of [false, true]) {
    const { core, touched } = await coreWithMemory(wasm);
    const layer = core.createLayer({ dModel: 8, numHeads: 1, dK: 64, fused });
    /** @param {number} tokens */
    const run = (tokens) => {
      const query = { data: new Float32Array(8 * tokens), shape: [tokens, 1, 8] };
      layer.forward({ query, trace: false, needWeights: false });
      return touched();
    };
    const long = run(20_000);
    assert.equal(run(15_000), long, `${fused ? "" : "not "}fused`);
  }
});

test("workspaces too large to keep are freed after each run", async () => {
  const { core, inUse } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 4, numHeads: 1 });
  const before = inUse();
  const keys = 4_200_000; // so that the keys, and four rows of weights, have more than 2^24 numbers
  const key = { data: new Float32Array(4 * keys), shape: [1, keys, 4] };
  const query = { data: new Float32Array(16), shape: [1, 4, 4] };
  const { attention } = layer.forward({ query, key, trace: false });
  assert.equal(attention?.data.length, 4 * keys);
  assert.ok(inUse() - before < 10_000, `${inUse() - before} bytes are kept`);
});

test("disposing of a layer frees its workspace", async () => {
  const { core, inUse } = await coreWithMemory(wasm);
  const query = { data: new Float32Array(16 * 64), shape: [1, 64, 16] };
  const once = () => {
    const layer = core.createLayer({ dModel: 16, numHeads: 2 });
    layer.forward({ query, trace: false });
    layer.dispose();
    return inUse();
  };
  assert.equal(once(), once());
});

test("layers and runs that are garbage-collected free their memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const { core, inUse } = await coreWithMemory(wasm);
  const query = core.embed(["a", "b"], { dModel: 64 });
  const before = inUse();
  const leave = () => core.createLayer({ dModel: 64, numHeads: 4 }).forward({ query }).output;
  for (let i = 0; i < 20; i++) leave();
  assert.ok(inUse() - before > 1_000_000);
  for (let i = 0; i < 100 && inUse() - before > 1000; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(inUse() - before < 1000, `${inUse() - before} bytes are kept`);
});

test("a request for too much memory throws code memory before any allocation, and the instance stays usable", async () => {
  const { core, bytes } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 8, numHeads: 8 });
  const before = bytes();
  const long = { data: new Float32Array(8 * 20_000), shape: [1, 20_000, 8] }; // scores of 8 * 20000^2 floats
  assert.throws(() => layer.forward({ query: long }), {
    code: "memory",
    message: /^this forward pass would take \d+ bytes; WebAssembly's memory ends at 2147483648$/,
  });
  assert.ok(bytes() - before < 2 ** 21);
  assert.throws(() => core.createLayer({ dModel: 30_000, numHeads: 1 }), { code: "memory" });
  assert.ok(layer.forward({ query: { data: new Float32Array(16), shape: [1, 2, 8] } }).output);
});

/** A core whose memory is soon full, and the width of a layer that takes a large part of the memory. To fill 2 GB takes seconds. */
async function smallMemory() {
  const { core } = await coreWithMemory(wasm, IS_NIGHTLY ? {} : { most: 2 ** 26 });
  return { core, width: IS_NIGHTLY ? 4096 : 512 };
}

test("memory that runs out during a call throws code memory", async () => {
  const { core, width } = await smallMemory();
  /** @type {{ dispose(): void }[]} */
  const held = [];
  /** @param {number} dModel */
  const hoard = (dModel) => {
    for (;;) held.push(core.createLayer({ dModel, numHeads: 1, init: "constructed" }));
  };
  const ofLarge = () => hoard(width); // four matrices each
  const tensor = `a tensor \\(${width}, ${width}\\) of ${width ** 2} float32 elements`;
  assert.throws(ofLarge, {
    code: "memory",
    message: new RegExp(`^no memory for ${tensor}; dispose\\(\\) of runs, layers`),
  });
  assert.ok(held.length >= 4);
  for (const dModel of [512, 64, 8]) assert.throws(() => hoard(dModel), { code: "memory" });
  const ofSmallest = () => hoard(1); // here the list of tensors finds no memory
  assert.throws(ofSmallest, {
    code: "memory",
    message:
      "WebAssembly's memory is full; dispose() of runs, layers, fits and models that are not needed any more",
  });
  for (const layer of held) layer.dispose();
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  assert.ok(layer.forward({ query: { data: new Float32Array(16), shape: [1, 2, 8] } }).output);
});

test("tokens without memory are refused, and nothing is overwritten", async () => {
  const { core, width } = await smallMemory();
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const query = core.embed(["a", "b", "c"], { dModel: 8 });
  const before = layer.forward({ query }).output;
  /** @type {import("../../web/core/index.js").Layer[]} */
  const held = [];
  for (const dModel of [width, width / 8, width / 64]) {
    assert.throws(
      () => {
        for (;;) held.push(core.createLayer({ dModel, numHeads: 1, init: "constructed" }));
      },
      { code: "memory" },
    );
  }
  for (const tokens of [["x".repeat(2 ** 20)], Array(2 ** 18).fill("x")])
    assert.throws(() => core.embed(tokens, { dModel: 1 }), { code: "memory" });
  for (const each of held) each.dispose();
  assert.deepEqual(layer.forward({ query }).output, before);
  assert.deepEqual(core.embed(["a", "b", "c"], { dModel: 8 }), query);
});

test("after an input without memory, the next forward has correct numbers", async () => {
  const { core } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const query = { data: new Float32Array(24).fill(0.5), shape: [1, 3, 8] };
  const before = layer.forward({ query, trace: false }).output;
  const long = { data: { length: 8 * 67_100_000 }, shape: [1, 67_100_000, 8] }; // just below the end of memory
  assert.throws(() => layer.forward({ query: long, trace: false }), {
    code: "memory",
    message: /^no memory for a tensor \(1, 67100000, 8\) of 536800000 float32 elements; dispose\(\) of runs/,
  });
  assert.deepEqual(layer.forward({ query, trace: false }).output, before);
  assert.deepEqual(layer.forward({ query, trace: false }).output, before);
});
