import assert from "node:assert/strict";

/**
 * Records everything that a page should not do, from now on.
 * @typedef {object} Seen
 * @property {string[]} errors console errors and warnings, uncaught exceptions, requests that failed
 * @property {string[]} violations of the Content Security Policy
 * @property {string[]} foreign addresses asked for that are not on 127.0.0.1
 * @property {() => void} assertQuiet fails, listing it all, unless all three are empty
 * @property {() => void} forget empties the lists, and leaves out requests that run: the next page ends them
 */

/** Chromium's warning about a preload that a page uses some seconds later, which depends on the speed of the machine. */
const LATE_PRELOAD = "was preloaded using link preload but not used within a few seconds";

/**
 * @param {import("playwright-core").Page} page not yet gone anywhere
 * @returns {Seen}
 */
export function watch(page) {
  /** @type {WeakSet<import("playwright-core").Request>} */
  let requests = new WeakSet();
  /** @type {Seen} */
  const seen = {
    errors: [],
    violations: [],
    foreign: [],
    forget() {
      for (const list of [seen.errors, seen.violations, seen.foreign]) list.length = 0;
      requests = new WeakSet();
    },
    assertQuiet() {
      const { errors, violations, foreign } = seen;
      assert.deepEqual({ errors, violations, foreign }, { errors: [], violations: [], foreign: [] });
    },
  };
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || message.text().includes(LATE_PRELOAD)) return;
    const list = message.text().includes("Content Security Policy") ? seen.violations : seen.errors;
    list.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => seen.errors.push(error.stack ?? error.message));
  page.on("requestfailed", (request) => {
    if (requests.has(request)) seen.errors.push(`${request.url()}: ${request.failure()?.errorText}`);
  });
  page.on("request", (request) => {
    requests.add(request);
    if (isForeign(request.url())) seen.foreign.push(request.url());
  });
  page.on("websocket", (socket) => isForeign(socket.url()) && seen.foreign.push(socket.url()));
  return seen;
}

/** @param {string} url */
function isForeign(url) {
  const { protocol, hostname } = new URL(url);
  return !["data:", "blob:", "about:"].includes(protocol) && hostname !== "127.0.0.1";
}
