// The menu beside a picture that saves the picture, or its numbers, as a file.
import assert from "node:assert/strict";
import test from "node:test";
import { bytesOf } from "./support/downloads.js";
import { drawn, ready } from "./support/explainer.js";
import { findAxeViolations, useBrowser } from "./support/index.js";

const TAG = 'tokens="The cat sat" heads="2" d-model="8" step="weights" head="1"';

/** @param {string} body @param {string} [lang] */
const html = (body, lang = "en") =>
  `<!doctype html><html lang="${lang}"><head><title>A post</title><link rel="icon" href="data:,">
  <script type="module" src="modules/headscope.js"></script></head><body><main><h1>A post</h1>${body}</main></body></html>`;

const browser = useBrowser({
  "walk.html": html(`<mha-explainer ${TAG}></mha-explainer>`),
  "wrong.html": html(`<mha-explainer ${TAG} wrong="no_scale"></mha-explainer>`),
  "heads.html": html(`<mha-explainer view="heads" ${TAG}></mha-explainer>`),
  "none.html": html(`<mha-explainer ${TAG} controls="none"></mha-explainer>`),
  "readonly.html": html(
    `<mha-explainer view="code" ${TAG} readonly></mha-explainer><mha-heads ${TAG} readonly></mha-heads>`,
  ),
  "fr.html": html(`<mha-memory ${TAG}></mha-memory>`, "fr"),
  "zh.html": html(`<mha-memory ${TAG}></mha-memory>`, "zh"),
});

/** @param {import("playwright-core").Page} page @param {string} view @param {string} kind */
async function savedAs(page, view, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .locator(`mha-save[view=${view}]`)
      .getByRole("button", { name: new RegExp(`\\.${kind}$`) })
      .click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await bytesOf(download) };
}

test("the step's picture is saved as the element's methods return it, as SVG, PNG and numbers", async () => {
  const { page, seen, close } = await browser.open("walk.html");
  await ready(page);
  await drawn(page);
  const menu = page.locator("mha-save[view=walk]");
  const word = menu.getByRole("button", { name: "Download", exact: true });
  assert.equal(await menu.getByRole("button").count(), 1, "closed at first");
  await word.click();
  assert.equal(await word.getAttribute("aria-expanded"), "true");
  const [svg, csv] = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    return [await element.toSVG(), await element.toCSV()];
  });
  const picture = await savedAs(page, "walk", "svg");
  assert.deepEqual([picture.name, picture.bytes.toString()], ["weights.svg", svg]);
  const numbers = await savedAs(page, "walk", "csv");
  assert.deepEqual([numbers.name, numbers.bytes.toString()], ["weights.csv", csv]);
  const png = await savedAs(page, "walk", "png");
  assert.deepEqual([png.name, png.bytes.subarray(1, 4).toString()], ["weights.png", "PNG"]);
  await page.keyboard.press("Escape");
  assert.equal(await menu.getByRole("button").count(), 1);
  assert.ok(await word.evaluate((it) => /** @type {ShadowRoot} */ (it.getRootNode()).activeElement === it));
  seen.assertQuiet();
  await close();
});

test("each picture has its own menu: the memory, all heads, one head, and a wrong path", async () => {
  for (const [name, view, file, title] of [
    ["walk.html", "memory", "memory-weights.svg", "The memory behind weights"],
    ["heads.html", "map", "heads.svg", "Attention of every head"],
    ["heads.html", "head", "head-1.svg", "Head 1"],
  ]) {
    const { page, seen, close } = await browser.open(name);
    await ready(page);
    await drawn(page);
    await page.locator(`mha-save[view=${view}]`).getByRole("button").click();
    const saved = await savedAs(page, view, "svg");
    assert.equal(saved.name, file);
    assert.match(saved.bytes.toString(), new RegExp(`<title>${title}: multi-head attention</title>`));
    seen.assertQuiet();
    await close();
  }
  const { page, close } = await browser.open("wrong.html");
  await ready(page);
  await page.locator("mha-compare mha-save").getByRole("button").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("mha-compare mha-save").getByRole("button", { name: /svg$/ }).click(),
  ]);
  assert.match((await bytesOf(download)).toString(), /<title>The wider the head, the sharper/);
  await close();
});

test("read-only figures and figures without controls have no save menu", async () => {
  for (const name of ["none.html", "readonly.html"]) {
    const { page, close } = await browser.open(name);
    await ready(page);
    await drawn(page);
    assert.equal(await page.locator("mha-save button").count(), 0, name);
    await close();
  }
});

for (const [lang, word] of [
  ["fr", "Télécharger"],
  ["zh", "下载"],
])
  test(`the menu speaks the reader's language: ${lang}`, async () => {
    const { page, close } = await browser.open(`${lang}.html`);
    await ready(page, "mha-memory");
    await page.locator("mha-save").getByRole("button", { name: word, exact: true }).click();
    assert.equal(
      await page
        .locator("mha-save")
        .getByRole("button", { name: `${word === "下载" ? word : "Télécharger"} memory-weights.png` })
        .count(),
      1,
    );
    await close();
  });

test("axe finds nothing in the open menu, wide and narrow", async () => {
  for (const width of [1440, 390]) {
    const { page, close } = await browser.open("walk.html", { viewport: { width, height: 900 } });
    await ready(page);
    await drawn(page);
    for (const view of ["walk", "memory"])
      await page.locator(`mha-save[view=${view}]`).getByRole("button").click();
    assert.deepEqual(await findAxeViolations(page), []);
    for (const button of await page.locator("mha-save button").all()) {
      const box = await button.boundingBox();
      assert.ok(box && box.height >= 24 && box.width >= 24, `${JSON.stringify(box)}`);
    }
    await close();
  }
});
