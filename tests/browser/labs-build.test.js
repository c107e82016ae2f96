// The lab that builds a head: dials, puzzle, and fits by one and two heads, compared with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { search } from "../../web/labs/build/state.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { BUILD, WANTED } from "../../web/labs/build/words.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { drawn } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { useBrowser } from "./support/index.js";
import { useLab } from "./support/labs.js";
import { core, dModel, query } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "build");
const tokens = tokenize(OPENING);

/** @typedef {import("playwright-core").Page} Page */

/** The attention of a hand-built head. @param {import("../../web/core/built-head.js").HeadDials} dials */
function attentionOf(dials) {
  const layer = core.createLayer({ dModel, numHeads: 1, dK: 8 });
  layer.setWeights({ ...core.buildHead({ dModel, dK: 8 }, dials) });
  const run = layer.forward({ query });
  const { data } = /** @type {import("../../web/core/types.js").TensorOutput} */ (run.attention);
  run.dispose();
  layer.dispose();
  return data;
}

/** @param {Page} page @param {string} where @param {number} nth */
async function numbersIn(page, where, nth) {
  const numbers = page.locator(`${where} mha-as-table`).nth(nth);
  await showTable(numbers);
  await drawn(page);
  return numbers
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent?.trim())),
    );
}

/** @param {import("playwright-core").Locator} lab */
const wordsIn = async (lab) => (await lab.locator("p").allTextContents()).join(" ").replace(/\s+/g, " ");

/** @param {ArrayLike<number>} map */
const written = (map) => tokens.map((_, i) => tokens.map((__, j) => formatNumber(map[i * 12 + j])));

test("the map follows the dials, and agrees with the core", async () => {
  const { page, seen, close } = await openLab();
  const lab = page.locator("mha-lab-build");
  const table = async () => await numbersIn(page, "mha-lab-build", 0);
  assert.deepEqual(await table(), written(attentionOf({ offset: -1, place: 1, sharpness: 3 })));
  await lab.getByRole("slider", { name: BUILD.offsetName }).fill("2");
  await lab.getByRole("slider", { name: BUILD.sharpness }).fill("5.5");
  assert.deepEqual(await table(), written(attentionOf({ offset: 2, place: 1, sharpness: 5.5 })));
  await lab.getByRole("slider", { name: BUILD.word }).fill("1");
  await lab.getByRole("slider", { name: BUILD.first }).fill("0.4");
  assert.deepEqual(
    await table(),
    written(attentionOf({ offset: 2, place: 1, word: 1, first: 0.4, sharpness: 5.5 })),
  );
  await lab.getByRole("checkbox", { name: BUILD.place }).uncheck();
  assert.deepEqual(await table(), written(attentionOf({ offset: 2, word: 1, first: 0.4, sharpness: 5.5 })));
  seen.assertQuiet();
  await close();
});

test("the puzzle can be solved by keyboard with an offset of -6, and the lab names the trick", async () => {
  const { page, seen, close } = await openLab();
  const lab = page.locator("mha-lab-build");
  const weight = (/** @type {number} */ offset) =>
    attentionOf({ offset, place: 1, sharpness: 3 })[7 * 12 + 1];
  const said = async () => (await lab.locator("p[role=status]").nth(1).textContent())?.trim();
  assert.equal(await said(), BUILD.now("it", "animal", formatNumber(weight(-1)), "0.9"));
  await lab.locator("summary", { hasText: BUILD.hints }).click();
  assert.match(
    (await lab.locator("ol li").nth(1).textContent()) ?? "",
    /“it” is word 7, “animal” (is )?word 1/,
  );
  await lab.getByRole("slider", { name: BUILD.offsetName }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
  await drawn(page);
  assert.equal(await said(), BUILD.solved(formatNumber(weight(-6))));
  const blocks = core.buildHead({ dModel, dK: 8 }, { offset: -6, place: 1, sharpness: 3 });
  const layer = core.createLayer({ dModel, numHeads: 1, dK: 8 });
  layer.setWeights({ ...blocks });
  const longer = [...tokens.slice(0, 2), BUILD.more, ...tokens.slice(2)];
  const run = layer.forward({ query: core.embed(longer, { dModel, seed: DEFAULTS.seed }) });
  const after = /** @type {any} */ (run.attention).data[8 * 13 + 1];
  assert.ok((await wordsIn(lab)).includes(BUILD.counted(BUILD.more, formatNumber(after))));
  run.dispose();
  layer.dispose();
  seen.assertQuiet();
  await close();
});

test("one head gives each of two targets half the weight, two heads give both the whole, as fitted by the core", async () => {
  const { page, seen, close } = await openLab();
  const wanted = page.locator("mha-lab-wanted");
  await wanted.getByRole("button", { name: WANTED.find }).click();
  await wanted.locator("p", { hasText: "Squared error" }).waitFor({ timeout: 60_000 });
  await drawn(page);
  const picture = compute(core, { tokens, ...DEFAULTS });
  const going = search(core, picture, new Set([7 * 12 + 1, 7 * 12 + 10]));
  let next = going.next();
  while (!next.done) next = going.next();
  const [one, two] = next.value;
  assert.ok((await wordsIn(wanted)).includes(WANTED.losses(formatNumber(one.loss, 2), WANTED.little)));
  assert.deepEqual(
    await numbersIn(page, "mha-lab-wanted", 0),
    [one.together, two.together, ...two.maps].flatMap(written),
  );
  picture.dispose();
  seen.assertQuiet();
  await close();
});

test("targets are painted by press, drag and keyboard; changing them removes old results", async () => {
  const { page, seen, close } = await openLab();
  const wanted = page.locator("mha-lab-wanted");
  await wanted.getByRole("button", { name: WANTED.clear }).click();
  assert.ok(await wanted.locator(".find").isDisabled());
  const cells = () => wanted.evaluate((it) => [.../** @type {any} */ (it).cells].sort((a, b) => a - b));
  const figure = wanted.locator("mha-figure");
  await figure.scrollIntoViewIfNeeded();
  const place = (/** @type {number} */ row, /** @type {number} */ col) =>
    figure.evaluate((it, at) => {
      const { hit } = /** @type {any} */ (it).scene;
      const box = it.getBoundingClientRect();
      for (let y = 0; y < 600; y += 3)
        for (let x = 0; x < 600; x += 3)
          if (hit(x, y)?.join() === at) return { x: box.left + x + 5, y: box.top + y + 5 };
      throw new Error("not drawn");
    }, [row, col].join());
  const [a, b] = [await place(3, 2), await place(3, 4)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 12 });
  await page.mouse.up();
  await drawn(page);
  assert.deepEqual(await cells(), [38, 39, 40]);
  await page.mouse.click(a.x, a.y);
  assert.deepEqual(await cells(), [39, 40]);
  await figure.locator("canvas").focus();
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  assert.deepEqual(await cells(), [39, 40, 50]);
  await page.keyboard.press("Escape");
  await wanted.getByRole("button", { name: WANTED.beside }).click();
  assert.equal((await cells()).length, 22);
  const after = await wanted.evaluate(async (it) => {
    const press = async () => {
      /** @type {any} */ (it).renderRoot.querySelector(".find").click();
      await /** @type {any} */ (it).updateComplete;
      return /** @type {any} */ (it).renderRoot.querySelector(".find").textContent.trim();
    };
    return [await press(), await press(), /** @type {any} */ (it).found];
  });
  assert.deepEqual(after, [WANTED.stop, WANTED.find, null]);
  seen.assertQuiet();
  await close();
});
