// The tables of words of a language, gathered from its files.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { gathered } from "../../tools/lib/words.mjs";

test("a language has every table that a file exports, no name twice, and messages of all files in one table", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-words-"));
  try {
    const files = ["one/words.fr.js", "two/words.fr.js"].map((name) => path.join(folder, name));
    for (const file of files) mkdirSync(path.dirname(file));
    writeFileSync(files[0], "const own = 1;\nexport const mask = { a: own };\nexport const masks = 2;\n");
    writeFileSync(files[1], "export const softmax = { b: 3 };\n");
    for (const [i, file] of files.entries())
      appendFileSync(file, `export const messagesById = { id${i}: ${i} };\n`);
    writeFileSync(path.join(folder, "fr.js"), gathered(files, folder).replaceAll('from "', 'from "./'));
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const { default: all } = await import(pathToFileURL(path.join(folder, "fr.js")).href);
    assert.deepEqual(all, { mask: { a: 1 }, masks: 2, softmax: { b: 3 }, messagesById: { id0: 0, id1: 1 } });
    writeFileSync(files[1], "export const mask = {};\n");
    assert.throws(
      () => gathered(files, folder),
      /one.words\.fr\.js and .*two.words\.fr\.js both export mask/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
