/**
 * Times of the page Models: from typing to the maps of all heads, by the wall, with the model that comes with the page; main-thread time from
 * an input to its paint with many maps; and the longest task of the main thread while a model is read and run. Like paint.js, reports all
 * rounds and the fastest.
 *
 *     node tests/bench/paint-models.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { ready } from "../browser/support/explainer.js";
import { startSite } from "../browser/support/site.js";
import { randomCheckpoint } from "./random-checkpoint.js";
import { ROUNDS, SAMPLES, roundOf, tasksOf } from "./trace.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ what: string, by: string, most: number, value: number, rounds: number[] }} ModelsTime  value and rounds in ms; most: what value is held to */

const SENTENCE = "The animal didn't cross the street because it was too tired."; // and one piece more while a letter is typed
const TOKENS = 16;

/** Models with random weights whose maps are many. */
const MANY = [
  { layers: 12, heads: 12, dModel: 48, tokens: 32, most: 16 },
  { layers: 32, heads: 32, dModel: 64, tokens: 64, most: 150 },
];

/** Waits until nothing is read or run. @param {Page} page @param {number} [layers] of the model on show */
const settled = (page, layers) =>
  page.waitForFunction(
    (layers) => {
      const { store } = /** @type {any} */ (document.querySelector("mha-models")) ?? {};
      const { reading, running, run } = store?.state ?? {};
      return run && !reading && !running && (!layers || run.layers === layers);
    },
    layers,
    { polling: 20, timeout: 60_000 },
  );

/**
 * In the page: types a letter, or deletes it, and resolves to the time until the maps of the new text are painted.
 * @param {boolean} adds
 */
const typedTime = (adds) =>
  new Promise((resolve) => {
    const models = /** @type {any} */ (document.querySelector("mha-models"));
    const { store } = models;
    const field = models.renderRoot.querySelector("mha-model-text").renderRoot.querySelector("input");
    const heads = models.renderRoot.querySelector("mha-every-head");
    const { run } = store.state;
    const begun = performance.now();
    const shown = async () => {
      if (store.state.run === run || store.state.running) return;
      store.removeEventListener("change", shown);
      await heads.updateComplete;
      await heads.renderRoot.querySelector("mha-figure").updateComplete;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    };
    store.addEventListener("change", shown);
    field.value = adds ? `${field.value}e` : field.value.slice(0, -1);
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  });

/** @param {Page} page @param {number} samples @returns {Promise<number>} the 95th percentile */
async function typing(page, samples) {
  const times = [];
  for (let i = 0; i < samples; i++)
    times.push(/** @type {number} */ (await page.evaluate(typedTime, i % 2 === 0)));
  return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * samples) - 1];
}

/** Opens the page with the model that comes with it. @param {Page} page @param {string} url */
async function openPage(page, url) {
  await page.goto(new URL("models.html", url).href);
  await ready(page, "mha-models");
  await settled(page);
}

/** Opens a random GPT-2 and runs it. @param {Page} page @param {typeof MANY[number]} sizes */
async function openMany(page, { layers, heads, dModel, tokens }) {
  const config = {
    model_type: "gpt2",
    n_layer: layers,
    n_head: heads,
    n_embd: dModel,
    vocab_size: 128,
    n_positions: 128,
  };
  const { parts } = randomCheckpoint(config, "F32");
  const file = (/** @type {string} */ name, /** @type {Buffer} */ buffer) => ({
    name,
    mimeType: "application/octet-stream",
    buffer,
  });
  await page
    .locator("mha-model-bar #files")
    .setInputFiles([
      file("config.json", Buffer.from(JSON.stringify(config))),
      file("model.safetensors", Buffer.concat([...parts])),
    ]);
  await settled(page, layers);
  const ids = Array.from({ length: tokens }, (_, i) => i).join(" ");
  await page
    .locator("mha-models")
    .evaluate((element, ids) => /** @type {any} */ (element).store.write(ids), ids);
  await settled(page, layers);
}

/**
 * Clicks on some elements in turn, where they stand now: a locator's click runs scripts of its own in the page.
 * @param {Page} page @param {import("playwright-core").Locator} elements @param {readonly number[]} which
 */
async function clicksOn(page, elements, which) {
  await elements.first().waitFor();
  const boxes = await Promise.all(which.map((i) => elements.nth(i).boundingBox()));
  return (/** @type {number} */ i) => {
    const box = boxes[i % boxes.length];
    if (!box) throw new Error("a piece is not displayed");
    return page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
}

/** @param {string} what @param {string} by @param {number} most @param {readonly number[]} rounds @returns {ModelsTime} */
const time = (what, by, most, rounds) => ({
  what,
  by,
  most,
  value: Math.min(...rounds),
  rounds: [...rounds],
});

/** @param {number} rounds @param {() => Promise<number>} measure */
async function inRounds(rounds, measure) {
  const values = [];
  for (let round = 0; round < rounds; round++) values.push(await measure());
  return values;
}

/**
 * @param {import("playwright-core").Browser} chromium
 * @param {string} url of the site
 * @param {{ samples?: number, rounds?: number }} [options]
 * @returns {Promise<ModelsTime[]>}
 */
export async function measureModels(chromium, url, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  const context = await chromium.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const tasks = await inRounds(rounds, async () =>
    Math.max(...(await tasksOf(page, () => openPage(page, url)))),
  );
  const times = [time("reading and running the model that comes with the page", "longest task", 50, tasks)];
  await page.locator("mha-model-text").getByRole("button", { name: "Edit" }).click();
  await page.locator("mha-model-text form input").fill(SENTENCE);
  await settled(page);
  const pieces = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("mha-models")).store.state.run.tokens.length,
  );
  if (Math.abs(pieces - TOKENS) > 1) throw new Error(`the sentence has ${pieces} pieces, expected ${TOKENS}`);
  const typed = await inRounds(rounds, () => typing(page, samples));
  times.push(time(`typing to all maps painted, ${pieces} tokens`, "wall, 95th percentile", 50, typed));
  await page.locator("mha-model-text form input").press("Enter"); // the pieces show again
  for (const sizes of MANY) {
    const maps = sizes.layers * sizes.heads;
    await openMany(page, sizes);
    const clicks = await clicksOn(page, page.locator("mha-model-text .piece"), [3, 4]);
    const selected = await inRounds(rounds, async () => (await roundOf(page, samples, clicks)).p95);
    times.push(
      time(
        `selecting a query, ${maps} heads, ${sizes.tokens} tokens`,
        "main thread, 95th percentile",
        sizes.most,
        selected,
      ),
    );
  }
  await context.close();
  return times;
}

/** Starts a browser and a site of its own. */
async function alone() {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    for (const { what, by, value, most, rounds } of await measureModels(chromium, site.url))
      console.log(
        `${what}: ${by} ${value.toFixed(1)} of ${most} ms (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")})`,
      );
  } finally {
    await chromium.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
