// The page of bugs: pictures near the window, links to the walk, three languages, by keyboard and on a phone.
import assert from "node:assert/strict";
import test from "node:test";
import { BUGS, BUGS_BY_PART, reportAddress } from "../../web/check/state/bugs.js";
import { bugWords, bugsText } from "../../web/check/words-bugs.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { drawn, ready } from "./support/explainer.js";
import { injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

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
  for (const bug of BUGS) {
    const row = page.locator(`[id="${bug.id}"]`);
    const { title, why, notice } = bugWords(bug);
    assert.equal(await row.getByRole("heading").textContent(), title);
    for (const text of [why, notice, bugsText(bug.reports.length ? "reported" : "unreported")])
      assert.ok((await row.textContent())?.includes(text), bug.id);
    assert.deepEqual(
      await row.locator("a:not(.button)").evaluateAll((all) => all.map((link) => link.getAttribute("href"))),
      bug.reports.map(reportAddress),
    );
  }
  await close();
});

test("the button of each bug opens the walk on that wrong path", async () => {
  const { page, close } = await browser.open("bugs/", { reducedMotion: "reduce" });
  const shown = sample(
    BUGS.filter(({ walk }) => "wrong" in walk),
    0,
    1,
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

test("all texts change with the choice of a language, and back", async () => {
  const { page, close } = await browser.open("bugs/");
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
  await close();
});

test("the keyboard reaches the parts, the reports and the walk in the order of the page", async () => {
  const { page, close } = await browser.open("bugs/");
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
