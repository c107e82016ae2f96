import assert from "node:assert/strict";
import { loadCore } from "../../../web/core/index.js";
import { cellOf } from "../../../web/kit/draw/slices.js";
import { DEFAULTS, OPENING } from "../../../web/kit/state/settings.js";
import { tokenize } from "../../../web/kit/state/tokens.js";
import { drawn, ready } from "./explainer.js";

/** @typedef {import("playwright-core").Page} Page */

/** Reference: the page's layer and sentence, run by the core in Node. */
export const core = await loadCore();
export const { dModel, heads, seed } = DEFAULTS;
export const layer = core.createLayer({ dModel, numHeads: heads, seed, init: "constructed" });
export const query = core.embed(tokenize(OPENING), { dModel, seed });
export const run = layer.forward({ query });

/** @param {string} id @param {readonly number[]} index @param {typeof run} [of] */
export function valueAt(id, index, of = run) {
  const { data, shape } = of.tensor(id);
  return data[index.reduce((at, i, axis) => at * shape[axis] + i, 0)];
}

/** Opens the walk in a window with room for every cell. @param {{ open: Function }} browser @param {string} [address] @returns {Promise<{ page: Page, seen: any, close: () => Promise<void> }>} */
export async function openWalk(browser, address = "?step=q_heads") {
  const opened = await browser.open(address, {
    reducedMotion: "reduce",
    viewport: { width: 1700, height: 1400 },
  });
  await ready(opened.page);
  return opened;
}

/**
 * Position of an element in the page.
 * @param {Page} page @param {number[]} index @param {number} [part]  of the stage: the last is the step's own
 */
export async function placeOf(page, index, part = -1) {
  const { x, y, layout } = await page.locator("mha-stage mha-figure").evaluate((it, at) => {
    const found = /** @type {any} */ (it).scene.parts.at(at);
    return { x: found.x, y: found.y, layout: found.tensor.layout };
  }, part);
  const cell = cellOf(layout, index);
  assert.ok(cell, `[${index}] is not drawn`);
  return { x: x + cell.x + cell.w / 2, y: y + cell.y + cell.h / 2 };
}

/** @param {Page} page @param {number[]} index */
export async function click(page, index) {
  await page.locator("mha-stage mha-figure").click({ position: await placeOf(page, index) });
  await drawn(page);
}

/** @param {Page} page @param {number[]} index @param {number} [part] */
export async function hover(page, index, part) {
  await page.locator("mha-stage mha-figure").hover({ position: await placeOf(page, index, part) });
  await drawn(page);
}

/** Text of the matching elements, with white space collapsed. @param {Page} page @param {string} selector @returns {Promise<string[]>} */
export const texts = async (page, selector) =>
  (await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim());

/** Rows of a table by their names. @param {Page} page @param {string} [within] @returns {Promise<Record<string, string[]>>} */
export async function table(page, within = "mha-fault") {
  const rows = await page
    .locator(`${within} >> tbody tr`)
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")));
  return Object.fromEntries(rows.map(([name, ...cells]) => [name, cells]));
}

/** Colours of the cells of a figure. @param {Page} page @param {string} figure @returns {Promise<number[][]>} */
export const cellsOf = (page, figure) =>
  page
    .locator(figure)
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
        mark.kind === "cells" ? [[...mark.rgba]] : [],
      ),
    );

/** Texts in a figure. @param {Page} page @param {string} figure @returns {Promise<string[]>} */
export const figureTexts = (page, figure) =>
  page
    .locator(figure)
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
        mark.kind === "text" ? [mark.text] : [],
      ),
    );
