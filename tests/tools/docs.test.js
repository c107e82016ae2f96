// The documentation as files: links, languages of code blocks, and facts that stand in several places.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { Marked } from "marked";
import { getHeadingList, gfmHeadingId } from "marked-gfm-heading-id";
import { inRoot } from "../../tools/lib/paths.mjs";
import { PAGES, nameOf, snippetsOf, textOf } from "../consumers/support/snippets.js";

const { version, scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/** Whether a file exists; asked at each call, because other tests write files. @param {string} page */
const exists = (page) => existsSync(inRoot(page));

/** Links of a page, in Markdown and in markup. @param {string} page @returns {string[]} */
function linksOf(page) {
  /** @type {string[]} */
  const links = [];
  const marked = new Marked();
  const tokens = marked.lexer(textOf(page));
  marked.walkTokens(tokens, (token) => {
    if (token.type === "link" || token.type === "image") links.push(token.href);
    if (token.type === "html")
      links.push(...[...token.text.matchAll(/(?:href|src|srcset)="([^"]*)"/g)].map(([, to]) => to));
  });
  return links;
}

/** Ids of a page's headings, as on GitHub and on the site. @type {(page: string) => string[]} */
const idsOf = (page) => {
  new Marked(gfmHeadingId()).parse(textOf(page));
  return getHeadingList().map(({ id }) => id);
};

test("every link of the documentation leads to a file and to a heading that exist", () => {
  /** @type {string[]} */
  const broken = [];
  let seen = 0;
  for (const page of PAGES)
    for (const link of linksOf(page)) {
      seen++;
      if (/^https:/.test(link)) continue;
      const [to, id] = link.split("#");
      const target = to ? path.join(path.dirname(page), to) : page;
      if (/^\w+:/.test(link) || !exists(target)) broken.push(`${page}: ${link}`);
      else if (id && !idsOf(target).includes(id)) broken.push(`${page}: ${link}: no such heading`);
    }
  assert.deepEqual(broken, []);
  assert.ok(seen > 60, `only ${seen} links`);
});

test("every guide is listed, and reached from the list", () => {
  const index = textOf("docs/README.md");
  const inside = PAGES.filter((page) => page.startsWith("docs/") && page !== "docs/README.md");
  for (const page of inside)
    assert.ok(index.includes(`(${page.slice("docs/".length)})`), `${page} is not listed in docs/README.md`);
});

/** Languages of code blocks, and the test that runs them. Blocks of `text` (file trees and output) are not run. */
const RUN_BY = {
  js: "consumers/docs",
  html: "consumers/docs",
  css: "consumers/docs",
  sh: "consumers/docs",
  cpp: "consumers/library",
  cmake: "consumers/library",
  python: "programs/docs",
  diff: "consumers/adding",
  text: "tools/docs",
};

/** Pages whose blocks other tests run. */
const RUN_ELSEWHERE = ["docs/guide/hosts.md", "docs/guide/notebooks.md"];

test("every code block has a language that a test runs", () => {
  const blocks = PAGES.filter((page) => !RUN_ELSEWHERE.includes(page)).flatMap(snippetsOf);
  const unknown = blocks.filter(({ lang }) => !(lang in RUN_BY));
  assert.deepEqual(unknown.map(nameOf), []);
  assert.ok(blocks.length > 30, `only ${blocks.length} blocks`);
  for (const file of Object.values(RUN_BY)) assert.ok(exists(`tests/${file}.test.js`), file);
});

test("the README has at most 120 lines: two sentences, links and a picture, then how to start, use and compare", () => {
  const readme = textOf("README.md");
  const lines = readme.split("\n").length - 1;
  assert.ok(lines <= 120, `${lines} lines`);
  const words = readme.match(/\S*\w\S*/g) ?? [];
  assert.ok(words.length <= 900, `${words.length} words`);
  const [, first, links, picture] = readme.split("\n\n");
  assert.equal(first.split(/\.(?:\s|$)/).filter(Boolean).length, 2, "two sentences say what it is");
  assert.match(links, /^\[/);
  assert.match(picture, /^<picture>[^]*docs\/walk\.png/);
  assert.deepEqual(
    [...readme.matchAll(/^## (.*)$/gm)].map(([, title]) => title),
    ["Quick start", "Use it", "How it compares", "Contributing", "Licence and citation"],
  );
  const compared = /^## How it compares\n[^]*?(?=^## )/m.exec(readme)?.[0] ?? "";
  for (const tool of [
    ...["BertViz", "CircuitsVis", "TransformerLens", "HeadVis", "attnview"],
    ...["transformer-explainer", "llm-viz"],
  ])
    assert.ok(compared.includes(`[${tool}](https://`), `${tool}, with the source of what is said of it`);
});

test("the README's animated picture is a PNG of at most 1.5 MB", () => {
  const file = inRoot("docs/walk.png");
  assert.ok(statSync(file).size <= 1.5e6, `${statSync(file).size} bytes`);
  const png = readFileSync(file);
  const control = png.indexOf("acTL", 0, "latin1");
  assert.ok(
    control > 0 && control < png.indexOf("IDAT", 0, "latin1"),
    "an animation, declared before its first frame",
  );
  const frames = png.readUInt32BE(control + 4);
  assert.ok(frames >= 8, `${frames} frames`);
  for (const still of ["docs/walk-light.png", "docs/walk-dark.png"])
    assert.equal(readFileSync(inRoot(still)).subarray(1, 4).toString(), "PNG");
});

test("the version is the same everywhere", () => {
  const found = {
    "package-lock.json": JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).version,
    "CMakeLists.txt": /project\(headscope VERSION (\S+)/.exec(
      readFileSync(inRoot("CMakeLists.txt"), "utf8"),
    )?.[1],
    "CITATION.cff": /^version: (\S+)/m.exec(readFileSync(inRoot("CITATION.cff"), "utf8"))?.[1],
    "CHANGELOG.md": /^## \[(\d[^\]]*)\]/m.exec(textOf("CHANGELOG.md"))?.[1],
  };
  for (const [file, its] of Object.entries(found)) assert.equal(its, version, file);
  const minor = version.replace(/\.\d+$/, "");
  for (const page of PAGES.filter((name) => name !== "CHANGELOG.md"))
    for (const [said, its] of textOf(page).matchAll(/headscope[- ](\d+\.\d+(?:\.\d+)?)/g))
      assert.ok([version, minor].includes(its), `${page}: ${said}`);
});

test("commands in the pages exist", () => {
  const source = readFileSync(inRoot("tools/test.mjs"), "utf8");
  const suites = [...source.matchAll(/^ {2}"?([\w-]+)"?: \{\s*needs:/gm)].map(([, name]) => name);
  assert.ok(suites.length >= 8, `${suites}`);
  for (const page of PAGES) {
    for (const [said, name] of textOf(page).matchAll(/npm run (?:-s )?([\w-]+)/g))
      assert.ok(name in scripts, `${page}: ${said}`);
    for (const [said, bench, names] of textOf(page).matchAll(/(run bench -- )?--only ([\w,-]+)/g))
      for (const name of names.split(","))
        assert.ok(
          bench ? exists(`tests/bench/measurements/${name}.js`) : suites.includes(name),
          `${page}: ${said}`,
        );
    for (const [said, file] of textOf(page).matchAll(/\bnode (?:--test )?((?:tests|tools)\/\S+)/g))
      assert.ok(exists(file), `${page}: ${said}`);
  }
  const listed = [...textOf("CONTRIBUTING.md").matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name);
  const asked = ["fuzz", "programs", "mutate"];
  assert.deepEqual(listed.toSorted(), suites.filter((name) => !asked.includes(name)).toSorted());
});

test("the map of folders names every folder of src/ and web/, and no other", () => {
  const [map] = snippetsOf("docs/architecture.md").filter(({ lang }) => lang === "text");
  /** @type {Record<string, string[]>} */
  const named = {};
  let top = "";
  for (const line of map.text.split("\n")) {
    const [, indent, name] = /^( *)([\w-]+)\/(?: |$)/.exec(line) ?? [];
    if (!name) continue;
    if (!indent) named[(top = name)] = [];
    else named[top].push(name);
  }
  for (const folder of ["src", "web"]) {
    const there = readdirSync(inRoot(folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    assert.deepEqual(named[folder].toSorted(), there.toSorted());
  }
  for (const folder of Object.keys(named)) assert.ok(exists(folder), folder);
});

test("files that the architecture and the guide to additions name exist", () => {
  for (const page of ["docs/architecture.md", "docs/adding.md"])
    for (const [, file] of textOf(page).matchAll(/`((?:[\w-]+\/)+[\w-]+\.(?:js|mjs|cpp|hpp))`/g)) {
      const isNew = snippetsOf(page).some((snippet) => snippet.file === file);
      const places = [file, `web/${file}`, `src/${file}`];
      assert.ok(isNew || places.some(exists), `${page}: ${file}`);
    }
});
