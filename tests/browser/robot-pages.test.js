// A robot presses every button, tab and fold of every page, at one of two widths, or at night at both: no errors, and the page never loses its contents.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { useBrowser } from "./support/index.js";
import { IS_NIGHTLY, pairs } from "./support/nightly.js";
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

/** Controls that lead away, or open a window of the system. */
const LEFT_OUT = /print|present|full screen/i;

const browser = useBrowser();

suite("whatever is pressed on a page, no error and no dead end", { concurrency: 2 }, () => {
  for (const [[address, most], width] of pairs(Object.entries(PAGES), WIDTHS))
    test(`${address || "/"}, ${width} px`, async () => {
      const { page, seen, close } = await browser.open(address, {
        reducedMotion: "reduce",
        viewport: { width, height: width < 700 ? 844 : 900 },
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const robot = new Robot(page, seen);
      await calm(page);
      await pressAll(page, robot, IS_NIGHTLY ? most : most / 4);
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
 * @param {Page} page @param {Robot} robot @param {number} most
 */
async function pressAll(page, robot, most) {
  const pressed = new Set();
  const controls = page.locator("button:visible, summary:visible, [role=tab]:visible");
  for (let uses = 0; uses < most; uses++) {
    const keys = await controls.evaluateAll((all) =>
      all.map((it) => {
        const root = /** @type {ShadowRoot} */ (it.getRootNode());
        const isUsable = !(/** @type {HTMLButtonElement} */ (it).disabled);
        return isUsable
          ? `${root.host?.localName ?? ""} ${it.localName} ${it.ariaLabel ?? it.textContent?.trim()}`
          : "";
      }),
    );
    const i = keys.findIndex((key) => key && !LEFT_OUT.test(key) && !pressed.has(key));
    if (i < 0) break;
    pressed.add(keys[i]);
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
