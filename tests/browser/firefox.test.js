// Smoke test in Firefox: the page opens, computes, steps and recomputes.
import assert from "node:assert/strict";
import test from "node:test";
import { launchFirefox, startSite } from "./support/index.js";
import { assertWalks } from "./support/smoke.js";

test("Firefox ESR shows the page, walks it and recomputes", async () => {
  const [site, firefox] = await Promise.all([startSite(), launchFirefox()]);
  try {
    await assertWalks(firefox, site.url);
    assert.deepEqual(await firefox.errors(site.url), []);
  } finally {
    await firefox.close();
    await site.close();
  }
});
