// Follows docs/adding.md: applies its blocks to a copy of the checkout, builds the copy, and uses the additions.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import test, { before } from "node:test";
import { pathToFileURL } from "node:url";
import { setUpCatch2 } from "../../tools/lib/catch2.mjs";
import { findEigen } from "../../tools/lib/cmake.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { run } from "../../tools/lib/run.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { drawn, ready } from "../browser/support/explainer.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { openFor, serveFor } from "./support/installed.js";
import { build, checkConsumer } from "./support/library.js";
import { html } from "./support/pages.js";
import { nameOf, snippetsOf } from "./support/snippets.js";
import { TSC, typeErrors } from "./support/types.js";

/** @typedef {import("./support/snippets.js").Snippet} Snippet */

const TREE = inRoot("build/adding/tree");
const COPIED = [
  "CMakeLists.txt",
  "LICENSE",
  "cmake",
  "docs",
  "package.json",
  "src",
  "tests",
  "tools",
  "tsconfig.json",
  "models",
  "web",
];
const COPIED_BUILD = ["headscope.mjs", "inline.js", "headscope.wasm"].map((name) => `build/wasm/${name}`);
const inTree = (/** @type {string[]} */ ...names) => path.join(TREE, ...names);

before(() => {
  rmSync(TREE, { recursive: true, force: true });
  for (const name of [...COPIED, ...COPIED_BUILD]) {
    mkdirSync(path.dirname(inTree(name)), { recursive: true });
    const filter = (/** @type {string} */ from) => !/node_modules$|hosts\/build$/.test(from);
    cpSync(inRoot(name), inTree(name), { recursive: true, filter });
  }
  symlinkSync(inRoot("node_modules"), inTree("node_modules"));
  for (const snippet of snippetsOf("docs/adding.md").filter(({ file }) => file)) apply(snippet);
});

/** Creates or changes the file of a block. @param {Snippet} snippet */
function apply(snippet) {
  const file = inTree(snippet.file);
  if (snippet.lang !== "diff") {
    assert.ok(!existsSync(file), `${nameOf(snippet)}: ${snippet.file} exists already`);
    mkdirSync(path.dirname(file), { recursive: true });
    return writeFileSync(file, snippet.text);
  }
  const lines = readFileSync(file, "utf8").split("\n");
  const marked = snippet.text.trimEnd().split("\n");
  const texts = (/** @type {string} */ marks) =>
    marked.filter((line) => marks.includes(line[0] ?? " ")).map((line) => line.slice(1));
  const [old, next] = [texts(" -"), texts(" +")];
  const fits = (/** @type {string} */ line, /** @type {string} */ text) =>
    text.endsWith("…") ? line?.startsWith(text.slice(0, -1)) : line === text;
  const places = lines.flatMap((_, at) => (old.every((text, i) => fits(lines[at + i], text)) ? [at] : []));
  assert.equal(
    places.length,
    1,
    `${nameOf(snippet)}: its old lines occur ${places.length} times in ${snippet.file}`,
  );
  const [at] = places;
  const [cut] = old.filter((text) => text.endsWith("…"));
  const rest = cut ? lines[at + old.indexOf(cut)].slice(cut.length - 1) : "";
  const written = next.map((text) => (text.endsWith("…") ? text.slice(0, -1) + rest : text));
  lines.splice(at, old.length, ...written);
  writeFileSync(file, lines.join("\n"));
}

/** The C++ library of the copy, as part of another project's build. */
const BUILD = inRoot("build/adding/consumer");

// Only at night: compiling the core takes longer than all other tests of this file.
if (IS_NIGHTLY) {
  test("the library works from its sources, by add_subdirectory", async () => {
    const eigen = findEigen();
    await build(inTree("tests/consumers/library"), BUILD, [
      ...["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS=-O0 -g0", "-DCMAKE_UNITY_BUILD=ON"],
      ...[`-DHEADSCOPE=${TREE}`, ...(eigen ? [`-DEigen3_DIR=${eigen}`] : [])],
    ]);
    await checkConsumer(BUILD);
  });

  test("the operation passes its test, and a layer with the step computes it, forward and back", async () => {
    const { Catch2_DIR } = await setUpCatch2();
    const library = path.join(BUILD, "headscope");
    writeFileSync(inTree("tests/native/step_test.cpp"), STEP_TEST);
    const prefix = path.join(Catch2_DIR, "../../..");
    const program = path.join(BUILD, "added_tests");
    const sources = ["square", "step"].map((name) => inTree("tests/native", `${name}_test.cpp`));
    await run("c++", [
      ...["-std=c++20", "-O0", ...sources, "-o", program],
      ...["-I", path.join(library, "headers"), "-isystem", path.join(prefix, "include")],
      ...[
        path.join(library, "libheadscope_core.a"),
        "-L",
        path.join(prefix, "lib"),
        "-lCatch2Main",
        "-lCatch2",
      ],
    ]);
    const output = await run(program, []);
    assert.match(output, /All tests passed \(\d+ assertions in 2 test cases\)/);
  });
}

const STEP_TEST = `
#include <catch2/catch_test_macros.hpp>
#include <headscope/attention.hpp>
#include <headscope/backward.hpp>
#include <headscope/embedding.hpp>
#include <headscope/weights.hpp>

using namespace mha;

TEST_CASE("a layer squares its scores between scale and softmax") {
  const Config config = resolve({.d_model = 8, .num_heads = 2, .square_scores = true});
  const Layer layer{config, Weights::random(config, 1)};
  const ForwardArgs args{.query = embed({"a", "b", "c"}, 8, 1)};
  const Run run = forward(layer, args);
  const Tensor &scaled = run.tensor("scaled"), &squared = run.tensor("squared");
  for (Index i = 0; i < squared.elements(); ++i)
    CHECK(squared.values()[static_cast<std::size_t>(i)] == scaled.values()[static_cast<std::size_t>(i)] * scaled.values()[static_cast<std::size_t>(i)]);
  CHECK(run.find("squared")->flops == squared.elements());
  CHECK(backward(run, run.output).query.sizes() == args.query.sizes());
  ForwardArgs fast = args;
  fast.trace = false;
  CHECK(forward(layer, fast).output.values()[0] == run.output.values()[0]);
}
`;

/** Imports a module of the copy. @param {string} file @returns {Promise<any>} */
const fromTree = (file) => import(pathToFileURL(inTree(file)).href);

test("the setting's row gives its attribute, its default, the core's option, its words and its entry in the reference", async () => {
  const { DEFAULTS, optionsOf } = await fromTree("web/kit/state/settings.js");
  assert.equal(DEFAULTS.squareScores, false);
  const options = optionsOf({ tokens: ["a"], ...DEFAULTS, squareScores: true }, "layer");
  assert.equal(options.squareScores, true);
  const { referencePage } = await fromTree("tools/lib/reference-page.mjs");
  assert.match(
    referencePage(),
    /\| `square-scores` \| `boolean` \| `false` \| Squares the scores after scaling\. \|/,
  );
});

test("a checkpoint of the family is read and run", async () => {
  const config = {
    ...{
      model_type: "seed_oss",
      hidden_size: 32,
      intermediate_size: 64,
      vocab_size: 50,
      head_dim: 12,
    },
    ...{ num_attention_heads: 4, num_key_value_heads: 2, num_hidden_layers: 2 },
  };
  const { randomCheckpoint } = await fromTree("tests/bench/random-checkpoint.js");
  const { openCheckpoint } = await fromTree("web/models/index.js");
  const model = await openCheckpoint({
    "config.json": new TextEncoder().encode(JSON.stringify(config)),
    "model.safetensors": new Uint8Array(Buffer.concat([...randomCheckpoint(config, "F32").parts])),
  });
  assert.equal(model.info.family, "seed_oss");
  const run = await model.run({ ids: [1, 2, 3, 4, 5, 6] });
  const { data, shape } = run.attention(1);
  assert.deepEqual(shape, [4, 6, 6]);
  const { weights } = await run.parts(1);
  assert.deepEqual(weights.bQ.shape, [48]);
  const lastRow = data.subarray(30, 36);
  assert.ok(Math.abs(lastRow.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) - 1) < 1e-5);
  run.dispose();
  model.dispose();
});

test("the step has words and a line in the program", async () => {
  const { wordsOf } = await fromTree("web/kit/text/steps.js");
  assert.equal(wordsOf({ id: "squared", op: "square" }).title, "Square the scores");
  const { PYTORCH } = await fromTree("web/kit/text/code/pytorch.js");
  assert.match(PYTORCH.template, /scores \*\* 2 +~ squared/);
});

test("the additions pass the tests of folders, types and languages", async () => {
  await run(process.execPath, ["--test", inTree("tests/tools/rooms.test.js")], {
    env: { NODE_TEST_CONTEXT: undefined },
  });
  const changed = [
    "web/labs/received/element.js",
    "web/labs/received/words.fr.js",
    "web/labs/received/words.zh.js",
    "web/kit/text/page.de.js",
  ];
  const config = { extends: "./tsconfig.json", include: changed, files: changed };
  writeFileSync(inTree("tsconfig.added.json"), JSON.stringify(config));
  const isOurs = (/** @type {string} */ file) => file.startsWith(`${inTree("web")}/`);
  assert.equal(await typeErrors(TSC, inTree("tsconfig.added.json"), isOurs), "");
});

test("the lab works in three languages, and the new language is used", async (t) => {
  const site = inRoot("build/adding/site");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  const { LAB_MOTIFS } = await fromTree("tools/lib/motifs/labs.mjs");
  assert.ok(LAB_MOTIFS.received);
  const { bundleModules } = await fromTree("tools/lib/bundle.mjs");
  await bundleModules(path.join(site, "modules"));
  const of = (/** @type {string} */ lang) =>
    `<section lang="${lang}"><mha-lab kind="received" tokens="a b c" heads="2" d-model="16" loading="eager"></mha-lab></section>`;
  const page = html(
    `<script type="module" src="modules/headscope.js"></script>${["en", "fr", "zh"].map(of).join("")}
    <section lang="de"><mha-explainer tokens="a b c" heads="2" d-model="16" loading="eager"></mha-explainer></section>`,
  );
  writeFileSync(path.join(site, "index.html"), page);
  writeFileSync(path.join(site, "favicon.ico"), "");
  const chromium = await launchChromium();
  t.after(() => chromium.close());
  const { page: opened, seen } = await openFor(t, chromium, await serveFor(t, [site]), { bypassCSP: true });
  for (const [lang, question] of [
    ["en", "Which word receives most attention?"],
    ["fr", "Quel mot reçoit le plus d’attention ?"],
    ["zh", "哪个词得到的注意力最多？"],
  ]) {
    const lab = opened.locator(`section[lang=${lang}] mha-lab`);
    await lab.getByRole("heading", { name: question }).waitFor();
    await lab.locator("mha-figure canvas").waitFor();
    const csv = await lab.evaluate((it) => /** @type {any} */ (it).toCSV());
    const sums = csv
      .trim()
      .split("\n")
      .slice(1)
      .map((/** @type {string} */ line) => Number(line.split(",")[1]));
    assert.equal(sums.length, 3);
    const all = sums.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
    assert.ok(Math.abs(all - 3) < 1e-3, `three queries give 3 in all, not ${all}`);
  }
  await ready(opened, "section[lang=de] mha-explainer");
  await opened.locator("section[lang=de]").getByRole("heading", { name: "In Köpfe drehen" }).waitFor();
  await opened.locator("section[lang=de]").getByRole("button", { name: "Ändern" }).waitFor();
  await drawn(opened);
  seen.assertQuiet();
  const { messageText } = await fromTree("web/kit/text/words.js");
  const { default: locale } = await fromTree("build/words/de.js");
  const parameters = { d_model: 10, num_heads: 4, widths: "8, 12", heads: "2, 5" };
  assert.equal(
    messageText({ id: "heads_do_not_divide", parameters, message: "" }, { locale }),
    "d_model 10 ist nicht durch num_heads 4 teilbar (nächste d_model: 8, 12; nächste num_heads: 2, 5)",
  );
});
