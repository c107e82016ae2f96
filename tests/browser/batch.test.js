// A batch of two sentences through the whole walk: B is 2 everywhere, and the page shows the selected sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { readFixture } from "../core/fixture.js";
import { drawn, goTo, ready, showAddress, stations, useOnePage } from "./support/explainer.js";
import { injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { listLabs } from "./support/labs.js";
import { sample } from "./support/nightly.js";
import { click, openWalk, texts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const BATCH = "?batch-tokens=It+was+late.";
const [T, S] = [12, 4];
/** A batch that repeats the two sentences in turn. */
const torch = (await readFixture("labs")).find(({ name }) => name === "batch")?.tensors["right.weights"];

/** Opens the walk for one test after another. */
const openOne = useOnePage(
  () => openWalk(browser),
  ({ page }, address = "?step=q_heads") => showAddress(page, address),
);

/** The words of a sentence, and which word is selected. @param {Page} page @param {number} at */
const wordsOf = (page, at) =>
  page
    .locator("mha-sentence")
    .nth(at)
    .locator(".token")
    .evaluateAll((all) =>
      all.map((each) => `${each.getAttribute("data-token")}${each.ariaPressed === "true" ? "*" : ""}`),
    );

/** @param {Page} page */
const readout = async (page) => (await texts(page, "mha-stage .read"))[0];

test("a press adds a second sentence, so that every shape begins with 2, and removes it", async () => {
  const { page, seen, close } = await openOne();
  await page.getByRole("button", { name: "more" }).click();
  await page.getByRole("button", { name: "Batch a second sentence" }).click();
  await drawn(page);
  assert.deepEqual(await texts(page, "mha-explainer .label"), ["sentence 1", "sentence 2"]);
  assert.deepEqual(await wordsOf(page, 1), ["It", "was", "late", "."]);
  for (const station of await stations(page)) assert.ok(station);
  for (const id of ["x", "q_split", "k_t", "weights", "concat", "output"]) {
    await goTo(page, id);
    assert.match((await texts(page, "mha-words .shape"))[0], /= \(2, /, id);
  }
  assert.ok(!new URL(page.url()).searchParams.get("batch"), "the first is looked at unless told");
  assert.equal(new URL(page.url()).searchParams.get("batch-tokens"), "It was late.");
  await page.getByRole("button", { name: "Back to a batch of one" }).click();
  await drawn(page);
  assert.match((await texts(page, "mha-words .shape"))[0], /= \(1, /);
  seen.assertQuiet();
  await close();
});

test("selecting a word of the second sentence shows that sentence, with PyTorch's weights; the keyboard moves between its cells; a longer second sentence pads the first one", async () => {
  const { page, seen, close } = await openOne(`${BATCH}&step=weights&head=4`);
  await page.locator("mha-sentence").nth(1).getByRole("button", { name: "late" }).click();
  await drawn(page);
  assert.deepEqual(await wordsOf(page, 1), ["It", "was", "late*", "."]);
  assert.ok(!(await wordsOf(page, 0)).some((word) => word.endsWith("*")), "and none of the first");
  assert.equal(new URL(page.url()).searchParams.get("batch"), "1");
  for (const key of [0, 3]) {
    await click(page, [1, 4, 2, key]);
    const [, shown] = /^weights\[1, 4, 2, \d\] = ([\d.]+)/.exec(await readout(page)) ?? [];
    const should = torch?.data[((8 + 4) * T + 2) * T + key] ?? NaN;
    assert.ok(Math.abs(Number(shown) - should) <= 0.006 * should, `${key}: ${shown}, torch has ${should}`);
  }
  await click(page, [1, 4, 2, S]);
  assert.match(await readout(page), /^weights\[1, 4, 2, 4\] = 0\b/, "padding is not looked at");
  await page.goBack();
  await drawn(page);
  assert.match(await readout(page), /^weights\[1, 4, 2, 3\]/);
  await page.locator("mha-sentence").nth(1).locator(".token").first().focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await drawn(page);
  assert.match(await readout(page), /^weights\[1, \d, 1, \d\] =/);
  await page.keyboard.press("Escape"); // leaves the grid of cells
  await page.keyboard.press("Escape"); // closes the open settings
  await page.keyboard.press("Escape"); // clears the selection
  await drawn(page);
  assert.ok(!(await wordsOf(page, 1)).some((word) => word.endsWith("*")));
  assert.equal(new URL(page.url()).searchParams.get("batch"), "1", "it is still looked at");
  const second = page.locator("mha-sentence").nth(1);
  await second.getByRole("button", { name: "Edit" }).click();
  await second
    .getByRole("textbox")
    .fill("one two three four five six seven eight nine ten eleven twelve thirteen");
  await drawn(page);
  assert.match((await texts(page, "mha-words .shape"))[0], /\(2, 8, 13, 13\)/);
  await second.getByRole("textbox").fill("");
  await drawn(page);
  assert.match(
    (await texts(page, "mha-words .shape"))[0],
    /\(2, 8, 13, 13\)/,
    "what is emptied is being typed",
  );
  seen.assertQuiet();
  await close();
});

test("memory labels both sentences, and hovering the other sentence's memory shows that sentence", async () => {
  const { page, close } = await openWalk(
    browser,
    `?tokens=Go+on+.&batch-tokens=Stop+.&step=q&d-model=8&heads=2&token=0`,
  );
  const figure = page.locator("mha-tape mha-figure");
  const words = await figure.evaluate((it) =>
    /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
      mark.kind === "text" ? [mark.text] : [],
    ),
  );
  for (const word of ["Go", "on", "Stop", "[pad]"]) assert.ok(words.includes(word), `${word} in ${words}`);
  assert.ok(
    words.some((/** @type {string} */ word) => word.startsWith("next sentence")),
    `${words}`,
  );
  const strip = await figure.evaluate((it) => /** @type {any} */ (it).scene.strips[0]);
  await figure.hover({ position: { x: (3 * 8 + 2.5) * strip.pitch, y: strip.top + 10 } });
  await drawn(page);
  assert.match(await readout(page), /^q\[1, 0, 2\] =/);
  assert.deepEqual(await wordsOf(page, 1), ["Stop*", "."]);
  await page.mouse.move(5, 5);
  await drawn(page);
  assert.deepEqual(await wordsOf(page, 0), ["Go*", "on", "."]);
  await close();
});

test("labs and heads use the selected sentence", async () => {
  const { page, seen, close } = await browser.open(`heads.html${BATCH}&batch=1&token=1`);
  await ready(page);
  assert.match((await texts(page, "mha-maps p"))[0] ?? "", /was/);
  assert.match((await texts(page, "mha-adds h2"))[0] ?? "", /was/);
  await page.goto(new URL(`index.html${BATCH}&batch=1`, browser.url).href);
  await ready(page);
  await listLabs(page);
  await page.locator("mha-labs summary").filter({ hasText: "Order" }).click();
  await drawn(page);
  const cells = await texts(page, "mha-lab-order mha-figure");
  assert.ok(cells.length > 0);
  seen.assertQuiet();
  await close();
});

for (const width of sample([1440, 390], 1))
  test(`axe finds nothing, and nothing scrolls sideways: ${width} px`, async () => {
    const { page, seen, close } = await browser.open(`${BATCH}&step=weights&batch=1&causal`, {
      viewport: { width, height: 900 },
    });
    await ready(page);
    const axe = await injectAxeInSchemes(page);
    for (const id of sample(["weights", "context", "context_c", "output"], 0)) {
      await goTo(page, id);
      assert.deepEqual(await axe(), [], id);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px scroll sideways`);
    seen.assertQuiet();
    await close();
  });
