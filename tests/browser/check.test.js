// Checking the reader's own arrays below a chapter: correct, wrong and broken files, by keyboard and by drop. And the page of bugs: pictures near the window, links to the walk, three languages, by keyboard and on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { check } from "../../web/check/state/check.js";
import { BUGS, BUGS_BY_PART, reportAddress } from "../../web/check/state/bugs.js";
import { bugWords, bugsText } from "../../web/check/words-bugs.js";
import { CHECK_PAGE } from "../../web/check/words-page.js";
import { readNpz } from "../../web/check/state/npz.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { bytesOf } from "./support/downloads.js";
import { drawn, ready } from "./support/explainer.js";
import { LOW, injectAxe, injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

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
  const opened = await browser.open("learn/task.html", { ...LOW, reducedMotion: "reduce", ...options });
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

test("nothing loads before a file is chosen; a correct file agrees at every step, and a wrong file is explained by a wrong path, which the figure shows; a broken file is reported, and clears the old result; a file can be dropped", async () => {
  const { page, seen, file, verdict, alert, rows, element, close } = await openCheck();
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
  seen.assertQuiet();
  await close();
});

for (const [colorScheme, viewport] of sample(
  /** @type {const} */ ([
    ["light", { width: 1440, height: 900 }],
    ["dark", { width: 390, height: 844 }],
  ]),
  1,
))
  test(`the starter file has the figure's layer: x, weights and heads; the keyboard reaches the file, the buttons, the link and the table, in this order; axe finds nothing in a verdict, and nothing scrolls sideways: ${colorScheme}, ${viewport.width} px`, async () => {
    const { page, file, verdict, element, close } = await openCheck({ colorScheme, viewport });
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
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector("#fig")).wrong === "no_scale",
    );
    await file.setInputFiles(saved("mask_repeat_order"));
    await element.getByText("mask_repeat_order.npz").waitFor();
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

/** Names of the bugs whose maps are computed. @param {Page} page @returns {Promise<string[]>} */
const computed = (page) =>
  page.evaluate(() =>
    Array.from(/** @type {NodeListOf<any>} */ (document.querySelectorAll("mha-bug-maps")))
      .filter(({ maps }) => maps)
      .map(({ bug }) => bug),
  );

/** @param {Page} page @param {string} id */
const waitForMaps = (page, id) =>
  page.waitForFunction(
    (bug) => /** @type {any} */ (document.querySelector(`mha-bug-maps[bug=${bug}]`))?.maps,
    id,
  );

test("pictures are computed near the window, and each of them is there in the end", async () => {
  const { page, seen, close } = await browser.open("bugs/");
  await waitForMaps(page, BUGS[0].id);
  assert.ok((await computed(page)).length < BUGS.length / 2, "those far below wait");
  for (const { id } of BUGS) {
    await page.locator(`[id="${id}"]`).scrollIntoViewIfNeeded();
    await waitForMaps(page, id);
  }
  assert.equal((await computed(page)).length, BUGS.length);
  assert.equal(await page.locator("mha-bug-maps canvas[aria-label]").count(), 2 * BUGS.length);
  const coloured = await page.locator("mha-bug-maps canvas").evaluateAll((all) =>
    all.every((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const pixels = /** @type {HTMLCanvasElement} */ (canvas)
        .getContext("2d")
        ?.getImageData(0, 0, width, height);
      return pixels?.data.some((value) => value > 0);
    }),
  );
  assert.ok(coloured, "every map has ink");
  seen.assertQuiet();
  await close();
});

test("the text needs no script", async () => {
  const { page, close } = await browser.open("bugs/", { javaScriptEnabled: false });
  const rows = await page.evaluate(
    (ids) =>
      ids.map((id) => {
        const row = document.getElementById(id);
        const links = row?.querySelectorAll("a:not(.button)") ?? [];
        return {
          title: row?.querySelector("h1, h2, h3, h4")?.textContent,
          text: row?.textContent ?? "",
          links: [...links].map((link) => link.getAttribute("href")),
        };
      }),
    BUGS.map(({ id }) => id),
  );
  for (const [i, bug] of BUGS.entries()) {
    const { title, why, notice } = bugWords(bug);
    assert.equal(rows[i].title, title);
    for (const text of [why, notice, bugsText(bug.reports.length ? "reported" : "unreported")])
      assert.ok(rows[i].text.includes(text), bug.id);
    assert.deepEqual(rows[i].links, bug.reports.map(reportAddress));
  }
  await close();
});

test("the keyboard reaches the parts, the reports and the walk in the order of the page; all texts change with the choice of a language, and back; the button of each bug opens the walk on that wrong path", async () => {
  const { page, close } = await browser.open("bugs/", { reducedMotion: "reduce" });
  await page.locator("main a").first().focus();
  const order = [];
  for (let i = 0; i < 2 + Object.keys(BUGS_BY_PART).length + 4; i++) {
    order.push(await page.evaluate(() => document.activeElement?.getAttribute("href")));
    await page.keyboard.press("Tab");
  }
  const [first, second] = BUGS;
  assert.deepEqual(order.slice(0, 2 + Object.keys(BUGS_BY_PART).length), [
    "../docs/checking.html",
    "../teach/#mistakes",
    ...Object.keys(BUGS_BY_PART).map((name) => `#${name}`),
  ]);
  assert.equal(order.at(-4), reportAddress(first.reports[0]));
  assert.ok(order.includes(`../?${new URLSearchParams(first.walk)}`), `before ${second.id}`);

  const texts = () => page.locator("main [data-bugs]").allTextContents();
  const english = await texts();
  const keys = await page
    .locator("main [data-bugs]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-bugs") ?? ""));
  for (const [lang, locale] of /** @type {const} */ ([
    ["fr", french],
    ["zh", chinese],
  ])) {
    await page.locator("#language").selectOption(lang);
    await page.getByRole("heading", { name: locale.bugsPage.title }).waitFor();
    assert.deepEqual(
      await texts(),
      keys.map((key) => bugsText(key, { locale })),
    );
    await page.locator("mha-bug-maps figcaption", { hasText: locale.bugsPage.wrong }).first().waitFor();
  }
  await page.locator("#language").selectOption("en");
  await page.getByRole("heading", { name: bugsText("title") }).waitFor();
  assert.deepEqual(await texts(), english);

  const shown = sample(
    BUGS.filter(({ walk }) => "wrong" in walk),
    0,
  );
  const links = shown.map(({ id }) =>
    page.locator(`[id="${id}"]`).getByRole("link", { name: bugsText("walk") }),
  );
  const addresses = await Promise.all(
    links.map((link) => link.evaluate((it) => /** @type {HTMLAnchorElement} */ (it).href)),
  );
  for (const [i, { id }] of shown.entries()) {
    if (i === 0) await links[0].click();
    else await page.goto(addresses[i]);
    await ready(page);
    await drawn(page);
    await page.waitForFunction(
      (bug) => /** @type {any} */ (document.querySelector("mha-explainer"))?.wrong === bug,
      id,
    );
    const said = await page.evaluate(() => {
      const { invalidValues } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
      return invalidValues;
    });
    assert.deepEqual(said, {}, id);
  }
  await close();
});

test("the search of the documentation finds a row, and leads to it", async () => {
  const { page, close } = await browser.open("docs/");
  await page.locator("#search").fill("softmax over the queries");
  await page
    .locator("#results a", { hasText: bugsText("title") })
    .first()
    .click();
  await page.waitForURL(/bugs\/#softmax_axis$/);
  await waitForMaps(page, "softmax_axis");
  await close();
});

for (const [width, height] of sample(
  [
    [1440, 900],
    [390, 844],
  ],
  1,
))
  test(`axe finds nothing in both schemes, and nothing scrolls sideways: ${width} px`, async () => {
    const { page, close } = await browser.open("bugs/", { viewport: { width, height } });
    await waitForMaps(page, BUGS[0].id);
    assert.deepEqual(await (await injectAxeInSchemes(page, true))(), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await close();
  });
