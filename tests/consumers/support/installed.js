// The package as npm installs it, and pages that load it.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { listen, serve } from "../../../tools/lib/server.mjs";
import { countRequests } from "../../browser/support/in-flight.js";
import { PATIENCE } from "../../browser/support/until.js";
import { watch } from "../../browser/support/watch.js";

/** @typedef {import("node:test").TestContext} TestContext */
/** @typedef {import("playwright-core").Page} Page */

/**
 * Packs and unpacks the package: exactly the files named in `files`.
 * @param {string} out where the packed file stays; emptied first
 * @param {string} [installed] where the package is unpacked
 * @returns {Promise<string>} that folder
 */
export async function install(out, installed = path.join(out, "headscope")) {
  for (const folder of [out, installed]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const stdout = await run("npm", ["pack", "--json", "--pack-destination", out], { cwd: inRoot() });
  const [{ filename }] = JSON.parse(stdout);
  await run("tar", ["xzf", path.join(out, filename), "--strip-components=1", "-C", installed]);
  return installed;
}

/** Serves folders during a test. @param {TestContext} t @param {string[]} roots @param {Record<string, string>} [headers] @returns {Promise<string>} the address, with a slash at its end */
export async function serveFor(t, roots, headers) {
  const server = serve(roots, headers);
  const port = await listen(server, 0);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/`;
}

/**
 * Opens a page in a new context, which is closed after the test.
 * @param {TestContext} t
 * @param {import("playwright-core").Browser} chromium
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions & { first?: (page: Page) => unknown }} [options]  first: what is done before it goes there
 */
export async function openFor(t, chromium, url, { first, ...options } = {}) {
  const context = await chromium.newContext({ reducedMotion: "reduce", ...options });
  t.after(() => context.close());
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const seen = watch(page);
  countRequests(page);
  await first?.(page);
  await page.goto(url);
  return { page, seen };
}
