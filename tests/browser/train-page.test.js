// The hosted page Train plays its training once, so that no reader meets an empty chart; an author's page opens a head where its author says, and has no links.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import {
  DEMONSTRATION,
  STEPS,
  learned,
  openTrain,
  press,
  query,
  settled,
  stateOf,
  trained,
} from "./support/train.js";

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

/** @param {string} search @param {import("playwright-core").BrowserContextOptions} [options] */
async function open(search, options) {
  const opened = await browser.open(`train.html${search}`, options);
  await ready(opened.page, "mha-train");
  return opened;
}

test("the page plays the training step by step as it opens; Pause pauses it, and the address then names the step", async () => {
  const { page, seen, close } = await open("?seed=3");
  await learned(page, 5);
  assert.equal((await stateOf(page)).pace, "watch");
  await press(page, "Pause");
  await settled(page);
  const { step, losses } = await stateOf(page);
  assert.deepEqual(losses, trained(step, { task: "reference", seed: 3, keysFrom: "words" }).losses);
  await page.waitForFunction((said) => new URLSearchParams(location.search).get("step") === said, `${step}`);
  assert.deepEqual(query(page), { seed: "3", step: String(step) });
  seen.assertQuiet();
  await close();
});

test("with reduced motion the page goes straight to the end of the training, and the start is one key away", async () => {
  const { page, seen, close } = await open("", { reducedMotion: "reduce" });
  await learned(page, 1);
  assert.equal((await stateOf(page)).pace, "end");
  await learned(page, STEPS);
  await settled(page);
  await page.getByRole("slider", { name: "Step that is shown" }).press("Home");
  await settled(page);
  const { at, losses } = await stateOf(page);
  assert.equal(at, 0);
  assert.deepEqual(losses, trained(STEPS).losses, "the curve stays");
  seen.assertQuiet();
  await close();
});

test("an address that names a step, or presents the page, plays nothing", async () => {
  for (const [search, step] of sample(
    /** @type {const} */ ([
      ["?step=0", 0],
      ["?step=25", 25],
      ["?present", 0],
    ]),
    1,
    2,
  )) {
    const { page, close } = await open(search);
    await page.waitForFunction(
      (expected) => /** @type {any} */ (document.querySelector("mha-train")).store.state.at === expected,
      step,
    );
    await settled(page);
    assert.deepEqual([(await stateOf(page)).step, (await stateOf(page)).pace], [step, null], search);
    await close();
  }
});

/** @param {string} address */
async function openArticle(address) {
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
  const { page, seen, close } = await openArticle("alone.html");
  assert.deepEqual(await offered(page), []);
  seen.assertQuiet();
  await close();
});

test("the element named by the author shows the opened head, with the weights of that step", async () => {
  const { page, seen, close } = await openArticle("beside.html");
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
  const { page, seen, close } = await openArticle("wrong.html");
  assert.deepEqual(await offered(page), []);
  const said = seen.errors;
  assert.equal(said.length, 1, `${said}`);
  assert.ok(
    said[0].startsWith('<mha-train> inside "nowhere" is not the id of an element of the page'),
    said[0],
  );
  await close();
});
