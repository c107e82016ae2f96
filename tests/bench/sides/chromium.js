import { listen } from "../../../tools/lib/server.mjs";
import { UserError } from "../../../tools/lib/user-error.mjs";
import { launchChromium } from "../../browser/support/chromium.js";
import { serveIsolated, servePlain, writePages } from "./served.js";

/** @import { Page } from "playwright-core" */
/** @import { Name } from "../measurements/index.js" */
/** @import { Side } from "./side.js" */

/** Measurements of what needs no headers, in a page that has none. The isolated page beside has the runtime that needs them. @type {readonly Name[]} */
const PLAIN = ["workers"];

/** Pages of headless Chromium. @param {string} [against] another checkout, which is built @returns {Promise<Side>} */
export async function openChromium(against) {
  await writePages(against);
  const servers = { isolated: serveIsolated(), plain: servePlain() };
  const ports = { isolated: await listen(servers.isolated, 0), plain: await listen(servers.plain, 0) };
  const browser = await launchChromium();
  // The compared runtimes do not run under the site's strict content security policy.
  const context = await browser.newContext({ bypassCSP: true });
  /** @type {(note: string) => void} */
  let said = () => {};
  const close = async () => {
    await browser.close();
    for (const server of Object.values(servers)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  /** @param {keyof typeof ports} how @param {Page} [beside] the isolated page that a plain one asks */
  const open = async (how, beside) => {
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.exposeFunction("say", (/** @type {string} */ note) => said(note));
    if (beside)
      await page.exposeFunction("askIsolated", (/** @type {string} */ what, /** @type {unknown} */ given) =>
        beside.evaluate(
          ([name, value]) => /** @type {any} */ (globalThis).isolated[name](value),
          /** @type {const} */ ([what, given]),
        ),
      );
    await page.goto(`http://127.0.0.1:${ports[how]}/headless.html`);
    await page.waitForFunction("globalThis.measure").catch(async () => {
      await close();
      throw new UserError(`The page to measure in did not load: ${errors.join("; ")}`);
    });
    return page;
  };
  const isolated = await open("isolated");
  /** @param {Name} name @param {(page: Page) => Promise<any>} use */
  const withPage = async (name, use) => {
    if (!PLAIN.includes(name)) return use(isolated);
    const beside = await open("isolated");
    const page = await open("plain", beside);
    try {
      return await use(page);
    } finally {
      await page.close();
      await beside.close();
    }
  };
  return {
    name: "Chromium",
    async measure(name, quick, say) {
      said = say;
      try {
        return await withPage(name, (page) =>
          page.evaluate(`measure("${name}", ${quick}, ${against !== undefined})`),
        );
      } catch (error) {
        throw new UserError(`${name} in Chromium: ${/** @type {Error} */ (error).message}`);
      }
    },
    close,
  };
}
