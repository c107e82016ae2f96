// Requirements of search engines, screen readers and touch for every page: title, description, headings, landmarks, names, sizes. learn.test.js holds the chapters
// to them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { drawn } from "./support/explainer.js";
import { assertFacts, factsOf } from "./support/facts.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

const browser = useSharedTab();

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
    assert.doesNotMatch(html, /rel="?canonical|property="?og:url/, `${address} names a host it cannot know`);
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
