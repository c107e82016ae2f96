// The page Models, view “what it writes”: who wrote a piece, both rankings of heads, the logit lens, patches.
import assert from "node:assert/strict";
import test from "node:test";
import { focused } from "./support/focus.js";
import { injectAxeInSchemes, useBrowser, useOnce } from "./support/index.js";
import { openModels, settled } from "./support/models.js";
import { IS_NIGHTLY } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const TEXT = "In the beginning God created the heavens. In the beginning God";
const browser = useBrowser();

/** The page that the tests share, with the view on show. */
const shared = useOnce(openWrites);

async function openWrites() {
  const shown = await openModels(browser, `?text=${encodeURIComponent(TEXT)}`);
  await shown.page.getByRole("button", { name: "what it writes" }).focus();
  await shown.page.keyboard.press("Enter");
  await summed(shown.page);
  return shown;
}

/** Waits until all parts are summed, and each head was off once. @param {Page} page */
async function summed(page) {
  await page.waitForFunction(
    () => {
      const { written, run, running } = /** @type {any} */ (document.querySelector("mha-models")).store.state;
      const { progress } = written?.without ?? {};
      return !running && written?.of === run && progress?.done === progress?.total;
    },
    null,
    { polling: 20 },
  );
  await settled(page);
}

/** The rows of the parts, a list of texts each. @param {Page} page */
const rows = (page) =>
  page
    .locator("mha-model-writes .parts tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.children].map((each) => each.textContent?.replace(/\s+/g, " ").trim() ?? "")),
    );

/** @param {string} said */
const figure = (said) => Number(said.replace("−", "-"));

test("the switch keeps the focus, and the shown figures of all parts add up to the logit", async () => {
  const { page } = await shared();
  assert.equal((await focused(page))?.name, "button what it writes");
  const view = page.locator("mha-model-writes");
  assert.equal(await view.locator("h2").first().innerText(), "Who wrote created?");
  const all = await rows(page);
  const added = all.slice(0, -1).map(([, , value]) => figure(value));
  const sum = added.reduce((total, each) => total + each, 0);
  assert.equal(sum.toFixed(2), all.at(-1)?.[2]);
  assert.deepEqual(
    all
      .map(([name]) => name)
      .filter((name) => name.startsWith("Layer"))
      .slice(0, 3),
    ["Layer 3, head 0", "Layer 2, head 2", "Layer 2, head 1"],
  );
});

test("both rankings of heads are there, with why they differ", async () => {
  const { page } = await shared();
  const view = page.locator("mha-model-writes");
  const left = new Map((await rows(page)).map((row) => [row[0], row.at(-1)]));
  assert.ok(Number(left.get("Layer 2, head 1")) < 0.08 && Number(left.get("Layer 2, head 2")) < 0.08);
  await view.getByRole("button", { name: "what is lost without them" }).click();
  await settled(page);
  const names = (await rows(page)).map(([name]) => name);
  assert.deepEqual(names.slice(0, 3), ["Layer 1, head 2", "Layer 2, head 2", "Layer 2, head 1"]);
  assert.match(await view.locator("section").first().innerText(), /The two orders differ/);
  await view.getByRole("button", { name: "what they add" }).click();
});

test("the lens has a row a layer, and ends with the answer", async () => {
  const { page } = await shared();
  const lens = await page
    .locator("mha-model-writes .lens tr")
    .evaluateAll((all) =>
      all.map((row) => [...row.children].slice(0, 2).map((each) => each.textContent?.trim())),
    );
  assert.deepEqual(
    lens.map(([name]) => name),
    ["embedding", ...[0, 1, 2, 3].map((layer) => `after layer ${layer}`)],
  );
  assert.match(String(lens.at(-1)?.[1]), /^created/);
});

test("another likely piece is explained by a press, and a head of the list is shown where it looks", async () => {
  const { page, seen } = await shared();
  const view = page.locator("mha-model-writes");
  await view.getByRole("button", { name: "made" }).click();
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-models")).store.state.written.found.text === "made",
    null,
    { polling: 20 },
  );
  await summed(page);
  assert.equal(await view.locator("h2").first().innerText(), "Who wrote made?");
  await view.getByRole("button", { name: "Layer 2, head 2" }).click();
  await view.getByRole("button", { name: "Layer 2, head 2: where it looks" }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await focused(page))?.name, "button where it looks");
  assert.equal(await page.locator("mha-model-head h2").innerText(), "Layer 2, head 2");
  await page.getByRole("button", { name: "what it writes" }).click();
  await summed(page);
  seen.assertQuiet();
});

/** The rows of the parts of a score. @param {Page} page */
const partsOfScore = (page) =>
  page
    .locator("mha-model-score tbody tr")
    .evaluateAll((all) =>
      all.map((row) => [row.children[0], row.children[2]].map((each) => each.textContent?.trim() ?? "")),
    );

test("the fold below a head says why its cell has this score: by the key, by the query, and in pairs, the figures add up", async () => {
  const { page, seen } = await shared();
  await page.getByRole("button", { name: "where it looks", exact: true }).click();
  const { score, first } = await page.locator("mha-models").evaluate(async (/** @type {any} */ { store }) => {
    store.select({ layer: 2, head: 2 });
    const { run, query } = store.state;
    const key = run.words.indexOf("created");
    store.meet(query, key);
    const parts = await run.run.scoreParts(2, 2, query, key);
    return { score: parts.score, first: parts.key[0] };
  });
  assert.deepEqual([first.layer, first.head], [1, 2], "the previous-token head");
  await page.locator("mha-model-head summary").filter({ hasText: "Why this much?" }).click();
  const fold = page.locator("mha-model-score");
  await fold.locator("table").waitFor();
  await settled(page);
  assert.match(
    await fold.locator("p").first().innerText(),
    new RegExp(`The score of “god” for “created” is ${score.toFixed(2)}`),
  );
  for (const name of ["the key of “created”", "the query of “god”", "both, in pairs"]) {
    await fold.getByRole("button", { name }).click();
    await settled(page);
    assert.equal(await fold.getByRole("button", { name }).getAttribute("aria-pressed"), "true");
    const all = await partsOfScore(page);
    const sum = all.slice(0, -1).reduce((total, [, value]) => total + figure(value), 0);
    assert.equal(sum.toFixed(2), all.at(-1)?.[1], name);
    assert.equal(all.at(-1)?.[1], score.toFixed(2));
    if (name.startsWith("the key")) assert.equal(all[0][0], "layer 1, head 2");
  }
  seen.assertQuiet();
});

test("what a head looks for changes with the positions, and the switch keeps the focus", async () => {
  const { page } = await shared();
  await page.getByRole("button", { name: "what it writes", exact: true }).click();
  await summed(page);
  const fold = page.locator("mha-model-circuit");
  await fold.locator("summary").click();
  const list = fold.locator("tr").filter({ hasText: "looks for" }).locator("td");
  await list.waitFor();
  const before = await list.innerText();
  await fold.getByRole("button", { name: /tokens before the query/ }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(String((await focused(page))?.name), /^button a key 8/);
  assert.notEqual(await list.innerText(), before);
  assert.match(await fold.locator("details").innerText(), /Positions count in what is looked for/);
  await fold.locator("summary").click();
});

test("as a part of an article, the view stands with its sentence, without the maps to go to", async () => {
  const { page, seen } = await shared();
  const models = page.locator("mha-models");
  await models.evaluate((element) => element.setAttribute("view", "writes"));
  await settled(page);
  assert.equal(await page.locator("mha-model-text").count(), 1);
  assert.equal(await page.locator("mha-model-writes h2").first().innerText(), "Who wrote made?");
  for (const tag of ["mha-model-bar", "mha-model-shows", "mha-every-head", "mha-model-writes .actions"])
    assert.equal(await page.locator(tag).count(), 0, tag);
  await models.evaluate((element) => element.removeAttribute("view"));
  await summed(page);
  seen.assertQuiet();
});

test("after Stop of the patching, the focus is on the button that starts it", async () => {
  const { page } = await shared();
  const patches = page.locator("mha-model-patches");
  await patches.locator("summary").first().click();
  await page.locator("mha-models").evaluate((/** @type {any} */ { store }) => {
    const { run: of } = store.state;
    const [answer] = of.run.predictions(0, 1);
    const progress = { done: 1, total: 2 };
    const patching = { of, from: of.run, what: "output", answers: [answer, answer], columns: [], shares: [] };
    store.set({ patching: { ...patching, picked: null, progress } });
  });
  await patches.getByRole("button", { name: "Stop" }).focus();
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal((await focused(page))?.name, "button Patch each in turn");
  await patches.locator("summary").first().click();
});

test("another text ends the patching of the last one", async () => {
  const { page, seen } = await shared();
  await page.locator("mha-model-patches summary").first().click();
  await page.locator("mha-model-patches").getByRole("button", { name: "stream", exact: false }).click();
  const written = page.locator("mha-models").evaluate(
    (/** @type {any} */ { store }, text) =>
      new Promise((resolve) => {
        const follow = () => {
          if (store.state.patching?.progress.done !== 2) return;
          store.removeEventListener("change", follow);
          resolve(store.write(text));
        };
        store.addEventListener("change", follow);
      }),
    `${TEXT} created`,
  );
  await page.getByRole("button", { name: "Patch each in turn" }).click();
  await written;
  await summed(page);
  const { done, total } = await page
    .locator("mha-models")
    .evaluate((/** @type {any} */ { store }) => store.state.patching.progress);
  assert.equal(done, total);
  assert.ok(done < 52, `${done} of 52 positions of the stream`);
  await page.locator("mha-models").evaluate((/** @type {any} */ { store }, text) => store.write(text), TEXT);
  await summed(page);
  await page.locator("mha-model-patches summary").first().click();
  seen.assertQuiet();
});

test("print keeps the piece that is explained, and no controls", async () => {
  const { page } = await shared();
  await page.emulateMedia({ media: "print" });
  const view = page.locator("mha-model-writes");
  assert.equal(await view.locator(".pieces button:visible").count(), 1);
  for (const control of ["form", "summary", ".pairs", ".button"])
    assert.equal(await view.locator(`${control}:visible`).count(), 0, control);
  await page.emulateMedia({ media: "screen" });
});

test("axe finds nothing, and nothing scrolls sideways on a phone", async () => {
  const { page } = await shared();
  const axe = await injectAxeInSchemes(page);
  assert.deepEqual(await axe(), [], "what it writes");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  }
  await page.getByRole("button", { name: "where it looks", exact: true }).click();
  await page.locator("mha-model-score table").waitFor();
  await settled(page);
  if (IS_NIGHTLY) assert.deepEqual(await axe(), [], "the parts of a score");
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
});
