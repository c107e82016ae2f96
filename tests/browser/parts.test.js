// Regions that a page can style (::part): all documented parts exist, in any shadow root, and no others; and
// a style applies to each.
import assert from "node:assert/strict";
import test from "node:test";
import { OTHER_REGIONS, REGIONS } from "../../tools/lib/reference.mjs";
import { PARTS } from "../../web/kit/elements/parts.js";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";

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

const browser = useSharedTab({
  "parts.css": NAMES.map((name, i) => `::part(${name}) { outline-offset: ${i + 10}px }`).join("\n"),
  "views.html": html(
    VIEWS.map((view) => `<mha-explainer id="${view}" view="${view}" ${TAG}></mha-explainer>`).join(""),
  ),
  "alone.html": html(ALONE.map((tag) => `<${tag} id="${tag}" ${TAG}></${tag}>`).join("")),
  "still.html": html(
    `<mha-explainer id="still" ${TAG} readonly><p slot="caption">Who looks where</p></mha-explainer>`,
  ),
  "lab.html": html(`<mha-lab kind="mask" ${TAG}></mha-lab>`),
  "train.html": html('<mha-train loading="eager"></mha-train>'),
  "prose.html":
    html(`<mha-explainer id="fig" ${TAG}></mha-explainer><mha-value for="fig" of="weights[0,1,2,1]"></mha-value>
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
    ["alone", ALONE],
    ["still", ["still"]],
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
  for (const [name, tags] of Object.entries({
    lab: ["mha-lab"],
    train: ["mha-train"],
    prose: ["mha-value", "mha-predict", "mha-check"],
  })) {
    const { page, close } = await browser.open(`${name}.html`);
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
  }
});
