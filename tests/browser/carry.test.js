// The links of the header carry the layer's state from page to page, and back from pages that show no layer.
import assert from "node:assert/strict";
import test from "node:test";
import { ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const { tokens, heads, causal } = /** @type {any} */ (document.querySelector("mha-explainer"));
    return { tokens, heads, causal };
  });

/** Follows a link of the header. Waits for the scripts of the page, which set its links. @param {Page} page @param {string} name */
async function follow(page, name) {
  await page.locator("header nav a", { hasText: name }).click();
  await page.locator("header nav [aria-current=page]", { hasText: name }).waitFor();
  await page.waitForLoadState("load");
}

const CHANGED = { tokens: ["one", "two", "three"], heads: 4, causal: true };
const LINK = "?tokens=one+two+three&heads=4&causal=true";

test("sentence and settings carry over between Walk and Heads, and the name of the site starts afresh", async () => {
  const { page, close } = await browser.open(`heads.html${LINK}`);
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED);
  await follow(page, "Walk");
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED);
  await page.evaluate(() =>
    Object.assign(document.querySelector("mha-explainer") ?? {}, { tokens: ["[CLS]", "a b"] }),
  );
  await follow(page, "Heads");
  await ready(page);
  const { tokens } = await shown(page);
  assert.deepEqual(tokens, ["[CLS]", "a b"], "tokens that no sentence produces stay unchanged");
  await page.getByRole("link", { name: "Headscope" }).click();
  await page.locator("mha-opening").waitFor();
  await ready(page); // the walk below
  await follow(page, "Docs");
  await follow(page, "Walk");
  assert.equal(new URL(page.url()).search, "");
  await close();
});

test("pages that show no layer lead back to the reader's sentence and settings", async () => {
  const { page, close } = await browser.open(LINK);
  await ready(page);
  for (const name of sample(["Docs", "Teach", "Learn", "Models", "Train"], 0)) {
    await follow(page, name);
    if (name === "Docs")
      assert.equal(new URL(page.url()).search, "", "the documentation has a plain address");
    await follow(page, "Walk");
    await ready(page);
    assert.deepEqual(await shown(page), CHANGED, name);
  }
  await follow(page, "Docs");
  await follow(page, "Models");
  await follow(page, "Heads");
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED, "also over two such pages");
  await close();
});

test("Train takes the settings of a trained model, and nothing of other layers, and leads back to them", async () => {
  const { page, close } = await browser.open(`${LINK}&step=scores`);
  await ready(page);
  await follow(page, "Train");
  assert.equal(new URL(page.url()).search, "");
  await follow(page, "Walk");
  await ready(page);
  assert.deepEqual(await shown(page), CHANGED);
  await page.goto(new URL("?weights=trained&heads=2&seed=3&step=scores", browser.url).href);
  await ready(page);
  await follow(page, "Train");
  assert.equal(new URL(page.url()).search, "?heads=2&seed=3");
  await page.waitForFunction(() => {
    const { status, settings } = /** @type {any} */ (document.querySelector("mha-train"))?.store?.state ?? {};
    return status === "ready" && settings.heads === 2 && settings.seed === 3;
  });
  await close();
});

test("every page keeps the language of the link", async () => {
  const { page, close } = await browser.open("docs/?lang=fr");
  for (const name of sample(["Entraîner", "Modèles", "Têtes", "Cours"], 2, 3)) {
    await follow(page, name);
    assert.equal(new URL(page.url()).searchParams.get("lang"), "fr", name);
  }
  await close();
});

test("without storage, links of pages that show no layer are plain", async () => {
  const first = `Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("denied", "SecurityError"); } })`;
  const { page, close } = await browser.open(LINK, { first });
  await ready(page);
  await follow(page, "Docs");
  await follow(page, "Walk");
  assert.equal(new URL(page.url()).search, "");
  await close();
});
