// Pages of the course: the lists of chapters and labs, and a chapter in presentation mode, in other languages, at old addresses and without JavaScript.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { readCourse } from "../../tools/lib/course.mjs";
import { DRAWING_WORDS } from "../../tools/lib/drawings/words.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { drawn, restyled } from "./support/explainer.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { openChapter as openIn } from "./support/learn.js";
import { IS_NIGHTLY, sample } from "./support/nightly.js";
import { until } from "./support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const chapters = readCourse();
const NAMES = chapters.map(({ name }) => name);

/** @param {string} name @param {Parameters<typeof browser.open>[1]} [options] @param {string} [query] */
const openChapter = (name, options, query) => openIn(browser, name, options, query);

const LEARN = inRoot("build/site/learn");
const LEAST = 11; // px, of text in a picture

/** Asserts that each picture is drawn, differs from all others, is readable, and stays inside its frame. @param {Page} page @param {number} count */
async function assertPictures(page, count) {
  const pictures = await page.locator(".pictures svg").evaluateAll((all) =>
    all.map((svg) => {
      const frame = svg.getBoundingClientRect();
      const scale = frame.width / /** @type {SVGSVGElement} */ (svg).viewBox.baseVal.width;
      const texts = [...svg.querySelectorAll("text")];
      const outside = [...svg.querySelectorAll("*")].filter((mark) => {
        const { left, right, top, bottom } = mark.getBoundingClientRect();
        const isIn = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
        return !isIn;
      });
      return {
        markup: svg.innerHTML,
        marks: svg.childElementCount,
        sizes: texts.map((text) => Number(text.getAttribute("font-size")) * scale),
        outside: outside.map((mark) => mark.outerHTML.slice(0, 100)),
      };
    }),
  );
  assert.equal(pictures.length, count);
  assert.equal(new Set(pictures.map(({ markup }) => markup)).size, count, "no two are alike");
  for (const { marks, sizes, outside } of pictures) {
    assert.ok(marks > 2);
    assert.ok(Math.min(...sizes, LEAST) >= LEAST, `text of ${sizes} px`);
    assert.deepEqual(outside, []);
  }
}

const CHAPTERS_LOOKS = /** @type {const} */ ([
  [1440, "light"],
  [390, "dark"],
  [320, "light"],
]);

test("the list of chapters has a picture for each chapter at each width; it says what was answered, where to go on, and which chapters are about shapes", async () => {
  const { page, seen, close } = await browser.open("learn/");
  for (const [width, colorScheme] of sample(CHAPTERS_LOOKS, 0, 2)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await restyled(page);
    await assertPictures(page, chapters.length);
    if (IS_NIGHTLY || width === 320) assert.deepEqual(await findAxeViolations(page), [], `${width} px`);
  }
  const items = await page.locator(".pictures [data-chapter]").evaluateAll((all) =>
    all.map((it) => ({
      name: it.getAttribute("data-chapter") ?? "",
      title: it.querySelector("b")?.textContent,
      said: it.querySelector("a > span")?.textContent ?? "",
      href: it.querySelector("a")?.getAttribute("href"),
    })),
  );
  assert.deepEqual(
    items.map(({ name, title, href }) => ({ name, title, href })),
    chapters.map(({ name, title }) => ({ name, title, href: `${name}.html` })),
  );
  for (const { name, said } of items) {
    const [, minutes] = /^(\d+) min$/.exec(said) ?? [];
    assert.ok(Number(minutes) > 2, `${minutes} minutes`);
    assert.ok((await readFile(path.join(LEARN, `${name}.html`), "utf8")).includes(`· ${minutes} min`), name);
  }
  assert.deepEqual(await page.locator(".exam a").allTextContents(), ["7", "8", "9"]);
  for (const name of ["7. Cut a row into heads", "8. Why not just view?", "9. Putting heads together"])
    assert.equal(await page.getByRole("link", { name, exact: true }).count(), 1);

  const progress = {
    words: { answers: { a: true, b: false }, done: true },
    keys: { answers: { c: true } },
    home: { answers: { stops: true } }, // moved
  };
  await page.evaluate((text) => localStorage.setItem("headscope learn 1", text), JSON.stringify(progress));
  await page.reload();
  const answered = (/** @type {string} */ name) => page.locator(`[data-chapter=${name}] .answered`);
  const begin = page.locator("#begin");
  await begin.filter({ hasText: "Go on with 2" }).waitFor();
  assert.equal(await begin.getAttribute("href"), "keys.html");
  assert.match((await answered("words").textContent()) ?? "", /^ · 2 of \d+ answered$/);
  assert.match((await answered("keys").textContent()) ?? "", /^ · 1 of \d+ answered$/);
  assert.equal(await answered("heads").textContent(), "");
  assert.equal(await answered("home").textContent(), "");
  assert.match((await answered("task").textContent()) ?? "", /^ · 1 of \d+ answered$/);
  await page.locator("[data-chapter=words].done").waitFor();
  await page.getByRole("button", { name: "Forget what I answered" }).click();
  await begin.filter({ hasText: "Start" }).waitFor();
  assert.equal(await begin.getAttribute("href"), "words.html");
  assert.equal(await answered("words").textContent(), "");
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  seen.assertQuiet();
  await close();
});

test("the pictures of the French and the Chinese list have words of their language", async () => {
  for (const lang of /** @type {const} */ (["fr", "zh"])) {
    const html = await readFile(path.join(LEARN, lang, "index.html"), "utf8");
    const words = [...html.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
    for (const text of [
      DRAWING_WORDS[lang].motifs.words(48),
      DRAWING_WORDS[lang].motifs.right,
      DRAWING_WORDS[lang].seeds.steps(600),
    ])
      assert.ok(words.includes(text), `${lang}: ${text} is not among ${words}`);
    const { motifs } = DRAWING_WORDS.en;
    const english = [motifs.words(48), motifs.right, motifs.yours, motifs.first];
    assert.deepEqual(
      words.filter((text) => english.includes(text)),
      [],
    );
  }
});

for (const [width, colorScheme] of sample(
  /** @type {const} */ ([
    [1440, "dark"],
    [390, "light"],
  ]),
  0,
))
  test(`the list of labs is pictures, each with a link that opens the lab: ${width} px, ${colorScheme}`, async () => {
    const { page, seen, close } = await browser.open("labs/", {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await assertPictures(page, KINDS.length);
    assert.deepEqual(
      await page.locator(".pictures b").allTextContents(),
      KINDS.map((kind) => TITLES[kind].name),
    );
    assert.deepEqual(
      await page.locator("main a").evaluateAll((all) => all.map((it) => it.getAttribute("href"))),
      KINDS.map((kind) => `../?lab=${kind}`),
    );
    assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

/** Whether a chapter's picture is whole, or fades where it goes on. @param {Page} page */
const edgeOf = (page) =>
  page.locator("aside .frame").evaluate((frame) => ({
    hidden: frame.scrollHeight - frame.clientHeight,
    fades: getComputedStyle(frame).maskImage.includes("gradient"),
  }));

test("a chapter's picture fades where it goes on, is clear at its end, and is whole if it fits; Back undoes a link's action", async () => {
  const { page, close } = await openChapter("masks");
  await drawn(page);
  const shown = () =>
    page.evaluate(() => {
      const { step, causal, head, token, wrong } = /** @type {any} */ (document.querySelector("#fig")).state;
      return { step, causal, head, token, wrong };
    });
  const opened = await shown();
  assert.deepEqual([opened.step, opened.causal], ["masked", true]);
  const { hidden, fades } = await edgeOf(page);
  assert.ok(hidden > 20 && fades, `${hidden} px are hidden`);
  await page.locator("aside .frame").evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await drawn(page);
  assert.equal((await edgeOf(page)).fades, false, "its end is clear");
  await page.getByRole("link", { name: "The broad head" }).click();
  await page.waitForURL(/step=weights/);
  await page.goBack();
  await page.waitForURL(/masks\.html$/);
  await until(async () => isDeepStrictEqual(await shown(), opened), "the action is undone");
  await page.goto(new URL("learn/rows.html", browser.url).href);
  await drawn(page);
  assert.deepEqual(await edgeOf(page), { hidden: 0, fades: false }, "a lower picture is whole");
  await close();
});

test("an old address of what moved leads to its chapter, with the link's language, in presentation mode, too; a lab below the figure has the figure's state, and loads when opened", async () => {
  const { page, seen, close } = await openChapter("home", {}, "?present&lang=fr#check");
  await page.waitForURL(/task\.html\?present&lang=fr#check$/);
  seen.forget();
  await drawn(page);
  await page.goto(new URL("learn/home.html#constructor", browser.url).href);
  await drawn(page);
  assert.match(page.url(), /home\.html#constructor$/);
  await assertLab(page, "layer");
  if (IS_NIGHTLY) {
    await page.goto(new URL("learn/block.html", browser.url).href);
    await drawn(page);
    await assertLab(page, "dropout");
  }
  seen.assertQuiet();
  await close();
});

/** Asserts that the first lab below the figure loads when opened, and shares the figure's state. @param {Page} page @param {string} kind */
async function assertLab(page, kind) {
  const tag = `mha-lab-${kind}`;
  assert.equal(await page.evaluate((it) => customElements.get(it) === undefined, tag), true);
  await page.locator("aside details:not([open]) summary").first().click();
  await page.locator(tag).locator("mha-figure canvas").first().waitFor();
  const same = await page.evaluate(() => {
    const [fig, lab] = ["#fig", "mha-lab"].map((it) => /** @type {any} */ (document.querySelector(it)));
    return fig.store === lab.store;
  });
  assert.ok(same, "they share one state");
}

test("a chapter leads to its translation in the link's, the reader's or the chosen language, and back", async () => {
  const { page, seen, close } = await browser.open("learn/words.html?lang=fr&head=0#look", { isFresh: true });
  await page.waitForURL(/learn\/fr\/words\.html\?lang=fr&head=0#look$/);
  await drawn(page);
  assert.equal(await page.locator("h1").textContent(), "Des mots qui regardent des mots");
  assert.equal(await page.locator("#fig").evaluate((/** @type {any} */ fig) => fig.locale.lang), "fr");
  if (IS_NIGHTLY) assert.deepEqual(await findAxeViolations(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await page.locator("#language").selectOption("en");
  await page.waitForURL(/learn\/words\.html\?.*lang=en/);
  await page.locator("#language").selectOption("zh"); // is kept
  await page.waitForURL(/learn\/zh\/words\.html/);
  await page.locator("a[rel=next]").click();
  await page.waitForURL(/learn\/zh\/keys\.html\?lang=zh$/);
  await page.goto(new URL("learn/words.html", browser.url).href);
  await page.waitForURL(/learn\/zh\/words\.html$/);
  await page.goto(new URL("learn/fr/words.html", browser.url).href); // a translation's own address stays
  await drawn(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  await page.waitForFunction(() => {
    dispatchEvent(new Event("beforeprint"));
    return document.querySelector(".answers h2")?.textContent === "Réponses";
  });
  // Leading away aborts requests of the page that is left.
  assert.deepEqual(
    seen.errors.filter((error) => !error.endsWith("net::ERR_ABORTED")),
    [],
  );
  await close();
});

test("in presentation mode a chapter opens in its initial state, and the text appears part by part, followed by the next chapter; acting on the figure keeps the mode, in the address and after a reload", async () => {
  if (IS_NIGHTLY) {
    const other = await openChapter("masks", {}, "?lang=fr");
    await assertInitial(other.page);
    await other.close();
  }
  const { page, close } = await openChapter("masks", undefined, "?present");
  await assertInitial(page);
  await page.locator("#fig").evaluate((figure) => {
    /** @type {any} */ (figure).act(new URLSearchParams("token=4"));
  });
  await page.waitForURL(/token=4/);
  assert.ok(new URL(page.url()).searchParams.has("present"), page.url());
  await page.reload();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("#fig"))?.token === 4);
  const pieces = page.locator("article > :not(.link):visible");
  await page.waitForFunction(() => document.documentElement.classList.contains("present"));
  assert.equal(await pieces.count(), 1);
  await page.keyboard.press("ArrowRight");
  assert.equal(await pieces.count(), 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await pieces.count(), 1);
  const all = await page.locator("article > :not(.link)").count();
  for (let shown = 2; shown <= all; shown++) await page.keyboard.press("PageDown");
  assert.equal(await pieces.count(), all);
  await page.keyboard.press("PageDown");
  await page.waitForURL(/split\.html\?present$/);
  await close();
});

/** Asserts that the chapter of masks is as it opens. @param {Page} page */
async function assertInitial(page) {
  await drawn(page);
  const { step, causal } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("#fig")).state,
  );
  assert.deepEqual([step, causal], ["masked", true], page.url());
}

test("without JavaScript a chapter has its text with numbers, and pictures for its figures, in both themes", async () => {
  const { page, close } = await browser.open("learn/split.html", { javaScriptEnabled: false });
  assert.match((await page.locator("article").innerText()) ?? "", /the strides are \(768, 64, 8, 1\)/);
  for (const name of sample(NAMES, NAMES.indexOf("split"))) {
    await page.goto(new URL(`learn/${name}.html`, browser.url).href);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      for (const picture of await page.locator("aside img").all()) {
        await picture.scrollIntoViewIfNeeded();
        const shown = await picture.evaluate((it) => /** @type {HTMLImageElement} */ (it).currentSrc);
        assert.match(shown, new RegExp(`-${colorScheme}\\.svg$`), name);
        const box = await picture.boundingBox();
        const aside = await page.locator("aside").boundingBox();
        assert.ok(box && aside && box.width > 200 && box.height > 100, `${name}: ${JSON.stringify(box)}`);
        assert.ok(box.x + box.width <= aside.x + aside.width + 1, `${name}: within its column`);
      }
    }
  }
  await close();
});
