// The pages that list chapters and labs: a picture each, what was answered, and where to begin.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import test from "node:test";
import { DRAWING_WORDS } from "../../tools/lib/drawings/words.mjs";
import { readCourse } from "../../tools/lib/course.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { KINDS, TITLES } from "../../web/labs/lab-list.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const chapters = readCourse();

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

for (const [width, colorScheme] of sample(
  /** @type {const} */ ([
    [1440, "light"],
    [390, "dark"],
    [320, "light"],
  ]),
  0,
  2,
))
  test(`the list of chapters is pictures: ${width} px, ${colorScheme}`, async () => {
    const { page, seen, close } = await browser.open("learn/", {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await assertPictures(page, chapters.length);
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
      assert.ok(
        (await readFile(path.join(LEARN, `${name}.html`), "utf8")).includes(`· ${minutes} min`),
        name,
      );
    }
    assert.deepEqual(await findAxeViolations(page), []);
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
  test(`the list of labs is pictures: ${width} px, ${colorScheme}`, async () => {
    const { page, seen, close } = await browser.open("labs/", {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await assertPictures(page, KINDS.length);
    assert.deepEqual(
      await page.locator(".pictures b").allTextContents(),
      KINDS.map((kind) => TITLES[kind].name),
    );
    assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

test("the list of chapters says what was answered, and where to go on", async () => {
  const progress = {
    words: { answers: { a: true, b: false }, done: true },
    keys: { answers: { c: true } },
    home: { answers: { stops: true } }, // moved
  };
  const first = `localStorage.setItem("headscope learn 1", ${JSON.stringify(JSON.stringify(progress))})`;
  const { page, close } = await browser.open("learn/", { first });
  const said = (/** @type {string} */ name) => page.locator(`[data-chapter=${name}] .answered`);
  const begin = page.locator("#begin");
  await begin.filter({ hasText: "Go on with 2" }).waitFor();
  assert.equal(await begin.getAttribute("href"), "keys.html");
  assert.match((await said("words").textContent()) ?? "", /^ · 2 of \d+ answered$/);
  assert.match((await said("keys").textContent()) ?? "", /^ · 1 of \d+ answered$/);
  assert.equal(await said("heads").textContent(), "");
  assert.equal(await said("home").textContent(), "");
  assert.match((await said("task").textContent()) ?? "", /^ · 1 of \d+ answered$/);
  await page.locator("[data-chapter=words].done").waitFor();
  await page.getByRole("button", { name: "Forget what I answered" }).click();
  await begin.filter({ hasText: "Start" }).waitFor();
  assert.equal(await begin.getAttribute("href"), "words.html");
  assert.equal(await said("words").textContent(), "");
  await close();
});

test("who has an examination tomorrow is led to the chapters about shapes", async () => {
  const { page, close } = await browser.open("learn/");
  const links = page.locator(".exam a");
  assert.deepEqual(await links.allTextContents(), ["7", "8", "9"]);
  for (const name of ["7. Cut a row into heads", "8. Why not just view?", "9. Putting heads together"])
    assert.equal(await page.getByRole("link", { name, exact: true }).count(), 1);
  await close();
});
