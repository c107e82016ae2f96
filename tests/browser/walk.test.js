// What makes the walk more than pictures: where a number came from, index notation, wrong paths, cost, a second sentence, shared keys.
// Every number read here is compared with the core's own, fetched in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { cellOf } from "../../web/draw/slices.js";
import { number } from "../../web/draw/legend.js";
import { DEFAULTS, OPENING } from "../../web/state/settings.js";
import { tokenize } from "../../web/state/tokens.js";
import { drawn, goTo, ready, stepOf } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const core = await loadCore();
const { dModel, heads, seed } = DEFAULTS;
const layer = core.createLayer({ dModel, numHeads: heads, seed, init: "constructed" });
const query = core.embed(tokenize(OPENING), { dModel, seed });
const run = layer.forward({ query });

/** @param {string} id @param {number[]} index */
const valueAt = (id, index) => {
  const { data, shape } = run.tensor(id);
  return data[index.reduce((at, i, axis) => at * shape[axis] + i, 0)];
};

/** @param {string} address */
async function open(address = "") {
  const opened = await browser.open(address, {
    reducedMotion: "reduce",
    viewport: { width: 1700, height: 1400 },
  });
  await ready(opened.page);
  return opened;
}

/** @param {Page} page @param {number[]} index */
async function click(page, index) {
  const { x, y, layout } = await page.locator("mha-stage mha-figure").evaluate((it) => {
    const part = /** @type {any} */ (it).scene.parts.at(-1);
    return { x: part.x, y: part.y, layout: part.tensor.layout };
  });
  const cell = cellOf(layout, index);
  assert.ok(cell);
  await page
    .locator("mha-stage canvas")
    .click({ position: { x: x + cell.x + cell.w / 2, y: y + cell.y + cell.h / 2 } });
  await drawn(page);
}

test("a clicked number is told back to x, with the core's values in its formula", async () => {
  const { page, close } = await open();
  await goTo(page, "weights");
  await click(page, [0, 5, 7, 3]);
  const lines = (await page.locator("mha-origin li").allInnerTexts()).map((line) =>
    line.replace(/\s+/g, " "),
  );
  assert.match(lines[0], /^weights\[0, 5, 7, 3\] = /);
  assert.ok(lines[0].includes(`= ${number(valueAt("weights", [0, 5, 7, 3]))} =`), lines[0]);
  assert.ok(
    lines[0].includes(`softmax(${number(valueAt("scaled", [0, 5, 7, 3]))}) over scaled[0, 5, 7, :]`),
    lines[0],
  );
  assert.ok(
    lines.some((line) => line.startsWith("x[0, :, :]")),
    lines.join("\n"),
  );

  await goTo(page, "scaled");
  await click(page, [0, 5, 7, 3]);
  const scaled = (await page.locator("mha-origin li").first().innerText()).replace(/\s+/g, " ");
  assert.ok(scaled.includes(`${number(valueAt("scores", [0, 5, 7, 3]))} / √8`), scaled);
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal(await page.locator("mha-origin").count(), 0);
  await close();
});

test("the formula of a product names its largest terms, which are the core's numbers", async () => {
  const { page, close } = await open();
  await goTo(page, "context");
  await click(page, [0, 0, 7, 3]);
  const line = (await page.locator("mha-origin li").first().innerText()).replace(/\s+/g, " ");
  const terms = Array.from({ length: 12 }, (_, j) => [
    valueAt("weights", [0, 0, 7, j]),
    valueAt("v_heads", [0, 0, j, 3]),
  ]);
  const [weight, value] = terms.sort((a, b) => Math.abs(b[0] * b[1]) - Math.abs(a[0] * a[1]))[0];
  assert.ok(line.includes(`${number(weight)}·${number(value)} +`), line);
  assert.ok(line.endsWith("(12 products)"), line);
  await close();
});

test("pointing at an index lights its axis everywhere, and only while it lasts", async () => {
  const { page, close } = await open();
  await goTo(page, "scores");
  const notation = page.locator("mha-words .einsum");
  assert.equal((await notation.innerText()).replace(/\s+/g, ""), "bhid,bhjd→bhij");
  const lit = () =>
    page
      .locator("mha-words, mha-tape, mha-track, mha-lanes")
      .evaluateAll((all) => all.map((it) => it.getAttribute("lit")));
  await notation.locator(".index", { hasText: "h" }).first().hover();
  await drawn(page);
  assert.deepEqual(new Set(await lit()), new Set(["H"]));
  await page.mouse.move(5, 5);
  await drawn(page);
  assert.deepEqual(new Set(await lit()), new Set([null]));
  await close();
});

test("view without the transpose: what is misplaced is counted, and what becomes of the attention is measured", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: ".view(1, 8, 12, 8)" }).click();
  await drawn(page);
  const facts = await table(page);
  // Of 768 places, those stay right where head and token of (h, t, d) and (t, h, d) in memory agree.
  let right = 0;
  for (let h = 0; h < 8; h++)
    for (let t = 0; t < 12; t++)
      for (let d = 0; d < 8; d++) right += Number(h * 96 + t * 8 + d === t * 64 + h * 8 + d);
  assert.equal(facts["in the wrong place"][1], `${768 - right} of 768`);
  const wrong = layer.forward({ query, fault: "view_without_transpose" });
  const entropy = (/** @type {any} */ each) => each.measure().heads[2].entropy.toFixed(2);
  assert.deepEqual(facts["its entropy, nats"], [entropy(run), entropy(wrong)]);
  await page.getByRole("button", { name: "leave the wrong path" }).click();
  await drawn(page);
  assert.equal(await page.locator("mha-fault").count(), 0);
  assert.equal(await stepOf(page), "q_heads");
  await close();
});

test("view without contiguous: the refusal, in the core's words", async () => {
  const { page, close } = await open();
  await goTo(page, "context_t");
  await page.getByRole("button", { name: ".view without .contiguous()" }).click();
  const wrong = layer.forward({ query, fault: "view_without_contiguous" });
  assert.equal(await page.locator("mha-fault .refused").innerText(), wrong.steps.at(-1)?.error);
  assert.match(
    await page.locator("mha-fault .refused").innerText(),
    /view size is not compatible with input tensor's size and stride/,
  );
  await close();
});

test("with one head the refusal does not happen, and it is said why", async () => {
  const { page, close } = await open();
  await page.locator("mha-controls").getByLabel("heads", { exact: true }).fill("1");
  await goTo(page, "context_t");
  await page.getByRole("button", { name: ".view without .contiguous()" }).click();
  assert.match(
    await page.locator("mha-fault .refused").innerText(),
    /makes no difference here: with one head/,
  );
  await close();
});

for (const [fault, id, causal] of /** @type {const} */ ([
  ["merge_without_transpose", "concat", false],
  ["no_scale", "weights", false],
  ["raw_inputs", "q", false],
  ["softmax_axis", "weights", false],
  ["mask_reversed", "weights", true],
  ["mask_repeat_order", "weights", true],
])) {
  test(`${fault} is offered at ${id}, and both sides are drawn`, async () => {
    const { page, seen, close } = await open();
    if (causal) await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
    await goTo(page, id);
    const before = await picture(page);
    await page.locator("mha-words .wrong button").evaluateAll((all, name) => {
      const at = /** @type {any} */ (document.querySelector("mha-explainer")).store;
      all.length ? at.tryWrong(name) : null;
    }, fault);
    await drawn(page);
    assert.notEqual(await picture(page), before);
    const { comparison } = await page.evaluate(() => {
      const { fault, wrong } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state
        .comparison;
      return { comparison: { fault, steps: wrong.steps.map((/** @type {any} */ step) => step.id) } };
    });
    assert.equal(comparison.fault, fault);
    assert.ok(await page.locator("mha-fault h2").innerText());
    seen.assertQuiet();
    await close();
  });
}

test("the cost meter says what the core counts, for this layer and for sizes too large to run", async () => {
  const { page, close } = await open();
  await page.locator("mha-cost summary").click();
  const column = () => table(page, "mha-cost .scroll >> nth=0");
  const count = (/** @type {number} */ n) => n.toLocaleString("en-US");
  const own = core.cost({ dModel, numHeads: heads }, { Tq: 12 });
  let facts = await column();
  assert.deepEqual(
    facts.parameters,
    [own, own.oneFullSizeHead, own.fullSizeHeads].map(({ parameters }) => count(parameters)),
  );
  assert.deepEqual(
    facts.FLOPs,
    [own, own.oneFullSizeHead, own.fullSizeHeads].map(({ flops }) => count(flops)),
  );
  await page.getByRole("button", { name: "768 / 12" }).click();
  facts = await column();
  assert.equal(facts.parameters[0], "2,359,296");
  await page.getByRole("button", { name: "12288 / 96" }).click();
  facts = await column();
  assert.equal(facts.parameters[0], count(4 * 12288 * 12288));
  assert.match(await page.locator("mha-cost p").first().innerText(), /by its shapes alone/);
  await close();
});

test("a second sentence makes T_q and T_k differ everywhere, each with its own words", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "more" }).click();
  await page.getByRole("button", { name: "Attend to a second sentence" }).click();
  await page.locator("mha-sentence").nth(1).getByRole("button", { name: "Edit" }).click();
  await page.locator("mha-sentence").nth(1).getByRole("textbox").fill("Das Tier war müde");
  await goTo(page, "weights");
  assert.match(
    await page.locator("mha-words .shape").first().innerText(),
    /\(B, H, T_q, T_k\) = \(1, 8, 12, 4\)/,
  );
  const key = core.embed(["Das", "Tier", "war", "müde"], { dModel, seed });
  const cross = layer.forward({ query, key }).tensor("weights");
  const shown = await page.evaluate(async () => [
    ...(await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
  ]);
  assert.deepEqual(shown, [...cross.data]);
  await page.getByRole("button", { name: "Back to one sentence" }).click();
  await drawn(page);
  assert.match(await page.locator("mha-words .shape").first().innerText(), /\(1, 8, 12, 12\)/);
  await close();
});

test("shared keys are expanded with a stride of 0", async () => {
  const { page, close } = await open();
  await page.getByRole("button", { name: "more" }).click();
  await page.locator("mha-controls").getByLabel("kv-heads").fill("2");
  await goTo(page, "k_groups");
  const facts = (await page.locator("mha-words dl").innerText()).replace(/\s+/g, " ");
  assert.match(facts, /16, 8, 0, 16, 1|192, 8, 0, 16, 1/);
  assert.match(facts, /view of k/);
  assert.match(await page.locator("mha-tape .sum").innerText(), /k_groups\[/);
  await close();
});

/** The rows of a table by their names. @param {Page} page @param {string} [within] @returns {Promise<Record<string, string[]>>} */
async function table(page, within = "mha-fault") {
  const rows = await page
    .locator(`${within} >> tbody tr`)
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? "")));
  return Object.fromEntries(rows.map(([name, ...cells]) => [name, cells]));
}

/** @param {Page} page */
const picture = (page) =>
  page
    .locator("mha-stage canvas")
    .evaluate((it) => /** @type {HTMLCanvasElement} */ (it).toDataURL().slice(-2000));
