// The introduction of the hosted page, until the reader takes a step.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

const browser = useSharedTab();

for (const viewport of sample(
  [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ],
  1,
))
  test(`one line introduces the page and links to the words; the first step hides the line but keeps its space: ${viewport.width} px`, async () => {
    const { page, seen, close } = await browser.open("?step=q_heads", { viewport, reducedMotion: "reduce" });
    await ready(page);
    const what = page.getByText("Multi-head attention, one step at a time");
    const topOf = (/** @type {string} */ selector) =>
      page.locator(selector).evaluate((it) => it.getBoundingClientRect().top + scrollY);
    const top = () => topOf("mha-explainer");
    const before = await top();
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    const scrolled = await page.evaluate(() => scrollY);
    assert.ok(
      box && box.y + scrolled + box.height <= before && box.x + box.width <= viewport.width,
      "above the sentence",
    );
    await page.locator("mha-sentence .token").first().click();
    assert.ok(await what.isVisible(), "selecting does not hide the introduction");
    await page.getByRole("button", { name: "Start from the beginning" }).focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await stepOf(page), "x");
    assert.ok(!(await what.isVisible()));
    assert.equal(await page.evaluate(() => document.activeElement?.localName), "mha-explainer");
    assert.equal(await top(), before);
    await page.keyboard.press("ArrowRight");
    assert.equal(await stepOf(page), "q", "arrow keys continue from there");
    seen.assertQuiet();
    await close();
  });

test("the introduction also goes after a step by other means, and embedded elements have none", async () => {
  const { page, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  await page.getByRole("button", { name: "Next step" }).click();
  assert.ok(!(await page.locator("#what").isVisible()));
  assert.equal(await page.locator("mha-explainer").getByText("Start from the beginning").count(), 0);
  await close();
});
