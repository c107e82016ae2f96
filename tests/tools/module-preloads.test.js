// Pages link to all modules that their scripts import statically.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { preloadModules } from "../../tools/lib/module-preloads.mjs";

test("each static import is linked once, by a path relative to the page and with the priority of its script; dynamic imports only where linked.js makes preloads of them", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-preloads-"));
  const put = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const linked = (/** @type {string} */ file) =>
    Array.from(
      readFileSync(path.join(folder, file), "utf8").matchAll(
        /<(?:link rel="(later-)?modulepreload" href|script .*src)="(.*?)"( fetchpriority="low")?/g,
      ),
      ([, later = "", address, more = ""]) => later + address + more,
    );
  try {
    put("modules/wasm.js", `import("./core.js");`);
    put("modules/page.js", `import{a}from"./kit.js";import"./core.js";a(()=>import("./later.js"));`);
    put(
      "modules/kit.js",
      `import{b}from'./core.js';export*from"./libraries.js";export const a=b;"import './text.js'";`,
    );
    put("modules/core.js", `export{b}from"./libraries.js";`);
    put("modules/libraries.js", `export const b=1;`);
    put("modules/later.js", `import"./core.js";import"./walk.js";import("./never.js");`);
    put("modules/walk.js", `export const c=1;`);
    const scripts = (/** @type {string} */ above) =>
      ["wasm", "page"]
        .map((name) => `<script type="module" src="${above}modules/${name}.js"></script>\n`)
        .join("");
    put("index.html", scripts(""));
    put("learn/rows.html", scripts("../").replaceAll('"module"', '"module" fetchpriority="low"'));
    put("walk.html", `  <script src="linked.js"></script>\n${scripts("")}`);
    preloadModules(folder);
    const names = ["wasm", "kit", "core", "libraries", "page"].map((name) => `modules/${name}.js`);
    assert.deepEqual(linked("index.html"), names);
    assert.deepEqual(
      linked("learn/rows.html"),
      names.map((name) => `../${name}${/wasm|page/.test(name) ? "" : ' fetchpriority="low"'}`),
    );
    const later = ["later", "walk"].map((name) => `later-modules/${name}.js`);
    assert.deepEqual(linked("walk.html"), [...later, "linked.js", ...names]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
