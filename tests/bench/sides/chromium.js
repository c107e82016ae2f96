import { listen } from "../../../tools/lib/server.mjs";
import { UserError } from "../../../tools/lib/user-error.mjs";
import { launchChromium } from "../../browser/support/chromium.js";
import { serveIsolated, writePages } from "./served.js";

/** @import { Side } from "./side.js" */

/** A page of headless Chromium. @returns {Promise<Side>} */
export async function openChromium() {
  await writePages();
  const server = serveIsolated();
  const port = await listen(server, 0);
  const browser = await launchChromium();
  // The compared runtimes do not run under the site's strict content security policy.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  /** @type {(note: string) => void} */
  let said = () => {};
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.exposeFunction("say", (/** @type {string} */ note) => said(note));
  await page.goto(`http://127.0.0.1:${port}/headless.html`);
  const close = async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await page.waitForFunction("globalThis.measure").catch(async () => {
    await close();
    throw new UserError(`The page to measure in did not load: ${errors.join("; ")}`);
  });
  return {
    name: "Chromium",
    async measure(name, quick, say) {
      said = say;
      try {
        return await page.evaluate(`measure("${name}", ${quick})`);
      } catch (error) {
        throw new UserError(`${name} in Chromium: ${/** @type {Error} */ (error).message}`);
      }
    },
    close,
  };
}
