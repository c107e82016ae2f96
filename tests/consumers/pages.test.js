// The installed package on plain pages: every way of loading, strict policies, and other versions on the
// page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { ready } from "../browser/support/explainer.js";
import { sample } from "../browser/support/nightly.js";
import { click } from "../browser/support/walk.js";
import { CLASSIC, MODULE, TAG, html, use, usePages } from "./support/pages.js";

/** @typedef {import("playwright-core").Page} Page */

const MODULES = MODULE.replace("headscope.js", "modules/headscope.js");
const { show, visit, dist } = usePages("pages");

/** Ways of loading; the last two may also load later. @type {Record<string, string>} */
const SCRIPTS = {
  "a module": MODULE,
  "the package's modules": MODULES,
  "a classic script": CLASSIC,
  "a deferred classic script": CLASSIC.replace("<script", "<script defer"),
  "an async module": MODULE.replace("<script", "<script async"),
  "an async classic script": CLASSIC.replace("<script", "<script async"),
};

for (const [name, script] of sample(Object.entries(SCRIPTS), 0, 1, 2))
  test(`an element before ${name} uses properties set earlier, and works`, async () => {
    const given = '<script>document.querySelector("mha-explainer").tokens = ["a", "b"];</script>';
    const { page, seen } = await visit(html(`${TAG}${given}${script}`));
    await use(page);
    const tokens = await page.locator("mha-explainer").evaluate((it) => /** @type {any} */ (it).tokens);
    assert.deepEqual(tokens, ["a", "b"]);
    seen.assertQuiet();
  });

for (const [name, script] of Object.entries(SCRIPTS).slice(-2))
  test(`an element works if ${name} runs while the page is parsed`, async (t) => {
    // The rest of the page arrives after the script ran.
    const first = (/** @type {Page} */ page) =>
      page.route("**/held.js", async (route) => {
        await page.waitForFunction(() => customElements.get("mha-explainer"));
        await route.fulfill({ contentType: "text/javascript", body: "" });
      });
    const { page, seen } = await show(t, html(`${script}<script src="held.js"></script>${TAG}`), { first });
    await use(page);
    seen.assertQuiet();
  });

/** A code block of the embedding guide. @param {RegExp} pattern */
function guide(pattern) {
  const [, said] = pattern.exec(readFileSync(inRoot("docs/guide/embedding.md"), "utf8")) ?? [];
  assert.ok(said, `${pattern} is not in the guide to embedding`);
  return said;
}

const ADVISED = guide(/Content Security Policy\s*\(`([^`]*)`/);
const TRUSTED = `require-trusted-types-for 'script'; ${guide(/requires Trusted Types, add `([^`]*)`/)}`;
const LEAST = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

const POLICIES = [
  [ADVISED, "modules/headscope.js"],
  [`${ADVISED}; ${TRUSTED}`, "headscope.js"],
  [LEAST, "headscope.js"],
  [`${LEAST}; ${TRUSTED}`, "modules/headscope.js"],
];

for (const [policy, src] of sample(POLICIES, 1, 3))
  test(`${src} respects this policy: ${policy}`, async (t) => {
    const first = (/** @type {Page} */ page) =>
      page.addInitScript(() => {
        /** @type {string[]} */ const violations = [];
        Object.assign(window, { violations });
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          violations.push(`${violatedDirective}: ${blockedURI} ${sample}`),
        );
      });
    const body = `${TAG}${MODULE.replace("headscope.js", src)}`;
    const { page, seen } = await show(t, html(body), { policy, first });
    await use(page);
    await page.locator("mha-words [data-note]").first().hover();
    await page.locator("mha-note").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await click(page, [0, 0, 2, 2]);
    await page.locator("mha-origin li").first().waitFor();
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).violations), []);
    seen.assertQuiet();
  });

test("the element works in a srcdoc frame that may only run scripts", async () => {
  const inner = html(`${CLASSIC}${TAG}`).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const frame = `<iframe title="attention" sandbox="allow-scripts" width="1000" height="900" srcdoc="${inner}"></iframe>`;
  const { page, seen } = await visit(html(frame));
  await use(page, page.frames()[1]);
  seen.assertQuiet();
});

/** Title of the step on show, and its title in another version. */
const [TITLE, OTHER] = ["Transpose to heads", "Turn to heads"];

for (const [name, first, second] of [
  ["after it", "modules/headscope.js", "other.js"],
  ["before it", "other.js", "modules/headscope.js"],
])
  test(`with another version ${name}, all elements are those of the first version, with one warning`, async () => {
    const other = readFileSync(path.join(dist(), "headscope.js"), "utf8").replaceAll(TITLE, OTHER);
    assert.ok(other.includes(OTHER));
    const scripts = [first, second].map((src) => MODULE.replace("headscope.js", src));
    const { page, seen } = await visit({
      "index.html": html(`${scripts.join("")}${TAG}`),
      "other.js": other,
    });
    const title = await page.locator("mha-words h2").textContent();
    await use(page);
    assert.equal(title, first === "other.js" ? OTHER : TITLE);
    assert.equal(seen.errors.length, 1, `${seen.errors}`);
    assert.match(seen.errors[0], /Headscope is on this page twice; the first .* stays/);
  });

test("if a server answers a missing file with a page, the message has the address, the answer and the remedy", async (t) => {
  const script = `<script type="module">
    import { loadCore } from "./core.js";
    window.attempts = [];
    for (const options of [{ wasmUrl: "app/headscope.wasm" }, { wasmUrl: "headscope.wasm" }])
      attempts.push(await loadCore(options).then((core) => core.version, (error) => error.code + ": " + error.message));
  </script>`;
  const { page } = await show(t, html(script), { first: singlePage });
  await page.waitForFunction(() => /** @type {any} */ (window).attempts?.length === 2);
  const [refused, mended] = await page.evaluate(() => /** @type {any} */ (window).attempts);
  assert.match(
    refused,
    /^load: app\/headscope\.wasm answered 200 OK with text\/html.*, which is not WebAssembly: have the server give headscope\.wasm there/,
  );
  assert.match(mended, /^\d+\.\d+\.\d+$/);
});

test("if a server answers with its own page for a file of the package, the element names the file", async (t) => {
  const first = (/** @type {Page} */ page) => singlePage(page, "**/inline-*.js");
  const { page } = await show(t, html(`${MODULES}${TAG}`), { first });
  await ready(page);
  const said = ((await page.getByRole("alert").textContent()) ?? "").trim();
  assert.match(said, /^The attention core could not be loaded: .*\/modules\/inline-[\w-]+\.js\. Try again$/);
});

/** A server of a single-page app, which answers missing files with its page. @param {Page} page @param {string} [missing] */
const singlePage = (page, missing = "**/app/**") =>
  page.route(missing, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html("") }));
