// weights="language" on the page Walk: the model loads when it is chosen, and its pieces are shown.
import assert from "node:assert/strict";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { drawn, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();
const TEXT = "The cat was tired of playing.";
const PIECES = "[BOS] the cat was t ##ired of playing .".split(" ");
const FILE = "headscope-small/";

test("it is fetched when it is chosen, and shows its pieces and the attention of the chosen layer", async (t) => {
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
  assert.ok(fetched.some((url) => url.includes(FILE)));

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
