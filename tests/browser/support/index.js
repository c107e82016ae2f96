import { after, before } from "node:test";
import { launchChromium } from "./chromium.js";
import { countRequests } from "./in-flight.js";
import { startSite } from "./site.js";
import { PATIENCE } from "./until.js";
import { watch } from "./watch.js";

export { findAxeViolations, injectAxe, injectAxeForKinds, injectAxeInSchemes } from "./axe.js";
export { launchFirefox } from "./firefox.js";
export { startSite } from "./site.js";

/**
 * Options of a page. first: a script that runs before the page's own. isFresh: in a file whose tests share a tab, opens a new one.
 * @typedef {import("playwright-core").BrowserContextOptions & { first?: string, isFresh?: boolean }} Options
 */

const SIZE = { width: 1440, height: 900 };

/** Options of a page in a low window, for tests that do not look at pictures: figures below the window are painted late, or never. */
export const LOW = { viewport: { width: 1440, height: 320 } };

/**
 * Starts a browser and a site before the tests of a file, and stops them afterwards.
 *
 *     const browser = useBrowser();
 *     test("…", async () => {
 *       const { page, seen } = await browser.open("?step=q_heads", { colorScheme: "dark" });
 *       …
 *       seen.assertQuiet();
 *     });
 *
 * @param {Record<string, string>} [pages] files of the test's own, by name, beside those of the site
 */
export const useBrowser = (pages) => use(pages, false);

/**
 * Like useBrowser(), but the tests open their pages one after another in the same tab, with an empty storage each time, which takes less processor time: the
 * renderer runs, and has compiled the scripts. Pages with the same script before their own share a tab, too. A test that leaves something in the tab, such as a
 * route, a clock or a session of the DevTools protocol, opens its page with isFresh.
 * @param {Record<string, string>} [pages]
 */
export const useSharedTab = (pages) => use(pages, true);

/**
 * Opens a page for the first test that asks, gives the same page to the others, and closes the page after the tests of the file.
 * @template {{ close: () => Promise<void> }} Opened @param {() => Promise<Opened>} open @returns {() => Promise<Opened>}
 */
export function useOnce(open) {
  /** @type {Promise<Opened> | undefined} */
  let opened;
  after(async () => (await opened)?.close());
  return () => (opened ??= open());
}

/** @param {Record<string, string> | undefined} pages @param {boolean} inOneTab */
function use(pages, inOneTab) {
  /** @type {Awaited<ReturnType<typeof startSite>>} */
  let site;
  /** @type {import("playwright-core").Browser} */
  let chromium;
  before(async () => {
    [site, chromium] = await Promise.all([startSite(pages), launchChromium()]);
  });
  after(async () => {
    await chromium?.close();
    await site?.close();
  });

  async function openFresh(/** @type {string} */ address, /** @type {Options} */ { first, ...options }) {
    const context = await chromium.newContext({ viewport: SIZE, ...options });
    context.setDefaultTimeout(PATIENCE);
    if (first) await context.addInitScript(first);
    const page = await context.newPage();
    const seen = watch(page);
    countRequests(page);
    await page.goto(new URL(address, site.url).href);
    return { page, seen, close: () => context.close() };
  }

  /** Shared tabs, by the options that a tab keeps. @type {Map<string, Awaited<ReturnType<typeof openFresh>>>} */
  const tabs = new Map();

  async function openInTab(/** @type {string} */ address, /** @type {Options} */ options) {
    const { viewport = SIZE, colorScheme = "light", reducedMotion = "no-preference", ...kept } = options;
    const { forcedColors = null, contrast = null } = kept;
    const name = JSON.stringify(kept);
    const tab = tabs.get(name);
    const blank = new URL("icon.svg", site.url).href;
    // A page that is on its way to another cannot be left: its tab is closed.
    const isLeft = tab && !tab.page.isClosed() && (await tab.page.goto(blank).then(Boolean, () => false));
    if (!isLeft) {
      await tab?.page.context().close();
      const opened = await openFresh(address, { viewport, colorScheme, reducedMotion, ...kept });
      const shared = { ...opened, close: async () => {} }; // the next test uses the tab, too
      tabs.set(name, shared);
      return shared;
    }
    const { page, seen } = tab;
    await page.evaluate(clearStorage);
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors, contrast });
    await page.mouse.move(-1, -1);
    seen.forget();
    await page.goto(new URL(address, site.url).href);
    return tab;
  }

  return {
    /** The address of the site, with a slash at the end. */
    get url() {
      return site.url;
    },
    /**
     * Opens a page in a new context (1440x900 by default).
     * @param {string} [address] below the site's
     * @param {Options} [options]
     */
    open: (address = "", { isFresh = !inOneTab, ...options } = {}) =>
      isFresh ? openFresh(address, options) : openInTab(address, options),
  };
}

/** Clears all that a page can keep, for the next test in its tab; runs in the page. */
export async function clearStorage() {
  [localStorage, sessionStorage].forEach((storage) => storage.clear());
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name = "" } of await indexedDB.databases())
    await new Promise((done, fail) => {
      const gone = indexedDB.deleteDatabase(name);
      gone.onsuccess = done; // also if the page before has yet to close the database
      gone.onerror = fail;
    });
}
