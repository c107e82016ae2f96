import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { writeInline } from "../../tools/lib/wasm.mjs";

test("the inlined module contains the file to the byte", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-inline-"));
  try {
    const [from, to] = ["a.wasm", "a.mjs"].map((name) => path.join(folder, name));
    for (const bytes of [Buffer.of(7), Buffer.alloc(70_000, 1), randomBytes(300_000)]) {
      writeFileSync(from, bytes);
      writeInline(from, to);
      const { default: base64 } = await import(`${pathToFileURL(to).href}?${bytes.length}`);
      assert.ok(inflateSync(Buffer.from(base64, "base64")).equals(bytes));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
