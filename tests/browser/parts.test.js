// Parts alone. Regions that a page can style (::part): all documented ones exist, in any shadow root, and no others, and a style applies to each. A wrong path in
// separate parts: the core's numbers, under the path's name.
import assert from "node:assert/strict";
import test from "node:test";
import { OTHER_REGIONS, REGIONS } from "../../tools/lib/reference.mjs";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { PARTS } from "../../web/kit/elements/parts.js";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { shareSaid } from "../../web/kit/text/share.js";
import { pairs } from "./support/nightly.js";
import { figureTexts } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../../web/core/types.js").Fault} Fault */

const TAG = 'loading="eager" tokens="The cat sat" heads="2" d-model="8" step="weights"';
const NAMES = Object.keys(REGIONS);

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"><link rel="stylesheet" href="parts.css">
  <script type="module" src="modules/headscope.js"></script><script type="module" src="modules/train.js"></script>
  <script type="module" src="modules/learn.js"></script></head><body>${body}</body></html>`;

const VIEWS = ["walk", "heads", "map", "head", "row", "memory", "code"];
const ALONE = [
  "mha-shape-walk",
  "mha-heads",
  "mha-heatmap",
  "mha-head",
  "mha-row",
  "mha-memory",
  "mha-program",
];

const WORDS = "The cat sat on the mat";
const OPTIONS = `tokens="${WORDS}" heads="4" d-model="32" head="1" token="2" key-token="2" loading="eager"`;
/** @type {readonly [view: string, tag: string][]} */
const PIECES = [
  ["memory", "mha-memory"],
  ["map", "mha-heatmap"],
  ["head", "mha-head"],
  ["heads", "mha-heads"],
];

/** @param {string} body */
const plain = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"><script type="module" src="headscope.js"></script></head><body>${body}</body></html>`;

const PIECE_PAGES = Object.fromEntries(
  PIECES.flatMap(([view, tag]) => [
    [`${tag}.html`, plain(`<${tag} ${OPTIONS} step="weights" wrong="no_scale"></${tag}>`)],
    [
      `view-${view}.html`,
      plain(
        `<mha-explainer view="${view}" controls="none" ${OPTIONS} step="weights" wrong="no_scale"></mha-explainer>`,
      ),
    ],
  ]),
);

const STILLS = plain(
  PIECES.map(
    ([view]) =>
      `<mha-explainer id="${view}" view="${view}" readonly ${OPTIONS} step="weights" wrong="no_scale"></mha-explainer>`,
  ).join(""),
);

const browser = useSharedTab({
  ...PIECE_PAGES,
  "stills.html": STILLS,
  "parts.css": NAMES.map((name, i) => `::part(${name}) { outline-offset: ${i + 10}px }`).join("\n"),
  "views.html": html(
    VIEWS.map((view) => `<mha-explainer id="${view}" view="${view}" ${TAG}></mha-explainer>`).join(""),
  ),
  "alone.html": html(
    ALONE.map((tag) => `<${tag} id="${tag}" ${TAG}></${tag}>`).join("") +
      `<mha-explainer id="still" ${TAG} readonly><p slot="caption">Who looks where</p></mha-explainer>`,
  ),
  "others.html": html(`<mha-lab kind="mask" ${TAG}></mha-lab><mha-train loading="eager"></mha-train>
    <mha-explainer id="fig" ${TAG}></mha-explainer><mha-value for="fig" of="weights[0,1,2,1]"></mha-value>
    <mha-predict for="fig" question="offset"></mha-predict><mha-check for="fig"></mha-check>`),
});

/** The parts of each element of the page, with the outline offset that the page's style sets. @param {import("playwright-core").Page} page @returns {Promise<Record<string, [name: string, offset: string][]>>} */
const partsOf = (page) =>
  page.evaluate(() => {
    /** @type {Record<string, [string, string][]>} */
    const found = {};
    const collect = (/** @type {ParentNode} */ root, /** @type {[string, string][]} */ into) => {
      for (const each of root.querySelectorAll("*")) {
        for (const name of each.part) into.push([name, getComputedStyle(each).outlineOffset]);
        if (each.shadowRoot) collect(each.shadowRoot, into);
      }
    };
    for (const each of document.querySelectorAll("*"))
      if (each.localName.startsWith("mha-") && each.shadowRoot)
        collect(each.shadowRoot, (found[each.localName] ??= []));
    return found;
  });

test("the documented parts are the exported parts", () => {
  assert.deepEqual(PARTS.split(","), NAMES);
});

test("every region exists, is documented, and can be styled by a page", async () => {
  /** @type {Set<string>} */
  const seen = new Set();
  for (const [name, ids] of /** @type {const} */ ([
    ["views", VIEWS],
    ["alone", [...ALONE, "still"]],
  ])) {
    const { page, close } = await browser.open(`${name}.html`);
    for (const id of ids) await ready(page, `#${id}`);
    if (name === "views")
      await page.evaluate(() =>
        /** @type {any} */ (document.querySelector("mha-explainer")).store.tour(true),
      );
    await drawn(page);
    for (const found of Object.values(await partsOf(page)))
      for (const [part, offset] of found) {
        assert.ok(NAMES.includes(part), `${name}: ::part(${part}) is not documented`);
        assert.equal(offset, `${NAMES.indexOf(part) + 10}px`, `${name}: ::part(${part}) is styled`);
        seen.add(part);
      }
    await close();
  }
  assert.deepEqual(
    NAMES.filter((part) => !seen.has(part)),
    [],
  );
});

test("the same holds for labs, for mha-train, and for elements in prose", async () => {
  const tags = ["mha-lab", "mha-train", "mha-value", "mha-predict", "mha-check"];
  const { page, close } = await browser.open("others.html");
  await page.waitForFunction(
    (all) => all.every((tag) => document.querySelector(tag)?.shadowRoot?.querySelector("[part]")),
    tags,
  );
  await drawn(page);
  const found = await partsOf(page);
  for (const tag of tags) {
    const names = new Set(found[tag].map(([part]) => part));
    const documented = Object.keys(OTHER_REGIONS[tag]);
    for (const part of names)
      assert.ok(
        documented.includes(part) || ["canvas", "caption"].includes(part),
        `${tag}: ::part(${part}) is not documented`,
      );
    const sometimes = tag === "mha-check" ? ["table"] : []; // after a file was read
    assert.deepEqual(
      documented.filter((part) => !names.has(part) && !sometimes.includes(part)),
      [],
      tag,
    );
  }
  await close();
});

const core = await loadCore();
const layer = core.createLayer({ dModel: 32, numHeads: 4, seed: 1, init: "constructed" });
const query = core.embed(WORDS.split(" "), { dModel: 32, seed: 1 });

/** @param {Fault} fault */
const weightsOf = (fault) => layer.forward({ query, fault }).tensor("weights").data;

/** The text of a part about its wrong path. @param {Page} page */
const said = async (page) => (await page.locator(".wrong").allInnerTexts()).map((text) => text.trim());

/** @param {Page} page @param {string} tag @param {object} change */
async function set(page, tag, change) {
  await page.evaluate(
    ([tag, change]) =>
      Object.assign(/** @type {any} */ (document.querySelector(/** @type {string} */ (tag))), change),
    /** @type {const} */ ([tag, change]),
  );
  await drawn(page);
}

/** The numbers of the third row of the second head in a part. @type {Record<string, (page: Page) => Promise<string[]>>} */
const SHOWN = {
  memory: async (page) => [(await page.locator(".sum .value").innerText()).trim()],
  head: async (page) => (await page.locator("mha-one-head .weight").allInnerTexts()).slice(0, 1),
};

/** Addresses of a part, and its element: the part's own element, and a view of mha-explainer. @type {((view: string, tag: string) => [file: string, element: string])[]} */
const HOSTS = [(_, tag) => [`${tag}.html`, tag], (view) => [`view-${view}.html`, "mha-explainer"]];

for (const [[view, tag], host] of pairs(PIECES, HOSTS)) {
  const [file, element] = host(view, tag);
  test(`the numbers of a wrong path are in ${file}, under its name, and those of the right path after closing`, async () => {
    const { page, seen, close } = await browser.open(file, { reducedMotion: "reduce" });
    await ready(page, element);
    await page.locator(".wrong").waitFor();
    assert.deepEqual(await said(page), ["Wrong path: no ÷ √d_k."]);
    const [wrong, right] = [weightsOf("no_scale"), weightsOf("none")];
    const at = (1 * 6 + 2) * 6; // index of the third row of the second head
    const row = (/** @type {Float32Array} */ of) => [...of.subarray(at, at + 6)];
    const shown = async () => (SHOWN[view] ? (await SHOWN[view](page))[0] : null);
    const expected = (/** @type {Float32Array} */ of) =>
      view === "memory"
        ? formatNumber(row(of)[2])
        : view === "head"
          ? shareSaid(Math.max(...row(of)), 3)
          : null;
    assert.notEqual(formatNumber(row(wrong)[2]), formatNumber(row(right)[2]));
    assert.equal(await shown(), expected(wrong));
    const texts = await figureTexts(
      page,
      "mha-maps mha-figure, mha-one-head mha-figure, mha-tape mha-figure >> nth=0",
    );
    await set(page, element, { wrong: "none" });
    assert.deepEqual(await said(page), []);
    assert.equal(await shown(), expected(right));
    if (view !== "memory")
      assert.notDeepEqual(
        await figureTexts(page, "mha-maps mha-figure, mha-one-head mha-figure >> nth=0"),
        texts,
        "the figure's own words are of other numbers",
      );
    seen.assertQuiet();
    await close();
  });
}

test("hovering the memory of a wrong path shows the element there, with its number; a part that the wrong path does not affect gives the reason", async () => {
  const { page, seen, close } = await browser.open("mha-memory.html", { reducedMotion: "reduce" });
  await ready(page, "mha-memory");
  await set(page, "mha-memory", { step: "q_heads", wrong: "view_without_transpose" });
  await page.locator(".wrong").waitFor();
  assert.deepEqual(await said(page), ["Wrong path: .view(1, 4, 6, 8)."]);
  const { data } = layer.forward({ query, fault: "view_without_transpose" }).tensor("q");
  await page.evaluate(() => {
    document.addEventListener("cellselect", (event) =>
      Object.assign(window, { told: /** @type {any} */ (event).detail }),
    );
  });
  await page.locator("mha-tape mha-figure").scrollIntoViewIfNeeded();
  const from = await page.locator("mha-tape mha-figure").evaluate((it) => {
    const [strip] = /** @type {any} */ (it).scene.strips;
    return { at: strip.from + 3, x: 3.5 * strip.pitch, y: strip.top + 6 };
  });
  await page.locator("mha-tape mha-figure").click({ position: { x: from.x, y: from.y } });
  await drawn(page);
  assert.match(await page.locator(".sum").innerText(), new RegExp(` = ${from.at} →`));
  const told = await page.evaluate(() => /** @type {any} */ (window).told);
  assert.equal(told.value, data[from.at]);
  for (const [step, wrong, reason] of [
    [
      "context_c",
      "view_without_contiguous",
      /^Wrong path: \.view without \.contiguous\(\)\. The wrong path has no step context_c\.$/,
    ],
    ["concat", "view_without_contiguous", /Dimensions 2 and 3 do not follow one another/],
    ["weights", "mask_repeat_order", /The wrong path needs two sentences; the walk shows both/],
  ]) {
    await set(page, "mha-memory", { step, wrong });
    await page.locator(".wrong").waitFor();
    assert.match((await said(page)).join(), /** @type {RegExp} */ (reason));
    assert.equal(await page.locator("mha-tape").count(), 0);
  }
  await set(page, "mha-memory", { step: "weights", wrong: "mask_reversed" });
  await page.locator("mha-tape").waitFor();
  assert.match((await said(page)).join(), /This makes no difference here: there is no boolean mask/);
  await set(page, "mha-memory", { wrong: "softmax_axis" });
  await page.waitForFunction(() =>
    /** @type {any} */ (document.querySelector("mha-memory")).renderRoot
      .querySelector(".wrong")
      ?.textContent.includes("Rows do not sum to 1"),
  );
  seen.assertQuiet();
  await close();
});

test("read-only figures and files also name the wrong path", async () => {
  const { page, seen, close } = await browser.open("stills.html", { reducedMotion: "reduce" });
  for (const [view] of PIECES) {
    await ready(page, `#${view}`);
    await page.waitForFunction(
      (id) =>
        /** @type {any} */ (document.getElementById(id)).renderRoot
          .querySelector("mha-figure")
          ?.scene?.marks.some((/** @type {any} */ { text }) => text === "Wrong path: no ÷ √d_k."),
      view,
    );
    const file = () => page.locator(`#${view}`).evaluate((it) => /** @type {any} */ (it).toSVG());
    assert.match(await file(), /<title>[^<]+\. Wrong path: no ÷ √d_k: multi-head attention<\/title>/, view);
    await set(page, `#${view}`, { wrong: "mask_repeat_order" });
    assert.match(await file(), /two sentences/, view);
  }
  seen.assertQuiet();
  await close();
});
