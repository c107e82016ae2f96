/** @typedef {import("playwright-core").Page} Page */

/**
 * The focused element, through all shadow roots: its name, and its outline or ring.
 * @param {Page} page @returns {Promise<{ name: string, width: number, style: string, contrast: boolean } | null>} null on the page itself
 */
export const focused = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at || at === document.body) return null;
    const ring = at.querySelector(".focus"); // on the map, the ring is drawn; an outline would be a box around a name
    const label = at.matches("input[type=radio]") ? at.closest("label") : null; // the label of a radio button has the outline
    const { outlineWidth, outlineStyle, outlineColor, stroke, strokeWidth } = getComputedStyle(
      ring ?? label ?? at,
    );
    const ink = getComputedStyle(document.documentElement).color;
    return {
      name: `${at.localName} ${at.getAttribute("aria-label") ?? at.closest("label")?.textContent?.trim() ?? at.textContent?.trim().slice(0, 20)}`.replace(
        /\s+/g,
        " ",
      ),
      width: parseFloat(ring ? strokeWidth : outlineWidth),
      style: ring ? "solid" : outlineStyle,
      contrast: (ring ? stroke : outlineColor) === ink,
    };
  });

/** Number of elements that Tab can reach, through all shadow roots. @param {Page} page @returns {Promise<number>} */
export const focusable = (page) =>
  page.evaluate(() => {
    /** @type {Element[]} */
    const found = [];
    const search = (/** @type {ParentNode} */ root) => {
      for (const element of root.querySelectorAll("*")) {
        const one = /** @type {HTMLElement} */ (element);
        const shown = one.checkVisibility();
        if (shown && one.tabIndex >= 0 && !one.matches(":disabled, slot")) found.push(one);
        if (one.shadowRoot) search(one.shadowRoot);
      }
    };
    search(document);
    return found.length;
  });
