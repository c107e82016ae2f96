// The course, chapter by chapter: numbers in the text equal the figure's, words act on the figure, and questions have the answers of the core in Node.
// tests/page/chapter-figures.test.js holds the numbers and words of all chapters to the state of their figures in each run.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { ROWS } from "../../web/kit/state/shown.js";
import { KINDS } from "../../web/labs/lab-list.js";
import { drawn, restyled } from "./support/explainer.js";
import { assertFacts, factsOf } from "./support/facts.js";
import { findAxeViolations, useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { WATCH_SHIFTS, assertSteady, shiftsOf } from "./support/shifts.js";
import { askedIn, openChapter as openIn, rightPick } from "./support/learn.js";
import { until } from "./support/until.js";

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

/** Whether a chapter's picture is whole, or fades where it goes on. @param {import("playwright-core").Page} page */
const edgeOf = (page) =>
  page.locator("aside .frame").evaluate((frame) => ({
    hidden: frame.scrollHeight - frame.clientHeight,
    fades: getComputedStyle(frame).maskImage.includes("gradient"),
  }));

/** The property of each attribute that a word can set. */
const PROPERTY = Object.fromEntries(ROWS.map(({ attribute, name }) => [attribute, name]));

const NAMES = CHAPTERS.map(({ name }) => name);

/** Chapters that are opened: in the ordinary run one with each kind of figure, question and lab, and those whose words act on a model that translates or sees. */
const OPENED = sample(
  CHAPTERS,
  ...["keys", "split", "task", "block", "sentences", "patches", "learned", "adds", "matter", "writes"].map(
    (name) => NAMES.indexOf(name),
  ),
);

/** Chapters for axe: in the ordinary run those whose elements differ most. */
const LOOKED_AT = sample(
  NAMES,
  ...["split", "task", "patches", "learned", "writes"].map((name) => NAMES.indexOf(name)),
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

test("hovering previews until the pointer leaves; in print, the questions have their answers at the end; a wrong answer is explained, and answers can be cleared", async () => {
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
  await offset.locator("input").fill("a lot");
  await page.keyboard.press("Enter");
  assert.match((await offset.getByRole("status").textContent()) ?? "", /“a lot” is no number; write one/);
  await offset.locator("input").fill("248");
  await page.keyboard.press("Enter");
  const second = (await offset.getByRole("status").textContent()) ?? "";
  assert.match(second, /Not yet\. Try once more\..*in the order of the axes/s);
  assert.doesNotMatch(second, /464/, "the answer waits for a second try");
  await page.keyboard.press("Enter");
  assert.match(
    (await offset.getByRole("status").textContent()) ?? "",
    /No: 464\..*in the order of the axes/s,
  );
  await offset.getByRole("button", { name: "Another one" }).press("Enter");
  assert.notEqual(await offset.locator("legend").textContent(), "");
  assert.equal(await offset.evaluate((it) => /** @type {any} */ (it).turn), 1);
  await page.goto(new URL("learn/", browser.url).href);
  await page.getByRole("button", { name: "Forget what I answered" }).click();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  await close();
});

test("a chapter's picture fades where it goes on, and is clear at its end; Back undoes a link's action", async () => {
  const { page, close } = await openChapter("masks", WIDE);
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
  await close();
});

test("an old address of what moved leads to its chapter, with the link's language, in presentation mode, too", async () => {
  const { page, close } = await openChapter("home", {}, "?present&lang=fr#check");
  await page.waitForURL(/task\.html\?present&lang=fr#check$/);
  await page.goto(new URL("learn/home.html#constructor", browser.url).href);
  await drawn(page);
  assert.match(page.url(), /home\.html#constructor$/);
  await close();
});

test("a chapter leads to its translation in the link's, the reader's or the chosen language, and back", async () => {
  const { page, seen, close } = await browser.open("learn/words.html?lang=fr&head=0#look", { isFresh: true });
  await page.waitForURL(/learn\/fr\/words\.html\?lang=fr&head=0#look$/);
  await drawn(page);
  assert.equal(await page.locator("h1").textContent(), "Des mots qui regardent des mots");
  assert.equal(await page.locator("#fig").evaluate((/** @type {any} */ fig) => fig.locale.lang), "fr");
  assert.deepEqual(await findAxeViolations(page), []);
  await page.setViewportSize(NARROW.viewport);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
  await page.locator("#language").selectOption("zh");
  await page.waitForURL(/learn\/zh\/words\.html/);
  await page.locator("a[rel=next]").click();
  await page.waitForURL(/learn\/zh\/keys\.html\?lang=zh$/);
  await page.locator("#language").selectOption("en");
  await page.waitForURL(/learn\/keys\.html\?lang=en$/);
  await page.locator("#language").selectOption("zh"); // is kept
  await page.waitForURL(/learn\/zh\/keys\.html/);
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

/** Asserts that the chapter of masks is as it opens. @param {import("playwright-core").Page} page */
async function assertInitial(page) {
  await drawn(page);
  const { step, causal } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("#fig")).state,
  );
  assert.deepEqual([step, causal], ["masked", true], page.url());
}

test("every lab stands in a chapter", () => {
  const chapters = CHAPTERS.map(({ name }) => readFileSync(inRoot(`web/site/learn/${name}.html`), "utf8"));
  const shown = chapters.flatMap((html) =>
    Array.from(html.matchAll(/<mha-lab kind="(\w+)"/g), ([, kind]) => kind),
  );
  assert.deepEqual(shown.sort(), [...KINDS].sort());
});

for (const [name, kind] of sample(
  [
    ["home", "layer"],
    ["block", "dropout"],
  ],
  0,
))
  test(`${name} has a lab below the figure, with the figure's state, which loads when opened`, async () => {
    const { page, seen, close } = await openChapter(name);
    const tag = `mha-lab-${kind}`;
    assert.equal(await page.evaluate((it) => customElements.get(it) === undefined, tag), true);
    await page.locator("aside details:not([open]) summary").first().click();
    await page.locator(tag).locator("mha-figure canvas").first().waitFor();
    const same = await page.evaluate(() => {
      const [fig, lab] = ["#fig", "mha-lab"].map((it) => /** @type {any} */ (document.querySelector(it)));
      return fig.store === lab.store;
    });
    assert.ok(same, "they share one state");
    seen.assertQuiet();
    await close();
  });

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
