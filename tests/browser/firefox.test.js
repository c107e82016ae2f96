// Smoke test in Firefox: the page opens, computes, steps and recomputes, and errors are detected.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { launchFirefox, startSite } from "./support/index.js";
import { assertWalks } from "./support/smoke.js";

/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {Awaited<ReturnType<typeof launchFirefox>>} */
let firefox;

before(async () => {
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="loud.js"></script>Loud`;
  const script = `console.error("so loud"); setTimeout(() => { throw new Error("thrown late"); });`;
  [site, firefox] = await Promise.all([startSite({ "loud.html": html, "loud.js": script }), launchFirefox()]);
});
after(async () => {
  await firefox?.close();
  await site?.close();
});

test("Firefox ESR shows the page, walks it and recomputes", async () => {
  await assertWalks(firefox, site.url);
  assert.deepEqual(await firefox.errors(site.url), []);
});

test("Firefox reports a page's errors", async () => {
  await firefox.goto(`${site.url}loud.html`);
  assert.equal(await firefox.evaluate("return document.body.textContent + arguments[0]", "!"), "Loud!");
  assert.match((await firefox.errors(site.url)).join("\n"), /thrown late/);
});
