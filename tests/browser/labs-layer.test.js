// The lab of a layer's sizes, used by slider, choice, pointer and keyboard, and compared with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { layerAnswer } from "../../web/labs/layer/state.js";
import { pictureOf } from "../page/support/pictures.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";
import { core } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "layer");

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/labs/layer/state.js").LayerTurn} LayerTurn */

const PLAIN = { dModel: 64, numHeads: 8 };

/** @param {Page} page @param {LayerTurn} turn */
async function assertShows(page, turn) {
  const rows = await tableOf(page, "layer");
  const [layer, plain] = [{ ...PLAIN, dK: 8, dV: 8, ...turn }, PLAIN].map((each) =>
    core.cost(each, { Tq: 12 }),
  );
  const totals = (/** @type {import("../../web/core/cost.js").Cost} */ cost) => [
    cost.parameters,
    cost.flops,
    cost.bytesRead + cost.bytesWritten,
    cost.bytesHeld,
  ];
  assert.deepEqual(
    rows.slice(0, 4).map((row) => row.slice(-3)),
    totals(layer).map((each, i) =>
      [each, totals(plain)[i], each / totals(plain)[i]].map((n) => formatNumber(n)),
    ),
  );
  const shown = Object.fromEntries(rows.slice(4).map((row) => [row[0].replace("shape of ", ""), row[1]]));
  for (const { id, shape } of layer.steps) assert.equal(shown[id], shape.join("×"), id);
}

const lab = (/** @type {Page} */ page) => page.locator("mha-lab-layer");
const same = (/** @type {Page} */ page) => lab(page).locator(".same").textContent();

test("the lab opens with d_k twice as wide, goes back to the shown layer, and shows that one product gives the bits of three", async () => {
  const { page, seen, close } = await openLab();
  await assertShows(page, { dK: 16 });
  await lab(page).getByRole("button", { name: "Back to the layer shown" }).click();
  await assertShows(page, {});
  assert.match((await same(page)) ?? "", /all 768 numbers of the output are the same to the last bit/);
  assert.match(
    (await lab(page).locator("p[role=status]").nth(1).textContent()) ?? "",
    /8 heads of d_k = 8 and d_v = 8 .* 1 times the parameters, 1 times the arithmetic, 1 times the memory traffic/,
  );
  await lab(page).getByText("Turn the biases on").waitFor();
  seen.assertQuiet();
  await close();
});

test("features by keyboard, biases and one product by button: all numbers agree with the core", async () => {
  const { page, seen, close } = await openLab();
  await lab(page).getByRole("slider", { name: "d_k" }).focus();
  await page.keyboard.press("End");
  await assertShows(page, { dK: 32 });
  await lab(page).getByRole("slider", { name: "d_v" }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
  await assertShows(page, { dK: 32, dV: 3 });
  await lab(page).getByRole("button", { name: "four" }).focus();
  await page.keyboard.press("Enter");
  await lab(page).getByRole("button", { name: "one product" }).click();
  const turn = { dK: 32, dV: 3, bias: true, fused: true };
  await assertShows(page, turn);
  const marks = (await sceneOf(page, "layer")).map((/** @type {any} */ { text }) => text);
  for (const label of ["W_K", "64×256", "qkv 1×12×536"])
    assert.ok(marks.includes(label), `${label} in ${marks}`);
  const answer = layerAnswer(core, pictureOf(), turn);
  assert.ok(!("refused" in answer) && answer.biases);
  const { moved } = answer.biases;
  assert.deepEqual(
    await lab(page).locator(".biases .weight").allTextContents(),
    Object.values(moved).map((value) => formatNumber(value, 2)),
  );
  await lab(page).getByText("this layer does not need it").waitFor();
  await lab(page).getByRole("button", { name: "Back to the layer shown" }).click();
  await assertShows(page, {});
  seen.assertQuiet();
  await close();
});

test("a button opens the changed layer in the walk, and the address holds it", async () => {
  const { page, seen, close } = await openLab();
  await lab(page).getByRole("button", { name: "Back to the layer shown" }).click();
  await lab(page).getByRole("slider", { name: "d_v" }).focus();
  await page.keyboard.press("Home");
  await lab(page).getByRole("button", { name: "one product" }).click();
  await lab(page).getByRole("button", { name: "Walk through this one" }).click();
  await drawn(page);
  const shown = await page.evaluate(() => {
    const { dK, dV, bias, fused } = /** @type {any} */ (document.querySelector("mha-explainer")).state;
    return { dK, dV, bias, fused };
  });
  assert.deepEqual(shown, { dK: null, dV: 1, bias: false, fused: true });
  await page.waitForFunction(() => /d-v=1/.test(location.search) && /fused/.test(location.search));
  await assertShows(page, { dV: 1, fused: true });
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("k"));
  await page.getByRole("heading", { name: "Cut out the keys" }).waitFor();
  seen.assertQuiet();
  await close();
});

test("a matrix, a tensor and a bar can be read by keyboard and by pointer", async () => {
  const { page, close } = await openLab();
  await lab(page).getByRole("button", { name: "Back to the layer shown" }).click();
  const figure = lab(page).locator("mha-figure");
  const read = async () => (await lab(page).locator(".read").textContent())?.trim();
  await figure.locator("canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await read(), "x, 1×12×64: the sentence, as it comes in");
  await page.keyboard.press("ArrowRight");
  assert.equal(await read(), "W_Q, 64×64: 4,096 parameters");
  await page.keyboard.press("ArrowDown");
  const q = core.cost(PLAIN, { Tq: 12 }).steps.find(({ id }) => id === "q");
  assert.equal(
    await read(),
    `q, 1×12×64: a copy, made by ${q?.flops.toLocaleString("en-US")} FLOP; ${(Number(q?.bytesRead) + Number(q?.bytesWritten)).toLocaleString("en-US")} B are read and written`,
  );
  const place = await figure.evaluate((it) => {
    const { part, height } = /** @type {any} */ (it).scene;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < 900; x++) if (part(x, y)?.measure === 1) return { x: x + 6, y: y + 4 };
    throw new Error("not drawn");
  });
  await figure.hover({ position: place });
  assert.match((await read()) ?? "", /^Arithmetic, this layer: projections [\d,]+ FLOP, /);
  await close();
});

test("with two sentences the lab says that one product cannot make Q, K and V", async () => {
  const { page, close } = await openLab("?key-tokens=eins+zwei");
  assert.equal(await lab(page).getByRole("button", { name: "one product" }).count(), 0);
  assert.match((await same(page)) ?? "", /one product cannot make all three/);
  await close();
});
