import { pathToFileURL } from "node:url";
import { launchChromium } from "../../tests/browser/support/chromium.js";
import { inRoot } from "./paths.mjs";

/** Prints the built handout with an outline of its headings. @param {string} file PDF to write */
export async function printHandout(file) {
  const chromium = await launchChromium();
  try {
    const page = await chromium.newPage({ javaScriptEnabled: false });
    await page.goto(pathToFileURL(inRoot("build/site/teach/handout.html")).href);
    await page.pdf({
      ...{ path: file, format: "A4", printBackground: true, outline: true, tagged: true },
      margin: { top: "18mm", bottom: "18mm", left: "18mm", right: "18mm" },
      displayHeaderFooter: true,
      headerTemplate: "<span></span>",
      footerTemplate:
        '<span style="width: 100%; font-size: 8px; text-align: center" class="pageNumber"></span>',
    });
  } finally {
    await chromium.close();
  }
}
