// npm run pictures: records the README's pictures from the real page: docs/walk-light.png, docs/walk-dark.png, and the animated
// docs/walk.png.
import { writeFileSync } from "node:fs";
import { BROWSERS, ensure } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { step } from "./lib/progress.mjs";
import { runMain } from "./lib/user-error.mjs";

const STILL = { width: 1440, height: 1000 };
const MOVING = { width: 1280, height: 820 };
const COLOURS = 192; // colours in the palette of the animated picture
const REST = 1500; // ms per step
const MOTION = 900; // ms, longest motion

/** Start of the recording, and its number of stages: from the projected queries to the attention weights. */
const FROM = "?step=q&head=2&token=7";
const STAGES = 5;

await runMain(async () => {
  await ensurePackages();
  await ensure(BROWSERS.slice(0, 1));
  // Static imports would load the modules before ensurePackages() installs the packages that the modules import.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
  const { launchChromium } = await import("../tests/browser/support/chromium.js");
  const { startSite } = await import("../tests/browser/support/site.js");
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    await step("Taking the pictures", async (note) => {
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        note(colorScheme);
        const page = await chromium.newPage({ viewport: STILL, colorScheme, reducedMotion: "reduce" });
        await open(page, `${site.url}?step=q_heads`);
        writeFileSync(inRoot(`docs/walk-${colorScheme}.png`), await page.screenshot());
        await page.close();
      }
      note("what moves");
      const page = await chromium.newPage({ viewport: MOVING, colorScheme: "light" });
      await open(page, `${site.url}${FROM}`);
      writeFileSync(inRoot("docs/walk.png"), await recorded(page));
    });
  } finally {
    await chromium.close();
    await site.close();
  }
});

/** @param {import("playwright-core").Page} page @param {string} url */
async function open(page, url) {
  await page.goto(url);
  await page.locator("mha-stage canvas").first().waitFor();
  await page.waitForTimeout(REST);
}

/** Records the page, stage by stage, as an animated PNG. @param {import("playwright-core").Page} page */
async function recorded(page) {
  const frames = [await page.screenshot()];
  const delays = [REST];
  for (let stage = 0; stage < STAGES; stage++) {
    await page.keyboard.press("ArrowRight");
    const begun = performance.now();
    for (let at = begun; at - begun < MOTION; at = performance.now()) {
      frames.push(await page.screenshot());
      delays.push(Math.round(performance.now() - at));
    }
    delays[delays.length - 1] = REST;
  }
  const { default: UPNG } = await import("upng-js"); // no browser writes an animated PNG
  const { width, height } = MOVING;
  const pixels = frames.map((frame) => UPNG.toRGBA8(UPNG.decode(bytesOf(frame)))[0]);
  return new Uint8Array(UPNG.encode(pixels, width, height, COLOURS, delays));
}

/** @param {Buffer} buffer @returns {ArrayBuffer} */
function bytesOf(buffer) {
  return new Uint8Array(buffer).buffer;
}
