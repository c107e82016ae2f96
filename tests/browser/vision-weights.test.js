// weights="vision" on the page Heads: the model loads when it is chosen, its heads lie over the picture, and a link keeps picture and layer.
import assert from "node:assert/strict";
import test from "node:test";
import { ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";

const browser = useBrowser();
const FOLDER = "/headscope-vision/";

/** Waits until a picture of the forty is on show. @param {import("playwright-core").Page} page @param {string} name @param {number} layer */
const shows = (page, name, layer) =>
  page.waitForFunction(
    ([name, layer]) => {
      const { picture } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
      return picture?.patches && picture.settings.visionPicture === name && picture.own.layer === layer;
    },
    /** @type {const} */ ([name, layer]),
    { polling: 20 },
  );

test("it is fetched when it is chosen, and another picture and layer are kept in the link", async () => {
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
      FOLDER,
    );
  assert.deepEqual(await fetched(), [], "not before it is chosen");
  const controls = page.locator("mha-controls");
  assert.equal(await controls.locator("select[name=visionPicture]").count(), 0);
  await controls.locator("select[name=weights]").selectOption("vision");
  await shows(page, "pullover", 0);
  assert.deepEqual(await fetched(), [
    ...["config.json", "model.safetensors", "pictures.png", "preprocessor_config.json"],
  ]);
  assert.equal(await page.locator("mha-sentence").count(), 0);
  await page.locator("mha-patch-heads mha-figure").waitFor();
  await controls.locator("select[name=visionPicture]").selectOption("ankle boot");
  await shows(page, "ankle boot", 0);
  await page.locator("mha-heads-page .layer select").selectOption("2");
  await shows(page, "ankle boot", 2);
  await page.waitForFunction(() => /layer=2/.test(location.search), undefined, { polling: 20 });
  const link = page.url();
  const again = await browser.open(link);
  await ready(again.page);
  await shows(again.page, "ankle boot", 2);

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
  for (const one of [seen, again.seen]) one.assertQuiet();
  await again.close();
  await close();
});
