// weights="translation" on the page Walk: the model loads when it is chosen, and its translation stands below the sentence.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { drawn, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();
const FILE = "translation.safetensors";

/** @param {import("playwright-core").Page} page @param {string} kind */
const shows = (page, kind) =>
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

test("it is fetched when it is chosen, translates a typed sentence, and a link keeps the kind of attention", async () => {
  const { page, seen, close } = await browser.open("?step=weights");
  await ready(page);
  const controls = page.locator("mha-controls");
  assert.equal(await controls.locator("select[name=attentionKind]").count(), 0);
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(!(await fetched()).some((name) => name.endsWith(FILE)), "not before it is chosen");
  await controls.locator("select[name=weights]").selectOption("translation");
  await shows(page, "cross");
  await drawn(page);
  assert.ok((await fetched()).some((name) => name.endsWith(FILE)));
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
  await shows(page, "encoder");
  assert.deepEqual(await words(page), ["the small white dog sees them <end>"]);
  await controls.locator("select[name=attentionKind]").selectOption("decoder");
  await shows(page, "decoder");
  assert.deepEqual(await words(page), ["", "<start> le petit chien blanc les voit"]);

  await page.waitForFunction(() => location.search.includes("attention-kind=decoder"));
  const link = page.url();
  assert.match(link, /weights=translation/);
  const again = await browser.open(link);
  await ready(again.page);
  await shows(again.page, "decoder");
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
  for (const one of [seen, again.seen]) one.assertQuiet();
  await again.close();
  await close();
});
