// What readers get first. Transferred bytes and requests of each hosted page, until the network is idle. The still of the opening: seen until the scripts arrive, and without JavaScript; equal to the element that replaces it.
import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { waits } from "./support/in-flight.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

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

const browser = useSharedTab();

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
    const { page, seen, close } = await browser.open("about:blank", { isFresh: true });
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

for (const [address, { parts, kb }] of sample(Object.entries(WORDS), 4))
  test(`in Chinese, /${address} loads only the words of what it shows`, async (t) => {
    const { page, seen, close } = await browser.open("about:blank", { isFresh: true });
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

/** The parts of the picture in the still, and in the element. */
const PARTS = [
  { name: "question", still: ".still h2", live: "mha-opening h2" },
  { name: "invitation", still: ".still .invites", live: "mha-opening .invites" },
  { name: "sentence", still: ".still .sentence svg:visible", live: "mha-opening .sentence canvas" },
  { name: "name of the map", still: ".still h3", live: "mha-opening h3" },
  { name: "map", still: ".still .map svg", live: "mha-opening .map canvas" },
  { name: "words", still: ".still .says", live: "mha-opening .says" },
];
/** px: letters of text, and rounding, differ between SVG and canvas. */
const NEAR = 2;
/** px: words stand where the widths of common system fonts put them, which are not those of Liberation Sans to the pixel. */
const NEAR_WORD = 20;
const SIDES = /** @type {const} */ (["x", "y", "width"]);
/** px of margin above and to the right of a picture in an SVG; a canvas has none. */
const MARGIN = 4;
const SCRIPT = "**/modules/walk-page.js";

/** Sets a font with the widths of Arial, to which common system fonts are close. The default font of Debian is wider. */
function setFont() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { --mha-font: "Liberation Sans", Arial; }');
  document.adoptedStyleSheets = [sheet];
}

/**
 * Opens the page Walk with its script held back. @param {object} options @param {string} [query]
 * @returns {Promise<{ page: Page, release: () => Promise<void>, seen: any, close: () => Promise<void> }>}
 */
async function heldBack(options, query = "") {
  const first = `(${setFont})()`;
  const { page, seen } = await browser.open("icon.svg", { reducedMotion: "reduce", first, ...options });
  /** @type {() => void} */
  let go = () => {};
  const released = new Promise((resolve) => (go = () => resolve(undefined)));
  // A page that was left does not ask any more.
  await page.route(SCRIPT, (route) => released.then(() => route.continue()).catch(() => {}));
  await page.goto(new URL(query, browser.url).href, { waitUntil: "commit" });
  const release = async () => {
    go();
    await ready(page, "mha-opening");
  };
  return { page, release, seen, close: () => page.unrouteAll() };
}

/** Places of the pictures. @param {Page} page @param {"still" | "live"} which */
const boxes = (page, which) =>
  Promise.all(
    PARTS.map(async (part) => {
      const { x, y, width } = (await page.locator(part[which]).boundingBox()) ?? { x: 0, y: 0, width: 0 };
      return part[which].includes("svg") ? { x, y: y + MARGIN, width: width - MARGIN } : { x, y, width };
    }),
  );

/** Middles of the words of the sentence in the still, in px. @param {Page} page */
const wordsOfStill = (page) =>
  page
    .locator(".still .sentence svg:visible text[text-anchor]")
    .evaluateAll((texts) => texts.map((text) => Number(text.getAttribute("x"))));

/** The same in the element. @param {Page} page */
const wordsOfElement = (page) =>
  page
    .locator("mha-opening .sentence mha-figure")
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
        mark.kind === "text" ? [mark.x] : [],
      ),
    );

/** @param {Page} page @param {"still" | "live"} which */
const said = (page, which) =>
  Promise.all(
    PARTS.filter(({ live }) => !live.endsWith("canvas")).map(async (part) =>
      ((await page.locator(part[which]).textContent()) ?? "").replace(/\s+/g, " ").trim(),
    ),
  );

/** Other widths, at which the words and the map stand where the element's will. */
const OTHERS = sample([360, 412, 600, 820, 1024, 1265, 1280, 1440, 1905, 1920], 3, 9);

/** Places of the pictures at the other widths. @param {Page} page @param {"still" | "live"} which */
async function placesAtOtherWidths(page, which) {
  const found = [];
  for (const width of OTHERS) {
    await page.setViewportSize({ width, height: 900 });
    if (which === "live") await drawn(page);
    found.push(await boxes(page, which));
  }
  return found;
}

for (const [width, height, colorScheme] of sample(
  /** @type {const} */ ([
    [1425, 900, "light"], // 1440 px less a scrollbar
    [1425, 900, "dark"],
    [390, 844, "light"],
  ]),
  1,
  2,
))
  test(`the element replaces the still without moving anything: ${width} px, ${colorScheme}`, async () => {
    const { page, release, seen, close } = await heldBack({ viewport: { width, height }, colorScheme });
    await page.locator(".still h2").waitFor();
    const [before, text, words] = [
      await boxes(page, "still"),
      await said(page, "still"),
      await wordsOfStill(page),
    ];
    const fills = await page
      .locator(".still .map rect[rx='1.5']")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fill));
    const ink = await page
      .locator(".still .sentence text[font-weight]:visible")
      .first()
      .evaluate((it) => getComputedStyle(it).fill);
    const others = width > 1000 ? await placesAtOtherWidths(page, "still") : [];
    await page.setViewportSize({ width, height });
    await release();
    assert.equal(await page.locator(".still").count(), 0);
    const after = await boxes(page, "live");
    for (const [i, { name }] of PARTS.entries())
      // The canvas of the map is as wide as its column.
      for (const side of name === "map" ? SIDES.slice(0, 2) : SIDES)
        assert.ok(
          Math.abs(before[i][side] - after[i][side]) <= NEAR,
          `${name}: ${side} ${before[i][side]} and ${after[i][side]}`,
        );
    assert.deepEqual(text, await said(page, "live"));
    const moved = (await wordsOfElement(page)).map((/** @type {number} */ x, /** @type {number} */ i) =>
      Math.abs(x - words[i]),
    );
    assert.equal(moved.length, words.length);
    assert.ok(Math.max(...moved) <= NEAR_WORD, `words move by ${moved.map(Math.round)} px`);
    const live = await page.locator("mha-opening .map mha-figure").evaluate((it) => {
      const { marks } = /** @type {any} */ (it).scene;
      const { rgba } = marks.find((/** @type {any} */ { kind }) => kind === "cells");
      return Array.from(
        rgba,
        (colour) => `rgb(${colour & 255}, ${(colour >> 8) & 255}, ${(colour >> 16) & 255})`,
      );
    });
    assert.equal(live.length, 144);
    assert.deepEqual(fills, live, "the cells have the colours of the element's");
    assert.equal(ink, colorScheme === "dark" ? "rgb(236, 233, 226)" : "rgb(29, 28, 26)");
    const othersAfter = others.length ? await placesAtOtherWidths(page, "live") : [];
    for (const [at, places] of othersAfter.entries())
      for (const [i, { name }] of PARTS.entries())
        assert.ok(
          Math.abs(others[at][i].y - places[i].y) <= NEAR,
          `${OTHERS[at]} px: ${name}: y ${others[at][i].y} and ${places[i].y}`,
        );
    seen.assertQuiet();
    await close();
  });

test("without JavaScript, the still stays, without the words about its buttons, and its pictures fit a phone", async () => {
  const { page, close } = await browser.open("", {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  assert.ok(await page.locator(".still h2").isVisible());
  assert.ok(await page.locator(".still .map svg").isVisible());
  assert.ok(!(await page.locator(".still .invites").isVisible()));
  assert.equal(
    await page.locator(".still .ways").boundingBox(),
    null,
    "no room for buttons that do not come",
  );
  const [still, needs] = await Promise.all(
    [".still", "mha-explainer .needs"].map((each) => page.locator(each).boundingBox()),
  );
  assert.ok(still && needs && still.y + still.height <= needs.y, "the note is below the still");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const picture of [".still .sentence svg:visible", ".still .map svg"]) {
      const box = await page.locator(picture).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${picture}: ${JSON.stringify(box)}`);
    }
  }
  await close();
});

test("links with a query show no still, which shows another view", async () => {
  const { page, release, close } = await heldBack({}, "?step=scores");
  for (const query of sample(["?step=scores", "?present", "?lang=fr"], 0, 2)) {
    if (!page.url().endsWith(query))
      await page.goto(new URL(query, browser.url).href, { waitUntil: "commit" });
    await page.locator(".still").waitFor({ state: "attached" });
    assert.ok(!(await page.locator(".still").isVisible()), query);
  }
  assert.ok(await page.locator("mha-opening > .loading").isVisible());
  await release();
  assert.equal(await page.locator(".still").count(), 0);
  await close();
});

test("while the script is on its way, nothing shows through the still; if it does not arrive, the still stays between the message and the rest", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, close } = await heldBack({ viewport });
  await page.locator(".still h2").waitFor();
  await page.locator("mha-explainer").waitFor({ state: "attached" });
  assert.ok(!(await page.locator("#what").isVisible()));
  assert.ok(!(await page.locator("mha-explainer > .loading").isVisible()));
  await page.unroute(SCRIPT);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto(browser.url);
  const message = await page.locator("#failed").boundingBox();
  const still = await page.locator(".still h2").boundingBox();
  assert.ok(message && still && message.y + message.height <= still.y, "nothing covers the message");
  assert.ok(
    !(await page.locator(".still .invites").isVisible()),
    "no invitation to buttons that do not come",
  );
  const [map, rest] = await Promise.all(
    [".still .map", "#what"].map((each) => page.locator(each).boundingBox()),
  );
  assert.ok(map && rest && map.y + map.height <= rest.y, "the rest is below the still");
  await close();
});
