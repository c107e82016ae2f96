// Updating a folder file by file.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { writeChanged } from "../../tools/lib/write-changed.mjs";
import { filesBelow } from "../../tools/lib/stamp.mjs";

test("only files that differ are written, missing files are removed, and kept names stay", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-site-"));
  try {
    const [from, to] = ["from", "to"].map((name) => path.join(folder, name));
    const put = (/** @type {string} */ file, /** @type {string} */ text) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      utimesSync(file, 1, 1);
    };
    put(path.join(from, "same.html"), "a");
    put(path.join(from, "changed.css"), "new");
    put(path.join(from, "learn/added.html"), "b");
    for (const name of ["same.html", "gone.html", "learn/gone.html", "modules/kit.js", "changed.css"])
      put(path.join(to, name), "a");
    writeChanged(from, to, ["modules"]);
    const files = filesBelow(to).map((file) => path.relative(to, file));
    assert.deepEqual(files, ["changed.css", "learn/added.html", "modules/kit.js", "same.html"]);
    assert.equal(readFileSync(path.join(to, "changed.css"), "utf8"), "new");
    const isTouched = (/** @type {string} */ name) => statSync(path.join(to, name)).mtimeMs !== 1000;
    assert.deepEqual(files.filter(isTouched), ["changed.css", "learn/added.html"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
