import { FILES, TABLE } from "../../../web/kit/text/files.js";

/** @typedef {import("playwright-core").Locator} Locator */

/** Opens the menu ⋯ of a figure, and returns its button. @param {Locator} figure with one menu */
export async function openMenu(figure) {
  const button = figure.getByRole("button", { name: FILES.more, exact: true });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
  return button;
}

/** Shows the numbers of a figure as a table, unless they are shown. @param {Locator} figure its mha-as-table */
export async function showTable(figure) {
  if (await figure.locator("table").count()) return;
  await openMenu(figure);
  await figure.getByRole("button", { name: TABLE.show, exact: true }).click();
  await figure.locator("table").waitFor();
}
