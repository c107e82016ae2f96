// The page Models: from a head into the walk and the heads of its layer, on the real tensors, and back.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { drawn, ready } from "./support/explainer.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { sceneOf, tableOf } from "./support/labs.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const TEXT = "the cat";

const root = mkdtempSync(path.join(tmpdir(), "headscope-models-"));
for (const name of ["gpt2", "llama", "bert", "gpt_neox"])
  for (const file of ["config.json", "model.safetensors", "tokenizer.json"]) {
    const from = inRoot("tests/fixtures/checkpoints", name, file);
    if (existsSync(from)) cpSync(from, path.join(root, name, file));
  }
after(() => rmSync(root, { recursive: true }));

/** The numbers of a step of the open layer, once they are there. @param {Page} page @param {string} id */
async function tensorOf(page, id) {
  const explainer = page.locator("mha-model-layer mha-explainer");
  await explainer.waitFor();
  return explainer.evaluate(async (element, step) => {
    const { data, shape } = await /** @type {any} */ (element).getTensor(step);
    return { data: /** @type {number[]} */ (Array.from(data)), shape };
  }, id);
}

/** Compares the open layer with the same run in Node. @param {Page} page @param {{ folder: string, text: string, layer: number, ids: string[] }} of */
async function assertSame(page, { folder, text, layer, ids }) {
  const model = await openCheckpoint(folder);
  const run = await model.run(text);
  const walked = await run.walk(layer);
  for (const id of ids) {
    const shown = await tensorOf(page, id);
    const wanted = walked.tensor(id);
    assert.deepEqual(shown.shape, Array.from(wanted.shape), id);
    wanted.data.forEach((value, i) =>
      assert.ok(Math.abs(value - shown.data[i]) <= 1e-5 * Math.max(1, Math.abs(value)), `${id} ${i}`),
    );
  }
  walked.dispose();
  model.dispose();
}

/** @param {Page} page */
const selected = (page) =>
  page.locator("mha-models").evaluate((element) => /** @type {any} */ (element).store.state.selected);

/** Opens a folder of the reader's, and writes a text. @param {Page} page @param {string} name @param {string} [text] */
async function open(page, name, text = TEXT) {
  await page.locator("mha-model-bar #folder").setInputFiles(path.join(root, name));
  await page.locator("mha-model-bar #found").getByText(`${name} · `).waitFor();
  await page
    .locator("mha-models")
    .evaluate((element, text) => /** @type {any} */ (element).store.write(text), text);
}

test("the walk and the heads of a layer have the model's tensors, and Back comes back; the fold below the walk draws the model's own block, in each order of norms", async () => {
  const { page, seen, close } = await browser.open("models.html", { reducedMotion: "reduce" });
  await ready(page, "mha-models");
  await page.getByRole("button", { name: "Walk through it" }).click();
  await assertSame(page, {
    ...{ folder: inRoot("models/headscope-small"), layer: (await selected(page)).layer },
    ...{
      text: INITIAL.text,
      ids: ["q_rope", "weights", "output"],
    },
  });
  await page.getByRole("heading", { name: /^Layer 2 of headscope-small on/ }).waitFor();
  await page.goBack();
  await page.locator("mha-every-head").waitFor();
  const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.localName);
  assert.equal(focused, "mha-model-into");

  for (const [name, id] of sample(
    [
      ["gpt2", "q"],
      ["llama", "k_groups"],
    ],
    1,
  )) {
    await open(page, name);
    const before = await selected(page);
    await page.getByRole("button", { name: "Inspect this head" }).click();
    await assertSame(page, {
      folder: path.join(root, name),
      text: TEXT,
      layer: before.layer,
      ids: [id, "output"],
    });
    await page.locator("mha-model-layer mha-one-head").waitFor();
    await page.getByRole("button", { name: "Back to every head" }).click();
    await page.locator("mha-every-head").waitFor();
    assert.deepEqual(await selected(page), before);
  }

  for (const [name, last] of sample(
    [
      ["gpt2", "stream"],
      ["bert", "stream_normed"],
      ["gpt_neox", "stream"],
    ],
    1,
    2,
  )) {
    const isIds = name === "gpt_neox"; // it has no tokenizer
    const text = isIds ? "3 1 2" : TEXT;
    await open(page, name, text);
    const { layer } = await selected(page);
    await page.getByRole("button", { name: "Walk through it" }).click();
    await page.locator("mha-labs [data-lab=block] > summary").click();
    await page.locator("mha-lab-block mha-figure").waitFor();
    await drawn(page);
    assert.equal(
      await page.locator("mha-labs details[data-lab]").count(),
      1,
      "the other labs are for layers of the page's own",
    );
    const model = await openCheckpoint(path.join(root, name));
    const run = await model.run(isIds ? { ids: [3, 1, 2] } : text);
    const { steps } = await run.block(layer);
    const token = run.tokens.length - 1;
    const { data, shape } = steps[last];
    const width = Number(shape.at(-1));
    const rows = await tableOf(page, "block");
    assert.equal(rows.length, width);
    rows.forEach((row, i) =>
      assert.equal(row.at(-1), formatNumber(data[token * width + i]), `${name}: feature ${i}`),
    );
    const likely = await page.locator("mha-lab-block .likely .weight").allTextContents();
    assert.deepEqual(
      likely,
      run.predictions(token, 5).map(({ probability }) => probability.toFixed(2)),
    );
    const names = (await sceneOf(page, "block")).map((/** @type {{ text: string }} */ each) => each.text);
    assert.ok(names.includes("GELU") && names.includes("attention"), `${names}`);
    if (IS_NIGHTLY && name === "bert") assert.deepEqual(await findAxeViolations(page), []);
    model.dispose();
    await page.getByRole("button", { name: "Back to every head" }).click();
    await page.locator("mha-every-head").waitFor();
  }
  seen.assertQuiet();
  await close();
});
