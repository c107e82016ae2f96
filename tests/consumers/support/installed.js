// The package as npm installs it, and pages that load it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { run } from "../../../tools/lib/run.mjs";
import { listen, serve } from "../../../tools/lib/server.mjs";
import { digestOf } from "../../../tools/lib/stamp.mjs";
import { countRequests } from "../../browser/support/in-flight.js";
import { PATIENCE } from "../../browser/support/until.js";
import { watch } from "../../browser/support/watch.js";

/** The test that a server or a page ends after. @typedef {{ after: (end: () => unknown) => void }} Owner */
/** @typedef {import("playwright-core").Page} Page */

/** @type {{ files: string[] }} */
const { files: FILES } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** The files and folders that npm packs, from the checkout's root: npm adds the first three. */
const PACKED = ["package.json", "README.md", "LICENSE", ...FILES.filter((name) => !name.startsWith("!"))];

/**
 * Packs the package, unless another test file has packed the same contents. Test files that pack at the same time
 * each pack into a folder of their own; the first to finish gives its folder the final name.
 * @returns {Promise<string>} the packed file
 */
export async function packed() {
  const all = inRoot("build/packed");
  const folder = path.join(all, digestOf(PACKED));
  if (!existsSync(folder)) {
    mkdirSync(all, { recursive: true });
    const own = mkdtempSync(path.join(all, "new-"));
    await run("npm", ["pack", "--json", "--pack-destination", own], { cwd: inRoot() });
    try {
      renameSync(own, folder);
    } catch (error) {
      rmSync(own, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return path.join(folder, readdirSync(folder)[0]);
}

/**
 * Unpacks the packed package: exactly the files named in `files`.
 * @param {string} out emptied first
 * @param {string} [installed] where the package is unpacked
 * @returns {Promise<string>} that folder
 */
export async function install(out, installed = path.join(out, "headscope")) {
  for (const folder of [out, installed]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  await run("tar", ["xzf", await packed(), "--strip-components=1", "-C", installed]);
  return installed;
}

/** Serves folders during a test. @param {Owner} t @param {string[]} roots @param {Record<string, string>} [headers] @returns {Promise<string>} the address, with a slash at its end */
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
 * @param {Owner} t
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
