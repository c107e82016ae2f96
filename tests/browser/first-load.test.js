// Transferred bytes and requests of each hosted page, until the network is idle.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { useBrowser } from "./support/index.js";
import { waits } from "./support/in-flight.js";
import { sample } from "./support/nightly.js";

/** Limits of each page, gzipped, with room for words and mends, not for another library; 1 KB is 1,000 bytes. @type {Record<string, { kb: number, requests: number }>} */
const MOST = {
  "": { kb: 366, requests: 18 },
  "heads.html": { kb: 356, requests: 16 },
  "train.html": { kb: 306, requests: 13 },
  "models.html": { kb: 370, requests: 16 },
  "embed.html": { kb: 415, requests: 20 },
  "gallery/": { kb: 105, requests: 16 },
  "learn/rows.html": { kb: 451, requests: 27 },
};
/** Limits of what `/` requests before it has the numbers of its first picture; the core and the walk come after it. */
const BEFORE_PICTURE = { kb: 92, requests: 13 };
const CORE = "headscope.wasm";
const WEIGHTS = "reference-125.safetensors";
const MODEL = "/headscope-small/";
const REST = 500; // ms without a request

/** Parts of the words that a page loads in Chinese, and their limit, gzipped; all words have 55 KB. @type {Record<string, { parts: string, kb: number }>} */
const WORDS = {
  "": { parts: "kit layer opening row site", kb: 24 },
  "heads.html": { parts: "heads kit labs layer site", kb: 25 },
  "train.html": { parts: "kit site train", kb: 15 },
  "models.html": { parts: "kit models site", kb: 23 },
  "learn/zh/rows.html": { parts: "check heads kit labs layer learn row site walk", kb: 54 },
};

const browser = useBrowser();

/** Sizes of files by their address, gzipped, in KB: pages share many. @type {Map<string, number>} */
const gzipped = new Map();

/** The address and the size of the file of a response. @param {import("playwright-core").Response} response */
async function sizeOf(response) {
  const url = response.url();
  const kb = gzipped.get(url) ?? gzipSync(await response.body(), { level: 9 }).length / 1000;
  gzipped.set(url, kb);
  return { url, kb };
}

/** Waits for the time without a request, and until the page is idle, as a loaded machine may take longer to run what requests more. Chromium tells a page without frames late. @param {import("playwright-core").Page} page */
async function rest(page) {
  await page.waitForTimeout(REST);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}

for (const [address, most] of Object.entries(MOST)) {
  test(`the first load of /${address}`, async (t) => {
    const { page, seen, close } = await browser.open("about:blank");
    /** @type {Promise<{ url: string, kb: number }>[]} */
    const sizes = [];
    let opensModel = false; // from then on, what runs the model loads too
    page.on("request", (request) => (opensModel ||= request.url().includes(MODEL)));
    page.on("response", (response) => {
      if (response.url().endsWith(WEIGHTS) || opensModel) return; // both load after the first paint
      sizes.push(sizeOf(response));
    });
    await page.addInitScript(() => {
      const loaded = (/** @type {Event} */ { target }) => {
        if (target instanceof HTMLElement && target.localName === "mha-opening")
          Object.assign(window, { pictured: performance.now() });
      };
      document.addEventListener("load", loaded, true);
    });
    await page.goto(new URL(address, browser.url).href);
    for (let before = -1; waits(page) || sizes.length > before; await rest(page)) before = sizes.length;
    /** @param {string} what @param {{ url: string, kb: number }[]} files @param {{ kb: number, requests: number }} most */
    const hold = (what, files, most) => {
      const kb = files.reduce((sum, each) => sum + each.kb, 0);
      const said = `${what}: ${kb.toFixed(1)} KB gzipped in ${files.length} requests, of ${most.kb} in ${most.requests}`;
      t.diagnostic(said);
      assert.ok(kb <= most.kb && files.length <= most.requests, said);
    };
    const files = await Promise.all(sizes);
    hold(`/${address}`, files, most);
    assert.ok(!files.some(({ url }) => url.includes("/inline-")), "the wasm comes from its file");
    const { painted, weights, late } = await page.evaluate((name) => {
      const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
      const weights = files.filter((each) => each.name.endsWith(name));
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const late = files.filter(({ startTime }) => startTime > /** @type {any} */ (window).pictured);
      return {
        painted: paint.startTime,
        weights: weights.map(({ startTime }) => startTime),
        late: late.map((each) => each.name),
      };
    }, WEIGHTS);
    if (address === "") {
      const early = files.filter(({ url }) => !late.includes(url));
      hold("/, before its first picture", early, BEFORE_PICTURE);
      assert.ok(!early.some(({ url }) => url.endsWith(CORE)), "the core comes after the first picture");
    }
    assert.equal(weights.length, address === "" ? 1 : 0, "only pages that show the weights fetch them");
    for (const asked of weights)
      assert.ok(asked > painted, `weights after ${asked} ms, painted after ${painted}`);
    seen.assertQuiet();
    await close();
  });
}

for (const [address, { parts, kb }] of sample(Object.entries(WORDS), 0, 1, 4))
  test(`in Chinese, /${address} loads only the words of what it shows`, async (t) => {
    const { page, seen, close } = await browser.open("about:blank");
    /** @type {Promise<{ part: string, kb: number }>[]} */
    const words = [];
    page.on("response", (response) => {
      const [, part] = /\/words-zh-([\w-]+)-\w{8}\.js$/.exec(response.url()) ?? [];
      if (part) words.push(sizeOf(response).then(({ kb }) => ({ part, kb })));
    });
    await page.goto(new URL(`${address}?lang=zh`, browser.url).href);
    if (address === "heads.html") await page.locator("mha-labs").waitFor({ state: "attached" });
    for (let before = -1; waits(page) || words.length > before; await rest(page)) before = words.length;
    const loaded = await Promise.all(words);
    const sum = loaded.reduce((all, each) => all + each.kb, 0);
    t.diagnostic(`/${address}?lang=zh: ${sum.toFixed(1)} KB of words gzipped, of ${kb}`);
    assert.equal(
      loaded
        .map(({ part }) => part)
        .sort()
        .join(" "),
      parts,
    );
    assert.ok(sum <= kb, `${sum} KB`);
    seen.assertQuiet();
    await close();
  });
