// Content below the element stays in place: no step, no hover and no opening or closing of a part moves it or
// scrolls the page.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, goTo, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const ARTICLE = `<!doctype html><html lang="en"><title>Article</title><link rel="icon" href="icon.svg"><meta name="viewport" content="width=device-width">
  <script type="module" src="headscope.js"></script><style>body { margin: 16px }</style>
  <p>Before.</p><mha-explainer loading="eager" tokens="The animal didn't cross the street because it was too tired."></mha-explainer><p id="after">After.</p>`;
const browser = useSharedTab({ "article.html": ARTICLE });

/** @param {Page} page */
const places = (page) =>
  page.evaluate(() => ({
    after: /** @type {Element} */ (document.querySelector("#after")).getBoundingClientRect().top + scrollY,
    scrolled: scrollY,
  }));

/** @param {Page} page @returns {Promise<string[]>} */
const steps = (page) =>
  page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.steps.map(
      (/** @type {any} */ { id }) => id,
    ),
  );

/** Below this width, a wrong path stands below the right one, and is shown whole. */
const STACKED = 880;

const SIZES = [
  [1440, 900],
  [1366, 768],
  [390, 844],
];
const LAYERS = {
  "as it opens": {},
  "masked, keys shared": { causal: true, kvHeads: 2 },
  "of random weights": { weights: "random", dModel: 96, heads: 12 },
};

/** Wrong paths taken: by day each once, wherever it is offered first; at night on every page. @type {Set<string | null>} */
const taken = new Set();

for (const [[width, height], [name, settings]] of pairs(SIZES, Object.entries(LAYERS)))
  test(`all steps and wrong paths leave the text after the element in place: ${width} px, ${name}`, async () => {
    const viewport = { width, height };
    const { page, close } = await browser.open("article.html", { reducedMotion: "reduce", viewport });
    await ready(page);
    await page.evaluate(
      (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
      settings,
    );
    await drawn(page);
    await page.evaluate(() => scrollTo(0, 300));
    const before = await places(page);
    let wrong = 0;
    const had = taken.size;
    for (const [i, step] of (await steps(page)).entries()) {
      if (!IS_NIGHTLY && width < STACKED && i % 3) continue;
      await goTo(page, step);
      assert.deepEqual(await places(page), before, step);
      if (width < STACKED) continue;
      const chips = page.locator("mha-words button.chip");
      for (let i = 0; i < (await chips.count()); i++) {
        const path = await chips.nth(i).textContent();
        if (!IS_NIGHTLY && taken.has(path)) continue;
        taken.add(path);
        await chips.nth(i).evaluate((chip) => /** @type {HTMLElement} */ (chip).click());
        await drawn(page);
        wrong += await page.locator("mha-fault h2").count();
        assert.deepEqual(await places(page), before, `${step}, into ${path}`);
        await page.evaluate(() =>
          /** @type {any} */ (document.querySelector("mha-explainer")).store.makeRight(),
        );
        await drawn(page);
        assert.deepEqual(await places(page), before, `${step}, out of ${path}`);
      }
    }
    const least = IS_NIGHTLY ? 11 : had ? 1 : 7;
    assert.ok(wrong >= least || width < STACKED, `${wrong} wrong paths`);
    await close();
  });

test("hovering causes no movement and no layout", async () => {
  const { page, close } = await browser.open("article.html", { reducedMotion: "reduce" });
  await ready(page);
  const boxes = () =>
    page.evaluate(() => {
      /** @type {string[]} */
      const found = [];
      const search = (/** @type {ParentNode} */ root) => {
        for (const one of root.querySelectorAll("*")) {
          if (one.matches(".card, .card *, .value, .read *, .sum *, .near *, .index, .attends *")) continue;
          const { x, y, width, height } = one.getBoundingClientRect();
          found.push(`${one.localName}.${one.className} ${[x, y, width, height].map(Math.round)}`);
          if (one.shadowRoot && one.localName !== "mha-tape") search(one.shadowRoot);
        }
      };
      search(document);
      return found;
    });
  for (const step of sample(["q_heads", "weights", "output"], 0, 1)) {
    await goTo(page, step);
    const before = await boxes();
    const stage = await page.locator("mha-stage canvas").boundingBox();
    assert.ok(stage);
    let read = 0;
    for (const [x, y] of [
      [0.15, 0.3],
      [0.3, 0.4],
      [0.62, 0.5],
      [0.7, 0.25],
    ]) {
      await page.mouse.move(stage.x + stage.width * x, stage.y + stage.height * y);
      await drawn(page);
      read += await page.locator("mha-stage .card:not(.unseen)").count();
      assert.deepEqual(
        (await boxes()).filter((box) => !before.includes(box)),
        [],
        `${step} at ${x}, ${y}`,
      );
    }
    assert.ok(read > 0, step);
  }
  await close();
});

for (const width of sample([1440, 390], 1))
  test(`a walk opened on a wrong path is as high as its content, before and after closing: ${width} px`, async () => {
    const { page, close } = await browser.open("?step=scaled&wrong=no_scale", {
      reducedMotion: "reduce",
      viewport: { width, height: 844 },
    });
    await ready(page);
    const hidden = () =>
      page.evaluate(() => {
        const body = /** @type {any} */ (document.querySelector("mha-explainer")).renderRoot
          .querySelector("mha-shape-walk")
          .renderRoot.querySelector(".body");
        return body.scrollHeight - body.clientHeight;
      });
    assert.equal(await page.locator("mha-fault h2").count(), 1);
    assert.ok((await hidden()) <= 0, `${await hidden()} px of the wrong path are cut off`);
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).store.makeRight());
    await drawn(page);
    assert.equal(await page.locator("mha-fault h2").count(), 0);
    assert.ok((await hidden()) <= 0, `${await hidden()} px of the right path are cut off`);
    await close();
  });
