/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Request} Request */

/** The browser never ends a request whose response no script reads, such as that of a refused module. Later than this, in ms, it does not count. */
const LONGEST = 5000;

/** When the unanswered requests of each page began, in ms. @type {WeakMap<Page, Map<Request, number>>} */
const unanswered = new WeakMap();

/** Starts counting. @param {Page} page */
export function countRequests(page) {
  /** @type {Map<Request, number>} */
  const requests = new Map();
  unanswered.set(page, requests);
  page.on("request", (request) => requests.set(request, performance.now()));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
}

/** Whether a page has open requests: panels load when first opened. @param {Page} page */
export const waits = (page) =>
  [...(unanswered.get(page)?.values() ?? [])].some((begun) => performance.now() - begun < LONGEST);
