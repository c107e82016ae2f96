// The gallery: its first load has no figure; a press on a picture shows the live figure of the source beside it, in each example.
import assert from "node:assert/strict";
import test from "node:test";
import { galleryExamples } from "../../tools/lib/gallery-page.mjs";
import { PRESENT, SITE } from "../../web/site/words.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { injectAxeInSchemes, useBrowser } from "./support/index.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const EXAMPLES = Object.entries(galleryExamples());

/** In the page: waits until the figures of an example have drawn, and returns their tags and messages about invalid values. @param {string} name */
async function figuresOf(name) {
  const all = [...document.querySelectorAll(`[id="${name}"] .figure *`)].filter((it) =>
    it.localName.startsWith("mha-"),
  );
  return Promise.all(
    all.map(async (it) => {
      await customElements.whenDefined(it.localName);
      const { loaded, store } = /** @type {any} */ (it);
      await loaded?.call(it);
      return { tag: it.localName, invalidValues: store?.state.invalidValues ?? {} };
    }),
  );
}

test("the gallery shows eight pictures with their sources, and a press shows each live figure", async () => {
  const { page, seen, close } = await browser.open("about:blank", { reducedMotion: "reduce" });
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(new URL("gallery/", browser.url).href);
  await page.waitForLoadState("networkidle");
  assert.deepEqual(
    asked.filter((file) => /\.(wasm|safetensors)$/.test(file)),
    [],
    "no core and no weights before a press",
  );
  assert.equal(await page.locator("main > section").count(), 8);
  assert.equal(await page.locator("main :is(mha-explainer, mha-heads, mha-bug-maps)").count(), 0);

  for (const [name, { source, live, link }] of EXAMPLES) {
    const example = page.locator(`[id="${name}"]`);
    const shown = await example.locator(".source code").textContent();
    if (!link) assert.equal(shown, source.trim(), name);
    await example.locator(".figure").scrollIntoViewIfNeeded();
    if (!live) continue;
    await example.getByRole("button", { name: /Press to use it$/ }).click();
    await example.locator("button.still").waitFor({ state: "detached" });
    const figures = await page.evaluate(figuresOf, name);
    assert.ok(figures.length >= 1, name);
    for (const { tag, invalidValues } of figures)
      assert.deepEqual([name, tag, invalidValues], [name, tag, {}]);
    await example.locator(":is(.figure canvas, .figure svg)").first().waitFor();
  }
  assert.equal(await page.locator("button.still").count(), 0);
  await page.locator("#article .figure").getByText("0.931").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.className), "figure");
  seen.assertQuiet();
  await close();
});

test("the picture of the lecture opens a presentation with the bookmarks of the link beside it", async () => {
  const { page, seen, close } = await browser.open("gallery/", { reducedMotion: "reduce" });
  const example = page.locator("#lecture");
  const address = (await example.locator(".source code").textContent()) ?? "";
  await example.getByRole("link", { name: /Press to use it$/ }).click();
  await page.waitForURL(address);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-explainer"))?.store?.state.picture,
  );
  const bookmarks = new URL(address).searchParams.get("present")?.split(";") ?? [];
  assert.ok(bookmarks.length > 1);
  await page.getByRole("button", { name: PRESENT.bookmark(bookmarks.length) }).waitFor({ state: "attached" });
  const errors = seen.errors.filter((each) => !/\.svg: net::ERR_ABORTED$/.test(each)); // pictures that were on their way
  assert.deepEqual([errors, seen.violations], [[], []]);
  await close();
});

test("at 390 px: axe finds nothing, the source is copied, and words and pictures follow the language and the scheme", async () => {
  const { page, seen, close } = await browser.open("gallery/", {
    viewport: { width: 390, height: 844 },
    permissions: ["clipboard-read", "clipboard-write"],
    reducedMotion: "reduce",
  });
  assert.deepEqual(await (await injectAxeInSchemes(page, true))(), []);

  const [[name, { source }]] = EXAMPLES;
  const copy = page.locator(`[id="${name}-copy"]`);
  await copy.click();
  await page.waitForFunction(
    ([id, copied]) => document.getElementById(id)?.textContent === copied,
    [`${name}-copy`, SITE.copied],
  );
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), source);

  const pictures = (/** @type {string} */ scheme) => page.locator(`.still .${scheme}`).first().isVisible();
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual([await pictures("light"), await pictures("dark")], [true, false]);
  await page.locator("#theme").click();
  assert.deepEqual([await pictures("light"), await pictures("dark")], [false, true]);

  for (const [lang, { gallery }] of /** @type {const} */ ([
    ["fr", french],
    ["zh", chinese],
  ])) {
    await page.locator("#language").selectOption(lang);
    await page.getByRole("heading", { level: 1, name: gallery.title }).waitFor();
    const said = await page
      .locator("main [data-gallery]")
      .evaluateAll((all) =>
        all.map((each) => [/** @type {HTMLElement} */ (each).dataset.gallery, each.textContent?.trim()]),
      );
    for (const [key, text] of said) assert.equal(text, gallery[key ?? ""], key);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0, lang);
  }
  seen.assertQuiet();
  await close();
});
