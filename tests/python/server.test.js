// The same notebook in a Jupyter server, as saved and as run by a reader.
import assert from "node:assert/strict";
import path from "node:path";
import test, { after, before } from "node:test";
import { run } from "../../tools/lib/run.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { sample } from "../browser/support/nightly.js";
import { openFor } from "../consumers/support/installed.js";
import { assertDrawn, figures } from "./support/frames.js";
import { TAGS, installWheel, serveNotebooks } from "./support/notebook.js";

/** @typedef {import("playwright-core").Page} Page */

/** Which figures hold a script: the first, and the first of a study. */
const HOLDS = [true, false, false, false, false, false, true];

/** @type {import("playwright-core").Browser} */
let chromium;
/** @type {Awaited<ReturnType<typeof installWheel>>} */
let installed;
/** @type {Awaited<ReturnType<typeof serveNotebooks>>} */
let server;

before(async () => {
  installed = await installWheel("server");
  [server, chromium] = await Promise.all([serveNotebooks(installed), launchChromium()]);
});
after(async () => {
  await chromium?.close();
  server?.stop();
});

/** Opens a notebook. @param {import("node:test").TestContext} t @param {string} name */
async function open(t, name) {
  const { page, seen } = await openFor(t, chromium, `${server.address}notebooks/${name}`);
  await page.waitForFunction(() => /** @type {any} */ (window).Jupyter?.notebook?.kernel?.is_connected());
  return { page, seen };
}

test("an untrusted notebook shows a sentence for each figure, and pictures of attention and walks", async (t) => {
  const { page, seen } = await open(t, "executed.ipynb");
  await page.getByText("Attention of 2 layers, 4 heads each, 6 tokens. This page shows no frames.").waitFor();
  assert.equal(await page.getByText("To use the figure, trust the notebook").count(), TAGS.length);
  assert.equal(await page.locator("iframe[srcdoc]").count(), 0);
  const pictures = page.locator('img[alt^="Attention of"], img[alt^="The walk"]');
  await pictures.nth(3).scrollIntoViewIfNeeded();
  const sizes = await pictures.evaluateAll((all) =>
    all.map((each) => [
      /** @type {HTMLImageElement} */ (each).naturalWidth,
      each.getBoundingClientRect().width > 300,
    ]),
  );
  assert.deepEqual(sizes, [
    [8 * (4 * 7 - 1), true],
    [8 * (4 * 7 - 1), true],
    [720, true],
    [720, true],
  ]);
  assert.deepEqual(seen.foreign, []);
});

test("in a trusted notebook, every saved figure is drawn, without requests", async (t) => {
  const { system, folder, env } = installed;
  const trust = "from nbformat.sign import TrustNotebookApp; TrustNotebookApp.launch_instance()";
  await run(system, ["-c", trust, path.join(folder, "executed.ipynb")], { env });
  const { page, seen } = await open(t, "executed.ipynb");
  await assertDrawn(await figures(page, TAGS.length), TAGS);
  assert.deepEqual(seen.foreign, []);
});

test("after running all cells, every figure is drawn; also after running the cell with the script again", async (t) => {
  const { page, seen } = await open(t, "figures.ipynb");
  /** @param {string} script @returns {Promise<any>} */
  const jupyter = (script) => page.evaluate(script);
  await jupyter("Jupyter.notebook.execute_all_cells()");
  await figures(page, TAGS.length);
  await assertDrawn(await figures(page, TAGS.length), TAGS);
  const holds = () =>
    page
      .locator("iframe[data-headscope]")
      .evaluateAll((all) => all.map((each) => each.getAttribute("srcdoc")?.includes('id="script"')));
  assert.deepEqual(await holds(), HOLDS);
  await page
    .locator("iframe[data-headscope]")
    .nth(0)
    .evaluate((frame) => frame.classList.add("before"));
  await jupyter("Jupyter.notebook.execute_cells([1])");
  await page.locator("iframe.before").waitFor({ state: "detached" });
  const again = await figures(page, TAGS.length);
  // The figure that holds the script, and one that takes it from there.
  for (const at of sample([...again.keys()], 0, 2)) await assertDrawn([again[at]], [TAGS[at]]);
  assert.deepEqual(await holds(), HOLDS);
  assert.deepEqual(seen.foreign, []);
});
