// The task "translation" on the page Train: sentences that are typed, and words that are swapped, are translated as the core translates them in Node.
import assert from "node:assert/strict";
import test from "node:test";
import { TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { drawn } from "./support/explainer.js";
import { savedFile } from "./support/downloads.js";
import { injectAxeForKinds, useBrowser } from "./support/index.js";
import { sample } from "./support/nightly.js";
import { core, openTrain, press, settled } from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const STEPS = 50;
const SENTENCES = [
  "the king sleeps",
  "my small cat does not see her",
  "these girls love the red flowers",
  "the birds sing",
  "this young horse carries the heavy letters",
];

/** The translation on the page. @param {Page} page */
const translationOn = (page) =>
  page.locator("mha-train").evaluate((element) => {
    const { translation } = /** @type {any} */ (element).store.state;
    const { target, probabilities, attention } = translation;
    const kinds = ["encoder", "decoder", "cross"].map((kind) => [kind, [...attention(kind).data]]);
    return { target, probabilities: [...probabilities], attention: Object.fromEntries(kinds) };
  });

/** The core's translation in the same form. @param {import("../../web/core/types.js").Translation} translation */
const plain = ({ target, probabilities, attention }) => ({
  target,
  probabilities: [...probabilities],
  attention: Object.fromEntries(
    /** @type {const} */ (["encoder", "decoder", "cross"]).map((kind) => [kind, [...attention(kind).data]]),
  ),
});

test("sentences typed by keys, a swapped word and a head that is off are translated as in Node, and axe is silent at 1440 and 390 px", async () => {
  const model = core.createModel(TRANSLATION_MODEL);
  model.train(STEPS);
  const { page, seen, close } = await openTrain(browser, `?task=translation&step=${STEPS}`);
  await page.locator("mha-two-sentences mha-figure").waitFor();
  await page.waitForFunction(
    (step) => /** @type {any} */ (document.querySelector("mha-train")).store.state.at === step,
    STEPS,
  );
  await settled(page);
  const axe = await injectAxeForKinds(page);
  await press(page, "Write your own");
  const field = page.getByLabel("A sentence of the words");
  for (const sentence of sample(SENTENCES, 1, 4)) {
    await field.press("Control+a");
    await field.pressSequentially(sentence);
    await settled(page);
    assert.deepEqual(await translationOn(page), plain(model.translate(sentence)), sentence);
  }
  await field.pressSequentially("x");
  await page.getByText(/the word lettersx; the nearest that it knows: letters, /).waitFor();
  assert.deepEqual(await axe(), [], "with a refused word");
  await field.press("Escape");

  const menu = page.locator("mha-two-sentences select").nth(2);
  await menu.focus();
  await menu.selectOption("cow");
  await settled(page);
  const swapped = SENTENCES[4].replace("horse", "cow");
  assert.deepEqual(await translationOn(page), plain(model.translate(swapped)), swapped);

  const says = async (/** @type {string} */ sentence) => {
    await page.locator("mha-train").evaluate((element, words) => {
      /** @type {any} */ (element).store.say(words);
    }, sentence);
    await settled(page);
  };
  const buttons = page.locator("mha-two-sentences .target button");
  const before = await buttons.count();
  await buttons.last().focus();
  await says("the king sleeps");
  assert.ok((await buttons.count()) < before);
  assert.ok(
    await buttons.last().evaluate((button) => button.matches(":focus")),
    "the focus stays in the row",
  );
  const first = page.locator("mha-two-sentences select").first();
  await first.focus();
  assert.deepEqual(await first.locator("option").allTextContents(), ["my", "the", "this"]);
  await says("the birds sing");
  await buttons.last().focus();
  await first.focus();
  assert.deepEqual(await first.locator("option").allTextContents(), ["my", "the", "these"]);
  await says(swapped);

  await press(page, "All 12 heads");
  const decoder = page.getByRole("button", { name: "Decoder, head 0: show it large" });
  const large = page.locator("mha-translation-maps .large h2");
  for (const count of [2, 3]) {
    assert.equal(await large.count(), count);
    assert.equal(await decoder.getAttribute("aria-pressed"), String(count === 3));
    await decoder.click();
    await settled(page);
  }
  assert.equal(await large.count(), 2, "a second press closes the map");
  await page.getByRole("button", { name: "Cross, head 1: off" }).last().click();
  await settled(page);
  const headScale = { cross: [[1, 0, 1, 1]] };
  assert.deepEqual(await translationOn(page), plain(model.translate(swapped, { headScale })));
  await page.waitForFunction(() => new URLSearchParams(location.search).get("off") === "cross.0.1");
  assert.deepEqual(await axe(), [], "with all heads, and one that is off");

  const saved = (/** @type {string} */ panel, /** @type {string} */ file) => savedFile(page, panel, file);
  for (const [panel, name, words] of /** @type {const} */ ([
    ["mha-two-sentences", "translation", ["young", "carries", "English"]],
    ["mha-translation-maps", "attention", ["young", "Cross, head", "Decoder", "head 3"]],
    ["mha-train-learning", "learning", ["whole sentences", "loss"]],
  ])) {
    const svg = String(await saved(panel, `${name}.svg`));
    assert.match(svg, /^<svg /);
    for (const word of words) assert.ok(svg.includes(word), `${name}.svg has ${word}`);
    const png = await saved(panel, `${name}.png`);
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.match(String(await saved(panel, `${name}.csv`)), /^[^\n]+,[^\n]+\r\n/);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await drawn(page);
  assert.deepEqual(await axe(), [], "390 px wide");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  seen.assertQuiet();
  await close();
  model.dispose();
});
