// Every step's words and numbers, index notation, a second sentence, and the output as a sum of heads that are switched by pointer and keys, compared with the core in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { sizeAlong } from "../../web/kit/text/axes.js";
import { einsumOf } from "../../web/kit/text/einsum.js";
import { wordsOf } from "../../web/kit/text/steps.js";
import { drawn, goTo, ready, showAddress, spoken, useOnePage } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import {
  cellsOf,
  core,
  dModel,
  figureTexts,
  heads,
  layer,
  openWalk,
  query,
  run,
  seed,
  texts,
  valueAt,
} from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "alone.html": `<!doctype html><html lang="en"><title>Alone</title><link rel="icon" href="icon.svg"><script type="module" src="headscope.js"></script>
    <mha-shape-walk loading="eager" tokens="one two three four" d-model="16" heads="2" step="scores"></mha-shape-walk>`,
});

/** Opens the walk for one test after another. */
const openOne = useOnePage(
  () => openWalk(browser),
  ({ page }, address = "?step=q_heads") => showAddress(page, address),
);

const count = (/** @type {number} */ n) => n.toLocaleString("en-US");
const key = core.embed(["Das", "Tier", "war", "müde"], { dModel, seed });
const grouped = core.createLayer({ dModel, numHeads: heads, numKvHeads: 2, seed, init: "constructed" });

/** @type {[string, Record<string, unknown>, import("../../web/core/index.js").Run][]} */
const RUNS = [
  ["plain", {}, run],
  ["masked", { causal: true }, layer.forward({ query, causal: true })],
  ["grouped", { kvHeads: 2 }, grouped.forward({ query })],
  ["cross", { keyTokens: ["Das", "Tier", "war", "müde"] }, layer.forward({ query, key })],
];

/** @param {Page} page @param {Record<string, unknown>} settings */
async function set(page, settings) {
  await page.evaluate(
    (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
    settings,
  );
  await drawn(page);
}

/** @typedef {import("../../web/core/index.js").Run["steps"][number]} Step */

/** What a step does, and the numbers that its picture shows. @param {Step} step */
const kindOf = ({ op, shape, strides, storage }) => JSON.stringify([op, shape, strides, storage]);

/** The steps that are visited: at night all; by day the first of each kind that no run before has. @type {Map<string, readonly Step[]>} */
const VISITED = new Map();
const known = new Set();
/** @param {Step} step */
const isNew = (step) => known.size < known.add(kindOf(step)).size;
for (const [name, , { steps }] of RUNS) {
  const added = steps.filter(isNew);
  VISITED.set(name, IS_NIGHTLY ? steps : added);
}

test("plain, masked, grouped and with two sentences: each kind of step (at night every step) has the core's shape, strides, storage and cost, and is announced", async () => {
  const { page, seen, close } = await openOne();
  for (const [name, settings, { steps }] of RUNS) {
    await set(page, { causal: false, kvHeads: null, keyTokens: [], ...settings });
    const stages = [...new Set(steps.map(({ stage }) => stage))];
    for (const step of VISITED.get(name) ?? []) {
      await goTo(page, step.id);
      const where = `${name}, ${step.id}`;
      const [[shape], [facts]] = [await texts(page, "mha-words .shape"), await texts(page, "mha-words dl")];
      const { axes, strides, contiguous, storage, flops, bytesRead, bytesWritten } = step;
      assert.ok(shape.startsWith(`(${axes.join(", ")}) = (${step.shape.join(", ")})`), `${where}: ${shape}`);
      const letters = einsumOf(step, steps)?.map(({ letter }) => (letter === "->" ? "→" : letter));
      assert.ok(!letters || shape.replaceAll(" ", "").endsWith(letters.join("")), `${where}: ${shape}`);
      const owner = steps.find(({ buffer }) => buffer === step.buffer)?.id;
      const elements = step.shape.reduce((a, b) => a * b);
      assert.equal(
        facts,
        `strides ${strides.join(", ")} · offset ${step.offset} ` +
          `storage ${storage === "view" ? `view of ${owner}` : "copy"} · ${contiguous ? "" : "not "}contiguous ` +
          `cost ${count(elements)} elements · ${count(flops)} FLOPs · ${count(bytesRead + bytesWritten)} bytes`,
        where,
      );
      const at = stages.indexOf(step.stage) + 1;
      const sizes = step.axes.map((axis, i) => sizeAlong(axis, step.shape[i]));
      const begin = `Step ${at} of ${stages.length}: ${wordsOf(step).title}. ${step.id}: ${sizes.join(", ")}.`;
      const said = await spoken(page);
      assert.ok(said.startsWith(begin), `${where}: ${said}, not ${begin}`);
    }
  }
  await set(page, { causal: false, kvHeads: null, keyTokens: [] });
  seen.assertQuiet();
  await close();
});

test("the scores are announced word for word; hovering or focusing an index highlights its axis everywhere", async () => {
  const { page, close } = await openOne();
  await goTo(page, "scores");
  assert.match(
    await spoken(page),
    /^Step 5 of 12: Queries meet keys\. scores: 1 sentence, 8 heads, 12 queries, 12 keys\. head 2, query “it”, key “The”: /,
  );
  const index = page.locator("mha-words .einsum .index", { hasText: "h" }).first();
  const lit = async () =>
    new Set(
      await page
        .locator("mha-words, mha-tape, mha-track, mha-code-lines")
        .evaluateAll((all) => all.map((it) => it.getAttribute("lit"))),
    );
  const marks = async () =>
    (
      await page
        .locator("mha-stage mha-figure, mha-tape mha-figure")
        .evaluateAll((all) => all.map((it) => /** @type {any} */ (it).scene.marks))
    ).map(
      (each) =>
        each.filter((/** @type {any} */ { stroke, line }) => stroke === "#2f57c4" && line === 3).length,
    );
  const map = page.locator("mha-track tspan.H").first();
  const underlined = () => map.evaluate((it) => getComputedStyle(it).textDecorationLine);
  assert.deepEqual([await marks(), await underlined()], [[0, 0], "none"]);
  await index.hover();
  await drawn(page);
  assert.deepEqual(await lit(), new Set(["H"]));
  assert.deepEqual(
    [await marks(), await underlined()],
    [[8 + 3, 1], "underline"],
    "every head's frame, those of the selected one's product, and its arc",
  );
  await page.mouse.move(5, 5);
  await drawn(page);
  assert.deepEqual(await lit(), new Set([null]));
  await index.focus();
  await drawn(page);
  assert.deepEqual(await lit(), new Set(["H"]));
  await page.keyboard.press("Tab");
  await drawn(page);
  assert.notDeepEqual(await lit(), new Set(["H"]));
  await close();
});

test("a second sentence makes T_q and T_k differ everywhere, each with its own words; a windowed tensor says which part is shown", async () => {
  const { page, close } = await openOne();
  const more = page.getByRole("button", { name: "more" });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
  await page.getByRole("button", { name: "Attend to a second sentence" }).click();
  await page.locator("mha-sentence").nth(1).getByRole("button", { name: "Edit" }).click();
  await page.locator("mha-sentence").nth(1).getByRole("textbox").fill("Das Tier war müde");
  await goTo(page, "weights");
  assert.match((await texts(page, "mha-words .shape"))[0], /\(B, H, T_q, T_k\) = \(1, 8, 12, 4\)/);
  const shown = await page.evaluate(async () => [
    ...(await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
  ]);
  assert.deepEqual(shown, [...layer.forward({ query, key }).tensor("weights").data]);
  await page.keyboard.press("Enter");
  assert.deepEqual(await texts(page, "mha-sentence:nth-of-type(2) .token"), ["Das", "Tier", "war", "müde"]);
  const maps = await cellsOf(page, "mha-stage mha-figure");
  assert.equal(maps.filter((cells) => cells.length === 12 * 4).length, heads);
  await page.getByRole("button", { name: "Back to one sentence" }).click();
  await drawn(page);
  assert.match((await texts(page, "mha-words .shape"))[0], /\(1, 8, 12, 12\)/);
  await page.setViewportSize({ width: 390, height: 844 });
  await set(page, { dModel: 512, heads: 64 });
  await goTo(page, "q_heads");
  const said = await page
    .locator("mha-stage mha-figure")
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.flatMap(({ text = "" }) =>
        text.startsWith("showing") ? [text] : [],
      ),
    );
  assert.match(said.join(), /showing heads \d+ to \d+ of 64/);
  await close();
});

const TOKEN = 7;

/** A number as the picture has it. @param {number} value */
const rounded = (value) => value.toFixed(3).replace("-", "−");

/** The texts of the stage's picture. @param {import("playwright-core").Page} page */
const pictureTexts = (page) => figureTexts(page, "mha-stage mha-figure");

/** The output's number with heads off. @param {number[]} off @param {number} feature */
function without(off, feature) {
  const headScale = Float32Array.from({ length: 8 }, (_, head) => Number(!off.includes(head)));
  const scaled = layer.forward({ query, headScale });
  const value = valueAt("output", [0, TOKEN, feature], scaled);
  scaled.dispose();
  return value;
}

for (const [device, viewport] of sample(
  /** @type {const} */ ([
    ["a wide window", { width: 1440, height: 900 }],
    ["a phone", { width: 390, height: 844 }],
  ]),
  1,
))
  test(`in ${device}, heads and W_O are switched, and the row of the output moves; other steps have no such switches`, async () => {
    const { page, seen, close } = await openOne("?step=output&token=7&column=5");
    await page.setViewportSize(viewport);
    await drawn(page);
    const strip = (/** @type {number} */ head) =>
      page.getByRole("switch", { name: `Head ${head} in the sum` });
    const sum = page.locator("mha-stage .switches [role=status]");
    assert.equal(await page.locator("mha-stage").getByRole("switch").count(), 9);
    assert.ok((await pictureTexts(page)).includes(rounded(run.output.data[TOKEN * 64 + 5])));
    assert.equal(await sum.textContent(), "");

    await strip(2).click();
    await drawn(page);
    assert.equal(await strip(2).getAttribute("aria-checked"), "false");
    assert.equal(await sum.textContent(), `sum: ${rounded(without([2], 5))}`);
    assert.ok((await pictureTexts(page)).includes(rounded(without([2], 5))));
    assert.equal((await pictureTexts(page)).filter((text) => text === "off").length, 1);

    await strip(2).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await drawn(page);
    assert.equal(await strip(3).getAttribute("aria-checked"), "false");
    assert.equal(await sum.textContent(), `sum: ${rounded(without([2, 3], 5))}`);

    await page.getByRole("switch", { name: "W_O = identity" }).click();
    await drawn(page);
    assert.equal(await sum.textContent(), `sum: ${rounded(valueAt("concat", [0, TOKEN, 5]))}`);
    for (const head of [2, 3]) await strip(head).press("Enter");
    await page.getByRole("switch", { name: "W_O = identity" }).press("Space");
    await drawn(page);
    assert.equal(await sum.textContent(), "");
    assert.ok((await pictureTexts(page)).includes(rounded(run.output.data[TOKEN * 64 + 5])));
    const switches = page.locator("mha-stage .switches button");
    for (const id of ["concat", "q", "context"]) {
      await page.evaluate(
        (id) => /** @type {any} */ (document.querySelector("mha-explainer")).store.goTo(id),
        id,
      );
      await drawn(page);
      assert.equal(await switches.count(), 0, id);
    }
    seen.assertQuiet();
    await close();
  });

test("mha-shape-walk alone steps, traces and clears by keyboard", async () => {
  const { page, seen, close } = await browser.open("alone.html", { reducedMotion: "reduce" });
  await ready(page, "mha-shape-walk");
  assert.match(
    await spoken(page),
    /^Step 5 of 12: Queries meet keys\. scores: 1 sentence, 2 heads, 4 queries, 4 keys\./,
  );
  await page.locator("mha-track [tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.match(await spoken(page), /^Step 6 of 12: Scale the scores\. scaled: /);
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.match((await texts(page, "mha-origin li"))[0], /^scaled\[.* = \S+ = \S+ \/ √8$/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.equal(await page.locator("mha-origin").count(), 0);
  assert.equal(await page.locator("mha-controls").count(), 0);
  seen.assertQuiet();
  await close();
});
