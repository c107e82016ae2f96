import { drawn, ready } from "./explainer.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Opens the page Heads, and waits until it is ready. @param {{ open: Function }} browser @param {string}
 * [query] @param {import("./index.js").Options} [options] @returns {Promise<{ page: Page,
 * seen: any, close: () => Promise<void> }>}
 */
export async function openHeads(browser, query = "", options = {}) {
  const opened = await browser.open(`heads.html${query}`, { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  await opened.page.locator("mha-alike mha-figure").waitFor();
  await drawn(opened.page);
  return opened;
}

/** The texts in a panel's picture. @param {Page} page @param {string} panel @returns {Promise<string[]>} */
export const written = (page, panel) =>
  page
    .locator(`${panel} mha-figure`)
    .first()
    .evaluate((figure) =>
      /** @type {any} */ (figure).scene.marks.flatMap((/** @type {any} */ mark) =>
        mark.kind === "text" ? [mark.text] : [],
      ),
    );

/** Position of a cell of a head's map on the screen. @param {Page} page @param {readonly number[]} index (B, H, T_q, T_k) @param {string} [panel] */
export const cellAt = (page, [, head, query, key], panel = "mha-maps") =>
  page
    .locator(`${panel} mha-figure`)
    .first()
    .evaluate(
      (figure, at) => {
        const [part] = /** @type {any} */ (figure).scene.parts;
        const { layout } = part.tensor;
        const slice = layout.slices.find((/** @type {any} */ { index }) => index[1] === at.head);
        const box = /** @type {Element} */ (
          figure.shadowRoot?.querySelector("canvas")
        ).getBoundingClientRect();
        return {
          x: box.x + 4 + part.x + slice.x + (at.key - layout.cols.from + 0.5) * layout.cw,
          y: box.y + part.y + slice.y + (at.query - layout.rows.from + 0.5) * layout.ch,
        };
      },
      { head, query, key },
    );

/** @param {Page} page @returns {Promise<any>} the element's selection, look and own numbers */
export const stateOf = (page) =>
  page.evaluate(() => {
    const { selection, hover, look } = /** @type {any} */ (document.querySelector("mha-explainer")).store
      .state;
    return { selection, hover, look };
  });

/** Text of elements, with white space collapsed. @param {Page} page @param {string} selector @returns {Promise<string[]>} */
export const said = async (page, selector) =>
  (await page.locator(selector).allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
