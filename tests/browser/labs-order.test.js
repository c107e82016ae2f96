// The lab of word order, compared with the core: the rows follow the words only without positions.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { shuffle } from "../../web/labs/order/state.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { ORDER } from "../../web/labs/order/words.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { tableOf, useLab } from "./support/labs.js";
import { core, dModel, layer, seed } from "./support/walk.js";

const browser = useBrowser();
const openLab = useLab(browser, "order");
const tokens = tokenize(OPENING);

/** The core's result. @param {boolean} positions @param {number} of the shuffle */
function expected(positions, of) {
  const order = shuffle(tokens.length, of);
  const output = (/** @type {string[]} */ words) => {
    const run = layer.forward({ query: core.embed(words, { dModel, seed, positions }) });
    const found = /** @type {import("../../web/core/types.js").TensorOutput} */ (run.output);
    run.dispose();
    return found;
  };
  const back = core.putBack(output(tokens), output(order.map((at) => tokens[at])), order);
  return { ...back, order };
}

/** @param {import("playwright-core").Page} page @param {boolean} positions @param {number} of */
async function assertShows(page, positions, of) {
  const { order, apart, largest } = expected(positions, of);
  assert.deepEqual(
    await tableOf(page, "order"),
    tokens.map((token, at) => [
      token,
      formatNumber(at),
      formatNumber(order.indexOf(at)),
      formatNumber(apart.data[at]),
    ]),
  );
  assert.equal(await page.locator("mha-lab-order output").textContent(), formatNumber(largest));
}

test("without positions the rows follow the words, with them they do not; the numbers are the core's", async () => {
  const { page, seen, close } = await openLab();
  const lab = page.locator("mha-lab-order");
  const said = () => lab.locator("p[role=status]").nth(1).textContent();
  await assertShows(page, false, 1);
  assert.equal(await said(), ORDER.follows);
  await lab.getByRole("button", { name: ORDER.again }).click();
  await assertShows(page, false, 2);
  await lab.getByRole("button", { name: "on", exact: true }).click();
  await assertShows(page, true, 2);
  assert.equal(await said(), ORDER.stays);
  seen.assertQuiet();
  await close();
});

test("with a causal mask, order matters without positions", async () => {
  const { page, close } = await openLab("?causal");
  assert.equal(await page.locator("mha-lab-order p[role=status]").nth(1).textContent(), ORDER.masked);
  await close();
});

test("a word selected in either picture, or by keyboard, is selected everywhere", async () => {
  const { page, close } = await openLab("?token=3");
  const figure = page.locator("mha-lab-order mha-figure");
  const { order, apart } = expected(false, 1);
  const row = (/** @type {number} */ token) =>
    ORDER.row(tokens[token], token, order.indexOf(token), formatNumber(apart.data[token]));
  const said = async () => (await page.locator("mha-lab-order p[role=status]").first().textContent())?.trim();
  assert.equal(await said(), row(3));
  for (const side of ["first", "last"]) {
    const at = await figure.evaluate((it, which) => {
      const { hit, width, height } = /** @type {any} */ (it).scene;
      const found = [];
      for (let y = 0; y < height; y += 3)
        for (let x = 0; x < width; x += 3) if (hit(x, y) === 7) found.push({ x, y });
      const outermost = Math[which === "first" ? "min" : "max"](...found.map(({ x }) => x));
      const there = found.filter(({ x }) => x === outermost);
      return there[there.length >> 1]; // in the middle of its row
    }, side);
    await figure.click({ position: at });
    await drawn(page);
    assert.equal(await said(), row(7));
    assert.equal(
      await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).token),
      7,
    );
    await figure.locator("canvas").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await drawn(page);
    assert.equal(await said(), row(6));
    await page.keyboard.press("Escape");
  }
  await close();
});
