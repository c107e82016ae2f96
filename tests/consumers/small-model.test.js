// headscope/small-model, as users of the package get it: in Node and in a page, where its files are fetched when it is first opened.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { html, usePages } from "./support/pages.js";

const { show, installed } = usePages("small-model");

const TEXT = "The king said, “Go, and go again.”";

const SCRIPT = `
  import { openSmallModel } from "./modules/small-model.js";
  window.refusal = () => openSmallModel().catch(({ code, id }) => ({ code, id }));
  window.open = async () => {
    const began = performance.now();
    const model = await openSmallModel();
    const run = await model.run(${JSON.stringify(TEXT)});
    return { ms: performance.now() - began, attention: Array.from(run.attention(2).data) };
  };
  window.ready = true;
`;

async function inNode() {
  const file = path.join(installed(), "dist/node/small-model.js");
  const { openSmallModel } = await import(pathToFileURL(file).href);
  const model = await openSmallModel();
  const run = await model.run(TEXT);
  const attention = Array.from(run.attention(2).data);
  run.dispose();
  model.dispose();
  return attention;
}

const PAGE = {
  "index.html": html(`<script type="module" src="page.js"></script>`),
  "page.js": SCRIPT,
};

test("the model is fetched when a page first opens it, and computes the same bits as in Node", async (t) => {
  /** @type {string[]} */
  const fetched = [];
  const first = (/** @type {import("playwright-core").Page} */ opened) =>
    opened.on("request", (request) => {
      if (request.url().includes("/headscope-small/")) fetched.push(path.basename(request.url()));
    });
  const { page } = await show(t, PAGE, { first });
  await page.waitForFunction(() => /** @type {any} */ (window).ready);
  assert.deepEqual(fetched, []);
  const { ms, attention } = await page.evaluate(() => /** @type {any} */ (window).open());
  t.diagnostic(`opened and run in ${Math.round(ms)} ms`);
  assert.deepEqual(fetched.sort(), ["config.json", "model.safetensors", "tokenizer.json"]);
  assert.deepEqual(attention, await inNode());
});

test("a file that cannot be fetched is named", async (t) => {
  const first = (/** @type {import("playwright-core").Page} */ opened) =>
    opened.route("**/headscope-small/tokenizer.json", (route) => route.abort());
  const { page } = await show(t, PAGE, { first });
  await page.waitForFunction(() => /** @type {any} */ (window).ready);
  const refused = await page.evaluate(() => /** @type {any} */ (window).refusal());
  assert.deepEqual(refused, { code: "format", id: "file_unreadable" });
});
