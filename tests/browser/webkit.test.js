// Smoke test in WebKit: the page opens, computes, steps and recomputes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { WEBKIT, howToGet } from "../../tools/lib/needs.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { startSite } from "./support/index.js";
import { assertWalks } from "./support/smoke.js";
import { RECORDER, launchWebKit } from "./support/webkit.js";

const missing = WEBKIT.filter(({ found }) => !found());
const skip = missing.length > 0 && howToGet(missing);
const RECORDED = '<head><script src="recorder.js"></script>';

/** Runs a program with WebKit and a site. @param {Record<string, string>} pages @param {(webkit: import("./support/webkit.js").WebKit, url: string) => Promise<void>} program */
async function withWebKit(pages, program) {
  const site = await startSite({ "recorder.js": RECORDER, ...pages });
  try {
    const webkit = await launchWebKit();
    await program(webkit, site.url).finally(() => webkit.close());
  } finally {
    await site.close();
  }
}

test("WebKitGTK shows the page, walks it and recomputes", { skip }, async () => {
  const page = readFileSync(inRoot("build/site/index.html"), "utf8");
  await withWebKit({ "recorded.html": page.replace("<head>", RECORDED) }, async (webkit, url) => {
    await assertWalks(webkit, `${url}recorded.html`);
    assert.deepEqual(await webkit.evaluate("return recorded;"), []);
  });
});

test("errors in WebKitGTK are recorded", { skip }, async () => {
  const pages = {
    "loud.html": `<!doctype html>${RECORDED}<script src="loud.js"></script><script src="none.js"></script>`,
    "loud.js":
      'console.error("so", "loud"); Promise.reject(new Error("refused")); throw new Error("thrown");',
  };
  await withWebKit(pages, async (webkit, url) => {
    await webkit.goto(`${url}loud.html`);
    assert.deepEqual((await webkit.evaluate("return recorded;")).sort(), [
      "Error: refused",
      "Error: thrown",
      `not loaded: ${url}none.js`,
      "so loud",
    ]);
  });
});
