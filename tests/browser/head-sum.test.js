// The output as a sum of heads: strips and W_O are switched by pointer and keys, and the sum has the core's numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { figureTexts, layer, query, run, valueAt } from "./support/walk.js";

const browser = useSharedTab();
const TOKEN = 7;

/** A number as the picture has it. @param {number} value */
const said = (value) => value.toFixed(3).replace("-", "−");

/** The texts of the stage's picture. @param {import("playwright-core").Page} page */
const picture = (page) => figureTexts(page, "mha-stage mha-figure");

/** The output's number with heads off. @param {number[]} off @param {number} feature */
function without(off, feature) {
  const headScale = Float32Array.from({ length: 8 }, (_, head) => Number(!off.includes(head)));
  const scaled = layer.forward({ query, headScale });
  const value = valueAt("output", [0, TOKEN, feature], scaled);
  scaled.dispose();
  return value;
}

for (const [device, viewport] of sample(
  /** @type {const} */ ([
    ["a wide window", { width: 1440, height: 900 }],
    ["a phone", { width: 390, height: 844 }],
  ]),
  1,
))
  test(`in ${device}, heads and W_O are switched, and the row of the output moves; other steps have no such switches`, async () => {
    const { page, seen, close } = await browser.open("?step=output&token=7&column=5", {
      reducedMotion: "reduce",
      viewport,
    });
    await ready(page);
    const strip = (/** @type {number} */ head) =>
      page.getByRole("switch", { name: `Head ${head} in the sum` });
    const sum = page.locator("mha-stage .switches [role=status]");
    assert.equal(await page.locator("mha-stage").getByRole("switch").count(), 9);
    assert.ok((await picture(page)).includes(said(run.output.data[TOKEN * 64 + 5])));
    assert.equal(await sum.textContent(), "");

    await strip(2).click();
    await drawn(page);
    assert.equal(await strip(2).getAttribute("aria-checked"), "false");
    assert.equal(await sum.textContent(), `sum: ${said(without([2], 5))}`);
    assert.ok((await picture(page)).includes(said(without([2], 5))));
    assert.equal((await picture(page)).filter((text) => text === "off").length, 1);

    await strip(2).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await drawn(page);
    assert.equal(await strip(3).getAttribute("aria-checked"), "false");
    assert.equal(await sum.textContent(), `sum: ${said(without([2, 3], 5))}`);

    await page.getByRole("switch", { name: "W_O = identity" }).click();
    await drawn(page);
    assert.equal(await sum.textContent(), `sum: ${said(valueAt("concat", [0, TOKEN, 5]))}`);
    for (const head of [2, 3]) await strip(head).press("Enter");
    await page.getByRole("switch", { name: "W_O = identity" }).press("Space");
    await drawn(page);
    assert.equal(await sum.textContent(), "");
    assert.ok((await picture(page)).includes(said(run.output.data[TOKEN * 64 + 5])));
    const switches = page.locator("mha-stage .switches button");
    for (const id of ["concat", "q", "context"]) {
      await page.evaluate(
        (id) => /** @type {any} */ (document.querySelector("mha-explainer")).store.goTo(id),
        id,
      );
      await drawn(page);
      assert.equal(await switches.count(), 0, id);
    }
    seen.assertQuiet();
    await close();
  });
