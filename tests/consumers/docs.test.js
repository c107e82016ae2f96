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
import { run } from "../../tools/lib/run.mjs";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { html, usePages } from "./support/pages.js";
import { nameOf, snippetsIn } from "./support/snippets.js";

/** @typedef {import("./support/snippets.js").Snippet} Snippet */

const { visit, installed } = usePages("docs");

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

/** Trains a model for some seconds: only at night. @param {Snippet} snippet */
const isLong = ({ text }) => text.includes('task: "translation"');

/**
 * Runs modules one after another in one process, which takes a tenth of the time of a process for each, and prints a line for each: what it printed, and its error.
 * A command's module runs again for each list of arguments.
 */
const RUNNER = `
import { readFileSync } from "node:fs";
import { format } from "node:util";
const tell = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0); // the command listens for errors in each run
process.stderr.setMaxListeners(0);
const [node, script] = process.argv;
for (const [at, { module, given = [] }] of JSON.parse(readFileSync("runs.json", "utf8")).entries()) {
  let output = "";
  console.log = (...said) => void (output += format(...said) + "\\n");
  for (const name of ["stdout", "stderr"]) process[name].write = (text) => Boolean((output += text));
  process.exitCode = 0;
  process.argv = [node, given.length ? module : script, ...given];
  const error = await import(module + "?run=" + at).then(() => "", ({ stack }) => stack);
  tell(JSON.stringify({ output, error, code: process.exitCode }) + "\\n");
}
process.exitCode = 0;`;

/** @param {readonly { module: string, given?: readonly string[] }[]} runs @returns {Promise<{ output: string, error: string, code: number }[]>} */
async function ranInNode(runs) {
  writeFileSync(path.join(project(), "runs.json"), JSON.stringify(runs));
  const stdout = await run(process.execPath, ["--input-type=module", "--eval", RUNNER], { cwd: project() });
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, runs.length, stdout);
  return lines.map((line) => JSON.parse(line));
}

const forNode = blocks("js").filter((each) => isForNode(each) && (IS_NIGHTLY || !isLong(each)));

test("blocks of the documentation run in Node", async (t) => {
  const runs = forNode.map(({ text }, at) => {
    const module = path.join(project(), `block-${at}.mjs`);
    writeFileSync(module, text);
    return { module };
  });
  const all = await ranInNode(runs);
  for (const [at, { output, error }] of all.entries())
    await t.test(nameOf(forNode[at]), () => {
      assert.equal(error, "");
      assertPrinted(forNode[at], output.split("\n"));
    });
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
    const hear = (/** @type {import("playwright-core").ConsoleMessage} */ message) =>
      void printed.push(message.text());
    const { page, seen } = await visit(html(scripts), (opened) => opened.on("console", hear));
    t.after(() => page.off("console", hear));
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
  test(`${nameOf(snippet)} works in a page`, async () => {
    const { page, seen } = await visit(html(withScript(snippet.text))); // as the page Gallery shows it
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
  test(`${nameOf(snippet)} lists the styled parts, and parses completely`, async () => {
    const { text } = snippet;
    for (const [name] of text.matchAll(/--mha-[\w-]+/g)) assert.ok(name in CUSTOM_PROPERTIES, name);
    const regions = [REGIONS, ...Object.values(OTHER_REGIONS)].flatMap((each) => Object.keys(each));
    for (const [, part] of text.matchAll(/::part\((\w+)\)/g)) assert.ok(regions.includes(part), part);
    const { page } = await visit({
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

const commands = lines.filter(({ line }) => /^npx headscope /.test(line));

/** The arguments that a shell gives the command. @param {string} line */
async function argumentsOf(line) {
  const stdout = await run("sh", ["-c", `npx() { shift; printf '%s\\0' "$@"; }; ${line}`]);
  return stdout.split("\0").slice(0, -1);
}

test("commands of the documentation do what they say", async (t) => {
  const module = path.join(project(), "node_modules/headscope/dist/node/headscope.js");
  const runs = await Promise.all(
    commands.map(async ({ line }) => ({ module, given: await argumentsOf(line) })),
  );
  const all = await ranInNode(runs);
  for (const [at, { output, error, code }] of all.entries())
    await t.test(`${nameOf(commands[at].snippet)}: ${commands[at].line}`, () => {
      assert.deepEqual([code, error], [0, ""], output);
      const [, out] = /--out (\S+)/.exec(commands[at].line) ?? [];
      if (out)
        assert.ok(
          existsSync(path.join(project(), out)) && readFileSync(path.join(project(), out)).length > 100,
          out,
        );
      else assert.ok(output.length > 50, output);
    });
});

test("frame.html posts its height and answers messages, as the embedding guide says", async () => {
  const body = `<script>
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
  </script><iframe src="frame.html?view=heads&tokens=The+cat+sat" width="900" height="620" title="Heads"></iframe>`;
  const { page } = await visit(html(body));
  await page.waitForFunction(() =>
    /** @type {any} */ (window).heard.some((/** @type {any} */ it) => it.height > 0),
  );
  await page.evaluate(() => frames[0].postMessage({ get: "state" }, "*"));
  await page.waitForFunction(() =>
    /** @type {any} */ (window).heard.some((/** @type {any} */ it) => it.state?.tokens),
  );
});
