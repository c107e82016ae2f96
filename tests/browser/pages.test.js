// Requirements of search engines, screen readers and touch for every page: title, description, headings, landmarks, names, sizes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { drawn } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {Awaited<ReturnType<typeof factsOf>>} Facts */

const browser = useSharedTab();

/** @type {{ name: string }[]} */
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
const ALL = [...PAGES, ...TEACH, ...CHAPTERS.map(({ name }) => `learn/${name}.html`)];

/** Properties of a page, through all shadow roots. @param {Page} page */
const factsOf = (page) =>
  page.evaluate(() => {
    /** @type {Element[]} */
    const all = [];
    const search = (/** @type {ParentNode} */ root) => {
      for (const element of root.querySelectorAll("*")) {
        all.push(element);
        if (element.shadowRoot) search(element.shadowRoot);
      }
    };
    search(document);
    const shown = all.filter((it) => it.checkVisibility({ visibilityProperty: true }));
    const brief = (/** @type {Element} */ it) => it.outerHTML.slice(0, 140);
    const named = (/** @type {Element} */ it) =>
      it.getAttribute("aria-label") ?? it.getAttribute("alt") ?? it.textContent ?? "";
    const isHidden = (/** @type {Element} */ it) => it.closest("[aria-hidden=true]") !== null;

    /** Whether a target is in a line of text, whose height it has. @param {Element} it */
    const heldByText = (it) => {
      const { display } = getComputedStyle(it);
      const around = (it.parentElement?.textContent ?? "").trim() !== (it.textContent ?? "").trim();
      return around && display.startsWith("inline") ? (display === "inline" ? "both" : "width") : "";
    };
    /** Whether a target is in a label, which is pressed with it. @param {Element} it */
    const pressed = (it) => (it.matches("input, select") ? (it.closest("label") ?? it) : it);
    const targets = shown
      .filter((it) => it.matches("a[href], button, select, summary, input:not([type=hidden]), [role=button]"))
      .filter((it) => !it.closest(".unseen"))
      .map((it) => ({ it, held: heldByText(it), box: pressed(it).getBoundingClientRect() }));

    return {
      title: document.title,
      description: document.querySelector("meta[name=description]")?.getAttribute("content") ?? "",
      viewport: document.querySelector("meta[name=viewport]")?.getAttribute("content") ?? "",
      lang: document.documentElement.lang,
      charset: document.characterSet,
      headings: shown
        .filter((it) => /^h[1-6]$/.test(it.localName))
        .map((it) => ({ level: Number(it.localName[1]), text: it.textContent?.trim() ?? "" })),
      landmarks: Object.fromEntries(
        ["header", "nav", "main"].map((name) => [name, shown.filter((it) => it.localName === name).length]),
      ),
      hasMenu: shown.some((it) => it.matches("#menu[popovertarget=pages]")), // opens the nav on phones
      navs: shown.filter((it) => it.localName === "nav").map(named),
      unsaid: shown
        .filter((it) => it.matches("img, canvas, svg") && !isHidden(it))
        .filter(
          (it) =>
            !(it.matches("svg")
              ? (it.getAttribute("aria-label") ??
                it.querySelector("title")?.textContent ??
                it.closest("[aria-label]"))
              : named(it).trim()),
        )
        .map(brief),
      nameless: shown
        .filter((it) => it.matches("a[href], button") && !isHidden(it) && !named(it).trim())
        .map(brief),
      vague: shown
        .filter((it) => it.matches("a[href]") && /^(click here|here|more|link|this)$/i.test(named(it).trim()))
        .map(brief),
      doubled: [...document.querySelectorAll("[id]")]
        .map(({ id }) => id)
        .filter((id, i, ids) => ids.indexOf(id) !== i),
      small: targets
        .filter(
          ({ box, held }) =>
            box.width > 0 && held !== "both" && Math.min(held ? 24 : box.width, box.height) < 23.5,
        )
        .map(({ it, box }) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${brief(it)}`),
      sideways: document.documentElement.scrollWidth - innerWidth,
    };
  });

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

/** @type {Map<string, { title: string, description: string }>} */
const said = new Map();

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const address of ALL)
  test(`${address || "index.html"}: title, headings, landmarks, names and targets`, async () => {
    const { page, seen, close } = await open(address, { viewport: VIEWPORTS[0] });
    for (const viewport of VIEWPORTS) {
      await page.setViewportSize(viewport);
      await drawn(page);
      const facts = await factsOf(page);
      said.set(address, facts);
      assertFacts(facts, `${viewport.width} px`);
    }
    seen.assertQuiet();
    await close();
  });

/** @param {Facts} facts @param {string} where */
function assertFacts(facts, where) {
  const { title, description, headings, landmarks } = facts;
  assert.ok(title.length >= 10 && title.length <= 70, `a title of ${title.length} letters: ${title}`);
  assert.ok(
    description.length >= 50 && description.length <= 170,
    `a description of ${description.length} letters`,
  );
  assert.match(facts.viewport, /width=device-width/);
  assert.doesNotMatch(facts.viewport, /user-scalable=no|maximum-scale/);
  assert.equal(facts.lang, "en");
  assert.equal(facts.charset, "UTF-8");
  assert.deepEqual(
    headings.filter(({ level }) => level === 1).map(({ text }) => text !== ""),
    [true],
    "one h1",
  );
  assert.equal(headings[0].level, 1, "the h1 is the first heading");
  headings.forEach(({ level, text }, i) =>
    assert.ok(level <= (headings[i - 1]?.level ?? 0) + 1, `h${level} “${text}” skips a level`),
  );
  assert.equal(landmarks.main, 1);
  assert.ok(landmarks.header >= 1 && (landmarks.nav >= 1 || facts.hasMenu));
  assert.equal(new Set(facts.navs).size, facts.navs.length, "navs have different names");
  for (const name of /** @type {const} */ (["unsaid", "nameless", "vague", "doubled", "small"]))
    assert.deepEqual(facts[name], [], `${where}: ${name}`);
  assert.ok(facts.sideways <= 0, `${where}: ${facts.sideways} px scroll sideways`);
}

test("titles and descriptions of pages are unique", () => {
  assert.equal(said.size, ALL.length);
  for (const name of /** @type {const} */ (["title", "description"])) {
    const all = [...said.values()].map((it) => it[name]);
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
  const { page, close } = await browser.open("");
  const known = new Map();
  for (const address of ALL) {
    const html = await (await page.request.get(new URL(address, browser.url).href)).text();
    assert.doesNotMatch(html, /rel="?canonical|property="?og:url/, `${address} names a host it cannot know`);
    for (const [, to] of html.matchAll(/\b(?:href|src|srcset)="([^"#]+)/g)) {
      if (PAPER.test(to) || (address === "bugs/" && REPORT.test(to))) continue;
      assert.doesNotMatch(to, /^(https?:)?\/\//, address);
      const file = to.endsWith(MODEL) ? `${to}config.json` : to;
      const { href } = new URL(file, new URL(address, browser.url));
      if (!known.has(href)) known.set(href, (await page.request.get(href)).status());
      assert.equal(known.get(href), 200, `${address} leads to ${to}`);
    }
  }
  assert.ok(known.size > ALL.length);
  await close();
});
