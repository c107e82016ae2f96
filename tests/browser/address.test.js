// The address of a hosted page contains its state: a link reproduces the picture, and Back undoes a change.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).state);

/** @param {Page} page */
const query = (page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Waits until the picture has these weights. @param {Page} page @param {string} weights */
const readBy = async (page, weights) => {
  await page.waitForFunction(
    (asked) =>
      /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture?.settings.weights ===
      asked,
    weights,
    { polling: 20 },
  );
  await drawn(page);
};

/** @param {string} [address] */
async function open(address = "") {
  const opened = await browser.open(address, {
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await ready(opened.page);
  return opened;
}

test("a link with the weights of the language model opens the same word", async () => {
  const { page, close } = await open("?step=weights");
  const plain = page.url();
  await page.locator("mha-controls").getByLabel("weights").selectOption("language");
  await readBy(page, "language");
  const { token } = await stateOf(page);
  assert.equal(query(page).token, String(token), "the address follows the selection to the model's pieces");
  const link = page.url();
  await page.goBack();
  await readBy(page, "constructed");
  assert.equal(page.url(), plain, "the choice and the arrival are one history entry");
  await page.goto(browser.url + "icon.svg");
  await page.goto(link);
  await readBy(page, "language");
  assert.equal((await stateOf(page)).token, token);
  await close();
});

test("weights that the reader chooses while those of the link load are in the address, and Back asks for the link's again", async () => {
  const { page, close } = await browser.open("site.css", { isFresh: true }); // any page of the site, to set up the route
  /** @type {(value?: unknown) => void} */
  let arrive = () => {};
  const arrived = new Promise((resolve) => (arrive = resolve));
  await page.route("**/headscope-small/model.safetensors", (route) => arrived.then(() => route.continue()));
  const link = new URL("?weights=language&step=weights", browser.url).href;
  await page.goto(link);
  const weights = page.locator("mha-controls").getByLabel("weights");
  await weights.selectOption("random");
  await readBy(page, "random");
  assert.deepEqual([query(page).weights, query(page).step], ["random", "weights"]);
  arrive();
  await drawn(page);
  await page.locator("mha-sentence [data-token=street]").click();
  await drawn(page);
  const { token } = await stateOf(page);
  assert.deepEqual([query(page).weights, query(page).token], ["random", String(token)]);
  await page.goBack();
  await page.goBack();
  await readBy(page, "language");
  assert.equal(page.url(), link);
  await close();
});

/** What a link from the first page says besides a change: the sentence, the model and the head of its story. */
const STORY = {
  tokens: "the animal did not cross the street because it was too tired",
  ...{ heads: "4", weights: "trained", training: "step=125", layer: "1" },
  ...{ head: "0", token: "8", "key-token": "1", feature: "1", column: "0" },
};

test("holding a cell or changing a setting adds a history entry, and Back undoes it; hovering adds none", async () => {
  const { page, seen, close } = await open();
  const length = () => page.evaluate(() => history.length);
  const [first, asOpened] = [await length(), await stateOf(page)];
  assert.equal(new URL(page.url()).search, "", "the default state has a plain address");
  await page.locator("mha-explainer").scrollIntoViewIfNeeded(); // the walk loads near the window
  await page.locator("mha-stage canvas").hover({ position: { x: 160, y: 200 } });
  await drawn(page);
  assert.deepEqual([new URL(page.url()).search, await length()], ["", first]);
  await page.getByRole("button", { name: "Next step" }).click();
  await drawn(page);
  await page.getByLabel("mask").selectOption("causal");
  await drawn(page);
  assert.deepEqual(query(page), { ...STORY, step: "q", causal: "true" });
  await page.locator("mha-sentence .token").nth(2).click();
  await drawn(page);
  assert.equal(query(page).token, "2");
  assert.equal(await length(), first + 3);
  await page.goBack();
  await drawn(page);
  await page.goBack();
  await page.waitForFunction(() => !(/** @type {any} */ (document.querySelector("mha-explainer")).causal));
  assert.deepEqual([await stepOf(page), (await stateOf(page)).causal], ["q", false]);
  await page.goBack();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-explainer")).step === "query",
  );
  assert.deepEqual(await stateOf(page), asOpened, "the whole state is restored");
  await page.goForward();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("mha-explainer")).step === "q");
  await page.goForward();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("mha-explainer")).causal);
  seen.assertQuiet();
  await close();
});

test("a drag, and typing, makes one history entry", async () => {
  const { page, close } = await open("heads.html");
  await page.locator("mha-maps").getByRole("button", { name: "scale heads" }).click();
  await page.locator("mha-maps .scales input").first().waitFor();
  const first = await page.evaluate(() => history.length);
  const slider = page.locator("mha-maps .scales input").nth(1);
  await slider.focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.equal(await page.evaluate(() => history.length), first + 1);
  assert.equal(query(page)["head-scale"], "1:1.15");
  await close();
});

test("a link reproduces the state, also on the pages that it leads to, and its selection stays in the address after a change", async () => {
  const { page, close } = await open(
    "?step=weights&head=5&token=3&key=3&heads=4&seed=9&tokens=a+b+c+d&colormap=viridis&wrong=no_scale",
  );
  await drawn(page);
  const { step, head, token, tokens, seed, colormap } = await stateOf(page);
  assert.deepEqual([step, token, tokens, seed, colormap], ["weights", 3, ["a", "b", "c", "d"], 9, "viridis"]);
  assert.notEqual(head, 5, "head 5 does not exist among four heads");
  assert.match(
    (await page.locator("mha-explainer .invalidValues").textContent()) ?? "",
    /head 5 is not there/,
  );
  await page.locator("mha-fault").waitFor();
  await page.getByRole("link", { name: "Heads", exact: true }).click();
  await page.locator("mha-alike").waitFor();
  assert.deepEqual((await stateOf(page)).tokens, ["a", "b", "c", "d"]);
  await page.goto(new URL("?step=weights&head=3&token=2", browser.url).href);
  await ready(page);
  await page.getByRole("button", { name: "Next step" }).click();
  await drawn(page);
  const after = query(page);
  assert.deepEqual([after.step, after.head, after.token], ["context", "3", "2"]);
  await close();
});

test("Share copies the link, and a long one is packed", async () => {
  const { page, seen, close } = await open("?step=weights");
  const words = Array.from({ length: 200 }, (_, i) => `word${i}`);
  await page.evaluate(
    (words) =>
      /** @type {any} */ (document.querySelector("mha-explainer")).act(
        new URLSearchParams({ tokens: words.join(" ") }),
      ),
    words,
  );
  await page.waitForFunction(() => location.search.startsWith("?z="));
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.length < 1250, `${link.length} letters for ${words.join(" ").length}`);
  seen.assertQuiet();
  await page.goto(link);
  await ready(page);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-explainer")).tokens.length === 200,
  );
  await close();
});

test("a truncated or invalid link opens the page with a message", async () => {
  for (const search of [
    ...sample(["?z=AAAA", "?z=%00%ff", "?version=9&__proto__=1&constructor=2"], 1, 2),
    "?step=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&heads=99999&seed=NaN&tokens=%ED%A0%80",
  ]) {
    const { page, close } = await open(search);
    assert.ok((await stateOf(page)).tokens.length > 0, search);
    assert.equal((await page.locator("mha-stage canvas, mha-explainer .empty").count()) > 0, true, search);
    assert.equal(await page.evaluate(() => document.querySelectorAll("img").length), 0);
    await close();
  }
});
