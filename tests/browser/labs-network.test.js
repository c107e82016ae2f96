// The lab of the tensor network, contracted by pointer, buttons and keyboard: its words compared with the
// core, and its highlights.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { TITLES } from "../../web/labs/lab-list.js";
import { say } from "../../web/kit/text/words.js";
import { labNetwork } from "../../web/labs/network/words.fr.js";
import { NETWORK } from "../../web/labs/network/words.js";
import { drawn, ready } from "./support/explainer.js";
import { injectAxeInSchemes, useBrowser } from "./support/index.js";
import { tableOf, useLab } from "./support/labs.js";
import { sample } from "./support/nightly.js";
import { run } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const TAG = `kind="network" tokens="one two three four five" heads="4"`;
const html = (/** @type {string} */ body) =>
  `<!doctype html><html lang="en"><title>An article</title><link rel="icon" href="data:,"><script type="module" src="modules/headscope.js"></script><main><h1>An article</h1>${body}</main></html>`;

const browser = useBrowser({
  "alone.html": html(`<mha-lab ${TAG}></mha-lab>`),
});
const openLab = useLab(browser, "network");

/** The computing steps, without views and copies, in the order of the tape. */
const NODES = ["q", "k", "v", "scores", "scaled", "weights", "context", "output"];

const lab = (/** @type {Page} */ page) => page.locator("mha-lab-network");
const said = async (/** @type {Page} */ page) =>
  ((await lab(page).locator("p[role=status]").textContent()) ?? "").trim();
const turns = (/** @type {Page} */ page) => lab(page).locator(".turn button").allTextContents();

/** Position in the picture of a node, or of a leg. @param {Page} page @param {{ node: string | null, letter: string | null }} sought */
const placeOf = (page, sought) =>
  lab(page)
    .locator("mha-figure")
    .evaluate((figure, { node, letter }) => {
      const { hit, width, height } = /** @type {any} */ (figure).scene;
      const places = [];
      for (let y = 0; y < height; y += 6)
        for (let x = 0; x < width; x += 6) {
          const found = hit(x, y);
          if (found.node === node && (found.leg?.letter ?? null) === letter) places.push({ x, y });
        }
      return places[places.length >> 1];
    }, sought);

/** @param {Page} page @param {string} name @param {string | null} letter */
async function click(page, name, letter = null) {
  await lab(page)
    .locator("mha-figure")
    .click({ position: await placeOf(page, { node: name, letter }) });
  await drawn(page);
}

const shownStep = (/** @type {Page} */ page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).step);

test("the table lists inputs, summed indices, shape and cost of each node, in agreement with the core", async () => {
  const { page, seen, close } = await openLab();
  const steps = NODES.map((id) => run.steps.find((step) => step.id === id));
  const rows = await tableOf(page, "network");
  assert.deepEqual(
    rows.map((row) => [row[0], ...row.slice(-2)]),
    steps.map((step) => [step?.id, step?.shape.join("×"), formatNumber(step?.flops ?? 0)]),
  );
  assert.deepEqual(rows[3].slice(1, 4), ["bhid,bhjd->bhij", "q, k", "d (d_k)"]);
  seen.assertQuiet();
  await close();
});

test("pressing a node, or a summed leg, contracts its operands and plays the step in the walk", async () => {
  const { page, seen, close } = await openLab();
  assert.deepEqual(await turns(page), ["q = x · W_Q", "k = x · W_K", "v = x · W_V"]);
  await click(page, "scores");
  assert.match(await said(page), /^scores joins q, k along d .*It waits for q, k\.$/);
  assert.equal((await turns(page)).length, 3, "a node that cannot be contracted yet is only selected");
  for (const id of NODES) {
    await click(page, id, id === "scores" ? "d" : id === "context" ? "j" : null);
    assert.equal(await shownStep(page), id);
    const { shape, flops } = /** @type {any} */ (run.steps.find((step) => step.id === id));
    assert.ok((await said(page)).includes(`= (${shape.join(", ")})`), await said(page));
    assert.ok((await said(page)).includes(`${flops.toLocaleString("en-US")} FLOPs`), await said(page));
  }
  assert.ok((await said(page)).endsWith(NETWORK.whole));
  assert.deepEqual(await turns(page), [NETWORK.back, NETWORK.again]);
  await lab(page).getByRole("button", { name: NETWORK.back }).click();
  assert.deepEqual(await turns(page), ["output = context · W_O", NETWORK.back, NETWORK.again]);
  assert.equal(await shownStep(page), "context");
  await lab(page).getByRole("button", { name: NETWORK.again }).click();
  assert.equal((await turns(page)).length, 3);
  assert.equal(await shownStep(page), "x");
  seen.assertQuiet();
  await close();
});

test("the network can be contracted by keyboard alone: by its buttons, or in the picture by arrow keys and Enter", async () => {
  const { page, seen, close } = await openLab();
  await lab(page).locator(".turn button").first().focus();
  for (const id of NODES) {
    await page.keyboard.press("Enter");
    await drawn(page);
    assert.equal(await shownStep(page), id);
  }
  assert.ok((await said(page)).endsWith(NETWORK.whole));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(
    (await turns(page)).length,
    3,
    "the focus is still on the buttons, so the key restarted the network",
  );
  await lab(page).locator("canvas").focus();
  await page.keyboard.press("Enter");
  const keys = ["Enter", "ArrowDown", "ArrowDown", "Enter", "ArrowDown", "ArrowDown", "Enter"];
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
  assert.deepEqual(
    (await turns(page)).slice(0, 1),
    ["scores = q · k"],
    "q, k and v were worked out where they stand, parameters between them",
  );
  assert.equal(await shownStep(page), "v");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.equal(await shownStep(page), "scores");
  seen.assertQuiet();
  await close();
});

test("hovering a leg highlights its axis in the lab's notation and in the walk, until the pointer leaves", async () => {
  const { page, seen, close } = await openLab();
  const lit = () =>
    page.evaluate(() => {
      const inside = /** @type {any} */ (document.querySelector("mha-explainer")).shadowRoot;
      const beside = document.querySelector("mha-labs")?.shadowRoot?.querySelector("mha-lab-network");
      return [
        inside.querySelector("mha-shape-walk, mha-words")?.getAttribute("lit"),
        beside?.getAttribute("lit"),
      ];
    });
  const figure = lab(page).locator("mha-figure");
  for (const [letter, kind] of [
    ["b", "B"],
    ["h", "H"],
    ["i", "T"],
    ["n", "model"],
  ]) {
    await figure.hover({ position: await placeOf(page, { node: null, letter }) });
    await drawn(page);
    assert.deepEqual(await lit(), [kind, kind], letter);
  }
  await page.mouse.move(2, 2);
  await drawn(page);
  assert.deepEqual(await lit(), [null, null]);
  await lab(page).locator(".index").last().focus();
  await drawn(page);
  assert.deepEqual(await lit(), ["model", "model"], "by keyboard, in the notation");
  seen.assertQuiet();
  await close();
});

for (const width of sample([1440, 390], 0))
  test(`alone it is contracted to one node, axe finds nothing, the page does not scroll sideways, and the lab speaks French: ${width} px`, async () => {
    const { page, seen, close } = await browser.open("alone.html", {
      viewport: { width, height: 844 },
      reducedMotion: "reduce",
    });
    await ready(page, "mha-lab");
    await lab(page).locator("mha-figure").waitFor();
    await drawn(page);
    const axe = await injectAxeInSchemes(page);
    await click(page, "q");
    for (const id of NODES.slice(1)) {
      await lab(page).locator(".turn button").first().click();
      await drawn(page);
      if (id === "k" || id === "output") assert.deepEqual(await axe(), [], id);
    }
    assert.ok((await said(page)).endsWith(NETWORK.whole));
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await lab(page).getByRole("button", { name: NETWORK.again }).click();
    await page.locator("mha-lab").evaluate((it) => it.setAttribute("lang", "fr"));
    const { legend } = say(NETWORK, { locale: { labNetwork } });
    await lab(page).locator(".how", { hasText: legend }).waitFor();
    await drawn(page);
    assert.match(await said(page), /^q joint x, W_Q le long de m \(d_model\)/);
    assert.notEqual(await page.locator("mha-lab h2").textContent(), TITLES.network.question);
    seen.assertQuiet();
    await close();
  });

test("grouped heads, two sentences, one product for all, one token and a batch have a network too", async () => {
  const { page, seen, close } = await openLab();
  const set = async (/** @type {object} */ to) => {
    await page.evaluate(
      (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
      to,
    );
    await drawn(page);
    return turns(page);
  };
  await lab(page).locator(".turn button").first().click();
  assert.deepEqual(
    (await set({ kvHeads: 2 })).slice(0, 2),
    ["k = x · W_K", "v = x · W_V"],
    "q stays worked out",
  );
  assert.ok((await lab(page).locator(".how").textContent())?.includes(NETWORK.shared));
  assert.deepEqual((await set({ kvHeads: null, keyTokens: ["eins", "zwei"] })).slice(0, 2), [
    "k = key · W_K",
    "v = value · W_V",
  ]);
  assert.deepEqual(await set({ keyTokens: [], fused: true }), ["qkv = x · W_Q W_K W_V"]);
  assert.deepEqual((await set({ tokens: ["one"], causal: true })).slice(0, 1), ["qkv = x · W_Q W_K W_V"]);
  await set({ tokens: ["one", "two", "three"], batchTokens: ["four"], fused: false });
  assert.match(await said(page), /\(B, T, d_model\) = \(2, 3, 64\)/, "both sentences of a batch");
  seen.assertQuiet();
  await close();
});
