// A trained model has the same bits in Chromium and Firefox as natively (and, by tests/core/model.test.js, as
// in Node).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { bitsIn, bitsOf } from "../core/model-bits.js";
import { launchFirefox, useBrowser } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

const browser = useBrowser();
const expected = bitsIn(await readFile(new URL("../fixtures/model_bits.txt", import.meta.url), "utf8"));

/** In a page: trains the models of `expected`, and returns their bits. */
const TRAIN = `
  const bitsOf = ${bitsOf};
  const { loadCore } = await import("/modules/core.js");
  const core = await loadCore();
  return ${JSON.stringify(expected)}.map(({ task, steps }) => {
    const model = core.createModel({ task, seed: 1 });
    model.train(steps);
    const bits = bitsOf(model.parameters());
    model.dispose();
    return { task, steps, bits };
  });`;

test("in Chromium", async () => {
  const { page, seen, close } = await browser.open("heads.html");
  assert.deepEqual(await page.evaluate(`(async () => {${TRAIN}})()`), expected);
  seen.assertQuiet();
  await close();
});

// By day, tests/browser/firefox.test.js compares the bits of one model.
if (IS_NIGHTLY)
  test("in Firefox", async () => {
    const firefox = await launchFirefox();
    try {
      await firefox.goto(new URL("heads.html", browser.url).href);
      assert.deepEqual(await firefox.evaluate(TRAIN), expected);
    } finally {
      await firefox.close();
    }
  });
