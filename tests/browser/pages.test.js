// Pages of the site: what search engines, screen readers and touch require of every page, the introduction of the first, the gallery, and the search of the
// documentation. learn.test.js holds the chapters to the requirements.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { describe } from "node:test";
import { galleryExamples } from "../../tools/lib/gallery-page.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { PRESENT, SITE } from "../../web/site/words.js";
import french from "#words/fr";
import chinese from "#words/zh";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { assertFacts, factsOf } from "./support/facts.js";
import { injectAxeInSchemes, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

describe("every page", () => {
  /** @type {{ name: string, title: string, description: string }[]} */
  const CHAPTERS = JSON.parse(readFileSync(inRoot("web/site/learn/chapters.json"), "utf8"));
  const PAGES = [
    "",
    "heads.html",
    "train.html",
    "models.html",
    "learn/",
    "teach/",
    "labs/",
    "bugs/",
    "gallery/",
    "embed.html",
  ];
  const TEACH = ["guide", "syllabus", "handout"].map((name) => `teach/${name}.html`); // the reading list leads to papers
  const OPENED = [...PAGES, ...TEACH];
  const ALL = [...OPENED, ...CHAPTERS.map(({ name }) => `learn/${name}.html`)];

  /** @param {string} address @param {import("playwright-core").BrowserContextOptions} [options] */
  async function open(address, options) {
    const opened = await browser.open(address, { reducedMotion: "reduce", ...options });
    // Some parts load when they come near the window.
    for (const each of await opened.page.locator("main > :not(:defined)").elementHandles())
      await each.scrollIntoViewIfNeeded();
    await opened.page.waitForFunction(() => !document.querySelector(":not(:defined)"));
    await opened.page.evaluate(() =>
      Promise.all(
        [...document.querySelectorAll("*")].map((it) => {
          const { loaded } = /** @type {any} */ (it);
          return typeof loaded === "function" ? loaded.call(it) : null;
        }),
      ),
    );
    await opened.page.waitForFunction(() =>
      [...document.querySelectorAll("mha-predict")].every((it) => it.shadowRoot?.querySelector("form")),
    );
    return opened;
  }

  /** Titles and descriptions of the pages. @type {{ title: string, description: string }[]} */
  const told = CHAPTERS.map(({ title, description }) => ({ title: `${title} · Headscope`, description }));

  const VIEWPORTS = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];

  for (const [i, address] of OPENED.entries())
    test(`${address || "index.html"}: title, headings, landmarks, names and targets`, async () => {
      const viewports = IS_NIGHTLY ? VIEWPORTS : [VIEWPORTS[i % 2]];
      const { page, seen, close } = await open(address, { viewport: viewports[0] });
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        await drawn(page);
        assertFacts(await factsOf(page), `${viewport.width} px`);
      }
      told.push(await factsOf(page));
      seen.assertQuiet();
      await close();
    });

  test("titles and descriptions of pages are unique", () => {
    assert.equal(told.length, ALL.length);
    for (const name of /** @type {const} */ (["title", "description"])) {
      const all = told.map((it) => it[name]);
      assert.deepEqual(
        all.filter((it, i) => all.indexOf(it) !== i),
        [],
        name,
      );
    }
  });

  /** The folder of the model that comes with the site. */
  const MODEL = "headscope-small/";

  /** Papers that chapters name. */
  const PAPER =
    /^https:\/\/(arxiv\.org\/abs\/\d{4}\.\d{4,5}|transformer-circuits\.pub\/\d{4}\/[\w-]+\/index\.html)$/;
  const REPORT = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/\d+$/;

  test("links are relative, except to papers and to reports of bugs, and each leads to an existing page", async () => {
    const known = new Map();
    for (const address of ALL) {
      const html = await (await fetch(new URL(address, browser.url))).text();
      assert.doesNotMatch(
        html,
        /rel="?canonical|property="?og:url/,
        `${address} names a host it cannot know`,
      );
      for (const [, to] of html.matchAll(/\b(?:href|src|srcset)="([^"#]+)/g)) {
        if (PAPER.test(to) || (address === "bugs/" && REPORT.test(to))) continue;
        assert.doesNotMatch(to, /^(https?:)?\/\//, address);
        const file = to.endsWith(MODEL) ? `${to}config.json` : to;
        const { href } = new URL(file, new URL(address, browser.url));
        if (!known.has(href)) known.set(href, (await fetch(href, { method: "HEAD" })).status);
        assert.equal(known.get(href), 200, `${address} leads to ${to}`);
      }
    }
    assert.ok(known.size > ALL.length);
  });
});

describe("the introduction of the first page, until the reader takes a step", () => {
  for (const viewport of sample(
    [
      { width: 1366, height: 768 },
      { width: 390, height: 844 },
    ],
    1,
  ))
    test(`one line introduces the page and links to the words; the first step hides the line but keeps its space: ${viewport.width} px`, async () => {
      const { page, seen, close } = await browser.open("?step=q_heads", {
        viewport,
        reducedMotion: "reduce",
      });
      await ready(page);
      const what = page.getByText("Multi-head attention, one step at a time");
      const topOf = (/** @type {string} */ selector) =>
        page.locator(selector).evaluate((it) => it.getBoundingClientRect().top + scrollY);
      const top = () => topOf("mha-explainer");
      const before = await top();
      await what.scrollIntoViewIfNeeded();
      const box = await what.boundingBox();
      const scrolled = await page.evaluate(() => scrollY);
      assert.ok(
        box && box.y + scrolled + box.height <= before && box.x + box.width <= viewport.width,
        "above the sentence",
      );
      await page.locator("mha-sentence .token").first().click();
      assert.ok(await what.isVisible(), "selecting does not hide the introduction");
      await page.getByRole("button", { name: "Start from the beginning" }).focus();
      await page.keyboard.press("Enter");
      await drawn(page);
      assert.equal(await stepOf(page), "x");
      assert.ok(!(await what.isVisible()));
      assert.equal(await page.evaluate(() => document.activeElement?.localName), "mha-explainer");
      assert.equal(await top(), before);
      await page.keyboard.press("ArrowRight");
      assert.equal(await stepOf(page), "q", "arrow keys continue from there");
      seen.assertQuiet();
      await close();
    });

  test("the introduction also goes after a step by other means, and embedded elements have none", async () => {
    const { page, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
    await ready(page);
    await page.getByRole("button", { name: "Next step" }).click();
    assert.ok(!(await page.locator("#what").isVisible()));
    assert.equal(await page.locator("mha-explainer").getByText("Start from the beginning").count(), 0);
    await close();
  });
});

describe("the gallery", () => {
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
    await page
      .getByRole("button", { name: PRESENT.bookmark(bookmarks.length) })
      .waitFor({ state: "attached" });
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
});

describe("the search of the documentation", () => {
  /** @param {import("playwright-core").Page} page */
  const shown = (page) =>
    page.evaluate(() => ({
      text: /** @type {HTMLInputElement} */ (document.querySelector("#search")).value,
      results: document.querySelectorAll("#results li").length,
      found: document.querySelector("#found")?.textContent,
      isHidden: /** @type {HTMLElement} */ (document.querySelector(".contents")).hidden,
    }));

  test("a search that does not arrive is reported at the next input, and then tried again", async () => {
    const { page, seen, close } = await browser.open("site.css", { isFresh: true }); // any page of the site, to set up the route
    await page.route("**/search.json", (route) => route.abort());
    await page.goto(new URL("docs/", browser.url).href);
    const field = page.locator("#search");
    const [failed] = await Promise.all([page.waitForEvent("requestfailed"), field.focus()]);
    assert.match(failed.url(), /search\.json$/);
    await field.pressSequentially("h");
    await page.getByText("The search could not be loaded").waitFor();
    await page.unroute("**/search.json");
    await field.pressSequentially("ead");
    await page.locator("#results li").first().waitFor();
    assert.deepEqual(
      seen.errors.filter((said) => !said.includes("search.json") && !said.includes("ERR_FAILED")),
      [],
    );
    await close();
  });

  test("Escape empties the search, and brings the contents back", async () => {
    const { page, seen, close } = await browser.open("docs/");
    await page.locator("#search").fill("head");
    await page.locator("#results li").first().waitFor();
    const before = await shown(page);
    assert.ok(before.results > 1 && before.isHidden, JSON.stringify(before));
    await page.locator("#search").press("Escape");
    assert.deepEqual(await shown(page), { text: "", results: 0, found: "", isHidden: false });
    seen.assertQuiet();
    await close();
  });

  test("the search finds chapters, labs and terms, and leads to them", async () => {
    const { page, close } = await browser.open("docs/");
    for (const [i, [query, name, address]] of /** @type {const} */ ([
      ["why not view", "Chapter 8: Why not just view?", /learn\/view\.html$/],
      ["tensor network index", "Lab: Network", /\/\?lab=network/],
      ["entropy spread", "Terms: Entropy", /docs\/terms\.html#entropy$/],
    ]).entries()) {
      await page.locator("#search").fill(query);
      const link = page.locator("#results a", { has: page.locator("b").getByText(name, { exact: true }) });
      const leads = await link.evaluate((it) => /** @type {HTMLAnchorElement} */ (it).href);
      assert.match(leads, address);
      assert.equal((await page.request.head(leads)).status(), 200, leads);
      if (!IS_NIGHTLY && i > 0) continue; // the others are links, too
      await link.click();
      await page.waitForURL(address);
      await page.goto(new URL("docs/", browser.url).href);
    }
    await close();
  });
});
