// Reading a number: beside its cell and in a line below the picture, above the fold; its origin in a drawer.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { drawn, goTo, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { click, hover, layer, placeOf, texts, valueAt } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "field.html": `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="icon.svg"><script type="module" src="headscope.js"></script>
    <mha-explainer loading="eager" tokens="one two three four"></mha-explainer><input id="field" aria-label="field"><button id="button">Host's</button>`,
});

/** @param {import("playwright-core").BrowserContextOptions} [options] @param {string} [address] */
async function openPage(options, address = "?step=q_heads") {
  const opened = await browser.open(address, { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  return opened;
}

/** @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, `no ${selector}`);
  return box;
}

/** Asserts that all of the line below the picture is seen. @param {Page} page @param {string} line */
async function assertUncut(page, line) {
  const read = await page.locator("mha-stage .read").evaluate((one) => ({
    wide: one.scrollWidth - one.clientWidth,
    high: one.scrollHeight - one.clientHeight,
  }));
  assert.ok(read.wide <= 0 && read.high <= 0, `${line}: ${JSON.stringify(read)}`);
}

for (const viewport of sample(
  [
    { width: 1366, height: 768 },
    { width: 1440, height: 900 },
  ],
  0,
))
  test(`at ${viewport.width} px the hovered number is shown beside the pointer and below the picture, on the first screen`, async () => {
    const { page, close } = await openPage({ viewport });
    for (const [id, index] of sample(
      /** @type {[string, number[]][]} */ ([
        ["q_heads", [0, 3, 7, 7]],
        ["weights", [0, 2, 7, 0]],
        ["weights", [0, 7, 11, 11]],
        ["output", [0, 11, 63]],
        ["x", [0, 0, 0]],
      ]),
      2,
      3,
      4,
    )) {
      await goTo(page, id);
      await hover(page, index);
      const said = `${id}[${index.join(", ")}] = ${formatNumber(valueAt(id, index))}`;
      assert.ok((await texts(page, "mha-stage .card"))[0].startsWith(said), said);
      const [line] = await texts(page, "mha-stage .read");
      assert.ok(line.startsWith(`${said} =`), `${line}, not ${said} and how it was made`);
      await assertUncut(page, line);
      const cell = await placeOf(page, index);
      const [canvas, card, read] = [
        await boxOf(page, "mha-stage canvas"),
        await boxOf(page, "mha-stage .card"),
        await boxOf(page, "mha-stage .read"),
      ];
      for (const box of [card, read])
        assert.ok(
          box.y >= 0 && box.y + box.height <= viewport.height && box.x + box.width <= viewport.width,
          `${id} ${JSON.stringify(box)}`,
        );
      const [x, y] = [canvas.x + cell.x, canvas.y + cell.y];
      const covers = card.x <= x && x <= card.x + card.width && card.y <= y && y <= card.y + card.height;
      assert.ok(!covers, `${id}: the card lies on its cell`);
      assert.ok(card.x - x < 60 && x - card.x - card.width < 60, `${id}: beside it`);
    }
    await page.mouse.move(5, 5);
    await drawn(page);
    assert.equal(await page.locator("mha-stage .card").count(), 0);
    await close();
  });

test("on a phone: the whole line below the picture is seen, also after a rotation; one tap reads a cell, a second tap traces the number; a tap outside closes the drawer", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, close } = await openPage({ viewport, hasTouch: true });
  for (const id of sample(["q", "scores", "weights", "context", "output"], 1, 2, 4)) {
    await goTo(page, id);
    const index = await page.locator("mha-explainer").evaluate((/** @type {any} */ one, id) => {
      const { picture } = one.store.state;
      one.store.selectElement(
        id,
        picture.step(id).shape.map((/** @type {number} */ size) => size - 1),
      );
      return picture.step(id).shape.map((/** @type {number} */ size) => size - 1);
    }, id);
    await drawn(page);
    const [line] = await texts(page, "mha-stage .read");
    assert.ok(line.startsWith(`${id}[${index.join(", ")}] =`), line);
    await assertUncut(page, line);
  }
  await goTo(page, "weights");
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await drawn(page);
    await drawn(page);
    const { tall, over } = await page.locator("mha-stage .picture").evaluate((it) => {
      const figure = /** @type {any} */ (it.querySelector("mha-figure"));
      return { tall: it.classList.contains("tall"), over: figure.scene.height > it.clientHeight };
    });
    assert.equal(tall, over, `${viewport.width} px`);
  }
  await goTo(page, "weights");
  await page.locator("mha-stage").scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  const index = [0, 1, 6, 5];
  const tap = async () => {
    const canvas = await boxOf(page, "mha-stage mha-figure");
    const { x, y } = await placeOf(page, index);
    await page.touchscreen.tap(canvas.x + x, canvas.y + y);
    await drawn(page);
  };
  await tap();
  const said = `weights[${index.join(", ")}] = ${formatNumber(valueAt("weights", index))}`;
  assert.ok((await texts(page, "mha-stage .card"))[0].startsWith(said));
  const card = await boxOf(page, "mha-stage .card");
  assert.ok(card.x >= 0 && card.x + card.width <= 390 && card.y >= 0 && card.y + card.height <= 844);
  assert.equal(await page.locator("mha-origin").count(), 0);
  await tap();
  const drawer = await boxOf(page, "mha-origin");
  assert.ok(drawer.y >= 0 && drawer.y + drawer.height <= 845, JSON.stringify(drawer));
  assert.ok(await page.getByRole("button", { name: "close" }).isVisible());
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  const title = await boxOf(page, "mha-words h2");
  if (title.y > 0) await page.touchscreen.tap(title.x + 5, title.y + 5);
  else await page.touchscreen.tap(3, 300);
  await drawn(page);
  assert.equal(await page.locator("mha-origin").count(), 0, "a tap outside");
  for (let i = 0; i < 2; i++) await tap();
  assert.equal(await page.locator("mha-origin").count(), 1);
  await page.getByRole("button", { name: "close" }).tap();
  await drawn(page);
  assert.equal(await page.locator("mha-origin").count(), 0, "its button");
  assert.equal(await page.evaluate(() => scrollY), scrolled);
  await close();
});

test("pressing the cell again, the close button or Escape ends reading a number; Escape in a field does not", async () => {
  const { page, seen, close } = await openPage({}, "field.html");
  const open = () => page.locator("mha-origin").count();
  await goTo(page, "weights");
  await click(page, [0, 1, 2, 3]);
  assert.equal(await open(), 1);
  await click(page, [0, 1, 2, 2]);
  assert.equal(await open(), 1, "another cell");
  await click(page, [0, 1, 2, 2]);
  assert.equal(await open(), 0, "the same again");
  await click(page, [0, 1, 2, 3]);
  await page.getByRole("button", { name: "close" }).click();
  assert.equal(await open(), 0);
  await click(page, [0, 1, 2, 3]);
  await goTo(page, "scores");
  assert.equal(await open(), 1, "it stays along the way");
  await page.locator("#field").focus();
  await page.keyboard.press("Escape");
  assert.equal(await open(), 1, "what is typed into a field is the field's");
  await page.locator("#button").focus();
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal(await open(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "button", "the focus is the host's");
  await click(page, [0, 1, 2, 3]);
  await page.mouse.click(5, 5);
  await drawn(page);
  assert.equal(await open(), 0, "a press outside");
  seen.assertQuiet();
  await close();
});

test("after a step, the readout shows the number of the new step under the unmoved pointer; so it does for a weight, and with the keyboard, until the focus leaves; inputs are outlined", async () => {
  const { page, close } = await openPage();
  await page.locator("mha-stage canvas").focus();
  for (const key of ["Enter", "ArrowRight"]) await page.keyboard.press(key);
  await drawn(page);
  const said = `q_heads[0, 2, 7, 2] = ${formatNumber(valueAt("q_heads", [0, 2, 7, 2]))}`;
  assert.ok((await texts(page, "mha-stage .card"))[0].startsWith(said));
  assert.ok((await texts(page, "mha-stage .read"))[0].startsWith(said));
  await page.keyboard.press("Tab");
  await drawn(page);
  assert.equal(await page.locator("mha-stage .card").count(), 0);
  assert.ok((await texts(page, "mha-stage .read"))[0].startsWith(said), "the line stays");
  await hover(page, [0, 3, 7, 7]);
  for (const click of [false, true]) {
    await goTo(page, "q_heads");
    const { x, y } = await placeOf(page, [0, 3, 7, 7]);
    const canvas = await boxOf(page, "mha-stage canvas");
    await page.mouse.move(canvas.x + x, canvas.y + y);
    if (click) await page.mouse.click(canvas.x + x, canvas.y + y);
    for (const id of ["scores", "scaled"]) {
      await page.keyboard.press("ArrowRight");
      await drawn(page);
      const [line] = await texts(page, "mha-stage .read");
      assert.ok(new RegExp(`^(q_heads|k_t|scores|${id})\\[`).test(line), line);
      if (id === "scaled") assert.match(line, /^(scores|scaled)\[/, "no step before its inputs");
    }
  }
  const weights = layer.weights();
  for (const [id, name, key, made] of /** @type {const} */ ([
    ["q", "W_Q", "wQ", "q[0, 7, 17]"],
    ["output", "W_O", "wO", "output[0, 7, 17]"],
  ])) {
    await goTo(page, id);
    await hover(page, [20, 17], 1);
    const { data, shape } = /** @type {import("../../web/core/types.js").TensorOutput} */ (weights[key]);
    const said = `${name}[20, 17] = ${formatNumber(data[20 * shape[1] + 17])}`;
    assert.equal((await texts(page, "mha-stage .card"))[0], said);
    assert.ok((await texts(page, "mha-stage .read"))[0].startsWith(`${made} =`), made);
  }
  await goTo(page, "q_split");
  await click(page, [0, 3, 5, 2]);
  const outlines = await page
    .locator("mha-stage mha-figure")
    .evaluate(
      (it) =>
        /** @type {any} */ (it).scene.marks.filter(
          (/** @type {any} */ { kind, stroke, line }) =>
            kind === "rect" && stroke === "#1d1c1a" && line === 1.5,
        ).length,
    );
  assert.equal(outlines, 2);
  await close();
});
