import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { OUTPUTS, SMALL_MODEL, bundlePackage } from "./bundle.mjs";
import { setUpEmscripten } from "./emscripten.mjs";
import { writeFrameworkTypes } from "./framework-types.mjs";
import { preloadModules } from "./module-preloads.mjs";
import { writeNotices } from "./notices.mjs";
import { buildWheel, writeSettings } from "./python-package.mjs";
import { undefinedStyles } from "./undefined-styles.mjs";
import { inRoot } from "./paths.mjs";
import { step } from "./progress.mjs";
import { minifyStyles } from "./styles.mjs";
import { run } from "./run.mjs";
import { ifChanged } from "./stamp.mjs";
import { buildWasm } from "./wasm.mjs";

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

/** Builds everything that is served or published: the wasm, dist/ and build/site/. Skips outputs that are up to date. */
export async function buildAll() {
  await buildWasm();
  mkdirSync(inRoot("dist"), { recursive: true });
  await step("Bundling", async () => {
    await ifChanged("bundled", { inputs: BUNDLED, outputs: OUTPUTS }, bundlePackage);
    cpSync(inRoot("build/wasm/headscope.wasm"), inRoot("dist/headscope.wasm"));
    writeFileSync(inRoot("dist/headscope.css"), undefinedStyles());
    minifyStyles(inRoot("dist/headscope.css"));
    writeNotices((await setUpEmscripten()).root);
    await writeSettings();
    await assembleSite();
  });
  await describePackage();
  await buildWheel();
}

/** The page for iframes, which is also part of the package. */
const FRAME = ["frame.html", "frame.css"];

/** Files of dist/ that the pages load or link to. */
const PUBLISHED = [
  "modules",
  SMALL_MODEL,
  "headscope.wasm",
  "headscope.js",
  "headscope.css",
  "THIRD-PARTY-NOTICES.txt",
];

/** Writes build/site/, ready to be published. */
async function assembleSite() {
  // Imported only now: it needs the built core.
  const { buildSite } = await import("./site.mjs");
  const to = inRoot("build/site");
  await buildSite(to);
  for (const name of FRAME) cpSync(path.join(to, name), inRoot("dist", name));
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
  const outputs = [
    "dist/types/core/index.d.ts",
    "dist/types/react.d.ts",
    "dist/types/elements/index.d.ts",
    "dist/types/elements/learn.d.ts",
    "dist/types/elements/opening.d.ts",
    "dist/types/elements/anywidget.d.ts",
    "dist/types/locale.d.ts",
    "dist/types/models/index.d.ts",
    "dist/types/models/small-model.d.ts",
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
      const globs = ["--globs", "web/elements/*.js", "web/*/elements/*.js"];
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
