// The core as an installed C++ library, and the examples of its use. adding.test.js has it as part of another build.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { setUpCatch2 } from "../../tools/lib/catch2.mjs";
import { cmakeBuild } from "../../tools/lib/cmake.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { build, checkConsumer } from "./support/library.js";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

test("the library and its examples work installed, by find_package", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-consumer-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [installed, consumer] = ["installed", "consumer"].map((name) => path.join(folder, name));
  // The build that the native tests use, so that the library is not compiled again.
  await cmakeBuild("native", { define: await setUpCatch2(), target: "native-core" });
  await run("cmake", ["--install", inRoot("build/native"), "--prefix", installed]);
  const definitions = ["-DCMAKE_BUILD_TYPE=Release", `-DCMAKE_PREFIX_PATH=${installed}`];
  await build(inRoot("tests/consumers/library"), consumer, definitions);
  await checkConsumer(consumer);

  const examples = path.join(folder, "examples");
  await build(inRoot("examples"), examples, definitions);
  checkWalk(await run(path.join(examples, "walk_layer"), []));
  checkHeads(await run(path.join(examples, "heads_to_csv"), []));
});

/** @param {string} output of examples/walk_layer */
function checkWalk(output) {
  assert.ok(output.startsWith(`headscope ${version}\n`), output);
  assert.match(output, /^scores = matmul: \(1, 4, 4, 4\), copy, 1024 flops, 256 bytes written$/m);
  assert.match(output, /^q_split = view: \(1, 4, 4, 8\), view, 0 flops, 0 bytes written$/m);
  assert.match(output, /^The The=100%$/m);
  assert.match(output, /^gradient of x: \(1, 4, 32\)$/m);
}

/** Checks that each row of attention weights sums to 1, and that no token attends to a later one. @param {string} output of examples/heads_to_csv */
function checkHeads(output) {
  const [head, ...lines] = output.trimEnd().split("\n");
  assert.equal(head, "layer,head,query,key,weight");
  assert.equal(lines.length, 2 * 2 * 3 * 3);
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const line of lines) {
    const [layer, of, query, key, weight] = line.split(",").map(Number);
    const row = `${layer} ${of} ${query}`;
    sums.set(row, (sums.get(row) ?? 0) + weight);
    assert.equal(weight === 0, key > query, line);
  }
  for (const [row, sum] of sums) assert.ok(Math.abs(sum - 1) < 1e-4, `${row}: ${sum}`);
}
