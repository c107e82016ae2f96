// A fresh clone: the build must not need its own outputs.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { build } from "esbuild";
import { inRoot } from "../../tools/lib/paths.mjs";

/** Matches build outputs, by path or by the package's import name. */
const BUILT = /(^|\/)(build|dist)\/|^#/;

const commands = [
  ...readdirSync(inRoot("tools"))
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => inRoot("tools", file)),
  inRoot("tools/lib/build.mjs"),
];

for (const command of commands)
  test(`${path.relative(inRoot(), command)} starts before anything is built`, async () => {
    /** @type {string[]} build outputs that the command imports when it starts */
    const met = [];
    const watch = {
      name: "built",
      setup: (/** @type {import("esbuild").PluginBuild} */ { onResolve }) =>
        onResolve({ filter: /./ }, ({ path: wanted, importer, kind }) => {
          const later = kind === "dynamic-import";
          if (kind === "entry-point" || (!later && !BUILT.test(wanted))) return;
          if (!later) met.push(`${path.relative(inRoot(), importer)} imports ${wanted}`);
          return { path: wanted, external: true };
        }),
    };
    await build({
      entryPoints: [command],
      bundle: true,
      write: false,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "silent",
      plugins: [watch],
    });
    assert.deepEqual(met, []);
  });
