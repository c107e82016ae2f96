// The core as a C++ library, installed or as part of another build.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { findEigen } from "../../tools/lib/find-package.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";

const eigen = findEigen();
const EIGEN = eigen ? [`-DEigen3_DIR=${eigen}`] : [];

const EXPECTED = `x (1, 3, 32)
q (1, 3, 32)
k (1, 3, 32)
v (1, 3, 32)
q_split (1, 3, 4, 8)
k_split (1, 3, 4, 8)
v_split (1, 3, 4, 8)
q_heads (1, 4, 3, 8)
k_heads (1, 4, 3, 8)
v_heads (1, 4, 3, 8)
k_t (1, 4, 8, 3)
scores (1, 4, 3, 3)
scaled (1, 4, 3, 3)
masked (1, 4, 3, 3)
weights (1, 4, 3, 3)
context (1, 4, 3, 8)
context_t (1, 3, 4, 8)
context_c (1, 3, 4, 8)
concat (1, 3, 32)
output (1, 3, 32)
`;

/** Configures and builds a project. @param {string} source @param {string} folder @param {string[]} definitions */
async function build(source, folder, definitions) {
  const all = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON", ...definitions];
  await run("cmake", ["-S", source, "-B", folder, "-G", "Ninja", ...all]);
  await run("cmake", ["--build", folder]);
}

/** @param {string} folder build folder of the consumer */
async function checkConsumer(folder) {
  const output = await run(path.join(folder, "consumer"), []);
  assert.ok(output.startsWith(EXPECTED), output);
  const said = output.slice(EXPECTED.length).split("\n");
  assert.match(said[0], /^previous token: 0\.[89]/);
  assert.equal(said[1], "parameters: 4096");
  assert.equal(said[2], "steps of training: 2");
  assert.equal(
    said[3],
    "query has shape (1, 32, 3), expected (B, T_q, d_model) with d_model = 32; its last two dimensions look swapped",
  );
}

test("the library works installed, by find_package, and from its sources, by add_subdirectory", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-consumer-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const at = (/** @type {string} */ name) => path.join(folder, name);
  const consumer = inRoot("tests/consumers/library");

  await build(inRoot(), at("library"), ["-DHEADSCOPE_BUILD_TESTS=OFF", ...EIGEN]);
  await run("cmake", ["--install", at("library"), "--prefix", at("installed")]);
  await build(consumer, at("by-package"), [`-DCMAKE_PREFIX_PATH=${at("installed")}`]);
  await checkConsumer(at("by-package"));

  await build(consumer, at("by-source"), [`-DHEADSCOPE=${inRoot()}`, ...EIGEN]);
  await checkConsumer(at("by-source"));
});
