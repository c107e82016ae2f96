import { existsSync } from "node:fs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { startSite } from "../browser/support/site.js";
import { measureArticle } from "./article.js";
import { measureInteractions } from "./interactions.js";
import { measureArrival } from "./paint-arrival.js";
import { measureHeads } from "./paint-heads.js";
import { measureLabs } from "./paint-labs.js";
import { measureModels } from "./paint-models.js";
import { measureTrain } from "./paint-train.js";
import { WALK, measurePaint } from "./paint.js";
import { median } from "./statistics.js";
import { fileSize, total, weights } from "./weight.js";

/** @typedef {import("playwright-core").Browser} Browser */

const VISITS = 15;
const QUICK_VISITS = 3;
const QUICK_INPUTS = 8; // of each kind; the full run takes the number in paint.js
const VIEW = { viewport: { width: 1440, height: 900 } };

/**
 * The hosted page on a first visit: each visit in a new browser context, without cache, served from this
 * machine.
 * @param {boolean} quick
 * @param {(note: string) => void} say
 */
export async function measurePage(quick, say) {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    const visits = [];
    const count = quick ? QUICK_VISITS : VISITS;
    for (let i = 1; i <= count; i++) {
      say(`visit ${i} of ${count}`);
      visits.push(await visit(chromium, site.url));
    }
    const files = [...new Set(visits.flatMap((each) => each.files))]; // a visit may end before the icon is requested
    say("inputs");
    const page = await chromium.newPage({ ...VIEW, reducedMotion: "reduce" });
    await page.goto(new URL(WALK, site.url).href);
    const amount = quick ? { samples: QUICK_INPUTS, rounds: 1 } : {};
    const paint = await measurePaint(page, amount);
    await page.close();
    say("interactions by event timing");
    const interactions = await measureInteractions(chromium, site.url, amount);
    say("inputs on the heads");
    const heads = await measureHeads(chromium, site.url, amount);
    say("turns in the labs");
    const labs = await measureLabs(chromium, site.url, amount);
    say("frames and inputs while a model learns");
    const train = await measureTrain(chromium, site.url, amount);
    say("a language model");
    const models = await measureModels(chromium, site.url, amount);
    say("a model of the hub");
    const arrival = await measureArrival(chromium);
    say("an article");
    const article = await measureArticle(chromium, quick ? { rounds: 1 } : {});
    return {
      firstHeatmap: median(visits.map((each) => each.firstHeatmap)),
      requests: files.length,
      transferred: total(await Promise.all(files.map((file) => fileSize(served(file))))),
      heap: visits[0].heap,
      weights: await weights(),
      paint,
      interactions,
      heads,
      labs,
      train,
      models,
      arrival,
      article,
    };
  } finally {
    await chromium.close();
    await site.close();
  }
}

/** @param {Browser} chromium @param {string} url */
async function visit(chromium, url) {
  const context = await chromium.newContext(VIEW);
  await context.addInitScript(watchFirstHeatmap);
  await context.addInitScript(watchMemory);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "firstHeatmap" in globalThis, null, { polling: 20 });
  await page.waitForFunction(() => "wasmMemory" in globalThis, null, { polling: 20 }); // the core comes after the first picture
  const [firstHeatmap, heap] = /** @type {[number, number]} */ (
    await page.evaluate("[firstHeatmap, wasmMemory.buffer.byteLength]")
  );
  const files = await page.evaluate(() => {
    const resources = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    const { firstHeatmap } = /** @type {any} */ (globalThis);
    const arrived = resources.filter(({ responseEnd }) => responseEnd <= firstHeatmap);
    return ["/", ...arrived.map(({ name }) => new URL(name).pathname)];
  });
  await context.close();
  return { firstHeatmap, heap, files };
}

/**
 * In the page: records the first frame with a non-empty canvas, in milliseconds after the start of
 * navigation.
 */
function watchFirstHeatmap() {
  /** @param {Element} element @returns {boolean} */
  const shows = (element) =>
    element instanceof HTMLCanvasElement
      ? isDrawn(element)
      : Boolean(element.shadowRoot && anyShows(element.shadowRoot));
  /** @param {ParentNode} root */
  const anyShows = (root) => [...root.querySelectorAll("*")].some(shows);
  /** @param {HTMLCanvasElement} canvas its middle row has pixels */
  const isDrawn = (canvas) => {
    const { width, height } = canvas;
    if (width === 0 || height === 0) return false;
    const row = canvas.getContext("2d")?.getImageData(0, height >> 1, width, 1).data;
    return row?.some((value) => value !== 0) ?? false;
  };
  const look = () => {
    if (!anyShows(document)) requestAnimationFrame(look);
    else requestAnimationFrame(() => Object.assign(globalThis, { firstHeatmap: performance.now() }));
  };
  requestAnimationFrame(look);
}

/** In the page: stores the memory of each WebAssembly instance. */
function watchMemory() {
  const { instantiate } = WebAssembly;
  /** @param {any[]} given */
  WebAssembly.instantiate = async (...given) => {
    const made = await Reflect.apply(instantiate, WebAssembly, given);
    const wasmMemory = Object.values((made.instance ?? made).exports).find(
      (each) => each instanceof WebAssembly.Memory,
    );
    Object.assign(globalThis, { wasmMemory });
    return made;
  };
}

/** The file that startSite() serves at an address. @param {string} address */
function served(address) {
  const name = address === "/" ? "index.html" : address.slice(1);
  const found = ["build/site", "dist"].map((folder) => inRoot(folder, name)).find((file) => existsSync(file));
  if (!found) throw new Error(`the page asked for ${address}, which is in neither build/site nor dist`);
  return found;
}
