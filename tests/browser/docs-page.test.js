// The search of the documentation.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

const browser = useSharedTab();

/** @param {import("playwright-core").Page} page */
const shown = (page) =>
  page.evaluate(() => ({
    text: /** @type {HTMLInputElement} */ (document.querySelector("#search")).value,
    results: document.querySelectorAll("#results li").length,
    found: document.querySelector("#found")?.textContent,
    isHidden: /** @type {HTMLElement} */ (document.querySelector(".contents")).hidden,
  }));

test("a search that does not arrive is reported at the next input, and then tried again", async () => {
  const { page, seen, close } = await browser.open("site.css", { isFresh: true }); // any page of the site, to set up the route
  await page.route("**/search.json", (route) => route.abort());
  await page.goto(new URL("docs/", browser.url).href);
  const field = page.locator("#search");
  const [failed] = await Promise.all([page.waitForEvent("requestfailed"), field.focus()]);
  assert.match(failed.url(), /search\.json$/);
  await field.pressSequentially("h");
  await page.getByText("The search could not be loaded").waitFor();
  await page.unroute("**/search.json");
  await field.pressSequentially("ead");
  await page.locator("#results li").first().waitFor();
  assert.deepEqual(
    seen.errors.filter((said) => !said.includes("search.json") && !said.includes("ERR_FAILED")),
    [],
  );
  await close();
});

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

test("the search finds chapters, labs and terms, and leads to them", async () => {
  const { page, close } = await browser.open("docs/");
  for (const [i, [query, name, address]] of /** @type {const} */ ([
    ["why not view", "Chapter 8: Why not just view?", /learn\/view\.html$/],
    ["tensor network index", "Lab: Network", /\/\?lab=network/],
    ["entropy spread", "Terms: Entropy", /docs\/terms\.html#entropy$/],
  ]).entries()) {
    await page.locator("#search").fill(query);
    const link = page.locator("#results a", { has: page.locator("b").getByText(name, { exact: true }) });
    const leads = await link.evaluate((it) => /** @type {HTMLAnchorElement} */ (it).href);
    assert.match(leads, address);
    assert.equal((await page.request.head(leads)).status(), 200, leads);
    if (!IS_NIGHTLY && i > 0) continue; // the others are links, too
    await link.click();
    await page.waitForURL(address);
    await page.goto(new URL("docs/", browser.url).href);
  }
  await close();
});
