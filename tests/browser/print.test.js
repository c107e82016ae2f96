// The walk on paper.
import assert from "node:assert/strict";
import test from "node:test";
import { useBrowser } from "./support/index.js";
import { drawn, goTo, ready } from "./support/explainer.js";
import { run } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const { steps } = run;
const A4 = { width: 794, height: 1123 }; // px

/** @param {Page} page @param {"beforeprint" | "afterprint"} event */
async function tell(page, event) {
  await page.evaluate((name) => void dispatchEvent(new Event(name)), event);
  await drawn(page);
}

/** The parts that are seen, by what they are. @param {Page} page @param {string} selector @returns {Promise<string[]>} */
const seen = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((it) => it.checkVisibility({ visibilityProperty: true }))
        .map((it) => it.getAttribute("aria-label") ?? it.textContent?.trim() ?? ""),
    );

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`on paper the steps stand one after the other, as wide as the sheet, with nothing to press: ${colorScheme}`, async () => {
    const { page, close } = await browser.open("", { colorScheme, viewport: { width: 1440, height: 900 } });
    await ready(page);
    await goTo(page, "scores");
    assert.equal(await page.locator("mha-paper section").count(), 0, "on the screen there is no paper");
    await page.setViewportSize(A4);
    await page.emulateMedia({ media: "print" });
    await tell(page, "beforeprint");
    const titles = await page.locator("mha-paper section .title").allTextContents();
    assert.deepEqual(titles.slice(0, 2), ["Tokens become vectors", "Project to queries"]);
    assert.equal(titles.length, steps.length);
    const sheet = await page.locator("mha-explainer").evaluate((it) => it.clientWidth);
    const pictures = await page.locator("mha-paper canvas").evaluateAll((all) =>
      all.map((it) => {
        const canvas = /** @type {HTMLCanvasElement} */ (it);
        const { x, width, height } = canvas.getBoundingClientRect();
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        let inked = 0;
        for (let at = 3; at < data.length; at += 4) inked += Number(data[at] > 0);
        const right = x + width;
        return { x, right, stretched: (width / height) * (canvas.height / canvas.width), inked };
      }),
    );
    assert.equal(pictures.length, 2 * steps.length, "the step and its memory");
    for (const [i, { x, right, stretched, inked }] of pictures.entries()) {
      assert.ok(
        x >= 0 && right <= A4.width && right - x > 0.85 * sheet,
        `${i}: ${x} to ${right} of ${sheet}`,
      );
      assert.ok(Math.abs(stretched - 1) < 0.01, `${i}: ${stretched} times too wide`);
      assert.ok(inked > 5000, `${i}: ${inked} pixels`);
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= A4.width);
    assert.deepEqual(await seen(page, "button:not(.token), input, select, summary, mha-figure"), []);
    assert.equal(
      await page.locator("mha-paper").evaluate((it) => getComputedStyle(it).color),
      "rgb(29, 28, 26)",
      "ink",
    );
    await tell(page, "afterprint");
    assert.equal(await page.locator("mha-paper section").count(), 0);
    await close();
  });

test("a printer gets a sheet a step, the words as words", async () => {
  const { page, close } = await browser.open("");
  await ready(page);
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(sheets >= 8 && sheets <= steps.length + 1, `${sheets} sheets for ${steps.length} steps`);
  await close();
});

test("where a script prints, all is there at once", async () => {
  const { page, close } = await browser.open("");
  await ready(page);
  const there = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const walk = document.querySelector("mha-explainer")?.shadowRoot?.querySelector("mha-shape-walk");
    const paper = walk?.shadowRoot?.querySelector("mha-paper")?.shadowRoot;
    return {
      sections: paper?.querySelectorAll("section").length,
      width: paper?.querySelector("canvas")?.width,
    };
  });
  assert.equal(there.sections, steps.length);
  assert.ok((there.width ?? 0) > 1000, "drawn too");
  await close();
});
