// Wrong paths beside the right path: the words use the core's counts and measures for both.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { chipOf } from "../../web/kit/text/faults.js";
import { faultWordsOf } from "../../web/kit/text/fault-words.js";
import { drawn, goTo, showAddress, stepOf, useOnePage } from "./support/explainer.js";
import { focused } from "./support/focus.js";
import { useSharedTab } from "./support/index.js";
import { cellsOf, figureTexts, layer, openWalk, query, run, table, texts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/core/index.js").Run} Run */

const browser = useSharedTab();

/** A walk for one test after another. */
const open = useOnePage(
  () => openWalk(browser),
  ({ page }) => showAddress(page, "?step=q_heads"),
);
const HEAD = 2; // the head selected at first

/** @param {Page} page @param {string} name */
const chip = (page, name) => page.locator("mha-words .wrong").getByRole("button", { name, exact: true });

/** Snapshot of the stage's canvas, small. @param {Page} page @returns {Promise<string>} */
const picture = (page) =>
  page.locator("mha-stage canvas").evaluate((it) => {
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(40, 40).getContext("2d")
    );
    context.drawImage(/** @type {HTMLCanvasElement} */ (it), 0, 0, 40, 40);
    return context.getImageData(0, 0, 40, 40).data.join();
  });

/**
 * The head on which a wrong path opens: the one with the largest difference, or the selected one if none differs.
 * @param {Run} right @param {Run} wrong
 */
function headShown(right, wrong) {
  const { head, distance } = right.differenceFrom(wrong);
  return distance.data.some((share) => share > 1e-6) ? head : HEAD;
}

/**
 * Opens a wrong path at a step, and asserts that both paths are drawn, with the core's entropies of the head.
 * @param {Page} page @param {import("../../web/core/types.js").Fault} fault @param {string} id @param {boolean} [causal]
 */
async function openWrong(page, fault, id, causal = false) {
  if (causal) await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
  await goTo(page, id);
  const before = await picture(page);
  const words = /** @type {import("../../web/kit/text/fault-words.js").Told} */ (faultWordsOf(fault));
  await chip(page, chipOf(fault, { B: 1, T: 12, heads: 8, dK: 8, dV: 8, concat: 64 })).click();
  await drawn(page);
  assert.notEqual(await picture(page), before, fault);
  const rows = await table(page);
  const [right, wrong] = [layer.forward({ query, causal }), layer.forward({ query, causal, fault })];
  const head = headShown(right, wrong);
  const entropy = (/** @type {Run} */ of) => of.measure().heads[head].entropy.toFixed(2);
  assert.ok(rows[`head ${head} attends to`], fault);
  assert.deepEqual(rows["its entropy, nats"], [entropy(right), entropy(wrong)], fault);
  assert.deepEqual(rows["error raised"], ["none", "none"], fault);
  assert.ok(await page.getByText(words.training).isVisible(), fault);
}

/** Leaves the wrong path, for the next one. @param {Page} page */
async function leave(page) {
  await page.getByRole("button", { name: "leave the wrong path" }).click();
  await drawn(page);
  assert.equal(await page.locator("mha-fault").count(), 0);
}

test("softmax over queries: sums of rows and columns, and no entropy because rows are not distributions; the wrong order of repeated masks needs two sentences", async () => {
  const { page, seen, close } = await open();
  await goTo(page, "weights");
  await chip(page, "softmax over queries").click();
  await drawn(page);
  const rows = await table(page);
  const [right, wrong] = [layer.forward({ query }), layer.forward({ query, fault: "softmax_axis" })];
  const token = 7; // the token *it*; the reader's selection stays
  const rowSums = wrong.measure().rowSum.data; // (1, 8, 12)
  const most = rowSums.reduce((at, sum, i) => (Math.abs(sum - 1) > Math.abs(rowSums[at] - 1) ? i : at), 0);
  const head = Math.floor(most / 12);
  const sums = (/** @type {Run} */ of) => {
    const { data } = of.tensor("weights"); // (1, 8, 12, 12)
    const sum = (/** @type {number} */ h, /** @type {(n: number) => number} */ at) =>
      Array.from({ length: 12 }, (_, n) => data[h * 144 + at(n)]).reduce((all, value) => all + value, 0);
    const row = (/** @type {number} */ h, /** @type {number} */ i) => sum(h, (j) => i * 12 + j);
    const column = (/** @type {number} */ j) => sum(head, (i) => i * 12 + j);
    const twelve = Array.from({ length: 12 }, (_, n) => n);
    const heads = Array.from({ length: 8 }, (_, h) => h);
    return {
      row: [row(head, token)],
      rows: twelve.map((i) => row(head, i)),
      columns: twelve.map(column),
      all: heads.flatMap((h) => twelve.map((i) => row(h, i))),
    };
  };
  const span = (/** @type {number[]} */ values) => {
    const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2));
    return least === most ? least : `${least} to ${most}`;
  };
  const [is, should] = [wrong, right].map(sums);
  const tokens = "The animal didn't cross the street because it was too tired .".split(" ");
  const word = tokens[token];
  for (const [name, side] of /** @type {const} */ ([
    [`row of “${word}” sums to`, "row"],
    [`rows of head ${head} sum to`, "rows"],
    ["its columns sum to", "columns"],
    ["rows of all heads sum to", "all"],
  ]))
    assert.deepEqual(rows[name], [span(should[side]), span(is[side])], name);
  assert.match(rows["rows of all heads sum to"][1], / to /, "rows do not all sum to 1");
  assert.equal(rows["its entropy, nats"], undefined);
  assert.equal(rows[`head ${head} attends to`], undefined);
  const place = tokens[most % 12];
  assert.deepEqual(await texts(page, "mha-fault .most"), [`It shows most at ${place}, in head ${head}.`]);
  await page.locator("mha-fault .most button").click();
  await drawn(page);
  assert.ok((await table(page))[`row of “${place}” sums to`], "the link leads there");
  assert.equal(await page.locator("mha-fault .most").count(), 0);
  await leave(page);
  await chip(page, "mask.repeat(H, 1, 1)").click();
  await drawn(page);
  const shapes = await page.evaluate(() => {
    const { right, wrong } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state
      .comparison;
    return [right, wrong].map((path) => path.step("weights").shape);
  });
  assert.deepEqual(shapes, [
    [2, 8, 12, 12],
    [2, 8, 12, 12],
  ]);
  assert.equal(run.steps.length, 19, "the page's own layer has no mask");
  seen.assertQuiet();
  await close();
});

test("view without the transpose: misplaced elements are counted; cells coloured by token have the tokens' hues, and a key explains hues and strokes; the answer is memory; the path opens and closes by keyboard, with the focus", async () => {
  const { page, seen, close } = await open();
  await openWrong(page, "view_without_transpose", "q_heads");
  const rows = await table(page);
  // Of 768 elements, those stay in place for which the memory orders (h, t, d) and (t, h, d) agree on head
  // and token.
  let right = 0;
  for (let h = 0; h < 8; h++)
    for (let t = 0; t < 12; t++)
      for (let d = 0; d < 8; d++) right += Number(h * 96 + t * 8 + d === t * 64 + h * 8 + d);
  assert.equal(rows["in the wrong place"][1], `${768 - right} of 768`);
  assert.deepEqual(rows["tokens head 2 sees"], ["12", "2"]);
  const shown = await figureTexts(page, "mha-stage mha-figure");
  for (const word of ["by token:", "animal", "street", "misplaced, or off by over 5 % of the largest"])
    assert.ok(shown.includes(word), `${word} in ${shown}`);
  for (const name of ["q_heads ", "weights "])
    assert.equal(shown.filter((text) => text === name).length, 2, `${name} on both sides`);
  const tensors = (await cellsOf(page, "mha-stage mha-figure")).filter(({ length }) => length !== 12 * 64); // not the memory
  const used = new Set(tensors.flat());
  const heads = new Set(Array.from({ length: 8 }, (_, head) => [...LIGHT.cells(head)].slice(160)).flat());
  assert.deepEqual(
    [...used].filter((color) => heads.has(color) && !LIGHT.attention.includes(color)),
    [],
    "none is a head's",
  );
  for (const said of ["head 2: columns 16 to 23 of every row", "head 2: numbers 192 to 287", "192 … 287"])
    assert.ok(shown.includes(said), `${said} in ${shown}`);
  assert.equal(shown.filter((text) => text === "its row 7").length, 2);
  const figure = page.locator("mha-stage mha-figure");
  assert.match(
    (await figure.getAttribute("label")) ?? "",
    /Wrong: Head 2 holds all of “cross” and half of “the”\./,
  );
  await page.evaluate(() => {
    const explainer = /** @type {any} */ (document.querySelector("mha-explainer"));
    explainer.head = 0;
    explainer.token = 2;
  });
  await drawn(page);
  const moved = await figureTexts(page, "mha-stage mha-figure");
  assert.ok(moved.includes("head 0: numbers 0 to 95") && moved.includes("its row 2"), moved.join("; "));
  await leave(page);
  assert.equal(await stepOf(page), "q_heads");
  const name = ".view(1, 8, 12, 8)";
  for (const leave of ["Escape", "Enter"]) {
    await chip(page, name).focus();
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal((await focused(page))?.name, "h2 Same shape, wrong nu");
    assert.equal(await page.locator("mha-tape").count(), 0);
    if (leave === "Enter") await page.getByRole("button", { name: "leave the wrong path" }).focus();
    await page.keyboard.press(leave);
    await drawn(page);
    assert.equal((await focused(page))?.name, `button ${name}`);
    assert.equal(await page.locator("mha-tape").count(), 1);
  }
  seen.assertQuiet();
  await close();
});

test("view without contiguous: the messages of the core and of PyTorch; with one head or one token the core does not refuse, and a message gives the reason", async () => {
  const { page, close } = await open();
  await goTo(page, "context_t");
  await chip(page, ".view without .contiguous()").click();
  const said = await page.locator("mha-fault .refused").innerText();
  assert.equal(said, layer.forward({ query, fault: "view_without_contiguous" }).steps.at(-1)?.error);
  assert.match(said, /view size is not compatible with input tensor's size and stride/);
  await drawn(page);
  const shown = await figureTexts(page, "mha-stage mha-figure");
  assert.ok(shown.includes("Refused") && shown.includes("nothing was computed"), `${shown}`);
  assert.equal(shown.filter((text) => text === "concat ").length, 2, "both sides are named");
  assert.equal(
    (await cellsOf(page, "mha-stage mha-figure")).length,
    2,
    "cells and a colour bar, of the right side alone",
  );
  await leave(page);
  for (const settings of [{ heads: 1 }, { heads: 8, tokens: ["one"] }]) {
    await page.evaluate(
      (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
      settings,
    );
    await goTo(page, "context_t");
    await chip(page, ".view without .contiguous()").click();
    assert.match(
      await page.locator("mha-fault .refused").innerText(),
      /^This makes no difference here: with one /,
    );
    const told = await page.locator("mha-fault").evaluate((it) => it.shadowRoot?.textContent ?? "");
    assert.doesNotMatch(
      told,
      /fails loudly|do not lie next to each other/,
      "two things that exclude each other",
    );
    assert.match(told, /No difference at these sizes/);
    assert.match(
      told,
      /at least two heads, two tokens and two features/,
      "the message names sizes at which the view is refused",
    );
    await page.keyboard.press("Escape");
  }
  await close();
});

test("a merge without the transpose, raw inputs and a reversed mask: both paths are drawn; raw inputs need matching widths, and otherwise the core's message is shown", async () => {
  const { page, seen, close } = await open();
  await openWrong(page, "merge_without_transpose", "concat");
  await leave(page);
  await openWrong(page, "raw_inputs", "q");
  await leave(page);
  await openWrong(page, "mask_reversed", "weights", true);
  await leave(page);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).kvHeads = 2;
  });
  await goTo(page, "q");
  await chip(page, "raw x for Q, K, V").click();
  await drawn(page);
  assert.match(
    await page.locator("mha-words .attends [role=status]").innerText(),
    /^This needs inputs as wide as their projections: key has 64 features, its projection 16$/,
  );
  seen.assertQuiet();
  await close();
});

test("without the scale the softmax saturates: entropy against d_k, measured by the core; the keyboard moves in both pictures, and both numbers are announced", async () => {
  const { page, seen, close } = await open();
  await openWrong(page, "no_scale", "weights");
  const label = (await page.locator("mha-saturation mha-figure").getAttribute("label")) ?? "";
  const curve = [...label.matchAll(/at (\d+): ([\d.]+) and ([\d.]+)/g)].map((match) =>
    match.slice(1).map(Number),
  );
  assert.deepEqual(
    curve.map(([width]) => width),
    [4, 16, 64, 256],
  );
  for (const [i, [, scaled, unscaled]] of curve.entries()) {
    assert.ok(unscaled < scaled, label);
    if (i) assert.ok(unscaled < curve[i - 1][2] && Math.abs(scaled - curve[i - 1][1]) < 0.2, label);
  }
  const chart = page.locator("mha-saturation canvas");
  assert.deepEqual([await chart.getAttribute("role"), await chart.getAttribute("tabindex")], ["img", null]);
  const canvas = page.locator("mha-compare canvas");
  assert.equal(await canvas.getAttribute("role"), "application");
  await canvas.focus();
  for (const key of ["Enter", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await drawn(page);
  const { head, token, key } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("mha-explainer")).store.state.selection,
  );
  assert.equal(token, 8, "one below the word that was selected");
  const wrong = layer.forward({ query, fault: "no_scale" });
  const [shown, other] = [run, wrong].map((of) =>
    formatNumber(of.tensor("weights").data[(head * 12 + token) * 12 + key]),
  );
  const both = `weights[0, ${head}, ${token}, ${key}]: correct ${shown}, wrong ${other}`;
  assert.deepEqual(await texts(page, "mha-compare .read"), [both]);
  assert.match((await texts(page, "mha-compare [role=status]"))[0], /^“was” attends to “\S+” in head \d+\. /);
  seen.assertQuiet();
  await close();
});
