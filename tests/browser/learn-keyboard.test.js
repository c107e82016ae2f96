// A chapter from beginning to end without a mouse: words, questions and the figure, in order, always with a
// visible focus.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { focused } from "./support/focus.js";
import { useSharedTab } from "./support/index.js";
import { askedIn, openChapter, rightPick } from "./support/learn.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();
const core = await loadCore();

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
  test(`a whole chapter by keyboard: ${what}`, async () => {
    const { page, seen, close } = await openChapter(browser, "split", options);
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

test("by keyboard, an unreadable answer gets a message; a wrong one its cause and a second try, and then the explanation", async () => {
  const { page, close } = await openChapter(browser, "split");
  const offset = page.locator("#offset");
  await offset.evaluate((it) => {
    const all = [...document.querySelectorAll("mha-predict")];
    all[all.indexOf(it) - 1].shadowRoot?.querySelector("input")?.focus(); // from the question before on
  });
  while ((await place(page)).asked !== "offset") await press(page, "Tab");
  await page.keyboard.type("many");
  await press(page, "Enter");
  assert.match((await offset.getByRole("status").textContent()) ?? "", /“many” is no number/);
  assert.deepEqual([(await place(page)).asked, (await place(page)).kind], ["offset", "input"]);
  assert.equal(await offset.locator("input").getAttribute("aria-invalid"), "true");
  await press(page, "Control+A");
  await page.keyboard.type("0");
  await press(page, "Enter");
  assert.match((await offset.getByRole("status").textContent()) ?? "", /Not yet/);
  assert.deepEqual([(await place(page)).asked, (await place(page)).kind], ["offset", "input"]);
  await press(page, "Enter");
  assert.match((await offset.getByRole("status").textContent()) ?? "", /No: 464/);
  await close();
});
