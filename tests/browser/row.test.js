// The middle scene: one word and one head in three moves, by pointer, keys and touch; then all words, all heads, and the first step of the walk.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { injectAxe, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { figureTexts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "article.html": `<!doctype html><html lang="en"><head><title>An article</title><link rel="icon" href="data:,">
    <script type="module" src="headscope.js"></script></head>
    <body><main><h1>An article</h1><mha-row loading="eager" tokens="the cat sat on the mat" heads="4" token="1"></mha-row></main></body></html>`,
});

/** @param {object} [options] */
async function open(options = {}) {
  const opened = await browser.open("", { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  const row = opened.page.locator("mha-row");
  await row.scrollIntoViewIfNeeded();
  await row.locator("h2").waitFor();
  await drawn(opened.page);
  return { ...opened, row };
}

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).state);

/** @param {Page} page */
const texts = (page) => figureTexts(page, "mha-row mha-figure >> nth=0");

for (const viewport of sample(
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ],
  1, // by keys, the next test takes the same path in a wide window
))
  test(`${viewport.width} px: from the opening through three moves, twelve words and four heads to the first step`, async () => {
    const hasTouch = viewport.width < 500;
    const { page, seen, close, row } = await open({ viewport, hasTouch });
    const press = async (/** @type {string} */ name) => {
      const button = page.getByRole("button", { name });
      await (hasTouch ? button.tap() : button.click());
      await drawn(page);
    };
    await press("How does it choose?");
    await page.waitForFunction(
      () => Math.abs(Number(document.querySelector("mha-row")?.getBoundingClientRect().top)) < 2,
    );
    assert.equal(
      await row.locator(".says p").textContent(),
      "So it now carries mostly what animal handed over (.82), and a little of not and of it.",
    );
    await press("Let “because” ask");
    assert.match((await row.locator("h2").textContent()) ?? "", /How does because choose/);
    await press("Let “it” ask");
    await row.getByRole("button", { name: /^animal: 3\.5 becomes \.819/ }).click();
    assert.ok(
      (await figureTexts(page, "mha-row .product mha-figure")).some((text) => text.startsWith("q of “it”")),
    );
    await page.keyboard.press("Escape");
    assert.equal(await row.locator(".product").count(), 0);
    const axe = await injectAxe(page);
    assert.deepEqual(await axe(), []);
    await press("Now all twelve words");
    await press("All four heads");
    assert.deepEqual(await axe(), []);
    await row.getByRole("button", { name: /^Layer 1, head 2/ }).click();
    await drawn(page);
    assert.equal((await stateOf(page)).head, 2);
    await press("All four heads");
    await row.getByRole("button", { name: /^Layer 1, head 0/ }).click();
    await press("All four heads");
    await press("Now step by step");
    await page.waitForFunction(
      () => Math.abs(Number(document.querySelector("mha-explainer")?.getBoundingClientRect().top)) < 2,
    );
    const { tokens, token, layer, head, step, training } = await stateOf(page);
    assert.deepEqual(
      [tokens[token], tokens.at(-1), layer, head, step, training],
      ["it", "tired", 1, 0, "query", "step=125"],
    );
    assert.equal(new URL(page.url()).search, "", "the whole path has the plain address");
    seen.assertQuiet();
    await close();
  });

test("one's own sentence: the small model reads the words that it knows, otherwise the language model, and a sentence says so", async () => {
  const { page, seen, close, row } = await open();
  const write = async (/** @type {string} */ text) => {
    await page.locator("mha-opening").getByRole("button", { name: "Your own sentence" }).click();
    await page.getByRole("textbox", { name: "Your sentence" }).fill(text);
    await page.keyboard.press("Enter");
    await row.locator(".reads").waitFor();
    await drawn(page);
    const { weights, tokens, token } = await stateOf(page);
    return { weights, asks: tokens[token], said: await row.locator(".reads").textContent() };
  };
  const known = await write("the dog did not cross the street because it was hungry");
  assert.deepEqual([known.weights, known.asks], ["trained", "it"]);
  assert.match(known.said ?? "", /small model knows all these words/);
  await page.locator("mha-opening").getByRole("button", { name: "Your own sentence" }).click();
  await page
    .getByRole("textbox", { name: "Your sentence" })
    .fill("the dog did not chase the ball because it was too lazy");
  await page.keyboard.press("Enter");
  await row.getByText("so the language model reads the sentence").waitFor({ timeout: 60_000 });
  await drawn(page);
  assert.equal((await stateOf(page)).weights, "language");
  assert.equal(await row.locator("h2").textContent(), "How does it choose?");
  assert.match((await row.locator(".reads").textContent()) ?? "", /does not know chase, ball/);
  seen.assertQuiet();
  await close();
});

test("motion plays once and rests; in an article the scene has the article's words, and no button without a target", async () => {
  const { page, seen, close } = await browser.open("article.html");
  await page.locator("mha-row h2").waitFor();
  await page.waitForFunction(() => {
    const figure = /** @type {any} */ (
      document
        .querySelector("mha-row")
        ?.shadowRoot?.querySelector("mha-moves")
        ?.shadowRoot?.querySelector("mha-figure")
    );
    return figure?.scene?.marks.some((/** @type {any} */ mark) => mark.text === "=");
  });
  assert.ok((await texts(page)).includes("total 1"));
  assert.equal(await page.getByRole("button", { name: "In shapes, memory and code" }).count(), 0);
  for (const width of [780, 800]) {
    await page.evaluate((px) => document.body.style.setProperty("width", `${px}px`), width);
    await page.getByRole("button", { name: "All four heads" }).click();
    await drawn(page);
    const tops = await page
      .locator("mha-row .heads button")
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, `${width} px: the buttons stand side by side, as the maps do`);
    await page.getByRole("button", { name: "Back to one word" }).click();
  }
  const svg = await page.locator("mha-row").evaluate((it) => /** @type {any} */ (it).toSVG());
  assert.match(svg, /How does cat choose\?/);
  seen.assertQuiet();
  await close();
});

test("the walk below is quiet, and one switch, which is remembered, shows code, strides and memory; the path by keys alone: the focus follows, and Escape goes back", async () => {
  const { page, seen, close, row } = await open();
  const exact = page.getByRole("button", { name: "In code and memory" });
  await page.locator("mha-explainer").scrollIntoViewIfNeeded();
  assert.equal(await page.locator("mha-code").count(), 0);
  assert.equal(await page.locator("mha-tape").count(), 0, "the first step is not about memory");
  assert.equal((await page.locator("mha-words .shapes.shape").textContent())?.trim(), "1×12×64");
  await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.goTo("q_split"),
  );
  await drawn(page);
  assert.match(
    (await page.locator("mha-words .shapes.shape").textContent()) ?? "",
    /1×12×64\s+→\s+1×12×4×16/,
  );
  await page.locator("mha-tape").waitFor();
  assert.equal(await exact.getAttribute("aria-pressed"), "false");
  await exact.click();
  await page.locator("mha-code").waitFor();
  const openAgain = async () => {
    await page.goto(browser.url);
    await ready(page);
    await page.locator("mha-explainer").scrollIntoViewIfNeeded();
    await exact.waitFor();
  };
  await openAgain();
  await page.locator("mha-code").waitFor({ state: "attached" });
  await exact.click();
  await page.locator("mha-code").waitFor({ state: "detached" });
  await openAgain();
  assert.equal(await exact.getAttribute("aria-pressed"), "false", "off is remembered, too");

  await row.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "How does it choose?" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => {
    const moves = document.querySelector("mha-row")?.shadowRoot?.querySelector("mha-moves");
    return moves?.shadowRoot?.activeElement?.getAttribute("aria-pressed") === "true";
  });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match((await row.locator("h2").textContent()) ?? "", /How does was choose/);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Now all twelve words" }).focus();
  await page.keyboard.press("Enter");
  await row.getByText("every word asks in turn").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Now all twelve words" }).waitFor();
  await page.getByRole("button", { name: "In shapes, memory and code" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.localName === "mha-explainer");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.search.includes("step=q"));
  seen.assertQuiet();
  await close();
});
