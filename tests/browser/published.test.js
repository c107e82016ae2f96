// build/site/ is complete: every page works when the folder is served alone, below any path.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after, before } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen, serve } from "../../tools/lib/server.mjs";
import { launchChromium } from "./support/chromium.js";
import { LOW } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { PATIENCE } from "./support/until.js";
import { watch } from "./support/watch.js";

/** @type {{ name: string }[]} */
const CHAPTERS = JSON.parse(readFileSync(inRoot("web/site/learn/chapters.json"), "utf8"));

/** Chapters that are opened by day: each has an element that the others lack, which its own script defines. */
const BY_DAY = ["split", "learned", "patches", "writes", "task"];

/** An element of each page that shows that it works. */
const PAGES = {
  "": "mha-opening mha-figure canvas",
  ...(IS_NIGHTLY && { "?step=weights&weights=trained&heads=4": "mha-stage canvas" }),
  "heads.html": "mha-maps mha-figure",
  "train.html?step=0": "mha-train-learning", // without a step it plays the training
  "models.html": "mha-model-bar",
  "embed.html": "mha-embed",
  "frame.html?view=map": "mha-maps mha-figure",
  "learn/": "h1",
  "teach/": "mha-class input",
  ...Object.fromEntries(
    CHAPTERS.filter(({ name }) => IS_NIGHTLY || BY_DAY.includes(name)).map(({ name }) => [
      `learn/${name}.html`,
      "mha-figure, mha-stage canvas, mha-train",
    ]),
  ),
};

/** @type {import("node:http").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let chromium;
/** The tab of all pages. @type {import("playwright-core").Page} */
let page;
/** @type {import("./support/watch.js").Seen} */
let seen;
let url = "";
/** Links that were followed: many pages have the same. @type {Set<string>} */
const followed = new Set();

before(async () => {
  server = serve([inRoot("build")]);
  url = `http://127.0.0.1:${await listen(server, 0)}/site/`;
  chromium = await launchChromium();
  page = await chromium.newPage(LOW);
  page.setDefaultTimeout(PATIENCE);
  seen = watch(page);
});
after(async () => {
  await chromium?.close();
  server?.closeAllConnections();
  server?.close();
});

for (const [address, selector] of Object.entries(PAGES))
  test(`site/${address} works with build/site/ alone`, async () => {
    await page.goto(`${url}icon.svg`); // ends the requests of the page before
    seen.forget();
    await page.goto(url + address);
    await page.locator(selector).first().waitFor();
    for (const link of await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((it) => /** @type {HTMLAnchorElement} */ (it).href)))
      if (new URL(link).origin === new URL(url).origin && !followed.has(link)) {
        followed.add(link);
        assert.ok(link.startsWith(url), `${link} leads out of the folder`);
        assert.equal((await page.request.head(link)).status(), 200, link);
      }
    seen.assertQuiet();
  });
