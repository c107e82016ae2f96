// The state of the page Models for what heads write: who wrote a piece, the ranking by switching off, and patches from a second sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { openSmallModel } from "../../web/models/small-model.js";
import { openCheckpoint } from "../../web/models/index.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { PAIRS, PatchGrid } from "../../web/models/state/patch-grid.js";
import { Writing, nameOf } from "../../web/models/state/writes.js";
import { folderOf } from "./support/checkpoints.js";

/** @typedef {import("../../web/models/state/patch-grid.js").Patching} Patching */
/** @typedef {import("../../web/models/state/writes.js").Written} Written */

const [[TEXT, OTHER]] = PAIRS;

/** A page with the small model on a text, or with a fixture's checkpoint. @param {string} text @param {string} [fixture] */
async function openPage(text, fixture) {
  const page = new ModelsPage(async () => ({
    openCheckpoint: fixture ? openCheckpoint : async () => openSmallModel({ keep: true }),
  }));
  await page.load();
  page.set({ text });
  const files = fixture ? folderOf(fixture) : {};
  const blobs = Object.entries(files).map(([name, bytes]) => [name, new Blob([bytes])]);
  await page.openings.open({ name: fixture ?? "small", files: Object.fromEntries(blobs) });
  return page;
}

const writtenOn = (/** @type {ModelsPage} */ page) => /** @type {Written} */ (page.state.written);
const patchingOn = (/** @type {ModelsPage} */ page) => /** @type {Patching} */ (page.state.patching);

test("the previous-token head adds almost nothing to the copied piece, and costs most when it is off", async () => {
  const page = await openPage(TEXT);
  const writing = new Writing(page);
  await writing.follow();
  if (!writtenOn(page).without) await writing.rank();
  const { found, without } = writtenOn(page);
  assert.equal(found.text, "created");
  const { left = new Map(), whole, progress } = without ?? {};
  assert.deepEqual(progress, { done: 16, total: 16 });
  assert.ok(Number(whole) > 0.35);
  const lost = [...left].sort(([, a], [, b]) => a - b).map(([name]) => name);
  assert.deepEqual(lost.slice(0, 3), ["1.2", "2.2", "2.1"]);
  const heads = found.parts.filter(({ kind }) => kind === "head");
  const first = heads.map(({ layer, head }) => nameOf({ layer: Number(layer), head: Number(head) }));
  assert.deepEqual(first.slice(0, 3), ["3.0", "2.2", "2.1"]);
  assert.ok((heads.find(({ layer, head }) => layer === 1 && head === 2)?.value ?? 1) < 0.1);
  page.rest();
});

test("another piece, another query and another text are summed anew; the same is not", async () => {
  const page = await openPage(TEXT);
  const writing = new Writing(page);
  await writing.follow();
  const before = writtenOn(page);
  await writing.follow();
  assert.equal(writtenOn(page).found, before.found);
  const [, second] = before.of.run.predictions(before.query, 2);
  writing.explain(second);
  await writing.follow();
  assert.equal(writtenOn(page).found.piece, second.id);
  page.ask(3);
  assert.equal(writing.asked?.text, "god", "the choice was for another query");
  await writing.follow();
  assert.equal(writtenOn(page).query, 3);
  await page.write("The cat sat on the");
  await writing.follow();
  assert.equal(writtenOn(page).of, page.state.run);
  page.rest();
});

/** Has the model's next runs fail. @param {ModelsPage} page @param {string} name of a method @returns {() => void} ends the failures */
function failing(page, name) {
  const model = /** @type {any} */ (name === "run" ? page.opened?.model : page.state.run?.run);
  model[name] = () => Promise.reject(new Error("no memory"));
  return () => delete model[name];
}

test("a ranking tells at once that it has begun, and a second press ends the first", async () => {
  const page = await openPage(TEXT);
  const writing = new Writing(page);
  await writing.follow();
  const first = writing.rank();
  assert.equal(writtenOn(page).without?.progress.done, 0);
  /** @type {number[]} */
  const told = [];
  page.addEventListener("change", () => told.push(Number(page.state.written?.without?.progress.done)));
  await Promise.all([first, writing.rank()]);
  assert.deepEqual(told, [...Array(17).keys()], "by one ranking");
  page.rest();
});

test("a ranking that fails or is stopped before its first head is offered again", async () => {
  const page = await openPage(TEXT);
  const writing = new Writing(page);
  await writing.follow();
  const mend = failing(page, "run");
  await writing.rank();
  assert.equal(writtenOn(page).without, null);
  assert.equal(page.state.unwritten?.message, "no memory");
  mend();
  const stopped = writing.rank();
  writing.stopRanking();
  await stopped;
  assert.equal(writtenOn(page).without, null);
  await writing.rank();
  assert.deepEqual(writtenOn(page).without?.progress, { done: 16, total: 16 });
  assert.equal(page.state.unwritten, null);
  page.rest();
});

test("parts that cannot be summed are a problem, once, and are summed again when asked", async () => {
  const page = await openPage(TEXT);
  const writing = new Writing(page);
  const mend = failing(page, "contributions");
  await writing.follow();
  assert.equal(page.state.unwritten?.message, "no memory");
  const { state } = page;
  await writing.follow();
  assert.equal(page.state, state, "tried once");
  mend();
  await writing.again();
  assert.equal(page.state.unwritten, null);
  assert.equal(writtenOn(page).found.text, "created");
  page.rest();
});

test("patterns and values of the second sentence are patched, too", async () => {
  const page = await openPage(TEXT);
  const grid = new PatchGrid(page);
  await grid.start(OTHER, "values");
  const values = patchingOn(page).shares;
  assert.ok(values[2][1] > 0.3 && values[2][2] > 0.2, "the values of the heads that copy");
  await grid.start(OTHER, "pattern");
  assert.ok(Math.max(...patchingOn(page).shares.flat()) < values[2][1], "both look at the same places");
  page.rest();
});

test("heads that copy bring the second sentence's word back; a pressed one gives the answer with it", async () => {
  const page = await openPage(TEXT);
  const grid = new PatchGrid(page);
  await grid.start(OTHER, "output");
  const { shares, answers, progress } = patchingOn(page);
  assert.deepEqual(
    answers.map(({ text }) => text),
    ["created", "made"],
  );
  assert.deepEqual(progress, { done: 16, total: 16 });
  const ranked = shares.flatMap((row, layer) =>
    row.map((share, head) => ({ share, name: `${layer}.${head}` })),
  );
  ranked.sort((a, b) => b.share - a.share);
  assert.deepEqual(
    ranked
      .slice(0, 3)
      .map(({ name }) => name)
      .sort(),
    ["2.1", "2.2", "3.0"],
  );
  await grid.pick(2, 1);
  assert.equal(patchingOn(page).picked?.answers[0].text, "made");
  page.rest();
});

test("the stream at the changed word carries all of the difference until heads have moved it on", async () => {
  const page = await openPage(TEXT);
  const grid = new PatchGrid(page);
  await grid.start(OTHER, "stream");
  const { shares, columns } = patchingOn(page);
  const changed = columns.indexOf("created");
  assert.ok(Math.abs(shares[0][changed] - 1) < 1e-3, "all at the embedding");
  assert.ok(shares[3][changed] < shares[0][changed]);
  const last = columns.length - 1;
  assert.ok(Math.abs(shares[0][last]) < 1e-3, "nothing at the asking piece");
  assert.ok(shares[3][last] > 0.3, "in the last layer, heads have brought some of it to the asking piece");
  page.rest();
});

test("the pair of Mary and John is offered, patched at the asking piece, and can be stopped", async () => {
  const page = await openPage(TEXT);
  const grid = new PatchGrid(page);
  const pair = PAIRS[1];
  assert.match(pair[0], /^When Mary and John went to the store, John gave a drink to$/);
  await grid.offer(pair);
  assert.deepEqual([page.state.text, page.state.other], pair);
  await grid.start(pair[1], "output"); // at the asking pieces, since “Mary” has two pieces
  assert.equal(patchingOn(page).progress.done, 16);
  assert.ok(patchingOn(page).shares.flat().every(Number.isFinite));
  const running = grid.start(pair[1], "output");
  page.addEventListener("change", () => {
    const { done, total } = page.state.patching?.progress ?? {};
    if (done === 3 && total === 16) grid.stop();
  });
  await running;
  assert.deepEqual(patchingOn(page).progress, { done: 3, total: 3 });
  page.rest();
});

test("patching goes on as it began, and so does a pressed part, while another query is asked and a head is switched off", async () => {
  const page = await openPage(PAIRS[1][0]);
  const grid = new PatchGrid(page);
  await grid.start(PAIRS[1][1], "output");
  await grid.pick(2, 1);
  const { shares, picked } = patchingOn(page);
  const running = grid.start(PAIRS[1][1], "output");
  page.addEventListener("change", () => {
    if (page.state.patching?.progress.done !== 3 || page.state.query === 2) return;
    page.set({ query: 2, off: [{ layer: 1, head: 1 }], masks: [1], text: "another text" });
  });
  await running;
  assert.deepEqual(patchingOn(page).shares, shares);
  await grid.pick(2, 1);
  assert.deepEqual(patchingOn(page).picked, picked);
  page.rest();
});

test("sentences that answer alike have no difference to bring back, and the page says so", async () => {
  const page = await openPage(TEXT);
  await new PatchGrid(page).start(TEXT, "output");
  assert.match(String(page.state.patchProblem?.message), /both sentences answer alike, with created/);
  assert.equal(page.state.patching, null);
  page.rest();
});

test("a second sentence of another length is refused, and the refusal says what would work", async () => {
  const page = await openPage(TEXT);
  await new PatchGrid(page).start("In the beginning", "values");
  assert.match(String(page.state.patchProblem?.message), /give a position, or texts of the same number/);
  assert.equal(page.state.patching, null);
  await page.write("The cat sat on the");
  assert.equal(page.state.patchProblem, null, "of the last sentence");
  page.rest();
});

test("a masked model is asked about the piece under its mask", async () => {
  const page = await openPage("the cat sat", "bert");
  const writing = new Writing(page);
  assert.equal(writing.asked, null);
  await writing.follow();
  assert.equal(page.state.written, null);
  await page.mask(2);
  await writing.follow();
  if (!writtenOn(page).without) await writing.rank();
  const { found, lens, without } = writtenOn(page);
  assert.equal(found.position, 2);
  assert.ok(Math.abs(found.remainder) < 1e-4);
  assert.equal(lens.length, 3);
  assert.equal(without?.left.size, 8);
  page.rest();
});
