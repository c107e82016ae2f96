import assert from "node:assert/strict";
import test from "node:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { writeInline } from "../../tools/lib/inline.mjs";
import { fromDebian } from "../../tools/lib/notices.mjs";
import { decodeLzma } from "../../web/core/lzma.js";

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} what the page makes of the module that was written of them */
async function throughModule(bytes) {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-inline-"));
  try {
    const [from, to] = ["a.wasm", "a.mjs"].map((name) => path.join(folder, name));
    writeFileSync(from, bytes);
    await writeInline(from, to);
    const { default: base64, length } = await import(pathToFileURL(to).href);
    return decodeLzma(Buffer.from(base64, "base64"), length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bytes that repeat themselves near and far, and some that do not. @param {number} length @param {number} seed */
function mixed(length, seed) {
  const out = Buffer.alloc(length);
  for (let at = 0, next = seed; at < length;) {
    next = (Math.imul(next, 1103515245) + 12345) >>> 0;
    const [back, count] = [1 + ((next >>> 8) % (1 << (next >>> 27))), (next >>> 4) % 400];
    if (next & 1 || back > at) out[at++] = next >>> 16;
    else for (let i = 0; i < count && at < length; i++, at++) out[at] = out[at - back];
  }
  return out;
}

for (const [what, bytes] of Object.entries({
  "one byte": Buffer.of(7),
  "the same byte 70,000 times": Buffer.alloc(70_000, 1),
  "a pattern": Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251)),
  "what a million bytes may repeat": mixed(1_000_000, 1),
  "another such": mixed(300_000, 7),
}))
  test(`the inlined module is the file to the byte: ${what}`, async () => {
    assert.ok(Buffer.compare(await throughModule(bytes), bytes) === 0);
  });

test("one licence is read out of Debian's copyright file, with who holds the whole", () => {
  const copyright = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files:
 *
Copyright:
  2010-2022  The Authors
  2023  Others
License: Expat or NCSA

Files: third/*
Copyright: Someone
License: Expat

License: Expat
 Permission is hereby granted.
 .
 Without warranty.
`;
  assert.equal(
    fromDebian(copyright, "Expat"),
    "Copyright 2010-2022  The Authors, 2023  Others\n\nPermission is hereby granted.\n\nWithout warranty.",
  );
  assert.throws(() => fromDebian(copyright, "MPL"), /MPL/);
});
