/** Longer than any motion of the picture. */
const LONG = 2000; // ms, on a busy machine too

/**
 * The distinct frames that the picture of the step shows while something is done and as long as a motion takes, in their order.
 * @param {import("playwright-core").Page} page @param {() => Promise<unknown>} act
 * @returns {Promise<string[]>} as data URLs
 */
export async function framesDuring(page, act) {
  const frames = page.locator("mha-stage canvas").evaluate(
    (it, long) =>
      new Promise((resolve) => {
        const canvas = /** @type {HTMLCanvasElement} */ (it);
        const seen = new Set();
        let still = performance.now();
        const look = () => {
          const { size } = seen;
          seen.add(canvas.toDataURL());
          if (seen.size > size) still = performance.now();
          if (performance.now() - still < long) requestAnimationFrame(look);
          else resolve([...seen]);
        };
        look();
      }),
    LONG,
  );
  await act();
  return /** @type {string[]} */ (await frames);
}
