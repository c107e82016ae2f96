// The page Train by keyboard alone: the focus is always visible and never lost; by keyboard and by mouse, each checkpoint shows its first results again, and training continues from the last step.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { focusable, focused } from "./support/focus.js";
import { LOW, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import {
  DEMONSTRATION,
  EVERY,
  STEPS,
  openTrain,
  plain,
  press as pressButton,
  seenNow,
  settled,
  stateOf,
  trained,
} from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** Name of the focused element. @param {Page} page */
const at = async (page) => (await focused(page))?.name ?? "nothing";

/** Presses Tab until a control with this name has the focus. @param {Page} page @param {RegExp} name */
async function tabTo(page, name) {
  for (let i = 0; i < 60; i++) {
    if (name.test(await at(page))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`no Tab comes to ${name}`);
}

/** Presses a key, waits for its effects, and asserts that the focus is not lost. @param {Page} page @param {string} name */
async function key(page, name) {
  await page.keyboard.press(name);
  await settled(page);
  assert.notEqual(await at(page), "nothing", `the focus is lost after ${name}`);
}

for (const [what, options] of sample(
  /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
    ["1440 px, light", {}],
    ["390 px, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ]),
  1,
))
  test(`Tab reaches every control, with a focus outline of 2 px: ${what}`, async () => {
    const { page, close } = await openTrain(browser, "?step=125&off=0.1", options);
    const expected = await focusable(page);
    const names = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const now = await focused(page);
      if (!now) break;
      names.push(now.name);
      assert.ok(now.width >= 2 && now.style !== "none" && now.contrast, JSON.stringify(now));
      assert.ok(names.length <= expected, names.join(" | "));
    }
    assert.equal(names.length, expected, names.join(" | "));
    for (const part of [
      /button Go on/,
      /button To the end/,
      /select task/,
      /select heads/,
      /input seed/,
      /input Step that is shown/,
      /button Layer 0, head 0/,
      /button tired/,
      /button layer 1: it → /,
      /button Write your own/,
      /button keep only/,
      /button Put all back/,
      /select Look inside/,
    ])
      assert.ok(
        names.some((name) => part.test(name)),
        `${part} in ${names.join(" | ")}`,
      );
    assert.equal(names.filter((name) => /button Layer/.test(name)).length, 1, "one tab stop for all heads");
    await close();
  });

test("by keyboard alone: training is started, paused and scrubbed; arrows move between heads, and Enter switches one off; the focus stays on a cut edge, and near a control that disappears", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  await tabTo(page, /^button Start/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-train")).store.state.step > 30,
  );
  assert.match(await at(page), /^button Pause/, "the same button");
  await key(page, " ");
  const { step, pace } = await stateOf(page);
  assert.ok(step > 30 && pace === null);
  assert.match(await at(page), /^button Go on/);
  await tabTo(page, /^button One step/);
  await key(page, "Enter");
  assert.equal((await stateOf(page)).at, step + 1);
  await tabTo(page, /^button To the end/);
  await key(page, "Enter");
  assert.equal((await stateOf(page)).step, 600);
  assert.match(await at(page), /^button To the end/, "a disabled button keeps the focus");
  await tabTo(page, /^input Step that is shown/);
  for (const [name, moment] of /** @type {const} */ ([
    ["ArrowLeft", 575],
    ["ArrowDown", 550],
  ])) {
    await key(page, name); // the test of checkpoints presses the others
    assert.equal((await stateOf(page)).at, moment, name);
  }

  await tabTo(page, /^button Layer 0, head 0/);
  for (const [name, head] of [
    ["ArrowRight", "0.1"],
    ["End", "1.3"],
    ["ArrowRight", "0.0"],
    ["ArrowLeft", "1.3"],
    ["Home", "0.0"],
    ["ArrowRight", "0.1"],
  ]) {
    await page.keyboard.press(name);
    await drawn(page);
    assert.match(await at(page), new RegExp(`^button Layer ${head.replace(".", ", head ")}:`), name);
  }
  await key(page, "Enter");
  assert.deepEqual((await stateOf(page)).away.off, ["0.1"]);
  assert.equal(await at(page), "button Layer 0, head 1: off");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await at(page), "button Layer 0, head 1: off", "Tab comes back to the same");
  await key(page, " ");
  assert.deepEqual((await stateOf(page)).away.off, []);

  await tabTo(page, /^button layer 1: it → animal/);
  await key(page, "Enter");
  assert.equal((await stateOf(page)).away.cuts.length, 1);
  assert.match(await at(page), /^button layer 1: it → animal/);
  await key(page, "Enter");
  assert.deepEqual((await stateOf(page)).away.cuts, [], "a second press restores the edge");
  assert.match(await at(page), /^button layer 1: it → animal/);
  await tabTo(page, /^button Write your own/);
  await key(page, "Enter");
  assert.match(await at(page), /^input A sentence/);
  await key(page, "Escape");
  assert.match(await at(page), /^button Write your own/);
  await tabTo(page, /^button cut it/);
  await key(page, "Enter");
  await tabTo(page, /^button Put all back/);
  await key(page, "Enter");
  assert.deepEqual((await stateOf(page)).away.cuts, []);
  assert.match(await at(page), /^button cut it/, "the focus is beside the removed button");
  await tabTo(page, /^button Remove heads one/);
  await key(page, "Enter");
  assert.equal((await stateOf(page)).order.length, 8);
  assert.match(await at(page), /^button Remove heads one/);
  await key(page, "Enter");
  assert.equal((await stateOf(page)).order, null, "a second press closes the curve");
  assert.match(await at(page), /^button Remove heads one/);
  seen.assertQuiet();
  await close();
});

test("if no head has a role, everything can be restored, and the focus stays, also with the curve", async () => {
  const { page, seen, close } = await openTrain(browser, "?off=0.1", LOW); // untrained
  await page.getByRole("button", { name: "Remove heads one by one" }).focus();
  await key(page, "Enter");
  assert.equal((await stateOf(page)).order.length, 8);
  assert.equal(await page.getByRole("button", { name: /^(cut |keep only)/ }).count(), 0);
  await page.keyboard.press("Shift+Tab");
  assert.match(await at(page), /^button Put all back/);
  await key(page, "Enter");
  assert.deepEqual((await stateOf(page)).away, { off: [], cuts: [] });
  assert.match(await at(page), /^button Remove heads one/, "the focus is beside the removed button");
  seen.assertQuiet();
  await close();
});

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

/** Waits for a training step, and pauses the training there. @param {Page} page @param {number} step */
async function pauseAt(page, step) {
  await page.evaluate(
    (least) =>
      new Promise((done) => {
        const { store } = /** @type {any} */ (document.querySelector("mha-train"));
        const pause = () => {
          if (store.state.step < least) return;
          store.removeEventListener("change", pause);
          store.pause();
          done(null);
        };
        store.addEventListener("change", pause);
        pause();
      }),
    step,
  );
  await settled(page);
}

test("returning to a checkpoint shows its first results again, by keyboard and by mouse, and training then continues unchanged", async () => {
  const { page, seen, close } = await openTrain(browser, "", LOW);
  await keepMoments(page);
  await pressButton(page, "To the end");
  await pauseAt(page, 5 * EVERY + 1);
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
    const { at, prediction, whole } = await stateOf(page);
    assert.deepEqual({ at, prediction, kinds: whole.kinds }, { at: step, ...expected[step / EVERY] });
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
    ["ArrowDown", EVERY],
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

  await pressButton(page, "One step");
  const { step, at } = await stateOf(page);
  assert.deepEqual(
    [step, at],
    [last + 1, last + 1],
    "training continues from the last step, not from the shown step",
  );
  await scrubber.focus();
  await page.keyboard.press("Home");
  await pressButton(page, "To the end");
  await pauseAt(page, last + EVERY);
  const end = await stateOf(page);
  const { model, losses } = trained(end.step);
  assert.deepEqual(end.losses, losses);
  assert.deepEqual(end.prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.deepEqual(end.whole, { ...model.evaluate(), sentences: 256 });
  assert.equal(end.moments.length, 1 + Math.floor(end.step / EVERY));
  seen.assertQuiet();
  await close();
});
