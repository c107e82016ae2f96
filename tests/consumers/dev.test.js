// npm run dev: a change of a source reloads the page.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { statSync, utimesSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";

const LIMIT = 120_000; // ms

/** @param {AsyncIterable<Uint8Array>} stream @param {RegExp} wanted @returns {Promise<string>} what matched */
async function read(stream, wanted) {
  let text = "";
  for await (const chunk of stream) {
    text += Buffer.from(chunk).toString();
    const [found] = wanted.exec(text) ?? [];
    if (found) return found;
  }
  throw new Error(`the stream ended without ${wanted}: ${text}`);
}

test("npm run dev reloads the page after a change in web/", { timeout: LIMIT }, async (t) => {
  const dev = spawn(process.execPath, [inRoot("tools/dev.mjs"), "--port=8600"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => dev.kill());
  const url = await read(dev.stdout.iterator({ destroyOnReturn: false }), /http:\S+\//);
  const page = await (await fetch(url)).text();
  assert.match(page, /<script type="module" src="\/~reload\.js">/);
  for (const file of ["modules/walk-page.js", "headscope.wasm", "learn/index.html", "~reload.js"])
    assert.equal((await fetch(url + file)).status, 200, file);
  const { body } = await fetch(`${url}~reload`);
  const reloaded = async (/** @type {string} */ source) => {
    const now = new Date();
    utimesSync(inRoot(source), now, now);
    const told = /** @type {any} */ (body).values({ preventCancel: true });
    assert.equal(await read(told, /data: .*/), "data: reload", source);
  };
  const written = (/** @type {string[]} */ ...names) =>
    names.map((name) => statSync(inRoot("build/dev", name)).mtimeMs);
  const pages = ["index.html", "site.css", "headscope.wasm"];
  const before = written(...pages);
  await reloaded("web/core/index.js");
  assert.deepEqual(written(...pages), before, "a change of a module writes no page again");
  const all = [...pages, "modules/walk-page.js"];
  const later = written(...all);
  await reloaded("web/site/site.css");
  assert.deepEqual(written(...all), later, "what is the same is not written again");
});
