// The page at its limits: each state has a complete picture, or a message.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { colours, drawn, goTo, ready, shapeOf } from "./support/explainer.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const STEPS = [
  "x",
  "q",
  "q_split",
  "q_heads",
  "k_t",
  "scores",
  "weights",
  "context",
  "context_c",
  "concat",
  "output",
];
const WIDTHS = [390, 1440];

/** Letters of the longest word. */
const LONGEST = IS_NIGHTLY ? 1e6 : 1e5;
/** Words of a sentence far past the limit. */
const FAR = IS_NIGHTLY ? 150_000 : 10_000;

/** Sets the sentence by the property of the element. @param {Page} page @param {string | string[]} tokens */
async function setTokens(page, tokens) {
  await page.evaluate((value) => {
    /** @type {any} */ (document.querySelector("mha-explainer")).tokens = value;
  }, tokens);
  await drawn(page);
}

/** Steps of each kind of picture, by day in two halves: vectors and maps, heads and the product of all. At night each half is all steps. */
const HALVES = [sample(STEPS, 0, 6), sample(STEPS, 3, 10)];

/** Visits steps, some at the width of a phone and the others at that of a laptop, or at night all at both. @param {Page} page @param {readonly string[]} steps @param {(step: string, width: number) => Promise<unknown>} [check] */
async function visitSteps(page, steps, check) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const [step] of pairs(steps, WIDTHS).filter(([, at]) => at === width)) {
      await goTo(page, step);
      assert.ok((await colours(page)) > 20, `${step} in ${width} px`);
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${step} in ${width} px`,
      );
      await check?.(step, width);
    }
  }
}

/** What a browser may lack, by the hash of the address. */
const LACKS = `const lacks = {
  "#simd": () => (WebAssembly.validate = () => false),
  "#wasm": () => delete globalThis.WebAssembly,
  "#room": () => (WebAssembly.compile = WebAssembly.compileStreaming = () => Promise.reject(new Error("no memory"))),
};
lacks[location.hash]?.();`;

for (const [what, hash, reason] of /** @type {[string, string, RegExp][]} */ ([
  [
    "no WebAssembly SIMD",
    "#simd",
    /^This browser has no WebAssembly with SIMD and exceptions, .* can run it\)\. Try again$/,
  ],
  ["no WebAssembly at all", "#wasm", /^This browser has no WebAssembly/],
  ["a core that does not compile", "#room", /could not be loaded: no memory\. Try again$/],
])) {
  test(`${what}: the page shows a message, and keeps its other messages`, async () => {
    const { page, seen, close } = await browser.open(`?step=q_heads${hash}`, { first: LACKS });
    await ready(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      assert.match(await page.getByRole("alert").innerText(), reason);
      assert.ok(await page.getByText("Headscope draws a multi-head attention layer").isVisible());
      assert.equal(await page.locator("mha-stage").count(), 0);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
    seen.assertQuiet();
    await close();
  });
}

test("in turn: no sentence, with a message, and its first word; one token; Chinese, without spaces, split into words and editable; a word longer than the screen, or of 100 kB, at night of a megabyte; the maximum number of heads", async () => {
  const { page, seen, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  await setTokens(page, "");
  assert.match((await page.locator("mha-explainer .empty").textContent()) ?? "", /Type a sentence/);
  assert.equal(await page.locator("mha-stage").count(), 0);
  await page.getByLabel("Sentence").fill("hello");
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 8, 1, 8]);
  assert.ok((await colours(page)) > 20);
  await page.getByLabel("Sentence").press("Enter");
  await setTokens(page, "one");
  await visitSteps(page, HALVES[1]);
  assert.deepEqual(
    await page.evaluate(async () => [
      ...(await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
    ]),
    Array(8).fill(1),
  );
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Sentence").fill("动物没有过马路，因为它太累了。");
  await page.getByLabel("Sentence").press("Enter");
  const words = (await page.locator("mha-sentence .token").allTextContents()).map((text) => text.trim());
  assert.equal(words.join(""), "动物没有过马路，因为它太累了。");
  assert.ok(words.length > 6 && words.length < 15, words.join("|"));
  await visitSteps(page, HALVES[0]);
  await page.getByRole("button", { name: "Edit" }).click();
  assert.equal(await page.getByLabel("Sentence").inputValue(), "动物没有过马路，因为它太累了。");
  await page.getByLabel("Sentence").press("Enter");
  await setTokens(page, [
    "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(3),
    "is",
    "long",
  ]);
  await visitSteps(page, HALVES[0]);
  await setTokens(page, ["x".repeat(LONGEST), "is", "long"]);
  for (const step of sample(STEPS, 0, 10)) await goTo(page, step);
  for (const at of [1, 0]) await page.locator("mha-sentence .token").nth(at).click(); // a second press would clear the first word
  await goTo(page, "weights");
  assert.match((await page.locator("mha-attends p").first().textContent()) ?? "", /x…\s+attends most\s+to/);
  assert.equal(
    await page
      .locator("mha-sentence .token")
      .first()
      .evaluate((it) => it.textContent?.trim().length),
    200,
  );
  await setTokens(page, Array(12).fill("a"));
  await page.evaluate(() =>
    Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { dModel: 960, heads: 96 }),
  );
  await drawn(page);
  assert.deepEqual(await shapeOf(page, "q_heads"), [1, 96, 12, 10]);
  await visitSteps(page, HALVES[1]);
  seen.assertQuiet();
  await close();
});

test("512 tokens: every step is drawn, and its window is described", async () => {
  const { page, seen, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  await setTokens(
    page,
    Array.from({ length: 512 }, (_, i) => `w${i % 61}`),
  );
  const captions = () =>
    page
      .locator("mha-stage mha-figure")
      .evaluate((it) =>
        /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
          mark.kind === "text" && mark.text.startsWith("showing") ? [mark.text] : [],
        ),
      );
  await visitSteps(page, sample(STEPS, 0, 2, 3, 5, 6, 10), async (step, width) => {
    assert.ok(
      (await captions()).length > 0 || (step === "weights" && width > 3000),
      `${step} in ${width} px`,
    );
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, "x");
  await goTo(page, "weights");
  const sentence = await page.locator("mha-sentence").boundingBox();
  assert.ok(sentence && sentence.height < 200, "the sentence leaves room for the picture");
  const scrolled = await page.locator("mha-sentence .many").evaluate((it) => {
    it.scrollTop = 9999;
    return it.scrollTop;
  });
  assert.ok(scrolled > 0, "and scrolls to its last word");
  seen.assertQuiet();
  await close();
});

test("past a limit, a message says so and the picture stays; a sentence past the limit is refused before any button is created, and the typed text stays", async () => {
  const { page, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  await page.locator("mha-controls").getByLabel("heads").fill("97");
  assert.match(
    (await page.locator("mha-controls .problem").textContent()) ?? "",
    /heads 97 is more than this page shows \(at most 96\)/,
  );
  await page.locator("mha-controls").getByLabel("heads").fill("8");
  await setTokens(page, Array(513).fill("a"));
  assert.match((await page.locator("mha-controls .problem").textContent()) ?? "", /tokens 513 .*at most 512/);
  assert.deepEqual(await shapeOf(page, "x"), [1, 12, 64]);
  await setTokens(page, Array(12).fill("a"));
  const made = () => page.locator("mha-sentence .token").count();
  const problem = page.locator("mha-controls .problem");
  await page.getByRole("button", { name: "Edit" }).click();
  const field = page.getByLabel("Sentence");
  const typed = `${"ab ".repeat(599)}end`;
  await field.fill(typed);
  await field.press("Enter");
  await drawn(page);
  assert.equal(await made(), 0);
  assert.match(
    (await problem.textContent()) ?? "",
    /tokens 600 is more than this page shows \(at most 512\)/,
  );
  assert.equal(await field.inputValue(), typed);
  assert.deepEqual(await shapeOf(page, "x"), [1, 12, 64], "the picture stays");
  await field.fill("two words");
  await field.press("Enter");
  assert.equal(await made(), 2);
  await setTokens(page, Array(FAR).fill("ab"));
  assert.equal(await made(), 0);
  assert.match((await problem.textContent()) ?? "", new RegExp(`tokens ${FAR} is more`));
  assert.equal((await field.inputValue()).length, FAR * 3 - 1, "a host's sentence stays, too");
  await close();
});
