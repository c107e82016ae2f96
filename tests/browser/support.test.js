// Tests of the helpers: each detects what it should detect.
import assert from "node:assert/strict";
import test from "node:test";
import { IS_NIGHTLY, pairs, sample } from "./support/nightly.js";
import { until } from "./support/until.js";
import { findAxeViolations, injectAxeInSchemes, useBrowser } from "./support/index.js";

/** @param {string} body @param {string} [head] */
const html = (body, head = "") =>
  `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,">${head}</head>` +
  `<body><main><h1>A page</h1>${body}</main></body></html>`;

const PAGES = {
  "quiet.html": html("<p>Hello</p>"),
  "loud.html": html(
    '<p style="color: red">Styled</p><img src="https://example.invalid/x.png" alt="">',
    '<script type="module" src="loud.js"></script>',
  ),
  "loud.js": 'console.error("so loud"); setTimeout(() => { throw new Error("thrown late"); });',
  "unlabelled.html": html("<input>"),
  "dim.html": html("<p>Hello</p>", '<link rel="stylesheet" href="dim.css">'),
  "dim.css": "@media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }",
};

const browser = useBrowser(PAGES);

test("a page without errors passes", async () => {
  const { page, seen } = await browser.open("quiet.html");
  assert.equal(await page.locator("p").textContent(), "Hello");
  seen.assertQuiet();
});

test("errors, violations of the policy and requests to other hosts are all detected", async () => {
  const { page, seen } = await browser.open("loud.html");
  const { errors, violations } = seen;
  for (const [found, part] of /** @type {const} */ ([
    [errors, "so loud"],
    [errors, "thrown late"],
    [violations, "inline style"],
    [violations, "example.invalid"],
  ]))
    await until(() => found.some((text) => text.includes(part)), `"${part}" is detected`);
  assert.throws(() => seen.assertQuiet(), /so loud/);
  await page.goto(page.url().replace("127.0.0.1", "localhost"));
  assert.ok(
    seen.foreign.some((url) => url.startsWith("http://localhost")),
    `foreign: ${seen.foreign}`,
  );
});

test("axe runs under the policy and finds an input without a label", async () => {
  const unlabelled = await browser.open("unlabelled.html");
  assert.match((await findAxeViolations(unlabelled.page)).join("\n"), /^label: .*input/m);
  const quiet = await browser.open("quiet.html");
  assert.deepEqual(await findAxeViolations(quiet.page), []);
});

test("axe finds text of low contrast in either scheme, and all else in both, together or in turns", async () => {
  const dim = await injectAxeInSchemes((await browser.open("dim.html")).page, true);
  assert.match((await dim()).join("\n"), /^dark: color-contrast: .* p: [^\n]*/);
  assert.match((await dim()).join("\n"), /^dark: color-contrast: .* p: [^\n]*/, "the page is dark now");
  const inTurns = await injectAxeInSchemes((await browser.open("dim.html")).page, false);
  assert.deepEqual(await inTurns(), []);
  assert.match((await inTurns()).join("\n"), /^dark: color-contrast: .* p: [^\n]*/);
  const unlabelled = await injectAxeInSchemes((await browser.open("unlabelled.html")).page);
  for (let i = 0; i < 2; i++) assert.match((await unlabelled()).join("\n"), /: label: .*input/m);
});

test("few pairs have each row and each column; at night there are all pairs", () => {
  assert.deepEqual(pairs([0, 1, 2], ["a", "b"], false), [
    [0, "a"],
    [1, "b"],
    [2, "a"],
  ]);
  assert.deepEqual(pairs(["a"], [0, 1], false), [
    ["a", 0],
    ["a", 1],
  ]);
  assert.equal(pairs([0, 1, 2], ["a", "b"], true).length, 6);
  assert.deepEqual(sample(["a", "b", "c"], 0, 2), IS_NIGHTLY ? ["a", "b", "c"] : ["a", "c"]);
});
