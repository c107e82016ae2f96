// The state of the page Models in a link: what is left out, what does not fit, and which model takes it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { openCheckpoint } from "../../web/models/index.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { roleOf, sortedBy } from "../../web/models/state/page-run.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { folderOf } from "./support/checkpoints.js";

/** @param {string} name @returns {any} files as a browser gives them */
const filesOf = (name) =>
  Object.fromEntries(Object.entries(folderOf(name)).map(([file, bytes]) => [file, new Blob([bytes])]));

/** A page to which a link was applied before a small checkpoint is opened. @param {string} link @param {string} [name] @param {any} [files] */
async function pageWith(link, name = "gpt2", files = filesOf(name)) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  page.link.fromParams(new URLSearchParams(link));
  await page.openings.open({ name, files });
  return page;
}

/** Resolves when nothing is run or compared. @param {ModelsPage} page */
async function idle(page) {
  while (page.state.running || page.state.comparing)
    await new Promise((resolve) => page.addEventListener("change", resolve, { once: true }));
}

const small = inRoot("models/headscope-small");
/** The model that comes with the page. */
const SMALL = Object.fromEntries(
  ["config.json", "model.safetensors", "tokenizer.json"].map((file) => [
    file,
    new Blob([readFileSync(path.join(small, file))]),
  ]),
);

const LINK = "text=the+cat&second=the+cot&layer=1&head=2&token=0&off=0.1%2C1.3";

test("a link's state is that of the page that wrote it, before and after the model is open", async () => {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  page.link.fromParams(new URLSearchParams(LINK));
  assert.equal(page.link.toParams().get("token"), "0");
  const open = await pageWith(LINK);
  assert.equal(open.state.problem, null);
  assert.equal(String(open.link.toParams()), LINK);
  const { selected, query, off, other } = open.state;
  assert.deepEqual(selected, { layer: 1, head: 2 });
  assert.deepEqual([query, off.length, other], [0, 2, "the cot"]);
});

test("the axes of many sentences are in the link while their fold is open, and bring no former text", async () => {
  const page = await pageWith("axes=entropy,far", "small", SMALL);
  assert.equal(page.state.axes, "entropy,far");
  assert.equal(page.state.text, INITIAL.text);
  const link = page.link.toParams();
  assert.deepEqual([...link.keys()], ["text", "axes"]);
  page.link.fromParams(new URLSearchParams());
  assert.equal(page.state.axes, null);
  assert.equal(String(page.link.toParams()), "");
});

test("what the heads write is in the link, and brings no former text", async () => {
  const page = await pageWith("writes=1", "small", SMALL);
  assert.deepEqual([page.state.writes, page.state.text], [true, INITIAL.text]);
  assert.equal(page.link.toParams().get("writes"), "1");
  page.link.fromParams(new URLSearchParams());
  assert.equal(page.state.writes, false);
  assert.equal(String(page.link.toParams()), "");
});

test("a page as it opens has a plain link, and a plain link returns to it", async () => {
  const page = await pageWith("", "small", SMALL);
  assert.equal(page.state.problem, null);
  assert.equal(String(page.link.toParams()), "");
  const { selected, query } = page.state;
  page.select({ layer: 1, head: 1 });
  page.ask(0);
  await page.turn({ layer: 0, head: 0 });
  await page.pair.compare("the cat");
  page.link.leave();
  assert.deepEqual([...page.link.toParams().keys()], ["text", "second", "layer", "head", "token", "off"]);
  page.link.fromParams(new URLSearchParams());
  await idle(page);
  assert.deepEqual([page.state.selected, page.state.query], [selected, query]);
  assert.deepEqual([page.state.off, page.state.other, page.state.pair], [[], null, null]);
  assert.equal(String(page.link.toParams()), "");
});

test("the first text shows an induction head, which the page opens on; its next piece is what followed before", async () => {
  const page = await pageWith("", "small", SMALL);
  const run = /** @type {import("../../web/models/state/page-run.js").Shown} */ (page.state.run);
  assert.ok(!run.words.some((word) => word.startsWith("##")), "whole words");
  const { layer, head } = page.state.selected;
  const measured = run.measures[layer][head];
  assert.equal(roleOf(measured, { causal: true, sinks: false }), "afterSame");
  assert.ok(measured.afterSame > 0.5);
  const last = run.words.length - 1;
  const followed = run.words.indexOf(run.words[last]) + 1;
  assert.equal(page.ranking.keysOf(page.state.selected)[0].key, followed);
  const [next] = run.run.predictions(last, 1);
  assert.equal(next.text, run.words[followed]);
  assert.ok(next.probability > 0.5);
  await page.turn(page.state.selected);
  const without = page.state.run?.run.predictions(last, 1)[0];
  assert.notEqual(without?.text, next.text, "without the head the model answers otherwise");
});

test("an earlier link that names a head but no text opens the text of its time", async () => {
  const former = "The animal didn't cross the street because it was too tired.";
  const page = await pageWith("layer=3&head=1", "small", SMALL);
  assert.deepEqual([page.state.text, page.state.selected], [former, { layer: 3, head: 1 }]);
  assert.equal((await pageWith("lang=fr", "small", SMALL)).state.text, INITIAL.text);
});

test("while a text of other length is run, the link names no token: the run selects the last", async () => {
  const page = await pageWith("text=the+cat&token=0", "small", SMALL);
  const writing = page.write("the cat the cat");
  assert.equal(page.link.toParams().get("token"), null);
  await writing;
  assert.equal(page.link.toParams().get("token"), null);
  page.ask(1);
  const switching = page.turn({ layer: 0, head: 0 });
  assert.equal(page.link.toParams().get("token"), "1", "the tokens stay");
  await switching;
});

test("heads and tokens that a model lacks are ignored", async () => {
  const { state } = await pageWith("text=the+cat&layer=9&head=0&token=99&off=9.9,0.1,0.1,x&second=");
  const run = /** @type {import("../../web/models/state/page-run.js").Shown} */ (state.run);
  assert.deepEqual(state.off, [{ layer: 0, head: 1 }]);
  assert.deepEqual(state.selected, sortedBy(run, "previous")[0]);
  assert.deepEqual([state.query, state.other], [run.tokens.length - 1, null]);
});

test("a text that is too long for the model is ignored", async () => {
  const { state } = await pageWith(`text=${"cat+".repeat(2000)}`);
  assert.equal(state.text, INITIAL.text);
});

test("a model that the reader opens takes the link too, until the reader changes the state", async () => {
  const page = await pageWith("text=the+cat&layer=1&head=3&token=0");
  await page.openings.open({ name: "llama", files: filesOf("llama") });
  assert.deepEqual([page.state.selected, page.state.query], [{ layer: 1, head: 3 }, 0]);
  page.ask(1);
  page.link.leave();
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  const { run, query, selected } = page.state;
  assert.equal(query, (run?.tokens.length ?? 0) - 1);
  assert.deepEqual(selected, run && sortedBy(run, "previous")[0]);
});

test("a model without a tokenizer takes ids of a link, and ignores words", async () => {
  assert.equal((await pageWith("text=5+6+7&token=1", "gpt_neox")).state.text, "5 6 7");
  const words = await pageWith("text=the+cat", "gpt_neox");
  assert.deepEqual([words.state.text, words.state.problem], ["0 1 2 3", null]);
});

test("“Go on” of the model that comes with the page writes words, and a link returns to the same pieces", async () => {
  const page = await pageWith("text=The+cat+sat+on+the", "small", SMALL);
  for (let count = 0; count < 6; count++) await page.continuation.goOn();
  const { text, ids } = page.state;
  assert.match(text, /^The cat sat on the [a-z]+/);
  const { text: generated } = await page.opened.model.generate("The cat sat on the", { tokens: 6 });
  assert.equal(text, "The cat sat on the" + generated);
  const again = await pageWith(String(page.link.toParams()), "small", SMALL);
  assert.deepEqual(
    again.state.run?.tokens.map(({ id }) => id),
    ids,
  );
  assert.equal(again.state.text, text);
  assert.equal(String(again.link.toParams()), String(page.link.toParams()));
});

test("a link has ids where the tokenizer would cut the text into other pieces, and they fit their model alone", async () => {
  const page = await pageWith("text=the+cat");
  while (!page.link.toParams().has("ids")) await page.continuation.goOn();
  const link = String(page.link.toParams());
  const ids = page.state.run?.tokens.map(({ id }) => id);
  const again = await pageWith(link);
  assert.deepEqual(
    again.state.run?.tokens.map(({ id }) => id),
    ids,
  );
  assert.equal(String(again.link.toParams()), link);
  const other = await pageWith(link, "llama");
  assert.deepEqual([other.state.problem, other.state.ids], [null, null]);
  const text = page.state.text + "x";
  await page.write(text);
  assert.equal(page.link.toParams().get("ids"), null);
});
