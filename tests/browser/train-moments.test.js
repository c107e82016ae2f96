// Checkpoints: each shows its first results again, and training continues from the last step.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import {
  DEMONSTRATION,
  EVERY,
  STEPS,
  learned,
  openTrain,
  plain,
  press,
  seenNow,
  settled,
  stateOf,
  trained,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** Records the results at each checkpoint in the page. @param {Page} page */
const keepMoments = (page) =>
  page.evaluate(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    /** @type {Record<number, any>} */
    const kept = {};
    Object.assign(window, { kept });
    const keep = () => {
      const { moments, step, at, prediction } = store.state;
      if (step === at && step === moments[moments.length - 1].step) kept[step] ??= prediction;
    };
    keep();
    store.addEventListener("change", keep);
  });

/** Whether the page shows the same bits as at the first visit of the shown checkpoint. @param {Page} page @returns {Promise<boolean>} */
const isAsAtFirst = (page) =>
  page.evaluate(() => {
    const { prediction, at } = /** @type {any} */ (document.querySelector("mha-train")).store.state;
    const asText = (/** @type {any} */ { attention, ...others }) =>
      JSON.stringify([others, attention.map((/** @type {any} */ { data }) => [...data])]);
    const first = /** @type {any} */ (window).kept[at];
    return first && first !== prediction && asText(first) === asText(prediction);
  });

/** The core's results at each checkpoint, up to a step. @param {number} step */
function momentsTo(step) {
  const { model } = trained(0);
  return Array.from({ length: Math.floor(step / EVERY) + 1 }, (_, i) => {
    if (i) model.train(EVERY);
    return { prediction: plain(model.predict(`${DEMONSTRATION} tired`)), kinds: model.evaluate().kinds };
  });
}

test("returning to a checkpoint shows its first results again, by keyboard and by mouse, and training then continues unchanged", async () => {
  const { page, seen, close } = await openTrain(browser);
  await keepMoments(page);
  await press(page, "To the end");
  await learned(page, 5 * EVERY + 1);
  await press(page, "Pause");
  await settled(page);
  const { step: last, losses: before } = await stateOf(page);
  const expected = momentsTo(last);
  const steps = expected.map((_, i) => i * EVERY);
  assert.ok(steps.length >= 6 && last < STEPS, `${last}`);
  const ends = await seenNow(page);

  const scrubber = page.getByLabel("Step that is shown");
  await scrubber.focus();
  for (const step of steps.filter((each) => each < last).reverse()) {
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    const { at, prediction, kinds } = await seenNow(page);
    assert.deepEqual({ at, prediction, kinds }, { at: step, ...expected[step / EVERY] });
    assert.ok(await isAsAtFirst(page), `step ${step}`);
    assert.equal(await scrubber.inputValue(), String(step));
    assert.equal(await scrubber.getAttribute("aria-valuetext"), `step ${step} of 600`);
  }
  await page.keyboard.press("ArrowLeft");
  assert.equal((await stateOf(page)).at, 0, "no earlier checkpoint exists");
  await page.keyboard.press("End");
  await settled(page);
  assert.deepEqual(await seenNow(page), ends, "the last trained step");
  for (const [key, step] of /** @type {const} */ ([
    ["Home", 0],
    ["ArrowRight", EVERY],
    ["ArrowUp", 2 * EVERY],
  ])) {
    await page.keyboard.press(key);
    await drawn(page);
    assert.equal((await stateOf(page)).at, step, key);
  }
  assert.deepEqual((await stateOf(page)).losses, before, "no training happened meanwhile");

  const { x, y, width, height } = /** @type {any} */ (await scrubber.boundingBox());
  const moveTo = (/** @type {number} */ step) =>
    page.mouse.move(x + 6 + (step * (width - 12)) / STEPS, y + height / 2, { steps: 3 });
  await moveTo(last);
  await page.mouse.down();
  const all = [...steps, last];
  for (const step of [130, 101, 47, 590]) {
    await moveTo(step);
    await drawn(page);
    const near = all.reduce((a, b) => (Math.abs(b - step) < Math.abs(a - step) ? b : a));
    assert.equal((await stateOf(page)).at, near, `dragged to ${step}`);
    assert.equal(await scrubber.inputValue(), String(near));
    if (near !== last) assert.ok(await isAsAtFirst(page), `${near}`);
  }
  await moveTo(50);
  await page.mouse.up();
  await settled(page);
  assert.equal((await stateOf(page)).at, 50);

  await press(page, "One step");
  const { step, at } = await stateOf(page);
  assert.deepEqual(
    [step, at],
    [last + 1, last + 1],
    "training continues from the last step, not from the shown step",
  );
  await scrubber.focus();
  await page.keyboard.press("Home");
  await press(page, "To the end");
  await learned(page, last + EVERY);
  await press(page, "Pause");
  await settled(page);
  const end = await stateOf(page);
  const { model, losses } = trained(end.step);
  assert.deepEqual(end.losses, losses);
  assert.deepEqual(end.prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.deepEqual(end.whole, { ...model.evaluate(), sentences: 256 });
  assert.equal(end.moments.length, 1 + Math.floor(end.step / EVERY));
  seen.assertQuiet();
  await close();
});
