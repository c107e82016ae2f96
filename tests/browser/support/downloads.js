import assert from "node:assert/strict";
import { openMenu } from "./figure-menu.js";

/** The bytes of a downloaded file. @param {import("playwright-core").Download} download */
export async function bytesOf(download) {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Downloads a file by the menu of a panel, and returns its bytes. @param {import("playwright-core").Page} page @param {string} panel @param {string} file */
export async function savedFile(page, panel, file) {
  const menu = page.locator(panel);
  await openMenu(menu);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    menu.getByRole("button", { name: `Download ${file}`, exact: true }).click(),
  ]);
  assert.equal(download.suggestedFilename(), file);
  return bytesOf(download);
}
