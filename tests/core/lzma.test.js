import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import base64, { length } from "#wasm-inline";
import { decodeLzma } from "../../web/core/lzma.js";
import { inRoot } from "../../tools/lib/paths.mjs";

test("the wasm that the package carries is the one that was built, to the byte", async () => {
  const built = readFileSync(inRoot("build/wasm/headscope.wasm"));
  assert.ok(Buffer.compare(await decodeLzma(Buffer.from(base64, "base64"), length), built) === 0);
});
