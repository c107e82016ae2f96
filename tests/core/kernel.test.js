// The kernel's results have the same bits natively and in wasm; tests/browser/exports.test.js has Chromium's.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { NO_PROBE, PROBE_WASM } from "../../tools/lib/probe.mjs";
import { nativeResults } from "../kernel/native.js";
import { runProbe } from "../kernel/probe.js";

const skip = NO_PROBE;
const native = skip ? [] : await nativeResults();
const lines = skip ? [] : await runProbe(await readFile(PROBE_WASM));

test("the kernel gives the results of plain loops, in every part of the probe", { skip }, () => {
  assert.ok(lines.length >= 200, `${lines.length} parts`);
  assert.deepEqual(
    lines.filter((line) => !line.endsWith("\t0")),
    [],
  );
});

test("a native compiler is available", { skip }, () => assert.notEqual(native.length, 0));

for (const result of native) {
  test(`the kernel has the same bits by ${result.compiler} and in Node`, () =>
    assert.deepEqual(lines, result.lines));
}
