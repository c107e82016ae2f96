// A model by its name in Chromium: a worker reads it from an imitation of the hub, on another origin than the page.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { listen, serve } from "../../tools/lib/server.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { folderOf } from "../page/support/checkpoints.js";
import { startHub } from "../page/support/hub.mjs";
import { ready } from "./support/explainer.js";
import { clearStorage, useBrowser, useOnce } from "./support/index.js";

const NAME = "someone/model";
const TEXT = { ids: [1, 2, 3, 4] };
const browser = useBrowser();

/** An author's site, whose policy allows the hub. */
const site = serve([inRoot("build/site"), inRoot("dist")], { "Content-Security-Policy": "" });
const port = await listen(site, 0);
after(() => {
  site.closeAllConnections();
  site.close();
});

/** A page of that site, which the tests share. */
const shared = useOnce(openPlain);

async function openPlain() {
  const shown = await browser.open("about:blank");
  await shown.page.goto(`http://127.0.0.1:${port}/icon.svg`);
  return shown;
}

/** @param {import("../page/support/hub.mjs").Habits} habits @param {object} [options] of openCheckpoint() */
async function runInChromium(habits, options) {
  const hub = await startHub({ [NAME]: folderOf("gpt2") }, habits);
  const { page } = await shared();
  try {
    return await page.evaluate(
      async ({ name, text, options }) => {
        await caches.delete("headscope-hub");
        const { openCheckpoint } = await import(/** @type {any} */ ("/modules/models.js"));
        /** @type {{ layers: number[], bytes: number }} */
        const told = { layers: [], bytes: 0 };
        const onBytes = (/** @type {number} */ count) => (told.bytes += count);
        const model = await openCheckpoint(name, { ...options, onBytes }).catch(
          (/** @type {any} */ error) => error,
        );
        if (model instanceof Error)
          return { refused: /** @type {any} */ (model).id, ...told, attention: [], pieces: [] };
        const run = await model.run(text, {
          onLayer: (/** @type {number} */ layer) => told.layers.push(layer),
        });
        const attention = [...run.attention(1).data];
        const pieces = run.predictions(0).map((/** @type {{ id: number }} */ { id }) => id);
        model.dispose();
        return { refused: null, ...told, attention, pieces };
      },
      { name: `hf:${NAME}`, text: TEXT, options: { host: hub.address, ...options } },
    );
  } finally {
    hub.close();
  }
}

test("its layers arrive one by one, with the bits of Node", async () => {
  const model = await openCheckpoint(folderOf("gpt2"));
  const run = await model.run(TEXT);
  const found = await runInChromium({ redirects: true });
  assert.equal(found.refused, null);
  assert.deepEqual(found.attention, [...run.attention(1).data]);
  assert.deepEqual(
    found.pieces,
    run.predictions(0).map(({ id }) => id),
  );
  assert.deepEqual(found.layers, [0, 1]);
  assert.ok(found.bytes > 30_000, String(found.bytes));
  model.dispose();
});

test("a host without ranges, and one that hides its headers, are read, too", async () => {
  for (const habits of [{ ranges: false }, { hides: true, tags: false }])
    assert.deepEqual((await runInChromium(habits)).layers, [0, 1]);
});

test("a gated model is refused, and opens with a token", async () => {
  assert.equal((await runInChromium({ token: "secret" })).refused, "model_is_gated");
  assert.deepEqual((await runInChromium({ token: "secret" }, { token: "secret" })).layers, [0, 1]);
});

/** Lets the page ask an imitation of the hub. @param {import("playwright-core").Page} page @param {{ address: string }} hub */
const allow = (page, { address }) =>
  page.locator("mha-models").evaluate((models, hub) => models.setAttribute("hub", hub), address);

/**
 * Calls f with the page Models, whose author allows an imitation of the hub.
 * @param {import("../page/support/hub.mjs").Habits} habits @param {string} query
 * @param {(page: import("playwright-core").Page, hub: Awaited<ReturnType<typeof startHub>>) => Promise<void>} f
 */
async function onPage(habits, query, f) {
  const hub = await startHub({ [NAME]: folderOf("gpt2") }, habits);
  const { page } = await shared();
  try {
    await page.goto(`http://127.0.0.1:${port}/icon.svg`);
    await page.evaluate(clearStorage);
    await page.goto(`http://127.0.0.1:${port}/models.html${query}`);
    await ready(page, "mha-models");
    await allow(page, hub);
    await f(page, hub);
  } finally {
    await page.goto(`http://127.0.0.1:${port}/icon.svg`);
    hub.close();
  }
}

test("a link names a gated model: the page asks the hub after the press only, and opens the link's head with a token", () =>
  onPage({ token: "secret" }, `?model=${NAME}&text=the+cat&layer=1&head=2`, async (page, hub) => {
    const form = page.locator("mha-hub-models");
    await form.getByText(new URL(hub.address).host).waitFor();
    assert.equal(await form.locator("#name").inputValue(), NAME);
    assert.equal(hub.asked.length, 0);
    const open = form.getByRole("button", { name: "Open", exact: true });
    await open.click();
    await page.getByRole("alert").getByText("accept its licence").waitFor();
    await form.locator("#token").fill("secret");
    await open.click();
    await page.locator("mha-model-bar #found").getByText("gpt2 · 2 layers").waitFor();
    await page.getByRole("heading", { name: "Layer 1, head 2" }).waitFor();
    assert.equal(await form.count(), 0, "the field makes room for the picture");
    assert.equal(new URL(page.url()).searchParams.get("model"), NAME);
  }));

test("what the hub sent is kept: the next visit opens the model offline, until the reader forgets it", () =>
  onPage({}, `?model=${NAME}&text=the+cat`, async (page, hub) => {
    const open = page.locator("mha-hub-models").getByRole("button", { name: "Open", exact: true });
    const found = page.locator("mha-model-bar #found").getByText("gpt2 · 2 layers");
    await open.click();
    await found.waitFor();
    await page.waitForFunction(
      async () => (await (await caches.open("headscope-hub")).keys()).length >= 5, // config, tokenizer, weights, a missing file, the branch
      null,
      { polling: 100 },
    );
    hub.close();
    await page.reload();
    await ready(page, "mha-models");
    await allow(page, hub);
    await page.getByText("The browser keeps").waitFor();
    await open.click();
    await found.waitFor();
    await page.getByRole("button", { name: "or by its name" }).click();
    await page.getByRole("button", { name: "Forget it" }).click();
    await page.getByText("The browser keeps").waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => caches.has("headscope-hub")), false);
  }));

test("a model arrives in a tab out of view, whose frames rest", () =>
  onPage({ redirects: true }, `?model=${NAME}&text=the+cat`, async (page) => {
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      Object.defineProperty(document, "hidden", { get: () => true });
      globalThis.requestAnimationFrame = () => 0;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await page
      .locator("mha-hub-models")
      .getByRole("button", { name: "Open", exact: true })
      .dispatchEvent("click");
    await page.waitForFunction(
      () => {
        const { models, at, run } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
        return models.length === 2 && at === 1 && run?.isWhole;
      },
      null,
      { polling: 100 },
    );
  }));
