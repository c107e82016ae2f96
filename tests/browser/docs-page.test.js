// The search of the documentation.
import assert from "node:assert/strict";
import test from "node:test";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();

/** @param {import("playwright-core").Page} page */
const shown = (page) =>
  page.evaluate(() => ({
    text: /** @type {HTMLInputElement} */ (document.querySelector("#search")).value,
    results: document.querySelectorAll("#results li").length,
    found: document.querySelector("#found")?.textContent,
    isHidden: /** @type {HTMLElement} */ (document.querySelector(".contents")).hidden,
  }));

test("Escape empties the search, and brings the contents back", async () => {
  const { page, seen, close } = await browser.open("docs/");
  await page.locator("#search").fill("head");
  await page.locator("#results li").first().waitFor();
  const before = await shown(page);
  assert.ok(before.results > 1 && before.isHidden, JSON.stringify(before));
  await page.locator("#search").press("Escape");
  assert.deepEqual(await shown(page), { text: "", results: 0, found: "", isHidden: false });
  seen.assertQuiet();
  await close();
});
