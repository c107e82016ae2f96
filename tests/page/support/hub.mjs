// An imitation of the hub: folders of checkpoints over HTTP, with the habits and faults of real hosts.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

/**
 * @typedef {object} Habits
 * @property {boolean} [ranges]  answers ranges; true if left out
 * @property {boolean} [redirects]  files of weights lie on another address
 * @property {boolean} [tags]  sends ETag; true if left out
 * @property {boolean} [hides]  hides Content-Range, as from pages of other origins
 * @property {(path: string, headers: import("node:http").IncomingHttpHeaders, query: string) => void} [onRequest]
 * @property {string} [cdn]  address of another imitation, to which files of weights are redirected
 * @property {() => string} [commit]  of the branch
 * @property {string} [token]  that readers need
 * @property {number} [bytesASecond]  of all answers together @property {number} [delay]  ms before each answer
 * @property {(request: Asked) => Promise<void> | undefined} [hold]  an answer waits for it
 * @property {(request: Asked) => Fault | undefined} [fault]  of an answer
 *
 * @typedef {{ file: string, method: string, count: number, begin: number, end: number }} Asked  count: of requests for this file before this one
 *
 * @typedef {object} Fault
 * @property {number} [status]  in place of the file @property {Record<string, string>} [headers]
 * @property {number} [cutAfter]  bytes, after which the connection is closed
 * @property {number} [shift]  bytes by which the answer begins later than it says
 * @property {number} [extra]  bytes after those that were asked for
 * @property {number} [length]  a false Content-Length
 */

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

/** Tags of files, which take half a second to compute for half a gigabyte. @type {WeakMap<Uint8Array, string>} */
const tags = new WeakMap();

/** @param {Uint8Array} bytes of a file */
function tagOf(bytes) {
  const known = tags.get(bytes);
  if (known) return known;
  const tag = `"${createHash("sha1").update(bytes).digest("hex")}"`;
  tags.set(bytes, tag);
  return tag;
}

/**
 * Starts the imitation. Its address has the form of the hub's: /owner/name/resolve/revision/file.
 * @param {Record<string, Record<string, Uint8Array>>} models  files by name, by model @param {Habits} [habits]
 */
export async function startHub(models, habits = {}) {
  /** @type {Asked[]} */ const asked = [];
  const sent = { bytes: 0 };
  const line = { freeAt: 0 };
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://hub");
    const path = decodeURIComponent(pathname);
    habits.onRequest?.(path, request.headers, search);
    const found = /^\/(?:cdn\/)?(.+)\/resolve\/([^/]+)\/([^/]+)$/.exec(path);
    const [, model = "", , file = ""] = found ?? [];
    const bytes = models[model]?.[file];
    const cors = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "authorization, range",
      "Access-Control-Expose-Headers": "ETag, Content-Range, Accept-Ranges, X-Repo-Commit",
    };
    if (request.method === "OPTIONS") return response.writeHead(204, cors).end();
    const range = habits.ranges === false ? null : /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const size = bytes?.length ?? 0;
    const [begin, end] = range ? [Number(range[1]), Math.min(Number(range[2]) + 1, size)] : [0, size];
    const at = {
      file,
      method: request.method ?? "GET",
      count: asked.filter((each) => each.file === file).length,
      begin,
      end,
    };
    const fault = habits.fault?.(at) ?? {};
    const common = { ...cors, "X-Repo-Commit": habits.commit?.() ?? COMMIT };
    await habits.hold?.(at);
    if (habits.delay) await new Promise((resolve) => setTimeout(resolve, habits.delay));
    if (
      habits.token &&
      request.headers.authorization !== `Bearer ${habits.token}` &&
      !path.startsWith("/cdn/")
    )
      return response.writeHead(401, common).end("gated");
    if (habits.cdn && file.endsWith(".safetensors"))
      return response.writeHead(302, { ...common, Location: `${habits.cdn}${path}` }).end();
    if (habits.redirects && file.endsWith(".safetensors") && !path.startsWith("/cdn/"))
      return response.writeHead(302, { ...common, Location: `/cdn${path}` }).end();
    asked.push(at);
    if (fault.status) return response.writeHead(fault.status, { ...common, ...fault.headers }).end("no");
    if (!bytes) return response.writeHead(404, common).end("Entry not found");
    if (range && begin >= size) return response.writeHead(416, common).end();
    const body = bytes.subarray(begin + (fault.shift ?? 0), end + (fault.extra ?? 0));
    response.writeHead(range ? 206 : 200, {
      ...common,
      "Content-Length": fault.length ?? body.length,
      ...(habits.tags !== false && { ETag: tagOf(bytes) }),
      ...(range &&
        !habits.hides && { "Content-Range": `bytes ${begin + (fault.shift ?? 0)}-${end - 1}/${size}` }),
      ...fault.headers,
    });
    if (request.method === "HEAD") return response.end();
    const part = body.subarray(0, fault.cutAfter ?? body.length);
    await send(response, part, {
      ...{ line, bytesASecond: habits.bytesASecond },
      onSent: (count) => (sent.bytes += count),
    });
    if (fault.cutAfter !== undefined || fault.length !== undefined) response.destroy();
    else response.end();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}`,
    /** Requests for files, in order. */ asked,
    /** Bytes of files that were sent. */ sent,
    commit: COMMIT,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Time that the line makes up for, where this process is late, in ms. */
const LATE = 500;

/**
 * @param {import("node:http").ServerResponse} response @param {Uint8Array} bytes
 * @param {{ bytesASecond?: number, line: { freeAt: number }, onSent: (count: number) => void }} options  freeAt: when the line has sent what waits, in ms
 */
async function send(response, bytes, { bytesASecond, line, onSent }) {
  const step = bytesASecond ? Math.ceil(bytesASecond / 50) : bytes.length;
  for (let at = 0; at < bytes.length && !response.destroyed; at += step) {
    const part = bytes.subarray(at, at + step);
    if (bytesASecond) {
      line.freeAt = Math.max(line.freeAt, performance.now() - LATE) + (1000 * part.length) / bytesASecond;
      await new Promise((resolve) => setTimeout(resolve, line.freeAt - performance.now()));
    }
    await new Promise((resolve) => response.write(part, resolve));
    onSent(part.length);
  }
}
