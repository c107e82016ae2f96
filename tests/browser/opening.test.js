// The first page: the arc of the opening jumps with the last word, and a button opens its head in the walk, without training; the small form of Train loads near the window, plays once, and ends on the head of the story.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { LOW, findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { trained } from "./support/train.js";
import { figureTexts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "article.html": `<!doctype html><html lang="fr"><head><title>Un article</title><link rel="icon" href="data:,">
    <script type="module" src="headscope.js"></script></head>
    <body><main><h1>Un article</h1><mha-opening loading="eager" ending="wide"></mha-opening></main></body></html>`,
});

/** @param {string} [address] @param {object} [options] */
async function open(address = "", options = {}) {
  const opened = await browser.open(address, { reducedMotion: "reduce", ...options });
  await ready(opened.page, "mha-opening");
  return opened;
}

/** @param {Page} page */
const figure = (page) => page.locator("mha-opening mha-figure").first();
/** @param {Page} page @param {string} word */
const ending = (page, word) =>
  page.locator("mha-opening").getByRole("button", { name: `change it to “${word}”` });
/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).state);
/** @param {Page} page @param {string} weights */
const has = (page, weights) =>
  page.waitForFunction(
    (expected) =>
      /** @type {any} */ (document.querySelector("mha-explainer"))?.store?.state.picture?.settings.weights ===
      expected,
    weights,
    { polling: "raf" },
  );
/** x of the end of the thickest arc. @param {Page} page @returns {Promise<number>} */
const arc = (page) =>
  figure(page).evaluate((it) => {
    const curves = /** @type {any} */ (it).scene.marks.filter(
      (/** @type {any} */ mark) => mark.kind === "path",
    );
    const [thickest] = curves.sort((/** @type {any} */ a, /** @type {any} */ b) => b.line - a.line);
    return Number(
      thickest.d
        .split(/[^\d.-]+/)
        .filter(Boolean)
        .at(-2),
    );
  });

test("the last word moves the arc, the numbers and the words, in all scenes; words show their arcs under the pointer and when pressed, and cells of the map say their number", async () => {
  const { page, seen, close } = await open();
  await ready(page);
  const said = page.locator("mha-opening .unseen[role=status]");
  const before = await arc(page);
  assert.equal(await said.textContent(), "With “tired”, “it” looks mostly at “animal”, .82 of its weight.");
  await ending(page, "wide").focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(await said.textContent(), "With “wide”, “it” looks mostly at “street”, .66 of its weight.");
  assert.ok((await arc(page)) > before + 300, "from animal to street");
  assert.ok((await figureTexts(page, "mha-opening mha-figure >> nth=0")).includes("wide"));
  assert.equal((await stateOf(page)).tokens.at(-1), "wide", "in the walk, too");
  assert.equal(new URL(page.url()).search, "", "the address stays that of the story");
  await page.locator("mha-row").scrollIntoViewIfNeeded();
  await page.locator("mha-row").getByRole("button", { name: "change it to “tired”" }).click();
  await drawn(page);
  assert.ok(Math.abs((await arc(page)) - before) < 0.01, "from the middle scene back to the opening");
  const start = async () => {
    await drawn(page);
    return (await arc(page)) > 0 && (await figureTexts(page, "mha-opening mha-figure >> nth=0"));
  };
  const texts = await start();
  const word = page.locator("mha-opening").getByRole("button", { name: "Show where “because” looks" });
  await word.hover();
  assert.notDeepEqual(await start(), texts);
  await page.mouse.move(5, 5);
  assert.deepEqual(await start(), texts, "the pointer left");
  await word.click();
  await page.mouse.move(5, 5);
  assert.notDeepEqual(await start(), texts, "held");
  assert.equal(await word.getAttribute("aria-pressed"), "true");
  const map = page.locator("mha-opening .map mha-figure");
  await map.locator("canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.match(
    (await page.locator("mha-opening .cell").textContent()) ?? "",
    /^“it” gives “\w+” [<.\d]+ of its attention\.$/,
  );
  seen.assertQuiet();
  await close();
});

test("the button leads to the middle scene also if it is pressed before the walk is loaded", async () => {
  const { page, seen, close } = await browser.open("site.css", { reducedMotion: "reduce", isFresh: true });
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(null)));
  await page.route("**/modules/walk-below-*.js", (route) => released.then(() => route.continue()));
  await page.goto(browser.url);
  await page.getByRole("button", { name: "How does it choose?" }).click();
  assert.ok(!(await page.evaluate(() => customElements.get("mha-explainer"))), "the opening comes first");
  release();
  await has(page, "trained");
  const { layer, head, step } = await stateOf(page);
  assert.deepEqual([layer, head, step], [1, 0, "query"]);
  await page.locator("mha-row .token[aria-pressed=true]").first().waitFor();
  seen.assertQuiet();
  await close();
});

/** Counts, from before the page's own scripts, how often a store reports training. */
const COUNT_TRAINING = `window.learned = 0;
  const { dispatchEvent } = EventTarget.prototype;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type === "change" && this.state && Object.values(this.state).some((each) => each?.id === "model_learns"))
      window.learned++;
    return dispatchEvent.call(this, event);
  };`;

test("with default settings no page trains (opening, walk, heads, reload, Back); with others it does; a head has one name on Train, Walk and Heads, and its measured role on each", async () => {
  const { page, seen, close } = await open("", { ...LOW, first: COUNT_TRAINING });
  const isUntrained = async (/** @type {string} */ where) => {
    await drawn(page);
    assert.equal(await page.evaluate("window.learned"), 0, where);
  };
  await has(page, "trained");
  await isUntrained("the opening");
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).store.goTo("q"));
  await page.waitForFunction(() => location.search.includes("layer=1"));
  await isUntrained("walking through it");
  await page.reload();
  await has(page, "trained");
  await isUntrained("after a reload");
  await page.getByRole("link", { name: "Heads", exact: true }).click();
  await page.waitForURL(/heads\.html/);
  await has(page, "trained");
  await isUntrained("the page of the heads");
  await page.goBack();
  await page.waitForURL(/layer=1/);
  await has(page, "trained");
  await isUntrained("back in the walk");

  const linked = (/** @type {number} */ step) => {
    const training = new URLSearchParams({ task: "reference", layers: "2", stack: "crisp", step: `${step}` });
    const settings = { weights: "trained", seed: "1", heads: "4", "d-model": "64", layer: "1", head: "3" };
    const tokens = "the animal did not cross the street because it was too tired";
    return `${new URLSearchParams({ ...settings, training: String(training), tokens })}`;
  };
  if (IS_NIGHTLY) {
    await page.goto(new URL(`?${linked(600)}`, browser.url).href);
    await has(page, "trained");
    await isUntrained("“Walk through it” of Train at its last step");
  }
  await page.goto(new URL(`heads.html?${linked(600)}`, browser.url).href);
  await has(page, "trained");
  await isUntrained("“Inspect this head” of Train at its last step");
  await page.locator("mha-one-head h2").waitFor();
  assert.match((await page.locator("mha-one-head h2").textContent()) ?? "", /Layer 1, head 3: it → its noun/);
  const said = (await page.locator("mha-one-head .said").textContent()) ?? "";
  assert.match(said, /^0\.998 of its weight from it to its noun: measured on 256 sentences/);
  await page.getByRole("link", { name: "Walk", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("heads.html"));
  await has(page, "trained");
  await isUntrained("in the walk");
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("weights"));
  await drawn(page);
  const titles = await figureTexts(page, "mha-stage mha-figure");
  assert.ok(titles.includes("layer 1, head 3") && titles.includes("it → its noun >.99"), `${titles}`);
  assert.match(
    (await page.locator("mha-attends p").textContent()) ?? "",
    /Layer 1, head 3 gives 0\.998 of its weight/,
  );
  await page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).act("layer=0"));
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("masked"));
  await drawn(page);
  assert.match(
    await page.locator("mha-words .head").innerText(),
    /a token sees itself and the 3 tokens after it/,
  );
  assert.equal(
    await page
      .locator("mha-controls label", { hasText: "mask" })
      .locator("select")
      .evaluate((it) => /** @type {any} */ (it).selectedOptions[0].text.trim()),
    "itself + 3 after",
  );
  assert.deepEqual(await page.locator("mha-code [role=tab]").allInnerTexts(), [
    "PyTorch",
    "Module",
    "NumPy",
    "einops",
    "C++",
    "JAX",
    "SDPA",
  ]);
  await page.goto(new URL(`?${linked(10)}`, browser.url).href);
  await has(page, "trained");
  await drawn(page);
  assert.ok(Number(await page.evaluate("window.learned")) > 0, "a model at another step must be trained");
  seen.assertQuiet();
  await close();
});

for (const viewport of sample(
  [
    { width: 1440, height: 900 },
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ],
  1,
  2,
))
  test(`${viewport.width} px: the first screen shows question, sentence, switch and button, and nothing moves`, async () => {
    const { page, seen, close } = await open("", {
      viewport,
      colorScheme: viewport.width === 390 ? "dark" : "light",
      first: `window.shifts = 0; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifts += entry.value;
      }).observe({ type: "layout-shift", buffered: true });`,
    });
    await ready(page);
    for (const part of [
      page.getByRole("heading", { name: "What does it mean here?" }),
      figure(page),
      ending(page, "wide"),
      page.getByRole("button", { name: "How does it choose?" }),
    ]) {
      const box = await part.boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(box));
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width);
    }
    assert.ok((await page.evaluate("window.shifts")) < 0.001, `${await page.evaluate("window.shifts")}`);
    if (IS_NIGHTLY) assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

test("the single file has no weights: it trains, says so, and uses the language of the article if available", async () => {
  const { page, seen, close } = await browser.open("article.html", { reducedMotion: "reduce" });
  await page.getByText(/The model learns: step \d+ of 125/).waitFor();
  await page.locator("mha-opening h2").waitFor();
  await drawn(page);
  assert.match(
    (await page.locator("mha-opening .unseen[role=status]").textContent()) ?? "",
    /looks mostly at “street”, \.66/,
  );
  assert.equal(await page.locator("mha-opening .ways").count(), 0, "without a target there is no button");
  assert.equal(
    await page.evaluate(async () => (await indexedDB.databases()).length),
    0,
    "a host's storage is its own",
  );
  seen.assertQuiet();
  await close();
});

/** Steps of the small form of Train on the first page. */
const STEPS = 125;

/** @param {import("playwright-core").BrowserContextOptions} [options] */
async function openSmall(options) {
  const opened = await browser.open("", options);
  await ready(opened.page);
  return { ...opened, small: opened.page.locator("mha-train-small") };
}

/** @param {Page} page @returns {Promise<any>} */
const trainingOf = (page) =>
  page.evaluate(() => {
    const { pace, step, losses } = /** @type {any} */ (document.querySelector("mha-train-small")).store.state;
    return { pace, step, losses };
  });

/** @param {Page} page @param {number} step */
const learned = (page, step) =>
  page.waitForFunction(
    (wanted) => /** @type {any} */ (document.querySelector("mha-train-small")).store?.state.step >= wanted,
    step,
  );

/** @param {Page} page */
const texts = (page) => figureTexts(page, "mha-train-small mha-figure");

test("the small form loads only near the window, plays once there, and ends on the numbers of the page's head; its button pauses, goes on and plays again, by keys alone", async () => {
  const { page, seen, close, small } = await openSmall();
  assert.equal(await page.evaluate(() => customElements.get("mha-train-small")), undefined);
  await small.scrollIntoViewIfNeeded();
  await learned(page, 1);
  assert.equal((await trainingOf(page)).pace, "watch");
  await small.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await small.getByRole("button", { name: "Go on" }).waitFor();
  assert.equal((await trainingOf(page)).pace, null);
  await page.keyboard.press("Enter");
  await learned(page, STEPS);
  await small.getByRole("button", { name: "Once more" }).waitFor();
  await drawn(page);
  const { losses, step } = await trainingOf(page);
  assert.equal(step, STEPS);
  assert.deepEqual(losses, trained(STEPS).losses);
  const said = await texts(page);
  assert.ok(said.includes(`loss, step ${STEPS}`), said.join("; "));
  assert.ok(said.includes("Layer 1, head 0: it → animal .82"), said.join("; "));
  await page
    .getByRole("button", { name: /change it to “wide”/ })
    .first()
    .click();
  await drawn(page);
  assert.ok((await texts(page)).includes("Layer 1, head 0: it → street .66"));
  await page
    .locator("mha-row")
    .getByRole("button", { name: /change it to “tired”/ })
    .click();
  await drawn(page);
  assert.ok((await texts(page)).includes("Layer 1, head 0: it → animal .82"));
  await small.getByRole("button", { name: "Once more" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (steps) => /** @type {any} */ (document.querySelector("mha-train-small")).store.state.step < steps,
    STEPS,
  );
  await learned(page, 5);
  seen.assertQuiet();
  await close();
});

for (const width of sample([390, 1440], 0))
  test(`${width} px, reduced motion: the small form shows its end, fits, and moves nothing below it`, async () => {
    const { page, seen, close, small } = await openSmall({
      viewport: { width, height: 844 },
      colorScheme: width === 390 ? "dark" : "light",
      reducedMotion: "reduce",
    });
    const high = await small.evaluate((it) => it.getBoundingClientRect().height);
    await small.scrollIntoViewIfNeeded();
    await learned(page, STEPS);
    await small.getByRole("button", { name: "Once more" }).waitFor();
    await drawn(page);
    assert.equal(await small.evaluate((it) => it.getBoundingClientRect().height), high, "reserved height");
    const right = await small.locator("mha-figure").evaluate((figure) => {
      const { scene, clientWidth } = /** @type {any} */ (figure);
      const context = /** @type {CanvasRenderingContext2D} */ (
        document.createElement("canvas").getContext("2d")
      );
      const ends = scene.marks
        .filter((/** @type {any} */ { kind, align }) => kind === "text" && !align)
        .map((/** @type {any} */ { x, text, size, bold }) => {
          context.font = `${bold ? "bold " : ""}${size}px ${getComputedStyle(figure).fontFamily}`;
          return x + context.measureText(text).width;
        });
      return { most: Math.max(...ends), clientWidth };
    });
    assert.ok(right.most <= right.clientWidth, JSON.stringify(right));
    assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });
