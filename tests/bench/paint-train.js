/**
 * Main-thread time of a frame during training, and from an input to its paint, on the page Train. Like
 * paint.js, reports all rounds and the fastest.
 *
 *     node tests/bench/paint-train.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { startSite } from "../browser/support/site.js";
import { ROUNDS, SAMPLES, firstFramesOf, framesOf } from "./trace.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./trace.js").Round & { input: string, most: number, rounds: number[] }} TrainTime  most: what p95 is held to, ms */

const again = (/** @type {Page} */ page) =>
  page.locator("mha-train").evaluate((element) => /** @type {any} */ (element).store.startAgain());

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** Trains a model to the end and pauses it. @param {Page} page */
async function learn(page) {
  await again(page);
  await press(page, "To the end");
  await page.waitForFunction(() => {
    const { store } = /** @type {any} */ (document.querySelector("mha-train"));
    return store?.state.step === 600 && !store.isBusy;
  });
}

/** @typedef {{ input: string, most: number, of: typeof framesOf, prepare: (page: Page) => Promise<unknown>, act: (page: Page, i: number) => Promise<unknown> }} Row */

/** @type {Row[]} */
const ROWS = [
  {
    ...{ input: "a frame while it learns, one step each", most: 8, of: framesOf },
    prepare: (page) => again(page).then(() => press(page, "Start")),
    act: async () => {},
  },
  {
    ...{ input: "a frame, to the end", most: 8, of: framesOf },
    prepare: (page) => again(page).then(() => press(page, "To the end")),
    act: async () => {},
  },
  {
    ...{ input: "pausing, and going on", most: 16, of: firstFramesOf },
    prepare: (page) => again(page).then(() => press(page, "Start")),
    act: (page) => page.locator("mha-train-bar .play").click(),
  },
  {
    ...{ input: "scrubbing", most: 16, of: firstFramesOf },
    prepare: (page) => learn(page).then(() => page.locator("mha-train-learning input").focus()),
    act: (page, i) => page.keyboard.press(i % 12 < 6 ? "ArrowLeft" : "ArrowRight"),
  },
  {
    ...{ input: "taking a head away", most: 16, of: firstFramesOf },
    prepare: async () => {},
    act: (page, i) =>
      page
        .locator("mha-train-maps .heads button")
        .nth(i % 8)
        .click({ force: true }),
  },
];

/**
 * @param {import("playwright-core").Browser} chromium
 * @param {string} url of the site
 * @param {{ samples?: number, rounds?: number }} [options]
 * @returns {Promise<TrainTime[]>}
 */
export async function measureTrain(chromium, url, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(new URL("train.html?step=0", url).href);
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  const times = [];
  for (const { input, most, of, prepare, act } of ROWS) {
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      await prepare(page);
      measured.push(await of(page, samples, (i) => act(page, i)));
    }
    const [quietest] = measured.toSorted((a, b) => a.p95 - b.p95);
    times.push({ input, most, ...quietest, rounds: measured.map(({ p95 }) => p95) });
  }
  await page.close();
  return times;
}

/** Starts a browser and a site of its own. */
async function alone() {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    for (const { input, median, p95, most, rounds } of await measureTrain(chromium, site.url))
      console.log(
        `${input}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} of ${most} ms (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")})`,
      );
  } finally {
    await chromium.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
