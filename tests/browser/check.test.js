// Checking the reader's own arrays below a chapter: correct, wrong and broken files, by keyboard and by drop.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { check } from "../../web/check/state/check.js";
import { CHECK_PAGE } from "../../web/check/words-page.js";
import { readNpz } from "../../web/check/state/npz.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { bytesOf } from "./support/downloads.js";
import { injectAxe, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** An article in another language, with a question and a file field. @param {string} lang */
const article = (lang) =>
  `<!doctype html><html lang="${lang}"><head><title>A post</title><link rel="icon" href="data:,">
  <script type="module" src="modules/headscope.js"></script><script type="module" src="modules/learn.js"></script></head>
  <body><mha-explainer id="fig" view="map" loading="eager" tokens="The cat sat"></mha-explainer>
  <mha-predict for="fig" question="cross_shape"></mha-predict><mha-predict for="fig" question="none"></mha-predict>
  <mha-check for="fig"></mha-check></body></html>`;

const browser = useSharedTab({ "fr.html": article("fr"), "zh.html": article("zh-CN") });
const saved = (/** @type {string} */ name) => inRoot("tests/fixtures/saved", `${name}.npz`);

/** @param {Parameters<typeof browser.open>[1]} [options] */
async function openCheck(options) {
  const opened = await browser.open("learn/task.html", { reducedMotion: "reduce", ...options });
  const element = opened.page.locator("mha-check");
  await element.getByRole("button", { name: "Save layer.npz to begin with" }).waitFor();
  return {
    ...opened,
    element,
    file: element.getByLabel("Your arrays"),
    verdict: element.getByRole("status"),
    alert: element.getByRole("alert"),
    rows: element.locator("tbody tr"),
  };
}

test("nothing loads before a file is chosen; a correct file agrees at every step, and a wrong file is explained by a wrong path, which the figure shows", async () => {
  const { page, seen, file, verdict, rows, element, close } = await openCheck();
  const loaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /check-file/.test(name)),
    );
  assert.deepEqual(await loaded(), []);
  await file.setInputFiles(saved("right"));
  await verdict.getByText("All 7 arrays that were saved agree.").waitFor();
  assert.equal((await loaded()).length, 1);
  assert.equal(await rows.count(), 7);
  for (const row of await rows.allInnerTexts()) assert.match(row, /\tagrees/);

  await file.setInputFiles(saved("softmax_axis"));
  await verdict.getByText("Your code first differs from the core at attention.").waitFor();
  assert.match(await verdict.innerText(), /Known wrong path: softmax over queries\. It gives every array/);
  assert.match(
    await rows.nth(4).innerText(),
    /^attention\t.*first difference, at \[0, 0, 1, 2\] 0\.7174, the core has/,
  );
  await element.getByRole("button", { name: "Show this wrong path in the figure" }).click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("#fig")).wrong === "softmax_axis",
  );
  const row = element.getByRole("link", { name: CHECK_PAGE.row });
  assert.equal(await row.getAttribute("href"), "../bugs/#softmax_axis");

  await file.setInputFiles(saved("scale_d_model"));
  await verdict.getByText("÷ √d_model").first().waitFor();
  assert.equal(await element.locator(".see").count(), 0, "the walk has no such path");
  seen.assertQuiet();
  await close();
});

test("a broken file is reported, and clears the old result; a file can be dropped", async () => {
  const { page, element, file, verdict, alert, rows, close } = await openCheck();
  await file.setInputFiles(saved("no_scale"));
  await verdict.getByText("first differs from the core at attention").waitFor();
  await file.setInputFiles(inRoot("package.json"));
  await alert.getByText(/package\.json: the file is no \.npz: it begins with 7b 0a .*np\.savez\./).waitFor();
  assert.equal(await rows.count(), 0);
  assert.equal((await verdict.innerText()).trim(), "");
  await file.setInputFiles(saved("objects"));
  await alert.getByText(/objects\.npz: wQ holds Python objects/).waitFor();
  await file.setInputFiles(saved("right"));
  await verdict.getByText("All 7 arrays").waitFor();
  assert.equal((await alert.innerText()).trim(), "", "the message disappears after a correct file");

  const bytes = [...readFileSync(saved("merge_without_transpose"))];
  const files = await page.evaluateHandle((numbers) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(numbers)], "mine.npz"));
    return data;
  }, bytes);
  const card = element.locator(".card");
  await card.dispatchEvent("dragover", { dataTransfer: files });
  await card.and(page.locator(".over")).waitFor();
  await card.dispatchEvent("drop", { dataTransfer: files });
  await verdict.getByText("first differs from the core at output").waitFor();
  assert.equal(await card.and(page.locator(".over")).count(), 0);
  await close();
});

test("the starter file has the figure's layer: x, weights and heads", async () => {
  const { page, element, close } = await openCheck();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    element.getByRole("button", { name: "Save layer.npz" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "layer.npz");
  const arrays = readNpz(await bytesOf(download));
  assert.deepEqual([...arrays.keys()], ["x", "wQ", "wK", "wV", "wO", "num_heads", "causal"]);
  assert.deepEqual([arrays.get("x")?.shape, arrays.get("num_heads")?.data[0]], [[1, 12, 64], 8]);
  assert.equal(arrays.get("num_heads")?.dtype, "<i4", "an integer, so that d_model // num_heads is a size");
  const [shape, data] = await page.evaluate(async () => {
    const { shape, data } = await /** @type {any} */ (document.querySelector("#fig")).getTensor("output");
    return [[...shape], [...data]];
  });
  arrays.set("output", { name: "output", dtype: "<f4", shape, data: Float32Array.from(data) });
  assert.equal(check(await loadCore(), arrays).parts, null, "and the figure's own output agrees with it");
  await close();
});

test("the keyboard reaches the file, the buttons, the link and the table, in this order", async () => {
  const { page, file, verdict, element, close } = await openCheck();
  await file.setInputFiles(saved("no_scale"));
  await verdict.getByText("first differs from the core").waitFor();
  await file.focus();
  const focused = () =>
    page.evaluate(() => {
      const inside = document.activeElement?.shadowRoot?.activeElement;
      return inside?.className || inside?.id;
    });
  const order = [await focused()];
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press("Tab");
    order.push(await focused());
  }
  assert.deepEqual(order, ["file", "start", "see", "row", "table"]);
  await element.locator(".see").press("Enter");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#fig")).wrong === "no_scale");
  await close();
});

for (const [colorScheme, viewport] of sample(
  /** @type {const} */ ([
    ["light", { width: 1440, height: 900 }],
    ["dark", { width: 390, height: 844 }],
  ]),
  1,
))
  test(`axe finds nothing in a verdict, and nothing scrolls sideways: ${colorScheme}, ${viewport.width} px`, async () => {
    const { page, file, verdict, close } = await openCheck({ colorScheme, viewport });
    await file.setInputFiles(saved("mask_repeat_order"));
    await verdict.getByText("first differs from the core").waitFor();
    assert.deepEqual(await (await injectAxe(page))(), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await close();
  });

for (const { lang, locale } of sample(
  [
    { lang: "fr", locale: french },
    { lang: "zh", locale: chinese },
  ],
  1,
))
  test(`${lang}: questions and the texts around them and around arrays are in this language`, async () => {
    const { page, close } = await browser.open(`${lang}.html`, { reducedMotion: "reduce" });
    const { check: words, checkPage, checkPaths, learn, unread, chips } = locale;
    const asked = page.locator("mha-predict").first();
    await asked.getByRole("button", { name: learn.check }).click();
    await asked.getByText(unread.shape("")).waitFor();
    assert.equal(await asked.locator(".asks").getAttribute("lang"), locale.lang);
    await asked.getByRole("textbox", { name: learn.field }).fill("1");
    await asked.getByRole("button", { name: learn.check }).click();
    const answer = asked.locator("[part=answer]");
    await answer.getByText(learn.again).waitFor();
    await asked.getByRole("button", { name: learn.check }).click();
    await answer.getByText(learn.wrong("(1, 8, 3, 6)")).waitFor();
    assert.equal(await answer.locator(`[lang=${locale.lang}]`).count(), 1, "the explanation, too");
    await asked.getByRole("button", { name: learn.another }).waitFor();
    await page.locator("mha-predict").nth(1).getByText(learn.unknown("none", []).slice(0, 12)).waitFor();

    const element = page.locator("mha-check");
    await element.getByText(checkPage.stays).waitFor();
    const file = element.getByLabel(checkPage.label);
    await file.setInputFiles(saved("scale_d_model"));
    const verdict = element.getByRole("status");
    await verdict.getByText(words.whole("÷ √d_model")).waitFor();
    await verdict.getByText(checkPaths.scale_d_model({ dModel: 8, dK: 4 }).why).waitFor();
    assert.deepEqual(await element.locator("thead th").allTextContents(), words.columns);
    assert.ok((await element.locator("tbody").innerText()).includes(words.partsHere));
    await file.setInputFiles(saved("softmax_axis"));
    await verdict.getByText(words.whole(chips.softmax_axis())).waitFor();
    await element.getByRole("button", { name: checkPage.see }).waitFor();
    await close();
  });
