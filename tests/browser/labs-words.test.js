// The labs of word order, of a head built by hand and of gradients, compared with the core and with PyTorch (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { search } from "../../web/labs/build/state.js";
import { BUILD, WANTED } from "../../web/labs/build/words.js";
import { GradientStudy } from "../../web/labs/gradients/state.js";
import { GRADIENTS } from "../../web/labs/gradients/words.js";
import { shuffle } from "../../web/labs/order/state.js";
import { ORDER } from "../../web/labs/order/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { showTable } from "./support/figure-menu.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLabs } from "./support/labs.js";
import { core, dModel, layer, query, seed } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const useLabOf = useLabs(browser);
const fixtures = await readFixture("labs");

describe("the lab of word order", () => {
  const openLab = useLabOf("order");
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
    const said = async () =>
      (await page.locator("mha-lab-order p[role=status]").first().textContent())?.trim();
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
});

describe("the lab that builds a head", () => {
  const openLab = useLabOf("build");
  const tokens = tokenize(OPENING);

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
});

describe("the lab of gradients", () => {
  const openLab = useLabOf("gradients");
  const study = new GradientStudy(core, compute(core, { tokens: tokenize(OPENING), ...DEFAULTS }));
  const cases = fixtures.filter(({ name }) => name.startsWith("gradients-"));
  const SELECTED = "?token=7&key-token=1&column=5";

  /** Opens the lab, then selects head 2: the lab itself opens on another. */
  async function openAtHead2() {
    const opened = await openLab(SELECTED);
    await opened.page.evaluate(() =>
      /** @type {any} */ (document.querySelector("mha-explainer")).store.select({ head: 2 }),
    );
    await drawn(opened.page);
    return opened;
  }

  /** @param {import("playwright-core").Page} page */
  const status = async (page) =>
    ((await page.locator("mha-lab-gradients p[role=status]").first().textContent()) ?? "").trim();

  test("losses, scales and gradients agree with PyTorch", async () => {
    const { page, seen, close } = await openAtHead2();
    for (const fixture of cases) {
      const kind = /** @type {"number" | "row" | "weight"} */ (fixture.name.replace("gradients-", ""));
      const [, named] = /** @type {[string, string]} */ (GRADIENTS.kinds.find(([each]) => each === kind));
      await page.locator("mha-lab-gradients").getByRole("button", { name: named, exact: true }).click();
      await drawn(page);
      const loss = { kind, token: 7, key: 1, head: 2, column: 5 };
      const answer = study.answer(loss);
      assert.ok((await status(page)).endsWith(` = ${formatNumber(answer.loss, 4)}`), await status(page));
      assert.ok(Math.abs(answer.loss - fixture.tensors.loss.data[0]) < 1e-5);
      const marks = await sceneOf(page, "gradients");
      for (const id of ["x", "scaled", "weights"]) {
        const name = marks.find((/** @type {any} */ { text }) => text === id);
        const scale = marks.find(
          (/** @type {any} */ mark) => mark.x === name.x && Math.abs(mark.y - name.y - 16) < 1,
        );
        const most = fixture.tensors[id].data.reduce(
          (largest, value) => Math.max(largest, Math.abs(value)),
          0,
        );
        assert.equal(scale.text, `±${formatNumber(most, 2)}`, id);
      }
      const rows = await tableOf(page, "gradients");
      const should = fixture.tensors.scaled.data;
      rows.forEach((row, i) =>
        row.slice(1).forEach((text, key) => {
          const value = should[i * 12 + key];
          const shown = Number(text.replace("−", "-"));
          assert.ok(
            Math.abs(shown - value) <= 0.006 * Math.abs(value) + 1e-6,
            `[${i}, ${key}] ${text}, torch has ${value}`,
          );
        }),
      );
    }
    seen.assertQuiet();
    await close();
  });

  test("changing a weight moves the loss as in the core, and close to the prediction of its gradient", async () => {
    const { page, close } = await openLab(SELECTED);
    const loss = { kind: /** @type {const} */ ("number"), token: 7, key: 1, head: 2, column: 5 };
    const answer = study.answer(loss);
    const place = study.largest(answer, "wQ");
    for (const by of [0.02, -0.3]) {
      await page.locator("mha-lab-gradients input[type=range]").evaluate((it, to) => {
        /** @type {HTMLInputElement} */ (it).value = String(to);
        it.dispatchEvent(new Event("input"));
      }, by);
      await drawn(page);
      const { moved, said, loss: then } = study.nudged(loss, answer, place, by);
      const cells = await page
        .locator("mha-lab-gradients .two table tbody tr")
        .filter({ hasText: /^\s*L / })
        .evaluateAll((all) =>
          all.map((row) => [...row.children].map((cell) => (cell.textContent ?? "").trim())),
        );
      assert.deepEqual(cells, [
        [GRADIENTS.moves, formatNumber(said, 4), formatNumber(moved, 4)],
        [GRADIENTS.becomes, "", formatNumber(then, 4)],
      ]);
    }
    await close();
  });

  test("steps can be selected by pointer and by keyboard; a step without influence on the loss is marked", async () => {
    const { page, close } = await openLab(SELECTED);
    const station = () => page.locator("mha-lab-gradients").evaluate((it) => /** @type {any} */ (it).station);
    const figure = page.locator("mha-lab-gradients mha-figure").first();
    await figure.locator("canvas").focus();
    for (const key of ["Enter", "ArrowRight"]) await page.keyboard.press(key);
    assert.equal(await station(), "weights");
    for (const key of ["ArrowRight", "Escape"]) await page.keyboard.press(key);
    assert.equal(await station(), "context");
    const at = await figure.evaluate((it) => {
      const { x, y } = /** @type {any} */ (it).scene.tiles.find(
        (/** @type {any} */ { id }) => id === "v_heads",
      );
      return { x: x + 10, y: y + 10 };
    });
    await figure.click({ position: at });
    await drawn(page);
    assert.equal(await station(), "v_heads");
    assert.equal(
      await page.locator("mha-lab-gradients .two span.mono").first().textContent(),
      "∂v_heads = weightsᵀ · ∂context",
    );
    await page.locator("mha-lab-gradients").getByRole("button", { name: "one attention weight" }).click();
    await drawn(page);
    assert.equal(
      await page.locator("mha-lab-gradients .two p[role=status]").first().textContent(),
      GRADIENTS.none,
    );
    await close();
  });

  test("a column that does not exist is reported, and the old one stays", async () => {
    const { page, close } = await openLab(SELECTED);
    const column = page.locator("mha-lab-gradients .turn").first().locator("input[type=number]");
    const before = await status(page);
    await column.fill("64");
    await drawn(page);
    assert.equal(
      await column.evaluate((it) => /** @type {HTMLInputElement} */ (it).validationMessage),
      GRADIENTS.most(63),
    );
    assert.equal(await status(page), before);
    await close();
  });
});
