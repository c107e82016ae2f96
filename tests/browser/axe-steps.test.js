// axe finds nothing at any step of the walk, in both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { injectAxe, useBrowser } from "./support/index.js";
import { drawn, goTo, ready } from "./support/explainer.js";

const browser = useBrowser();

const SETTINGS = {
  plain: {},
  masked: { causal: true },
  grouped: { kvHeads: 2 },
  cross: { keyTokens: ["Das", "Tier", "war", "müde"] },
};

for (const colorScheme of /** @type {const} */ (["light", "dark"]))
  test(`${colorScheme}: every step, plain, masked, grouped and across two sentences`, async () => {
    const { page, close } = await browser.open("?step=q_heads", { colorScheme, reducedMotion: "reduce" });
    await ready(page);
    const axe = await injectAxe(page);
    for (const [name, settings] of Object.entries(SETTINGS)) {
      const ids = await page.evaluate((change) => {
        const element = /** @type {any} */ (document.querySelector("mha-explainer"));
        Object.assign(element, { causal: false, kvHeads: null, keyTokens: [] }, change);
        return element.store.state.picture.steps.map((/** @type {{ id: string }} */ { id }) => id);
      }, /** @type {Record<string, unknown>} */ (settings));
      assert.ok(ids.length >= 19, name);
      for (const id of ids) {
        await goTo(page, id);
        assert.deepEqual(await axe(), [], `${name}, ${id}`);
      }
    }
    await close();
  });

test("every wrong path, in either theme", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const { page, close } = await browser.open("?step=q_heads", { colorScheme, reducedMotion: "reduce" });
    await ready(page);
    const axe = await injectAxe(page);
    await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
    for (const id of ["q", "q_split", "masked", "context_t", "concat"]) {
      await goTo(page, id);
      const faults = await page
        .locator("mha-words .wrong button")
        .evaluateAll((chips) => chips.map((chip) => chip.getAttribute("data-fault")));
      assert.ok(faults.length, id);
      for (const fault of faults) {
        await page.locator(`mha-words [data-fault=${fault}]`).click();
        await drawn(page);
        assert.deepEqual(await axe(), [], `${id}, ${fault}`);
        await page.getByRole("button", { name: "leave the wrong path" }).click();
      }
    }
    await close();
  }
});
