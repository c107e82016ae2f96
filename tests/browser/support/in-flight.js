/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Request} Request */

/** The browser never ends a request whose response no script reads, such as that of a refused module. Later than this, in ms, it does not count. */
const LONGEST = 5000;

/** When the unanswered requests of each page began, in ms. @type {WeakMap<Page, Map<Request, number>>} */
const unanswered = new WeakMap();

/** The number of requests for files that each page has made. @type {WeakMap<Page, number>} */
const made = new WeakMap();

/** Starts counting. @param {Page} page */
export function countRequests(page) {
  /** @type {Map<Request, number>} */
  const requests = new Map();
  unanswered.set(page, requests);
  page.on("request", (request) => {
    requests.set(request, performance.now());
    if (request.url().startsWith("http")) made.set(page, requestsOf(page) + 1);
  });
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
}

/** The number of requests for files that a page has made so far. @param {Page} page */
export const requestsOf = (page) => made.get(page) ?? 0;

/** Whether a page has open requests: panels load when first opened. @param {Page} page */
export const waits = (page) =>
  [...(unanswered.get(page)?.values() ?? [])].some((begun) => performance.now() - begun < LONGEST);
