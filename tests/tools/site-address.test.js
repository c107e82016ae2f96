// The address of the hosted pages, stated by the environment or package.json; modules to preload, and bundles.
import assert from "node:assert/strict";
import { readFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import test, { afterEach } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { siteAddress } from "../../tools/lib/site-address.mjs";
import { tmpdir } from "node:os";
import path from "node:path";
import { preloadModules } from "../../tools/lib/module-preloads.mjs";
import { randomBytes } from "node:crypto";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { writeInline } from "../../tools/lib/wasm.mjs";

const before = process.env.HEADSCOPE_SITE;

/** @param {string | undefined} address */
function state(address) {
  if (address === undefined) delete process.env.HEADSCOPE_SITE;
  else process.env.HEADSCOPE_SITE = address;
}

afterEach(() => state(before));

test("the environment's address has a slash at its end, and an empty one is none", () => {
  for (const [given, expected] of [
    ["https://example.org/headscope", "https://example.org/headscope/"],
    ["https://example.org/headscope/", "https://example.org/headscope/"],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
    ["", ""],
  ]) {
    state(given);
    assert.equal(siteAddress(), expected);
  }
});

test("without the environment's address, homepage of package.json is taken", () => {
  state(undefined);
  const { homepage = "" } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  assert.equal(siteAddress(), homepage.replace(/([^/])$/, "$1/"));
});

test("an invalid address is refused, with one that would work", () => {
  for (const given of [
    "example.org",
    "ftp://example.org/",
    "https://example.org/?a=1",
    "https://example.org/#a",
  ]) {
    state(given);
    assert.throws(siteAddress, (/** @type {any} */ error) => {
      assert.match(error.message, new RegExp(given.replace(/[?]/g, "\\?")));
      assert.match(error.details, /such as https:\/\/example\.org\/headscope\//);
      return true;
    });
  }
});

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

test("the inlined module contains the file to the byte", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "headscope-inline-"));
  try {
    const [from, to] = ["a.wasm", "a.mjs"].map((name) => path.join(folder, name));
    for (const bytes of [Buffer.of(7), Buffer.alloc(70_000, 1), randomBytes(300_000)]) {
      writeFileSync(from, bytes);
      writeInline(from, to);
      const { default: base64 } = await import(`${pathToFileURL(to).href}?${bytes.length}`);
      assert.ok(inflateSync(Buffer.from(base64, "base64")).equals(bytes));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
