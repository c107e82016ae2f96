// The hosted page Train plays its training once, so that no reader meets an empty chart.
import assert from "node:assert/strict";
import test from "node:test";
import { ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { STEPS, learned, press, query, settled, stateOf, trained } from "./support/train.js";

const browser = useSharedTab();

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
