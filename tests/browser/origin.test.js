// The origin of a number: every formula has the core's numbers, and ends in the shown number, to its last digit.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { readFixture } from "../core/fixture.js";
import { drawn, goTo, spoken } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { click, layer, openWalk, run, texts, valueAt } from "./support/walk.js";

const browser = useSharedTab();

/** @param {import("playwright-core").Page} page */
const lines = (page) => texts(page, "mha-origin li");

/** @param {number | number[]} at */
const spanOf = (at) => (Array.isArray(at) ? { from: at[0], to: at[1] } : { from: at, to: at });

test("an output is traced back to x: through W_O, heads, the softmax's row, Q and K, and V; each formula ends in the shown value, to its last digit; a product names its largest terms", async () => {
  const { page, close } = await openWalk(browser);
  await goTo(page, "output");
  await click(page, [0, 7, 5]);
  const said = await lines(page);
  const ids = said.map((line) => line.split("[")[0]);
  const path = ["output", "context_c", "context", "weights", "scaled", "scores", "v", "k", "q", "x"];
  assert.deepEqual(ids, path);
  for (const line of said) {
    const [, id, block, rest] = /^(\w+)\[([^\]]+)\](.*)$/.exec(line) ?? [];
    const index = (/of them \[([^\]]+)\]/.exec(rest)?.[1] ?? block).split(", ").map(Number);
    assert.ok(rest.includes(`= ${formatNumber(valueAt(id, index))} =`), `${id}[${index}] in ${line}`);
  }
  const lit = await page
    .locator("mha-stage mha-figure")
    .evaluate((it) =>
      /** @type {any} */ (it).scene.parts.flatMap((/** @type {any} */ part) => part.tensor.lit ?? []),
    );
  assert.deepEqual(lit, [...[0, 7, [0, 63]].map(spanOf), ...[0, 7, 5].map(spanOf)]); // x and the output, not W_O
  const { wO } = layer.weights();
  const dot = (/** @type {number} */ n, /** @type {(i: number) => number} */ term) =>
    Array.from({ length: n }, (_, i) => term(i)).reduce((sum, each) => sum + each, 0);
  /** @type {[string, number[], (index: number[]) => number][]} computed from the core's numbers one step before */
  const made = [
    [
      "output",
      [0, 3, 40],
      ([, t, c]) => dot(64, (i) => valueAt("concat", [0, t, i]) * (wO?.data[i * 64 + c] ?? NaN)),
    ],
    [
      "context",
      [0, 4, 7, 3],
      ([, h, t, d]) => dot(12, (j) => valueAt("weights", [0, h, t, j]) * valueAt("v_heads", [0, h, j, d])),
    ],
    [
      "weights",
      [0, 7, 7, 3],
      ([, h, i, j]) =>
        Math.exp(valueAt("scaled", [0, h, i, j])) / dot(12, (k) => Math.exp(valueAt("scaled", [0, h, i, k]))),
    ],
    [
      "scores",
      [0, 4, 2, 9],
      ([, h, i, j]) => dot(8, (d) => valueAt("q_heads", [0, h, i, d]) * valueAt("k_heads", [0, h, j, d])),
    ],
  ];
  for (const [id, index, compute] of made) {
    await goTo(page, id);
    await click(page, index);
    const [line] = await lines(page);
    const shown = / = (\S+) = /.exec(line)?.[1];
    assert.equal(shown, formatNumber(compute(index)), line);
  }
  await goTo(page, "scaled");
  await click(page, [0, 5, 7, 3]);
  const [line] = await lines(page);
  const [, shown, score] = / = (\S+) = (\S+) \/ √8$/.exec(line) ?? [];
  assert.equal(score, formatNumber(valueAt("scores", [0, 5, 7, 3]), 6));
  assert.equal(
    shown,
    formatNumber(Number(score.replace("−", "-")) / Math.sqrt(8)),
    "by the numbers that stand there",
  );
  await goTo(page, "context");
  await click(page, [0, 0, 7, 3]);
  const [product] = await lines(page);
  const [[weight, value]] = Array.from({ length: 12 }, (_, j) => [
    valueAt("weights", [0, 0, 7, j]),
    valueAt("v_heads", [0, 0, j, 3]),
  ]).sort((a, b) => Math.abs(b[0] * b[1]) - Math.abs(a[0] * a[1]));
  assert.ok(product.includes(`${formatNumber(weight, 6)}·${formatNumber(value, 6)} +`), product);
  assert.ok(product.endsWith("(12 products)"), product);
  await close();
});

test("the last element of every step has an origin; the softmax and the scale name their inputs; Escape closes the origin", async () => {
  const { page, seen, close } = await openWalk(browser);
  for (const { id, shape } of run.steps) {
    const index = shape.map((size) => size - 1);
    await page.evaluate(
      ([step, at]) => /** @type {any} */ (document.querySelector("mha-explainer")).store.trace(step, at),
      /** @type {const} */ ([id, index]),
    );
    await drawn(page);
    const [line = ""] = await lines(page);
    assert.ok(line.startsWith(`${id}[${index.join(", ")}] = ${formatNumber(valueAt(id, index))} =`), line);
  }
  await goTo(page, "weights");
  await click(page, [0, 5, 7, 3]);
  const said = await lines(page);
  const scaled = formatNumber(valueAt("scaled", [0, 5, 7, 3]), 6);
  assert.ok(said[0].includes(`= softmax(${scaled}) over scaled[0, 5, 7, :]`), said[0]);
  assert.match(said[1], /^scaled\[0, 5, 7, :\] 12 numbers, of them \[0, 5, 7, 3\] = \S+ = \S+ \/ √8$/);
  assert.match(said.at(-1) ?? "", /^x\[0, :, :\] 768 numbers/);
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal(await page.locator("mha-origin").count(), 0);
  seen.assertQuiet();
  await close();
});

test("the keyboard reaches, selects and traces a number, which is PyTorch's", async () => {
  const [{ tensors }] = await readFixture("page");
  const { page, close } = await openWalk(browser);
  await goTo(page, "weights");
  const { data, shape } = tensors.weights;
  const [b, h, i, j, , expected] = data.subarray(0, shape[1]);
  await click(page, [b, h, i, Math.max(0, j - 1)]);
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press("Enter");
  if (j > 0) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await drawn(page);
  const [line] = await lines(page);
  assert.ok(line.startsWith(`weights[${[b, h, i, j].join(", ")}] = ${formatNumber(expected)} =`), line);
  assert.ok((await spoken(page)).endsWith(`is ${formatNumber(expected)}.`));
  await page.locator("mha-origin li button").nth(1).focus();
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(await page.locator("mha-words h2").innerText(), "Scale the scores");
  assert.ok(run.steps.some(({ id }) => id === "scaled"));
  await close();
});
