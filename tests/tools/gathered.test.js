// The tables of words of a language, gathered from its files by part.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../tools/lib/paths.mjs";
import { moduleOf, partsIn, writeWords } from "../../tools/lib/words.mjs";

test("a part has the tables of its feature's files, no name twice, and messages of all files in one table", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-words-"));
  try {
    const files = ["labs/mask/words.fr.js", "train/words.fr.js", "train/words-refusals.fr.js"].map((name) =>
      path.join(folder, name),
    );
    for (const file of files) mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(
      files[0],
      "const own = 1;\nexport const maskTitle = { a: own };\nexport const labMask = 2;\n",
    );
    writeFileSync(files[1], "export const train = { b: 3 };\n");
    writeFileSync(files[2], "");
    for (const [i, file] of files.entries())
      appendFileSync(file, `export const messagesById = { id${i}: ${i} };\n`);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const to = path.join(folder, "built");
    mkdirSync(to);
    const parts = partsIn(files, folder);
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const [part, tables] of parts) {
      const file = path.join(to, `${part}.js`);
      writeFileSync(file, moduleOf(tables, to, part));
      found[part] = (await import(pathToFileURL(file).href)).default;
    }
    assert.deepEqual(found, {
      labs: { maskTitle: { a: 1 } },
      "lab-mask": { labMask: 2, messagesById: { id0: 0 } },
      train: { train: { b: 3 }, messagesById: { id1: 1, id2: 2 } },
    });
    writeFileSync(files[1], "export const labMask = {};\n");
    assert.throws(
      () => partsIn(files, folder),
      /mask.words\.fr\.js and .*train.words\.fr\.js both export labMask/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the parts of a language have all of its tables together, each in one part", async () => {
  writeWords();
  const { default: offers } = await import(pathToFileURL(inRoot("build/words/parts.js")).href);
  for (const language of ["fr", "zh"]) {
    const { default: whole } = await import(pathToFileURL(inRoot(`build/words/${language}.js`)).href);
    /** @type {readonly import("../../web/kit/text/locales.js").Part[]} */
    const parts = offers[language];
    const areas = parts.flatMap((part) => part.areas);
    const tables = Object.keys(whole).filter((name) => !["lang", "stop", "messagesById"].includes(name));
    assert.deepEqual(areas.toSorted(), tables.toSorted());
    for (const { areas, load } of parts)
      for (const area of areas)
        assert.deepEqual(Object.keys((await load()).default[area]), Object.keys(whole[area]));
  }
});
