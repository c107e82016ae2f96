import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import http from "node:http";
import test from "node:test";

let fresh = 0;

/** A fresh import of the module, whose loadCore has no instance yet. @returns {Promise<typeof import("../../web/core/load.js")>} */
const freshModule = () => import(`../../web/core/load.js?${fresh++}`);

const WASM = new URL("../../build/wasm/headscope.wasm", import.meta.url);

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
