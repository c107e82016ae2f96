// Transferred bytes and requests of each hosted page, until the network is idle.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { useBrowser } from "./support/index.js";
import { waits } from "./support/in-flight.js";

/** Limits of each page, gzipped; 1 KB is 1,000 bytes. @type {Record<string, { kb: number, requests: number }>} */
const MOST = {
  "": { kb: 324, requests: 16 },
  "heads.html": { kb: 336, requests: 16 },
  "train.html": { kb: 302, requests: 12 },
  "models.html": { kb: 320, requests: 16 },
  "embed.html": { kb: 345, requests: 17 },
  "learn/rows.html": { kb: 374, requests: 23 },
};
const WEIGHTS = "reference.safetensors";
const MODEL = "/headscope-small/";
const REST = 500; // ms without a request

const browser = useBrowser();

for (const [address, most] of Object.entries(MOST)) {
  test(`the first load of /${address}`, async (t) => {
    const { page, seen, close } = await browser.open("about:blank");
    /** @type {Promise<number>[]} */
    const sizes = [];
    let opensModel = false; // from then on, what runs the model loads too
    page.on("request", (request) => (opensModel ||= request.url().includes(MODEL)));
    page.on("response", (response) => {
      if (response.url().endsWith(WEIGHTS) || opensModel) return; // both load after the first paint
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await page.goto(new URL(address, browser.url).href);
    for (let before = -1; waits(page) || sizes.length > before; await page.waitForTimeout(REST))
      before = sizes.length;
    const kb = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    t.diagnostic(
      `/${address}: ${kb.toFixed(1)} KB gzipped in ${sizes.length} requests, of ${most.kb} in ${most.requests}`,
    );
    const { painted, weights } = await page.evaluate((name) => {
      const files = performance.getEntriesByType("resource").filter((each) => each.name.endsWith(name));
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      return { painted: paint.startTime, weights: files.map(({ startTime }) => startTime) };
    }, WEIGHTS);
    assert.equal(weights.length, address === "" ? 1 : 0, "only pages that show the weights fetch them");
    for (const asked of weights)
      assert.ok(asked > painted, `weights after ${asked} ms, painted after ${painted}`);
    assert.ok(kb <= most.kb, `${kb.toFixed(1)} KB`);
    assert.ok(sizes.length <= most.requests, `${sizes.length} requests`);
    seen.assertQuiet();
    await close();
  });
}
