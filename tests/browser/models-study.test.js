// The page Models: many sentences. The run and its numbers, one head, keyboard and link, files, another text beside the first, a phone, and print.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { bytesOf } from "./support/downloads.js";
import { openMenu } from "./support/figure-menu.js";
import { injectAxeForKinds, useBrowser, useOnce } from "./support/index.js";
import { openModels } from "./support/models.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

/** The sentences that come with the page: one of ten, but all at night. */
const SENTENCES = readFileSync(inRoot("models/headscope-small/sentences.txt"), "utf8")
  .trim()
  .split("\n")
  .filter((_, i) => IS_NIGHTLY || i % 10 === 0);
const COUNT = SENTENCES.length;

const browser = useBrowser({
  "headscope-small/sentences.txt": SENTENCES.join("\n"),
  "notebook.html": `<!doctype html><html lang="en"><head><title>A notebook</title><link rel="icon" href="data:,"><script src="study.iife.js"></script></head><body><mha-study></mha-study></body></html>`,
});
const folder = mkdtempSync(path.join(tmpdir(), "headscope-study-"));
after(() => rmSync(folder, { recursive: true }));

/** The page that the tests share, after a run over the text that comes with the page. */
const shared = useOnce(openStudied);

async function openStudied() {
  const shown = await openModels(browser);
  const { page } = shown;
  assert.equal(await page.locator("mha-study-view").count(), 0, "the views load when the fold is opened");
  await page.locator("mha-model-study summary").click();
  await page.getByRole("button", { name: "Measure all heads" }).click();
  await settled(page);
  return shown;
}

/** A part of the state of the views. @template T @param {Page} page @param {(state: any) => T} read @returns {Promise<T>} */
async function stateOf(page, read) {
  const state = await page
    .locator("mha-model-study")
    .evaluateHandle((element) => /** @type {any} */ (element).study.state);
  return state.evaluate(read);
}

/** Waits until a run has ended, and all sentences on show are read. @param {Page} page */
async function settled(page) {
  await page.locator("mha-study-points mha-figure").first().waitFor();
  await page.waitForFunction(() => {
    const models = /** @type {any} */ (document.querySelector("mha-models"));
    const { result, running, problem } = models.shadowRoot.querySelector("mha-model-study").study.state;
    return problem || (result && !running);
  });
  assert.equal(await stateOf(page, ({ problem }) => problem?.message ?? null), null);
}

/** Selects a head as a press on its point does. @param {Page} page @param {number} layer @param {number} head */
async function press(page, layer, head) {
  const figure = page.locator("mha-study-points mha-figure").first();
  await figure.scrollIntoViewIfNeeded();
  const at = await figure.evaluate(
    (element, [layer, head]) =>
      /** @type {any} */ (element).scene.at.find(
        (/** @type {any} */ each) => each.head.layer === layer && each.head.head === head,
      ),
    [layer, head],
  );
  await figure.locator("canvas").click({ position: { x: at.x + 4, y: at.y } }); // 4 px: the margin of the canvas
}

const title = (/** @type {Page} */ page) => page.locator("mha-study-head h3");

test(`${COUNT} sentences are measured, and the heads of the model's card have their names`, async () => {
  const { page } = await shared();
  await page.getByText(`${COUNT} of ${COUNT} sentences`).waitFor();
  assert.equal(await stateOf(page, ({ result }) => result.study.count), COUNT);
  const texts = await page
    .locator("mha-study-points mha-figure")
    .evaluate((figure) => /** @type {any} */ (figure).scene.marks.map((/** @type {any} */ { text }) => text));
  assert.ok(texts.includes("1.2 · previous token"), String(texts.filter(Boolean)));
  assert.ok(texts.some((/** @type {string} */ text) => /^2\.1 · .*induction/.test(text)));
});

test("a press on a point shows the head's strongest sentences, with what asks and what is looked at", async () => {
  const { page } = await shared();
  await press(page, 1, 2);
  await title(page).getByText("Layer 1, head 2").waitFor();
  const rows = page.locator("mha-study-sentences li");
  await page.locator("mha-study-sentences mark.asks").nth(8).waitFor(); // of eight rows, and the key above
  assert.equal(await rows.count(), 8);
  await page.getByRole("button", { name: "from each tenth" }).click();
  await rows.nth(9).waitFor();
  const values = (await page.locator("mha-study-sentences .value").allInnerTexts()).map(Number);
  assert.ok(
    values.every((value, i) => !i || value <= values[i - 1]),
    String(values),
  );
});

test("what a head looks at is counted, and where its name does not hold is listed", async () => {
  const { page } = await shared();
  await press(page, 1, 2);
  await page.getByRole("button", { name: "what it looks at" }).click();
  await page.getByText("Where “previous token” does not hold").waitFor();
  const rows = page.locator("mha-study-head .scroll tbody tr");
  const pairs = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent?.trim())),
  );
  assert.equal(pairs.length, 16);
  assert.ok(pairs.filter(([, , , distance]) => distance === "1.0").length > 8, "the previous token");
  await page.getByRole("button", { name: "all measures" }).click();
  assert.equal(
    await page.locator("mha-study-head .spread").count(),
    (await stateOf(page, ({ result }) => result.study.measures.length)) - 2,
  ); // none next, none masked
  await page.getByRole("button", { name: "strongest" }).click();
});

test("the keyboard walks from point to point and frames points, and the address holds the axes and the head", async () => {
  const { page } = await shared();
  const canvas = page.locator("mha-study-points mha-figure canvas");
  await press(page, 2, 1);
  await title(page).getByText("Layer 2, head 1").waitFor();
  await canvas.press("Shift+ArrowRight");
  await page.locator("mha-study-points .framed").getByText("framed").waitFor();
  await canvas.press("Escape");
  await page.locator("mha-study-points .framed").waitFor({ state: "detached" });
  await canvas.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => {
    const models = /** @type {any} */ (document.querySelector("mha-models"));
    const { layer, head } = models.store.state.selected;
    return !(layer === 2 && head === 1);
  });
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Level axis" }).selectOption("entropy");
  await page.waitForURL(/axes=entropy%2Cinduction/);
  const { layer, head } = await stateOf(page, ({ selected }) => selected);
  assert.match(page.url(), new RegExp(`layer=${layer}&head=${head}`));
  assert.doesNotMatch(page.url(), /Nathaniel|sentences/);
  await page.getByRole("combobox", { name: "Level axis" }).selectOption("previous");
});

test("a drag frames the points in it, and a press beside them lets go", async () => {
  const { page } = await shared();
  const figure = page.locator("mha-study-points mha-figure");
  await figure.scrollIntoViewIfNeeded();
  const frame = /** @type {NonNullable<Awaited<ReturnType<typeof figure.boundingBox>>>} */ (
    await figure.boundingBox()
  );
  const { x, y, w, h } = await figure.evaluate((element) => /** @type {any} */ (element).scene.box);
  await page.mouse.move(frame.x + x + 2, frame.y + y + 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + x + w / 2, frame.y + y + h / 2);
  await page.mouse.move(frame.x + x + w, frame.y + y + h);
  await page.mouse.up();
  await page
    .locator("mha-study-points .framed")
    .getByText(/1\d heads framed/)
    .waitFor();
  await page.locator("mha-study-points .framed").getByRole("button", { name: "Release" }).press("Enter");
  await page.locator("mha-study-points .framed").waitFor({ state: "detached" });
  await page.locator("mha-study-points select:focus").waitFor();
  const isLeftToThePage = await figure.locator("canvas").evaluate((canvas) => {
    const { left: clientX, top: clientY, width, height } = canvas.getBoundingClientRect();
    const at = { clientX: clientX + width / 2, clientY: clientY + height / 2 };
    return canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaX: -width, cancelable: true }));
  });
  assert.ok(isLeftToThePage, "a wheel frames nothing");
  assert.deepEqual(await stateOf(page, ({ brushed }) => brushed), []);
});

test("axe is silent in both schemes, on each view of a head, while heads are framed", async () => {
  const { page } = await shared();
  const axe = await injectAxeForKinds(page);
  const framed = page.locator("mha-study-points .framed");
  await page.locator("mha-study-points mha-figure canvas").press("Shift+ArrowRight");
  await framed
    .getByRole("button", { name: /^\d\.\d, layer \d, head \d$/ })
    .first()
    .waitFor();
  for (const name of sample(["strongest", "what it looks at", "all measures"], 0, 2)) {
    await page.getByRole("button", { name, exact: true }).click();
    assert.deepEqual(await axe(), [], name);
  }
  await page.getByRole("button", { name: "strongest", exact: true }).click();
  await framed.getByRole("button", { name: "Release" }).click();
  await framed.waitFor({ state: "detached" });
});

test("the numbers are saved, and a dropped study.npz shows the same points; another text stands beside", async () => {
  const { page } = await shared();
  const table = page.locator("mha-study-points mha-as-table");
  const saved = async (/** @type {string} */ name) => {
    await openMenu(table);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      table.getByRole("button", { name }).click(),
    ]);
    return bytesOf(download);
  };
  const csv = String(await saved("Download heads-on-many-sentences.csv")).split("\r\n");
  assert.equal(csv[0], "layer,head,measure,mean,half_width_95,deviation,sentences");
  const json = JSON.parse(String(await saved("study.json")));
  assert.equal(json.sentences, COUNT);
  assert.equal(json.heads.length, 16);
  assert.match(String(await saved("Download heads-on-many-sentences.svg")), /weight on the previous token/);
  const file = path.join(folder, "study.npz");
  writeFileSync(file, await saved("study.npz"));
  const means = await stateOf(page, ({ result }) => [...result.sums.mean]);
  await page.keyboard.press("Escape");
  const focusedStart = page.locator("mha-study-source .start:focus");
  await page.getByRole("button", { name: "Keep, to compare" }).press("Enter");
  await focusedStart.waitFor();
  for (const writes of [true, false]) {
    await page.locator("mha-models").evaluate((models, writes) => {
      /** @type {any} */ (models).store.set({ writes });
    }, writes);
    await page.locator("mha-model-study").waitFor({ state: writes ? "detached" : "attached" });
  }
  await page.locator("mha-study-pair").waitFor(); // the kept result stays while another view is on show
  await page.locator("mha-study-source input[type=file]").setInputFiles(file);
  await page.locator("mha-study-points mha-figure").nth(1).waitFor();
  assert.deepEqual(await stateOf(page, ({ result }) => [...result.sums.mean]), means);
  await page.getByText("No head differs by more than its 95 % interval.").waitFor();
  await page.locator("mha-study-source select").first().selectOption("text");
  assert.ok(await page.getByRole("button", { name: "Measure all heads" }).isDisabled(), "nothing is written");
  await page
    .getByLabel("Your text")
    .fill("one two one two one two one two\nall are here and all are there\n".repeat(2));
  const withLosses = page.getByRole("checkbox", { name: /^and how far the loss rises without each head/ });
  await page.getByText(/\(about \d+ (s|min) for \d+ sentences\)|\(about \d+ times as long\)/).waitFor();
  await withLosses.check();
  await page.getByRole("button", { name: "Measure all heads" }).press("Enter");
  await settled(page);
  await focusedStart.waitFor(); // on Stop meanwhile
  await page.getByRole("combobox", { name: "Upright axis" }).selectOption("lossWithout");
  await page.waitForURL(/axes=previous%2ClossWithout/);
  assert.equal(await stateOf(page, ({ result }) => result.study.measures.at(-1)), "lossWithout");
  await page.getByText(/about \d+ s for 4 sentences/).waitFor();
  await withLosses.uncheck();
  await page.getByRole("combobox", { name: "Upright axis" }).selectOption("induction");
  await page.locator("mha-study-pair tbody tr").first().waitFor();
  const before = page.viewportSize();
  for (const width of [390, 720]) {
    await page.setViewportSize({ width, height: 844 });
    const hidden = await page
      .locator("mha-study-pair .scroll")
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    assert.equal(hidden, 0, `px that are cut at ${width}`);
  }
  await page.setViewportSize(/** @type {{ width: number, height: number }} */ (before));
  await page.locator("mha-study-pair tbody button").first().click();
  await page.getByRole("button", { name: "Stop comparing" }).press("Enter");
  await page.locator("mha-study-pair").waitFor({ state: "detached" });
  await focusedStart.waitFor();
});

test("one script shows the saved file in a notebook, and says what a file is that is no study", async () => {
  const { page, seen, close } = await browser.open("notebook.html");
  const show = (/** @type {number[]} */ bytes) =>
    page.locator("mha-study").evaluate((element, bytes) => {
      Object.assign(element, { study: Uint8Array.from(bytes) });
      return /** @type {any} */ (element).updateComplete;
    }, bytes);
  await show([1, 2, 3]);
  await page.getByRole("alert").getByText("the file is no study of heads").waitFor();
  await show([...readFileSync(path.join(folder, "study.npz"))]);
  await page.getByRole("heading", { name: "All 16 heads" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.getByText("The file of a result holds no text").waitFor();
  assert.equal(await page.getByRole("button", { name: "Measure all heads" }).count(), 0);
  seen.assertQuiet();
  await close();
});

test("on a phone nothing is wider than the window, and print shows the points without controls", async () => {
  const { page } = await shared();
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["strongest", "what it looks at", "all measures"]) {
    await page.getByRole("button", { name, exact: true }).click();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, name);
  }
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.getByRole("button", { name: "Measure all heads" }).isVisible(), false);
  assert.equal(await page.locator("mha-study-points mha-figure").isVisible(), true);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(/** @type {{ width: number, height: number }} */ (before));
});

const HOVER = 8; // ms of work for a pointer that moves over 1,024 heads

test(`a pointer over 1,024 heads takes ${HOVER} ms`, async (t) => {
  const { page } = await shared();
  const times = await page.locator("mha-model-study").evaluate(async (element) => {
    const { study: store } = /** @type {any} */ (element);
    const [layers, heads, measures] = [32, 32, ["previous", "induction"]];
    const each = (/** @type {(i: number) => number} */ of) =>
      Float64Array.from({ length: layers * heads * measures.length }, (_, i) => of(i));
    const means = each((i) => (i * 0.61803) % 1);
    const even = { mean: new Float64Array(measures.length) };
    const sums = {
      mean: means,
      half: each(() => 0.02),
      deviation: each(() => 0.1),
      count: each(() => 9),
      even,
    };
    const large = {
      ...{ count: 9, layers, heads, measures, model: "large", numbers: new Int32Array(9) },
      ...{ isDone: true, perSecond: 0, left: 0, total: 9, dispose() {}, toNpz: () => new Uint8Array() },
      ...{
        value: () => 0.5,
        textOf: () => null,
        piecesOf: () => null,
        looksOf: () => null,
        sums: () => sums,
      },
    };
    store.show(large, "large");
    const view = /** @type {any} */ (element.shadowRoot?.querySelector("mha-study-view"));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const figureNow = () =>
      view.shadowRoot.querySelector("mha-study-points").shadowRoot.querySelector("mha-figure");
    view.scrollIntoView();
    while (figureNow()?.scene?.at.length !== layers * heads) await frame();
    const figure = figureNow();
    const canvas = figure.shadowRoot.querySelector("canvas");
    const box = canvas.getBoundingClientRect();
    const times = [];
    for (let i = 0; i < 30; i++) {
      const [before, at] = [figure.scene, figure.scene.at[(i * 37) % 1024]];
      const [clientX, clientY] = [box.left + at.x, box.top + at.y];
      const since = performance.now();
      canvas.dispatchEvent(
        new PointerEvent("pointermove", { clientX, clientY, pointerType: "mouse", isPrimary: true }),
      );
      for (let turn = 0; turn < 100 && figure.scene === before; turn++) await null; // the same head: nothing changes
      times.push(performance.now() - since);
      await frame();
    }
    return times.sort((a, b) => a - b);
  });
  t.diagnostic(`median ${times[15].toFixed(2)} ms`);
  assert.ok(times[15] <= HOVER, `${times[15]} ms`);
});
