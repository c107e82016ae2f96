import { after, before } from "node:test";
import { launchChromium } from "./chromium.js";
import { countRequests } from "./in-flight.js";
import { startSite } from "./site.js";
import { PATIENCE } from "./until.js";
import { watch } from "./watch.js";

export { findAxeViolations, injectAxe, injectAxeInBothSchemes } from "./axe.js";
export { launchFirefox } from "./firefox.js";
export { startSite } from "./site.js";

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
export function useBrowser(pages) {
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
  return {
    /** The address of the site, with a slash at the end. */
    get url() {
      return site.url;
    },
    /**
     * Opens a page in a new context (1440x900 by default).
     * @param {string} [address] below the site's
     * @param {import("playwright-core").BrowserContextOptions & { first?: string }} [options]  first: a script that runs before the page's own
     */
    async open(address = "", { first, ...options } = {}) {
      const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(PATIENCE);
      if (first) await context.addInitScript(first);
      const page = await context.newPage();
      const seen = watch(page);
      countRequests(page);
      await page.goto(new URL(address, site.url).href);
      return { page, seen, close: () => context.close() };
    },
  };
}
