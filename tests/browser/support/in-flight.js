/** @typedef {import("playwright-core").Page} Page */

/** Number of unanswered requests of each page. @type {WeakMap<Page, number>} */
const counts = new WeakMap();

/** Starts counting. @param {Page} page */
export function countRequests(page) {
  const add = (/** @type {number} */ by) => counts.set(page, (counts.get(page) ?? 0) + by);
  page.on("request", () => add(1));
  page.on("requestfinished", () => add(-1));
  page.on("requestfailed", () => add(-1));
}

/** Whether a page has open requests: panels load when first opened. @param {Page} page */
export const waits = (page) => (counts.get(page) ?? 0) > 0;
