/**
 * A model of the hub on the page Models, by the wall: from the press to the maps of the first layer and of all layers, with what was transferred
 * by then, and the same on a second visit. An imitation of the hub sends GPT-2 small's shapes with random weights at 50 Mbit/s, with 60 ms of
 * delay before each answer.
 *
 *     node tests/bench/paint-arrival.js      after npm run build
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen, serve } from "../../tools/lib/server.mjs";
import { launchChromium } from "../browser/support/chromium.js";
import { ready } from "../browser/support/explainer.js";
import { startHub } from "../page/support/hub.mjs";
import { GPT2_SMALL, randomCheckpoint } from "./random-checkpoint.js";
import { significant } from "./units.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ what: string, text: string, target: string }} ArrivalRow */

const NAME = "someone/gpt2";
const LINE = { bytesASecond: 50e6 / 8, delay: 60 };
const TOKENIZER = 1_355_256; // bytes of the hub's tokenizer.json
const LAYERS = 12;

/** Files of GPT-2 small's sizes. The tokenizer knows few words, and is as large as the hub's. */
function folder() {
  const { config, parts } = randomCheckpoint(GPT2_SMALL, "F32");
  const json = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value));
  const known = JSON.parse(
    readFileSync(inRoot("tests/fixtures/checkpoints/gpt2/tokenizer.json")).toString("utf8"),
  );
  const tokenizer = json(known);
  const padding = Buffer.alloc(Math.max(0, TOKENIZER - tokenizer.length), " ");
  return {
    "config.json": json(config),
    "tokenizer.json": Buffer.concat([tokenizer, padding]),
    "model.safetensors": Buffer.concat([...parts]),
  };
}

/** In the page: presses “Open”, if it is there, and resolves to the milliseconds until the maps of so many layers are painted. @param {number} layers */
const pressed = (layers) =>
  new Promise((resolve, reject) => {
    const models = /** @type {any} */ (document.querySelector("mha-models"));
    const { store } = models;
    const begun = performance.now();
    const shown = async () => {
      const { run, refused, problem } = store.state;
      if (refused ?? problem) return reject(new Error((refused ?? problem).message));
      if (!run?.of.named || run.arrived < layers) return;
      store.removeEventListener("change", shown);
      const heads = models.renderRoot.querySelector("mha-every-head");
      await heads.updateComplete;
      await heads.renderRoot.querySelector("mha-figure").updateComplete;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
    };
    store.addEventListener("change", shown);
    const bar = models.renderRoot.querySelector("mha-model-bar").renderRoot;
    const form = bar.querySelector("mha-hub-models")?.renderRoot;
    if (form) form.querySelector("form .button").click();
    else void shown(); // pressed before
  });

/** @param {Page} page @param {string} url @param {string} hub */
async function visit(page, url, hub) {
  await page.goto(`${url}/models.html?model=${NAME}&text=the+cat`);
  await ready(page, "mha-models");
  await page.locator("mha-models").evaluate((models, hub) => models.setAttribute("hub", hub), hub);
  await page.locator("mha-hub-models").getByRole("button", { name: "Open", exact: true }).waitFor();
}

/** Waits until the browser keeps the blocks of all layers. @param {Page} page */
const kept = (page) =>
  page.waitForFunction(
    async (layers) => {
      const keys = await (await caches.open("headscope-hub")).keys();
      const sizes = keys.map(({ url }) => {
        const { searchParams } = new URL(url);
        return Number(searchParams.get("end")) - Number(searchParams.get("begin"));
      });
      return sizes.filter((size) => size > 28e6).length >= layers;
    },
    LAYERS,
    { polling: 100, timeout: 60_000 },
  );

/** @param {import("playwright-core").Browser} chromium @returns {Promise<ArrivalRow[]>} */
export async function measureArrival(chromium) {
  const hub = await startHub({ [NAME]: folder() }, { redirects: true, ...LINE });
  // The policy of the hosted page does not allow the imitation.
  const site = serve([inRoot("build/site"), inRoot("dist")], { "Content-Security-Policy": "" });
  const url = `http://127.0.0.1:${await listen(site, 0)}`;
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(180_000);
  try {
    const page = await context.newPage();
    await visit(page, url, hub.address);
    const first = { ms: await page.evaluate(pressed, 1), bytes: hub.sent.bytes };
    const all = { ms: await page.evaluate(pressed, LAYERS), bytes: hub.sent.bytes };
    await page.locator("mha-models").evaluate((models) => /** @type {any} */ (models).store.stop());
    await kept(page);
    hub.asked.length = 0;
    await visit(page, url, hub.address);
    const again = await page.evaluate(pressed, 1);
    const weights = hub.asked.filter(({ file }) => file.endsWith(".safetensors")).length;
    const said = (/** @type {{ ms: number, bytes: number }} */ { ms, bytes }) =>
      `${significant(ms / 1000)} s · ${significant(bytes / 1e6)} MB`;
    return [
      { what: "first layer's maps: time · transferred", text: said(first), target: "6 s · 34 MB" },
      { what: "all layers, no predictions: time · transferred", text: said(all), target: "345 MB" },
      {
        what: "second visit, first maps: time · requests for weights",
        text: `${significant(again / 1000)} s · ${weights}`,
        target: "1 s · 0",
      },
    ];
  } finally {
    await context.close();
    hub.close();
    site.closeAllConnections();
    site.close();
  }
}

/** Starts a browser of its own. */
async function alone() {
  const chromium = await launchChromium();
  try {
    for (const { what, text, target } of await measureArrival(chromium))
      console.log(`${what}: ${text} (target: ${target})`);
  } finally {
    await chromium.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
