// axe and this project's rules find nothing on the page, in both themes, on a laptop and a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { injectAxeForKinds, useBrowser } from "./support/index.js";
import { drawn, goTo, ready } from "./support/explainer.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser({
  "unlabelled.html": `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1><button></button></main></html>`,
});

/** @type {[string, (page: Page) => Promise<unknown>][]} one after the other on the same page */
const STATES = [
  ["as it opens", async () => {}],
  ["at q_split", (page) => goTo(page, "q_split")],
  [
    "at the softmax, masked",
    async (page) => {
      await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
      await goTo(page, "weights");
    },
  ],
  [
    "with an element held",
    async (page) => {
      await goTo(page, "context_c");
      await page.locator("mha-stage canvas").click({ position: { x: 140, y: 90 } });
    },
  ],
  [
    "with the costs unfolded, of a size too large to run",
    async (page) => {
      await page.locator("mha-cost summary").click();
      await page.getByRole("button", { name: "4096 / 32" }).click();
    },
  ],
  [
    "with random weights, at the output",
    async (page) => {
      await page.locator("mha-controls").getByLabel("weights").selectOption("random");
      await goTo(page, "output");
    },
  ],
  [
    "with a problem shown",
    async (page) => {
      await page.locator("mha-controls").getByLabel("heads").fill("5");
    },
  ],
  ["while the sentence is typed", (page) => page.getByRole("button", { name: "Edit" }).click()],
  ["with an empty sentence", (page) => page.getByLabel("Sentence").fill("")],
];

const SIZES = [
  [1440, 900],
  [390, 844],
];

/** States and sizes for axe, which finds the same at both sizes in most states. */
const LOOKED_AT = pairs(
  STATES.map(([state]) => state),
  SIZES,
);

for (const first of sample(SIZES, 1))
  test(`opened ${first[0]} px wide`, async () => {
    const [width, height] = first;
    const { page, close } = await browser.open("?step=q_heads", {
      viewport: { width, height },
      reducedMotion: "reduce",
    });
    await ready(page);
    const axe = await injectAxeForKinds(page);
    for (const [state, enter] of STATES) {
      await enter(page);
      for (const size of [...SIZES.filter((each) => each !== first), first]) {
        const [width, height] = size;
        await page.setViewportSize({ width, height });
        await drawn(page);
        if (LOOKED_AT.some(([looked, at]) => looked === state && at === size))
          assert.deepEqual(await axe(), [], state);
        assert.deepEqual(await smallTargets(page), [], `${state}, ${width} px`);
      }
    }
    await close();
  });

test("after a look in each scheme, axe looks at new kinds of elements, and at night each time", async () => {
  const { page, close } = await browser.open("unlabelled.html");
  const axe = await injectAxeForKinds(page);
  for (const isLooked of [true, true, IS_NIGHTLY]) assert.equal((await axe()).length, Number(isLooked));
  await page.evaluate(() => (document.querySelector("button") ?? document.body).classList.add("other"));
  assert.match((await axe()).join(), /button-name/, "a class makes another kind");
  await close();
});

/**
 * Targets smaller than 24 px that are not 24 px from the next target (WCAG 2.5.8).
 * @param {Page} page @returns {Promise<string[]>}
 */
const smallTargets = (page) =>
  page.evaluate(() => {
    /** @type {{ name: string, x: number, y: number, small: boolean }[]} */
    const targets = [];
    const search = (/** @type {ParentNode} */ root) => {
      for (const one of root.querySelectorAll("*")) {
        if (one.shadowRoot) search(one.shadowRoot);
        if (!one.matches("button, select, input, summary, a, [role=button]")) continue;
        if (one.closest("code")) continue; // a name in a line of text has the height of its line
        if (!one.checkVisibility({ visibilityProperty: true })) continue;
        // The label of a field is part of its target.
        const { x, y, width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        const name = `${one.localName} ${one.textContent?.trim()}: ${width} x ${height}`;
        const small = width < 24 || height < 24;
        if (width) targets.push({ name, x: x + width / 2, y: y + height / 2, small });
      }
    };
    search(document);
    const crowded = (/** @type {typeof targets[number]} */ one) =>
      targets.some((other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < 24);
    return targets.filter((one) => one.small && crowded(one)).map(({ name }) => name);
  });
