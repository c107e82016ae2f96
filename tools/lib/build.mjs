import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OUTPUTS, SMALL_MODEL, VISION_MODEL, bundlePackage } from "./bundle.mjs";
import { writeFrameworkTypes } from "./framework-types.mjs";
import { preloadModules } from "./module-preloads.mjs";
import { collectNotices } from "./notices.mjs";
import { buildWheel, settingsFile } from "./python-package.mjs";
import { undefinedStyles } from "./undefined-styles.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { minifyStyles } from "./styles.mjs";
import { run } from "./run.mjs";
import { siteAddress } from "./site-address.mjs";
import { STANDALONE_FRAME } from "./standalone-frame.mjs";
import { ifChanged } from "./stamp.mjs";
import { CORE_OUTPUTS, buildWasm, compiledCore } from "./wasm.mjs";
import { writeBeside, writeChanged } from "./write-changed.mjs";

/** Sources of the JavaScript in dist/. */
const BUNDLED = [
  "web",
  "models",
  "build/wasm/inline.js",
  "build/wasm/headscope.mjs",
  "tools/lib/bundle.mjs",
  "package.json",
  "package-lock.json",
];

/** Outputs of describePackage(). */
const TYPES = [
  "dist/types/core/index.d.ts",
  "dist/types/react.d.ts",
  "dist/types/elements/index.d.ts",
  "dist/types/elements/learn.d.ts",
  "dist/types/elements/opening.d.ts",
  "dist/types/elements/anywidget.d.ts",
  "dist/types/locale.d.ts",
  "dist/types/check/index.d.ts",
  "dist/types/embed/oembed.d.ts",
  "dist/types/models/index.d.ts",
  "dist/types/models/small-model.d.ts",
  "dist/types/render/index.d.ts",
  "dist/custom-elements.json",
];

/** What the build reads. Other files at the root, such as a downloaded model, do not count. */
const SOURCES = [
  ...["web", "src", "cmake", "models", "docs", "python", "tools"],
  ...[
    "CMakeLists.txt",
    "CMakePresets.json",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "tsconfig.types.json",
  ],
  ...[
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CITATION.cff",
    "LICENSE",
  ],
];

/** The compiled core: the wasm, and its glue for work on the page without the C++ toolchain. */
const COMPILED = ["headscope.wasm", "headscope.mjs"];

/** Files that show that an output is there. */
const BUILT = [
  ...OUTPUTS,
  ...CORE_OUTPUTS,
  ...TYPES,
  ...COMPILED.map((name) => `dist/${name}`),
  "build/site/index.html",
];

/**
 * Builds everything that is served or published: the wasm, dist/ and build/site/. Skips outputs that are up to date. Servers of dist/ and
 * build/site/ go on meanwhile: files are written beside them and moved in place.
 */
export async function buildAll() {
  const also = [compiledCore(), siteAddress()];
  await ifChanged("built", { inputs: SOURCES, outputs: BUILT, also }, buildPackage);
  await buildWheel();
}

async function buildPackage() {
  await buildWasm();
  await Promise.all([bundleAll(), describePackage()]); // each uses one processor
}

function bundleAll() {
  const dist = inRoot("dist");
  return step("Bundling", async () => {
    const site = siteAddress();
    await ifChanged("bundled", { inputs: BUNDLED, outputs: OUTPUTS, also: site }, () =>
      writeBeside(dist, bundlePackage),
    );
    await writeBeside(dist, async (fresh) => {
      for (const name of COMPILED) cpSync(inRoot("build/wasm", name), path.join(fresh, name));
      writeFileSync(path.join(fresh, "headscope.css"), undefinedStyles());
      minifyStyles(path.join(fresh, "headscope.css"));
      writeFileSync(path.join(fresh, "THIRD-PARTY-NOTICES.txt"), collectNotices());
      writeFileSync(path.join(fresh, "settings.json"), await settingsFile());
    });
    await writeBeside(inRoot("build"), (fresh) => assembleSite(path.join(fresh, "site")));
    for (const name of FRAME) writeChanged(inRoot("build/site", name), path.join(dist, name));
  });
}

/** The page for iframes, which is also part of the package. */
const FRAME = ["frame.html", "frame.css"];

/** Files of dist/ that the pages load or link to. */
const PUBLISHED = [
  "modules",
  SMALL_MODEL,
  VISION_MODEL,
  "headscope.wasm",
  "headscope.js",
  "headscope.css",
  `${STANDALONE_FRAME}.html`,
  "THIRD-PARTY-NOTICES.txt",
];

/** Writes the site, ready to be published. @param {string} to */
async function assembleSite(to) {
  // A dynamic import, because site.mjs loads the compiled core, which must be built first.
  const { buildSite } = await import("./site.mjs");
  await buildSite(to);
  for (const name of PUBLISHED) cpSync(inRoot("dist", name), path.join(to, name), { recursive: true });
  preloadModules(to);
}

/** Type declarations and the custom elements manifest, for editors and documentation. */
async function describePackage() {
  const inputs = [
    "web",
    "tools/lib/manifest.mjs",
    "tools/lib/framework-types.mjs",
    "tools/lib/element-types.mjs",
    "tools/lib/reference.mjs",
    "tsconfig.json",
    "tsconfig.types.json",
    "package-lock.json",
  ];
  await ifChanged("described", { inputs, outputs: TYPES }, () =>
    step("Writing types and the elements' manifest", () =>
      writeBeside(inRoot("dist"), async (fresh) => {
        const types = path.join(fresh, "types");
        await run(inRoot("node_modules/.bin/tsc"), ["-p", "tsconfig.types.json", "--outDir", types], {
          what: "The type declarations could not be written",
        });
        writeFrameworkTypes(types);
        const globs = ["--globs", "web/elements/*.js", "web/*/elements/*.js"];
        const to = path.relative(inRoot(), fresh);
        await run(
          inRoot("node_modules/.bin/cem"),
          [
            "analyze",
            "--config",
            "tools/lib/manifest.mjs",
            "--litelement",
            "--outdir",
            to,
            "--quiet",
            ...globs,
          ],
          { what: "The custom elements manifest could not be written" },
        );
      }),
    ),
  );
}
