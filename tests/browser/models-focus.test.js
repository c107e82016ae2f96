// The page Models: a press of a key never leaves the focus on the page itself; print has no controls.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn } from "./support/explainer.js";
import { focused } from "./support/focus.js";
import { useBrowser, useOnce } from "./support/index.js";
import { openModels, settled } from "./support/models.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();

/** The page that the tests share. */
const shared = useOnce(() => openModels(browser));

test("Edit opens the field of the text in the room of its pieces, so that nothing moves", async () => {
  const { page, seen } = await shared();
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
const seen = (page, selector) =>
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
    await seen(
      page,
      "button:not(.piece, .candidate, li button), input, summary, form, nav, nav a, mha-as-table",
    ),
    [],
  );
  const headings = (await seen(page, "mha-models h2")).join("; ");
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
    (await seen(page, "mha-models h2")).join("; "),
    /Which heads matter for .*; Two sentences beside each other$/,
  );
});
