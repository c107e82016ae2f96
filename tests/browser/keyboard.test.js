// Everything works without a mouse, and the focus is always visible.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { drawn, goTo, ready, showAddress, spoken, stepOf, useOnePage } from "./support/explainer.js";
import { focusable, focused } from "./support/focus.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

const ADDRESS = "?step=q_heads";

/** @param {import("./support/index.js").Options} [options] */
async function openOwn(options) {
  const opened = await browser.open(ADDRESS, { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  return opened;
}

/** Opens the page for the first test, and shows its first state again for the others. */
const openPage = useOnePage(openOwn, ({ page }) => showAddress(page, ADDRESS));

/** @param {Page} page @param {string} name */
const press = async (page, name) => {
  await page.keyboard.press(name);
  await drawn(page);
};

for (const [what, options] of sample(
  /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
    ["1440 px, light", {}],
    ["390 px, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ]),
  0,
))
  test(`Tab reaches every control, always with a focus outline of 2 px: ${what}`, async () => {
    const { page, close } = await (what.startsWith("1440")
      ? openPage()
      : openOwn({ ...options, isFresh: true }));
    const expected = await focusable(page);
    const names = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const at = await focused(page);
      if (!at) break;
      names.push(at.name);
      assert.ok(at.width >= 2 && at.style !== "none" && at.contrast, JSON.stringify(at));
      assert.ok(names.length <= expected, names.join(" | "));
    }
    assert.equal(names.length, expected, names.join(" | "));
    for (const part of [
      /Switch between/,
      /button The/,
      /button Edit/,
      /input d_model/,
      /input heads/,
      /select mask/,
      /select weights/,
      /button more/,
      /canvas Transpose/,
      /button Play/,
      /canvas The memory/,
    ])
      assert.ok(
        names.some((name) => part.test(name)),
        `${part} in ${names.join(" | ")}`,
      );
    assert.equal(
      names.filter((name) => /^g /.test(name)).length,
      what.startsWith("1440") ? 1 : 0,
      "one stop for the map",
    );
    await close();
  });

test("left and right move a stage, for any focus inside the element; keys outside it belong to the page", async () => {
  const { page, close } = await openPage();
  await press(page, "Tab");
  assert.match((await focused(page))?.name ?? "", /^a Skip to the content/, "the first stop of the page");
  await press(page, "Enter");
  assert.match((await focused(page))?.name ?? "", /^g Q to heads/, "past the header, sentence and settings");
  await page.locator("#theme").focus();
  for (const key of ["ArrowRight", "ArrowLeft", "Escape"]) await press(page, key);
  assert.equal(await stepOf(page), "q_heads");
  assert.match(await spoken(page), /q_heads\[/);
  await page.locator("mha-sentence .token").first().focus();
  await press(page, "ArrowRight");
  assert.equal(await stepOf(page), "scores");
  await page.locator("mha-words").getByRole("button", { name: "Next step" }).focus();
  await press(page, "ArrowLeft");
  assert.equal(await stepOf(page), "q_heads");
  await page.locator("mha-stage canvas").focus();
  await press(page, "ArrowLeft");
  assert.equal(await stepOf(page), "q_split");
  assert.match(
    await spoken(page),
    /^Step 3 of 12: Split the queries\. q_split: 1 sentence, 12 tokens, 8 heads, 8 features\. token “it”, head 2, /,
  );
  await close();
});

test("Escape closes the rarely needed settings first, then clears the selection", async () => {
  const { page, seen, close } = await openPage();
  const more = page.getByRole("button", { name: "more" });
  const word = page.locator("mha-sentence").getByRole("button", { name: "animal" });
  await word.click();
  await more.click();
  await drawn(page);
  const state = async () => [
    await more.getAttribute("aria-expanded"),
    await word.getAttribute("aria-pressed"),
  ];
  assert.deepEqual(await state(), ["true", "true"]);
  await press(page, "Escape");
  assert.deepEqual(await state(), ["false", "true"]);
  assert.match(await spoken(page), /q_heads\[0, 2, 1, 1\]/);
  await press(page, "Escape");
  assert.deepEqual(await state(), ["false", "false"]);
  assert.doesNotMatch(await spoken(page), /\[/);
  assert.equal(await page.locator('mha-sentence [aria-pressed="true"]').count(), 0);
  seen.assertQuiet();
  await close();
});

test("Space plays and pauses, but not on a button, and playing continues to the end", async () => {
  const { page, close } = await openOwn({ isFresh: true }); // stops the clock
  await page.locator("mha-stage canvas").focus();
  await press(page, " ");
  assert.equal(await stepOf(page), "k_heads");
  assert.equal(await page.locator("mha-words").getByRole("button", { name: "Pause" }).count(), 1);
  await press(page, " ");
  assert.equal(await page.locator("mha-words").getByRole("button", { name: "Play" }).count(), 1);
  assert.equal(await stepOf(page), "k_heads");
  await page.locator("mha-sentence .token").nth(2).focus();
  await press(page, " ");
  assert.equal(await page.locator("mha-sentence .token").nth(2).getAttribute("aria-pressed"), "true");
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  await page.clock.install();
  await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).goTo("context_c"));
  await page.locator("mha-words").getByRole("button", { name: "Play" }).click();
  assert.equal(await stepOf(page), "concat");
  await page.clock.runFor(5100);
  assert.equal(await stepOf(page), "output");
  await page.clock.runFor(5100);
  assert.equal(await page.locator("mha-words").getByRole("button", { name: "Play" }).count(), 1);
  await close();
});

test("in a text field, a number field and a list, every key belongs to the field", async () => {
  const { page, close } = await openPage();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Sentence").press("End");
  for (const key of [" ", "ArrowLeft", "ArrowRight", "x"]) await press(page, key);
  assert.match(await page.getByLabel("Sentence").inputValue(), /tired\. x$/);
  assert.equal(await stepOf(page), "q_heads");
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  await page.locator("mha-controls").getByRole("button", { name: "more", exact: true }).click();
  const seed = page.locator("mha-controls").getByLabel("seed");
  await seed.focus();
  for (const key of ["ArrowLeft", "ArrowRight", " "]) await press(page, key);
  await press(page, "ArrowUp");
  assert.equal(await seed.inputValue(), "2");
  await page.locator("mha-controls").getByLabel("mask").focus();
  await press(page, "ArrowRight");
  assert.equal(await stepOf(page), "q_heads");
  await page.locator("mha-controls").getByRole("button", { name: "more", exact: true }).click();
  await page.getByLabel("Sentence").press("Escape");
  await close();
});

test("Enter keeps the typed text, Escape discards it, and the focus returns to Edit", async () => {
  const { page, close } = await openPage();
  const tokens = () =>
    page.evaluate(
      () => /** @type {any} */ (document.querySelector("mha-explainer")).store.state.settings.tokens,
    );
  const before = await tokens();
  for (const [typed, key, expected] of [
    ["one", "Escape", before],
    ["two words", "Enter", ["two", "words"]],
    ["", "Escape", ["two", "words"]],
  ]) {
    await page.getByRole("button", { name: "Edit" }).focus();
    await press(page, "Enter");
    assert.equal((await focused(page))?.name, "input Sentence");
    await page.keyboard.press("Backspace");
    await page.keyboard.type(typed);
    await press(page, key);
    assert.equal((await focused(page))?.name, "button Edit", key);
    assert.deepEqual(await tokens(), expected, `${typed}, ${key}`);
    if (expected === before) assert.match(await spoken(page), /token “it”/, "the selection stays");
  }
  await close();
});

test("the map and an einsum have one tab stop each, with arrow keys between stages and lanes, or indices, Home and End", async () => {
  const { page, close } = await openPage();
  await page.locator('mha-track [tabindex="0"]').focus();
  for (const [key, step, name] of [
    ["ArrowDown", "k_heads", /^g K to heads/],
    ["ArrowDown", "v_heads", /^g V to heads/],
    ["ArrowDown", "v_heads", /^g V to heads/],
    ["ArrowLeft", "v_split", /^g V split/],
    ["ArrowUp", "k_split", /^g K split/],
    ["ArrowRight", "k_heads", /^g K to heads/],
    ["ArrowRight", "scores", /^g QKᵀ/],
    ["ArrowUp", "k_t", /^g K Kᵀ/],
    ["End", "output", /^g W_O 1×12×64, copy/],
    ["ArrowRight", "output", /^g W_O/],
    ["Home", "x", /^g x/],
  ]) {
    await press(page, /** @type {string} */ (key));
    assert.equal(await stepOf(page), step, `${key}`);
    assert.match((await focused(page))?.name ?? "", /** @type {RegExp} */ (name));
    assert.equal(await page.locator('mha-track [tabindex="0"]').count(), 1);
  }
  await goTo(page, "scores");
  const indices = page.locator("mha-words .einsum .index");
  const count = await indices.count();
  assert.ok(count > 8, `${count} indices`);
  assert.equal(await page.locator('mha-words .einsum .index[tabindex="0"]').count(), 1);
  await indices.first().focus();
  const at = () => indices.evaluateAll((all) => all.findIndex((index) => index.matches(":focus")));
  for (const [key, expected] of /** @type {const} */ ([
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["End", count - 1],
    ["Home", 0],
  ])) {
    await press(page, key);
    assert.equal(await at(), expected, key);
  }
  assert.equal(await stepOf(page), "scores", "arrow keys belong to the einsum");
  await close();
});

test("after Enter, arrow keys move between cells of the stage, until Escape, and on the tape along memory, for every view", async () => {
  const { page, close } = await openPage();
  await page.locator("mha-stage canvas").focus();
  const said = async () => /q_heads\[[\d, ]+\]/.exec(await spoken(page))?.[0];
  assert.equal(await said(), "q_heads[0, 2, 7, 1]");
  for (const [key, element] of [
    ["Enter", "q_heads[0, 2, 7, 1]"],
    ["ArrowRight", "q_heads[0, 2, 7, 2]"],
    ["ArrowDown", "q_heads[0, 2, 8, 2]"],
    ["PageDown", "q_heads[0, 3, 8, 2]"],
    ["ArrowLeft", "q_heads[0, 3, 8, 1]"],
    ["ArrowLeft", "q_heads[0, 3, 8, 0]"],
    ["ArrowLeft", "q_heads[0, 3, 8, 0]"],
    ["ArrowUp", "q_heads[0, 3, 7, 0]"],
    ["PageUp", "q_heads[0, 2, 7, 0]"],
  ]) {
    await press(page, key);
    assert.equal(await said(), element, key);
  }
  assert.equal(await stepOf(page), "q_heads");
  await press(page, "Escape");
  assert.equal(await said(), "q_heads[0, 2, 7, 0]");
  await press(page, "ArrowRight");
  assert.equal(await stepOf(page), "scores");
  await goTo(page, "q_heads");
  await page.locator("mha-tape canvas").focus();
  await press(page, "Enter");
  await press(page, "ArrowRight");
  const sum = async () => (await page.locator("mha-tape .sum").innerText()).replace(/\s+/g, " ");
  assert.match(await sum(), /^q_heads\[0,2,7,1\] .* = 465 →/);
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await drawn(page);
  assert.match(await sum(), /^q_heads\[0,3,7,1\] .* = 473 →/);
  await close();
});

test("Space opens the cost, and arrow keys scroll tables that overflow", async () => {
  const { page, close } = await openPage();
  await page.setViewportSize({ width: 320, height: 700 });
  await drawn(page);
  await page.locator("mha-cost summary").focus();
  await press(page, " ");
  assert.ok(await page.locator("mha-cost details").evaluate((it) => /** @type {any} */ (it).open));
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
  const tables = page.locator("mha-cost .scroll");
  await tables.last().focus();
  await press(page, "ArrowRight");
  await page.waitForFunction(
    (it) => /** @type {Element} */ (it).scrollLeft > 0,
    await tables.last().elementHandle(),
  );
  assert.equal(await stepOf(page), "q_heads");
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, "ArrowRight");
  assert.equal(await stepOf(page), "scores", "without overflow, arrow keys move a stage");
  await page.locator("mha-cost summary").press(" ");
  await close();
});

/**
 * Cases: name, focused element, its locator, the keys that remove it, and the next focus.
 * @type {readonly [string, string, (page: Page) => import("playwright-core").Locator, string[], RegExp][]}
 */
const LOST = [
  ["a chip", "q_heads", (page) => page.locator("mha-words .wrong button"), ["Enter", "ArrowRight"], /^g QKᵀ/],
  ["a wrong path's code", "q_heads", (page) => page.locator("mha-code .name"), ["Enter"], /^g /],
  [
    "Next step",
    "concat",
    (page) => page.getByRole("button", { name: "Next step" }),
    ["Enter"],
    /^button Next/,
  ],
  ["Previous step", "q", (page) => page.getByRole("button", { name: "Previous" }), ["Enter"], /^button Prev/],
  ["a link back", "q", (page) => page.locator("mha-tape .near button"), ["Enter"], /^g x/],
  ["the switch of colours", "q", (page) => page.locator("mha-tape header button"), ["ArrowLeft"], /^g x/],
  ["an index", "q", (page) => page.locator("mha-words .index"), ["ArrowLeft"], /^g x/],
  [
    "a link that Escape takes",
    "q",
    (page) => page.locator("mha-tape .near button"),
    ["Escape"],
    /^g Q project/,
  ], // the last: it clears the selection
];

test("after a focused element is removed, the step has the focus, and arrow keys work", async () => {
  const { page, close } = await openPage();
  for (const [what, step, place, keys, to] of LOST) {
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).store.makeRight());
    await goTo(page, step);
    if (what.startsWith("a wrong")) {
      await page.locator("mha-words .wrong button").first().click();
      await drawn(page);
    }
    await place(page).first().focus();
    for (const key of keys) await press(page, key);
    await drawn(page);
    assert.match((await focused(page))?.name ?? "nothing", to, what);
    const at = await stepOf(page);
    await press(page, at === "output" ? "ArrowLeft" : "ArrowRight");
    assert.notEqual(await stepOf(page), at, what);
  }
  await close();
});

test("the focus stays after a number is cleared, and after the map becomes one line", async () => {
  const { page, close } = await openPage();
  await page.locator("mha-stage canvas").focus();
  for (const key of ["Enter", "Enter"]) await press(page, key);
  await page.locator("mha-origin button").first().focus();
  await press(page, "Escape");
  await drawn(page);
  assert.match((await focused(page))?.name ?? "nothing", /^g Q to heads/);
  await page.setViewportSize({ width: 390, height: 900 });
  await drawn(page);
  await drawn(page);
  assert.match((await focused(page))?.name ?? "nothing", /^button Previous step/);
  await close();
});
