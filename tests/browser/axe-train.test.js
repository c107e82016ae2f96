// axe finds nothing on the page Train, in all states and both themes, and nothing scrolls sideways.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { injectAxeForKinds, useBrowser } from "./support/index.js";
import { pairs, sample } from "./support/nightly.js";
import { openTrain, press, settled, toTheEnd } from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** Number of px by which the page is wider than its window. @param {Page} page */
const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** @type {[string, (page: Page) => Promise<void>][]} each after the one before */
const STATES = [
  ["untrained", async () => {}],
  ["trained", toTheEnd],
  [
    "with an edge cut and a head off",
    async (page) => {
      await page.getByRole("button", { name: /^cut it → its noun/ }).click();
      await page.getByRole("button", { name: /^Layer 0, head 1/ }).click();
      await press(page, "Remove heads one by one");
    },
  ],
  [
    "with a sentence of one's own, and a word that it does not know",
    async (page) => {
      await press(page, "Write your own");
      await page.getByLabel("A sentence of the words").fill("the zebra did not cross the str");
    },
  ],
  [
    "with its tables open",
    async (page) => {
      for (const numbers of await page.locator("mha-as-table").all()) await showTable(numbers);
    },
  ],
  [
    "with a value that does not exist",
    (page) => page.locator("mha-train").evaluate((element) => element.setAttribute("heads", "3")),
  ],
  [
    "of eight heads in one layer",
    (page) =>
      page.locator("mha-train").evaluate((element) => {
        Object.assign(element, { heads: 8, layers: 1, stack: "ordinary" });
      }),
  ],
  [
    "that goes on with letters",
    (page) =>
      page.locator("mha-train").evaluate((element) => {
        Object.assign(element, { task: "induction", heads: null, layers: null, moment: 12 });
      }),
  ],
];

const WIDTHS = [1440, 390, 320];

/** States and widths for axe, which finds the same at both widths in most states. */
const LOOKED_AT = pairs(
  STATES.map(([name]) => name),
  WIDTHS.slice(0, 2),
);

for (const first of sample(WIDTHS.slice(0, 2), 1))
  test(`opened ${first} px wide, then at ${WIDTHS.filter((width) => width !== first).join(" and ")} px`, async () => {
    const { page, close } = await openTrain(browser, "", { viewport: { width: first, height: 900 } });
    const axe = await injectAxeForKinds(page);
    for (const [name, act] of STATES) {
      await act(page);
      await settled(page);
      for (const width of [...WIDTHS.filter((each) => each !== first), first]) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        if (LOOKED_AT.some(([looked, at]) => looked === name && at === width))
          assert.deepEqual(await axe(), [], `axe violations with a model ${name}`);
        assert.ok((await sideways(page)) <= 0, `a model ${name} scrolls sideways at ${width} px`);
      }
    }
    await close();
  });
