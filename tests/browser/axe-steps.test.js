// axe finds nothing at any step of the walk, in both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { injectAxeForKinds, useBrowser } from "./support/index.js";
import { drawn, goTo, ready } from "./support/explainer.js";

const browser = useBrowser({
  "article.html": `<!doctype html><html lang="en"><title>An article</title><link rel="icon" href="data:,"><script type="module" src="modules/headscope.js"></script><main><h1>An article</h1>
    <mha-explainer loading="eager" step="q_heads" tokens="The animal didn't cross the street because it was too tired."></mha-explainer></main></html>`,
});

const SETTINGS = {
  plain: {},
  masked: { causal: true },
  grouped: { kvHeads: 2 },
  cross: { keyTokens: ["Das", "Tier", "war", "müde"] },
};

/** Steps that are looked at with all settings; the others with the first settings that have them. */
const ALWAYS = ["q", "weights"];

/** Kinds of elements that axe has met in both tests. */
const met = { light: new Set(), dark: new Set() };

async function open() {
  const opened = await browser.open("article.html", { reducedMotion: "reduce" });
  await ready(opened.page);
  return { ...opened, axe: await injectAxeForKinds(opened.page, met) };
}

test("every step, plain, masked, grouped and across two sentences, in both themes", async () => {
  const { page, axe, close } = await open();
  const looked = new Set();
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const ids = await page.evaluate((change) => {
      const element = /** @type {any} */ (document.querySelector("mha-explainer"));
      Object.assign(element, { causal: false, kvHeads: null, keyTokens: [] }, change);
      return element.store.state.picture.steps.map((/** @type {{ id: string }} */ { id }) => id);
    }, /** @type {Record<string, unknown>} */ (settings));
    assert.ok(ids.length >= 19, name);
    for (const id of ids) {
      if (looked.has(id) && !ALWAYS.includes(id)) continue;
      looked.add(id);
      await goTo(page, id);
      assert.deepEqual(await axe(), [], `${name}, ${id}`);
    }
  }
  await close();
});

test("every wrong path, in both themes", async () => {
  const { page, axe, close } = await open();
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
});
