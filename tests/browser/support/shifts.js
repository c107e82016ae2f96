import assert from "node:assert/strict";

/** @typedef {{ value: number, of: string[], outside: boolean }} Shift outside: whether an element of the document itself moved */

/** A script for `first` of useBrowser's open(): records each layout shift of the page, with its elements. */
export const WATCH_SHIFTS = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push({
        value,
        of: sources.map(({ node, previousRect, currentRect }) => [node?.nodeName, node?.id, previousRect.y, currentRect.y].join(" ")),
        outside: sources.some(({ node }) => node?.getRootNode() === document),
      });
  }).observe({ type: "layout-shift", buffered: true });`;

/** Layout shifts so far. @param {import("playwright-core").Page} page @returns {Promise<Shift[]>} */
export const shiftsOf = (page) => page.evaluate(() => /** @type {any} */ (window).shifts);

const MOST = 0.01; // limit of the total layout shift

/** Fails if the document's own elements moved. @param {readonly Shift[]} shifts */
export function assertSteady(shifts) {
  const own = shifts.filter(({ outside }) => outside);
  const sum = own.reduce((all, { value }) => all + value, 0);
  assert.ok(sum <= MOST, JSON.stringify(own, null, 1));
}
