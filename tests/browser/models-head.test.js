// The page Models: the views of a head, what it adds to the output, colours, files, and sums by layer, with the numbers of the API in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { openCheckpoint } from "../../web/models/index.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { savedFile } from "./support/downloads.js";
import { drawn as loaded, ready } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { injectAxe, useBrowser, useOnce } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { shareSaid } from "../../web/kit/text/share.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** The page with the small model, and the same run in Node, which the tests share. */
const shared = useOnce(openBoth);

async function openBoth() {
  const shown = await openModels("", { first: `(${watchParts})()` });
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  return { ...shown, model, run: await model.run(INITIAL.text) };
}

/** @param {string} [query] @param {Parameters<typeof browser.open>[1]} [options] */
async function openModels(query = "", options = {}) {
  const shown = await browser.open(`models.html${query}`, options);
  await ready(shown.page, "mha-models");
  await settled(shown.page);
  return shown;
}

/** Waits until every figure is drawn. @param {Page} page */
async function drawn(page) {
  await loaded(page);
  await page
    .locator("mha-models mha-figure")
    .evaluateAll((all) => Promise.all(all.map((each) => /** @type {any} */ (each).updateComplete)));
}

/** Waits until the layer of the selected head is traced, and everything is drawn. @param {Page} page */
async function settled(page) {
  await page.waitForFunction(
    () => {
      const { run, traced, selected } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
      return run && traced?.of === run && traced.layer === selected.layer;
    },
    null,
    { polling: 20 },
  );
  await drawn(page);
}

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.locator("mha-models").evaluate((element) => {
    const { selected, query, key } = /** @type {any} */ (element).store.state;
    return { selected, query, key };
  });

/** Texts of a figure. @param {Page} page @param {string} panel @returns {Promise<string[]>} */
const textsOf = (page, panel) =>
  page
    .locator(`${panel} mha-figure`)
    .evaluate((figure) =>
      /** @type {any} */ (figure).scene.marks.flatMap((/** @type {any} */ mark) => mark.text ?? []),
    );

/** Notes, in every frame, what is on show of a part that is not rendered. A part whose code is still loading shows nothing. */
function watchParts() {
  /** @type {Set<string>} */
  const blank = new Set();
  Object.assign(window, { blank });
  const look = () => {
    const root = document.querySelector("mha-models")?.shadowRoot;
    const seen = (/** @type {Element} */ each) => each.checkVisibility({ visibilityProperty: true });
    for (const part of root?.querySelectorAll("mha-model-bar, section > :defined") ?? [])
      if (seen(part)) {
        const figures = [...(part.shadowRoot?.querySelectorAll("mha-figure") ?? [])];
        if (
          !part.shadowRoot?.querySelector("button, h2") ||
          figures.some((each) => !(/** @type {any} */ (each).scene))
        )
          blank.add(part.localName);
      }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test("no part is on show before it is rendered, also with another model", async () => {
  const { page } = await shared();
  const write = (/** @type {string} */ text) =>
    page
      .locator("mha-models")
      .evaluate((element, given) => /** @type {any} */ (element).store.write(given), text);
  await write("the cat");
  await page.locator("mha-model-bar #folder").setInputFiles(inRoot("tests/fixtures/checkpoints/gpt2"));
  await page.locator("mha-model-bar #found").getByText("gpt2 · 2 layers").waitFor();
  await settled(page);
  await page.locator("mha-model-bar select").selectOption("0");
  await write(INITIAL.text);
  await settled(page);
  assert.deepEqual(await page.evaluate(() => [.../** @type {any} */ (window).blank]), []);
});

test("the tabs show a head's score as the API computes it, by press and by key", async () => {
  const { page, run } = await shared();
  const { selected, query } = await stateOf(page);
  const size = run.tokens.length;
  const row = run
    .attention(selected.layer)
    .data.slice((selected.head * size + query) * size)
    .slice(0, size);
  const key = row.indexOf(Math.max(...row));
  const tabs = page.locator("mha-model-head").getByRole("tab");
  await tabs.nth(0).press("End");
  await tabs.nth(4).and(page.locator("[aria-selected=true]")).waitFor();
  await drawn(page);
  assert.match((await textsOf(page, "mha-model-head")).join("\n"), /in all 32 dimensions/);
  await tabs.nth(3).click();
  await drawn(page);
  const walk = await run.walk(selected.layer);
  const { shape, data } = walk.tensor("weights");
  const weight = data[(selected.head * size + query) * size + key];
  assert.deepEqual(shape, [1, 4, size, size]);
  assert.ok(
    (await textsOf(page, "mha-model-head")).some((text) =>
      text.startsWith(`weights = ${formatNumber(weight, 4)} `),
    ),
  );
  await tabs.nth(2).click();
  await drawn(page);
  const read = await textsOf(page, "mha-model-head");
  assert.match(read[0], /^“.+” looks at$/);
  assert.equal(read.length, 1 + size + 2, "a title, the text, and the ends of the scale");
  await tabs.nth(1).click();
  await drawn(page);
  await page.getByRole("tabpanel", { name: /^layer \d, head \d, arcs$/ }).waitFor();
  await tabs.nth(0).click();
});

test("a press on a ranked key, and arrows on the map, select query and key", async () => {
  const { page } = await shared();
  const { query } = await stateOf(page);
  const second = page.locator("mha-model-row ol button").nth(1);
  await second.click();
  await drawn(page);
  assert.equal(await second.getAttribute("aria-current"), "true");
  const { key } = await stateOf(page);
  const canvas = page.locator("mha-model-head canvas");
  await canvas.press("Enter");
  await canvas.press("ArrowUp");
  assert.deepEqual(await stateOf(page).then((state) => [state.query, state.key]), [query - 1, key]);
  await page.locator("mha-model-head").getByRole("tab").nth(1).click();
  await canvas.press("Enter");
  await canvas.press("ArrowDown");
  assert.equal((await stateOf(page)).query, query, "in every view");
  await page.locator("mha-model-head").getByRole("tab").nth(0).click();
});

test("beside the ranked row stands what the head adds to the output, as the API has it", async () => {
  const { page, run, model } = await shared();
  const { selected, query } = await stateOf(page);
  const walk = await run.walk(selected.layer);
  const shares = walk.shares();
  const share = shares.data[query * (model.info.heads + 1) + selected.head];
  const addition = page.locator("mha-model-row .addition");
  assert.equal((await addition.locator(".share").innerText()).split(/\s+/).at(-1), shareSaid(share));
  const moved = walk.removals().alone.data[selected.head].toFixed(2);
  assert.ok((await addition.innerText()).includes(`moves by ${moved} of its norm`));
});

test("colours, scale and values of all maps are chosen as on Heads", async () => {
  const { page, run } = await shared();
  const ways = page.locator("mha-every-head");
  await openMenu(ways);
  for (const name of ["one each", "viridis"]) await ways.getByRole("button", { name }).click();
  await drawn(page);
  const maps = await page
    .locator("mha-every-head mha-figure")
    .evaluate((figure) =>
      /** @type {any} */ (figure).scene.marks
        .filter((/** @type {any} */ mark) => mark.kind === "cells")
        .map((/** @type {any} */ { rgba }) => [...rgba]),
    );
  const size = run.tokens.length;
  const { data } = run.attention(0);
  const map = data.slice(0, size * size);
  const most = map.indexOf(Math.max(...map));
  assert.equal(maps[0][most], LIGHT.colormap("viridis")[255]);
  assert.ok((await textsOf(page, "mha-every-head")).some((text) => text.includes("its own maximum")));
  for (const name of ["one for all", "log", "blue"])
    await ways.getByRole("button", { name, exact: true }).click();
  await drawn(page);
  assert.ok((await textsOf(page, "mha-every-head")).includes("0.0001"), "the least weight of the scale");
  await ways.getByRole("button", { name: "linear" }).click();
});

test("all heads, and one head by its layer, are saved as SVG, PNG and CSV", async () => {
  const { page, run, model } = await shared();
  const { selected } = await stateOf(page);
  const { layers, heads } = model.info;
  const size = run.tokens.length;
  const csv = (await savedFile(page, "mha-every-head", "all-heads.csv")).toString().trim().split("\r\n");
  assert.equal(csv.length, 1 + (layers * heads * size * (size + 1)) / 2);
  const weight = run.attention(0).data[size]; // query 1, key 0
  assert.match(csv[2], new RegExp(`^0,0,1,0,.*,${String(weight).replace(".", "\\.")}$`));
  const sheet = (await savedFile(page, "mha-every-head", "all-heads.svg")).toString();
  assert.match(sheet, /<title>[^<]*headscope-small/);
  const name = `layer-${selected.layer}-head-${selected.head}`;
  const svg = (await savedFile(page, "mha-model-head", `${name}.svg`)).toString();
  assert.match(svg, new RegExp(`<title>[^<]*Layer ${selected.layer}, head ${selected.head}`));
  const png = await savedFile(page, "mha-model-head", `${name}.png`);
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  const one = (await savedFile(page, "mha-model-head", `${name}.csv`)).toString().trim().split("\r\n");
  assert.equal(one.length, 1 + (size * (size + 1)) / 2);
});

test("pointing at a piece shows all heads' weight on it, summed by layer; so does the focus", async () => {
  const { page, run, model } = await shared();
  const { query } = await stateOf(page);
  const { layers, heads } = model.info;
  const size = run.tokens.length;
  const sums = Array.from({ length: layers }, (_, layer) => {
    const { data } = run.attention(layer);
    const each = Array.from({ length: heads }, (_, head) => data[(head * size + query) * size + 2]);
    return each.reduce((sum, weight) => sum + weight).toFixed(2);
  });
  const card = page.locator("mha-piece-sums").getByRole("status");
  const shown = () => card.locator("li > :last-child").allInnerTexts();
  const pieces = page.locator("mha-model-text .piece");
  await pieces.nth(2).hover();
  await card.waitFor();
  assert.deepEqual(await shown(), sums);
  await page.mouse.move(2, 2);
  await card.waitFor({ state: "detached" });
  await page.locator("mha-layer-sums canvas").hover({ position: { x: 200, y: 10 } });
  const hovered = () =>
    page.locator("mha-models").evaluate((each) => /** @type {any} */ (each).store.state.hovered);
  assert.equal(typeof (await hovered()), "number", "a column of the figure");
  assert.equal(await card.count(), 0);
  await page.mouse.move(2, 2);
  await pieces.nth(1).focus();
  await page.keyboard.press("Tab");
  await card.waitFor();
  assert.deepEqual(await shown(), sums);
  const numbers = await textsOf(page, "mha-layer-sums");
  for (const sum of sums) assert.ok(numbers.includes(sum), sum);
  const axe = await injectAxe(page);
  assert.deepEqual(await axe(), []);
});

for (const [lang, view, title] of sample(
  [
    ["fr", "carte", "Toutes les têtes d’une couche ensemble"],
    ["zh", "热图", "一层所有的头合起来"],
  ],
  0,
))
  test(`in ${lang}, at 390 px, nothing scrolls sideways in any view`, async () => {
    const { page, seen } = await shared();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.locator("#language").selectOption(lang);
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("tab", { name: view }).waitFor();
    for (const at of [4, 3, 2, 1, 0]) {
      await page.locator("mha-model-head").getByRole("tab").nth(at).click();
      await drawn(page);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${wider} px in view ${at}`);
    }
    seen.assertQuiet();
  });
