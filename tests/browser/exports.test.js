// Pictures and numbers as files, from the elements' methods.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { drawn, ready } from "./support/explainer.js";
import { pairs } from "./support/nightly.js";

const SCRIPT = '<script type="module" src="headscope.js"></script>';
const ATTRIBUTES = 'tokens="The cat sat" heads="2" d-model="8" step="weights" head="1"';
const VIEWS = /** @type {const} */ (["walk", "heads", "map", "head", "memory", "code"]);

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><title>A post</title><link rel="icon" href="data:,"></head><body>${SCRIPT}${body}</body></html>`;

const browser = useSharedTab({
  "views.html": html(
    VIEWS.map(
      (view) => `<mha-explainer id="${view}" view="${view}" loading="eager" ${ATTRIBUTES}></mha-explainer>`,
    ).join(""),
  ),
  "walks.html": html(
    ["explainer", "shape-walk", "memory"]
      .map((name) => `<mha-${name} loading="eager" tokens="The cat sat" heads="2" d-model="8"></mha-${name}>`)
      .join(""),
  ),
  "attention.html": html('<mha-shape-walk loading="eager"></mha-shape-walk>'),
});

const HEADS = { columns: "head,", rows: 2 };
const ELEMENTS = { columns: "b,h,q,k,query,key,value", rows: 18 };

test("each view gives its picture as SVG and PNG, and its numbers as CSV", async () => {
  const { page, seen, close } = await browser.open("views.html");
  for (const view of VIEWS) {
    await ready(page, `#${view}`);
    const [svg, png, csv] = await page.locator(`#${view}`).evaluate(async (/** @type {any} */ element) => {
      const { type, size } = await element.toBlob({ width: 600, scale: 1 });
      return [await element.toSVG(), { type, large: size > 2000 }, await element.toCSV()];
    });
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="-4 -4 960 /);
    assert.deepEqual(png, { type: "image/png", large: true });
    const { columns, rows } = view === "heads" ? HEADS : ELEMENTS;
    const lines = csv.split("\r\n");
    assert.ok(lines[0].startsWith(columns), lines[0]);
    assert.equal(lines.length - 2, view === "head" ? rows / 2 : rows);
  }
  seen.assertQuiet();
  await close();
});

test("own attention replaces a shown walk, and the walk returns", async () => {
  const { page, seen, close } = await browser.open("walks.html");
  for (const tag of ["mha-explainer", "mha-shape-walk", "mha-memory"]) {
    await ready(page, tag);
    for (const [step, wrong] of pairs(["q_heads", "weights", "output"], ["none", "no_scale"])) {
      await page.evaluate(
        async ([tag, step, wrong]) => {
          const element = /** @type {any} */ (document.querySelector(tag));
          Object.assign(element, { step, wrong });
          await element.updateComplete;
          element.attention = { data: [1, 0, 0, 0.5, 0.5, 0, NaN, 0.5, 0], shape: [1, 3, 3] };
          await element.updateComplete;
        },
        [tag, step, wrong],
      );
      await drawn(page);
      await page.evaluate(async (tag) => {
        const element = /** @type {any} */ (document.querySelector(tag));
        element.attention = null;
        await element.updateComplete;
      }, tag);
      await drawn(page);
    }
  }
  const other = seen.errors.filter((error) => !error.includes('"no_scale" needs a layer')); // expected warning
  assert.deepEqual({ other, violations: seen.violations }, { other: [], violations: [] });
  await close();
});

test("an element without steps offers no picture or numbers of steps, and names an element that does", async () => {
  const { page, close } = await browser.open("attention.html");
  await ready(page, "mha-shape-walk");
  const said = await page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("mha-shape-walk"));
    element.attention = { data: [1, 0, 0.5, 0.5], shape: [1, 2, 2] };
    return Promise.all([element.toSVG().catch(String), element.toCSV().catch(String)]);
  });
  for (const each of said) assert.match(each, /mha-heads shows it/);
  await close();
});
