// The elements as two files for copying: the first alone, with the second beside it by any address, and with another version's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useBrowser } from "./support/index.js";
import { colours, drawn, ready } from "./support/explainer.js";

const [FIRST, SECOND] = ["headscope.js", "headscope-more.js"].map((name) =>
  readFileSync(inRoot("dist", name), "utf8"),
);
const html = (/** @type {string} */ src, tag = "<mha-explainer") =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"></head><body><script type="module" src="${src}"></script>${tag} tokens="The cat sat on the mat" heads="4" d-model="32" loading="eager"></mha-explainer></body></html>`;

const browser = useBrowser({
  "both.html": html("renamed.js?v=1.2"),
  "renamed.js": FIRST,
  "alone/walk.html": html("headscope.js"),
  "alone/heads.html": html("headscope.js", '<mha-explainer view="heads"'),
  "alone/headscope.js": FIRST,
  "other/walk.html": html("headscope.js"),
  "other/headscope.js": FIRST,
  "other/headscope-more.js": SECOND.replace(/"[0-9a-f]{8}"/, '"00000000"'),
});
const CODE = "mha-code-lines .now";
const alerts = (/** @type {import("playwright-core").Page} */ page) =>
  page.locator("[role=alert]").allTextContents();

test("with both, under another name and with a query, what is opened shares the first one's lit", async () => {
  const { page, seen, close } = await browser.open("both.html");
  await ready(page);
  await page.locator(CODE).waitFor();
  await page.locator("mha-cost summary").click();
  await page.locator("mha-cost-meter table").first().waitFor();
  const svg = await page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).toSVG());
  assert.match(svg, /^<svg/);
  assert.deepEqual(await alerts(page), []);
  const bases = await page.evaluate(() =>
    ["mha-explainer", "mha-cost-meter"]
      .map((name) => {
        /** @type {any[]} */
        const chain = [];
        for (let each = customElements.get(name); each; each = Object.getPrototypeOf(each)) chain.push(each);
        return chain.filter((each) => Object.hasOwn(each, "elementProperties")).at(-1);
      })
      .every((base, _, [first]) => base && base === first),
  );
  assert.ok(bases, "one lit");
  seen.assertQuiet();
  await close();
});

test("alone it is a walk, with its picture and memory, and says once what to copy for the rest", async () => {
  const { page, seen, close } = await browser.open("alone/walk.html");
  await ready(page);
  await page.locator("mha-tape canvas").waitFor();
  assert.ok((await colours(page)) > 50);
  const said = await alerts(page);
  assert.equal(said.length, 1, said.join("\n"));
  assert.match(said[0], /copy it beside headscope\.js.*\/alone\/headscope-more\.js/);
  await page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).next());
  await page.locator("mha-cost summary").click();
  await page.locator("mha-cost [role=alert]").waitFor();
  const refused = await page
    .locator("mha-explainer")
    .evaluate((it) => /** @type {any} */ (it).toSVG().then(String, String));
  assert.match(refused, /HeadscopeError: This part is in headscope-more\.js/);
  assert.ok(
    seen.errors.every((error) => error.includes("headscope-more.js")),
    seen.errors.join("\n"),
  );
  await close();
});

test("alone the heads are maps, and each large, and what is missing is said once", async () => {
  const { page, close } = await browser.open("alone/heads.html");
  await ready(page);
  await page.locator("mha-one-head canvas").waitFor();
  await page.locator("mha-maps canvas").first().waitFor();
  await drawn(page);
  const said = await alerts(page);
  assert.equal(said.length, 1, said.join("\n"));
  await page.getByRole("tab", { name: "arcs" }).click();
  await page.locator("mha-one-head [role=alert]", { hasText: "headscope-more.js" }).waitFor();
  await page.getByRole("tab", { name: "map" }).click();
  await drawn(page);
  assert.equal((await alerts(page)).length, 1, "the map is there");
  await close();
});

test("beside another version's it says so, and is whole in all else", async () => {
  const { page, close } = await browser.open("other/walk.html");
  await ready(page);
  await page.locator("mha-words [role=alert]").waitFor();
  assert.match((await alerts(page)).join(), /another version/);
  assert.ok((await colours(page)) > 50);
  await close();
});
