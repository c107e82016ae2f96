// Figures of a notebook in a page, each in its frame.
import assert from "node:assert/strict";
import { drawn } from "../../browser/support/explainer.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */

/**
 * The frames of the figures, in the order of the page.
 * @param {Page | Frame} page @param {number} count how many there have to be
 * @returns {Promise<Frame[]>}
 */
export async function figures(page, count) {
  const found = page.locator("iframe[data-headscope]");
  await found.nth(count - 1).waitFor();
  assert.equal(await found.count(), count);
  const handles = await found.elementHandles();
  return Promise.all(handles.map(async (each) => /** @type {Frame} */ (await each.contentFrame())));
}

/** Scrolls to a figure, and waits until its element has its subject. @param {Frame} frame @param {string} tag */
export async function see(frame, tag) {
  const element = frame.locator(tag).first();
  await element.waitFor({ state: "attached" });
  await element.evaluate((each) => each.scrollIntoView());
  await frame.waitForFunction(
    (name) => {
      const { state } = /** @type {any} */ (document.querySelector(name))?.store ?? {};
      if (name === "mha-study") return state?.result;
      return state && state.status !== "waiting" && state.status !== "failed";
    },
    tag,
    { polling: 50 },
  );
  await drawn(/** @type {any} */ (frame));
}

/** Enough colours for a figure that is drawn. */
const MANY = 21;

/** Number of colours on the canvases of a figure, including those in shadow roots; counts up to MANY. @param {Frame} frame */
const coloursIn = (frame) =>
  frame.evaluate((many) => {
    const colours = new Set();
    /** @param {ParentNode} root */
    const look = (root) => {
      for (const element of root.querySelectorAll("*")) {
        if (colours.size >= many) return;
        if (element.shadowRoot) look(element.shadowRoot);
        if (!(element instanceof HTMLCanvasElement) || !element.width || !element.height) continue;
        const pixels = element.getContext("2d")?.getImageData(0, 0, element.width, element.height).data;
        if (pixels) for (const pixel of new Uint32Array(pixels.buffer)) colours.add(pixel);
      }
    };
    look(document);
    return colours.size;
  }, MANY);

/** The height of a frame, and the height of its content. @param {Frame} frame */
export async function heights(frame) {
  const box = await (await frame.frameElement()).boundingBox();
  const inside = await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
  return { frame: Math.round(box?.height ?? 0), inside };
}

/** Asserts that each figure is drawn, and that its frame is as high as its content. @param {readonly Frame[]} frames @param {readonly string[]} tags of their elements */
export async function assertDrawn(frames, tags) {
  for (const [i, frame] of frames.entries()) {
    await see(frame, tags[i]);
    const colours = await coloursIn(frame);
    assert.ok(colours >= MANY, `figure ${i}: ${colours} colours`);
    await frame.waitForFunction(
      () => Math.abs(innerHeight - Math.ceil(document.body.getBoundingClientRect().height)) <= 1,
    );
    const height = await heights(frame);
    assert.ok(height.frame > 300 && Math.abs(height.frame - height.inside) <= 1, JSON.stringify(height));
  }
}
