import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { UserError } from "./user-error.mjs";

/** The Content Security Policy of the pages. */
export const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:";

/** The Hugging Face hub, and the hosts that it redirects to: see lfsDomains and cdnDomains in https://huggingface.co/.well-known/meta.json. */
const HUB = "https://huggingface.co https://*.hf.co";

/** Files that may ask the hub, once a reader presses a button: the page Models, and the worker that reads its models. */
const ASK_HUB = ["models.html", "modules/models-worker.js"];

/** The page for iframes in a single file, whose script and styles are inside. */
const STANDALONE = "frame-standalone.html";

/** The policy of a file. @param {string} file its path below the root */
function policyOf(file) {
  if (ASK_HUB.includes(file)) return CSP.replace("connect-src 'self'", `connect-src 'self' ${HUB}`);
  return file === STANDALONE ? CSP.replace(/(script|style)-src 'self'/g, "$1-src 'unsafe-inline'") : CSP;
}

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Headers without caching, so that pages are always those of the last build. */
const HEADERS = {
  "Content-Security-Policy": CSP,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/**
 * A server for the files of some folders.
 * @param {string[]} roots the first folder that contains a file serves it
 * @param {Record<string, string>} [headers] replaces the default headers
 * @param {string} [appended] markup appended to every page
 * @returns {import("node:http").Server} a server, not yet listening
 */
export function serve(roots, headers = {}, appended = "") {
  return createServer(async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuse(response, 405, "Only GET and HEAD.");
    const wanted = filePath(request.url ?? "/");
    if (wanted === null) return refuse(response, 400, "That is not a path below this address.");
    const file = await firstFile(roots.map((root) => path.join(root, wanted)));
    if (!file) return refuse(response, 404, "There is no such file.");
    const { size } = await file.stat();
    const type = TYPES[path.extname(wanted)] ?? "application/octet-stream";
    const more = wanted.endsWith(".html") ? appended : "";
    const range = more || request.method === "HEAD" ? null : rangeIn(request.headers.range, size);
    const length = range ? range.end - range.start + 1 : size + Buffer.byteLength(more);
    response.writeHead(range ? 206 : 200, {
      ...{ ...HEADERS, "Content-Security-Policy": policyOf(wanted) },
      ...{ "Content-Type": type, "Content-Length": length, "Accept-Ranges": "bytes" },
      ...(range && { "Content-Range": `bytes ${range.start}-${range.end}/${size}` }),
      ...headers,
    });
    // The stream of a client that disconnects ends with an error, which is harmless.
    if (request.method === "GET" && length > 0)
      await pipeline(withEnd(file.createReadStream(range ?? {}), more), response)
        .catch(() => {})
        .then(() => file.close());
    else response.end(() => file.close());
  });
}

/**
 * The first and the last byte of a request for a range that begins in the file; null for other requests, which get the whole file.
 * @param {string | undefined} header @param {number} size of the file
 */
function rangeIn(header, size) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || Number(first) >= size) return null;
  const end = Math.min(size - 1, last ? Number(last) : size - 1);
  return Number(first) <= end ? { start: Number(first), end } : null;
}

/** @param {AsyncIterable<Uint8Array>} stream @param {string} end */
async function* withEnd(stream, end) {
  yield* stream;
  if (end) yield end;
}

/**
 * The relative path of a request; null if it leads outside the folder.
 * @param {string} url the request's target
 * @returns {string | null}
 */
export function filePath(url) {
  let decoded;
  try {
    decoded = decodeURIComponent(url.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
  if (!decoded.startsWith("/") || /[\0\\]/.test(decoded) || decoded.split("/").includes("..")) return null;
  return path.posix.normalize(decoded.endsWith("/") ? `${decoded}index.html` : decoded).slice(1);
}

/**
 * @param {string[]} candidates
 * @returns {Promise<import("node:fs/promises").FileHandle | null>}
 */
async function firstFile(candidates) {
  for (const candidate of candidates) {
    const file = await open(candidate).catch(() => null);
    if (file && (await file.stat()).isFile()) return file;
    await file?.close();
  }
  return null;
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} sentence
 */
function refuse(response, status, sentence) {
  response.writeHead(status, { ...HEADERS, "Content-Type": TYPES[".txt"] }).end(`${sentence}\n`);
}

/** Number of ports to try. */
const TRIES = 50;

/**
 * Listens on 127.0.0.1, on the first free port.
 * @param {import("node:http").Server} server
 * @param {number} port first port to try; 0 for any
 * @returns {Promise<number>} the port in use
 */
export async function listen(server, port) {
  const last = Math.min(port + TRIES - 1, 65535);
  for (let candidate = port; candidate <= last; candidate++) {
    if (await listensOn(server, candidate)) {
      const address = /** @type {import("node:net").AddressInfo} */ (server.address());
      return address.port;
    }
  }
  throw new UserError(`Ports ${port} to ${last} are all taken. Try another: npm start -- --port=9000`);
}

/**
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<boolean>} false if the port is taken
 */
function listensOn(server, port) {
  return new Promise((resolve, reject) => {
    /** @param {NodeJS.ErrnoException} error */
    const failed = (error) => {
      server.off("listening", listening);
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else reject(error);
    };
    const listening = () => {
      server.off("error", failed);
      resolve(true);
    };
    server.once("error", failed).once("listening", listening).listen(port, "127.0.0.1");
  });
}

/**
 * @param {string} text value of --port
 * @param {string} usage usage text for the error message
 * @returns {number} the port
 */
export function portIn(text, usage) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new UserError(`port ${text} is not 1 to 65535. ${usage}`);
  return port;
}

/** A free port. @returns {Promise<number>} */
export function freePort() {
  const probe = createTcpServer().listen(0, "127.0.0.1");
  return new Promise((resolve) =>
    probe.once("listening", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => resolve(port));
    }),
  );
}
