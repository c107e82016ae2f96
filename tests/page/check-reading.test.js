// What the checker reads out of a file: axes, masks, options and biases that a file tells, or leaves open.
import assert from "node:assert/strict";
import test from "node:test";
import { check } from "../../web/check/state/check.js";
import { loadCore } from "../../web/core/index.js";
import { inputsOf, numbersFrom, optionsOf, runOf, savedAs } from "./support/readers.js";

const core = await loadCore();
const RESULTS = ["q", "k", "v", "scores", "attention", "context", "output"];

/** @typedef {import("./support/readers.js").Options} Options @typedef {import("./support/arrays.js").Nd} Nd */

/** @param {Record<string, Nd>} results @param {readonly string[]} names */
const only = (results, names) => Object.fromEntries(names.map((name) => [name, results[name]]));

test("the axes of a long kernel are told apart by num_heads, and cost no more memory than its scores", () => {
  const o = /** @type {Options} */ ({ B: 1, T: 8, H: 4, d: 6, causal: true });
  const r = runOf(o, inputsOf(o, 4));
  const four = { q: r.q, k: r.k, v: r.v, output: r.context };
  for (const heads of [4, 8]) {
    const num_heads = { shape: [], data: Float64Array.of(heads) };
    const it = check(core, savedAs({ ...four, ...optionsOf(o), num_heads }));
    assert.deepEqual(
      [it.reading.kernel, it.sizes.H, it.parts],
      heads === 4 ? ["heads_first", 4, null] : ["heads_last", 8, "output"],
    );
  }
  const num_heads = { shape: [], data: Float64Array.of(3) };
  assert.throws(() => check(core, savedAs({ ...four, num_heads })), /num_heads 3 do not go together/);

  const next = numbersFrom(5);
  const long = { shape: [1, 1, 1024, 64], data: Float64Array.from({ length: 1024 * 64 }, next) };
  const even = { shape: [1, 1, 1024, 64], data: new Float64Array(1024 * 64).fill(0.5) };
  const it = check(core, savedAs({ q: long, k: long, v: even, output: even }));
  assert.deepEqual([it.parts, it.reading.kernel], [null, "heads_first"]);
});
