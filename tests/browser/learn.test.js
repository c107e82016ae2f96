// The course, chapter by chapter: numbers in the text equal the figure's, words act on the figure, and questions have the answers of the core in Node.
// tests/page/chapter-figures.test.js holds the numbers and words of all chapters to the state of their figures in each run.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { drawn, restyled } from "./support/explainer.js";
import { assertFacts, factsOf } from "./support/facts.js";
import { focused } from "./support/focus.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { WATCH_SHIFTS, assertSteady, shiftsOf } from "./support/shifts.js";
import { askedIn, openChapter as openIn, rightPick } from "./support/learn.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const core = await loadCore();

/** @type {{ name: string, title: string, description: string }[]} */
const CHAPTERS = JSON.parse(readFileSync(inRoot("web/site/learn/chapters.json"), "utf8"));

/** @param {string} name @param {Parameters<typeof browser.open>[1]} [options] @param {string} [query] */
const openChapter = (name, options, query) => openIn(browser, name, options, query);

const WIDE = /** @type {const} */ ({ colorScheme: "light", viewport: { width: 1440, height: 900 } });
const NARROW = /** @type {const} */ ({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

const LATE = 700; // ms by which each script is late

/** The tab in which chapters open one after another with late scripts. @type {ReturnType<typeof browser.open> | undefined} */
let late;
after(async () => (await late)?.close());

/** Opens a page whose scripts arrive late, which shows layout shifts that quick scripts hide. @param {string} address @param {typeof WIDE | typeof NARROW} look */
async function openWithLateScripts(address, { viewport, colorScheme }) {
  const isFresh = !late;
  late ??= browser.open("icon.svg", { reducedMotion: "reduce", first: WATCH_SHIFTS, isFresh: true });
  const { page, seen } = await late;
  if (isFresh)
    await page.route("**/modules/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, LATE));
      await route.continue().catch(() => {}); // the page may be closed already
    });
  await page.goto(new URL("icon.svg", browser.url).href);
  await page.evaluate(() => localStorage.clear());
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  seen.forget();
  await page.goto(new URL(address, browser.url).href);
  return { page, seen, close: async () => {} };
}

/** Shows an open chapter in another look, which suits search engines, screen readers and touch. @param {import("playwright-core").Page} page @param {typeof WIDE | typeof NARROW} look */
async function lookAt(page, { colorScheme, viewport }) {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await restyled(page);
  assertFacts(await factsOf(page), `${viewport.width} px`);
}

/** The property of each attribute that a word can set. */
const PROPERTY = Object.fromEntries(ROWS.map(({ attribute, name }) => [attribute, name]));

const NAMES = CHAPTERS.map(({ name }) => name);

/** Chapters that are opened: in the ordinary run one with each kind of figure, question and lab, and those whose words act on a model that translates or sees; the test by keyboard opens another one. */
const OPENED = sample(
  CHAPTERS,
  ...["keys", "task", "block", "sentences", "patches", "learned", "adds", "matter", "writes"].map((name) =>
    NAMES.indexOf(name),
  ),
);

/** Chapters for axe: in the ordinary run those whose elements differ most. */
const LOOKED_AT = sample(
  NAMES,
  ...["task", "patches", "learned", "writes"].map((name) => NAMES.indexOf(name)),
);

for (const [{ name, title, description }, look] of pairs(OPENED, [WIDE, NARROW]))
  test(`${name}, opened at ${look.viewport.width} px with late scripts: steady, accessible, its numbers equal the figure's, its questions have the core's answers, and its words act on the figure`, async () => {
    const { page, seen, close } = await openIn({ open: openWithLateScripts }, name, look);
    await drawn(page);
    assertSteady(await shiftsOf(page));
    if (LOOKED_AT.includes(name)) assert.deepEqual(await findAxeViolations(page), []);
    const meta = page.locator("meta[name=description]");
    assert.deepEqual(
      [await page.title(), await meta.getAttribute("content")],
      [`${title} · Headscope`, description],
    );
    const values = await page.locator("mha-value").evaluateAll((all) =>
      all.map((it) => ({
        of: it.getAttribute("of"),
        shown: it.shadowRoot?.querySelector("[part=value]")?.textContent,
        written: it.textContent,
      })),
    );
    for (const { of, shown, written } of values)
      assert.equal(written, shown, `${of} as it is written without JavaScript`);

    if (IS_NIGHTLY) await lookAt(page, NARROW);
    else assertFacts(await factsOf(page), `${look.viewport.width} px`);
    const asked = await askedIn(page, core);
    assert.ok(asked.length >= 2);
    assert.equal(new Set(asked.map(({ id }) => id)).size, asked.length, "each has a name of its own");
    for (const { id, question, it } of asked) {
      assert.ok(it, `${question} cannot be asked here`);
      const element = page.locator(`#${id}`);
      assert.equal((await element.locator("legend").textContent())?.trim(), it.asks);
      const { kind } = it.question;
      if (kind === "choice" || kind === "line") await element.locator("label").nth(rightPick(it)).click();
      else await element.locator("input").fill(String(it.facts.answer));
      await element.getByRole("button", { name: "That is my answer" }).click();
      assert.match((await element.getByRole("status").textContent()) ?? "", /^\s*Right\./, question);
    }
    await page.waitForFunction(
      (chapter) => document.querySelector(`.list [data-chapter=${chapter}].done`),
      name,
    );

    const reserved = page.locator("aside :is(mha-explainer, mha-models)");
    if (IS_NIGHTLY || (await reserved.count())) await lookAt(page, WIDE);
    const emptyBelow = await reserved.evaluateAll((all) =>
      all.map((it) => {
        const box = /** @type {HTMLElement} */ (it.shadowRoot?.querySelector(".box"));
        return /** @type {HTMLElement} */ (it).offsetHeight - box.offsetHeight;
      }),
    );
    assert.ok(Math.max(0, ...emptyBelow) <= 1, `empty below a figure: ${emptyBelow} px`);
    const words = page.locator("article a[data-mha]");
    for (let i = 0; i < (await words.count()); i++) {
      const word = words.nth(i);
      const asked = new URLSearchParams((await word.getAttribute("data-mha")) ?? "");
      // A press by script moves no pointer and scrolls nothing, which takes less time.
      await (IS_NIGHTLY || i === 0
        ? word.click()
        : word.evaluate((it) => /** @type {HTMLElement} */ (it).click()));
      for (const [attribute, wanted] of asked)
        await page.waitForFunction(
          ([figure, property, value]) => {
            const has = /** @type {any} */ (document.querySelector(figure))[property];
            const said =
              has && typeof has === "object"
                ? Object.keys(has).length
                  ? Object.entries(has).join(";")
                  : ""
                : String(has);
            return said.replaceAll(",", ":") === value;
          },
          [(await word.getAttribute("href")) ?? "", PROPERTY[attribute], wanted],
        );
    }
    assert.deepEqual(
      await page.locator("#fig .invalidValues").allTextContents(),
      [],
      "nothing that does not exist",
    );
    // A reload shows the same in each chapter.
    if (IS_NIGHTLY || name === OPENED[0].name) {
      await drawn(page); // a reload would abort a late script
      await page.reload();
      await page.locator(`.list [data-chapter=${name}].done`).waitFor({ state: "attached" });
    }
    seen.assertQuiet();
    await close();
  });

test("hovering previews until the pointer leaves; in print, the questions have their answers at the end; by keyboard, an unreadable answer gets a message; a wrong one its cause and a second try, and then the explanation", async () => {
  const { page, close } = await openChapter("split", WIDE);
  const shows = (/** @type {string} */ step) =>
    page.waitForFunction(
      (id) => /** @type {any} */ (document.querySelector("#fig")).store.state.step === id,
      step,
    );
  await page.getByRole("link", { name: "the next", exact: true }).hover();
  await shows("q_split");
  await page.mouse.move(5, 5);
  await shows("q_heads");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const answers = page.locator(".answers li");
  assert.equal(await answers.count(), await page.locator("article mha-predict").count());
  assert.match((await page.locator(".answers").innerText()) ?? "", /464/);
  for (const text of await answers.allInnerTexts())
    assert.doesNotMatch(text, /— (.{2,}?)[.:] \1[ :.]/, "an answer is said once");
  assert.equal(await page.locator(".chapters").isVisible(), false);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await answers.count(), 0);
  await page.emulateMedia({ media: null });
  const offset = page.locator("#offset");
  const said = async () => (await offset.getByRole("status").textContent()) ?? "";
  const at = async () => {
    const { asked, kind } = await place(page);
    return [asked, kind];
  };
  await offset.evaluate((it) => {
    const all = [...document.querySelectorAll("mha-predict")];
    all[all.indexOf(it) - 1].shadowRoot?.querySelector("input")?.focus(); // from the question before on
  });
  while ((await place(page)).asked !== "offset") await press(page, "Tab");
  await page.keyboard.type("many");
  await press(page, "Enter");
  assert.match(await said(), /“many” is no number; write one/);
  assert.deepEqual(await at(), ["offset", "input"]);
  assert.equal(await offset.locator("input").getAttribute("aria-invalid"), "true");
  await press(page, "Control+A");
  await page.keyboard.type("248");
  await press(page, "Enter");
  const second = await said();
  assert.match(second, /Not yet\. Try once more\..*in the order of the axes/s);
  assert.doesNotMatch(second, /464/, "the answer waits for a second try");
  assert.deepEqual(await at(), ["offset", "input"]);
  await press(page, "Enter");
  assert.match(await said(), /No: 464\..*in the order of the axes/s);
  await offset.getByRole("button", { name: "Another one" }).press("Enter");
  assert.notEqual(await offset.locator("legend").textContent(), "");
  assert.equal(await offset.evaluate((it) => /** @type {any} */ (it).turn), 1);
  await close();
});

/** The position of the focus: part of the page, question, word, and whether it is on the screen. @param {Page} page */
const place = (page) =>
  page.evaluate(() => {
    const outer = /** @type {HTMLElement} */ (document.activeElement);
    let inner = outer;
    while (inner.shadowRoot?.activeElement)
      inner = /** @type {HTMLElement} */ (inner.shadowRoot.activeElement);
    const { top, bottom, height } = inner.getBoundingClientRect();
    return {
      part: outer.closest("article, aside, nav, header, .turn")?.localName ?? "page",
      asked: outer.localName === "mha-predict" ? outer.id : null,
      says: outer.dataset.mha ?? null,
      rel: outer.getAttribute("rel"),
      kind: inner.getAttribute("type") ?? inner.localName,
      isSeen: height > innerHeight || (top >= -1 && bottom <= innerHeight + 1),
    };
  });

/** @param {Page} page @param {string} key */
async function press(page, key) {
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Answers the question that has the focus. @param {Page} page @param {import("../../web/learn/state/quiz.js").Put} it */
async function answer(page, it) {
  const { kind } = it.question;
  if (kind === "choice" || kind === "line") {
    const pick = rightPick(it);
    await press(page, " ");
    for (let i = 0; i < pick; i++) await press(page, "ArrowDown");
  } else await page.keyboard.type(String(it.facts.answer));
  await press(page, "Enter");
}

for (const [what, options] of sample(
  /** @type {[string, import("playwright-core").BrowserContextOptions][]} */ ([
    ["1440 px, light", {}],
    ["390 px, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
  ]),
  1,
))
  test(`a whole chapter by keyboard, words, questions and the figure, in order, always with a visible focus: ${what}`, async () => {
    const { page, seen, close } = await openChapter("split", { ...options, first: WATCH_SHIFTS });
    await drawn(page);
    assertSteady(await shiftsOf(page));
    assertFacts(await factsOf(page), what);
    assert.deepEqual(await findAxeViolations(page), []);
    const asked = await askedIn(page, core);
    const words = await page
      .locator("article a[data-mha]")
      .evaluateAll((all) => all.map((it) => /** @type {HTMLElement} */ (it).dataset.mha));
    const status = (/** @type {string} */ id) => page.locator(`#${id}`).getByRole("status");
    for (const { id } of asked)
      assert.equal(await status(id).textContent(), "", "the live region exists before its first message");

    const acted = [];
    /** @type {string[]} */
    const answered = [];
    /** @type {string[]} */
    const parts = [];
    for (let stops = 0; ; stops++) {
      await press(page, "Tab");
      const ring = await focused(page);
      if (!ring) break;
      const at = await place(page);
      assert.ok(stops < 300, "the tab order ends");
      assert.ok(ring.width >= 2 && ring.style !== "none" && ring.contrast, JSON.stringify(ring));
      assert.ok(at.isSeen, `${ring.name} has the focus and is not on the screen`);
      if (parts.at(-1) !== at.part) parts.push(at.part);
      if (at.says !== null) {
        await press(page, "Enter");
        const { step } = Object.fromEntries(new URLSearchParams(at.says));
        await page.waitForFunction(
          (id) => /** @type {any} */ (document.querySelector("#fig")).state.step === id,
          step,
        );
        assert.equal((await place(page)).says, at.says, "the focus stays on the word");
        acted.push(at.says);
      }
      const put = asked.find(({ id }) => id === at.asked && !answered.includes(id));
      if (put?.it) {
        await answer(page, put.it);
        assert.match((await status(put.id).textContent()) ?? "", /^\s*Right\./, put.question);
        answered.push(put.id);
        const after = await place(page);
        assert.deepEqual([after.asked, after.kind], [put.id, "button"], "the focus goes on from the answer");
      }
    }
    assert.deepEqual(acted, words, "every word, in the order of the text");
    assert.deepEqual(
      answered,
      asked.map(({ id }) => id),
    );
    assert.deepEqual(
      parts.slice(-4),
      ["article", "p", "nav", "aside"],
      "text, then where to go on and what is related, then the figure",
    );
    await page.locator(".list [data-chapter=split].done").waitFor({ state: "attached" });

    while ((await place(page)).rel !== "next") await press(page, "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/view\.html$/);
    seen.assertQuiet();
    await close();
  });
