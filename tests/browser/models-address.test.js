// The page Models keeps the reader's state in its address: a link reproduces the picture, and Back undoes a change.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../../tools/lib/paths.mjs";
import { INITIAL } from "../../web/models/state/page-state.js";
import { ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { openModels, settled } from "./support/models.js";
import { until } from "./support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const TEXT = "A cat sat on the mat because it slept.";
const SECOND = "A dog sat on the mat because it slept.";
const FILES = ["config.json", "model.safetensors", "tokenizer.json"].map((name) => ({
  ...{ name, mimeType: "application/octet-stream" },
  buffer: readFileSync(inRoot("tests/fixtures/checkpoints/gpt2", name)),
}));

const browser = useSharedTab();

/** Pages whose clock is installed: tests that share a tab install it once. @type {WeakSet<Page>} */
const clocked = new WeakSet();

/** @param {string} [query] */
async function open(query) {
  const opened = await openModels(browser, query, {
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  if (!clocked.has(opened.page)) await opened.page.clock.install();
  clocked.add(opened.page);
  return opened;
}

/** The names and values of the address, once they are written. @param {Page} page @param {Record<string, string>} wanted */
const addressIs = async (page, wanted) => {
  const names = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.clock.runFor(100); // a change that follows another closely is written later
  await until(() => isDeepStrictEqual(names(), wanted), `the address has ${JSON.stringify(wanted)}`);
};

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.locator("mha-models").evaluate((element) => {
    const { text, other, selected, query, off, problem, pairProblem } = /** @type {any} */ (element).store
      .state;
    return { text, other, ...selected, query, off, problem, pairProblem };
  });

/** @param {Page} page @param {string} text */
async function write(page, text) {
  await page.locator("mha-model-text .pieces .button").click();
  await page.locator("mha-model-text form input").fill(text);
  await page.locator("mha-model-text form input").press("Enter");
  await settled(page);
}

test("the reader's state is in the address, Share copies it, and a reload keeps it", async () => {
  const { page, seen, close } = await open("?lang=en&ref=class");
  const plain = { lang: "en", ref: "class" };
  await addressIs(page, plain);
  await write(page, TEXT);
  const { layer, head } = await stateOf(page);
  await addressIs(page, { text: TEXT, layer: `${layer}`, head: `${head}`, ...plain });
  await page.locator("mha-model-pair input").fill(SECOND);
  await page.locator("mha-model-pair").getByRole("button", { name: "Compare" }).click();
  await settled(page);
  await page.locator("mha-model-text .piece").nth(3).click();
  await page
    .locator("mha-model-ablation")
    .getByRole("button", { name: `Layer ${layer} off` })
    .click();
  await settled(page);
  const off = { off: [0, 1, 2, 3].map((each) => `${layer}.${each}`).join() };
  await addressIs(page, {
    ...{ text: TEXT, second: SECOND, layer: `${layer}`, head: `${head}`, token: "3", ...off, ...plain },
  });
  await page.getByRole("button", { name: "Share" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  const [before, address] = [await stateOf(page), page.url()];
  await page.reload();
  await ready(page, "mha-models");
  await settled(page);
  assert.deepEqual(await stateOf(page), before);
  assert.equal(page.url(), address);
  await page.locator("mha-model-text .piece").nth(4).click();
  await addressIs(page, {
    ...{ text: TEXT, second: SECOND, layer: `${layer}`, head: `${head}`, token: "4", ...off, ...plain },
  });
  seen.assertQuiet();
  await close();
});

test("Back and Forward go through the states, and typing is one entry; Back leaves a layer before it undoes a change", async () => {
  const { page, seen, close } = await open();
  const first = await stateOf(page);
  const length = () => page.evaluate(() => history.length);
  const count = await length();
  await page.locator("mha-model-text .piece").nth(2).click();
  await addressIs(page, { text: INITIAL.text, token: "2" });
  await page.locator("mha-model-text .pieces .button").click();
  await page.locator("mha-model-text form input").press("End");
  await page.keyboard.type(" It ate.", { delay: 20 });
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await length(), count + 2);
  const typed = await stateOf(page);
  assert.equal(typed.text, `${first.text} It ate.`);
  const url = new URL(page.url());
  assert.deepEqual([url.searchParams.get("text"), url.searchParams.get("token")], [typed.text, null]);
  await page.goBack();
  await settled(page);
  assert.deepEqual(await stateOf(page), { ...first, query: 2 });
  await page.goBack();
  await settled(page);
  assert.deepEqual(await stateOf(page), first, "the plain address is the state at the start");
  await page.goForward();
  await page.goForward();
  await settled(page);
  assert.deepEqual(await stateOf(page), typed);
  assert.equal(await length(), count + 2, "Back and Forward write nothing");

  const address = Object.fromEntries(new URL(page.url()).searchParams);
  const { query } = await stateOf(page);
  assert.notEqual(query, 2);
  await page.locator("mha-model-text .piece").nth(2).click();
  await addressIs(page, { ...address, token: "2" });
  await page.getByRole("button", { name: "Inspect this head" }).click();
  await page.locator("mha-model-layer mha-one-head").waitFor();
  await page.goBack();
  await page.locator("mha-every-head").waitFor();
  assert.equal((await stateOf(page)).query, 2);
  await addressIs(page, { ...address, token: "2" });
  await page.goBack();
  await addressIs(page, address);
  assert.equal((await stateOf(page)).query, query);
  seen.assertQuiet();
  await close();
});

test("values of a link that do not fit are ignored, also a text without words, and the model that the reader opens takes them", async () => {
  const text = "the cat the cot";
  const { page, seen, close } = await open(
    `?text=${text.replaceAll(" ", "+")}&layer=1&head=9&token=99&off=7.0,1.2,x`,
  );
  const small = await stateOf(page);
  assert.deepEqual([small.text, small.problem, small.off], [text, null, [{ layer: 1, head: 2 }]]);
  assert.ok(small.head < 4, "the first head");
  const { length } = await page.locator("mha-model-text .piece").all();
  assert.equal(small.query, length - 1);
  await page.goto(new URL("models.html?text=+&token=1", browser.url).href);
  await ready(page, "mha-models");
  await settled(page);
  const plain = await stateOf(page);
  assert.deepEqual([plain.text, plain.query, plain.problem], [INITIAL.text, 1, null]);
  await page.goto(new URL("models.html?layer=1&head=3&token=1&text=the+cat+the+cot", browser.url).href);
  await ready(page, "mha-models");
  await settled(page);
  await page.locator("mha-model-bar #files").setInputFiles(FILES);
  await page
    .locator("mha-model-bar #found")
    .getByText(/^gpt2 · /)
    .waitFor();
  await settled(page);
  const own = await stateOf(page);
  assert.deepEqual([own.text, own.layer, own.head, own.query], [text, 1, 3, 1]);
  await addressIs(page, { text, layer: "1", head: "3", token: "1" });
  seen.assertQuiet();
  await close();
});
