// The page Models: what it measures, how maps are drawn and found, and what its state does with checkpoints.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { scaleOf } from "../../web/kit/draw/scale.js";
import { allHeadsScene, headBeside } from "../../web/models/draw/all-heads.js";
import { maskedColour, poolWeights } from "../../web/models/draw/maps.js";
import { oneHeadScene } from "../../web/models/draw/one-head.js";
import { openCheckpoint } from "../../web/models/index.js";
import { sumFileSizes, filesDropped, filesIn } from "../../web/models/state/page-files.js";
import { afterSame, entropyOfEqual, mapOf, measuresOf } from "../../web/models/state/page-run.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { readerChanges, snapshotOf } from "../../web/models/state/page-state.js";
import { sample } from "../browser/support/nightly.js";
import { until } from "../browser/support/until.js";
import { folderOf, withConfig } from "./support/checkpoints.js";

/** @param {string} name @returns {any} files as a browser gives them */
const filesOf = (name) =>
  Object.fromEntries(Object.entries(folderOf(name)).map(([file, bytes]) => [file, new Blob([bytes])]));

/** A page on which a small checkpoint is open. @param {string} name @param {string} text */
async function pageWith(name, text) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  await page.load();
  await page.openings.open({ name, files: filesOf(name) });
  await page.write(text);
  assert.equal(page.state.problem, null);
  return page;
}

const surface = { width: 700, palette: LIGHT, measure: (/** @type {string} */ text) => text.length * 7 };

const TEXT = { gpt2: "the cat", bert: "the cat", llama: "the cat" };

test("a row of weights that only the first query has does not count in a causal model", async () => {
  const core = await loadCore();
  const data = Float32Array.from([1, 0, 0, 0.25, 0.75, 0, 0.1, 0.7, 0.2]);
  const attention = { data, shape: [1, 3, 3] };
  const [causal] = measuresOf(core, attention, ["a", "b", "c"], true);
  const [whole] = measuresOf(core, attention, ["a", "b", "c"], false);
  assert.ok(Math.abs(causal.first - (0.25 + 0.1) / 2) < 1e-6);
  assert.ok(Math.abs(whole.first - (1 + 0.25 + 0.1) / 3) < 1e-6);
  assert.ok(Math.abs(causal.previous - (0.25 + 0.7) / 2) < 1e-6);
  assert.equal(data[0], 1, "the weights stay");
});

test("after the same word is the weight on what followed the word before, over queries whose word came before", async () => {
  const core = await loadCore();
  // A B A: the last query puts 0.6 on the piece that followed the first A.
  const data = Float32Array.from([1, 0, 0, 0.5, 0.5, 0, 0.3, 0.6, 0.1]);
  const [measured] = measuresOf(core, { data, shape: [1, 3, 3] }, ["A", "B", "a"], true);
  assert.ok(Math.abs(measured.afterSame - 0.6) < 1e-6);
  assert.ok(Math.abs(measured.sameWord - 0.3) < 1e-6, "elsewhere, not on itself");
  const [none] = measuresOf(core, { data, shape: [1, 3, 3] }, ["A", "B", "C"], true);
  assert.ok(Number.isNaN(none.afterSame) && Number.isNaN(none.sameWord));
  assert.deepEqual(afterSame(["A", "B", "a"]).keyTokens.slice(1), ["a", "b"]);
});

test("equal weights of a causal model have a smaller entropy, and the first query does not count", () => {
  assert.ok(Math.abs(entropyOfEqual(3, true) - (Math.log(2) + Math.log(3)) / 2) < 1e-12);
  assert.ok(Math.abs(entropyOfEqual(3, false) - Math.log(3)) < 1e-12);
});

test("a map that has less room than weights keeps the largest weight of each block", () => {
  const weights = new Float32Array(100);
  weights[0 * 10 + 9] = 0.9;
  weights[7 * 10 + 2] = 0.4;
  const small = poolWeights(weights, 10, 4);
  assert.deepEqual([small.size, small.block], [4, 3]);
  assert.ok(Math.abs(small.weights[0 * 4 + 3] - 0.9) < 1e-6);
  assert.ok(Math.abs(small.weights[2 * 4 + 0] - 0.4) < 1e-6);
  assert.equal(poolWeights(weights, 10, 10).weights, weights);
});

/** @param {number} layers @param {number} heads @param {number} tokens @param {any} [more] */
const sheetOf = (layers, heads, tokens, more) => ({
  ...{ layers, heads, tokens, causal: true, order: null, selected: { layer: 0, head: 0 }, query: 0 },
  map: () => Float32Array.from({ length: tokens * tokens }, (_, i) => (i % tokens === 0 ? 1 : 0)),
  stands: () => false,
  pale: () => false,
  isOff: () => false,
  scale: scaleOf([Float32Array.of(1)], true),
  scaleIn: () => scaleOf([Float32Array.of(1)], true),
  note: "one scale",
  colormap: "blue",
  layerName: (/** @type {number} */ layer) => `layer ${layer}`,
  ...more,
});

test("only maps with room for a frame around a row read the query, so that others are not painted for it", () => {
  for (const [heads, tokens, isRead] of /** @type {[number, number, boolean][]} */ ([
    [4, 16, true],
    [12, 32, false],
    [32, 64, false],
  ])) {
    let reads = 0;
    const sheet = Object.defineProperty(sheetOf(heads, heads, tokens, {}), "query", {
      get: () => reads++,
    });
    allHeadsScene(sheet, surface);
    assert.equal(reads > 0, isRead, `${heads} heads`);
  }
});

test("the frames of a head that is selected and stands out touch no number and no name of a layer", () => {
  const head = { layer: 1, head: 0 };
  const all = Array.from({ length: 8 }, (_, i) => ({ layer: Math.floor(i / 4), head: i % 4 }));
  for (const order of [null, all]) {
    const { marks } = allHeadsScene(sheetOf(2, 4, 8, { selected: head, stands: () => true, order }), surface);
    const frames = marks.flatMap((mark) => (mark.kind === "rect" && mark.line === 1.75 ? [mark] : []));
    assert.equal(frames.length, 9);
    for (const mark of marks) {
      if (mark.kind !== "text" || mark.turn) continue;
      const wide = surface.measure(mark.text);
      const from = mark.x - { start: 0, middle: wide / 2, end: wide }[mark.align ?? "start"];
      for (const { x, y, w, h } of frames)
        assert.ok(
          from + wide <= x - 3 || from >= x + w + 3 || mark.y <= y - 3 || mark.y - 9 >= y + h + 2,
          `${mark.text} beside a frame, ${order ? "by measure" : "by layer"}`,
        );
    }
  }
});

test("every map of 2 x 4 to 32 x 32 heads has a place of its own within the width, and is found there", () => {
  for (const [i, [layers, heads]] of [
    [32, 32],
    [12, 12],
    [2, 4],
  ].entries())
    for (const width of sample([358, 700, 1100], i)) {
      const scene = allHeadsScene(sheetOf(layers, heads, 64), { ...surface, width });
      assert.equal(scene.places.length, layers * heads);
      const taken = new Set();
      for (const { head, x, y } of scene.places) {
        assert.ok(
          x >= 0 && x + scene.side <= width && y + scene.side <= scene.height,
          `${layers} x ${heads}`,
        );
        assert.deepEqual(scene.hit(x + 1, y + 1)?.head, head);
        taken.add(`${x},${y}`);
      }
      assert.equal(taken.size, layers * heads);
      const maps = scene.marks.filter((mark) => mark.kind === "cells").slice(0, -1); // the last is the colour bar
      assert.equal(maps.length, layers * heads);
      for (const map of /** @type {any[]} */ (maps)) assert.ok(map.cols * map.cw <= scene.side + 1e-6);
    }
});

test("masked cells have the colour of hairlines, and a weight of 0 has not", () => {
  const scene = allHeadsScene(sheetOf(1, 1, 4), surface);
  const [map] = /** @type {any[]} */ (scene.marks.filter((mark) => mark.kind === "cells"));
  const masked = maskedColour(LIGHT);
  for (let row = 0; row < 4; row++)
    for (let col = 0; col < 4; col++)
      assert.equal(map.rgba[row * 4 + col] === masked, col > row, `${row} ${col}`);
});

test("a head that is off has a cross over its map, in whatever order maps stand", () => {
  const off = { layer: 1, head: 2 };
  const isOff = (/** @type {any} */ each) => each.layer === off.layer && each.head === off.head;
  const reverse = [5, 4, 3, 2, 1, 0].map((i) => ({ layer: Math.floor(i / 3), head: i % 3 }));
  const crosses = (/** @type {any} */ more) => {
    const scene = allHeadsScene(sheetOf(2, 3, 4, more), surface);
    return { scene, found: scene.marks.flatMap((mark) => (mark.kind === "path" ? [mark] : [])) };
  };
  assert.equal(crosses({}).found.length, 0);
  for (const order of [null, reverse]) {
    const { scene, found } = crosses({ isOff, order });
    const place = scene.places.find(({ head }) => isOff(head));
    assert.equal(found.length, 1);
    assert.equal(found[0].stroke, LIGHT.ink);
    const ends = [...found[0].d.matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
    assert.deepEqual(ends, [
      [place?.x, place?.y],
      [(place?.x ?? 0) + scene.side, place?.y],
    ]);
  }
});

test("arrows walk heads in the order on show, and stop at edges", () => {
  const sheet = sheetOf(2, 3, 4);
  assert.deepEqual(headBeside(sheet, { layer: 0, head: 2 }, { dx: 1, dy: 0 }), { layer: 0, head: 2 });
  assert.deepEqual(headBeside(sheet, { layer: 0, head: 2 }, { dx: 0, dy: 1 }), { layer: 1, head: 2 });
  const order = [5, 4, 3, 2, 1, 0].map((i) => ({ layer: Math.floor(i / 3), head: i % 3 }));
  assert.deepEqual(headBeside({ ...sheet, order }, { layer: 1, head: 2 }, { dx: 1, dy: 0 }), {
    layer: 1,
    head: 1,
  });
});

test("the large map has each seen weight as a number, and finds query and key", () => {
  const weights = Float32Array.from([1, 0, 0, 0.25, 0.75, 0, 0.1, 0.7, 0.2]);
  const scale = scaleOf([weights], true);
  const scene = oneHeadScene(
    { weights, words: ["a", "b", "c"], causal: true, query: 1, key: null, scale, colormap: "blue" },
    surface,
  );
  const numbers = scene.marks.flatMap((mark) =>
    mark.kind === "text" && /^\d?\.\d\d$/.test(mark.text) ? mark.text : [],
  );
  assert.deepEqual(numbers, ["1.00", ".25", ".75", ".10", ".70", ".20"]);
  const [map] = /** @type {any[]} */ (scene.marks.filter((mark) => mark.kind === "cells"));
  assert.deepEqual(scene.hit(map.x + 1.5 * map.cw, 2.5 * map.ch), { query: 2, key: 1 });
});

test("the first word beside a map of many pieces is not cut", () => {
  const words = Array(60).fill("a");
  const weights = new Float32Array(3600);
  const scale = scaleOf([weights], true);
  const scene = oneHeadScene(
    { weights, words, causal: true, query: 1, key: 1, scale, colormap: "blue" },
    surface,
  );
  const [first] = /** @type {any[]} */ (scene.marks.filter((mark) => mark.kind === "text"));
  assert.ok(first.y >= 11, `its baseline is at ${first.y} px, and it is 11 px high`);
  const [map] = /** @type {any[]} */ (scene.marks.filter((mark) => mark.kind === "cells"));
  assert.deepEqual(scene.hit(map.x + 1, map.y + 59.5 * map.ch), { query: 59, key: 0 });
});

for (const name of /** @type {const} */ (["gpt2", "bert", "llama"]))
  test(`${name} is shown as the API computes it`, async () => {
    const page = await pageWith(name, TEXT[name]);
    const model = await openCheckpoint(folderOf(name));
    const expected = await model.run(TEXT[name]);
    const { run } = page.state;
    assert.ok(run);
    assert.deepEqual(run.tokens, expected.tokens);
    const { layers, heads } = model.info;
    for (let layer = 0; layer < layers; layer++)
      for (let head = 0; head < heads; head++) {
        const { data, shape } = expected.attention(layer);
        const size = shape[1] * shape[2];
        assert.deepEqual(mapOf(run, { layer, head }), data.slice(head * size, (head + 1) * size));
      }
    const ranked = page.ranking.keysOf({ layer: 1, head: 2 });
    assert.equal(ranked.length, run.causal ? page.state.query + 1 : run.words.length);
    for (const [i, { weight }] of ranked.entries()) assert.ok(!i || weight <= ranked[i - 1].weight);
    page.rest();
    model.dispose();
  });

test("a model opens on the head with most weight on the previous token", async () => {
  const page = await pageWith("gpt2", "the cat");
  const { run, selected } = page.state;
  const measures = run?.measures ?? [];
  const most = Math.max(...measures.flat().map(({ previous }) => previous));
  assert.ok(most > 0);
  assert.equal(measures[selected.layer][selected.head].previous, most);
  page.rest();
});

test("a head that is off changes the next piece's probability as the API does, and all heads are ranked by it", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const whole = page.state.run;
  page.ask(0);
  await page.turn({ layer: 1, head: 2 });
  const model = await openCheckpoint(folderOf("gpt2"));
  const headScale = { 1: Float32Array.from([1, 1, 0, 1]) };
  const without = await model.run(TEXT.gpt2, { headScale });
  assert.ok(whole && page.state.run && page.state.run !== whole);
  const { probability, loss } = page.ranking.changed(whole, page.state.run);
  assert.equal(probability.after, without.probability(0));
  assert.equal(loss.after, without.loss());
  const before = whole.run.predictions(0, 40).find(({ id }) => id === whole.tokens[1].id)?.probability;
  assert.ok(Math.abs(probability.before - Number(before)) < 1e-9, "the answer's, among the likeliest");
  await page.turnOff([]);
  await page.ranking.start();
  const { ranking } = page.state;
  assert.deepEqual(ranking?.progress, { done: 8, total: 8 });
  const effect = ranking?.effects.find(({ layer, head }) => layer === 1 && head === 2);
  assert.ok(Math.abs(Number(effect?.change) - (probability.after - probability.before)) < 1e-9);
  const sizes = (ranking?.effects ?? []).map(({ change }) => Math.abs(change));
  assert.deepEqual(
    sizes,
    sizes.slice().sort((a, b) => b - a),
  );
});

test("heads that are off stay off on another text, and the comparison is with a run of that text with all heads", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  await page.turn({ layer: 1, head: 2 });
  const text = "the cat the cat";
  await page.write(text);
  const { run, whole } = page.state;
  assert.ok(run && whole && run !== whole);
  const model = await openCheckpoint(folderOf("gpt2"));
  const expected = await model.run(text);
  assert.deepEqual(whole.tokens, expected.tokens);
  assert.equal(page.ranking.changed(whole, run).loss.before, expected.loss());
  page.rest();
  model.dispose();
});

test("“Go on” adds the likeliest piece of the run on show, also where a head is off", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  for (const head of [0, 1, 2, 3]) await page.turn({ layer: 1, head });
  const { run, text } = page.state;
  assert.ok(run);
  const last = run.tokens.length - 1;
  const [likeliest] = run.run.predictions(last, 1);
  await page.continuation.goOn();
  assert.equal(page.state.run?.tokens[last + 1].id, likeliest.id);
  assert.equal(page.state.text, text + likeliest.text);
  page.rest();
});

test("without a measure, heads stand by layer and none is faded: after “none”, and when a model is shown", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const ways = () => [page.state.measure, page.state.order, page.state.only];
  page.sort({ measure: "first", order: "measure", only: true });
  assert.deepEqual(ways(), ["first", "measure", true]);
  await page.show(0);
  assert.deepEqual(ways(), ["none", "layer", false]);
  page.sort({ measure: "first", order: "measure", only: true });
  page.sort({ measure: "none" });
  assert.deepEqual(ways(), ["none", "layer", false]);
  page.rest();
});

test("a masked piece is predicted in its place", async () => {
  const page = await pageWith("bert", TEXT.bert);
  await page.mask(1);
  const { run } = page.state;
  assert.deepEqual(run?.run.masks, [1]);
  assert.equal(
    page.ranking.wanted?.text,
    (await openCheckpoint(folderOf("bert"))).tokenize(TEXT.bert)[1].text,
  );
  await page.ranking.start();
  assert.equal(page.state.ranking?.effects.length, 8);
  await page.mask(1);
  assert.deepEqual(page.state.run?.run.masks, []);
  assert.equal(page.ranking.wanted, null);
});

test("“Go on” adds the piece that the API generates, also a byte that is no whole character", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const before = page.state.run?.tokens.map(({ id }) => id) ?? [];
  const { tokens, text } = await (await openCheckpoint(folderOf("gpt2"))).generate(TEXT.gpt2, { tokens: 1 });
  assert.match(tokens[0].text, /^<0x/);
  await page.continuation.goOn();
  assert.deepEqual(
    page.state.run?.tokens.map(({ id }) => id),
    [...before, tokens[0].id],
  );
  assert.equal(page.state.query, before.length);
  assert.equal(page.state.text, TEXT.gpt2 + text);
});

test("what cannot be opened is said, and the model on show stays", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const broken = withConfig(folderOf("gpt2"), { model_type: "mamba" });
  await page.openings.open({ name: "mamba", files: /** @type {any} */ (broken) });
  assert.equal(/** @type {any} */ (page.state.refused)?.id, "family_refused");
  assert.equal(page.state.models.length, 1);
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  assert.equal(page.state.refused, null);
  assert.deepEqual(
    page.state.models.map(({ name }) => name),
    ["gpt2", "bert"],
  );
  assert.equal(page.opened.name, "bert");
});

test("a run that is stopped leaves the last one on show", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const { run } = page.state;
  const writing = page.write("the dog");
  page.stop();
  await writing;
  assert.equal(page.state.run, run);
  assert.equal(page.state.running, false);
});

test("the maps on show are stale during a long run, and not after it", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const { model } = page.opened;
  const run = model.run.bind(model);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  model.run = async (...given) => {
    await held;
    return run(...given);
  };
  const writing = page.write("the dog");
  assert.equal(page.isStale, false);
  await until(() => page.isStale);
  release();
  await writing;
  assert.deepEqual([page.isStale, page.state.running, page.state.progress], [false, false, null]);
});

test("a ranking ends when another folder is opened, also if that is refused", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const ranking = page.ranking.start();
  await page.openings.open({ name: "none", files: {} });
  await ranking;
  assert.ok(page.state.refused);
  const { progress } = page.state.ranking ?? { progress: { done: 0, total: 0 } };
  assert.equal(progress.done, progress.total);
});

test("a folder whose opening is stopped is not opened, and can be opened again", async () => {
  const page = await pageWith("gpt2", TEXT.gpt2);
  const opening = page.openings.open({ name: "bert", files: filesOf("bert") });
  assert.deepEqual(page.state.reading, { name: "bert" });
  page.stop();
  await opening;
  assert.deepEqual([page.state.reading, page.state.refused, page.opened.name], [null, null, "gpt2"]);
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  assert.equal(page.opened.name, "bert");
});

/** An entry of a drop. @param {string} fullPath @param {string | any[]} content of a file, or entries of a folder */
function entryOf(fullPath, content) {
  if (typeof content === "string")
    return { isFile: true, fullPath, file: (/** @type {any} */ give) => give(new File([content], fullPath)) };
  const parts = [...content.map((each) => [each]), []]; // a reader gives entries in parts
  const readEntries = (/** @type {any} */ give) => give(parts.shift());
  const name = fullPath.slice(fullPath.lastIndexOf("/") + 1);
  return { isFile: false, name, fullPath, createReader: () => ({ readEntries }) };
}

test("a dropped folder is its files by path, with those of folders in it", async () => {
  const folder = entryOf("/gpt2", [
    entryOf("/gpt2/config.json", "{}"),
    entryOf("/gpt2/onnx", [entryOf("/gpt2/onnx/model.onnx", "abc")]),
  ]);
  const items = [{ webkitGetAsEntry: () => folder }, { webkitGetAsEntry: () => null }];
  const { name, files: reading } = filesDropped(/** @type {any} */ ({ items }));
  assert.equal(name, "gpt2");
  const files = await reading;
  assert.deepEqual(Object.keys(files), ["gpt2/config.json", "gpt2/onnx/model.onnx"]);
  assert.equal(sumFileSizes(files), 5);
});

test("chosen files have no folder, and a chosen folder has its name", () => {
  const file = new File(["{}"], "config.json");
  assert.equal(filesIn([file]).name, "");
  Object.defineProperty(file, "webkitRelativePath", { value: "gpt2/config.json" });
  assert.deepEqual(Object.keys(filesIn([file]).files), ["gpt2/config.json"]);
  assert.equal(filesIn([file]).name, "gpt2");
});

test("what a reader changes is named; what a run or the first model changes is not", async () => {
  const page = new ModelsPage(() => import("../../web/models/index.js"));
  /** @type {string[][]} */
  const told = [];
  page.addEventListener("change", (event) => {
    const { before } = /** @type {CustomEvent} */ (event).detail;
    const changed = readerChanges(before, page.state);
    if (changed.length) told.push(changed);
  });
  const next = () => told.splice(0);
  await page.load();
  await page.openings.open({ name: "gpt2", files: filesOf("gpt2") });
  assert.deepEqual(next(), []);
  const { layer, head } = page.state.selected;
  page.select({ layer: 1 - layer, head: (head + 1) % 4 });
  page.ask(1);
  page.hover(0);
  assert.deepEqual(next(), [["layer", "head"], ["token"]]);
  await page.turn({ layer: 0, head: 1 });
  await page.write("the cat");
  assert.deepEqual(next(), [["off"], ["text"]]);
  await page.openings.open({ name: "bert", files: filesOf("bert") });
  assert.ok(next()[0].includes("model"));
  assert.deepEqual(Object.keys(snapshotOf(page.state)), [
    "model",
    "text",
    "second",
    "layer",
    "head",
    "token",
    "off",
    "axes",
    "writes",
  ]);
  page.rest();
});
