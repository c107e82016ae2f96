/** @typedef {import("playwright-core").Page} Page */

/** How many requests of each page are not answered yet. @type {WeakMap<Page, number>} */
const counts = new WeakMap();

/** Counts from now on. @param {Page} page */
export function countRequests(page) {
  const add = (/** @type {number} */ by) => counts.set(page, (counts.get(page) ?? 0) + by);
  page.on("request", () => add(1));
  page.on("requestfinished", () => add(-1));
  page.on("requestfailed", () => add(-1));
}

/** Whether a page waits for something: a panel is loaded when it is first opened. @param {Page} page */
export const waits = (page) => (counts.get(page) ?? 0) > 0;
