import { drawn, ready, showAddress, useOnePage } from "./explainer.js";
import { showTable } from "./figure-menu.js";

/** @typedef {import("playwright-core").Page} Page */

/** Lists all labs below a page's element, which lists those that fit its step. @param {Page} page */
export async function listLabs(page) {
  const explainer = page.locator("mha-explainer");
  if (await explainer.count()) await explainer.scrollIntoViewIfNeeded(); // below the story, the labs load near the window
  await page.locator("mha-labs .all[aria-expanded=false]").click();
  await page.locator("mha-labs .all[aria-expanded=true]").waitFor();
}

/**
 * Opens the hosted page with one lab, and waits until the lab is ready. @param {{ open: Function }} browser
 * @param {string} kind @param {string} [address] @param {import("playwright-core").BrowserContextOptions}
 * [options] @returns {Promise<{ page: Page, seen: any, close: () => Promise<void> }>}
 */
export async function openLab(browser, kind, address = "", options = {}) {
  const opened = await browser.open(address || "?step=q_heads", { reducedMotion: "reduce", ...options });
  await ready(opened.page);
  await listLabs(opened.page);
  await opened.page.locator(`mha-labs [data-lab=${kind}] > summary`).click();
  await opened.page.locator(`mha-lab-${kind} mha-figure`).first().waitFor();
  await drawn(opened.page);
  return opened;
}

/**
 * Opens one lab for one test after another on one page: each time at the test's address, with a new element of the lab.
 * @param {{ open: Function }} browser of useBrowser @param {string} kind
 */
export const useLab = (browser, kind) => useLabs(browser)(kind);

/**
 * Like useLab, for several labs that share the page: useLabs(browser)("mask") opens the lab of masks.
 * @param {{ open: Function }} browser of useBrowser
 */
export function useLabs(browser) {
  let shown = "";
  let wanted = "";
  const foldOf = (/** @type {Page} */ page, /** @type {string} */ kind) =>
    page.locator(`mha-labs [data-lab=${kind}] > summary`);
  const open = useOnePage(
    () => openLab(browser, (shown = wanted)),
    async ({ page }, address = "?step=q_heads") => {
      await foldOf(page, shown).click();
      await page.locator(`mha-lab-${shown}`).waitFor({ state: "detached" });
      await showAddress(page, address);
      shown = wanted;
      await foldOf(page, shown).click();
      await page.locator(`mha-lab-${shown} mha-figure`).first().waitFor();
      await drawn(page);
    },
  );
  /** @param {string} kind @returns {typeof open} */
  return (kind) => (address) => {
    wanted = kind;
    return open(address);
  };
}

/** The current result of a lab. @param {Page} page @param {string} kind @returns {Promise<any>} */
export const sceneOf = (page, kind) =>
  page
    .locator(`mha-lab-${kind} mha-figure`)
    .first()
    .evaluate((it) =>
      /** @type {any} */ (it).scene.marks.flatMap((/** @type {any} */ mark) =>
        mark.kind === "text" ? [{ text: mark.text, x: mark.x, y: mark.y, fill: mark.fill }] : [],
      ),
    );

/** Opens the lab's table and returns its cells by row. @param {Page} page @param {string} kind @returns {Promise<string[][]>} */
export async function tableOf(page, kind) {
  await showTable(page.locator(`mha-lab-${kind} mha-as-table`).first());
  await drawn(page);
  return page
    .locator(`mha-lab-${kind} mha-as-table tbody tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? "").trim())),
    );
}
