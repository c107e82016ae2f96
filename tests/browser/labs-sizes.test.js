// The labs of costs, of the layer and of shape operations, compared with the core.
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { CHAIN } from "../../web/labs/chain/words.js";
import { costAnswer } from "../../web/labs/cost/state.js";
import { layerAnswer } from "../../web/labs/layer/state.js";
import { pictureOf } from "../page/support/pictures.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLabs } from "./support/labs.js";
import { core, layer, query } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/labs/layer/state.js").LayerTurn} LayerTurn */

const browser = useBrowser();
const useLabOf = useLabs(browser);

describe("the lab of costs", () => {
  const openLab = useLabOf("cost");

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
});

describe("the lab of the layer", () => {
  const openLab = useLabOf("layer");

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
});

describe("the lab of shape operations", () => {
  const openLab = useLabOf("chain");
  const run = layer.forward({ query });

  /** @param {import("playwright-core").Page} page */
  function partsOf(page) {
    const lab = page.locator("mha-lab-chain");
    const field = lab.getByRole("textbox");
    return {
      lab,
      field,
      /** @param {string} text */
      async type(text) {
        await field.fill(text);
        await drawn(page);
      },
      said: async () => ((await lab.locator("p[role=status]").first().textContent()) ?? "").trim(),
      calls: () =>
        lab
          .locator(".calls tbody tr")
          .evaluateAll((rows) =>
            rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim())),
          ),
    };
  }

  test("shape, strides, memory and numbers of each call agree with the core", async () => {
    const { page, seen, close } = await openLab();
    const { type, said, calls } = partsOf(page);
    await type(".view(B, T, H, d_k).transpose(1, 2)");
    assert.equal(await said(), CHAIN.outcome.right({ to: "q_heads", moved: "0" }));
    assert.deepEqual(await calls(), [
      ["q", "(1, 12, 64)", "(768, 64, 1)", CHAIN.itself],
      [".view(B, T, H, d_k)", "(1, 12, 8, 8)", "(768, 64, 8, 1)", CHAIN.seen],
      [".transpose(1, 2)", "(1, 8, 12, 8)", "(768, 8, 64, 1)", CHAIN.seen],
    ]);
    const { data } = run.tensor("q_heads");
    const rows = await tableOf(page, "chain");
    assert.deepEqual(rows[17], [
      "[0, 1, 5]",
      ...Array.from(data.subarray(17 * 8, 18 * 8), (value) => formatNumber(value)),
    ]);
    seen.assertQuiet();
    await close();
  });

  test("a result with the right shape but misplaced elements counts them and names the wrong path; the typed text stays", async () => {
    const { page, seen, close } = await openLab();
    const { lab, field, type, said } = partsOf(page);
    await type(".view(1, 8, 12, 8)");
    const links = core.followChain([1, 12, 64], [{ name: "view", given: [1, 8, 12, 8] }]);
    assert.equal(links.length, 2);
    assert.match(
      await said(),
      /752 of 768 numbers are not what belongs there\. Every cell matches a known wrong path: \.view\(1, 8, 12, 8\)/,
    );
    await type(".view(1, 8, 12");
    assert.match(await said(), /“\.view\(1, 8, 12” is no call\. What would work/);
    assert.equal(await field.inputValue(), ".view(1, 8, 12");
    await type(".transpose(1, 2).view(B, d_model, T).contiguous()");
    await type(".transpose(1, 2).view(B, T, d_model)");
    assert.match(
      await said(),
      /Refused: view \(1, 12, 64\).* view size is not compatible with input tensor's size and stride/,
    );
    assert.equal(await lab.locator(".calls tbody tr").count(), 2, "what stood before it stays");
    seen.assertQuiet();
    await close();
  });

  test("the keyboard selects an exercise, a solution, and a cell with its place in memory", async () => {
    const { page, seen, close } = await openLab();
    const { lab, field, said } = partsOf(page);
    await lab.getByRole("button", { name: "concat of context" }).focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    await lab.getByRole("button", { name: CHAIN.show }).focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await field.inputValue(), ".transpose(1, 2).contiguous().view(1, 12, 64)");
    assert.equal(await said(), CHAIN.outcome.right({ to: "concat", moved: "3,072" }));
    await lab.locator("canvas").first().focus();
    for (const key of ["Enter", "ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await drawn(page);
    const value = run.tensor("concat").data[66];
    assert.equal(
      ((await lab.locator("p[role=status]").last().textContent()) ?? "").trim(),
      `[0, 1, 2] → 0·768 + 1·64 + 2·1 = 66 → ${formatNumber(value)}, which was context[0, 0, 1, 2].`,
    );
    seen.assertQuiet();
    await close();
  });

  test("each exercise judges a typed chain, and hostile input does no harm", async () => {
    const { page, seen, close } = await openLab();
    const { lab, field, type, said } = partsOf(page);
    await type(`<img src=x onerror="document.title='gone'">`.repeat(50));
    assert.match(await said(), /is no call/);
    await type(".expand(9999999, 12, 64)");
    assert.match(await said(), /Refused: shape \(9999999, 12, 64\) has more than 16777216 elements/);
    await lab.getByRole("button", { name: "k_t of k" }).click();
    await drawn(page);
    await lab.getByRole("button", { name: "q_heads of q" }).click();
    await drawn(page);
    assert.equal(await field.inputValue(), ".expand(9999999, 12, 64)");
    assert.notEqual(await page.title(), "gone");
    seen.assertQuiet();
    await close();
  });
});
