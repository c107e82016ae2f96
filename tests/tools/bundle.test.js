import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeInline } from "../../tools/lib/inline.mjs";
import { fromDebian } from "../../tools/lib/notices.mjs";

test("the inlined module is the file, deflated and in base64", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-inline-"));
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i) % 251));
  writeFileSync(path.join(folder, "a.wasm"), bytes);
  await writeInline(path.join(folder, "a.wasm"), path.join(folder, "a.mjs"));
  const base64 =
    /^export default "(.*)";\n$/.exec(readFileSync(path.join(folder, "a.mjs"), "utf8"))?.[1] ?? "";
  rmSync(folder, { recursive: true });
  assert.deepEqual(inflateSync(Buffer.from(base64, "base64")), bytes);
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
