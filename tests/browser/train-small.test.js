// The small form of Train on the first page: loads near the window, plays once, and ends on the head of the story.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { trained } from "./support/train.js";
import { figureTexts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const STEPS = 125;
const browser = useSharedTab();

/** @param {import("playwright-core").BrowserContextOptions} [options] */
async function open(options) {
  const opened = await browser.open("", options);
  await ready(opened.page);
  return { ...opened, small: opened.page.locator("mha-train-small") };
}

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
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
  const { page, seen, close, small } = await open();
  assert.equal(await page.evaluate(() => customElements.get("mha-train-small")), undefined);
  await small.scrollIntoViewIfNeeded();
  await learned(page, 1);
  assert.equal((await stateOf(page)).pace, "watch");
  await small.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await small.getByRole("button", { name: "Go on" }).waitFor();
  assert.equal((await stateOf(page)).pace, null);
  await page.keyboard.press("Enter");
  await learned(page, STEPS);
  await small.getByRole("button", { name: "Once more" }).waitFor();
  await drawn(page);
  const { losses, step } = await stateOf(page);
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
    const { page, seen, close, small } = await open({
      viewport: { width, height: 844 },
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
