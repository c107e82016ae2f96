// Loading of the core, the lifetime of its objects, and what happens after it broke.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import vm from "node:vm";
import { loadCore } from "../../web/core/index.js";
import { coreWithMemory } from "./core-with-memory.js";
import { zeros } from "./refuse.js";
import http from "node:http";

const WASM = new URL("../../build/wasm/headscope.wasm", import.meta.url);
const core = await loadCore();
const layer = core.createLayer({ dModel: 8, numHeads: 2 });
const query = zeros(2, 3, 8);

test("backward throws if the weights have changed since the run", () => {
  const changing = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = changing.forward({ query });
  changing.setWeights({ wO: new Float32Array(64) });
  assert.throws(() => changing.backward(run, query), {
    code: "config",
    message: "the layer's weights are not those of this run; run forward again",
  });
});

test("after dispose every call throws, and disposing twice is fine", () => {
  const gone = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = gone.forward({ query });
  const { output } = run;
  gone.dispose();
  gone.dispose();
  const disposed = (/** @type {string} */ what) => ({
    code: "disposed",
    message: `this ${what} was disposed of; create it again`,
  });
  const ofLayer = [
    () => gone.forward({ query }),
    () => gone.weights(),
    () => gone.setWeights({}),
    () => gone.prune([0]),
    () => gone.backward(run, query),
  ];
  for (const call of ofLayer) assert.throws(call, disposed("layer"));
  run[Symbol.dispose]();
  const ofRun = [
    () => run.output,
    () => run.attention,
    () => run.steps,
    () => run.warnings,
    () => run.tensor("q"),
    () => run.measure(),
    () => run.contributions(),
  ];
  for (const call of ofRun) assert.throws(call, disposed("run"));
  assert.equal(output.data.length, 48, "what left wasm memory stays");
});

test("after a refused blend the next forward pass is right", () => {
  const { attention } = core.createLayer({ dModel: 8, numHeads: 4 }).forward({ query });
  const maps = /** @type {import("../../web/core/types.js").TensorOutput} */ (attention);
  const options = { query, headScale: [1, 0.5] };
  const expected = layer.forward(options).output.data;
  assert.throws(() => core.blend(maps, [1, 1, 1]), { code: "shape" });
  for (const trace of [true, false])
    assert.deepEqual(layer.forward({ ...options, trace }).output.data, expected);
  assert.throws(() => core.blend(maps, [1, 1]), { code: "shape" });
  assert.deepEqual(layer.forward(options).output.data, expected);
});

test("backward of another core's run is refused", async () => {
  const { core: another } = await coreWithMemory(await readFile(WASM));
  const foreign = another.createLayer({ dModel: 8, numHeads: 2 }).forward({ query });
  assert.throws(() => layer.backward(foreign, query), {
    code: "config",
    message: "backward needs a run of the same core, got another core's",
  });
});

test("NaN and Inf in an input are accepted and carried to the output", () => {
  const data = new Float32Array(48).fill(0.5);
  data[8] = NaN; // item 0, token 1
  data[24] = Infinity; // item 1, token 0
  const run = layer.forward({ query: { data, shape: [2, 3, 8] } });
  assert.ok(run.attention?.data.slice(0, 18).every(Number.isNaN), "every query of item 0 sees the NaN");
  assert.ok(run.output.data.slice(0, 24).every(Number.isNaN));
  assert.ok(run.tensor("x").data.includes(Infinity));
});

test("plain arrays are accepted like typed arrays", () => {
  const plain = { data: Array.from(query.data, (_, i) => Math.sin(i)), shape: [2, 3, 8] };
  const typed = { data: Float32Array.from(plain.data), shape: [2, 3, 8] };
  assert.deepEqual(layer.forward({ query: plain }).output, layer.forward({ query: typed }).output);
  const booleans = { data: Array.from({ length: 9 }, (_, i) => i % 3 === 1), shape: [3, 3] };
  const bytes = { data: Uint8Array.from(booleans.data, Number), shape: [3, 3] };
  assert.deepEqual(
    layer.forward({ query: typed, attnMask: booleans }).attention,
    layer.forward({ query: typed, attnMask: bytes }).attention,
  );
});

test("a plain array as padding mask blocks, be it of numbers or booleans", () => {
  const expected = layer.forward({
    query,
    keyPaddingMask: { data: Uint8Array.of(0, 0, 1, 0, 0, 1), shape: [2, 3] },
  });
  for (const data of [
    [0, 0, 1, 0, 0, 1],
    [false, false, true, false, false, true],
  ])
    assert.deepEqual(
      layer.forward({ query, keyPaddingMask: { data, shape: [2, 3] } }).attention,
      expected.attention,
    );
});

test("a float mask of another realm is added to the scores", () => {
  const { data, shape } = { data: Float32Array.of(0, -0.5, -1, -0.5, 0, -0.5, -1, -0.5, 0), shape: [3, 3] };
  const foreign = vm.runInNewContext("Float32Array").from(data);
  assert.ok(!(foreign instanceof Float32Array));
  const expected = layer.forward({ query, attnMask: { data, shape } }).attention;
  assert.deepEqual(layer.forward({ query, attnMask: { data: foreign, shape } }).attention, expected);
  const blocking = layer.forward({ query, attnMask: { data: Int8Array.from(data), shape } }).attention;
  assert.notDeepEqual(blocking, expected);
});

test("partly copied arguments of a failed call do not affect later calls", () => {
  const [run, before] = [layer.forward({ query }), layer.forward({ query, trace: false }).output];
  const broken = {
    data: Array.from({ length: 48 }, (_, i) => (i < 40 ? 7 : Symbol("x"))),
    shape: query.shape,
  };
  assert.throws(() => layer.forward(/** @type {any} */ ({ query: broken, trace: false })), { code: "shape" });
  assert.deepEqual(layer.forward({ query, trace: false }).output, before);
  assert.throws(() => layer.backward(run, /** @type {any} */ (broken)), { code: "shape" });
  assert.throws(() => layer.backward(run, /** @type {any} */ (undefined)), { code: "shape" });
});

let fresh = 0;

/** A fresh import of the module, whose loadCore has no instance yet. @returns {Promise<typeof import("../../web/core/load.js")>} */
const freshModule = () => import(`../../web/core/load.js?${fresh++}`);

test("loadCore makes one instance, however often it is called", async () => {
  const { loadCore } = await freshModule();
  const [first, second] = await Promise.all([loadCore(), loadCore()]);
  assert.equal(first, second);
  assert.match(first.version, /^\d+\.\d+\.\d+$/);
});

test("the wasm can be passed, or fetched", async (t) => {
  const bytes = await readFile(WASM);
  assert.ok(await (await freshModule()).loadCore({ wasmBinary: bytes }));

  const server = http.createServer((_, response) => response.end(bytes)).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  assert.ok(await (await freshModule()).loadCore({ wasmUrl: `http://127.0.0.1:${port}/headscope.wasm` }));
});

test("a failed load throws with the reason, and can be retried", async (t) => {
  const { loadCore } = await freshModule();
  const server = http.createServer((_, response) => response.end("<!doctype html>")).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const wasmUrl = `http://127.0.0.1:${port}/headscope.wasm`;
  await assert.rejects(loadCore({ wasmUrl }), {
    code: "load",
    message: `${wasmUrl} answered 200 OK with bytes without a type, which is not WebAssembly: have the server give headscope.wasm there, or leave wasmUrl out, and the copy in this script is used`,
  });
  await assert.rejects(loadCore({ wasmBinary: new Uint8Array(8) }), {
    code: "load",
    message: /^the attention core could not be loaded: /,
  });
  const another = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0); // valid, and empty
  await assert.rejects(loadCore({ wasmBinary: another }), {
    code: "load",
    message: /^the attention core could not be loaded: /,
  });
  assert.ok(await loadCore());
});

test("in a browser without WebAssembly SIMD and exceptions, a message says so", async (t) => {
  t.mock.method(WebAssembly, "validate", () => false);
  const { loadCore } = await freshModule();
  await assert.rejects(loadCore(), {
    code: "load",
    message: /^this browser has no WebAssembly with SIMD and exceptions, .* Firefox 100, .* can run it\)$/,
  });
});

test("the inlined wasm needs no newer compression format", async (t) => {
  const { DecompressionStream } = globalThis;
  t.after(() => void (globalThis.DecompressionStream = DecompressionStream));
  globalThis.DecompressionStream = class extends DecompressionStream {
    /** @param {"deflate" | "deflate-raw" | "gzip"} format */
    constructor(format) {
      assert.notEqual(format, "deflate-raw"); // Chrome 103, Node 20.12
      super(format);
    }
  };
  assert.ok(await (await freshModule()).loadCore());
});

const options = { dModel: 8, numHeads: 2 };
const failed = {
  name: "HeadscopeError",
  code: "disposed",
  message: /^this core has failed \(RuntimeError: .+\) and can not go on; loadCore\(\) gives a fresh one/,
};

/** Makes the next embedding of a core throw an error. @param {import("../../web/core/index.js").Core} core @param {Error} error */
function breakEmbed(core, error) {
  core.boundary.module.embed = () => {
    throw error;
  };
}

test("after a trap every call throws, and loadCore returns a fresh core", async () => {
  const { loadCore } = await freshModule();
  const core = await loadCore();
  const layer = core.createLayer(options);
  const query = core.embed(["a", "b"], options);
  const run = layer.forward({ query });
  const { output } = run;
  breakEmbed(core, new WebAssembly.RuntimeError("memory access out of bounds"));
  for (const call of [
    () => core.embed(["a"], options),
    () => core.createLayer(options),
    () => layer.forward({ query }),
    () => run.tensor("q"),
  ])
    assert.throws(call, failed);
  run.dispose();
  layer.dispose();
  const fresh = await loadCore();
  assert.notEqual(fresh, core);
  assert.equal(await loadCore(), fresh);
  assert.deepEqual(fresh.createLayer(options).forward({ query }).output, output);
  assert.throws(() => core.version, failed);
});

test("a stack overflow breaks a core; missing memory for a result does not", async () => {
  const { loadCore } = await freshModule();
  const core = await loadCore();
  const { embed } = core.boundary.module;
  breakEmbed(core, new RangeError("Array buffer allocation failed"));
  assert.throws(() => core.embed(["a"], options), {
    code: "memory",
    message: "no memory for the result: Array buffer allocation failed",
  });
  core.boundary.module.embed = embed;
  assert.ok(core.embed(["a"], options));
  breakEmbed(core, new RangeError("Maximum call stack size exceeded"));
  assert.throws(() => core.embed(["a"], options), { code: "disposed" });
  assert.throws(() => core.createLayer(options), { code: "disposed" });
  assert.notEqual(await loadCore(), core);
});
