import { drawn, ready } from "./explainer.js";

/** Waits until the page Models reads, runs, compares and ranks nothing, and everything is drawn. @param {import("playwright-core").Page} page */
export async function settled(page) {
  await page.waitForFunction(
    () => {
      const { reading, running, comparing, ranking } =
        /** @type {any} */ (document.querySelector("mha-models")).store.state ?? {};
      return (
        !reading && !running && !comparing && !(ranking && ranking.progress.done < ranking.progress.total)
      );
    },
    null,
    { polling: 20 },
  );
  await drawn(page);
  await page
    .locator("mha-models mha-figure")
    .evaluateAll((figures) =>
      Promise.all(figures.map((figure) => /** @type {any} */ (figure).updateComplete)),
    );
}

/**
 * Opens the page Models, and waits until the small model has run. @param {ReturnType<typeof import("./index.js").useBrowser>} browser @param {string} [query]
 * @param {import("playwright-core").BrowserContextOptions & { first?: string }} [options]
 */
export async function openModels(browser, query = "", options = {}) {
  const shown = await browser.open(`models.html${query}`, options);
  await ready(shown.page, "mha-models");
  await shown.page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-models")).store.state.run,
    null,
    { polling: 20 },
  );
  await settled(shown.page);
  return shown;
}
