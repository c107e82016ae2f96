// The page Models after failures: a worker that ended, a core that trapped, folders that cannot be read; and the memory of models that are closed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { useBrowser, useOnce } from "./support/index.js";
import { openModels, settled } from "./support/models.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { until } from "./support/until.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const OPENINGS = IS_NIGHTLY ? 50 : 2;

/** The page that the tests share, which counts its cores. */
const shared = useOnce(() => openModels(browser, "", { first: `(${countCores})()` }));

function countCores() {
  const { instantiate } = WebAssembly;
  /** @type {any} */ (globalThis).cores = 0;
  WebAssembly.instantiate = /** @type {any} */ (
    (/** @type {any} */ ...given) => {
      /** @type {any} */ (globalThis).cores++;
      return /** @type {any} */ (instantiate)(...given);
    }
  );
}

/** The files of a small checkpoint, as a reader chooses them. @param {string} name */
const filesOf = (name) =>
  ["config.json", "model.safetensors", "tokenizer.json"].map((file) => ({
    ...{ name: file, mimeType: "application/octet-stream" },
    buffer: readFileSync(inRoot("tests/fixtures/checkpoints", name, file)),
  }));

/** @param {Page} page @returns {Promise<any>} */
const stateOf = (page) =>
  page.locator("mha-models").evaluate((element) => {
    const { store } = /** @type {any} */ (element);
    const { text, problem, refused, running, reading, models, run } = store.state;
    return {
      ...{ text, running, reading, problem: problem?.message ?? null, refused: refused?.message ?? null },
      ...{ models: models.map((/** @type {any} */ { name }) => name), words: run?.words.join(" ") },
    };
  });

/** Waits until the page has so many workers: the browser reports the end of one late. @param {Page} page @param {number} count @param {string} [when] */
const haveWorkers = (page, count, when = "") =>
  until(() => page.workers().length === count, `${count} workers${when}`);

/** @param {Page} page @param {string} text */
async function write(page, text) {
  await page.locator("mha-model-text .pieces .button").click();
  await page.locator("mha-model-text form input").fill(text);
  await page.locator("mha-model-text form input").press("Enter");
  await settled(page);
}

test(`${OPENINGS} openings leave one worker and one core on the page`, async () => {
  const { page, seen } = await shared();
  for (let i = 0; i < OPENINGS; i++) {
    // Two addresses of the same folder; each replaces the other.
    await page.locator("mha-models").evaluate(
      async (element, name) => {
        await /** @type {any} */ (element).store.openings.openAt(name);
      },
      i % 2 ? "headscope-small" : "./headscope-small",
    );
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector("mha-models")).store.state.run,
    );
    assert.equal((await stateOf(page)).models.length, 1);
    await haveWorkers(page, 1, ` after opening ${i}`);
  }
  assert.equal(await page.evaluate("cores"), 1);
  seen.assertQuiet();
});

test("open models are listed with sizes and places, and closed by a button", async () => {
  const { page, seen } = await shared();
  const bar = page.locator("mha-model-bar");
  assert.equal(await bar.locator("#close").count(), 0, "the page's own model stays");
  await bar.locator("#files").setInputFiles(filesOf("gpt2"));
  await settled(page);
  const labels = (await bar.locator("option").allInnerTexts()).map((label) => label.trim());
  assert.match(labels[0], /^headscope-small · [\d.]+ MB · this site$/);
  assert.match(labels[1], /^gpt2 · [\d.]+ kB · your disk$/);
  await haveWorkers(page, 2);
  await bar.getByRole("button", { name: "Close" }).click();
  await settled(page);
  assert.deepEqual((await stateOf(page)).models, ["headscope-small"]);
  assert.equal(await bar.locator("select").inputValue(), "0");
  await haveWorkers(page, 1);
  seen.assertQuiet();
});

test("a worker that ends is replaced at the next run, also while a run is in progress", async () => {
  const { page, seen } = await shared();
  await Promise.all(page.workers().map((worker) => worker.evaluate("self.close()")));
  await write(page, "A dog sleeps.");
  const { words, problem } = await stateOf(page);
  assert.deepEqual([words, problem], ["[BOS] a dog sleep ##s .", null]);
  // The worker ends at the request of the next run, so it never answers.
  await haveWorkers(page, 1, ": the one that ended is gone");
  const [worker] = page.workers();
  await worker.evaluate(() => {
    const end = (/** @type {Event} */ event) => (event.stopImmediatePropagation(), self.close());
    self.addEventListener("message", end, { capture: true });
  });
  await page.locator("mha-models").evaluate((element) => {
    const { store } = /** @type {any} */ (element);
    return store.write("A cat sleeps.");
  });
  assert.equal((await stateOf(page)).words, "[BOS] a cat sleep ##s .");
  await haveWorkers(page, 1);
  seen.assertQuiet();
});

test("what the reader selects while another model opens is in the address", async () => {
  const { page, seen } = await shared();
  await page.locator("mha-model-text .piece").nth(1).click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("token") === "1");
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route("**/held/config.json", async (route) => {
    await held;
    await route.fulfill({ status: 404 });
  });
  await page.locator("mha-models").evaluate((element) => {
    /** @type {any} */ (element).src = "held";
  });
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-models")).store.state.reading,
  );
  await page.locator("mha-model-text .piece").nth(3).click();
  await page.waitForFunction(() => new URLSearchParams(location.search).get("token") === "3");
  release();
  await settled(page);
  seen.forget(); // of the folder that is not there
});

test("after a trap of the page's core, sentences are run and models are opened", async () => {
  const { page, seen } = await shared();
  await page.locator("mha-models").evaluate((element) => {
    const { core } = /** @type {any} */ (element).store;
    const trapping = {
      boom() {
        throw new WebAssembly.RuntimeError("memory access out of bounds");
      },
    };
    try {
      core.boundary.ask(trapping, "boom");
    } catch {
      // the trap
    }
  });
  await settled(page);
  await write(page, "A dog sleeps.");
  const { words, problem } = await stateOf(page);
  assert.deepEqual([words, problem], ["[BOS] a dog sleep ##s .", null]);
  await page.locator("mha-model-bar #files").setInputFiles(filesOf("bert"));
  await settled(page);
  const { models, refused } = await stateOf(page);
  assert.deepEqual([models.slice(-1), refused], [["bert"], null]);
  seen.assertQuiet();
});
