// The header of every page: the list of pages as a row or a menu, and the choice of the language.
import assert from "node:assert/strict";
import test from "node:test";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { drawn, ready } from "./support/explainer.js";
import { pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** @param {Page} page @param {string} lang */
const inLanguage = (page, lang) =>
  page.waitForFunction((asked) => document.documentElement.lang === asked, lang);

const WALK = { en: "Walk", fr: "Étapes", zh: "逐步" };

/** @param {Page} page @param {keyof typeof WALK} lang */
const said = (page, lang) => page.locator("#pages a", { hasText: WALK[lang] }).waitFor({ state: "attached" });

test("the header is one line in each language, with pages for teachers and authors set apart", async () => {
  const { page, close } = await browser.open("?step=scores&lang=en");
  await ready(page);
  for (const [lang, width] of pairs(/** @type {const} */ (["en", "fr", "zh"]), [1440, 1080])) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator("#language").selectOption(lang);
    await said(page, lang);
    await drawn(page);
    const boxes = await page
      .locator("#name, #pages a, #share, #language, #theme")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    assert.equal(boxes.length, 12);
    for (const [i, { top, bottom, left, right }] of boxes.entries()) {
      assert.ok(top >= 0 && bottom <= 52, `${lang}: ${i} is in the line`);
      assert.ok(
        right <= width && left >= (boxes[i - 1]?.right ?? 0) + (i ? 8 : 0),
        `${lang}: ${i} has its room`,
      );
    }
    const gaps = boxes.slice(2, 9).map(({ left }, i) => left - boxes[i + 1].right);
    assert.ok(gaps[4] > 1.8 * gaps[3] && gaps[4] > 1.8 * gaps[5], `${lang}: apart: ${gaps}`);
    assert.ok(!(await page.locator("#menu").isVisible()));
    const what = await page.locator("#what").boundingBox();
    assert.ok(what && what.y >= 52, "the introduction is below the header");
  }
  await close();
});

for (const lang of sample(/** @type {const} */ (["en", "fr", "zh"]), 1))
  // French has the longest words
  test(`on a phone, one button opens the list of pages, and moves nothing; the keyboard opens, walks and closes the list; an open list does not stay open on a wide screen: ${lang}`, async () => {
    const { page, seen, close } = await browser.open(lang === "en" ? "learn/" : `learn/${lang}/`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await said(page, lang);
    const menu = page.locator("#menu");
    const links = page.locator("#pages a");
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    assert.ok(!(await links.first().isVisible()));
    assert.equal(await menu.getAttribute("aria-expanded"), "false");
    await menu.tap();
    await links.first().waitFor();
    await page.locator("#menu[aria-expanded=true]").waitFor();
    assert.equal(await links.count(), 8);
    for (const { left, right, height } of await links.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    ))
      assert.ok(left >= 0 && right <= 390 && height >= 24);
    assert.equal(await height(), before);
    assert.deepEqual(await findAxeViolations(page), []);
    await page.touchscreen.tap(380, 700);
    await page.locator("#menu[aria-expanded=false]").waitFor();
    assert.ok(!(await links.first().isVisible()), "a press elsewhere closes the list");
    const ends = await page
      .locator("#name, #menu, #share, #language, #theme")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    ends.forEach(({ left, right }, i) =>
      assert.ok(right <= 374.5 && left >= (ends[i - 1]?.right ?? 0) + (i ? 4 : 0), `${i} has its room`),
    );
    seen.assertQuiet();

    await page.locator("#menu").focus();
    await page.keyboard.press("Enter");
    await page.locator("#menu[aria-expanded=true]").waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await page.keyboard.press("Tab");
    assert.equal(await focused(), WALK[lang]);
    await page.keyboard.press("Tab");
    assert.equal(await focused(), (await links.nth(1).textContent())?.trim());
    await page.keyboard.press("Escape");
    await page.locator("#menu[aria-expanded=false]").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "menu");
    await page.locator("#menu").click();
    await page.locator("#menu[aria-expanded=true]").waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator("#menu[aria-expanded=false]").waitFor({ state: "attached" });
    assert.equal(await page.locator("#pages").evaluate((it) => getComputedStyle(it).position), "static");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("#menu").focus();
    await page.keyboard.press("Enter");
    await page.locator("#menu[aria-expanded=true]").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/" || url.pathname.endsWith("index.html"), {
      waitUntil: "commit",
    });
    await close();
  });

test("the chosen language shows at once, in the address and in links, and is remembered", async () => {
  const { page, close } = await browser.open("?step=scores&head=3");
  await ready(page);
  const choice = page.locator("#language");
  assert.equal(await choice.inputValue(), "en");
  assert.deepEqual(await choice.locator("option").allTextContents(), ["English", "Français", "中文"]);
  await choice.selectOption("fr");
  await said(page, "fr");
  await page.locator("mha-sentence .edit", { hasText: "Éditer" }).waitFor();
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get("lang"), searchParams.get("step")], ["fr", "scores"]);
  await page.locator("#pages a", { hasText: "Enseigner" }).click();
  await page.waitForURL(/teach\/\?.*lang=fr/, { waitUntil: "commit" });
  await page.goto(new URL("teach/", browser.url).href);
  await said(page, "fr");
  assert.equal(await choice.inputValue(), "fr", "remembered");
  await page.getByRole("link", { name: "Présenter les têtes" }).waitFor();
  await choice.selectOption("en");
  await page.getByRole("link", { name: "Present the heads" }).waitFor();
  await said(page, "en");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await page.goto(new URL("teach/?lang=zh", browser.url).href);
  await said(page, "zh");
  await page.goto(new URL("teach/", browser.url).href);
  await said(page, "en");
  assert.equal(await choice.inputValue(), "en", "a link's language is not a choice");
  await close();
});

for (const [locale, lang, walk] of sample(
  /** @type {const} */ ([
    ["fr-CA", "fr-CA", "fr"],
    ["zh-CN", "zh-CN", "zh"],
    ["de-DE", "en", "en"],
  ]),
  0,
  2,
))
  test(`the browser's language is honoured: ${locale}`, async () => {
    const { page, close } = await browser.open("", { locale });
    await inLanguage(page, lang);
    await said(page, walk);
    assert.equal(await page.locator("#language").inputValue(), walk);
    assert.equal(
      await page.evaluate(() => document.documentElement.classList.contains("queried")),
      walk !== "en",
      "the English still shows only before an English page",
    );
    assert.equal(new URL(page.url()).search, "", "links stay open to every language");
    await page.goto(new URL("teach/?lang=en", browser.url).href);
    await said(page, "en");
    await close();
  });

test("the page for iframes follows its link, not the browser's language", async () => {
  const { page, close } = await browser.open("frame.html", { locale: "fr-CA" });
  await page.locator("mha-sentence .edit", { hasText: "Edit" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await close();
});

test("without storage, links keep the chosen language", async () => {
  const first = `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } })`;
  const { page, close } = await browser.open("learn/", { first });
  await page.locator("#language").selectOption("fr");
  await said(page, "fr");
  await page.locator("main a[href='words.html']").first().waitFor();
  await page.locator("#pages a", { hasText: "Enseigner" }).click();
  await page.waitForURL(/teach\/\?lang=fr/);
  await said(page, "fr");
  await close();
});
