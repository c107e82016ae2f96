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
import { IS_NIGHTLY } from "../browser/support/nightly.js";

/** Modification times of the wasm and the bundle. */
const timesOfBuild = () =>
  ["build/wasm/headscope.wasm", "dist/headscope.js"].map((file) => statSync(inRoot(file)).mtimeMs);

/** What a start builds again. The types are written like the bundle, and take twice as long. */
const STAMPS = ["built", "bundled", ...(IS_NIGHTLY ? ["described"] : [])];

/** Starts the page. @param {import("node:test").TestContext} t @param {number} port @returns {Promise<string>} what it prints up to its address */
async function started(t, port) {
  const child = spawn(process.execPath, [inRoot("tools/start.mjs"), `--port=${port}`], { cwd: inRoot() });
  t.after(() => child.kill());
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    output += text;
    if (/^http:.*\n/m.test(output)) return output;
  }
  throw new Error(output);
}

/** The only address in an output, which has a line of its own. @param {string} output */
function addressIn(output) {
  const urls = output.match(/https?:\S+/g) ?? [];
  assert.equal(urls.length, 1, output);
  assert.ok(output.split("\n").includes(urls[0]), output);
  return urls[0];
}

test("with everything built, a start builds nothing, takes the next free port, and prints the address on its own line; a second that builds takes no page away from it", async (t) => {
  const before = timesOfBuild();
  const busy = http.createServer();
  const port = await listen(busy, 0);
  t.after(() => busy.close());
  const output = await started(t, port);
  assert.deepEqual(timesOfBuild(), before, "nothing is compiled or bundled again");
  const url = addressIn(output);
  assert.match(output, new RegExp(`Port ${port} is taken, so it is \\d+\\.`));
  const shown = await fetch(url);
  assert.equal(shown.status, 200);
  assert.match(await shown.text(), /<mha-explainer|page\.js/);

  for (const stamp of STAMPS) forget(stamp);
  let isBuilding = true;
  const second = started(t, port).finally(() => (isBuilding = false));
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
  assert.notEqual(addressIn(await second), url);
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
