// A chapter causes no layout shift while loading, however late its scripts arrive.
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { pairs } from "./support/nightly.js";
import { openChapter } from "./support/learn.js";
import { WATCH_SHIFTS, assertSteady, shiftsOf } from "./support/shifts.js";

const browser = useBrowser();

/** @type {{ name: string }[]} */
const CHAPTERS = JSON.parse(readFileSync(inRoot("web/site/learn/chapters.json"), "utf8"));
const LATE = 700; // ms by which each script is late; learn.test.js loads chapters without delay

const SIZES = [
  [1440, 900],
  [390, 844],
];

for (const [{ name }, [width, height]] of pairs(CHAPTERS, SIZES))
  test(`${name}: nothing moves while loading: ${width} px, scripts ${LATE} ms late`, async () => {
    const open = async (/** @type {string} */ address, /** @type {any} */ options) => {
      const opened = await browser.open("icon.svg", { ...options, first: WATCH_SHIFTS });
      await opened.page.route("**/modules/**", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATE));
        await route.continue().catch(() => {}); // the page may be closed already
      });
      await opened.page.goto(new URL(address, browser.url).href);
      return opened;
    };
    const { page, close } = await openChapter({ open }, name, { viewport: { width, height } });
    await drawn(page);
    assertSteady(await shiftsOf(page));
    await close();
  });
