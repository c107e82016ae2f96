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

test("WebKitGTK shows the page, walks it and recomputes; and its errors are recorded", { skip }, async () => {
  const page = readFileSync(inRoot("build/site/index.html"), "utf8");
  const site = await startSite({
    "recorder.js": RECORDER,
    "recorded.html": page.replace("<head>", RECORDED),
    "loud.html": `<!doctype html>${RECORDED}<script src="loud.js"></script><script src="none.js"></script>`,
    "loud.js":
      'console.error("so", "loud"); Promise.reject(new Error("refused")); throw new Error("thrown");',
  });
  try {
    const webkit = await launchWebKit();
    try {
      await assertWalks(webkit, `${site.url}recorded.html`);
      assert.deepEqual(await webkit.evaluate("return recorded;"), []);
      await webkit.goto(`${site.url}loud.html`);
      assert.deepEqual((await webkit.evaluate("return recorded;")).sort(), [
        "Error: refused",
        "Error: thrown",
        `not loaded: ${site.url}none.js`,
        "so loud",
      ]);
    } finally {
      await webkit.close();
    }
  } finally {
    await site.close();
  }
});
