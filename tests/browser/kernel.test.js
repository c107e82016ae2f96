// The kernel's results have the same bits in Chromium as natively (and, by tests/core/kernel.test.js, as in Node).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { NO_PROBE, PROBE_WASM } from "../../tools/lib/probe.mjs";
import { nativeResults } from "../kernel/native.js";
import { runProbe } from "../kernel/probe.js";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();

test("the kernel has the same bits in Chromium as natively", { skip: NO_PROBE }, async () => {
  const { page, close } = await browser.open("icon.svg"); // any page of the site
  const base64 = await readFile(PROBE_WASM, "base64");
  const lines = await page.evaluate(
    `(${runProbe})(Uint8Array.from(atob("${base64}"), (char) => char.charCodeAt(0)))`,
  );
  for (const { compiler, lines: expected } of await nativeResults())
    assert.deepEqual(lines, expected, compiler);
  await close();
});
