// The labs of scores and weights: roles of queries and keys, softmax and dropout, compared with the core and with PyTorch (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { shareInFour } from "../../web/kit/text/share.js";
import { ROLLS } from "../../web/labs/dropout/state.js";
import { DROPOUT } from "../../web/labs/dropout/words.js";
import { ROLES } from "../../web/labs/roles/words.js";
import { FIRST_TURN, SoftmaxStudy, WIDTHS } from "../../web/labs/softmax/state.js";
import { SOFTMAX } from "../../web/labs/softmax/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLabs } from "./support/labs.js";
import { core, dModel, heads, layer, query, seed } from "./support/walk.js";

const browser = useBrowser();
const useLabOf = useLabs(browser);
const fixtures = await readFixture("labs");

describe("the lab of queries and keys in swapped roles", () => {
  const openLab = useLabOf("roles");
  const tokens = tokenize(OPENING);
  const tied = core.createLayer({ dModel, numHeads: heads, seed, init: "constructed" });
  tied.setWeights({ wK: /** @type {any} */ (tied.weights().wQ) });
  const RUNS = {
    own: layer.forward({ query }),
    tied: tied.forward({ query }),
    raw: layer.forward({ query, fault: "raw_inputs" }),
  };

  for (const [way, name] of ROLES.ways)
    test(`scores and their asymmetry agree with the core: ${name}`, async () => {
      const { page, seen, close } = await openLab("?head=1&token=7&key-token=1");
      await page.locator("mha-lab-roles").getByRole("button", { name, exact: true }).click();
      await drawn(page);
      const { data, shape } = RUNS[way].tensor("scaled");
      const at = (/** @type {number} */ i, /** @type {number} */ j) => formatNumber(data[(12 + i) * 12 + j]);
      assert.deepEqual(
        await tableOf(page, "roles"),
        tokens.map((token, i) => [token, ...tokens.map((_, j) => at(i, j))]),
      );
      const apart = core.asymmetry({ data, shape });
      assert.deepEqual(
        await page.locator("mha-lab-roles .weight").allTextContents(),
        Array.from(apart.data, (value) => formatNumber(value, 2)),
      );
      assert.equal(
        (await page.locator("mha-lab-roles p[role=status]").first().textContent())?.trim(),
        ROLES.cell("it", "animal", at(7, 1), at(1, 7)),
      );
      if (way !== "own") assert.equal(at(7, 1), at(1, 7));
      seen.assertQuiet();
      await close();
    });

  test("the list selects a head, and the keyboard selects a pair", async () => {
    const { page, close } = await openLab("?head=1&token=7&key-token=1");
    await page.locator("mha-lab-roles").getByRole("button", { name: "head 4" }).click();
    await page.locator("mha-lab-roles canvas").focus();
    for (const key of ["Enter", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
    await drawn(page);
    const shown = await page.evaluate(() => {
      const { head, token, keyToken } = /** @type {any} */ (document.querySelector("mha-explainer"));
      return [head, token, keyToken];
    });
    assert.deepEqual(shown, [4, 8, 0]);
    await close();
  });

  test("without square scores, a message says so, and the choice stays available", async () => {
    const { page, seen, close } = await openLab();
    const set = (/** @type {object} */ to) =>
      page.evaluate(
        (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
        to,
      );
    const lab = page.locator("mha-lab-roles");
    await set({ kvHeads: 2 });
    await lab.getByRole("button", { name: "W_K = W_Q" }).click();
    assert.equal(await lab.locator("p[role=status]").textContent(), ROLES.hindrance.shared);
    await lab.getByRole("button", { name: "raw x, no W" }).click();
    assert.match((await lab.locator("p[role=status]").textContent()) ?? "", /raw_inputs needs inputs/);
    await lab.getByRole("button", { name: "as they are" }).click();
    await lab.locator("mha-figure").waitFor();
    await set({ kvHeads: null, keyTokens: ["eins", "zwei"] });
    await drawn(page);
    assert.equal(await lab.locator("p[role=status]").textContent(), ROLES.hindrance.cross);
    seen.assertQuiet();
    await close();
  });
});

describe("the lab of the softmax", () => {
  const openLab = useLabOf("softmax");
  const tokens = tokenize(OPENING);
  const T = tokens.length;
  const study = new SoftmaxStudy(core, tokens, 1);

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
      const [, named] = /** @type {[boolean, string]} */ (
        SOFTMAX.scales.find(([is]) => is === turn.isScaled)
      );
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
});

describe("the lab of dropout", () => {
  const openLab = useLabOf("dropout");
  const torch = fixtures.find(({ name }) => name === "dropout")?.tensors ?? {};
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
    ofHead(torch.weights.data).forEach((value, at) =>
      assert.ok(Math.abs(weights[at] - value) < 2e-6, `${at}`),
    );
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
    const said = async () =>
      (await page.locator("mha-lab-dropout p[role=status]").first().textContent()) ?? "";
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
});
