// Updating a folder file by file.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { writeBeside, writeChanged } from "../../tools/lib/write-changed.mjs";
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
    put(path.join(to, `kit.js.${process.pid}.new`), "that another build is writing");
    put(path.join(to, "kit.js.99999999.new"), "of a build that was ended");
    writeChanged(from, to, ["modules"]);
    assert.ok(existsSync(path.join(to, `kit.js.${process.pid}.new`)));
    rmSync(path.join(to, `kit.js.${process.pid}.new`));
    const files = filesBelow(to).map((file) => path.relative(to, file));
    assert.deepEqual(files, ["changed.css", "learn/added.html", "modules/kit.js", "same.html"]);
    assert.equal(readFileSync(path.join(to, "changed.css"), "utf8"), "new");
    const isTouched = (/** @type {string} */ name) => statSync(path.join(to, name)).mtimeMs !== 1000;
    assert.deepEqual(files.filter(isTouched), ["changed.css", "learn/added.html"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a changed file is replaced at once, so that a reader of the old one reads it to its end", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-beside-"));
  try {
    const page = path.join(folder, "site/page.html");
    mkdirSync(path.dirname(page));
    writeFileSync(page, "old page");
    writeFileSync(path.join(folder, "other"), "stays");
    const reader = openSync(page, "r");
    await writeBeside(folder, (fresh) => {
      mkdirSync(path.join(fresh, "site"));
      writeFileSync(path.join(fresh, "site/page.html"), "new");
      assert.equal(readFileSync(page, "utf8"), "old page", "while the new one is written");
    });
    assert.equal(readFileSync(reader, "utf8"), "old page");
    closeSync(reader);
    assert.equal(readFileSync(page, "utf8"), "new");
    const names = filesBelow(folder).map((file) => path.relative(folder, file));
    assert.deepEqual(names, ["other", "site/page.html"], "nothing is left beside");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("of two works at the same time, each has its own folder", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-beside-"));
  try {
    await Promise.all(
      ["one", "two"].map((name) =>
        writeBeside(folder, async (fresh) => {
          await new Promise((resolve) => setTimeout(resolve));
          assert.deepEqual(filesBelow(fresh), []);
          writeFileSync(path.join(fresh, name), name);
        }),
      ),
    );
    assert.deepEqual(
      filesBelow(folder).map((file) => path.basename(file)),
      ["one", "two"],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("work that fails changes nothing, and its files are removed, also those of an interrupted process", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-beside-"));
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const leftover = inRoot(`build/fresh-${ended}-0`);
  mkdirSync(leftover, { recursive: true });
  try {
    const failed = writeBeside(folder, (fresh) => {
      writeFileSync(path.join(fresh, "half"), "");
      throw new Error("no memory");
    });
    await assert.rejects(failed, /no memory/);
    assert.deepEqual(filesBelow(folder), []);
    const own = readdirSync(inRoot("build")).filter((name) => name.startsWith(`fresh-${process.pid}-`));
    assert.deepEqual([existsSync(leftover), own], [false, []]);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(leftover, { recursive: true, force: true });
  }
});
