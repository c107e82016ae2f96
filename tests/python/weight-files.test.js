// The files of models that scripts in tools/ train: weights that are read and written again are the same bytes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";

const AGAIN = `
import sys
sys.path.append(sys.argv[1])
from weight_files import read_json, read_weights, write_json, write_weights
write_weights(sys.argv[3], read_weights(sys.argv[2]))
write_json(sys.argv[3], "config.json", read_json(sys.argv[2], "config.json"))`;

const folder = mkdtempSync(path.join(tmpdir(), "headscope-weights-"));
after(() => rmSync(folder, { recursive: true }));

for (const name of ["headscope-small", "headscope-vision"])
  test(`${name} is read and written again`, async () => {
    const python = /** @type {string} */ (await findPython("numpy"));
    const from = inRoot("models", name);
    await run(python, ["-c", AGAIN, inRoot("tools"), from, folder], { what: "the weights are not copied" });
    for (const file of ["config.json", "model.safetensors"])
      assert.ok(readFileSync(path.join(folder, file)).equals(readFileSync(path.join(from, file))), file);
  });
