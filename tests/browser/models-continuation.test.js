// The page Models: candidates that are pressed, pieces drawn at a temperature, twenty at once, and what a head that is off changes.
import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { INITIAL } from "../../web/models/state/page-state.js";
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

/** Begins with the first text again. @param {Page} page */
async function begin(page) {
  await page
    .locator("mha-models")
    .evaluate((element, text) => /** @type {any} */ (element).store.write(text), INITIAL.text);
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

test("twenty pieces at a temperature are those of the API, and a value that does not fit is refused beside its field", async () => {
  const { page, model } = await shared();
  await begin(page);
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
  const made = await model.generate(INITIAL.text, { tokens: 20, temperature: 1.2, topK: 30, seed: 7 });
  assert.equal((await stateOf(page)).text, INITIAL.text + made.text);
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
