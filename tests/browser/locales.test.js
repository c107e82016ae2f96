// The page in Chinese and French: no English, no axe violations, no overflow; and several languages on one
// page.
import assert from "node:assert/strict";
import test from "node:test";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { listLabs } from "./support/labs.js";
import { drawn, goTo, ready } from "./support/explainer.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import * as labWords from "../../web/labs/words.js";
import * as layerWords from "../../web/labs/layer/words.js";
import * as maskWords from "../../web/labs/mask/words.js";
import * as softmaxWords from "../../web/labs/softmax/words.js";
import * as trainWords from "../../web/train/words.js";
import { areaOf } from "../../web/kit/text/words.js";
import { locales, waitingWords } from "../page/support/translations.js";

/** @typedef {import("playwright-core").Page} Page */

const SCRIPT = '<script type="module" src="modules/headscope.js"></script>';
const TAG = 'tokens="The cat sat" heads="2" d-model="8" loading="eager"';

/** @param {string} body @param {string} lang @param {string} [script] */
const html = (body, lang, script = SCRIPT) =>
  `<!doctype html><html lang="${lang}"><head><title>A post</title><link rel="icon" href="data:,"></head><body>${script}${body}</body></html>`;

const browser = useSharedTab({
  "two.html": html(
    `<main><mha-explainer id="a" ${TAG} lang="zh-CN"></mha-explainer><div lang="fr-CA"><mha-explainer id="b" ${TAG}></mha-explainer></div><mha-explainer id="c" ${TAG}></mha-explainer>
    <mha-explainer id="none" ${TAG} lang="tlh"></mha-explainer><div dir="rtl" lang="fr"><mha-explainer id="rtl" ${TAG}></mha-explainer></div></main>`,
    "en",
  ),
  "own.html": html(
    `<mha-explainer ${TAG}></mha-explainer>`,
    "de",
    '<script type="module" src="own.js"></script>',
  ),
  "own.js": `import { addLocale } from "./headscope.js";
    addLocale("de", { messages: { edit: "Ändern" }, steps: { q_heads: { title: "In Köpfe drehen" } } });`,
});

/** Frequent English words that occur only in the English table. */
const ENGLISH =
  /\b(the|of|and|is|are|with|each|heads?|tokens? (a|see)|queries|keys|weights?|memory|steps?|shape|show(s|ing)?|copy|more|edit|before|after|cost|strides?|storage|next|previous|mute|share|what|layer)\b/gi;

/** All text of the page, visible or for screen readers, except code, ids and the reader's text. @param {Page} page @returns {Promise<string>} */
const saidOn = (page) =>
  page.evaluate(() => {
    const skipped = "code, .mono, textarea, [data-token], .token, bdi, .chip, script, style, .station, pre";
    /** @type {string[]} */
    const said = [document.title];
    /** @param {Node} node */
    const walk = (node) => {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
          if (!node.matches(skipped) && node.getAttribute(name)) said.push(node.getAttribute(name) ?? "");
        if (node.matches(skipped) || getComputedStyle(node).display === "none") return;
        if (node.shadowRoot) walk(node.shadowRoot);
        if (/^(CANVAS)$/.test(node.tagName)) return;
        const scene = /** @type {any} */ (node).scene;
        for (const mark of scene?.marks ?? []) if (mark.kind === "text" && !mark.mono) said.push(mark.text);
      }
      if (node.nodeType === Node.TEXT_NODE) said.push(node.nodeValue ?? "");
      for (const child of node.childNodes) walk(child);
    };
    walk(document.body);
    return said
      .map((each) => each.trim())
      .filter(Boolean)
      .join("\n");
  });

/** Names of files, which stay English. */
const FILE = /[\w-]+\.(svg|png|csv|npz)\b/g;

/** Names and words of the sentence, which stay English. */
const SENTENCE =
  /\b(the|animal|didn't|cross|street|because|it|was|too|tired|softmax|weights|tokens?|heads?\.html)\b/gi;

/** Whether words of a language wait for their translation, and are in English until then. @param {string} lang */
const isWaiting = (lang) => waitingWords(localeOf(lang)).length > 0;

/** @param {string} lang */
const localeOf = (lang) => locales.find((each) => each.lang === lang)?.locale ?? {};

/** @param {Page} page @param {string} where @param {string} lang */
async function assertSaid(page, where, lang) {
  const said = (await saidOn(page))
    .replace(FILE, "")
    .replace(SENTENCE, "")
    .replace(/[a-z]+_[a-z_]+/gi, "");
  const found = said.split("\n").filter((line) => line.match(ENGLISH));
  if (!isWaiting(lang)) assert.deepEqual(found, [], where);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${where}: ${over} px run over`);
}

/** Asserts that axe finds nothing: by day in one of the languages, because they differ in words alone. @param {Page} page @param {string} lang @param {string} byDay */
async function assertAccessible(page, lang, byDay) {
  if (IS_NIGHTLY || lang === byDay) assert.deepEqual(await findAxeViolations(page), []);
}

const BOXES = [
  ["zh", "zh-Hans"],
  ["fr", "fr"],
];
const SIZES = [
  [1440, 900],
  [390, 844],
];

const STEPS = ["x", "q", "q_heads", "scores", "weights", "context", "context_c", "output"];

for (const [[lang, box], [width, height]] of pairs(BOXES, SIZES))
  test(`${lang}, ${width} px: no English on the walk and the heads, nothing that runs over, nothing that axe finds`, async () => {
    const { page, seen, close } = await browser.open(`?lang=${lang}&step=q_heads`, {
      viewport: { width, height },
      reducedMotion: "reduce",
    });
    await ready(page);
    assert.equal(await page.locator("mha-explainer .box").first().getAttribute("lang"), box);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    for (const [step] of pairs(STEPS, BOXES).filter(([, each]) => each[0] === lang)) {
      await goTo(page, step);
      await assertSaid(page, step, lang);
    }
    await assertAccessible(page, lang, "zh");
    assert.match(page.url(), new RegExp(`[?&]lang=${lang}`), "the address keeps the language");
    await page.goto(new URL(`heads.html?lang=${lang}`, page.url()).href);
    await ready(page);
    await page.locator("mha-alike mha-figure").waitFor();
    await drawn(page);
    await assertSaid(page, "heads", lang);
    await assertAccessible(page, lang, "fr");
    seen.assertQuiet();
    await close();
  });

/** English strings of the tables that the language translates. @param {any} english @param {any} own @returns {string[]} */
function sentencesIn(english, own) {
  if (typeof own === "undefined") return []; // waits for its translation
  if (typeof english === "string") return / .+ /.test(english) && english !== own ? [english] : [];
  if (typeof english !== "object" || english === null) return [];
  return Object.keys(english).flatMap((key) => sentencesIn(english[key], own?.[key]));
}

const LATER = { ...trainWords, ...labWords, ...layerWords, ...maskWords, ...softmaxWords };

/** @param {Record<string, any>} locale */
const laterSentences = (locale) =>
  Object.values(LATER)
    .filter((table) => typeof table === "object" && areaOf(table))
    .flatMap((table) => sentencesIn(table, locale[areaOf(table) ?? ""]));

/** @param {Page} page @param {Record<string, any>} locale @param {string} where */
async function assertTranslated(page, locale, where) {
  const said = await saidOn(page);
  const sentences = laterSentences(locale);
  assert.ok(sentences.length > 60, `too few English sentences: ${sentences.length}`);
  assert.deepEqual(
    sentences.filter((sentence) => said.includes(sentence)),
    [],
    where,
  );
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${where}: ${over} px run over`);
}

const LANGUAGES = [
  { lang: "fr", locale: localeOf("fr"), start: "Démarrer", heading: "Labos" },
  { lang: "zh", locale: localeOf("zh"), start: "开始", heading: "实验" },
];

/** Languages and widths: Train and the labs each have one in the ordinary run. */
const LOOKS = pairs(LANGUAGES, [1440, 390]);

for (const [{ lang, locale, start }, width] of sample(LOOKS, 1))
  test(`${lang}, ${width} px: Train has no sentence in English, also while loading`, async () => {
    const first = `globalThis.flashed = [];
        addEventListener("load", function look() {
          const said = document.querySelector("mha-train")?.shadowRoot?.querySelector("mha-train-bar")?.shadowRoot?.textContent;
          if (said && /Start|To the end/.test(said)) flashed.push(said);
          requestAnimationFrame(look);
        });`;
    const { page, seen, close } = await browser.open(`train.html?lang=${lang}&step=0`, {
      viewport: { width, height: 844 },
      reducedMotion: "reduce",
      first,
    });
    await ready(page, "mha-train");
    await page.getByRole("button", { name: start, exact: true }).waitFor();
    await assertTranslated(page, locale, "Train");
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).flashed), []);
    if (IS_NIGHTLY) assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

for (const [{ lang, locale, heading }, width] of sample(LOOKS, 0))
  test(`${lang}, ${width} px: labs have no sentence in English, also while their words load`, async () => {
    const flash = laterSentences(locale);
    const first = `globalThis.flashed = [];
        addEventListener("load", function look() {
          const labs = document.querySelector("mha-labs")?.shadowRoot;
          for (const lab of labs?.querySelectorAll(".lab > *") ?? []) {
            const said = lab.shadowRoot?.textContent ?? "";
            if (said === lab.said) continue;
            lab.said = said;
            flashed.push(...${JSON.stringify(flash)}.filter((sentence) => said.includes(sentence)));
          }
          requestAnimationFrame(look);
        });`;
    const { page, seen, close } = await browser.open(`?lang=${lang}&step=q_heads`, {
      viewport: { width, height: 844 },
      reducedMotion: "reduce",
      first,
    });
    await ready(page);
    await page.locator("mha-explainer").scrollIntoViewIfNeeded(); // the labs load near the window
    await page.locator("mha-labs h2", { hasText: heading }).waitFor();
    await listLabs(page);
    for (const kind of sample(["mask", "softmax", "layer"], 0, 2)) {
      await page.locator(`mha-labs details[data-lab=${kind}] > summary`).click();
      await page.locator(`mha-lab-${kind} mha-figure`).first().waitFor();
      await drawn(page);
    }
    await assertTranslated(page, locale, "labs");
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (globalThis).flashed), []);
    if (IS_NIGHTLY) assert.deepEqual(await findAxeViolations(page), []);
    seen.assertQuiet();
    await close();
  });

/** @param {Page} page @param {string} element */
const edit = (page, element = "mha-explainer") =>
  page.locator(`${element} >> mha-sentence .edit`).textContent();

test("each element uses the language of its place in the page, also after a change; an unknown one is English; from right to left, the layout is unchanged", async () => {
  const { page, seen, close } = await browser.open("two.html");
  await page.locator("#c mha-sentence .edit").waitFor();
  await page.waitForFunction(() => document.querySelectorAll("#b").length === 1);
  for (const [id, said, box] of [
    ["#a", "编辑", "zh-Hans"],
    ["#b", "Éditer", "fr"],
    ["#c", "Edit", "en"],
  ]) {
    await page.locator(`${id} mha-sentence .edit`, { hasText: said }).waitFor();
    assert.equal(await page.locator(`${id} > .box, ${id} .box`).first().getAttribute("lang"), box);
  }
  await page.locator("#none mha-sentence .edit", { hasText: "Edit" }).waitFor();
  assert.equal(await page.locator("#none .box").first().getAttribute("lang"), "en");
  const turned = page.locator("#rtl mha-words h2");
  assert.equal(await turned.textContent(), "Transposer en têtes");
  assert.equal(await turned.evaluate((title) => getComputedStyle(title).direction), "ltr");
  await page.evaluate(() => document.querySelector("#a")?.setAttribute("lang", "fr"));
  await page.locator("#a mha-sentence .edit", { hasText: "Éditer" }).waitFor();
  assert.equal(await edit(page, "#c"), "Edit");
  await page.evaluate(() => (document.documentElement.lang = "zh"));
  await page.locator("#c mha-sentence .edit", { hasText: "编辑" }).waitFor();
  await page.locator("#c mha-words h2", { hasText: "转置成头" }).waitFor();
  assert.equal(await edit(page, "#b"), "Éditer");
  await page.evaluate(() => document.querySelector("#a")?.removeAttribute("lang"));
  await page.locator("#a mha-sentence .edit", { hasText: "编辑" }).waitFor();
  seen.assertQuiet();
  await close();
});

test("an author can add a language to the single file, and missing words stay English", async () => {
  const { page, seen, close } = await browser.open("own.html");
  await ready(page);
  assert.equal(await edit(page), "Ändern");
  assert.equal(await page.locator("mha-words h2").textContent(), "In Köpfe drehen");
  assert.match((await page.locator("mha-words p").first().textContent()) ?? "", /now owns a matrix/);
  assert.equal(await page.locator("mha-explainer .box").first().getAttribute("lang"), "de");
  seen.assertQuiet();
  await close();
});
