// Input methods: while a word is composed, Enter and Escape belong to the input method, in every text field that gives them a meaning.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { openTrain, press } from "./support/train.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** Types with an input method. @param {Page} page */
async function composer(page) {
  const client = await page.context().newCDPSession(page);
  return {
    /** @param {string} text in composition */
    async compose(text) {
      const { length } = text;
      await client.send("Input.imeSetComposition", { text, selectionStart: length, selectionEnd: length });
    },
    /** @param {string} text that ends the composition */
    commit: (text) => client.send("Input.insertText", { text }),
    /** A key that the browser hands to the input method. @param {"Enter" | "Escape"} key */
    async key(key) {
      const event = { key, code: key, windowsVirtualKeyCode: 229 };
      await client.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
      await client.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
      await drawn(page);
    },
  };
}

/** Asserts that Escape during a composition leaves an open note open and the selection as it is. @param {Page} page */
async function assertNoteStays(page) {
  await page.locator("mha-sentence .edit").first().click();
  const { compose, key } = await composer(page);
  await compose("ni");
  await page.locator("mha-words button.term").first().hover();
  const note = page.locator("mha-note:popover-open");
  await note.waitFor();
  const token = () => page.evaluate("document.querySelector('mha-explainer').token");
  const before = await token();
  await key("Escape");
  assert.deepEqual([await note.count(), await token()], [1, before]);
  await page.mouse.move(2, 2);
  await note.waitFor({ state: "hidden" });
}

for (const [
  name,
  open,
  field,
  end,
] of /** @type {[string, () => Promise<{ page: Page, seen: any, close: () => Promise<void> }>, string, string][]} */ ([
  [
    "the sentence, above an open note,",
    async () => {
      const opened = await browser.open("?step=q_heads&token=3", { reducedMotion: "reduce" });
      await ready(opened.page);
      await assertNoteStays(opened.page); // leaves the field open
      return opened;
    },
    "mha-sentence input",
    "Enter",
  ],
  [
    "an own sentence for training",
    async () => {
      const opened = await openTrain(browser);
      await press(opened.page, "Write your own");
      return opened;
    },
    "mha-own-sentence input",
    "Escape",
  ],
]))
  test(`a composition in ${name} keeps its Enter and Escape; the same keys close the field afterwards`, async () => {
    const { page, seen, close } = await open();
    const input = page.locator(field).first();
    await input.fill("");
    const { compose, commit, key } = await composer(page);
    for (const each of /** @type {const} */ (["Enter", "Escape"])) {
      await compose("ni");
      await key(each);
      assert.equal(await input.count(), 1, `${each} during a composition`);
      assert.ok(await input.evaluate((one) => one.matches(":focus")), `${each} keeps the focus`);
    }
    await commit("the");
    assert.match(await input.inputValue(), /the$/);
    await input.press(end);
    await input.waitFor({ state: "detached" });
    seen.assertQuiet();
    await close();
  });

test("a composition in the search of the documentation keeps its Enter", async () => {
  const { page, close } = await browser.open("docs/");
  const field = page.locator("#search");
  await field.fill("head ");
  await page.locator("#results li").first().waitFor();
  const { compose, key } = await composer(page);
  await compose("ma");
  const address = page.url();
  await key("Enter");
  assert.equal(page.url(), address);
  assert.equal(await field.inputValue(), "head ma");
  await close();
});
