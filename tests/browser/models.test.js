// The page Models: a folder is opened, every head is drawn, one is selected, a piece is asked, a head is switched off.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { ready } from "./support/explainer.js";
import { injectAxeForKinds, useBrowser, useOnce } from "./support/index.js";
import { settled } from "./support/models.js";
import { IS_NIGHTLY } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

/** A model on an author's host. */
const hosted = Object.fromEntries(
  ["config.json", "model.safetensors", "tokenizer.json"].map((file) => [
    `hosted/${file}`,
    readFileSync(inRoot("tests/fixtures/checkpoints/gpt2", file)),
  ]),
);
const browser = useBrowser(/** @type {any} */ (hosted));
const TEXT = "the cat";

/** Folders as a reader has them: a page of the hub has a README beside. */
const root = mkdtempSync(path.join(tmpdir(), "headscope-models-"));
for (const name of ["gpt2", "bert", "llama"]) {
  for (const file of ["config.json", "model.safetensors", "tokenizer.json"])
    cpSync(inRoot("tests/fixtures/checkpoints", name, file), path.join(root, name, file));
}
cpSync(inRoot("tests/fixtures/checkpoints/gpt2/config.json"), path.join(root, "broken", "config.json"));
after(() => rmSync(root, { recursive: true }));

/** The page that the tests share. */
const shared = useOnce(openModels);

/** axe on that page. @type {ReturnType<typeof injectAxeForKinds> | undefined} */
let axe;

/** Asserts that axe finds nothing on that page, whose colour scheme changes with each look. @param {string} state */
async function looked(state) {
  axe ??= injectAxeForKinds((await shared()).page);
  assert.deepEqual(await (await axe)(), [], state);
}

/** @param {string} [query] @param {import("playwright-core").BrowserContextOptions} [options] */
async function openModels(query = "", options = {}) {
  const shown = await browser.open(`models.html${query}`, options);
  await ready(shown.page, "mha-models");
  return shown;
}

/** @param {Page} page @param {string} name */
async function openFolder(page, name) {
  await page.locator("mha-model-bar #folder").setInputFiles(path.join(root, name));
  await settled(page);
}

/** @param {Page} page @param {string} text */
async function write(page, text) {
  const edit = page.locator("mha-model-text .pieces .button");
  if (await edit.count()) await edit.click();
  await page.locator("mha-model-text form input").fill(text);
  await page.locator("mha-model-text form input").press("Enter");
  await settled(page);
}

/** Colours of each map on show. @param {Page} page @returns {Promise<number[][]>} */
const mapsOn = (page) =>
  page.locator("mha-every-head mha-figure").evaluate((figure) =>
    /** @type {any} */ (figure).scene.marks
      .filter((/** @type {any} */ mark) => mark.kind === "cells")
      .slice(0, -1) // the last is the colour bar
      .map((/** @type {any} */ { rgba }) => [...rgba]),
  );

test("the model that comes with the page is opened, and every one of its heads is drawn", async () => {
  const { page } = await shared();
  const { layers, heads } = (await openCheckpoint(inRoot("models/headscope-small"))).info;
  await page.locator("mha-model-bar #found").getByText(`${layers} layers · ${heads} heads`).waitFor();
  await settled(page);
  assert.equal((await mapsOn(page)).length, layers * heads);
});

test("a text that is too long for a model that opens leaves no blank page: it says why, and what brings the maps", async () => {
  const { page } = await shared();
  await openFolder(page, "bert");
  const text = page.locator("mha-model-text");
  await text.getByRole("alert").getByText("shorten the text").waitFor();
  await text.getByText("The model has read nothing yet.").waitFor();
  await looked("a text that is too long");
  await write(page, TEXT);
  assert.equal(await text.getByRole("alert").count(), 0);
  assert.equal(await text.getByText("The model has read nothing yet.").count(), 0);
});

for (const name of ["gpt2", "bert", "llama"])
  test(`the folder of a ${name} is opened, and what was found is said`, async () => {
    const { page } = await shared();
    await openFolder(page, name);
    const model = await openCheckpoint(path.join(root, name));
    const { layers, heads, dModel } = model.info;
    const found = await page.locator("mha-model-bar #found").innerText();
    assert.match(found, new RegExp(`^${name} · ${layers} layers · ${heads} heads · d_model ${dModel} · `));
    await write(page, TEXT);
    assert.equal((await mapsOn(page)).length, layers * heads);
    const run = await model.run(TEXT);
    const pieces = page.locator("mha-model-text .piece");
    assert.deepEqual(
      await pieces
        .locator("small")
        .evaluateAll((all) => all.map((each) => each.lastChild?.textContent?.trim())),
      run.tokens.map(({ id }) => String(id)),
    );
    const numbers = await page.locator("mha-model-row ol li > :last-child").allInnerTexts();
    const size = run.tokens.length;
    const shown = await page.locator("mha-model-head h2").innerText();
    const [layer, head] = (shown.match(/\d+/g) ?? []).map(Number);
    const row = [
      ...run.attention(layer).data.subarray(((head + 1) * size - 1) * size, (head + 1) * size * size),
    ].sort((a, b) => b - a);
    assert.deepEqual(
      numbers,
      row.slice(0, numbers.length).map((weight) => weight.toFixed(2)),
    );
  });

test("a folder that lacks its weights is refused in a sentence, and the model on show stays", async () => {
  const { page } = await shared();
  await openFolder(page, "broken");
  await page.getByRole("alert").getByText("no model.safetensors").waitFor();
  assert.match(await page.locator("mha-model-bar #found").innerText(), /^llama/);
  await openFolder(page, "gpt2");
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("a press on a map selects its head; arrows walk on; a press on a piece selects its query everywhere", async () => {
  const { page } = await shared();
  await write(page, TEXT);
  const figure = page.locator("mha-every-head mha-figure");
  const { x, y } = await figure.evaluate((element) => /** @type {any} */ (element).scene.places[5]);
  const canvas = figure.locator("canvas");
  await canvas.click({ position: { x: x + 10, y: y + 6 } });
  await page.getByRole("heading", { name: "Layer 1, head 1" }).waitFor();
  await canvas.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.mouse.move(2, 2);
  await page.getByRole("heading", { name: "Layer 1, head 2" }).waitFor();
  await page.locator("mha-model-text .piece").first().click();
  await settled(page);
  const [first] = await page.locator("mha-model-text .piece bdi").allInnerTexts();
  await page.locator("mha-model-row").getByText(`Where “${first}” looks`).waitFor();
});

test("the likeliest next pieces are those of the API, and “Go on” writes the first", async () => {
  const { page } = await shared();
  await write(page, TEXT);
  const run = await (await openCheckpoint(path.join(root, "gpt2"))).run(TEXT);
  const last = run.tokens.length - 1;
  await page.locator("mha-model-text .piece").nth(last).click();
  const said = await page.locator("mha-model-text .likely > span:not(.query)").allInnerTexts();
  assert.deepEqual(
    said.map((each) => each.trim().split(/\s+/).at(-1)),
    run.predictions(last, 4).map(({ probability }) => probability.toFixed(2)),
  );
  await page.getByRole("button", { name: /Go on/ }).click();
  await page.waitForFunction(
    (count) =>
      /** @type {any} */ (document.querySelector("mha-models")).store.state.run?.tokens.length === count,
    last + 2,
  );
});

test("heads can be marked and sorted by a measure, and switched off", async () => {
  const { page } = await shared();
  await write(page, TEXT);
  const before = await mapsOn(page);
  const ways = page.locator("mha-every-head .ways");
  await ways.getByRole("button", { name: "entropy" }).click();
  await ways.getByRole("button", { name: "measure" }).click();
  await settled(page);
  const sorted = await page
    .locator("mha-models")
    .evaluate((element) =>
      /** @type {any} */ (element).store.state.run.measures
        .flat()
        .map((/** @type {any} */ { entropy }) => entropy),
    );
  const order = sorted.map((/** @type {number} */ _, /** @type {number} */ i) => i);
  order.sort((/** @type {number} */ a, /** @type {number} */ b) => sorted[b] - sorted[a]);
  assert.deepEqual(
    await mapsOn(page),
    order.map((/** @type {number} */ i) => before[i]),
  );
  await ways.getByRole("button", { name: "none" }).click();
  await page.locator("mha-model-head").getByRole("button", { name: "Switch it off" }).click();
  await settled(page);
  await page
    .locator("mha-model-ablation")
    .getByRole("button", { name: /^Switch layer \d, head \d on/ })
    .waitFor();
  await page.getByRole("button", { name: "Switch all on" }).click();
  await settled(page);
  assert.deepEqual(await mapsOn(page), before);
  await page.getByRole("button", { name: "Switch off each head in turn" }).click();
  await settled(page);
  assert.equal(await page.locator("mha-model-ablation li").count(), 8);
});

test("axe finds nothing, and nothing scrolls sideways at 1440, 390 and 320 px", async () => {
  const { page } = await shared();
  await page.locator("mha-every-head .ways").getByRole("button", { name: "first token" }).click();
  await page.locator("mha-model-head").getByRole("button", { name: "Switch it off" }).click();
  await settled(page);
  for (const width of [390, 320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    if (width !== 320) await looked(`a model, ${width} px`);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wider <= 0, `${wider} px at ${width} px`);
  }
  await page.getByRole("button", { name: "Switch all on" }).click();
  await settled(page);
  await page.locator("mha-every-head .ways").getByRole("button", { name: "none" }).click();
});

test("nothing was asked of another host, and nothing failed", async () =>
  (await shared()).seen.assertQuiet());

const TITLES = [
  ["fr", "Toutes les têtes"],
  ["zh", "所有的头"],
];

test("the page is in the language that the reader chooses", async () => {
  const { page, seen } = await shared();
  const language = page.locator("#language");
  for (const [lang, title] of TITLES) {
    await language.selectOption(lang);
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
  }
  await language.selectOption("en");
  await page.getByRole("heading", { name: "Every head", exact: true }).waitFor();
  seen.assertQuiet();
});

// By day, header.test.js tests that a link's language opens other pages in it.
if (IS_NIGHTLY)
  for (const [lang, title] of TITLES)
    test(`a link's language: ${lang}`, async () => {
      const { page, seen, close } = await openModels(`?lang=${lang}`);
      await openFolder(page, "gpt2");
      await write(page, TEXT).catch(() => {});
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      seen.assertQuiet();
      await close();
    });

test("src opens the folder of an author's host; a page learns what the reader changes, and nothing of what its own attributes change", async () => {
  const { page, seen } = await shared();
  await settled(page);
  await page.evaluate(() => {
    Object.assign(window, { told: [] });
    document.addEventListener("statechange", (event) =>
      /** @type {any} */ (window).told.push(/** @type {CustomEvent} */ (event).detail),
    );
  });
  const told = () => page.evaluate(() => /** @type {any} */ (window).told.splice(0));
  await page.locator("mha-model-text .piece").nth(1).click();
  await page.locator("mha-model-text .piece").nth(2).click();
  const events = await told();
  const { changed, state } = events.at(-1);
  assert.deepEqual(changed, ["token"]);
  assert.equal(state.token, 2);
  await page.locator("mha-models").evaluate((element) => element.setAttribute("text", "the dog"));
  await settled(page);
  assert.deepEqual(await told(), []);
  await page.locator("mha-models").evaluate((element) => element.setAttribute("src", "hosted/"));
  await page.waitForFunction(() => {
    const { models, at, run } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
    return models[at].name === "hosted" && run?.of === models[at];
  });
  await settled(page);
  assert.deepEqual(await told(), [], "the author opened it");
  await page.locator("mha-model-bar #found").getByText("gpt2 · 2 layers").waitFor();
  assert.equal((await mapsOn(page)).length, 8);
  await page.locator("mha-model-text .piece").first().click();
  assert.deepEqual((await told()).at(-1).changed, ["token"]);
  seen.assertQuiet();
});
