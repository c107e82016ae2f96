import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { until } from "../browser/support/until.js";
import { filePath, listen, serve } from "../../tools/lib/server.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "headscope-server-"));
const server = serve([path.join(folder, "first"), path.join(folder, "second")]);
let port = 0;

before(async () => {
  for (const name of ["first", "second/sub"]) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, "secret.txt"), "secret");
  writeFileSync(path.join(folder, "first/index.html"), "<p>first</p>");
  writeFileSync(path.join(folder, "second/index.html"), "<p>second</p>");
  for (const name of ["modules", "docs"]) mkdirSync(path.join(folder, "second", name));
  for (const name of ["models.html", "modules/models-worker.js", "docs/models.html", "frame-standalone.html"])
    writeFileSync(path.join(folder, "second", name), "0");
  for (const name of ["a.js", "a.css", "a.wasm", "a.json", "a.svg", "empty.txt", "sub/b.mjs"]) {
    writeFileSync(path.join(folder, "second", name), name === "empty.txt" ? "" : "0");
  }
  port = await listen(server, 0);
});

after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Sends a request with the exact path, which fetch would normalise.
 * @param {string} target
 * @param {string} [method]
 * @returns {Promise<{ status: number | undefined, headers: import("node:http").IncomingHttpHeaders, body: string }>}
 */
function ask(target, method = "GET") {
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path: target, method }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on("error", reject).end();
  });
}

test("every response has the documented policy and is not cached", async () => {
  for (const target of ["/", "/a.js", "/none.js", "/%2e%2e/secret.txt"]) {
    const { headers } = await ask(target);
    assert.equal(
      headers["content-security-policy"],
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:",
    );
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers.etag, undefined);
    assert.equal(headers["last-modified"], undefined);
  }
});

test("the page Models and its worker alone may ask the hub", async () => {
  const hub = "connect-src 'self' https://huggingface.co https://*.hf.co;";
  for (const [target, isAllowed] of /** @type {const} */ ([
    ["/models.html?text=cat", true],
    ["/modules/models-worker.js", true],
    ["/index.html", false],
    ["/a.js", false],
    ["/docs/models.html", false],
  ])) {
    const policy = String((await ask(target)).headers["content-security-policy"]);
    assert.equal(policy.includes(hub), isAllowed, target);
    assert.equal(policy.includes("connect-src 'self';"), !isAllowed, target);
  }
});

test("the page for iframes in a single file may run its own script", async () => {
  const policy = String((await ask("/frame-standalone.html")).headers["content-security-policy"]);
  assert.match(policy, /script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline';/);
});

test("files have the media types that browsers require", async () => {
  const types = {
    "/": "text/html; charset=utf-8",
    "/a.js": "text/javascript; charset=utf-8",
    "/sub/b.mjs": "text/javascript; charset=utf-8",
    "/a.css": "text/css; charset=utf-8",
    "/a.wasm": "application/wasm",
    "/a.json": "application/json; charset=utf-8",
    "/a.svg": "image/svg+xml",
  };
  for (const [target, type] of Object.entries(types)) {
    const { status, headers } = await ask(target);
    assert.deepEqual([target, status, headers["content-type"]], [target, 200, type]);
  }
});

test("the first folder that contains a file serves it, with any query", async () => {
  assert.equal((await ask("/index.html?step=q_heads")).body, "<p>first</p>");
  assert.equal((await ask("/a.js")).body, "0");
  const { status, body } = await ask("/empty.txt");
  assert.deepEqual([status, body], [200, ""]);
});

test("files outside the folders are not served", async () => {
  const ways = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/sub/../../secret.txt",
    "/..%2fsecret.txt",
    "/..\\secret.txt",
  ];
  for (const target of [...ways, "/%00", "/%"]) {
    const { status, body } = await ask(target);
    assert.deepEqual([target, status], [target, 400]);
    assert.doesNotMatch(body, /secret/);
  }
  assert.equal((await ask("/sub")).status, 404);
  assert.equal((await ask("/none.js")).status, 404);
});

test("a range of a file is answered with these bytes; one that is not in it, with the whole file", async () => {
  const page = "<p>second</p>";
  const asked = async (/** @type {string} */ range) => {
    const response = await fetch(`http://127.0.0.1:${port}/sub/page.txt`, { headers: { Range: range } });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  writeFileSync(path.join(folder, "second/sub/page.txt"), page);
  assert.deepEqual(await asked("bytes=3-8"), [206, "bytes 3-8/13", "second"]);
  assert.deepEqual(await asked("bytes=9-"), [206, "bytes 9-12/13", "</p>"]);
  assert.deepEqual(await asked("bytes=9-99"), [206, "bytes 9-12/13", "</p>"]);
  for (const range of ["bytes=13-20", "bytes=-4", "bytes=5-3", "lines=1-2"])
    assert.deepEqual(await asked(range), [200, null, page], range);
});

test("only GET and HEAD are answered", async () => {
  const { status, headers, body } = await ask("/a.js", "HEAD");
  assert.deepEqual([status, headers["content-length"], body], [200, "1", ""]);
  assert.equal((await ask("/a.js", "POST")).status, 405);
});

test("a path is decoded once", () => {
  assert.equal(filePath("/a%20b.txt"), "a b.txt");
  assert.equal(filePath("/%252e%252e/x"), "%2e%2e/x");
  assert.equal(filePath("/sub/"), "sub/index.html");
});

test("a busy port moves on to the next", async () => {
  const other = serve([folder]);
  try {
    const got = await listen(other, port);
    assert.ok(got > port && got < port + 50, `${got} after ${port}`);
  } finally {
    other.close();
  }
});

test(
  "a client that disconnects during a file leaves no file open",
  { skip: !existsSync("/proc/self/fd") },
  async () => {
    const large = path.join(folder, "second/large.wasm");
    writeFileSync(large, Buffer.alloc(2 ** 25));
    await new Promise((resolve) => {
      const request = http.get({ host: "127.0.0.1", port, path: "/large.wasm" }, (response) => {
        response.once("data", () => request.destroy()).once("close", resolve);
        response.on("error", () => {});
      });
    });
    const isOpen = () =>
      readdirSync("/proc/self/fd").some((name) => targetOf(`/proc/self/fd/${name}`) === large);
    await until(() => !isOpen(), "the file is closed");
  },
);

/** @param {string} link a link that may no longer exist */
function targetOf(link) {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
