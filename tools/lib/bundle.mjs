import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { minifyHTMLLiterals } from "minify-literals";
import { rollup } from "rollup";
import { minify } from "terser";
import { inRoot } from "./paths.mjs";
import { Trouble } from "./trouble.mjs";
import { inTwoFiles } from "./two-files.mjs";

/** @import { OutputOptions, Plugin, RollupOutput } from "rollup" */

const WASM = inRoot("build/wasm/inline_view.js");
const ELEMENTS = inRoot("web/elements/index.js");
const CORE = inRoot("web/core/index.js");
/** What core.js gives. */
const SHARED = [CORE, inRoot("web/core/errors.js")];
const VIEWS_CORE = inRoot("web/core/core.js");
const EVERY_PAGE = inRoot("web/site/site.js");
const HOSTED = inRoot("web/elements/hosted.js");
const UNTRAINED = inRoot("web/state/untrained.js");
const NO_LABS = inRoot("web/elements/no-lab.js");
/** In the one file of the elements. @type {Record<string, string>} */
const INSTEAD = {
  "#wasm-inline": WASM,
  "./whole-core.js": VIEWS_CORE,
  "./learned.js": UNTRAINED,
  "./trained.js": UNTRAINED,
  "./lab.js": NO_LABS,
};
const ENGLISH = inRoot("web/text/english-only.js");

/** In the second of two files for copying: what is opened by a press, and what is asked of heads beyond how they attend. */
const LATER = [
  ...["numpy", "einops", "cpp", "pytorch"].map((language) => `text/code/${language}.js`),
  ...[
    "code",
    "code-lines",
    "code-out",
    "origin",
    "cost-meter",
    "saturation",
    "making",
    "compare",
    "fault",
    "paper",
    "reach",
  ].map((panel) => `elements/walk/${panel}.js`),
  ...["adds", "cut", "removal", "measured", "alike", "picked"].map((panel) => `elements/heads/${panel}.js`),
  "elements/base/exports.js",
  "elements/base/as-table.js",
  "elements/base/note.js",
  "elements/base/save-menu.js",
  "elements/base/own-looks.js",
  "elements/base/titles.js",
  ...["arcs", "biased", "products", "plane", "flight"].map((picture) => `draw/${picture}.js`),
  "draw/tape-copy.js",
  "draw/views/compare.js",
  "state/batch.js",
  "state/compare.js",
].map((module) => inRoot("web", module));
const WALK_PAGE = inRoot("web/site/walk-page.js");
const HEADS_PAGE = inRoot("web/site/heads-page.js");
const FRAME = inRoot("web/site/frame.js");
const TRAIN = inRoot("web/elements/train.js");
const TRAIN_PAGE = inRoot("web/site/train-page.js");
const LEARN = inRoot("web/elements/learn.js");
const LEARN_PAGE = inRoot("web/site/learn-page.js");
const EMBED_PAGE = inRoot("web/site/embed-page.js");
const ANYWIDGET = inRoot("web/elements/anywidget.js");
const RENDER = inRoot("web/render/index.js");
const COMMAND = inRoot("web/command/main.js");

/** All of each, as the package exports it; the pages load their parts. */
const LANGUAGES = { zh: inRoot("web/text/zh/whole.js"), fr: inRoot("web/text/fr/whole.js") };

/** What every page says. A file's name has no hash where a first load names it. */
const LANGUAGE_PAGES = {
  "zh-page": inRoot("web/text/zh/index.js"),
  "fr-page": inRoot("web/text/fr/index.js"),
};

/** Lit's browser build names these two as it loads. Node has neither, and importing the package there has to be harmless. */
const SHIM = `const {
  HTMLElement = class {},
  document = { createTreeWalker() {} },
} = globalThis;`;

/**
 * The package, the wasm inlined in all of it. dist/modules/ is what its exports name: modules that share chunks, of which a page loads
 * what it shows; those of the hosted pages are among them. dist/node/ is what draws without a browser, and the package's command. For
 * copying: dist/headscope.js (the elements and the core) with dist/headscope-more.js beside it, dist/headscope.iife.js (both, as a
 * classic script), dist/anywidget.js (both, for notebooks), dist/train.js (the one that trains) and dist/core.js (the core alone).
 */
export async function bundlePackage() {
  rmSync(inRoot("dist/modules"), { recursive: true, force: true });
  await bundle(
    {
      headscope: ELEMENTS,
      core: CORE,
      train: TRAIN,
      "walk-page": WALK_PAGE,
      "heads-page": HEADS_PAGE,
      "train-page": TRAIN_PAGE,
      learn: LEARN,
      "learn-page": LEARN_PAGE,
      "embed-page": EMBED_PAGE,
      frame: FRAME,
      ...LANGUAGES,
      ...LANGUAGE_PAGES,
    },
    { dir: "dist/modules", chunkFileNames: "[name]-[hash].js", manualChunks: together },
  );
  rmSync(inRoot("dist/node"), { recursive: true, force: true });
  await bundle(
    { svg: RENDER, headscope: COMMAND },
    { dir: "dist/node", chunkFileNames: "[name]-[hash].js" },
    [coreBeside],
  );
  await bundleIntoTwo();
  await bundleIntoOne({ "headscope.iife": ELEMENTS }, { format: "iife", name: "headscope" });
  await bundleIntoOne({ anywidget: ANYWIDGET });
  await bundleIntoOne({ train: TRAIN });
  await bundleIntoOne({ core: CORE });
}

/**
 * What a hosted page shows at first is one module, the core another, what stands around all pages a third, and each part of a language one: many
 * small ones compress worse.
 * @param {string} id @param {import("rollup").ManualChunkMeta} meta
 */
function together(id, meta) {
  const [, language, part] = /\/web\/text\/(zh|fr)\/(?:(train|labs|learn)\b)?/.exec(id) ?? [];
  if (language) return Object.values(LANGUAGES).includes(id) ? null : `${language}-${part ?? "page"}`;
  if (needed(CORE, meta).has(id)) return "attention";
  if (needed(HOSTED, meta).has(id)) return "first";
  return needed(EVERY_PAGE, meta).has(id) ? "site" : null;
}

/** All that a module imports, and what that imports. @param {string} id @param {import("rollup").ManualChunkMeta} meta @param {Set<string>} [found] */
function needed(id, meta, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const other of meta.getModuleInfo(id)?.importedIds ?? []) needed(other, meta, found);
  return found;
}

/** What an element shows before anything is pressed, and wrong paths, is in the first of two files for copying; the rest of what is imported dynamically in the second. */
async function bundleIntoTwo() {
  const arranged = (/** @type {readonly string[]} */ ids) => [importedFirst(likeByLike(ids))];
  const generateParts = (
    /** @type {any} */ input,
    /** @type {any} */ options,
    /** @type {Plugin[]} */ plugins,
  ) => generate(input, options, [onlyEnglish, onlyOneWasm, ...plugins]);
  const files = await inTwoFiles(generateParts, ELEMENTS, LATER, arranged).catch(failed);
  for (const [name, code] of Object.entries(files)) await write(`dist/${name}`, code);
}

/** @param {Record<string, string>} input @param {OutputOptions} [format] of a classic script */
async function bundleIntoOne(input, format = {}) {
  const options = { dir: "dist", inlineDynamicImports: true, ...format };
  const isElements = ["headscope", "headscope.iife", "anywidget"].some((name) => name in input);
  const parts = [onlyEnglish, ...(isElements ? [onlyOneWasm] : [])];
  const [{ moduleIds }] = await generate(input, options, parts).catch(failed);
  await bundle(input, options, [...parts, importedFirst(likeByLike(moduleIds))]);
}

/**
 * One file of the elements has one wasm, and of the core what goes with it: what they ask for. Who asks for more, for a layer that is
 * trained, or for labs, imports the modules.
 * @type {Plugin}
 */
const onlyOneWasm = {
  name: "only-one-wasm",
  resolveId: (id) => INSTEAD[id] ?? null,
};

/**
 * One file speaks English, and what its page adds to it.
 * @type {Plugin}
 */
const onlyEnglish = {
  name: "only-english",
  resolveId: (id) => (id === "./foreign.js" ? ENGLISH : null),
};

/**
 * What Node runs has the core of the modules, so that who imports both has one.
 * @type {Plugin}
 */
const coreBeside = {
  name: "core-beside",
  async resolveId(id, importer, options) {
    const found = await this.resolve(id, importer, { ...options, skipSelf: true });
    return found && SHARED.includes(found.id) ? { id: "../modules/core.js", external: "relative" } : null;
  },
};

/**
 * An order of our modules that compresses 5 KB better: gzip looks back 32 KB, so what is alike has to stand close together, and the
 * wasm, which is like nothing, before all of it.
 * @param {readonly string[]} ids
 */
function likeByLike(ids) {
  const rooms = [
    WASM,
    ...[
      "text",
      "core",
      "state",
      "draw",
      "elements/settings",
      "elements/base",
      "elements/walk",
      "elements/heads",
      "elements/train",
    ].map((room) => inRoot("web", room, "/")),
  ];
  return rooms.flatMap((room) => ids.filter((id) => id.startsWith(room)).sort());
}

/** @param {string[]} ids of modules that the entry is to import before all others @returns {Plugin} */
function importedFirst(ids) {
  return {
    name: "imported-first",
    transform(code, id) {
      if (id !== ELEMENTS && !this.getModuleInfo(id)?.isEntry) return null;
      if (id.startsWith("\0")) return null;
      const others = ids.filter((other) => other !== id);
      return others.map((other) => `import ${JSON.stringify(other)};\n`).join("") + code;
    },
  };
}

/**
 * Templates and styles without what they are read by: 1.6 KB. terser leaves what stands in them as it is. Styles that are put together from
 * other strings are left alone: there the library cannot know what it reads.
 * @type {Plugin}
 */
const smallTemplates = {
  name: "small-templates",
  async transform(code, fileName) {
    if (code.includes("unsafeCSS")) return null;
    const small = await minifyHTMLLiterals(code, { fileName, minifyOptions: MARKUP });
    return small && { code: small.code };
  },
};

/** Between what stands in one line, white space is one space. */
const MARKUP = { caseSensitive: true, collapseWhitespace: true, conservativeCollapse: true, minifyCSS: true };

/** @param {Record<string, string>} input @param {OutputOptions & { dir: string }} options @param {Plugin[]} [plugins] */
async function bundle(input, options, plugins) {
  const output = await generate(input, options, plugins).catch(failed);
  for (const each of output)
    if (each.type === "chunk") await write(path.join(options.dir, each.fileName), each.code);
}

/** @param {Record<string, string>} input @param {OutputOptions} options @param {Plugin[]} [plugins] @returns {Promise<RollupOutput["output"]>} */
async function generate(input, options, plugins = []) {
  /** @type {string[]} */
  const warnings = [];
  const onwarn = (/** @type {{ message: string }} */ { message }) => void warnings.push(message);
  const bundled = await rollup({ input, plugins: [nodeResolve(), smallTemplates, ...plugins], onwarn });
  const intro = (/** @type {{ moduleIds: string[] }} */ { moduleIds }) =>
    moduleIds.some((id) => id.includes("lit-html")) ? SHIM : "";
  const { output } = await bundled.generate({
    format: "es",
    generatedCode: { preset: "es2015", symbols: false },
    freeze: false,
    intro,
    ...options,
  });
  await bundled.close();
  if (warnings.length) throw new Error(`The bundler warns:\n${warnings.join("\n")}`);
  return output;
}

/** terser's, since it travels: 3 KB smaller than other minifiers'. @param {string} file @param {string} code */
async function write(file, code) {
  const isSmall = path.dirname(file) !== "dist";
  const { code: small = "" } = await minify(code, {
    module: true,
    ecma: 2020,
    format: { ascii_only: true }, // read right whatever a host says it is encoded in
    compress: {
      passes: 3,
      lhs_constants: false,
      unsafe_arrows: true,
      arguments: true,
      keep_fargs: false,
      // Of functions that are called once one large file is smaller without them inlined, and small ones with.
      reduce_funcs: isSmall,
      hoist_funs: isSmall, // and beside one another they compress better there
    },
  });
  mkdirSync(path.dirname(inRoot(file)), { recursive: true });
  writeFileSync(inRoot(file), small);
}

/** @param {import("rollup").RollupError} error @returns {never} */
function failed(error) {
  const details = [error.message, error.id, error.frame].filter(Boolean).join("\n");
  throw new Trouble("The JavaScript could not be bundled.", { details });
}
