// The weights of models on the pages Walk and Heads: a model loads when it is chosen, the page shows its numbers, and a link keeps the choice. At night, a trained model has the same bits in Chromium and Firefox as natively.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { openCheckpoint } from "../../web/models/index.js";
import { drawn, ready } from "./support/explainer.js";
import { launchFirefox, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { bitsIn, bitsOf } from "../core/model-bits.js";

const browser = useSharedTab();

const TEXT = "The cat was tired of playing.";
const PIECES = "[BOS] the cat was t ##ired of playing .".split(" ");
const LANGUAGE_FOLDER = "headscope-small/";

test("the language model is fetched when it is chosen, and shows its pieces and the attention of the chosen layer", async (t) => {
  const { page, seen, close } = await browser.open(`?tokens=${encodeURIComponent(TEXT)}&step=weights`);
  await ready(page);
  /** @type {string[]} */
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  const isRead = () =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.settings.weights ===
    "language";
  const begun = Date.now();
  await page
    .locator("mha-controls label", { hasText: /^\s*weights/ })
    .locator("select")
    .selectOption("language");
  await page.waitForFunction(isRead, null, { polling: 20 });
  await drawn(page);
  const took = Date.now() - begun;
  t.diagnostic(`${took} ms from the choice to the maps`);
  assert.ok(fetched.some((url) => url.includes(LANGUAGE_FOLDER)));

  const chips = await page
    .locator("mha-sentence .token")
    .evaluateAll((all) => all.map((each) => each.textContent?.trim()));
  assert.deepEqual(chips, PIECES);
  await page.getByText("## continues a word that it does not know whole: t ##ired.").waitFor();
  await page.locator("mha-controls select[name=layer]").selectOption("1");
  await drawn(page);
  const shown = await page.evaluate(async () =>
    Array.from(
      (await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
    ),
  );
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  const run = await model.run(TEXT);
  const { data } = run.attention(1);
  assert.equal(shown.length, data.length);
  data.forEach((weight, i) => assert.ok(Math.abs(Number(shown[i]) - weight) < 1e-6, `${i}`));
  model.dispose();
  seen.assertQuiet();
  await close();
});

const TRANSLATION_FILE = "translation.safetensors";

/** @param {import("playwright-core").Page} page @param {string} kind */
const showsKind = (page, kind) =>
  page.waitForFunction(
    (asked) => {
      const { weights, attentionKind } = /** @type {any} */ (document.querySelector("mha-explainer")).store
        .state.picture.settings;
      return weights === "translation" && attentionKind === asked;
    },
    kind,
    { polling: 20 },
  );

/** @param {import("playwright-core").Page} page */
const words = (page) =>
  page
    .locator("mha-sentence")
    .evaluateAll((all) =>
      all.map((each) =>
        [...(each.shadowRoot?.querySelectorAll(".token") ?? [])]
          .map((one) => one.textContent?.trim())
          .join(" "),
      ),
    );

test("the translation model is fetched when it is chosen, translates a typed sentence, and a link keeps the kind of attention", async () => {
  const { page, seen, close } = await browser.open("?step=weights");
  await ready(page);
  const controls = page.locator("mha-controls");
  assert.equal(await controls.locator("select[name=attentionKind]").count(), 0);
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(!(await fetched()).some((name) => name.endsWith(TRANSLATION_FILE)), "not before it is chosen");
  await controls.locator("select[name=weights]").selectOption("translation");
  await showsKind(page, "cross");
  await drawn(page);
  assert.ok((await fetched()).some((name) => name.endsWith(TRANSLATION_FILE)));
  assert.deepEqual(await words(page), [
    "the small white house sees them <end>",
    "la petite maison blanche les voit <end>",
  ]);

  const sentence = page.locator("mha-sentence").first();
  await sentence.locator(".edit").click();
  await sentence.locator("input").fill("the small white dog sees them");
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.deepEqual(await words(page), [
    "the small white dog sees them <end>",
    "le petit chien blanc les voit <end>",
  ]);
  await controls.locator("select[name=attentionKind]").selectOption("encoder");
  await showsKind(page, "encoder");
  assert.deepEqual(await words(page), ["the small white dog sees them <end>"]);
  await controls.locator("select[name=attentionKind]").selectOption("decoder");
  await showsKind(page, "decoder");
  assert.deepEqual(await words(page), ["", "<start> le petit chien blanc les voit"]);

  await page.waitForFunction(() => location.search.includes("attention-kind=decoder"));
  const link = page.url();
  assert.match(link, /weights=translation/);
  seen.assertQuiet();
  await close();
  const again = await browser.open(link);
  await ready(again.page);
  await showsKind(again.page, "decoder");
  const shown = await again.page.evaluate(async () =>
    Array.from(
      (await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
    ),
  );
  const model = (await loadCore()).createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));
  const { data } = model.translate("the small white dog sees them").attention("decoder");
  assert.equal(shown.length, data.length);
  data.forEach((weight, i) => assert.ok(Math.abs(Number(shown[i]) - weight) < 1e-6, `${i}`));
  again.seen.assertQuiet();
  await again.close();
});

const VISION_FOLDER = "/headscope-vision/";

/** Waits until a picture of the forty is on show. @param {import("playwright-core").Page} page @param {string} name @param {number} layer */
const showsPicture = (page, name, layer) =>
  page.waitForFunction(
    ([name, layer]) => {
      const { picture } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
      return picture?.patches && picture.settings.visionPicture === name && picture.own.layer === layer;
    },
    /** @type {const} */ ([name, layer]),
    { polling: 20 },
  );

test("the vision model is fetched when it is chosen, and another picture and layer are kept in the link", async () => {
  const { page, seen, close } = await browser.open("heads.html");
  await ready(page);
  const fetched = () =>
    page.evaluate(
      (folder) =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => name.includes(folder))
          .map(({ name }) => name.split("/").pop())
          .sort(),
      VISION_FOLDER,
    );
  assert.deepEqual(await fetched(), [], "not before it is chosen");
  const controls = page.locator("mha-controls");
  assert.equal(await controls.locator("select[name=visionPicture]").count(), 0);
  await controls.locator("select[name=weights]").selectOption("vision");
  await showsPicture(page, "pullover", 0);
  assert.deepEqual(await fetched(), [
    ...["config.json", "model.safetensors", "pictures.png", "preprocessor_config.json"],
  ]);
  assert.equal(await page.locator("mha-sentence").count(), 0);
  await page.locator("mha-patch-heads mha-figure").waitFor();
  await controls.locator("select[name=visionPicture]").selectOption("ankle boot");
  await showsPicture(page, "ankle boot", 0);
  await page.locator("mha-heads-page .layer select").selectOption("2");
  await showsPicture(page, "ankle boot", 2);
  await page.waitForFunction(() => /layer=2/.test(location.search), undefined, { polling: 20 });
  const link = page.url();
  seen.assertQuiet();
  await close();
  const again = await browser.open(link);
  await ready(again.page);
  await showsPicture(again.page, "ankle boot", 2);

  // A drag paints the patches below it, a press on a painted patch shows it again, and the classes follow.
  const classes = again.page.locator("mha-patch-classes");
  assert.match(String(await classes.locator("p").textContent()), /ankle boot/);
  await classes.getByRole("button", { name: "paints it black" }).click();
  const box = /** @type {{ x: number, y: number, width: number }} */ (
    await again.page.locator("mha-patch-head mha-figure canvas").boundingBox()
  );
  const patch = Math.min(540, box.width - 2) / 7;
  const at = (/** @type {number} */ row, /** @type {number} */ column) =>
    /** @type {const} */ ([box.x + (column + 0.5) * patch, box.y + (row + 0.5) * patch]);
  await again.page.mouse.move(...at(1, 0));
  await again.page.mouse.wheel(120, 0); // pans what pans, and paints nothing
  await again.page.mouse.down();
  await again.page.mouse.move(...at(1, 3)); // in one step
  await again.page.mouse.up();
  const isPainted = (/** @type {string} */ places) =>
    again.page.waitForFunction(
      (places) => {
        const { picture, settings } = /** @type {any} */ (document.querySelector("mha-explainer")).store
          .state;
        return settings.painted === places && picture.settings.painted === places;
      },
      places,
      { polling: 20 },
    );
  await isPainted("8,9,10,11");
  await again.page.mouse.click(...at(1, 2));
  await isPainted("8,9,11");
  await again.page.waitForFunction(() => /painted=8/.test(location.search), undefined, { polling: 20 });
  await classes.getByRole("button", { name: "Show the whole picture" }).click();
  await isPainted("");
  again.seen.assertQuiet();
  await again.close();
});

// By day, tests/core/model.test.js compares the bits in Node, whose engine is Chromium's, and firefox.test.js those of one model.
if (IS_NIGHTLY) {
  const expected = bitsIn(readFileSync(inRoot("tests/fixtures/model_bits.txt"), "utf8"));

  /** In a page: trains the models of `expected`, and returns their bits. */
  const TRAIN = `
    const bitsOf = ${bitsOf};
    const { loadCore } = await import("/modules/core.js");
    const core = await loadCore();
    return ${JSON.stringify(expected)}.map(({ task, steps }) => {
      const model = core.createModel({ task, seed: 1 });
      model.train(steps);
      const bits = bitsOf(model.parameters());
      model.dispose();
      return { task, steps, bits };
    });`;

  test("trained models have the same bits in Chromium as natively", async () => {
    const { page, seen, close } = await browser.open("heads.html");
    assert.deepEqual(await page.evaluate(`(async () => {${TRAIN}})()`), expected);
    seen.assertQuiet();
    await close();
  });

  test("trained models have the same bits in Firefox as natively", async () => {
    const firefox = await launchFirefox();
    try {
      await firefox.goto(new URL("heads.html", browser.url).href);
      assert.deepEqual(await firefox.evaluate(TRAIN), expected);
    } finally {
      await firefox.close();
    }
  });
}
