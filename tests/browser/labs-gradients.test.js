// The lab of gradients, compared with PyTorch's autograd (tests/fixtures/labs.py) and with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { GradientStudy } from "../../web/labs/gradients/state.js";
import { DEFAULTS, OPENING } from "../../web/kit/state/settings.js";
import { compute } from "../../web/kit/state/picture.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { GRADIENTS } from "../../web/labs/gradients/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";

const browser = useBrowser();
const openLab = useLab(browser, "gradients");
const core = await loadCore();
const study = new GradientStudy(core, compute(core, { tokens: tokenize(OPENING), ...DEFAULTS }));
const cases = (await readFixture("labs")).filter(({ name }) => name.startsWith("gradients-"));
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
      const most = fixture.tensors[id].data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
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
