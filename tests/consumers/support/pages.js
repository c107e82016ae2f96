// Plain pages beside the package's files, and checks of an element on them.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before } from "node:test";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { launchChromium } from "../../browser/support/chromium.js";
import { colours, drawn, stepOf } from "../../browser/support/explainer.js";
import { install, openFor, serveFor } from "./installed.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */

export const MODULE = '<script type="module" src="headscope.js"></script>';
export const CLASSIC = '<script src="headscope.iife.js"></script>';
export const SETTINGS = 'loading="eager" tokens="The cat sat" heads="2" d-model="8" step="q_heads"';
export const TAG = `<mha-explainer ${SETTINGS}></mha-explainer>`;

/** @param {string} body @param {string} [attributes] of its root */
export const html = (body, attributes = 'lang="en"') =>
  `<!doctype html><html ${attributes}><head><meta charset="utf-8"><title>A page</title></head><body>${body}</body></html>`;

/** Installs the package for the tests of one file, and starts a browser. @param {string} name of the file's own folder */
export function usePages(name) {
  const out = inRoot("build/consumers", name);
  /** @type {import("playwright-core").Browser} */
  let chromium;
  let installed = "";
  let pages = 0;
  /** @type {(() => unknown)[]} */
  const ends = [];
  /** The tests of the file, in place of a test that a page belongs to. @type {import("./installed.js").Owner} */
  const all = { after: (end) => void ends.push(end) };
  before(async () => {
    installed = await install(out);
    chromium = await launchChromium();
  });
  after(async () => {
    for (const end of ends) await end();
    await chromium?.close();
  });

  /** Writes a page and what it loads into a new folder. @param {string} name @param {string | Record<string, string>} files the page, or all by name */
  function written(name, files) {
    const folder = path.join(out, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const texts = typeof files === "string" ? { "index.html": files } : files;
    // Browsers request an icon.
    for (const [file, text] of Object.entries({ "favicon.ico": "", ...texts }))
      writeFileSync(path.join(folder, file), text);
    return [folder, path.join(installed, "dist")];
  }

  /**
   * Opens a page beside the package's files, without a policy by default.
   * @param {import("./installed.js").Owner} t @param {string | Record<string, string>} files the page, or all by name
   * @param {Parameters<typeof openFor>[3] & { policy?: string }} [options]
   */
  async function show(t, files, { policy = "", ...options } = {}) {
    const roots = written(`page${pages++}`, files);
    const url = await serveFor(t, roots, { "Content-Security-Policy": policy });
    return openFor(t, chromium, url, options);
  }

  let address = "";
  /** The tab of visit(). @type {Awaited<ReturnType<typeof openFor>> | undefined} */
  let tab;

  /**
   * Shows a page in the tab and at the address of the one before, which takes less time than show().
   * @param {string | Record<string, string>} files as of show()
   * @param {(page: Page) => unknown} [first] what is done before it goes there
   */
  async function visit(files, first) {
    const roots = written("visited", files);
    address ||= await serveFor(all, roots, { "Content-Security-Policy": "" });
    if (!tab) return (tab = await openFor(all, chromium, address, { first }));
    await tab.page.evaluate(() => localStorage.clear()).catch(() => {}); // a page without an origin has none
    await tab.page.goto("about:blank"); // ends the requests of the page before
    tab.seen.forget();
    await first?.(tab.page);
    await tab.page.goto(address);
    return tab;
  }
  return { show, visit, all, dist: () => path.join(installed, "dist"), installed: () => installed };
}

/** Draws, steps, and opens a wrong path, whose panels load on demand. @param {Page} page @param {Page | Frame} [at] where in it */
export async function use(page, at = page) {
  await at.locator("mha-stage canvas").waitFor();
  await drawn(page);
  const ink = await colours(/** @type {Page} */ (at));
  assert.ok(ink > 50, `${ink} colours`);
  await at.getByRole("button", { name: "Next step" }).click();
  assert.equal(await stepOf(/** @type {Page} */ (at)), "scores");
  await at.getByRole("button", { name: "no ÷ √d_k" }).click();
  await at.locator("mha-fault tbody tr").first().waitFor();
  await at.locator("mha-compare mha-figure").waitFor();
  await at.locator("mha-code").getByText("PyTorch").waitFor();
  await drawn(page);
}
