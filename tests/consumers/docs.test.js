// Runs the code blocks of the documentation like a reader, with the package as npm packs it.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync, cpSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { withScript } from "../../tools/lib/gallery-page.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import {
  ELEMENTS,
  LESSON_ELEMENTS,
  MODELS_ELEMENT,
  MODELS_PROPERTIES,
  OPENING_ELEMENT,
  OPENING_PROPERTIES,
  OTHER_REGIONS,
  OWN,
  PROPERTIES,
  REGIONS,
  TRAIN_ELEMENT,
  TRAIN_PROPERTIES,
  CUSTOM_PROPERTIES,
} from "../../tools/lib/reference.mjs";
import { attempt, run } from "../../tools/lib/run.mjs";
import { html, usePages } from "./support/pages.js";
import { nameOf, snippetsIn } from "./support/snippets.js";

/** @typedef {import("./support/snippets.js").Snippet} Snippet */

const { show, installed } = usePages("docs");

/** Blocks that are not files. Blocks that are files belong to docs/adding.md, which has its own test. @param {...string} languages */
const blocks = (...languages) => snippetsIn(...languages).filter(({ file }) => !file);

/** @type {string} */
let made = "";

/** A folder with the installed package, arrays to check, and a model. */
function project() {
  if (made) return made;
  made = path.join(installed(), "../project");
  cpSync(installed(), path.join(made, "node_modules/headscope"), { recursive: true });
  writeFileSync(path.join(made, "package.json"), '{ "type": "module" }');
  cpSync(inRoot("tests/fixtures/saved/float64.npz"), path.join(made, "my.npz"));
  cpSync(inRoot("tests/fixtures/checkpoints/gpt2"), path.join(made, "gpt2"), { recursive: true });
  cpSync(inRoot("tests/fixtures/encoder-decoders/bart"), path.join(made, "bart"), { recursive: true });
  writeFileSync(path.join(made, "texts.jsonl"), '{"text": "the cat sat"}\n{"text": "the dog sat"}\n');
  return made;
}

/**
 * The output that a block promises: `console.log(…); // output`. A promise that ends in … is the start of a line.
 * @param {Snippet} snippet
 */
const promised = ({ text }) =>
  [...text.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);

/** A text without spaces, because Node and browsers print arrays with different spaces. @param {string} text */
const dense = (text) => text.replaceAll(" ", "");

/** @param {Snippet} snippet @param {readonly string[]} lines that it printed */
function assertPrinted(snippet, lines) {
  const printed = lines.map(dense);
  for (const said of promised(snippet)) {
    const begin = dense(said.replace(/…$/, ""));
    const found = said.endsWith("…")
      ? printed.some((line) => line.startsWith(begin))
      : printed.includes(begin);
    assert.ok(
      found,
      `${nameOf(snippet)} says that it prints ${said}; it printed:\n${lines.slice(-8).join("\n")}`,
    );
  }
}

/** Blocks that run in Node; all others run in a page. @param {Snippet} snippet */
const isForNode = ({ text }) => /from "headscope\/(check|core|models|oembed|small-model|svg)"/.test(text);

for (const snippet of blocks("js").filter(isForNode))
  test(`${nameOf(snippet)} runs in Node`, async () => {
    const stdout = await run(process.execPath, ["--input-type=module", "--eval", snippet.text], {
      cwd: project(),
    });
    assertPrinted(snippet, stdout.split("\n"));
  });

const IMPORTS = {
  headscope: "./modules/headscope.js",
  "headscope/locales/fr": "./modules/fr.js",
};

for (const snippet of blocks("js").filter((each) => !isForNode(each)))
  test(`${nameOf(snippet)} runs in a page`, async (t) => {
    const scripts = `<script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script><script type="module">${snippet.text}\nwindow.isDone = true;</script>`;
    /** @type {string[]} */
    const printed = [];
    const first = (/** @type {import("playwright-core").Page} */ page) =>
      page.on("console", (message) => void printed.push(message.text()));
    const { page, seen } = await show(t, html(scripts), { first });
    await page.waitForFunction(() => /** @type {any} */ (window).isDone);
    await page.evaluate(loadAll);
    assertPrinted(snippet, printed);
    assert.deepEqual(seen.errors, []);
  });

/** In the page: waits for every element of the package, and returns messages about invalid values. */
const loadAll = () =>
  Promise.all(
    [...document.querySelectorAll("*")]
      .filter((it) => it.localName.startsWith("mha-"))
      .map(async (it) => {
        await customElements.whenDefined(it.localName);
        const { loaded } = /** @type {any} */ (it);
        await loaded?.call(it);
        return { tag: it.localName, invalidValues: /** @type {any} */ (it).store?.state.invalidValues ?? {} };
      }),
  );

const TAGS = [
  ...Object.keys(ELEMENTS),
  OPENING_ELEMENT[0],
  TRAIN_ELEMENT[0],
  MODELS_ELEMENT[0],
  ...Object.keys(LESSON_ELEMENTS),
];
const GLOBAL = ["id", "class", "lang", "slot"];
const OF_LESSONS = ["of", "question", "digits", "turn"];
const OF_LONE_ELEMENTS = ["inside"];
const ATTRIBUTES = [...PROPERTIES, ...OPENING_PROPERTIES, ...TRAIN_PROPERTIES, ...MODELS_PROPERTIES]
  .map(({ attribute }) => attribute)
  .concat(Object.keys(OWN), GLOBAL, OF_LESSONS, OF_LONE_ELEMENTS);

for (const snippet of blocks("html"))
  test(`${nameOf(snippet)} works in a page`, async (t) => {
    const { page, seen } = await show(t, html(withScript(snippet.text))); // as the page Gallery shows it
    const found = await page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((it) => it.localName.startsWith("mha-"))
        .map((it) => ({ tag: it.localName, attributes: it.getAttributeNames() })),
    );
    for (const { tag, attributes } of found) {
      assert.ok(TAGS.includes(tag), tag);
      for (const name of attributes) assert.ok(ATTRIBUTES.includes(name), `${tag} ${name}`);
    }
    const elements = page.frames().length > 1 ? page.frames()[1] : page;
    await elements.waitForSelector("mha-explainer, mha-train, mha-heads, mha-models");
    for (const { tag, invalidValues } of await elements.evaluate(loadAll))
      assert.deepEqual([tag, invalidValues], [tag, {}]);
    seen.assertQuiet();
  });

for (const snippet of blocks("css"))
  test(`${nameOf(snippet)} lists the styled parts, and parses completely`, async (t) => {
    const { text } = snippet;
    for (const [name] of text.matchAll(/--mha-[\w-]+/g)) assert.ok(name in CUSTOM_PROPERTIES, name);
    const regions = [REGIONS, ...Object.values(OTHER_REGIONS)].flatMap((each) => Object.keys(each));
    for (const [, part] of text.matchAll(/::part\((\w+)\)/g)) assert.ok(regions.includes(part), part);
    const { page } = await show(t, {
      "index.html": html('<link rel="stylesheet" href="block.css">'),
      "block.css": text,
    });
    const rules = await page.evaluate(() =>
      [...document.styleSheets[0].cssRules].map(({ cssText }) => cssText),
    );
    assert.equal(rules.length, text.match(/\{/g)?.length, "every rule was read");
    const declared = text.match(/[\w-]+:(?=\s)[^;{}]+/g)?.length ?? 0;
    assert.equal(rules.join("\n").match(/[\w-]+:(?=\s)[^;{}]+/g)?.length, declared, "and every declaration");
  });

/** Commands that other tests run, by the start of the line. @type {readonly [pattern: RegExp, test: string][]} */
const ELSEWHERE = [
  [/^npm (start|test|run|pack)\b/, "their scripts and options exist: tools/docs"],
  [/^npm install \.\/headscope-\d+\.\d+\.\d+\.tgz$/, "consumers/command; the version: tools/docs"],
  [/^node (--test )?(tests|tools)\//, "the file exists: tools/docs"],
  [/^pip install build\/python\/headscope-\*\.whl$/, "python/notebook"],
  [/^brew install /, "below"],
  [/^cmake /, "consumers/library"],
];

const lines = blocks("sh").flatMap((snippet) =>
  snippet.text
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, "").trim())
    .filter(Boolean)
    .map((line) => ({ snippet, line })),
);

test("every command of the documentation is run here, or by a named test", () => {
  const unknown = lines.filter(
    ({ line }) => !/^npx headscope /.test(line) && !ELSEWHERE.some(([pattern]) => pattern.test(line)),
  );
  assert.deepEqual(
    unknown.map(({ snippet, line }) => `${nameOf(snippet)}: ${line}`),
    [],
  );
});

test("the documented Homebrew packages are those that the set-up requires", async () => {
  const { BROWSERS, BUILD_TOOLS } = await import("../../tools/lib/needs.mjs");
  const wanted = [...BUILD_TOOLS, ...BROWSERS].flatMap(({ brew }) => brew ?? []);
  const [{ line }] = lines.filter(({ line: each }) => each.startsWith("brew install "));
  for (const name of [...wanted, "emscripten", "catch2"]) assert.ok(line.split(" ").includes(name), name);
});

for (const { snippet, line } of lines.filter(({ line: each }) => each.startsWith("npx headscope ")))
  test(`${nameOf(snippet)}: ${line}`, async () => {
    const bin = path.join(project(), "node_modules/headscope/dist/node/headscope.js");
    const command = line.replace(/^npx headscope/, `"${process.execPath}" "${bin}"`);
    const { code, output } = await attempt("sh", ["-c", command], { cwd: project() });
    assert.equal(code, 0, output);
    const [, out] = /--out (\S+)/.exec(line) ?? [];
    if (out)
      assert.ok(
        existsSync(path.join(project(), out)) && readFileSync(path.join(project(), out)).length > 100,
        out,
      );
    else assert.ok(output.length > 50, output);
  });

test("frame.html posts its height and answers messages, as the embedding guide says", async (t) => {
  const body = `<script>
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
  </script><iframe src="frame.html?view=heads&tokens=The+cat+sat" width="900" height="620" title="Heads"></iframe>`;
  const { page } = await show(t, html(body));
  await page.waitForFunction(() =>
    /** @type {any} */ (window).heard.some((/** @type {any} */ it) => it.height > 0),
  );
  await page.evaluate(() => frames[0].postMessage({ get: "state" }, "*"));
  await page.waitForFunction(() =>
    /** @type {any} */ (window).heard.some((/** @type {any} */ it) => it.state?.tokens),
  );
});
