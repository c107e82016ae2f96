// In an author's page, opening a head follows the author's choice; there are no other links.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { DEMONSTRATION, openTrain, settled, trained } from "./support/train.js";

/** @param {string} body */
const article = (
  body,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>An article</title>
<script type="module" src="modules/headscope.js"></script><script type="module" src="modules/train.js"></script></head>
<body><h1>An article</h1>${body}</body></html>`;

const browser = useSharedTab({
  "alone.html": article(`<mha-train loading="eager" step="25"></mha-train>`),
  "beside.html": article(`<mha-train loading="eager" step="25" inside="layer"></mha-train>
    <mha-explainer id="layer" loading="eager" view="heads"></mha-explainer>`),
  "wrong.html": article(`<mha-train loading="eager" inside="nowhere"></mha-train>`),
});

/** @param {string} address */
async function open(address) {
  const opened = await browser.open(address);
  await ready(opened.page, "mha-train");
  await settled(opened.page);
  return opened;
}

/** @param {import("playwright-core").Page} page */
const offered = (page) => page.locator("mha-look-inside").locator("a, button, select").allInnerTexts();

test("the hosted page links to its other pages, an author's page has no links", async () => {
  const hosted = await openTrain(browser, "?step=25");
  const links = await hosted.page
    .locator("mha-look-inside a")
    .evaluateAll((all) => all.map((one) => new URL(/** @type {HTMLAnchorElement} */ (one).href).pathname));
  assert.deepEqual(links, ["/", "/heads.html"]);
  await hosted.close();
  const { page, seen, close } = await open("alone.html");
  assert.deepEqual(await offered(page), []);
  seen.assertQuiet();
  await close();
});

test("the element named by the author shows the opened head, with the weights of that step", async () => {
  const { page, seen, close } = await open("beside.html");
  assert.equal(await page.locator("mha-look-inside a").count(), 0);
  await page.locator("mha-look-inside select").selectOption("1.2");
  await page.locator("mha-look-inside button").click();
  await page.waitForFunction(() => {
    const { state } = /** @type {any} */ (document.getElementById("layer")).store;
    return state.own.layer === 1 && state.picture && state.settings.weights === "trained";
  });
  await drawn(page);
  const shown = await page.evaluate(async () => {
    const layer = /** @type {any} */ (document.getElementById("layer"));
    const { data, shape } = await layer.getTensor("weights");
    return { head: layer.head, view: layer.view, shape, weights: [...data] };
  });
  const { attention } = trained(25).model.predict(`${DEMONSTRATION} tired`);
  assert.deepEqual(shown, {
    ...{ head: 2, view: "heads" },
    ...{ shape: [...attention[1].shape], weights: [...attention[1].data] },
  });
  seen.assertQuiet();
  await close();
});

test("an id that does not exist is reported, and nothing is offered", async () => {
  const { page, seen, close } = await open("wrong.html");
  assert.deepEqual(await offered(page), []);
  const said = seen.errors;
  assert.equal(said.length, 1, `${said}`);
  assert.ok(
    said[0].startsWith('<mha-train> inside "nowhere" is not the id of an element of the page'),
    said[0],
  );
  await close();
});
