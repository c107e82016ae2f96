// An element shifts nothing in an article: before its definition, at it, after loading, and between steps; and a chapter shifts nothing when its figure arrives after its text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen, serve } from "../../tools/lib/server.mjs";
import { KINDS, LAB_HEIGHTS } from "../../web/labs/lab-list.js";
import { OPENING_ROOMS } from "../../web/opening/elements/opening-room.js";
import { drawn, painted } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { WATCH_SHIFTS, assertSteady, shiftsOf } from "./support/shifts.js";

/** @typedef {import("playwright-core").Page} Page */

const TOKENS = 'tokens="The animal didn\'t cross the street because it was too tired."';
const VIEWS = ["walk", "heads", "map", "head", "memory", "code"];
const PARTS = ["mha-shape-walk", "mha-heads", "mha-heatmap", "mha-head", "mha-memory", "mha-program"];
const TAGS = [...VIEWS.map((view) => `mha-explainer view="${view}"`), ...PARTS];

const WRONG = [
  ...["no_scale", "softmax_axis", "mask_repeat_order"].map((fault) => `step="weights" wrong="${fault}"`),
  'step="q_heads" wrong="view_without_transpose"',
  'step="q" wrong="raw_inputs"',
  'step="concat" wrong="merge_without_transpose"',
  'step="context_c" wrong="view_without_contiguous"',
  'step="weights" causal wrong="mask_reversed"',
  'step="q_rope" rope="half" wrong="rope_style"',
  'step="biased" alibi wrong="alibi_sign"',
  'step="weights" window="4" wrong="window_off_by_one"',
];
/** Elements that load parts on demand. By day three wrong paths: wrong.html has all of them. */
const LATE = [
  ...sample(WRONG, 0, 3, 8).map((wrong) => `mha-explainer controls="none" ${wrong}`),
  ...KINDS.map((kind) => `mha-lab kind="${kind}"`),
];

/** Each element between two paragraphs. @param {string} tags @param {string} attributes @param {string} head */
const article = (tags, attributes, head = '<link rel="stylesheet" href="headscope.css">') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">${head}<link rel="stylesheet" href="article.css"></head>
  <body>${tags}<script type="module" src="later.js"></script></body></html>`.replaceAll("TAGGED", attributes);

/** @param {string} caption */
const all = (caption = "", tags = TAGS) =>
  tags
    .map(
      (tag) =>
        `<${tag} ${TOKENS} loading="eager" TAGGED>${caption}</${tag.split(" ")[0]}><p>Words after it.</p>`,
    )
    .join("");

const WIDTHS = [390, 640, 960, 1440]; // px

const FIRST = "<p>Words before it.</p>";
const browser = useSharedTab({
  "article.css": "body { margin: 16px; font: 16px/1.5 sans-serif }",
  // After a paint without the element.
  "later.js":
    "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => import('./headscope.js'), 50)));",
  "late.html": article(FIRST + all("", LATE), ""),
  "openings.html": article(
    `<mha-opening loading="eager" inside="walk" style="--mha-reserve: 1px"></mha-opening>
    <mha-opening loading="eager" style="--mha-reserve: 1px"></mha-opening><mha-explainer id="walk" ${TOKENS}></mha-explainer>`,
    "",
  ).replaceAll("headscope.js", "modules/opening.js"),
  "train.html": article(
    `${FIRST}<mha-train loading="eager"></mha-train><p>Words after it.</p>`,
    "",
  ).replaceAll("later.js", "modules.js"),
  // Panels in separate files.
  "modules.js":
    "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => import('./modules/train.js'), 50)));",
  "wrong.html": article(
    WRONG.map(
      (wrong) => `<mha-explainer loading="eager" ${TOKENS} controls="none" ${wrong}></mha-explainer>`,
    ).join(""),
    "",
  ).replaceAll("later.js", "split.js"),
  "split.js": "import './modules/headscope.js';",
  "all.html": article(FIRST + all(), ""),
  "still.html": article(FIRST + all('<p slot="caption">A caption.</p>'), "readonly"),
  "plain.html": article(FIRST + all(), 'controls="none"'),
  "line.html": article(
    `${FIRST}<mha-explainer ${TOKENS} loading="eager"></mha-explainer><p>Words after it.</p>`,
    "",
    '<link rel="stylesheet" href="line.css">',
  ),
  "line.css":
    readFileSync(inRoot("docs/guide/embedding.md"), "utf8").match(
      /```css\n([^`]*:not\(:defined\)[^`]*)```/,
    )?.[1] ?? "",
  "few.html": article(
    `${FIRST}<mha-explainer ${TOKENS} heads="4" view="map" controls="none" loading="eager"></mha-explainer><p id="after">Words after it.</p><div class="more"></div>`,
    "",
    '<link rel="stylesheet" href="headscope.css"><style>.more { height: 3000px }</style>',
  ),
});

/** Waits until each element is complete. @param {Page} page */
async function loaded(page) {
  await page.waitForFunction(() => {
    const every = [
      ...document.querySelectorAll(
        "mha-explainer, mha-shape-walk, mha-heads, mha-heatmap, mha-head, mha-memory, mha-program, mha-lab",
      ),
    ];
    return every.every((each) => /** @type {any} */ (each).store?.state.picture);
  });
  await painted(page);
}

/** @param {string} file @param {number} width @param {number} height so much that nothing is out of view */
async function open(file, width, height) {
  const options = {
    viewport: { width, height },
    reducedMotion: /** @type {const} */ ("reduce"),
    bypassCSP: true,
  };
  const opened = await browser.open(file, { ...options, first: WATCH_SHIFTS });
  await loaded(opened.page);
  return { ...opened, shifts: () => shiftsOf(opened.page) };
}

const ARTICLES = [
  ["all.html", "with sentence and settings"],
  ["plain.html", "without"],
  ["still.html", "as figures with captions"],
];

for (const [[file, what], width] of sample(pairs(ARTICLES, WIDTHS, true), 0, 4, 10))
  test(`no view and no part causes layout shift when defined and loaded, and in an article without settings no change of step, head and token moves the text between them: ${what}, ${width} px`, async () => {
    const { page, shifts, close } = await open(file, width, width < 700 ? 26000 : 16000);
    assert.deepEqual(await shifts(), []);
    if (file !== "all.html") await assertChangesMoveNothing(page, file === "plain.html" ? 0 : 3);
    assert.deepEqual(
      (await shifts()).filter(({ outside }) => outside),
      [],
    );
    await close();
  });

/**
 * Asserts that each step, or by day every ninth, and other heads and tokens leave the text between the elements in place.
 * @param {Page} page @param {number} first the first step by day: the articles take different steps
 */
async function assertChangesMoveNothing(page, first) {
  const before = await heights(page);
  const set = async (/** @type {Record<string, unknown>} */ change) => {
    await page.evaluate((change) => {
      for (const each of document.querySelectorAll("[tokens]")) Object.assign(each, change);
    }, change);
    await drawn(page);
    assert.deepEqual(await heights(page), before, JSON.stringify(change));
  };
  const steps = await page.evaluate(() =>
    /** @type {any} */ (document.querySelector("mha-explainer")).store.state.picture.steps.map(
      (/** @type {any} */ { id }) => id,
    ),
  );
  assert.ok(steps.length > 12, `${steps}`);
  for (const [i, step] of steps.entries()) if (IS_NIGHTLY || i % 9 === first) await set({ step });
  for (const head of sample([0, 3, 7], 2)) await set({ head });
  for (const token of sample([0, 7, 11], 0)) await set({ token });
}

/**
 * Asserts that elements need no more than their reserved heights, at widths of the body from 320 to 1560 px.
 * @param {Page} page @param {string} tag @param {readonly (readonly [name: string, heights: import("../../web/kit/elements/room.js").Heights])[]} rooms of the elements in their order
 */
async function assertFit(page, tag, rooms) {
  for (let width = 320; width <= 1560; width += IS_NIGHTLY ? 62 : 620) {
    await page.evaluate((px) => document.body.style.setProperty("width", `${px}px`), width);
    await drawn(page);
    await drawn(page); // canvases take their new width in the next frames
    const heights = await page
      .locator(tag)
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    assert.equal(heights.length, rooms.length);
    for (const [i, [name, room]] of rooms.entries()) {
      const [, reserved] = /** @type {readonly [number, string]} */ (
        room.findLast(([from]) => from <= width)
      );
      assert.ok(
        heights[i] <= parseFloat(reserved) + 1,
        `${name} at ${width} px: ${heights[i]} > ${reserved}`,
      );
    }
  }
}

for (const width of sample(WIDTHS, 0))
  test(`parts loaded on demand, a wrong path or a lab, cause no layout shift: ${width} px${width === WIDTHS[0] ? "; and each lab fits in its reserved height at every width" : ""}`, async () => {
    const { page, shifts, close } = await open("late.html", width, width < 700 ? 54000 : 36000);
    assert.deepEqual(await shifts(), []);
    if (width === WIDTHS[0]) {
      await page.locator("mha-explainer").evaluateAll((all) => all.forEach((each) => each.remove()));
      await page.setViewportSize({ width: 1600, height: 900 }); // a figure out of view has its height, and need not be painted
      await assertFit(
        page,
        "mha-lab",
        KINDS.map((kind) => [kind, LAB_HEIGHTS[kind]]),
      );
    }
    await close();
  });

test("the opening fits in its reserved height at every width", async () => {
  const { page, close } = await browser.open("openings.html", { viewport: { width: 1600, height: 900 } });
  await page.locator("mha-opening h2").nth(1).waitFor();
  await assertFit(page, "mha-opening", Object.entries(OPENING_ROOMS));
  await close();
});

/** The step of the trained model: by day one at which its words and maps differ from the untrained one's, at night the end. */
const TRAINED = IS_NIGHTLY ? 600 : 75;

const highAt = (/** @type {number} */ width) => (width < 700 ? 4000 : 2200);

for (const width of sample(WIDTHS.slice(0, 3), 0))
  test(`a model causes no layout shift while loading: ${width} px`, async () => {
    const { page, shifts, close } = await open("train.html", width, highAt(width));
    await predicted(page);
    assert.deepEqual(await shifts(), []);
    await close();
  });

test("a model causes no layout shift while loading at 1440 px, and at every width a trained model is as high as an untrained one", async () => {
  const { page, shifts, close } = await open("train.html", 1440, 2200);
  await predicted(page);
  assert.deepEqual(await shifts(), []);
  const heightsAtAll = async () => {
    const all = [];
    for (const width of sample(WIDTHS, 0, 2, 3)) {
      await page.setViewportSize({ width, height: highAt(width) });
      await drawn(page);
      all.push([width, ...(await heights(page))]);
    }
    return all;
  };
  const before = await heightsAtAll();
  await page.waitForFunction((until) => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    if (store.state.step === 0 && !store.isBusy) store.show(until);
    return store.state.step >= until && !store.isBusy;
  }, TRAINED);
  await drawn(page);
  assert.deepEqual(await heightsAtAll(), before);
  await close();
});

/** Waits until the untrained model has a prediction, and its parts are drawn. @param {Page} page */
async function predicted(page) {
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-train")).store?.state.prediction,
  );
  await drawn(page);
}

const PAGES = ["train.html", "heads.html", "embed.html", ""];
const SCREENS = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];

for (const [path, [width, height]] of pairs(PAGES, SCREENS))
  test(`loading the hosted page "${path}" shifts nothing at ${width} px`, async () => {
    const options = { viewport: { width, height }, first: WATCH_SHIFTS };
    const { page, close } = await browser.open(path, { ...options, isFresh: true }); // its scripts are yet to be compiled
    await drawn(page);
    await painted(page);
    assert.deepEqual(await shiftsOf(page), []);
    await close();
  });

/** By day, an article of tags is loaded once; at night twice, so that a height that depends on the order of arrivals shows. */
const LOADS = IS_NIGHTLY ? 2 : 1;

test(`a tag loads without a layout shift, and most of its height is used${IS_NIGHTLY ? "; each load has the same height" : ""}`, async () => {
  const all = [];
  for (let load = 0; load < LOADS; load++) {
    const { page, shifts, close } = await open("wrong.html", 672, 900 * WRONG.length);
    assert.deepEqual(await shifts(), []);
    all.push(
      await page.locator("mha-explainer").evaluateAll((tags) =>
        tags.map((it) => ({
          high: it.getBoundingClientRect().height,
          filled: /** @type {Element} */ (
            it.shadowRoot?.querySelector("mha-shape-walk")
          ).getBoundingClientRect().height,
        })),
      ),
    );
    await close();
  }
  if (IS_NIGHTLY) assert.deepEqual(all[1], all[0]);
  assert.equal(all[0].length, WRONG.length);
  for (const [i, { high, filled }] of all[0].entries())
    assert.ok(high - filled < 100, `${WRONG[i]}: ${filled} of ${high} px`);
});

test("heights reserved by the page's own styles, as in the embedding guide, shift nothing", async () => {
  const { shifts, close } = await open("line.html", 1200, 3000);
  assert.deepEqual(await shifts(), []);
  await close();
});

/** Heights of the elements. @param {Page} page @returns {Promise<number[]>} */
const heights = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("p:not([slot])")].map((each) => each.getBoundingClientRect().top + scrollY),
  );

test("unneeded reserved space is released while out of view", async () => {
  const { page, shifts, close } = await open("few.html", 960, 900);
  const after = () => page.locator("#after").evaluate((it) => it.getBoundingClientRect().top + scrollY);
  const kept = await after();
  await page.evaluate(() => scrollTo(0, 2000)); // past the element: the content below would move up
  await drawn(page);
  assert.equal(await after(), kept);
  await page.evaluate(() => scrollTo(0, 0));
  await drawn(page);
  await page.setViewportSize({ width: 960, height: 120 });
  await drawn(page);
  await page.setViewportSize({ width: 960, height: 900 });
  await drawn(page);
  assert.ok((await after()) < kept - 50, `${await after()} of ${kept} px`);
  assert.deepEqual(
    (await shifts()).filter(({ outside }) => outside),
    [],
  );
  await close();
});

test("on a phone, nothing moves in a chapter whose figure arrives after the text", async () => {
  const site = serve([inRoot("build/site")]);
  const html = readFileSync(inRoot("build/site/learn/cost.html"), "utf8");
  const at = html.indexOf("<aside");
  let sendRest = () => {};
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("cost.html")) return site.emit("request", request, response);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.write(html.slice(0, at));
    sendRest = () => response.end(html.slice(at));
  });
  const port = await listen(server, 0);
  try {
    const { page, close } = await browser.open("icon.svg", {
      viewport: { width: 390, height: 844 },
      reducedMotion: "reduce",
      first: WATCH_SHIFTS,
      isFresh: true,
    });
    await page.goto(`http://127.0.0.1:${port}/learn/cost.html`, { waitUntil: "commit" });
    await page.locator("h1").waitFor();
    assert.equal(await page.locator("aside").count(), 0, "the figure has not arrived");
    sendRest();
    await page.locator("aside").waitFor();
    await page.locator("mha-predict legend").first().waitFor();
    await painted(page);
    assertSteady(await shiftsOf(page));
    await close();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
