// Removing edges and heads from a trained model: predictions and accuracies agree with the core.
import assert from "node:assert/strict";
import test from "node:test";
import { leastNeededFirst } from "../../web/train/state/removal-order.js";
import { showTable } from "./support/figure-menu.js";
import { useBrowser, useOnce } from "./support/index.js";
import { figureTexts, texts } from "./support/walk.js";
import {
  DEMONSTRATION,
  STEPS,
  arcsOn,
  openTrain,
  plain,
  press,
  settled,
  stateOf,
  toTheEnd,
  trained,
} from "./support/train.js";
import { shareSaid } from "../../web/kit/text/share.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/core/types.js").Removal} Removal */

const browser = useBrowser();
const { model } = trained(STEPS);
const whole = model.evaluate();

/** Factors that keep all heads but these; layer and head count from 0. @param {readonly (readonly [number, number])[]} off @returns {number[][]} */
const scales = (off) =>
  [0, 1].map((layer) => [0, 1, 2, 3].map((head) => Number(!off.some(([l, h]) => l === layer && h === head))));

/** The page with the trained model, which the tests share: each leaves the model whole. */
const shared = useOnce(openTrained);

async function openTrained() {
  const shown = await openTrain(browser, "", { viewport: { width: 1440, height: 1400 } });
  await toTheEnd(shown.page);
  return shown;
}

/** Asserts that the page with a removal has the core's prediction, table and words. @param {Page} page @param {Removal} removal @param {string} called */
async function assertWithout(page, removal, called) {
  await settled(page);
  const expected = model.evaluate(removal);
  const { prediction, without, away } = await stateOf(page);
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`, removal)));
  assert.deepEqual(without, { ...expected, sentences: 256, away });
  const row = (/** @type {typeof whole} */ { kinds }) =>
    Object.values(kinds).map(({ accuracy }) => shareSaid(accuracy));
  assert.deepEqual(await texts(page, "mha-taking-away tbody tr"), [
    `as it is ${row(whole).join(" ")}`,
    `without ${called} ${row(expected).join(" ")}`,
  ]);
  assert.equal((await texts(page, "mha-taking-away thead th"))[0], "correct answers, of 256 sentences");
  const told = (await texts(page, "mha-taking-away [role=status]"))[0];
  assert.ok(told.startsWith(`Without ${called}: `), told);
  const before = shareSaid(whole.kinds.it.accuracy);
  const after = expected.kinds.it.accuracy;
  if (whole.kinds.it.accuracy - after >= 0.05)
    assert.ok(told.includes(`what “it” stands for from ${before} to ${shareSaid(after)}`), told);
  return expected.kinds;
}

/** @param {Page} page */
async function assertWhole(page) {
  await settled(page);
  const { away, prediction, without } = await stateOf(page);
  assert.deepEqual([away, without], [{ off: [], cuts: [] }, null]);
  assert.deepEqual(prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  assert.equal(await page.locator("mha-taking-away tbody tr").count(), 1);
}

const TO_ITS_NOUN = { cut: [{ layer: 1, from: "it", to: /** @type {const} */ ("noun") }] };

test("pressing an arc cuts the edge in all heads of its layer; pressing the cut arc restores it", async () => {
  const { page, seen } = await shared();
  const { name, x, y } = (await arcsOn(page)).find(({ layer, to }) => layer === 1 && to === 1);
  await page.mouse.click(x, y);
  const { it, ...others } = await assertWithout(page, TO_ITS_NOUN, "the edge from it to its noun in layer 1");
  assert.ok(it.accuracy < 0.6, `the answers go: ${it.accuracy}`);
  for (const { accuracy } of Object.values(others)) assert.ok(accuracy > 0.95, "and only those");
  const { prediction, head } = await stateOf(page);
  assert.equal(head, name, "its head is the one to look into");
  const [, second] = prediction.attention;
  for (let at = 0; at < 4; at++) assert.equal(second.data[(at * 12 + 8) * 12 + 1], 0, `head ${at}`);
  const cut = page.getByRole("button", { name: /^layer 1: it → animal/ });
  assert.equal(await cut.getAttribute("aria-pressed"), "true");
  const arc = (await arcsOn(page)).find(({ cut: isCut }) => isCut);
  assert.deepEqual([arc.layer, arc.to], [1, 1], "it is still there, crossed out");
  await page.mouse.click(arc.x, arc.y);
  await assertWhole(page);
  seen.assertQuiet();
});

test("buttons cut edges, and one button restores all", async () => {
  const { page, seen } = await shared();
  const noun = page.getByRole("button", { name: /^layer 1: it → animal \(its noun\)/ });
  await noun.click();
  await assertWithout(page, TO_ITS_NOUN, "the edge from it to its noun in layer 1");
  const known = page.getByRole("button", { name: /^cut it → its noun/ });
  assert.equal(await known.getAttribute("aria-pressed"), "true", "it is the one that was found");
  await page
    .getByRole("button", { name: /^layer 0: it → tired/ })
    .first()
    .click();
  const cut = [...TO_ITS_NOUN.cut, { layer: 0, from: "it", to: /** @type {const} */ ("tells") }];
  await assertWithout(
    page,
    { cut },
    "the edge from it to its noun in layer 1, the edge from it to the telling adjective in layer 0",
  );
  await press(page, "Put all back");
  await assertWhole(page);
  await press(page, "cut it → telling adjective");
  await assertWithout(page, { cut: cut.slice(1) }, "the edge from it to the telling adjective in layer 0");
  await page.getByRole("button", { name: "cut it → telling adjective" }).click();
  await assertWhole(page);
  seen.assertQuiet();
});

test("pressing a head's map switches the head off or on; only heads with a role can be kept alone", async () => {
  const { page, seen } = await shared();
  const head = (/** @type {string} */ name) => page.locator(`mha-train-maps button[data-head="${name}"]`);
  await head("1.2").click();
  const { was } = await assertWithout(page, { headScale: scales([[1, 2]]), cut: [] }, "layer 1, head 2");
  assert.ok(was.accuracy < whole.kinds.was.accuracy, "was and were hang on it");
  assert.equal(await head("1.2").getAttribute("aria-pressed"), "true");
  assert.equal(await head("1.2").getAttribute("aria-label"), "Layer 1, head 2: off");
  assert.ok((await figureTexts(page, "mha-train-maps mha-figure >> nth=0")).includes("layer 1, head 2 off"));
  await head("0.0").click();
  const two = scales([
    [0, 0],
    [1, 2],
  ]);
  await assertWithout(page, { headScale: two, cut: [] }, "heads 0.0, 1.2");
  await head("0.0").click();
  await head("1.2").click();
  await assertWhole(page);

  const keep = page.getByRole("button", { name: /^keep only / });
  const kept = /^keep only the best: (.*)$/.exec((await keep.textContent())?.trim() ?? "")?.[1] ?? "";
  const best = ["this weights", "was weights", "it least", "it tells"].map((job) => {
    const [kind, by] = job.split(" ");
    const heads = /** @type {any} */ (whole.kinds[kind])[by].flat();
    return heads.indexOf(Math.max(...heads));
  });
  const names = best.map((at) => `${Math.floor(at / 4)}.${at % 4}`);
  assert.deepEqual(kept.split(", "), [...new Set(names)], "the best at each job");
  await keep.click();
  const gone = Array.from({ length: 8 }, (_, at) => at).filter((at) => !best.includes(at));
  const called = gone.map((at) => `${Math.floor(at / 4)}.${at % 4}`).join(", ");
  const headScale = scales(gone.map((at) => [Math.floor(at / 4), at % 4]));
  await assertWithout(page, { headScale, cut: [] }, `heads ${called}`);
  await keep.click();
  await assertWhole(page);
  seen.assertQuiet();
});

test("removing heads one by one, the least needed first, gives the core's curve and table", async () => {
  const { page, seen } = await shared();
  await press(page, "Remove heads one by one");
  await settled(page);
  const { order } = await stateOf(page);
  const right = (/** @type {readonly (readonly [number, number])[]} */ off) => {
    const { kinds } = model.evaluate({ headScale: scales(off), sentences: 64 });
    return Object.fromEntries(Object.entries(kinds).map(([kind, { accuracy }]) => [kind, accuracy]));
  };
  /** @type {[number, number][]} */
  const off = [];
  assert.deepEqual(order[0], { off: [], right: right([]) });
  for (const removal of [1, 2]) {
    const left = Array.from({ length: 8 }, (_, i) => /** @type {[number, number]} */ ([i >> 2, i & 3]))
      .filter((one) => !off.some((each) => String(each) === String(one)))
      .map((one) => ({ one, right: right([...off, one]) }));
    const worst = left.map((each) => Math.min(...Object.values(each.right)));
    const least = left[worst.indexOf(Math.max(...worst))];
    off.push(least.one);
    const names = off.map(([layer, head]) => `${layer}.${head}`);
    assert.deepEqual(order[removal], { off: names, right: least.right });
  }
  const all = leastNeededFirst(model);
  let step = all.next();
  while (!step.done) step = all.next();
  assert.deepEqual(order, step.value);
  assert.equal(order.length, 8, "down to one head");
  const label = await page.locator("mha-taking-away mha-figure").getAttribute("label");
  assert.ok(
    label?.startsWith("Correct answers as heads go, least needed first: 8 left, this 1.00"),
    `${label}`,
  );
  await showTable(page.locator("mha-taking-away mha-as-table"));
  const rows = await texts(page, "mha-taking-away mha-as-table tbody tr");
  assert.equal(rows.length, 8);
  assert.ok(rows[1].startsWith(`7 ${order[1].off[0]} `), rows[1]);
  assert.deepEqual((await stateOf(page)).prediction, plain(model.predict(`${DEMONSTRATION} tired`)));
  seen.assertQuiet();
});
