import assert from "node:assert/strict";
import test from "node:test";
import { readFile } from "node:fs/promises";
import { coreWithMemory } from "./core-with-memory.js";

const wasm = await readFile(new URL("../../build/wasm/headscope.wasm", import.meta.url));

test("10,000 forwards leave the wasm heap where it was", async () => {
  const { core, bytes, inUse } = await coreWithMemory(wasm);
  const layer = core.createLayer({ dModel: 16, numHeads: 4, numKvHeads: 2, bias: true });
  const query = core.embed(["a", "b", "c", "d", "e"], { dModel: 16 });
  const dOutput = { data: new Float32Array(80).fill(1), shape: [1, 5, 16] };
  const mask = { data: new Uint8Array(25), shape: [5, 5] };
  const once = (/** @type {number} */ i) => {
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
  for (let i = 0; i < 400; i++) once(i); // until everything has found its place
  const before = [bytes(), inUse()];
  for (let i = 0; i < 10_000; i++) once(i);
  assert.deepEqual([bytes(), inUse()], before);
});

test("without weights asked for, memory does not grow with the square of the tokens", async () => {
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

test("a layer disposed of gives back what it ran in", async () => {
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

test("more memory than there is gives code memory before anything is allocated, and the instance goes on", async () => {
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

test("memory that runs out on the way gives code memory too", async () => {
  const { core } = await coreWithMemory(wasm);
  /** @type {{ dispose(): void }[]} */
  const held = [];
  const hoard = () => {
    for (;;) held.push(core.createLayer({ dModel: 4096, numHeads: 1, init: "constructed" })); // 256 MB each
  };
  assert.throws(hoard, {
    code: "memory",
    message: /^no memory for a tensor \(4096, 4096\) of 16777216 float32 elements$/,
  });
  assert.ok(held.length >= 4);
  for (const layer of held) layer.dispose();
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  assert.ok(layer.forward({ query: { data: new Float32Array(16), shape: [1, 2, 8] } }).output);
});
