// The numbers of the core beside a walk. The origin of a number: every formula has the core's numbers, and ends in the shown number, to its last digit. The cost meter: the counts of this layer, and of known sizes.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { readFixture } from "../core/fixture.js";
import { drawn, goTo, showAddress, spoken, useOnePage } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { click, core, dModel, heads, layer, openWalk, run, table, texts, valueAt } from "./support/walk.js";

const browser = useSharedTab();

/** A walk for one test after another. */
const open = useOnePage(
  () => openWalk(browser),
  ({ page }) => showAddress(page, "?step=q_heads"),
);

/** @param {import("playwright-core").Page} page */
const lines = (page) => texts(page, "mha-origin li");

/** @param {number | number[]} at */
const spanOf = (at) => (Array.isArray(at) ? { from: at[0], to: at[1] } : { from: at, to: at });

test("an output is traced back to x: through W_O, heads, the softmax's row, Q and K, and V; each formula ends in the shown value, to its last digit; a product names its largest terms", async () => {
  const { page, close } = await open();
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
  const { page, seen, close } = await open();
  const lasts = run.steps.map(({ id, shape }) => ({ id, index: shape.map((size) => size - 1) }));
  const firstLines = await page.evaluate(async (all) => {
    const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
    const found = [];
    for (const { id, index } of all) {
      explainer.store.trace(id, index);
      await explainer.updateComplete;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const walk = explainer.shadowRoot.querySelector("mha-shape-walk");
      const line = walk.shadowRoot.querySelector("mha-origin").shadowRoot.querySelector("li");
      found.push(line.innerText.replace(/\s+/g, " ").trim());
    }
    return found;
  }, lasts);
  for (const [i, { id, index }] of lasts.entries()) {
    const line = firstLines[i];
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
  const { page, close } = await open();
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

const count = (/** @type {number} */ n) => n.toLocaleString("en-US");

test("the cost meter shows the core's counts, in total and by step, also for sizes too large to run", async () => {
  const { page, close } = await open();
  await page.locator("mha-cost summary").click();
  /** @type {[string, import("../../web/core/cost.js").Cost][]} */
  const sizes = [
    ["this layer", core.cost({ dModel, numHeads: heads }, { Tq: 12 })],
    ["Transformer, base: 512 / 8", core.cost({ dModel: 512, numHeads: 8 }, { Tq: 12 })],
    ["BERT, base: 768 / 12", core.cost({ dModel: 768, numHeads: 12 }, { Tq: 12 })],
    ["BERT, large: 1024 / 16", core.cost({ dModel: 1024, numHeads: 16 }, { Tq: 12 })],
    ["Llama 2, 7B: 4096 / 32", core.cost({ dModel: 4096, numHeads: 32 }, { Tq: 12 })],
    ["GPT-3: 12288 / 96", core.cost({ dModel: 12288, numHeads: 96 }, { Tq: 12 })],
  ];
  for (const [name, cost] of sample(sizes, 0, 2, 5)) {
    await page.locator("mha-cost").getByRole("button", { name, exact: true }).click();
    const rows = await table(page, "mha-cost .scroll >> nth=0");
    const each = [cost, cost.oneFullSizeHead, cost.fullSizeHeads];
    assert.deepEqual(
      rows.parameters,
      each.map(({ parameters }) => count(parameters)),
      name,
    );
    assert.deepEqual(
      rows.FLOPs,
      each.map(({ flops }) => count(flops)),
      name,
    );
    assert.deepEqual(
      rows["bytes moved"],
      each.map(({ bytesRead, bytesWritten }) => count(bytesRead + bytesWritten)),
      name,
    );
    const steps = await table(page, "mha-cost .scroll >> nth=1");
    for (const { id, shape, storage, flops, bytesRead, bytesWritten } of cost.steps)
      assert.deepEqual(
        steps[id],
        [shape.join("×"), storage, count(flops), count(bytesRead + bytesWritten)],
        id,
      );
    assert.equal(
      (await texts(page, "mha-cost p")).some((said) => said.includes("by its shapes alone")),
      name !== "this layer",
    );
  }
  const said = (await texts(page, "mha-cost p")).join(" ");
  const made = sizes[5][1].steps.filter((/** @type {{ op: string }} */ { op }) => op !== "input");
  const copies = made.filter((/** @type {{ storage: string }} */ { storage }) => storage === "copy").length;
  assert.ok(said.includes(`x is given. Of the other ${made.length} steps ${copies} write memory`), said);
  const large = sizes[5][1];
  assert.equal(large.parameters, 4 * 12288 * 12288);
  await close();
});
