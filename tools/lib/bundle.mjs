import { cpSync, readFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { MODEL_FILES } from "../../web/kit/state/default-model.js";
import { ASKED_TRANSLATION, TRANSLATION_FILES } from "../../web/kit/state/translation-model.js";
import { licenceComment } from "./notices.mjs";
import { inRoot } from "./paths.mjs";
import { siteAddress } from "./site-address.mjs";
import { STANDALONE_FRAME, inlineFrameScript } from "./standalone-frame.mjs";
import { UserError } from "./user-error.mjs";
import { LANGUAGES, writeWords } from "./words.mjs";

/** @import { ChunkingContext, InputOptions, OutputOptions, Plugin } from "rolldown" */

const CORE = inRoot("web/core/index.js");

/** Modules of the package, by the names in its exports, and of the hosted pages. */
const MODULES = {
  headscope: "elements/index.js",
  core: "core/index.js",
  opening: "elements/opening-module.js",
  train: "elements/train-module.js",
  learn: "elements/learn-module.js",
  models: "models/index.js",
  "models-element": "elements/models-module.js",
  "small-model": "models/small-model.js",
  check: "check/index.js",
  "walk-page": "site/walk-page.js",
  "heads-page": "site/heads-page.js",
  "train-page": "site/train-page.js",
  "models-page": "site/models-page.js",
  "learn-page": "site/learn-page.js",
  "teach-page": "site/teach-page.js",
  "embed-page": "site/embed-page.js",
  "docs-page": "site/docs-page.js",
  "bugs-page": "site/bugs-page.js",
  "gallery-page": "site/gallery-page.js",
  frame: "site/frame.js",
  failed: "site/failed.js",
  wasm: "site/wasm.js",
};

/** The folder of the small language model, in models/ and in dist/, and its files that are published, the notice of its data among them. */
export const SMALL_MODEL = "headscope-small";
const SMALL_MODEL_FILES = [
  ...["config.json", "model.safetensors", "tokenizer.json", "sentences.txt"],
  ...["README.md", "WordNet.txt"],
];

/** The folder of the small model of pictures, and its files that are published, the licence of its pictures among them. */
export const VISION_MODEL = "headscope-vision";
const VISION_MODEL_FILES = [
  ...["config.json", "model.safetensors", "preprocessor_config.json", "pictures.png"],
  ...["README.md", "Fashion-MNIST.txt"],
];

/** The worker that computes checkpoints: a file that imports no others, since Vite bundles workers as classic scripts by default. */
const WORKER = "models-worker";
const MODELS_WORKER = inRoot("web/models/state/models-worker.js");

/** Files of trained weights beside the modules. */
const WEIGHTS = [...Object.values(MODEL_FILES), TRANSLATION_FILES[ASKED_TRANSLATION.step]];

/** All outputs except shared chunks, from the checkout's root. */
export const OUTPUTS = [
  ...[...Object.keys(MODULES), WORKER, ...LANGUAGES].map((name) => `dist/modules/${name}.js`),
  ...WEIGHTS.map((file) => `dist/modules/${file}`),
  ...["node/svg", "node/headscope", "node/models", "node/small-model", "node/check", `node/${WORKER}`].map(
    (name) => `dist/${name}.js`,
  ),
  ...["headscope", "headscope.iife", "study.iife", "anywidget", "core", "oembed"].map(
    (name) => `dist/${name}.js`,
  ),
  `dist/${STANDALONE_FRAME}.html`,
  ...SMALL_MODEL_FILES.map((name) => `dist/${SMALL_MODEL}/${name}`),
  ...VISION_MODEL_FILES.map((name) => `dist/${VISION_MODEL}/${name}`),
];

/** Lit's browser build reads these two while it loads. Node has neither; importing the package in Node must work. */
const SHIM = `const {
  HTMLElement = class {},
  document = { createTreeWalker() {} },
} = globalThis;`;

/**
 * Writes the package's JavaScript into a folder, which becomes dist/:
 * - dist/modules/: ES modules with shared chunks, and weights of trained models.
 * - dist/node/: pictures without a browser, and the command.
 * - dist/headscope-small/: the small language model, which both folders read.
 * - dist/headscope-vision/: the small model of pictures.
 * - Complete single files for copying, with the wasm inside: dist/headscope.js, headscope.iife.js (a classic script), study.iife.js (the element
 *   that shows a study of many sentences), anywidget.js (for notebooks), core.js (the core alone), oembed.js (answers of an oEmbed provider) and frame-standalone.html (the page for iframes).
 * @param {string} dist
 */
export async function bundlePackage(dist) {
  await bundleModules(path.join(dist, "modules"));
  const node = {
    svg: inRoot("web/render/index.js"),
    headscope: inRoot("web/command/main.js"),
    models: inRoot("web/models/index.js"),
    "small-model": inRoot("web/models/small-model.js"),
    check: inRoot("web/check/index.js"),
    [WORKER]: MODELS_WORKER,
  };
  await bundle(node, { dir: path.join(dist, "node") }, { platform: "node", plugins: [sharedCore] });
  for (const [model, files] of /** @type {const} */ ([
    [SMALL_MODEL, SMALL_MODEL_FILES],
    [VISION_MODEL, VISION_MODEL_FILES],
  ]))
    for (const file of files) cpSync(inRoot("models", model, file), path.join(dist, model, file));
  const single = (
    /** @type {string} */ name,
    /** @type {string} */ file,
    /** @type {OutputOptions} */ format = {},
  ) => bundle({ [name]: inRoot("web", file) }, { dir: dist, codeSplitting: false, ...format });
  await single("headscope", "elements/single-file.js");
  await single("headscope.iife", "elements/single-file.js", { format: "iife", name: "headscope" });
  await single("study.iife", "elements/study.js", { format: "iife", name: "headscopeStudy" });
  await single("anywidget", "notebook/anywidget.js");
  await single("core", "core/index.js");
  await single("oembed", "embed/oembed.js");
  await bundle(
    { [STANDALONE_FRAME]: inRoot("web/site/frame-standalone.js") },
    { dir: dist, codeSplitting: false, format: "iife", name: "headscopeFrame" },
    { plugins: [wordsOfFrame] },
  );
  inlineFrameScript(dist);
}

/** @param {string} dir output folder */
export async function bundleModules(dir) {
  writeWords();
  const input = Object.fromEntries(
    Object.entries(MODULES).map(([name, file]) => [name, inRoot("web", file)]),
  );
  const features = {
    name: chunkOf,
    debugName: "feature",
    tags: INITIAL,
    includeDependenciesRecursively: false,
  };
  await bundle(input, { dir, codeSplitting: { groups: [WORDS, LABS_BELOW, features, SITE] } });
  await bundle({ [WORKER]: MODELS_WORKER }, { dir, codeSplitting: false });
  for (const language of LANGUAGES)
    await bundle({ [language]: inRoot(`build/words/${language}.js`) }, { dir, codeSplitting: false });
  for (const file of WEIGHTS) cpSync(inRoot("models", file), path.join(dir, file));
}

/** Modules that an entry imports statically, directly or not. @type {["$initial"]} */
const INITIAL = ["$initial"];

/** Folders that become one chunk each: the core, kit and every feature. The bundler splits elements and pages by the entries that import them. */
const WHOLE = /\/web\/(core|kit|opening|walk|heads|train|models|embed|learn|teach|check|labs)\//;
/** Small modules of elements that join the chunk of the code that they are about. @type {readonly [RegExp, string][]} */
const JOINED = [
  [
    /\/web\/models\/(elements|draw)\/|\/web\/models\/(words(-pair|-folder)?|state\/(page[\w-]*|pair|views))\.js$/,
    "models-page",
  ],
  [/\/web\/models\/state\/(study[\w-]*|sentences|sentence-facts|measured-sentence)\.js$/, "study"], // loads with the first study
  [/\/node_modules\/fflate\/|\/web\/kit\/state\/npz\.js$/, "zip"], // loads with the first file of arrays
  [/\/web\/elements\/(languages|default-model)\.js$|\/build\/words\/parts\.js$/, "kit"],
  [/\/web\/elements\/(opening|stored-opening)\.js$/, "opening"],
  [
    /\/web\/elements\/(settings\/[\w-]+|animation|explainer|explainer-element|(language|vision)-model|part|pictures|save-menu|with-patches)\.js$/,
    "kit-layer",
  ],
  [/\/web\/elements\/(heads|heads-panels|head-circuits)\.js$/, "heads"],
  [/\/web\/elements\/(hosted|shape-walk|walk-panels)\.js$/, "walk"],
  [/\/web\/elements\/row\.js$|\/web\/row\//, "row"], // the first page shows the row before the walk
  [/\/web\/elements\/train\.js$/, "train"],
  [/\/web\/(teach\/state\/progress-file|site\/progress)\.js$/, "learn"],
  [/\/web\/kit\/draw\/(arcs|plane)\.js$/, "heads"],
  [/\/web\/kit\/elements\/file-card-styles\.js$/, "check"],
  [/\/web\/check\/([\w-]+\/bug[\w-]*|words-bugs)\.js$/, "bugs"],
  [/\/web\/check\/words(-paths)?\.js$/, "check-words"],
  [/\/web\/check\/(state\/(?!starter-file)[\w-]+|words-refusals|report|index)\.js$/, "checker"], // loads with a reader's first file
];

/**
 * The chunk of a module that a page imports statically: one chunk per feature and one for all libraries, so that a first load makes few
 * requests. Kit has two: one that all pages need, and one for the elements of a layer. The bundler splits all other modules by the entries
 * that import them.
 * @param {string} id path of a module @param {ChunkingContext} graph
 */
function chunkOf(id, graph) {
  const [, joined] = JOINED.find(([file]) => file.test(id)) ?? [];
  if (joined) return joined;
  const [, whole] = WHOLE.exec(id) ?? [];
  if (whole === "kit") return neededWithoutLayer(graph).has(id) ? "kit" : "kit-layer";
  return whole ?? (id.includes("/node_modules/") ? "libraries" : null);
}

/** Pages whose first view shows no layer. */
const WITHOUT_LAYER = ["walk", "train", "models"].map((name) => inRoot(`web/site/${name}-page.js`));

/** @type {WeakMap<ChunkingContext, Set<string>>} */
const needed = new WeakMap();

/** Paths of all modules that these pages import statically, directly or not. @param {ChunkingContext} graph */
function neededWithoutLayer(graph) {
  const known = needed.get(graph);
  if (known) return known;
  const found = new Set(WITHOUT_LAYER);
  for (const id of found) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  needed.set(graph, found);
  return found;
}

/** Module of a part of a language, and the copies of tables that it imports. */
const PART = /\/build\/words\/(\w+-[\w-]+)\.js$|\.(\w+)\.js\?([\w-]+)$/;

/** Words: one chunk for each part of a language. */
const WORDS = {
  name: (/** @type {string} */ id) => {
    const parts = PART.exec(id)?.slice(1).filter(Boolean);
    return parts ? `words-${parts.join("-")}` : null;
  },
  debugName: "words",
  includeDependenciesRecursively: false,
};

/** Code shared by pages, besides their elements. */
const SITE = {
  name: "site",
  test: /\/web\/site\/(?!presenter\.js|say-keys\.js)/, // the presenter's bar loads on demand; few pages say keys
  minShareCount: 2,
  includeDependenciesRecursively: false,
};

/** The list of labs below a page's element: what it shows before a lab opens. */
const LABS_BELOW = {
  name: "labs-below",
  test: /\/web\/labs\/(labs-below|lab-list|words)\.js$/,
  includeDependenciesRecursively: false,
};

/** @param {string | null | undefined} id path of a lab's element.js */
const labOf = (id) => path.basename(path.dirname(id ?? ""));

/**
 * dist/node/ imports the core from dist/modules/, so that a program that imports both has one core. So web/core/index.js must export what errors.js does.
 * @type {Plugin}
 */
const sharedCore = {
  name: "shared-core",
  async resolveId(id, importer, options) {
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    const isCore = found && [CORE, inRoot("web/core/errors.js")].includes(found.id);
    return isCore ? { id: "../modules/core.js", external: true } : null;
  },
};

/**
 * Lets a module be imported several times, by a query: each part of a language has a copy of a file of tables, with its own tables only.
 * @type {Plugin}
 */
const copies = {
  name: "copies",
  resolveId(id, importer) {
    return importer && /\.js\?[\w-]+$/.test(id) ? path.join(path.dirname(importer), id) : null;
  },
  load(id) {
    const [file, query] = id.split("?");
    return query && file.endsWith(".js") ? readFileSync(file, "utf8") : null;
  },
};

/** The words of the page for iframes in one file. @type {Plugin} */
const wordsOfFrame = {
  name: "words-of-frame",
  resolveId: (id) => (id === "#words/parts" ? inRoot("build/words/frame-parts.js") : null),
};

/** @param {Record<string, string>} input files by entry name @param {OutputOptions} output @param {InputOptions} [more] */
async function bundle(input, output, more) {
  /** @type {string[]} */
  const warnings = [];
  /** @type {InputOptions} */
  const options = {
    input,
    cwd: inRoot(),
    platform: "browser",
    transform: { target: "es2022", define: { HEADSCOPE_SITE: JSON.stringify(siteAddress()) } },
    preserveEntrySignatures: "allow-extension",
    checks: {
      ineffectiveDynamicImport: false, // a module may be static for one page and dynamic for another
      bundlerTimings: false, // on a loaded machine callbacks are slow, which is no fault of a source
    },
    onLog: (level, { message }) => void (level === "warn" && warnings.push(message)),
    ...more,
    plugins: [copies, more?.plugins],
  };
  try {
    const built = await rolldown(options);
    await built.write({
      format: "es",
      minify: true,
      charset: "ascii", // works in any encoding that a host declares
      banner: ({ isEntry, moduleIds }) => (isEntry ? licenceComment(moduleIds) : ""),
      intro: ({ moduleIds }) => (moduleIds.some((id) => id.includes("lit-html")) ? SHIM : ""),
      chunkFileNames: ({ facadeModuleId, name }) =>
        name === "element" ? `lab-${labOf(facadeModuleId)}-[hash].js` : "[name]-[hash].js",
      hashCharacters: "hex",
      ...output,
    });
    await built.close();
  } catch (error) {
    throw new UserError("The JavaScript could not be bundled.", {
      details: /** @type {Error} */ (error).message,
    });
  }
  if (warnings.length) throw new UserError("The bundler warns.", { details: warnings.join("\n") });
}
