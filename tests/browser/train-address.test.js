// Links on the page Train: the plain one plays the training once, so that no reader meets an empty chart; one with a step reproduces the same numbers, and Back undoes changes.
import assert from "node:assert/strict";
import test from "node:test";
import { packQuery } from "../../web/site/packed-query.js";
import { drawn, ready } from "./support/explainer.js";
import { LOW, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import {
  DEMONSTRATION,
  learned,
  openTrain,
  plain,
  press,
  setSeed,
  settled,
  stateOf,
  trained,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** The results that are compared after a reload. @param {Page} page */
async function numbers(page) {
  const { losses, prediction, whole, without, away, settings, at } = await stateOf(page);
  return { losses, prediction, whole, without, away, settings, at };
}

test("a link contains the seed, the step and the removals, and shows the core's numbers, also after a reload", async () => {
  const { page, seen, close } = await openTrain(browser, "?seed=3&step=25&off=1.0&cut=1:it:noun", LOW);
  const first = await numbers(page);
  const { model, losses } = trained(25, { task: "reference", seed: 3, keysFrom: "words" });
  const removal = {
    headScale: [
      [1, 1, 1, 1],
      [0, 1, 1, 1],
    ],
    cut: [{ layer: 1, from: "it", to: /** @type {const} */ ("noun") }],
  };
  const away = { off: ["1.0"], cuts: removal.cut };
  assert.deepEqual(first, {
    ...{
      losses,
      at: 25,
      settings: { task: "reference", heads: null, layers: null, stack: "crisp", seed: 3 },
    },
    away,
    prediction: plain(model.predict(`${DEMONSTRATION} tired`, removal)),
    whole: { ...model.evaluate(), sentences: 256 },
    without: { ...model.evaluate(removal), sentences: 256, away },
  });
  await page.reload();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-train"))?.store?.state.at === 25,
  );
  await settled(page);
  assert.deepEqual(await numbers(page), first);
  seen.assertQuiet();
  await close();
});

test("the address holds the reader's changes, and Back undoes them", async () => {
  const { page, seen, close } = await openTrain(browser, "", { isFresh: true });
  assert.equal(new URL(page.url()).search, "?step=0");
  const has = (/** @type {string} */ search) =>
    page.waitForFunction((expected) => decodeURIComponent(location.search) === expected, search);
  const opened = await page.evaluate(() => history.length);
  await page.clock.install();
  await setSeed(page, 3);
  await has("?seed=3");
  await page.clock.runFor(100); // changes by one press are one history entry
  await page.getByRole("button", { name: /^Layer 1, head 0/ }).click();
  await has("?seed=3&off=1.0");
  await page.clock.runFor(100);
  await press(page, "wide");
  await has(`?seed=3&tokens=${DEMONSTRATION.replaceAll(" ", "+")}+wide&off=1.0`);
  assert.equal(await page.evaluate(() => history.length), opened + 3);
  for (const [search, isAsThen] of /** @type {[string, (state: any) => boolean][]} */ ([
    ["?seed=3&off=1.0", ({ sentence }) => sentence.endsWith("tired")],
    ["?seed=3", ({ away }) => away.off.length === 0],
    ["?step=0", ({ settings }) => settings.seed === null],
  ])) {
    await page.goBack();
    await has(search);
    await settled(page);
    assert.ok(isAsThen(await stateOf(page)), `Back to «${search}»`);
  }
  await page.goForward();
  await page.goForward();
  await has("?seed=3&off=1.0");
  await settled(page);
  assert.deepEqual((await stateOf(page)).away.off, ["1.0"]);
  seen.assertQuiet();
  await close();
});

test("the page plays the training step by step as it opens; once it pauses, the address holds the step, and opening the link trains to the same step", async () => {
  const { page, seen, close } = await browser.open("train.html?seed=3", LOW);
  await ready(page, "mha-train");
  await learned(page, 10);
  assert.equal((await stateOf(page)).pace, "watch");
  await press(page, "Pause");
  await settled(page);
  const { step, losses } = await stateOf(page);
  assert.deepEqual(losses, trained(step, { task: "reference", seed: 3, keysFrom: "words" }).losses);
  await page.waitForFunction((said) => location.search === `?seed=3&step=${said}`, step);
  await page.reload();
  await page.waitForFunction(
    (said) => /** @type {any} */ (document.querySelector("mha-train"))?.store?.state.step >= said,
    step,
  );
  await settled(page);
  const again = await stateOf(page);
  assert.equal(again.at, step, "exactly this step, between two checkpoints");
  assert.deepEqual(again.losses, losses);
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
    2,
  )) {
    const { page, close } = await browser.open(`train.html${search}`);
    await ready(page, "mha-train");
    await page.waitForFunction(
      (expected) => /** @type {any} */ (document.querySelector("mha-train")).store.state.at === expected,
      step,
    );
    await settled(page);
    assert.deepEqual([(await stateOf(page)).step, (await stateOf(page)).pace], [step, null], search);
    await close();
  }
});

test("a training whose steps are slow leaves the address alone until it pauses", async () => {
  const { page, seen, close } = await browser.open("train.html", {
    first: `const frame = window.requestAnimationFrame;
      window.requestAnimationFrame = (then) => window.setTimeout(() => frame(then), 80);`,
  });
  await ready(page, "mha-train");
  const addresses = await page.evaluate(async () => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    const all = new Set();
    const from = store.state.at;
    do {
      await new Promise((done) => setTimeout(done, 10));
      all.add(location.search);
    } while (store.state.at < from + 3);
    return [...all];
  });
  assert.deepEqual(addresses, [""]);
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-train")).store.pause());
  const at = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("mha-train")).store.state.at,
  );
  await page.waitForURL((url) => url.search === `?step=${at}`);
  seen.assertQuiet();
  await close();
});

test("a link that is read after the default task has begun opens and plays its own task", async () => {
  const first = `const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function () {
      while (document.querySelector("mha-train")?.store?.state.status !== "ready") await new Promise(requestAnimationFrame);
      return read.call(this);
    };`;
  const { page, seen, close } = await browser.open(`train.html${await packQuery("task=translation")}`, {
    ...{ first, isFresh: true }, // a shared tab would train on
  });
  await page.waitForFunction(() => {
    const { settings, step } = /** @type {any} */ (document.querySelector("mha-train"))?.store?.state ?? {};
    return settings?.task === "translation" && step > 0;
  });
  seen.assertQuiet();
  await close();
});

test("each task of the menu opens from any other, and back, with an address of its own, and the menu keeps the focus", async () => {
  const { page, seen, close } = await browser.open("train.html?step=0", { ...LOW, reducedMotion: "reduce" });
  const opened = (/** @type {string} */ task) =>
    page.waitForFunction((name) => {
      const { store } = /** @type {any} */ (document.querySelector("mha-train"));
      const { settings, status, config } = store?.state ?? {};
      return settings?.task === name && status === "ready" && config.task === name;
    }, task);
  await opened("reference");
  await page.evaluate((sentence) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    store.say(sentence);
    store.stepOn();
  }, `${DEMONSTRATION} wide`);
  const menu = page.locator("mha-train-bar select").first();
  for (const task of sample(["translation", "induction", "translation", "reference"], 0, 1, 3)) {
    await menu.focus();
    await menu.selectOption(task);
    await opened(task);
    await drawn(page);
    await page.waitForFunction(
      (expected) => location.search === expected,
      task === "reference" ? "" : `?task=${task}`,
    );
    await page.waitForFunction(() => {
      const bar = document.activeElement?.shadowRoot?.activeElement;
      return bar?.localName === "mha-train-bar" && bar.shadowRoot?.activeElement?.localName === "select";
    });
  }
  seen.assertQuiet();
  await close();
});
