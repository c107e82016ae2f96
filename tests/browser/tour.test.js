// The tour: a caption for every step, its controls, and the arithmetic of a step, animated or as three still frames.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { injectAxe, useSharedTab } from "./support/index.js";
import { drawn, goTo, ready, stepOf } from "./support/explainer.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { figureTexts, valueAt } from "./support/walk.js";
import { until } from "./support/until.js";

const browser = useSharedTab();

/** @param {import("./support/index.js").Options} [options] */
async function openTour(options) {
  const opened = await browser.open("?step=q_heads", { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  await opened.page.locator("#start").click();
  await drawn(opened.page);
  return { ...opened, tour: opened.page.locator("mha-tour") };
}

/** Text in the last frame of a step's arithmetic. @type {Readonly<Record<string, string>>} */
const ENDS = {
  q: `q[0, 7, 17] = ${formatNumber(valueAt("q", [0, 7, 17]))}`,
  scores: `scores[0, 2, 7, 0] = ${formatNumber(valueAt("scores", [0, 2, 7, 0]))}`,
  weights: valueAt("weights", [0, 2, 7, 0]).toFixed(2),
  context: "context[0, 2, 7, :]",
  concat: "concat[0, 7, :]",
};

test("a tour starts at the words, has a caption for each step, and can be dragged, closed and restarted; with reduced motion, three still frames replace every kind of arithmetic", async () => {
  const { page, seen, tour, close } = await openTour();
  const caption = tour.locator(".caption");
  const position = tour.getByRole("slider", { name: "Position in the tour" });
  assert.equal(await stepOf(page), "x");
  assert.equal(
    await tour.getByRole("button", { name: "Play" }).count(),
    1,
    "still, where motion is not wanted",
  );
  const said = new Set([await caption.innerText()]);
  for (const id of ["q", "k"]) {
    await tour.getByRole("button", { name: "Next step" }).click();
    assert.equal(await stepOf(page), id);
    said.add(await caption.innerText());
  }
  assert.equal(said.size, 3);
  await position.fill("12");
  assert.equal(await stepOf(page), "scores");
  assert.equal(await position.getAttribute("aria-valuetext"), "12 of 19: QKᵀ");
  await position.press("ArrowRight");
  assert.equal(await stepOf(page), "scaled");
  const axe = await injectAxe(page);
  assert.deepEqual(await axe(), []);
  await position.press("Escape");
  assert.equal(await tour.count(), 0);
  assert.equal(await stepOf(page), "scaled");

  for (const [id, end] of Object.entries(ENDS)) {
    await goTo(page, id);
    await page.locator(".works").click();
    await drawn(page);
    const said = await figureTexts(page, "mha-arithmetic mha-figure");
    for (const each of ["1", "2", "3", end]) assert.ok(said.includes(each), `${each} in ${said.join(" | ")}`);
    if (IS_NIGHTLY || id === "weights") assert.deepEqual(await axe(), [], id);
  }
  assert.equal(await page.getByRole("button", { name: "Again" }).count(), 0);
  seen.assertQuiet();
  await close();
});

test("a tour plays at the reader's speed, and its caption covers no picture on a phone", async () => {
  const { page, tour, close } = await openTour({
    viewport: { width: 390, height: 844 },
    reducedMotion: "no-preference",
    isFresh: true, // its clock stays
  });
  await until(async () => {
    const [stage, bar] = await Promise.all(
      ["mha-stage .picture", "mha-tour"].map((each) => page.locator(each).boundingBox()),
    );
    return Boolean(stage && bar && stage.y >= 0 && stage.y + stage.height <= bar.y);
  }, "the page has scrolled to the picture, which ends above the caption");
  assert.equal(await tour.getByRole("button", { name: "Pause" }).count(), 1);
  await page.clock.install();
  await tour.getByRole("combobox", { name: "speed" }).selectOption("2");
  const before = await stepOf(page);
  await page.clock.runFor(2600);
  assert.notEqual(await stepOf(page), before);
  await close();
});

test("the arithmetic of a step plays once, ends in the core's number, and returns to the picture", async () => {
  const { page, seen, close } = await browser.open("?step=scores");
  await ready(page);
  const button = page.locator(".works");
  const panel = page.locator("mha-arithmetic");
  const times = await button.evaluate(async (pressed) => {
    /** @type {HTMLElement} */ (pressed).click();
    const seen = [];
    const root = /** @type {ShadowRoot} */ (pressed.getRootNode());
    for (let time = -1; time < 1; await new Promise(requestAnimationFrame)) {
      time = /** @type {any} */ (root.querySelector("mha-arithmetic"))?.time ?? -1;
      seen.push(time);
    }
    return seen;
  });
  assert.ok(
    times.some((time) => time >= 0 && time < 1),
    `moves: ${times}`,
  );
  await page.waitForFunction(() => {
    const host = /** @type {any} */ (document.querySelector("mha-explainer"));
    const walk = host.renderRoot.querySelector("mha-shape-walk").renderRoot;
    return walk.querySelector("mha-stage").renderRoot.querySelector("mha-arithmetic").time === 1;
  });
  await drawn(page);
  const last = await figureTexts(page, "mha-arithmetic mha-figure");
  assert.ok(last.includes(ENDS.scores), last.join(" | "));
  await button.press("Escape");
  assert.equal(await panel.count(), 0);
  await goTo(page, "x");
  assert.equal(await button.count(), 0, "there is none");
  seen.assertQuiet();
  await close();
});
