// Motion: cells that travel between steps, stations that appear and disappear; and none with reduced motion.
import assert from "node:assert/strict";
import test from "node:test";
import { goTo, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { until } from "./support/until.js";

const browser = useBrowser();

/** Counts the distinct frames of the step's picture, as a small copy shows them, until one shows a given picture. @param {import("playwright-core").Page} page @param {string} last as a data URL */
const countFrames = (page, last) =>
  page.locator("mha-stage canvas").evaluate(async (it, last) => {
    const canvas = /** @type {HTMLCanvasElement} */ (it);
    const small = new OffscreenCanvas(96, 64);
    const context = /** @type {any} */ (small.getContext("2d", { willReadFrequently: true }));
    const seen = new Set();
    for (let isLast = false; !isLast;) {
      await new Promise(requestAnimationFrame);
      context.clearRect(0, 0, 96, 64);
      context.drawImage(canvas, 0, 0, 96, 64);
      const { size } = seen.add(context.getImageData(0, 0, 96, 64).data.join());
      isLast = size > 1 && canvas.toDataURL() === last;
    }
    return seen.size;
  }, last);

test("cells animate between steps, can be redirected, and do not move with reduced motion; a new station slides in and the others move, except with reduced motion", async () => {
  const { page, close } = await browser.open("?step=q_heads", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  const picture = () =>
    page.locator("mha-stage canvas").evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL());
  const still = async (/** @type {string} */ id) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await goTo(page, "x");
    await goTo(page, id);
    const shown = await picture();
    await page.emulateMedia({ reducedMotion: "no-preference" });
    return shown;
  };
  const [split, heads, keys] = [await still("q_split"), await still("q_heads"), await still("k_heads")];
  const isStill = async (/** @type {string} */ shown) => (await picture()) === shown;
  await goTo(page, "q_split");
  await until(() => isStill(split), "the cells of q_split have arrived");
  const frames = countFrames(page, heads);
  await goTo(page, "q_heads");
  assert.ok((await frames) > 2, "no frame shows moving cells");
  await goTo(page, "q_split");
  await goTo(page, "k_heads");
  await until(() => isStill(keys), "the redirected cells have arrived at k_heads");
  /** Sets the mask, and lists the stations that move, in one call: on a loaded machine, the motion may end between two. @param {boolean} causal */
  const moving = (causal) =>
    page.locator("mha-track").evaluate(async (it, causal) => {
      const element = /** @type {any} */ (document.querySelector("mha-explainer"));
      element.causal = causal;
      await element.updateComplete;
      await /** @type {any} */ (it).updateComplete;
      const found = [.../** @type {ShadowRoot} */ (it.shadowRoot).querySelectorAll(".station")];
      return found.filter((one) => one.getAnimations().length).map((one) => one.getAttribute("data-id"));
    }, causal);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await goTo(page, "weights");
  assert.deepEqual([await moving(true), await moving(false)], [[], []]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.deepEqual(await moving(false), []);
  const ids = await moving(true);
  assert.ok(ids.includes("masked") && ids.includes("weights"), ids.join());
  await close();
});
