// The page Models and its element elsewhere: two sentences beside each other, sets of heads off, a folder that is remembered, offline, a hidden
// tab, two pages at once, print.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { ready } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { injectAxeInSchemes, useOnce, useSharedTab } from "./support/index.js";

/** @typedef {import("playwright-core").Page} Page */

const FILES = ["config.json", "model.safetensors", "tokenizer.json"];
const FOLDER = inRoot("tests/fixtures/checkpoints/gpt2");
const hosted = Object.fromEntries(FILES.map((file) => [`hosted/${file}`, readFileSync(`${FOLDER}/${file}`)]));
const FIRST = "the cat the cot";
const SECOND = "the cat the cat";

const browser = useSharedTab({
  .../** @type {any} */ (hosted),
  "article.html": `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"><script type="module" src="modules/models-element.js"></script></head><body><mha-models loading="eager" src="hosted/" text="${FIRST}" second="${SECOND}" view="pair"></mha-models></body></html>`,
});

/** The page that the tests share. */
const shared = useOnce(() => openModels({ isFresh: true })); // goes offline, and opens a second page

/** The page Models with the small random checkpoint. @param {Parameters<typeof browser.open>[1]} [options] */
async function openModels(options) {
  const shown = await browser.open("models.html", options);
  await ready(shown.page, "mha-models");
  await shown.page.locator("mha-models").evaluate((element, text) => {
    element.setAttribute("src", "hosted/");
    element.setAttribute("text", text);
  }, FIRST);
  await settled(shown.page, "gpt2");
  return shown;
}

/** Waits until nothing is read, run or compared. @param {Page | import("playwright-core").Frame} page @param {string} [family] of the model on show */
const settled = (page, family) =>
  page.waitForFunction(
    (family) => {
      const { store } = /** @type {any} */ (document.querySelector("mha-models")) ?? {};
      const { reading, running, comparing, run } = store?.state ?? {};
      return run && !reading && !running && !comparing && (!family || run.of.model.info.family === family);
    },
    family,
    { polling: 20 },
  );

/** The comparison in Node. @param {string} first @param {string} second */
async function inNode(first, second) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  const files = FILES.map((file) => [file, new Blob([readFileSync(`${FOLDER}/${file}`)])]);
  await page.openings.open({ name: "gpt2", files: Object.fromEntries(files) });
  await page.write(first);
  await page.pair.compare(second);
  return /** @type {import("../../web/models/state/pair.js").Pair} */ (page.state.pair);
}

/** @param {Page} page @param {string} second */
async function compare(page, second) {
  const part = page.locator("mha-model-pair");
  await part.locator("input").fill(second);
  await part.getByRole("button", { name: "Compare" }).click();
  await settled(page);
}

test("heads are ranked by how much they move, with the figures of Node, and the numbers of a head are differences", async () => {
  const { page } = await shared();
  await compare(page, SECOND);
  const pair = await inNode(FIRST, SECOND);
  const ranked = page.locator("mha-model-pair-heads li");
  assert.deepEqual(
    await ranked.evaluateAll((rows) => rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim())),
    pair.moves.map(({ layer, head, moved }) => `Layer ${layer}, head ${head} ${moved.toFixed(2)}`),
  );
  await ranked.nth(2).getByRole("button").click();
  const [, , { layer, head }] = pair.moves;
  await page.getByRole("heading", { name: `Layer ${layer}, head ${head}: second minus first` }).waitFor();
  const drawn = await page
    .locator("mha-model-pair-heads mha-figure")
    .nth(1)
    .evaluate((figure) =>
      /** @type {any} */ (figure).scene.marks
        .filter((/** @type {any} */ mark) => mark.kind === "text" && /^[<−]?0?\.\d\d$/.test(mark.text))
        .map((/** @type {any} */ mark) =>
          mark.text === "<.01" ? 0.005 : Number(mark.text.replace("−", "-")),
        ),
    );
  const size = pair.words.length;
  const seen = Array.from(pair.maps[layer][head]).filter((_, i) => i % size <= Math.floor(i / size));
  assert.equal(drawn.length, seen.length);
  assert.ok(
    drawn.every((/** @type {number} */ each, /** @type {number} */ i) => Math.abs(each - seen[i]) < 0.0051),
  );
});

test("arrows walk the differences, and a press there selects the head everywhere", async () => {
  const { page } = await shared();
  const figure = page.locator("mha-model-pair-heads mha-figure").first();
  const { x, y } = await figure.evaluate((element) => /** @type {any} */ (element).scene.places[5]);
  const canvas = figure.locator("canvas");
  await canvas.click({ position: { x: x + 10, y: y + 6 } });
  await page.locator("mha-model-head").getByRole("heading", { name: "Layer 1, head 1" }).waitFor();
  await canvas.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { name: "Layer 1, head 2: second minus first" }).waitFor();
});

test("a sentence that cannot be compared is refused, with what would work", async () => {
  const { page } = await shared();
  await compare(page, FIRST);
  await page.locator("mha-model-pair").getByRole("alert").getByText("change a word of one of them").waitFor();
  await compare(page, SECOND);
  assert.equal(await page.locator("mha-model-pair").getByRole("alert").count(), 0);
});

test("a layer is switched off and on, and heads are sorted by the loss of the sentence without each", async () => {
  const { page } = await shared();
  const part = page.locator("mha-model-ablation");
  await part.getByRole("button", { name: "Layer 1 off" }).click();
  await settled(page);
  await part.getByText(/^Loss: /).waitFor();
  assert.equal(await part.getByRole("button", { name: /^Switch layer 1, head \d on$/ }).count(), 4);
  await part.getByRole("button", { name: "Switch all on" }).click();
  await settled(page);
  await part.getByRole("button", { name: "Switch off each head in turn" }).click();
  await part.getByRole("button", { name: "loss of the sentence" }).click();
  const figures = async () =>
    (await part.locator("li > :last-child").allInnerTexts()).map((text) => text.replace(/[+−]/, ""));
  await page.waitForFunction(() => {
    const { ranking } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
    return ranking.progress.done === 8;
  });
  await part.evaluate((element) => /** @type {any} */ (element).updateComplete);
  const sizes = (await figures()).map(Number);
  assert.equal(sizes.length, 8);
  assert.deepEqual(
    sizes,
    sizes.slice().sort((a, b) => b - a),
  );
});

test("axe finds nothing, nothing scrolls sideways, and print has pictures without controls", async () => {
  const { page } = await shared();
  assert.deepEqual(await (await injectAxeInSchemes(page))(), []);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth); // once canvases have the new width
  }
  await page.emulateMedia({ media: "print" });
  const part = page.locator("mha-model-pair");
  assert.ok(await part.locator("canvas").first().isVisible());
  for (const control of ["input", "form"])
    assert.equal(await part.locator(control).isVisible(), false, control);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a model that is open goes on offline, and two pages at once do not disturb each other", async () => {
  const { page } = await shared();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other, "mha-models");
  await settled(other);
  await page.context().setOffline(true);
  await page.locator("mha-models").evaluate((element) => element.setAttribute("text", "the dog the cat"));
  const writing = other
    .locator("mha-models")
    .evaluate((element) => /** @type {any} */ (element).store.write("A cat sat."));
  await Promise.all([writing, settled(page), settled(other)]);
  assert.equal(await page.locator("mha-model-pair-heads").count(), 1, "compared again");
  assert.match((await other.locator("mha-model-text .piece bdi").allInnerTexts()).join(""), /cat/);
  await page.context().setOffline(false);
  await other.close();
  (await shared()).seen.assertQuiet();
});

test("in a hidden tab, where no frame is drawn, a model is opened, run and compared", async () => {
  const first = `
    Object.defineProperty(document, "hidden", { get: () => true });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    window.requestAnimationFrame = () => 0;`;
  const { page, close } = await browser.open("article.html", { first });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-models"))?.store?.state.pair,
    null,
    { polling: 50 },
  );
  await close();
});

test("the element shows one part on an author's page, and in the frame, with the author's sentences", async () => {
  const { page, seen, close } = await browser.open("article.html");
  await page.locator("mha-model-pair-heads").waitFor();
  assert.equal(await page.locator("mha-model-bar, mha-model-text").count(), 0);
  seen.assertQuiet();
  const query = new URLSearchParams({ view: "models/heads", src: "hosted/", text: FIRST });
  await page.goto(new URL(`frame.html?${query}`, browser.url).href);
  await settled(page, "gpt2");
  assert.equal(await page.locator("mha-every-head").count(), 1);
  assert.equal(await page.locator("mha-explainer, mha-model-bar").count(), 0);
  const hosted = () =>
    page.locator("mha-models").evaluate((it) => /** @type {any} */ (it).hosted?.page ?? null);
  assert.equal(await hosted(), null, "the page Models cannot open the model of this host");
  await page.goto(new URL("frame.html?view=models&link=none&src=https://example.org/", browser.url).href);
  await settled(page);
  assert.match(seen.errors.join(), /is not on the host of frame.html/);
  assert.equal(await hosted(), "models.html");
  assert.equal(await page.locator("mha-models").getAttribute("link"), "none");
  assert.deepEqual(seen.foreign, []);
  await close();
});

test("a reader tries again when the author's folder did not arrive", async () => {
  const { page, close } = await browser.open("icon.svg");
  const weights = "**/hosted/model.safetensors";
  await page.route(weights, (route) => route.abort());
  await page.goto(new URL("article.html", browser.url).href);
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await again.waitFor();
  await again.click();
  await again.waitFor();
  await page.unroute(weights);
  await again.click();
  await page.locator("mha-model-pair-heads").waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await close();
});

/** In the page: the reader picks a folder of the browser's own file system, which has the files of a model. */
const PICKER = `window.showDirectoryPicker = async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("gpt2", { create: true });
  for (const name of ${JSON.stringify(FILES)}) {
    const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await file.write(await (await fetch("hosted/" + name)).blob());
    await file.close();
  }
  return folder;
};
FileSystemDirectoryHandle.prototype.requestPermission ??= async () => "granted";`;

test("a folder that the browser's storage does not take is named, and a press tries again; it is opened again at the next visit, and forgotten", async () => {
  const { page, seen, close } = await browser.open("models.html", { first: PICKER });
  const openShort = async () => {
    await ready(page, "mha-models");
    await page.locator("mha-models").evaluate((element, text) => element.setAttribute("text", text), FIRST);
  };
  await openShort();
  // The folder is picked while no model is open.
  await page.locator("mha-models").evaluate((element) => /** @type {any} */ (element).store.rest());
  const bar = page.locator("mha-model-bar");
  await bar.getByRole("button", { name: "Open a model from your disk…" }).click();
  await settled(page, "gpt2");
  await page.evaluate(() => {
    const { put, delete: remove } = IDBObjectStore.prototype;
    const full = () => {
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
    Object.assign(IDBObjectStore.prototype, { put: full, delete: full });
    Object.assign(window, { free: () => Object.assign(IDBObjectStore.prototype, { put, delete: remove }) });
  });
  const keep = bar.getByRole("button", { name: "Remember the folder gpt2 for the next visit" });
  await keep.click();
  const said = bar.getByRole("alert").filter({ hasText: "(the disk is full). Press the button again." });
  await said.waitFor();
  await page.evaluate("free()");
  await keep.click();
  await bar.getByText("The folder gpt2 is remembered.").waitFor();
  assert.equal(await said.count(), 0);
  await page.evaluate(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException("the disk is full", "QuotaExceededError");
    };
  });
  await bar.getByRole("button", { name: "Forget it" }).click();
  await said.waitFor();
  assert.equal(await bar.getByText("The folder gpt2 is remembered.").count(), 1);
  seen.assertQuiet();
  await page.reload();
  await openShort();
  await bar.getByRole("button", { name: "Open it again: gpt2" }).click();
  await settled(page, "gpt2");
  const forget = bar.getByRole("button", { name: "Forget it" });
  await forget.click();
  await forget.waitFor({ state: "detached" });
  await page.reload();
  await ready(page, "mha-models");
  await settled(page);
  assert.equal(await bar.getByRole("button", { name: /Open it again/ }).count(), 0);
  await openMenu(page.locator("mha-model-text"));
  await page.getByRole("link", { name: "What a cache saves" }).click();
  await page.waitForURL(/lab=cache/, { waitUntil: "commit" });
  await close();
});
