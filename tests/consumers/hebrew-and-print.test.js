// The installed package on right-to-left pages, and in print.
import assert from "node:assert/strict";
import test from "node:test";
import { inflateSync } from "node:zlib";
import { drawn, ready } from "../browser/support/explainer.js";
import { until } from "../browser/support/until.js";
import { click } from "../browser/support/walk.js";
import { MODULE, SETTINGS, TAG, html, usePages } from "./support/pages.js";

const { show } = usePages("readers");

const HEBREW = "מה כל מילה רואה.";

test("on a right-to-left page, pictures are drawn from left to right", async (t) => {
  const tag = TAG.replace("q_heads", "scores");
  const { page, seen } = await show(t, html(`${MODULE}<p>${HEBREW}</p>${tag}`, 'lang="he" dir="rtl"'));
  await ready(page);
  for (const width of [390, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    const { left, right, scrolls } = await page.locator("mha-stage canvas").evaluate((canvas) => ({
      ...canvas.getBoundingClientRect().toJSON(),
      scrolls: document.documentElement.scrollWidth,
    }));
    assert.ok(left >= 0 && right <= width && scrolls <= width, `${[left, right, scrolls]} of ${width} px`);
    await click(page, [0, 1, 2, 0]);
    const { origin } = await page.evaluate(
      () => /** @type {any} */ (document.querySelector("mha-explainer")).store.state,
    );
    assert.deepEqual([origin.id, origin.index], ["scores", [0, 1, 2, 0]]);
    await page.keyboard.press("Escape"); // closes the origin, which covers the cell
    await drawn(page);
  }
  // A rule for all elements, as such style sheets have.
  await page.addStyleTag({ content: '[dir="rtl"] * { direction: rtl }' });
  const x = async (/** @type {string} */ part) => (await page.locator(part).boundingBox())?.x ?? NaN;
  assert.ok((await x("mha-sentence")) < (await x("mha-controls")));
  const before = await x("mha-track [aria-current=step]");
  await page.locator("mha-words .play button").first().focus();
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.ok((await x("mha-track [aria-current=step]")) > before, "the next step is at the right");
  seen.assertQuiet();
});

test("screen readers read the author's own content in the page's language", async (t) => {
  const [caption, instead] = [`<p slot="caption">${HEBREW}</p>`, `<p class="instead">${HEBREW}</p>`];
  const body = `${MODULE}${TAG.replace("></", `>${caption}</`)}${TAG.replace("></", ` for="nobody">${instead}</`)}`;
  const { page } = await show(t, html(body, 'lang="he" dir="rtl"'));
  await ready(page);
  const directionOf = (/** @type {string} */ part) =>
    page.locator(part).evaluate((it) => [getComputedStyle(it).direction, it.checkVisibility()]);
  assert.deepEqual(await directionOf("p[slot]"), ["rtl", true]);
  assert.deepEqual(await directionOf(".instead"), ["rtl", true]);
  assert.deepEqual(await directionOf(".invalidValues"), ["ltr", true], "but not what the element says");
});

const A4 = { width: 794, height: 1123 }; // px
const DOTS_A_PX = 300 / 96; // resolution of Chromium's prints

test("in print, an article has all pictures within the sheet, at the scale of the article without them", async (t) => {
  const large = SETTINGS.replace(
    "The cat sat",
    "The animal did not cross the street because it was too tired",
  );
  const tags = ["walk", "heads", "memory", 'walk" readonly "'].map(
    (view) =>
      `<mha-explainer ${large.replace('d-model="8"', 'd-model="64"')} view="${view}"></mha-explainer>`,
  );
  const { page, seen } = await show(t, html(`${MODULE}<article><h1>A post</h1>${tags.join("")}</article>`), {
    viewport: { width: 1200, height: 800 },
  });
  for (const i of tags.keys()) await ready(page, `mha-explainer:nth-of-type(${i + 1})`);
  const scales = scalesOf(await page.pdf({ format: "A4" }));
  assert.ok(scales.length > 5 && scales.every((scale) => scale === DOTS_A_PX), `${scales}`);
  await page.setViewportSize(A4);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => void dispatchEvent(new Event("beforeprint")));
  const picturesOf = () =>
    page.locator("canvas:visible").evaluateAll((all) =>
      all.map((it) => {
        const canvas = /** @type {HTMLCanvasElement} */ (it);
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const { x, right } = canvas.getBoundingClientRect();
        let inked = 0;
        for (let i = 3; i < data.length && inked <= 1000; i += 4) inked += Number(data[i] > 0);
        return { x, right, inked };
      }),
    );
  // Figures out of view are painted when the page is idle.
  await until(async () => {
    const pictures = await picturesOf();
    return (
      pictures.length > 25 &&
      pictures.every(({ x, right, inked }) => x >= 0 && right <= A4.width && inked > 1000)
    );
  }, "more than 25 pictures are painted within the sheet");
  seen.assertQuiet();
});

/** The scale of each page of a PDF. @param {Buffer} pdf @returns {number[]} */
function scalesOf(pdf) {
  const starts = [...pdf.toString("latin1").matchAll(/(?<!end)stream\r?\n/g)];
  return starts.flatMap(({ index, 0: { length } }) => {
    try {
      const text = inflateSync(pdf.subarray(index + length)).toString("latin1");
      const [, scale] = /^\S+ 0 0 \S+ 0 \S+ cm\nq\n.*\nW\* n\nq\n(\S+) 0 0 \1 0 \S+ cm\n/.exec(text) ?? [];
      return scale ? [Number(scale)] : [];
    } catch {
      return []; // a font or an image
    }
  });
}
