// The lab of dropout, compared with PyTorch by the core's generator (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { ROLLS } from "../../web/labs/dropout/state.js";
import { DROPOUT } from "../../web/labs/dropout/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { tableOf, useLab } from "./support/labs.js";

const browser = useBrowser();
const openLab = useLab(browser, "dropout");
const torch = (await readFixture("labs")).find(({ name }) => name === "dropout")?.tensors ?? {};
const T = 12;

test("a dropout sample agrees with PyTorch, including row sums; another sample differs", async () => {
  const { page, seen, close } = await openLab("?head=4");
  const rows = await tableOf(page, "dropout");
  const { roll, sums } = torch;
  rows.forEach((row, i) => {
    row.slice(1, T + 1).forEach((text, key) => {
      const value = roll.data[(4 * T + i) * T + key];
      assert.ok(
        Math.abs(Number(text) - value) <= 0.006 * value,
        `[${i}, ${key}] ${text}, torch has ${value}`,
      );
    });
    assert.ok(Math.abs(Number(row[T + 1]) - sums.data[4 * T + i]) < 0.006);
  });
  const said = (await page.locator("mha-lab-dropout p[role=status]").first().textContent()) ?? "";
  const ofHead = [...sums.data.subarray(4 * T, 5 * T)];
  assert.ok(
    said.includes(DROPOUT.sums(formatNumber(Math.min(...ofHead), 2), formatNumber(Math.max(...ofHead), 2))),
    said,
  );
  assert.match(said, /^\s*This roll drops \d+ of \d+ weights, each with the chance 0\.3/);
  await page.locator("mha-lab-dropout").getByRole("button", { name: DROPOUT.roll, exact: true }).click();
  assert.notDeepEqual(await tableOf(page, "dropout"), rows);
  seen.assertQuiet();
  await close();
});

test("the mean of many samples agrees with PyTorch, and is close to the returned attention", async () => {
  const { page, seen, close } = await openLab("?head=4");
  await page
    .locator("mha-lab-dropout")
    .getByRole("button", { name: DROPOUT.average(ROLLS) })
    .click();
  await page.waitForFunction(
    (rolls) => {
      const labs = /** @type {any} */ (document.querySelector("mha-labs"));
      return labs.shadowRoot.querySelector("mha-lab-dropout").mean?.mean.rolls === rolls;
    },
    ROLLS,
    { polling: 20 },
  );
  await drawn(page);
  const { shown, weights } = await page.locator("mha-lab-dropout").evaluate((it) => {
    const { mean, weights } = /** @type {any} */ (it).view();
    return { shown: [...mean], weights: [...weights] };
  });
  const ofHead = (/** @type {Float32Array} */ data) => data.subarray(4 * T * T, 5 * T * T);
  ofHead(torch.mean.data).forEach((value, at) => assert.ok(Math.abs(shown[at] - value) < 3e-6, `${at}`));
  ofHead(torch.weights.data).forEach((value, at) => assert.ok(Math.abs(weights[at] - value) < 2e-6, `${at}`));
  assert.equal(
    await page.locator("mha-lab-dropout p[role=status]").nth(1).textContent(),
    DROPOUT.averaged(ROLLS),
  );
  seen.assertQuiet();
  await close();
});

test("a second press during the mean counts anew, without the first count in between", async () => {
  const { page, close } = await openLab("?head=4");
  const button = page.locator("mha-lab-dropout").getByRole("button", { name: DROPOUT.average(ROLLS) });
  const counts = await button.evaluate(async (press) => {
    const lab = /** @type {any} */ (/** @type {ShadowRoot} */ (press.getRootNode()).host);
    const seen = [];
    /** @type {any} */ (press).click();
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    /** @type {any} */ (press).click();
    for (let frame = 0; frame < 8; frame++) {
      seen.push(lab.mean.mean.rolls);
      await new Promise(requestAnimationFrame);
    }
    return seen;
  });
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  );
  await close();
});

test("with p = 0 nothing is dropped", async () => {
  const { page, close } = await openLab();
  await page.locator("mha-lab-dropout input[type=range]").fill("0");
  await drawn(page);
  assert.ok(
    ((await page.locator("mha-lab-dropout p[role=status]").first().textContent()) ?? "").includes(
      DROPOUT.off,
    ),
  );
  const rows = await tableOf(page, "dropout");
  for (const row of rows)
    assert.ok(Math.abs(Number(row.at(-1)) - 1) < 1e-6, `a row of weights adds up to ${row.at(-1)}`);
  await close();
});

test("the probability and the sample can be changed by keyboard alone", async () => {
  const { page, close } = await openLab("?head=4");
  const said = async () => (await page.locator("mha-lab-dropout p[role=status]").first().textContent()) ?? "";
  await page.locator("mha-lab-dropout input[type=range]").focus();
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.match(await said(), /each with the chance 0\.35/);
  const rows = await tableOf(page, "dropout");
  await page.locator("mha-lab-dropout input[type=range]").focus();
  for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
  await drawn(page);
  assert.notDeepEqual(await tableOf(page, "dropout"), rows);
  await close();
});
