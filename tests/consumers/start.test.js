// `npm start` with everything built.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import http from "node:http";
import { once } from "node:events";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen } from "../../tools/lib/server.mjs";
import { forget } from "../../tools/lib/stamp.mjs";

/** Modification times of the wasm and the bundle. */
const timesOfBuild = () =>
  ["build/wasm/headscope.wasm", "dist/headscope.js"].map((file) => statSync(inRoot(file)).mtimeMs);

test("a second start builds nothing, takes the next free port, and prints the address on its own line", async () => {
  const before = timesOfBuild();
  const busy = http.createServer();
  const port = await listen(busy, 0);
  const child = spawn(process.execPath, [inRoot("tools/start.mjs"), `--port=${port}`], { cwd: inRoot() });
  try {
    let output = "";
    for await (const text of child.stdout.setEncoding("utf8")) {
      output += text;
      if (/^http:.*\n/m.test(output)) break;
    }
    assert.deepEqual(timesOfBuild(), before, "nothing is compiled or bundled again");
    const urls = output.match(/https?:\S+/g) ?? [];
    assert.equal(urls.length, 1, output);
    assert.ok(output.split("\n").includes(urls[0]), output);
    assert.match(output, new RegExp(`Port ${port} is taken, so it is \\d+\\.`));
    const page = await fetch(urls[0]);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /<mha-explainer|page\.js/);
  } finally {
    child.kill();
    await once(child, "close");
    busy.close();
  }
});

/** Starts the page. @param {import("node:test").TestContext} t @returns {Promise<string>} its address, once it is printed */
async function started(t) {
  const child = spawn(process.execPath, [inRoot("tools/start.mjs"), "--port=8700"], { cwd: inRoot() });
  t.after(() => child.kill());
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    output += text;
    const [url] = /^http:\S+/m.exec(output) ?? [];
    if (url) return url;
  }
  throw new Error(output);
}

test("a second start that builds takes no page away from the first", async (t) => {
  const url = await started(t);
  for (const stamp of ["built", "bundled", "described"]) forget(stamp);
  let isBuilding = true;
  const second = started(t).finally(() => (isBuilding = false));
  /** @type {Set<string>} */
  const missed = new Set();
  let rounds = 0;
  for (; isBuilding; rounds++, await sleep(100))
    for (const page of [
      "",
      "docs/",
      "labs/",
      "icon.svg",
      "embed.css",
      "modules/walk-page.js",
      "types/react.d.ts",
    ]) {
      const { status } = await fetch(url + page);
      if (status !== 200) missed.add(`${page}: ${status}`);
    }
  assert.notEqual(await second, url);
  assert.deepEqual([...missed], []);
  assert.ok(rounds > 10, `asked ${rounds} times`);
});

test("an option that does not exist is refused with the usage", async () => {
  const child = spawn(process.execPath, [inRoot("tools/start.mjs"), "--prot=1"], { cwd: inRoot() });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
  const [code] = await once(child, "close");
  assert.equal(code, 1);
  assert.match(output, /--prot.*Usage: npm start/s);
});
