/** Longer than any animation of the picture. */
const LONG = 2000; // ms, also on a busy machine

/**
 * The distinct frames that the step's picture shows during an action and the following animation, in order.
 * @param {import("playwright-core").Page} page @param {() => Promise<unknown>} act
 * @returns {Promise<string[]>} as data URLs
 */
export async function framesDuring(page, act) {
  await page.evaluate("window.isActing = true");
  const frames = page.locator("mha-stage canvas").evaluate(
    (it, long) =>
      new Promise((resolve) => {
        const canvas = /** @type {HTMLCanvasElement} */ (it);
        const seen = new Set();
        let still = performance.now();
        const look = () => {
          const { size } = seen;
          seen.add(canvas.toDataURL());
          if (seen.size > size || /** @type {any} */ (window).isActing) still = performance.now();
          if (performance.now() - still < long) requestAnimationFrame(look);
          else resolve([...seen]);
        };
        look();
      }),
    LONG,
  );
  await act();
  await page.evaluate("window.isActing = false");
  return /** @type {string[]} */ (await frames);
}
