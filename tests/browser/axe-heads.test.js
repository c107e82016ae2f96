// axe finds nothing on the page Heads, in all states and both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { openHeads } from "./support/heads.js";
import { injectAxe, useBrowser } from "./support/index.js";

const browser = useBrowser();

/** @type {Record<string, object>} */
const LOOKS = {
  "as it opens": {},
  arcs: { view: "arcs" },
  products: { view: "products", byEffect: false },
  plane: { view: "plane", each: true, log: true },
  "scaled and picked": { view: "map", scales: { 1: 1.5, 2: 0, 6: 0 }, picked: [3, 5, 7] },
  "all off": { scales: Object.fromEntries(Array.from({ length: 8 }, (_, head) => [head, 0])), picked: [] },
};

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])
    test(`${colorScheme}, ${viewport.width} px wide`, async () => {
      const { page, seen, close } = await openHeads(browser, "", { colorScheme, viewport });
      const axe = await injectAxe(page);
      for (const [name, look] of Object.entries(LOOKS)) {
        await page.evaluate((change) => {
          /** @type {any} */ (document.querySelector("mha-explainer")).store.look(change);
        }, look);
        await drawn(page);
        assert.deepEqual(await axe(), [], name);
      }
      for (const numbers of await page.locator("mha-as-table").all()) await showTable(numbers);
      await drawn(page);
      assert.deepEqual(await axe(), [], "tables open");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px scroll sideways`);
      for (const settings of [
        { heads: 1 },
        { heads: 32, dModel: 128 },
        { heads: 8, kvHeads: 2 },
        { keyTokens: ["Das", "Tier"] },
      ]) {
        await page.evaluate((change) => {
          Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change);
        }, /** @type {Record<string, unknown>} */ (settings));
        await drawn(page);
        assert.deepEqual(await axe(), [], JSON.stringify(settings));
      }
      await page.evaluate(() => {
        const data = Array.from({ length: 96 }, (_, i) => (i % 4 === 0 ? 0.4 : i === 5 ? NaN : 0.2));
        Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), {
          ...{ tokens: [], keyTokens: [], kvHeads: null },
          attention: { data, shape: [2, 3, 4, 4] },
        });
      });
      await drawn(page);
      assert.equal(await page.locator("mha-adds").count(), 0, "what needs a layer is not offered");
      assert.deepEqual(await axe(), [], "attention of one's own");
      seen.assertQuiet();
      await close();
    });
