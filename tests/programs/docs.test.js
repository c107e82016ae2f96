// The Python code of the documentation: arrays are saved as in docs/guide/checking.md, and the command checks
// them.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { findPython } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { attempt, run } from "../../tools/lib/run.mjs";
import { snippetsOf } from "../consumers/support/snippets.js";

/** Multi-head attention in NumPy, with the names that the block of the guide saves. */
const ATTENTION = `
import numpy as np
rng = np.random.default_rng(1)
B, T, D, H = 2, 5, 16, 8
x = rng.normal(size=(B, T, D))
wQ, wK, wV, wO = rng.normal(size=(4, D, D)) / 4
bQ, bK, bV, bO = rng.normal(size=(4, D))
heads = lambda y: y.reshape(B, T, H, D // H).transpose(0, 2, 1, 3)
q, k, v = heads(x @ wQ + bQ), heads(x @ wK + bK), heads(x @ wV + bV)
scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(D // H)
attention = np.exp(scores - scores.max(-1, keepdims=True))
attention /= attention.sum(-1, keepdims=True)
output = (attention @ v).transpose(0, 2, 1, 3).reshape(B, T, D) @ wO + bO
`;

/** A causal kernel, without projections. */
const KERNEL = `
weights = np.exp(np.where(MASK == 1, -np.inf, scores))
output = weights / weights.sum(-1, keepdims=True) @ v
`;

test("arrays saved as in the guide agree with the core; arrays of a wrong program do not", async (t) => {
  const python = await findPython("numpy");
  assert.ok(python, "needs NumPy");
  const folder = await mkdtemp(path.join(tmpdir(), "headscope-docs-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [block, kernel] = snippetsOf("docs/guide/checking.md").filter(({ lang }) => lang === "python");
  const check = (file = "my.npz") =>
    attempt(process.execPath, [inRoot("web/command/main.js"), "check", path.join(folder, file)]);
  await run(python, ["-c", `${ATTENTION}${block.text}`], { cwd: folder });
  const right = await check();
  assert.equal(right.code, 0, right.output);
  const slip = ATTENTION.replace("np.sqrt(D // H)", "np.sqrt(D)");
  await run(python, ["-c", `${slip}${block.text}`], { cwd: folder });
  const wrong = await check();
  assert.equal(wrong.code, 1, wrong.output);
  for (const [mask, code] of [
    ["np.triu(np.ones((T, T)), 1)", 0],
    ["np.triu(np.ones((T, T)), 2)", 1],
  ]) {
    await run(python, ["-c", `${ATTENTION}${KERNEL.replace("MASK", String(mask))}${kernel.text}`], {
      cwd: folder,
    });
    const found = await check("kernel.npz");
    assert.equal(found.code, code, found.output);
    if (code) assert.match(found.output, /one future key visible/);
  }
});
