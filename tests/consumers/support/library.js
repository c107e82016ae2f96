import assert from "node:assert/strict";
import path from "node:path";
import { run } from "../../../tools/lib/run.mjs";

// The C++ consumer of tests/consumers/library: its build, and what it prints.

/** The steps that the consumer prints. */
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

/** Configures and builds a CMake project. @param {string} source @param {string} folder @param {string[]} definitions */
export async function build(source, folder, definitions) {
  await run("cmake", ["-S", source, "-B", folder, "-G", "Ninja", ...definitions]);
  await run("cmake", ["--build", folder]);
}

/** Runs the consumer, and checks what it prints. @param {string} folder its build folder */
export async function checkConsumer(folder) {
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
