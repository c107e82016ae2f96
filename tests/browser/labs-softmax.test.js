// The lab of the softmax, compared with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { FIRST_TURN, SoftmaxStudy, WIDTHS } from "../../web/labs/softmax/state.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { SOFTMAX } from "../../web/labs/softmax/words.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";
import { shareInFour } from "../../web/kit/text/share.js";

const browser = useBrowser();
const openLab = useLab(browser, "softmax");
const tokens = tokenize(OPENING);
const T = tokens.length;
const study = new SoftmaxStudy(await loadCore(), tokens, 1);

/** @param {import("playwright-core").Page} page @param {string} name @param {number} value */
async function drag(page, name, value) {
  await page
    .locator("mha-lab-softmax label", { hasText: name })
    .locator("input")
    .evaluate((it, to) => {
      /** @type {HTMLInputElement} */ (it).value = String(to);
      it.dispatchEvent(new Event("input"));
    }, value);
  await drawn(page);
}

test("scores, weights and Jacobian norms agree with the core for every setting", async () => {
  const { page, seen, close } = await openLab("?token=7");
  for (const turn of [
    FIRST_TURN,
    { dK: 64, isScaled: false, temperature: 1 },
    { dK: 512, isScaled: false, temperature: 1 },
    { dK: 512, isScaled: true, temperature: 0.5 },
  ]) {
    await drag(page, "d_k", WIDTHS.indexOf(turn.dK));
    await drag(page, SOFTMAX.temperature, Math.log2(turn.temperature));
    const [, named] = /** @type {[boolean, string]} */ (SOFTMAX.scales.find(([is]) => is === turn.isScaled));
    await page.locator("mha-lab-softmax").getByRole("button", { name: named, exact: true }).click();
    await drawn(page);
    const { scores, weights, entropy, passed, all } = study.answer(turn);
    const marks = await sceneOf(page, "softmax");
    const strip = (/** @type {string} */ name) => {
      const { y } = marks.find((/** @type {any} */ { text }) => text === name);
      return marks
        .filter((/** @type {any} */ mark) => mark.y === y && mark.text !== name)
        .map((/** @type {any} */ { text }) => text);
    };
    const row = (/** @type {Float32Array} */ data) => Array.from(data.subarray(7 * T, 8 * T));
    assert.deepEqual(
      strip(SOFTMAX.picture.scores),
      row(scores.data).map((value) => formatNumber(value, 2)),
    );
    assert.deepEqual(strip(SOFTMAX.picture.weights), row(weights.data).map(shareInFour));
    const said = (await page.locator("mha-lab-softmax p[role=status]").textContent()) ?? "";
    const row7 = SOFTMAX.row({
      ...{
        word: "it",
        entropy: formatNumber(entropy.data[7]),
        most: formatNumber(Math.log(T)),
        passed: formatNumber(passed.data[7]),
      },
    });
    assert.ok(said.includes(row7), `${said} does not say ${row7}`);
    const each = {
      entropy: formatNumber(all.entropy),
      median: formatNumber(all.median),
      mean: formatNumber(all.mean),
    };
    assert.ok(said.includes(SOFTMAX.all(each)), said);
  }
  const { at: curves } = study.curves(1);
  const widest = WIDTHS.length - 1;
  for (const [width, says] of /** @type {const} */ ([
    [WIDTHS.indexOf(FIRST_TURN.dK), "alike"],
    [widest, "apart"],
  ])) {
    await page.locator("mha-lab-softmax input[type=range]").first().fill(String(width));
    await drawn(page);
    const medians = { scaled: curves.scaled[width].median, unscaled: curves.unscaled[width].median };
    const sentence = SOFTMAX.median[says]({
      width: WIDTHS[width],
      scaled: formatNumber(medians.scaled),
      unscaled: formatNumber(medians.unscaled),
    });
    const paragraphs = await page.locator("mha-lab-softmax p").allTextContents();
    assert.ok(paragraphs.includes(sentence), `${sentence} is none of ${paragraphs.join(" | ")}`);
  }
  const rows = await tableOf(page, "softmax");
  const { at } = study.curves(1);
  assert.deepEqual(
    rows,
    WIDTHS.map((width, i) => [
      String(width),
      ...[at.scaled[i], at.unscaled[i]].flatMap((all) =>
        [all.entropy, all.median, all.mean, all.reached].map((value) => formatNumber(value)),
      ),
    ]),
  );
  seen.assertQuiet();
  await close();
});

test("the keyboard alone sets the widest heads, without the division by √d_k", async () => {
  const { page, close } = await openLab("?token=7");
  await page.locator("mha-lab-softmax input[type=range]").first().focus();
  await page.keyboard.press("End");
  const turned = { ...FIRST_TURN, dK: /** @type {number} */ (WIDTHS.at(-1)), isScaled: false };
  const [, named] = /** @type {[boolean, string]} */ (SOFTMAX.scales.find(([is]) => !is));
  await page.locator("mha-lab-softmax").getByRole("button", { name: named, exact: true }).focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  const { scores } = study.answer(turned);
  const texts = (await sceneOf(page, "softmax")).map((/** @type {any} */ { text }) => text);
  for (const score of scores.data.subarray(7 * T, 8 * T))
    assert.ok(texts.includes(formatNumber(score, 2)), `${score}`);
  await close();
});
