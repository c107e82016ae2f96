// Which models are open on the page Models: opened again, replaced, closed, left, and refused.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { openCheckpoint } from "../../web/models/index.js";
import { filesDropped } from "../../web/models/state/page-files.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { readerChanges } from "../../web/models/state/page-state.js";
import { folderOf } from "./support/checkpoints.js";

/** Files as a reader's disk gives them, with times. @param {string} name @param {number} [lastModified] @returns {any} */
const filesOf = (name, lastModified = 1) =>
  Object.fromEntries(
    Object.entries(folderOf(name)).map(([file, bytes]) => [file, new File([bytes], file, { lastModified })]),
  );

/** A page without a model, and the families of the models that were disposed of. */
async function pageWithout() {
  /** @type {string[]} */
  const disposed = [];
  const page = new ModelsPage(async () => ({
    openCheckpoint: async (/** @type {any} */ files, options) => {
      const model = await openCheckpoint(files, options);
      const dispose = model.dispose.bind(model);
      model.dispose = () => {
        disposed.push(model.info.family);
        dispose();
      };
      return model;
    },
  }));
  // The author's host has folders named like the fixtures.
  page.openings.filesAt = async (address) => filesOf(address.split("/").pop() ?? "");
  await page.load();
  await page.write("the cat");
  return { page, disposed };
}

const trapping = {
  boom() {
    throw new WebAssembly.RuntimeError("memory access out of bounds");
  },
};

/** @param {ModelsPage} page */
const namesOn = (page) => page.state.models.map(({ name }) => name);

test("a folder that is given twice is shown again, and not opened again; after a change it is", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  assert.deepEqual([namesOn(page), page.opened.name, page.state.reading], [["gpt2", "bert"], "gpt2", null]);
  const { run } = page.state;
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  assert.equal(page.state.run, run, "the model on show stays as it is");
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2", 2) });
  assert.deepEqual(namesOn(page), ["gpt2", "bert", "gpt2"]);
  page.rest();
});

test("a model that is closed is freed; the one before it is shown if it was on show, and the last leaves none", async () => {
  const { page, disposed } = await pageWithout();
  for (const name of ["gpt2", "bert", "llama"]) await page.openings.open({ name, files: filesOf(name) });
  await page.show(1);
  await page.openings.close(0);
  assert.deepEqual([namesOn(page), page.opened.name, disposed], [["bert", "llama"], "bert", ["gpt2"]]);
  await page.openings.close(0);
  assert.deepEqual([namesOn(page), page.opened.name], [["llama"], "llama"]);
  assert.equal(page.state.run?.of, page.opened);
  await page.openings.close(0);
  assert.deepEqual([namesOn(page), page.opened, page.state.run], [[], undefined, null]);
  assert.deepEqual(disposed, ["gpt2", "bert", "llama"]);
  await page.openings.close(0);
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  assert.equal(page.state.run?.of, page.opened);
  page.rest();
});

test("a model that is closed during its run leaves no error and no result", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  const running = page.write("the dog");
  await page.openings.close(0);
  await running;
  assert.deepEqual([page.state.run, page.state.problem, page.state.running], [null, null, false]);
});

test("a model that the reader chooses while another opens stays on show, and the other joins the list", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  const opening = page.openings.open({ name: "llama", files: filesOf("llama") });
  await page.choose(0);
  await opening;
  assert.deepEqual([namesOn(page), page.opened.name], [["gpt2", "bert", "llama"], "gpt2"]);
  assert.equal(page.state.reading, null);
  page.rest();
});

test("an opening that closing left without a model on show shows its model", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  const opening = page.openings.open({ name: "llama", files: filesOf("llama") });
  await page.openings.close(0);
  await opening;
  assert.deepEqual([namesOn(page), page.opened.name], [["bert", "llama"], "llama"]);
  page.rest();
});

test("a model that is closed while another opens makes room: the other is shown", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  let opening = page.openings.open({ name: "bert", files: filesOf("bert") });
  await page.openings.close(0);
  await opening;
  assert.deepEqual([namesOn(page), page.opened.name], [["bert"], "bert"]);
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  opening = page.openings.open({ name: "llama", files: filesOf("llama") });
  await page.openings.close(1);
  await opening;
  assert.deepEqual([namesOn(page), page.opened.name], [["bert", "llama"], "llama"]);
  page.rest();
});

test("a folder that is given again during a run, or a folder that is refused, leaves the run to end", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  for (const given of [
    { name: "gpt2", files: filesOf("gpt2") },
    { name: "none", files: /** @type {any} */ ({}) },
  ]) {
    const text = `${page.state.text}t`;
    const writing = page.write(text);
    await page.openings.open(given);
    await writing;
    assert.equal(page.state.run?.words.at(-1), "t");
    assert.ok(page.isRead && !page.state.running);
  }
  page.rest();
});

test("folders of one size and time are two if their bytes differ", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  const weights = Uint8Array.from(folderOf("gpt2")["model.safetensors"]);
  weights[weights.length - 1] ^= 1;
  const other = new File([weights], "model.safetensors", { lastModified: 1 });
  await page.openings.open({ name: "gpt2", files: { ...filesOf("gpt2"), "model.safetensors": other } });
  assert.deepEqual(namesOn(page), ["gpt2", "gpt2"]);
  page.rest();
});

test("a comparison and a ranking end with their model", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  await page.pair.compare("the cot");
  await page.ranking.start();
  assert.ok(page.state.pair && page.state.ranking);
  await page.openings.close(0);
  assert.deepEqual([page.state.pair, page.state.ranking], [null, null]);
});

test("a dropped folder that cannot be read is refused in a sentence", async () => {
  const { page } = await pageWithout();
  const entry = {
    ...{ isFile: true, name: "config.json", fullPath: "/config.json" },
    file: (/** @type {any} */ _, /** @type {any} */ refuse) =>
      refuse(new DOMException("The file could not be read", "NotReadableError")),
  };
  const dropped = filesDropped(/** @type {any} */ ({ items: [{ webkitGetAsEntry: () => entry }] }));
  await page.openings.open(dropped);
  assert.equal(/** @type {any} */ (page.state.refused)?.id, "folder_unreadable");
  assert.match(page.state.refused?.message ?? "", /The file could not be read.*copy them/);
  assert.equal(page.state.reading, null);
});

test("what a reader changes while the author's model opens is told, and the model that comes is not", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  /** @type {string[][]} */
  const told = [];
  page.addEventListener("change", (event) => {
    const { before, by } = /** @type {CustomEvent} */ (event).detail;
    const changed = by === "author" ? [] : readerChanges(before, page.state);
    if (changed.length) told.push(changed);
  });
  const opening = page.openings.openAt("https://example.org/bert/");
  page.ask(0);
  await opening;
  assert.deepEqual([told, page.opened.name], [[["token"]], "bert"]);
  told.length = 0;
  await page.openings.openAt("https://example.org/gpt2/", "reader");
  assert.equal(page.opened.name, "gpt2");
  assert.ok(told.flat().includes("model"), "a folder that the reader chose in place of the author's");
  page.rest();
});

test("another folder of the author's replaces the last one; an address that is open is shown", async () => {
  const { page, disposed } = await pageWithout();
  await page.openings.open({ name: "llama", files: filesOf("llama") });
  for (const name of ["gpt2", "bert"]) await page.openings.openAt(`https://example.org/${name}/`);
  assert.deepEqual([namesOn(page), disposed], [["llama", "bert"], ["gpt2"]]);
  await page.show(0);
  await page.openings.openAt("https://example.org/bert");
  assert.deepEqual([namesOn(page), page.opened.name], [["llama", "bert"], "bert"]);
  page.rest();
});

test("“Go on” beyond the model's positions says so, and adds no piece to the text", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  await page.write("the cat");
  for (let left = 50; left && !page.state.problem; left--) await page.continuation.goOn();
  assert.equal(/** @type {any} */ (page.state.problem)?.id, "too_many_pieces");
  const { text, ids, run } = page.state;
  assert.equal(ids?.length, run?.tokens.length);
  await page.continuation.goOn();
  assert.deepEqual([page.state.text, page.state.ids, page.state.run], [text, ids, run]);
  page.rest();
});

test("after a trap of the page's core, the model computes in a fresh one, and the next models open", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  const { core } = page;
  assert.throws(() => core.boundary.ask(trapping, "boom"), { id: "core_has_failed" });
  while (page.core === core || page.state.running)
    await new Promise((resolve) => page.addEventListener("change", resolve, { once: true }));
  await page.write("the dog");
  assert.deepEqual([page.state.problem, page.core], [null, await loadCore()]);
  assert.ok(page.ranking.keysOf({ layer: 0, head: 0 }).length);
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  assert.deepEqual([page.opened.name, page.state.problem], ["bert", null]);
  page.rest();
});

test("a page whose core fails too often runs the text once its core is loaded again", async () => {
  const { page } = await pageWithout();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  const hasFailed = () => page.state.status === "failed";
  for (let traps = 0; !hasFailed(); traps++) {
    assert.ok(traps < 10);
    const { core } = page;
    assert.throws(() => core.boundary.ask(trapping, "boom"), { id: "core_has_failed" });
    while (!hasFailed() && (page.core === core || page.state.running))
      await new Promise((resolve) => page.addEventListener("change", resolve, { once: true }));
  }
  await page.write("the dog");
  await page.load();
  assert.deepEqual([page.state.status, page.state.problem, page.isRead], ["ready", null, true]);
  page.rest();
});
