// axe finds nothing on the page Heads, in all states and both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { openHeads } from "./support/heads.js";
import { injectAxeForKinds, useBrowser } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

const browser = useBrowser();

/** @type {Record<string, object>} */
const LOOKS = {
  "as it opens": {},
  arcs: { view: "arcs" },
  text: { view: "text", asking: [1, 3] },
  products: { view: "products", byEffect: false },
  plane: { view: "plane", each: true, log: true },
  "scaled and picked": { view: "map", scales: { 1: 1.5, 2: 0, 6: 0 }, picked: [3, 5, 7] },
  "all off": { scales: Object.fromEntries(Array.from({ length: 8 }, (_, head) => [head, 0])), picked: [] },
};

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const first of sample(SIZES, 1))
  test(`opened ${first.width} px wide, looked at at both widths in turn`, async () => {
    const { page, seen, close } = await openHeads(browser, "", { viewport: first });
    const axe = await injectAxeForKinds(page);
    let states = 0;
    /** Looks at one width, or at night at both. @param {string} name */
    const look = async (name) => {
      states++;
      for (const size of SIZES) {
        if (!IS_NIGHTLY && SIZES[states % 2] !== size) continue;
        await page.setViewportSize(size);
        await drawn(page);
        assert.deepEqual(await axe(), [], `${name}, ${size.width} px`);
      }
    };
    for (const [name, change] of Object.entries(LOOKS)) {
      await page.evaluate((values) => {
        /** @type {any} */ (document.querySelector("mha-explainer")).store.look(values);
      }, change);
      await drawn(page);
      await look(name);
    }
    assert.equal(await page.locator("mha-head-circuits").count(), 0, "the fold is closed");
    await page.getByText("Where it looks, what it writes").click();
    const circuits = page.locator("mha-head-circuits");
    await circuits.locator("li").first().waitFor();
    await drawn(page);
    assert.deepEqual(
      [await circuits.locator("li").count(), await circuits.locator("tbody tr").count()],
      [8, 24],
    );
    assert.match(
      await circuits.locator("p").first().innerText(),
      /matrices of 64 × 64 and of rank 8 at most/,
    );
    await look("circuits open");
    for (const settings of [
      { heads: 1 },
      { heads: 32, dModel: 128 },
      { heads: 8, kvHeads: 2 },
      { keyTokens: ["Das", "Tier"] },
      { heads: 8, dModel: 64, kvHeads: null, keyTokens: [] },
    ]) {
      await page.evaluate((change) => {
        Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change);
      }, /** @type {Record<string, unknown>} */ (settings));
      await drawn(page);
      await look(JSON.stringify(settings));
    }
    for (const numbers of await page.locator("mha-as-table").all()) await showTable(numbers);
    await drawn(page);
    await look("tables open");
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await drawn(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px scroll sideways at ${size.width} px`);
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
    await look("attention of one's own");
    seen.assertQuiet();
    await close();
  });
