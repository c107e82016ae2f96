import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { OUTPUTS, bundlePackage } from "./bundle.mjs";
import { buildChapters } from "./chapters.mjs";
import { writeFrameworkTypes } from "./framework-types.mjs";
import { writeNotices } from "./notices.mjs";
import { undefinedStyles } from "./undefined-styles.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { ifChanged } from "./stamp.mjs";
import { buildWasm } from "./wasm.mjs";

/** What the JavaScript in dist/ is made from. */
const BUNDLED = [
  "web",
  "build/wasm/inline.js",
  "build/wasm/headscope.mjs",
  "tools/lib/bundle.mjs",
  "package.json",
  "package-lock.json",
];

/** Builds everything that is served or published: the wasm, dist/ and build/site/. Does only what is not done yet. */
export async function buildAll() {
  const emscripten = await buildWasm();
  mkdirSync(inRoot("dist"), { recursive: true });
  await step("Bundling", async () => {
    await ifChanged("bundled", { inputs: BUNDLED, outputs: OUTPUTS }, bundlePackage);
    cpSync(inRoot("build/wasm/headscope.wasm"), inRoot("dist/headscope.wasm"));
    await buildSite();
    writeFileSync(inRoot("dist/headscope.css"), undefinedStyles());
    minifyStyles(inRoot("dist/headscope.css"));
    writeNotices(emscripten.root);
  });
  await describePackage();
}

/**
 * Assembles build/site/, a folder that can be published as it is. Each page's head and header are written once, in parts/; the header
 * marks the page that it stands on. Pages load dist/modules/ and the wasm from beside them.
 */
async function buildSite() {
  const [from, to] = [inRoot("web/site"), inRoot("build/site")];
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, filter: (file) => !/(parts|learn)$|\.js$/.test(file) });
  const part = (/** @type {string} */ name) =>
    readFileSync(path.join(from, "parts", `${name}.html`), "utf8").trim();
  for (const name of readdirSync(to).filter((file) => file.endsWith(".html"))) {
    const link = `<a href="${name === "index.html" ? "./" : name}"`;
    const page = readFileSync(path.join(to, name), "utf8")
      .replace(/<!-- (head|header) -->/g, (_, it) => part(it))
      .replace(new RegExp(`${link}(?=[^>]*data-say)`), `${link} aria-current="page"`);
    writeFileSync(path.join(to, name), page);
  }
  await buildChapters(from, to, part);
  const { questionStyles } = await import("./questions.mjs");
  appendFileSync(path.join(to, "learn.css"), questionStyles());
  for (const name of readdirSync(to).filter((file) => file.endsWith(".css")))
    minifyStyles(path.join(to, name));
  for (const name of FRAME) cpSync(path.join(to, name), inRoot("dist", name));
  for (const name of ["modules", "headscope.wasm"])
    cpSync(inRoot("dist", name), path.join(to, name), { recursive: true });
}

/** @param {string} file */
function minifyStyles(file) {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: "css",
    minify: true,
    target: "chrome123",
  });
  writeFileSync(file, code);
}

/** The page for hosts that take only an iframe is the package's too. */
const FRAME = ["frame.html", "frame.css"];

/** What editors and documentation read: the type declarations and the custom elements manifest. */
async function describePackage() {
  const inputs = [
    "web/core",
    "web/state",
    "web/draw",
    "web/text",
    "web/elements",
    "web/render",
    "tools/lib/manifest.mjs",
    "tools/lib/framework-types.mjs",
    "tools/lib/element-types.mjs",
    "tools/lib/reference.mjs",
    "tsconfig.json",
    "tsconfig.types.json",
    "package-lock.json",
  ];
  const outputs = [
    "dist/types/core/index.d.ts",
    "dist/types/react.d.ts",
    "dist/types/elements/index.d.ts",
    "dist/types/elements/learn.d.ts",
    "dist/types/elements/anywidget.d.ts",
    "dist/types/locale.d.ts",
    "dist/types/render/index.d.ts",
    "dist/custom-elements.json",
  ];
  await ifChanged("described", { inputs, outputs }, () =>
    step("Writing types and the elements' manifest", async () => {
      rmSync(inRoot("dist/types"), { recursive: true, force: true });
      await run(inRoot("node_modules/.bin/tsc"), ["-p", "tsconfig.types.json"], {
        what: "The type declarations could not be written",
      });
      writeFrameworkTypes();
      const globs = ["--globs", "web/elements/**/*.js"];
      await run(
        inRoot("node_modules/.bin/cem"),
        [
          "analyze",
          "--config",
          "tools/lib/manifest.mjs",
          "--litelement",
          "--outdir",
          "dist",
          "--quiet",
          ...globs,
        ],
        {
          what: "The custom elements manifest could not be written",
        },
      );
    }),
  );
}
