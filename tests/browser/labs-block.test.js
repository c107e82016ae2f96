// The lab of the transformer block: trains when opened; every number is the model's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { mostAdded, rowOf, learnBlock } from "../../web/labs/block/state.js";
import { pairOf, rowOfStop } from "../../web/labs/block/state-pair.js";
import { BLOCK } from "../../web/labs/block/words.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { shareSaid } from "../../web/kit/text/share.js";
import { drawn, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { listLabs, openLab, sceneOf, tableOf, useLab } from "./support/labs.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/labs/block/state.js").Station} Station */

const browser = useBrowser();
const openTrained = useLab(browser, "block"); // a page trains the model once
const block = await learnBlock(await loadCore(), () => true);
if (!block) throw new Error("training was not stopped");

const lab = (/** @type {Page} */ page) => page.locator("mha-lab-block");
const sums = (/** @type {Page} */ page) => lab(page).locator("p[role=status]").textContent();

/** The expected sentence about a feature. @param {{ ending?: number, layer?: number, token?: number, feature?: number }} shown */
function expected({ ending = 0, layer = 1, token = 8, feature }) {
  const steps = block?.sentences[ending].layers[layer].steps ?? assert.fail();
  const chosen = feature ?? mostAdded(steps, token);
  const at = (/** @type {Station} */ name) => formatNumber(rowOf(steps, name, token)[chosen]);
  const [middle, after] = [at("middle"), at("after")];
  const first = BLOCK.adds({
    feature: chosen,
    layer,
    before: at("before"),
    attention: at("attention"),
    middle,
  });
  return `${first} ${BLOCK.addsMlp({ middle, down: at("down"), after })}`;
}

test("the lab trains when opened, then shows the row of the blank in both blocks, and the predicted word", async () => {
  const { page, seen, close } = await openTrained();
  assert.equal(await sums(page), expected({}));
  const likely = () => lab(page).locator(".likely li").allInnerTexts();
  const said = (/** @type {number} */ ending) =>
    (block.sentences[ending].likely(0)?.words ?? []).map(
      ({ word, probability }) => `${word} ${shareSaid(probability)}`,
    );
  assert.deepEqual(
    (await likely()).map((text) => text.replace(/\s+/g, " ").trim()),
    said(0),
  );
  await lab(page).getByRole("button", { name: "wide" }).click();
  await drawn(page);
  assert.deepEqual(
    (await likely()).map((text) => text.replace(/\s+/g, " ").trim()),
    said(1),
  );
  assert.equal(await sums(page), expected({ ending: 1 }));
  await lab(page).getByRole("button", { name: "0", exact: true }).click();
  await lab(page).getByRole("button", { name: "street" }).click();
  await drawn(page);
  assert.equal(await sums(page), expected({ ending: 1, layer: 0, token: 6 }));
  const rows = await tableOf(page, "block");
  const steps = block.sentences[1].layers[0].steps;
  assert.equal(rows.length, 64);
  assert.equal(rows[5][3], formatNumber(rowOf(steps, "attention", 6)[5]));
  seen.assertQuiet();
  await close();
});

test("a feature can be chosen by pointer in any narrow row, and by keyboard", async () => {
  const { page, close } = await openTrained();
  const figure = lab(page).locator("mha-figure");
  const at = await figure.evaluate((it) => {
    const { marks } = /** @type {any} */ (it).scene;
    const [, , attention] = marks.filter((/** @type {any} */ mark) => mark.kind === "cells" && mark.rows > 1);
    const { x, y, cw, ch } = attention;
    return { x: x + 2.5 * cw, y: y + 3.5 * ch };
  });
  await figure.click({ position: at });
  await drawn(page);
  assert.equal(await sums(page), expected({ feature: 26 }));
  await figure.locator("canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await drawn(page);
  assert.equal(await sums(page), expected({ feature: 35 }));
  await close();
});

test("encoder and decoder stand beside each other, and weights that translate show them first", async () => {
  const { page, seen, close } = await openLab(
    browser,
    "block",
    "?weights=translation&step=weights&token=0&tokens=the+dog+sees+her",
  );
  const model = (await loadCore()).createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));
  const pair = pairOf(model, ["the", "dog", "sees", "her"]);
  const likeliest = () => lab(page).locator(".likely .word").first().innerText();
  assert.equal(await likeliest(), pair.likely(0)[0].word);
  const row = lab(page).getByRole("group", { name: "writes" });
  await row.getByRole("button", { name: "voit" }).click();
  await drawn(page);
  const at = pair.target.words.indexOf("voit");
  assert.equal(await likeliest(), "voit");
  const rows = await tableOf(page, "block");
  assert.deepEqual([rows.length, rows[5].length], [64, 1 + 8 + 11]);
  assert.equal(rows[5].at(-1), formatNumber(rowOfStop(pair.target.last, at)[5]));
  assert.match((await sums(page)) ?? "", /^Encoder, feature \d+: .* Decoder, feature \d+: /);
  const one = lab(page).getByRole("button", { name: "one block" });
  await one.click();
  await lab(page).locator('[aria-pressed="true"]', { hasText: "one block" }).waitFor(); // while it learns, too
  await lab(page).getByText("The model learns: step").waitFor();
  assert.equal(await lab(page).locator("mha-figure").count(), 1, "the other picture stays meanwhile");
  await lab(page).getByRole("button", { name: "wide" }).waitFor();
  assert.equal(await sums(page), expected({}));
  seen.assertQuiet();
  await close();
});

test("the lab speaks the page's language", async () => {
  const { page, close } = await openTrained();
  await page.locator("#language").selectOption("fr");
  await lab(page).getByText("Couche 1").first().waitFor();
  await drawn(page);
  assert.match((await sums(page)) ?? "", /^Couche 1, composante \d+ : /);
  const names = (await sceneOf(page, "block")).map((/** @type {{ text: string }} */ { text }) => text);
  assert.ok(names.includes("norme") && names.includes("flux"), `${names}`);
  await page.locator("#language").selectOption("en");
  await close();
});

const fold = (/** @type {Page} */ page) => page.locator("mha-labs [data-lab=block] > summary");

/** Opens the lab without memory for a model, and resolves when the lab names its failed load. @param {Page} page */
async function failed(page) {
  await page.evaluate(() => {
    const { core } = /** @type {any} */ (document.querySelector("mha-explainer")).store;
    core.createModel = () => {
      throw new Error("no memory for a model");
    };
  });
  await fold(page).click();
  const said = lab(page).getByRole("alert");
  await said.getByText("no memory for a model").waitFor();
  return { said, again: said.getByRole("button", { name: "Try again" }) };
}

test("a failed load is named, and a press loads again; after another one a fresh core loads again", async () => {
  const { page, seen, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  await listLabs(page);
  const { said, again } = await failed(page);
  await again.click();
  await again.waitFor();
  assert.ok(
    await lab(page).getByRole("button", { name: "encoder" }).isVisible(),
    "the other kind can be chosen",
  );
  await page.evaluate(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-explainer"));
    store.configure({ causal: true }); // renders the lab, which does not load again by itself
    delete store.core.createModel;
  });
  await again.click();
  await lab(page).getByText("The model learns: step").waitFor();
  assert.equal(await said.count(), 0);
  await fold(page).click();
  await lab(page).waitFor({ state: "detached" });
  await failed(page);
  await page.evaluate(() => {
    const { core } = /** @type {any} */ (document.querySelector("mha-explainer")).store;
    const trap = () => {
      throw new WebAssembly.RuntimeError("memory access out of bounds");
    };
    try {
      core.boundary.ask({ trap }, "trap");
    } catch {
      // the core says that it has failed
    }
  });
  await lab(page).locator("mha-figure").first().waitFor();
  assert.equal(await said.count(), 0);
  seen.assertQuiet();
  await close();
});
