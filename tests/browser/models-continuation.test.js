// The page Models: candidates that are pressed, pieces drawn at a temperature, twenty at once, and what a head that is off changes; a press of a key never leaves the focus on the page itself; print has no controls.
import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { drawn } from "./support/explainer.js";
import { openMenu } from "./support/figure-menu.js";
import { focused } from "./support/focus.js";
import { injectAxe, useBrowser, useOnce } from "./support/index.js";
import { openModels, settled } from "./support/models.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** The page that the tests share, and the model in Node. */
const shared = useOnce(openBoth);

async function openBoth() {
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  return { ...(await openModels(browser)), model };
}

/** Begins with the first text again, or another one. @param {Page} page @param {string} [text] */
async function begin(page, text = INITIAL.text) {
  await page
    .locator("mha-models")
    .evaluate((element, text) => /** @type {any} */ (element).store.write(text), text);
  await settled(page);
}

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.locator("mha-models").evaluate((element) => {
    const { text, adding, running, run, sampling } = /** @type {any} */ (element).store.state;
    return { text, adding, running, count: run.tokens.length, sampling };
  });

test("a candidate that is pressed is added to the text; after an earlier piece, candidates are no buttons", async () => {
  const { page, model } = await shared();
  await begin(page);
  const { count } = await stateOf(page);
  const likely = (await model.run(INITIAL.text)).predictions(count - 1, 4);
  const candidates = page.locator("mha-model-text .candidate");
  assert.deepEqual(
    await candidates.locator("bdi").allInnerTexts(),
    likely.map(({ text }) => text),
  );
  await candidates.nth(1).press("Enter");
  await page.locator("mha-model-text .piece").nth(count).and(page.locator("[aria-pressed=true]")).waitFor();
  await settled(page);
  assert.equal((await stateOf(page)).text, `${INITIAL.text} ${likely[1].text}`);
  assert.match((await focused(page))?.name ?? "", /^button /, "the focus stays among the candidates");
  await page.locator("mha-model-text .piece").nth(2).click();
  await settled(page);
  assert.equal(await candidates.count(), 0);
});

/** A text whose runs take little time. */
const SHORT = "The cat";

test("twenty pieces at a temperature are those of the API, and a value that does not fit is refused beside its field", async () => {
  const { page, model } = await shared();
  await begin(page, SHORT);
  const text = page.locator("mha-model-text");
  await openMenu(text);
  const field = (/** @type {string} */ name) => text.getByLabel(name, { exact: true });
  await field("temperature").fill("1,2");
  await field("seed").fill("7");
  await field("top-k").fill("0");
  await field("top-k").press("Tab");
  await text.getByRole("alert").getByText("no whole number from 1 to 100").waitFor();
  assert.equal(await field("top-k").getAttribute("aria-invalid"), "true");
  const axe = await injectAxe(page);
  assert.deepEqual(await axe(), []);
  await field("top-k").fill("30");
  await field("top-k").press("Tab");
  assert.equal(await text.getByRole("alert").count(), 0);
  assert.deepEqual((await stateOf(page)).sampling, { temperature: 1.2, topK: 30, seed: 7 });
  const many = text.getByRole("button", { name: "×20: add 20 pieces" });
  const { count } = await stateOf(page);
  await many.click();
  await page.waitForFunction(
    (count) => {
      const { run, adding } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
      return run.tokens.length === count && !adding;
    },
    count + 20,
    { polling: 20 },
  );
  const made = await model.generate(SHORT, { tokens: 20, temperature: 1.2, topK: 30, seed: 7 });
  assert.equal((await stateOf(page)).text, SHORT + made.text);
  await page
    .locator("mha-models")
    .evaluate((/** @type {any} */ element) =>
      element.store.continuation.sample({ temperature: 0, topK: 100, seed: 0 }),
    );
});

test("twenty pieces stop at a press of the same button", async () => {
  const { page } = await shared();
  await begin(page);
  const { count } = await stateOf(page);
  const button = page.locator("mha-model-text #many");
  // Pressed in the page: all twenty may be there before a press from outside arrives.
  await button.evaluate((/** @type {any} */ element) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-models"));
    const press = () => {
      if (store.state.adding > 16 || !element.getAttribute("aria-label").startsWith("Stop: ")) return;
      store.removeEventListener("change", press);
      element.click();
    };
    store.addEventListener("change", press);
    element.click();
  });
  await page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector("mha-models")).store.state.adding),
    null,
    { polling: 20 },
  );
  await settled(page);
  const stopped = await stateOf(page);
  assert.deepEqual([stopped.adding, stopped.running], [0, false]);
  assert.ok(stopped.count > count && stopped.count < count + 20, `${stopped.count - count} pieces`);
  assert.equal((await button.innerText()).trim(), "×20");
});

test("beside the switch stands the model's answer with all heads, and without the head, as the API has them", async () => {
  const { page, seen, model } = await shared();
  await begin(page);
  const { layer, head } = await page
    .locator("mha-models")
    .evaluate((element) => /** @type {any} */ (element).store.state.selected);
  const run = await model.run(INITIAL.text);
  const last = run.tokens.length - 1;
  const [before] = run.predictions(last, 1);
  const answers = page.locator("mha-model-head .answers");
  const said = async () => (await answers.innerText()).replace(/\s+/g, " ").trim();
  assert.ok((await said()).endsWith(`${before.text} ${before.probability.toFixed(2)}`));
  const below = async () => {
    const [title, row] = [page.locator("mha-model-head h2"), answers];
    return ((await row.boundingBox())?.y ?? NaN) - ((await title.boundingBox())?.y ?? NaN);
  };
  const place = await below();
  await page.locator("mha-model-head").getByRole("button", { name: "Switch it off" }).click();
  await page.locator("mha-model-head").getByRole("button", { name: "Switch it on" }).waitFor();
  await settled(page);
  const scale = Float32Array.from({ length: model.info.heads }, (_, i) => (i === head ? 0 : 1));
  const without = await model.run(INITIAL.text, { headScale: { [layer]: scale } });
  const kept = without.predictions(last, 100).find(({ id }) => id === before.id)?.probability ?? NaN;
  const [now] = without.predictions(last, 1);
  const parts = (await said()).split("without the heads that are off:");
  assert.ok(parts[0].trim().endsWith(`${before.text} ${before.probability.toFixed(2)}`));
  assert.equal(
    parts[1].trim(),
    `${before.text} ${kept.toFixed(2)}, now ${now.text} ${now.probability.toFixed(2)}`,
  );
  assert.equal(await below(), place, "the switch stays in its place");
  await page.locator("mha-model-head").getByRole("button", { name: "Switch it on" }).click();
  await settled(page);
  seen.assertQuiet();
});

test("Edit opens the field of the text in the room of its pieces, so that nothing moves", async () => {
  const { page, seen } = await shared();
  await begin(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const places = () =>
      page
        .locator("mha-model-text .likely, mha-model-text mha-more, mha-every-head")
        .evaluateAll((/** @type {Element[]} */ all) =>
          all.map((each) => JSON.stringify(each.getBoundingClientRect())),
        );
    const before = await places();
    assert.equal(before.length, 3);
    await page.getByRole("button", { name: "Edit" }).click();
    await drawn(page);
    assert.ok(await page.locator("mha-model-text form input").isVisible());
    assert.deepEqual(await places(), before, `${width} px`);
    await page.locator("mha-model-text form input").press("Enter");
    await settled(page);
    assert.deepEqual(await places(), before, `${width} px, after a run`);
  }
  seen.assertQuiet();
});

test("after a sentence is typed, the focus is on Edit", async () => {
  const { page } = await shared();
  await page.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" It slept.");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await focused(page))?.name, "button Edit");
});

test("after heads are switched off in turn, the focus is on their list; after all are on again, it is in the same part", async () => {
  const { page } = await shared();
  await page.getByRole("button", { name: "Switch off each head in turn" }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match((await focused(page))?.name ?? "", /^ol Which heads matter for/);
  await page.keyboard.press("Tab");
  assert.match((await focused(page))?.name ?? "", /^button Layer \d, head \d/);
  await page
    .locator("mha-model-ablation")
    .getByRole("button", { name: /^Layer \d off$/ })
    .click();
  await settled(page);
  await page.getByRole("button", { name: "Switch all on" }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match((await focused(page))?.name ?? "", /^button Switch off each he/);
});

test("after Open of a model by its name, the focus is on the button that shows the form", async () => {
  const { page } = await shared();
  await page.locator("mha-models").evaluate((/** @type {any} */ { store }) => {
    store.set({ hub: "https://hub.example" });
    store.openings.openNamed = async () => {}; // asks nothing
  });
  await page.getByRole("button", { name: "or by its name" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("mha-hub-models #name").fill("someone/model");
  await page.locator("mha-hub-models #name").press("Enter");
  await page.locator("mha-hub-models").waitFor({ state: "detached" });
  await drawn(page);
  assert.equal((await focused(page))?.name, "button or by its name");
});

/** Texts on show that match. @param {Page} page @param {string} selector */
const textsOn = (page, selector) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => each.getAttribute("aria-label") ?? each.textContent?.replace(/\s+/g, " ").trim()),
    );

test("print has neither controls nor hints, and no heading over nothing", async () => {
  const { page } = await shared();
  await page.emulateMedia({ media: "print" });
  await drawn(page);
  assert.deepEqual(
    await textsOn(
      page,
      "button:not(.piece, .candidate, li button), input, summary, form, nav, nav a, mha-as-table",
    ),
    [],
  );
  const headings = (await textsOn(page, "mha-models h2")).join("; ");
  assert.match(headings, /^Every head; All heads of a layer together; Layer \d, head \d$/);
  for (const hint of [/Point at/, /press one/i, /drop its folder/])
    assert.deepEqual(await page.locator("mha-models").getByText(hint).filter({ visible: true }).count(), 0);
  await page.emulateMedia({ media: "screen" });
  await page.locator("mha-model-pair").getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Switch off each head in turn" }).click();
  await settled(page);
  await page.locator("mha-model-pair-heads").waitFor();
  await page.emulateMedia({ media: "print" });
  assert.match(
    (await textsOn(page, "mha-models h2")).join("; "),
    /Which heads matter for .*; Two sentences beside each other$/,
  );
});
