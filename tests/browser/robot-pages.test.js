// A robot presses buttons, tabs and folds of pages, at one of two widths, or at night all of every page at both: no errors, and the page never loses its contents.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { calm, Robot } from "./support/robot.js";

/** @typedef {import("playwright-core").Page} Page */

/** Pages, and the largest number of presses on each at each width. The pages Walk and Heads have a robot that knows their parts, too. */
const PAGES = {
  ...{
    "": 30,
    "heads.html": 30,
    "train.html": 60,
    "models.html": 90,
    "embed.html": 60,
    "labs/": 20,
    "bugs/": 10,
  },
  ...{ "teach/": 40, "teach/guide.html": 20, "learn/": 20, "docs/": 20 },
  ...{ "learn/scale.html": 30, "learn/learned.html": 30, "learn/block.html": 30 },
};
const WIDTHS = [1440, 390];

/** By day without the pages Walk and Heads, and pages that have only the header's controls, or parts of another page. */
const TAKEN = sample(Object.entries(PAGES), 2, 3, 4, 11, 12);

/** By day, the largest number of presses in a part, such as the words of a sentence. */
const MOST_OF_PART = 5;

/** Widths whose pages had the controls of the site's header pressed: by day they are pressed on one page of each width. @type {Set<number>} */
const headersPressed = new Set();

/** Controls that lead away, or open a window of the system. */
const LEFT_OUT = /print|present|full screen/i;

const browser = useSharedTab();

suite("whatever is pressed on a page, no error and no dead end", () => {
  for (const [[address, most], width] of pairs(TAKEN, WIDTHS))
    test(`${address || "/"}, ${width} px`, async () => {
      const { page, seen, close } = await browser.open(address, {
        reducedMotion: "reduce",
        viewport: { width, height: width < 700 ? 844 : 900 },
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const robot = new Robot(page, seen);
      await calm(page);
      const isHeaderLeftOut = !IS_NIGHTLY && headersPressed.has(width);
      headersPressed.add(width);
      const pressed = await pressAll(page, robot, IS_NIGHTLY ? most : most / 5, isHeaderLeftOut);
      assert.ok(pressed > 1, `${pressed} controls were pressed`);
      // Elements say in the console which settings do not go together.
      const faults = robot.faults.filter((fault) => !fault.includes(": <mha-"));
      assert.deepEqual(faults, []);
      assert.deepEqual([seen.violations, seen.foreign], [[], []]);
      await close();
    });
});

/**
 * Presses controls that were not pressed yet, in the order of the page, until there is none. Controls of the same kind with the same text, such as
 * those of each row of a list, count as one.
 * @param {Page} page @param {Robot} robot @param {number} most @param {boolean} isHeaderLeftOut
 */
async function pressAll(page, robot, most, isHeaderLeftOut) {
  const pressed = new Set();
  /** Presses by part. @type {Map<string, number>} */
  const times = new Map();
  const controls = page.locator("button:visible, summary:visible, [role=tab]:visible");
  for (let uses = 0; uses < most; uses++) {
    const keys = await controls.evaluateAll(
      (all, isHeaderLeftOut) =>
        all.map((it) => {
          const root = /** @type {ShadowRoot} */ (it.getRootNode());
          const isUsable =
            !(/** @type {HTMLButtonElement} */ (it).disabled) &&
            !(isHeaderLeftOut && it.closest("body > header"));
          return isUsable
            ? `${root.host?.localName ?? ""} ${it.localName} ${it.ariaLabel ?? it.textContent?.trim()}`
            : "";
        }),
      isHeaderLeftOut,
    );
    const i = keys.findIndex(
      (key) =>
        key &&
        !LEFT_OUT.test(key) &&
        !pressed.has(key) &&
        (IS_NIGHTLY || (times.get(partOf(key)) ?? 0) < MOST_OF_PART),
    );
    if (i < 0) break;
    pressed.add(keys[i]);
    times.set(partOf(keys[i]), (times.get(partOf(keys[i])) ?? 0) + 1);
    robot.now = keys[i].replace(/\s+/g, " ").slice(0, 100);
    const control = await controls
      .nth(i)
      .elementHandle({ timeout: 1000 })
      .catch(() => null);
    if (!control) continue; // went away meanwhile
    await robot.press(/** @type {any} */ (control));
    await calm(page);
    const { path, height } = await page.evaluate(() => ({
      path: location.pathname,
      height: document.querySelector("main")?.getBoundingClientRect().height ?? 0,
    }));
    robot.check(height > 100, `the page is empty (${height} px)`);
    robot.check(path === new URL(page.url()).pathname, "left the page");
  }
  return pressed.size;
}

/** The part of a control. @param {string} key */
const partOf = (key) => key.slice(0, key.indexOf(" "));
