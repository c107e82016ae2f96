// The lab of costs, used by slider, field, preset, pointer and keyboard, and compared with the core's cost().
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { costAnswer } from "../../web/labs/cost/state.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";
import { core } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "cost");

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {{ heads: number, dModel: number, length: number }} turn @param {object} other what stands beside */
async function assertShows(page, { heads, dModel, length }, other) {
  const rows = await tableOf(page, "cost");
  const [layer, beside] = [{}, other].map((each) =>
    core.cost({ dModel, numHeads: heads, ...each }, { Tq: length }),
  );
  const totals = (/** @type {import("../../web/core/cost.js").Cost} */ cost) => [
    cost.parameters,
    cost.flops,
    cost.bytesRead + cost.bytesWritten,
    cost.bytesHeld,
  ];
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    totals(layer).flatMap((each, i) => [formatNumber(each), formatNumber(totals(beside)[i])]),
  );
}

test("the lab opens with the base model of 2017 at 4,096 tokens, and shows that memory is not free", async () => {
  const { page, seen, close } = await openLab();
  await assertShows(page, { heads: 8, dModel: 512, length: 4096 }, { numHeads: 1 });
  const said = await page.locator("mha-lab-cost p[role=status]").nth(1).textContent();
  assert.match(
    said ?? "",
    /1 times the parameters, 1\.016 times the arithmetic, 6\.59 times the memory traffic/,
  );
  const marks = await sceneOf(page, "cost");
  assert.ok(
    marks.some((/** @type {any} */ { text }) => text === "T = 1,024: attention overtakes the projections"),
  );
  seen.assertQuiet();
  await close();
});

test("costs for known models, numbers of heads, lengths, and full-size heads agree with the core", async () => {
  const { page, close } = await openLab();
  const lab = page.locator("mha-lab-cost");
  await lab.getByRole("button", { name: "GPT-3: 12288 / 96" }).click();
  await lab.locator("input[type=number]").fill("77");
  await assertShows(page, { heads: 96, dModel: 12288, length: 77 }, { numHeads: 1 });
  const marks = await sceneOf(page, "cost");
  assert.ok(marks.some((/** @type {any} */ { text }) => /at T = 24,576 →/.test(text)));
  await lab.getByRole("button", { name: "full-size heads" }).click();
  await assertShows(page, { heads: 96, dModel: 12288, length: 77 }, { dK: 12288 });
  await lab.getByRole("button", { name: "BERT, base: 768 / 12" }).click();
  await lab.getByRole("slider", { name: "heads" }).focus();
  await page.keyboard.press("End");
  await assertShows(page, { heads: 128, dModel: 768, length: 77 }, { dK: 768 });
  await page.keyboard.press("ArrowLeft");
  await assertShows(page, { heads: 96, dModel: 768, length: 77 }, { dK: 768 });
  await lab.locator("input.length").focus();
  await page.keyboard.press("End");
  await assertShows(page, { heads: 96, dModel: 768, length: 8192 }, { dK: 768 });
  await close();
});

test("an invalid length changes nothing", async () => {
  const { page, close } = await openLab();
  const field = page.locator("mha-lab-cost input[type=number]");
  for (const text of ["0", "9000", ""]) {
    await field.fill(text);
    await assertShows(page, { heads: 8, dModel: 512, length: 4096 }, { numHeads: 1 });
  }
  await field.blur();
  assert.equal(await field.inputValue(), "4096");
  await close();
});

test("a part can be read by pointer and by keyboard", async () => {
  const { page, close } = await openLab();
  const { measures } = costAnswer(core, { length: 4096, heads: 8, dModel: 512, beside: "one" });
  const figure = page.locator("mha-lab-cost mha-figure");
  const read = () => page.locator("mha-lab-cost .read").textContent();
  await figure.locator("canvas").focus();
  for (const key of ["Enter", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const flops = measures[1].layer;
  assert.equal(
    (await read())?.trim(),
    `Arithmetic, 8 heads: QKᵀ ${flops.scores.toLocaleString("en-US")} FLOP, ${formatNumber((100 * flops.scores) / flops.total)} % of the bar`,
  );
  const at = await figure.evaluate((it) => {
    const { hit, height } = /** @type {any} */ (it).scene;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < 900; x++) if (hit(x, y)?.measure === 2) return { x: x + 8, y: y + 4 };
    throw new Error("not drawn");
  });
  await figure.hover({ position: at });
  assert.match((await read()) ?? "", /^Memory traffic, 8 heads: projections/);
  await close();
});
