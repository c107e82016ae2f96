// The page Models: the views of a head, what the head adds to the output, scales and files of all heads, and sums by layer.
import assert from "node:assert/strict";
import test from "node:test";
import { scoreOf } from "../../web/kit/state/score.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { allHeadsScene, scaleOfMap, sheetOf, sheetPicture } from "../../web/models/draw/all-heads.js";
import { headPicture, headScene, loadDrawings, viewOf } from "../../web/models/draw/one-head.js";
import { layerSumsScene } from "../../web/models/draw/layer-sums.js";
import { openCheckpoint } from "../../web/models/index.js";
import { LayerTrace, additionOf, drawnHead, traceOf } from "../../web/models/state/page-head.js";
import { mapOf, sumsOn, weightsOf } from "../../web/models/state/page-run.js";
import { ModelsPage } from "../../web/models/state/page.js";
import { folderOf } from "./support/checkpoints.js";

const TEXT = "the cat";
/** @type {import("../../web/kit/draw/marks.js").Surface} */
const surface = { width: 420, palette: LIGHT, measure: (/** @type {string} */ text) => text.length * 7 };

/** A page on which a small checkpoint is open, and the layer of its selected head traced. @param {string} name */
async function pageWith(name) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  new LayerTrace(page);
  await page.load();
  const files = Object.entries(folderOf(name)).map(([file, bytes]) => [file, new Blob([bytes])]);
  await page.openings.open({ name, files: Object.fromEntries(files) });
  await page.write(TEXT);
  await traced(page);
  return page;
}

/** Waits until the layer of the selected head is traced. @param {ModelsPage} page */
async function traced(page) {
  while (!traceOf(page.state, page.state.selected)) {
    assert.equal(page.state.problem, null);
    await new Promise((resolve) => page.addEventListener("change", resolve, { once: true }));
  }
  return /** @type {import("../../web/models/state/page-state.js").Traced} */ (page.state.traced);
}

/** @param {ModelsPage} page @returns {any} the state, with a run */
const stateOf = (page) => page.state;

for (const name of ["gpt2", "bert", "llama"])
  test(`${name}: queries, keys and shares of a head are those of the API's walk`, async () => {
    const page = await pageWith(name);
    page.select({ layer: 1, head: 2 });
    const trace = await traced(page);
    const run = await (await openCheckpoint(folderOf(name))).run(TEXT);
    const walk = await run.walk(1);
    const at = { layer: 1, head: 2, query: 1, key: 0 };
    const of = drawnHead(page.core, stateOf(page).run, trace, at);
    assert.deepEqual([...of.picture.values("q_heads")], [...walk.tensor("q_heads").data]);
    const { value } = scoreOf(of)[scoreOf(of).length - 1];
    const size = run.tokens.length;
    assert.ok(Math.abs(value - run.attention(1).data[(2 * size + 1) * size]) < 1e-5);
    const shares = walk.shares();
    const heads = shares.shape[2];
    for (let query = 0; query < size; query++)
      assert.equal(additionOf(trace, 2, query).share, shares.data[query * heads + 2]);
    assert.equal(additionOf(trace, 2, 0).moved, walk.removals().alone.data[2]);
    page.rest();
  });

test("a head of another layer is traced when it is selected, and the earlier trace is freed", async () => {
  const page = await pageWith("gpt2");
  page.select({ layer: 0, head: 0 });
  const { run: first, layer } = await traced(page);
  assert.equal(layer, 0);
  page.select({ layer: 0, head: 3 });
  assert.equal(page.state.traced?.run, first, "the same layer");
  page.select({ layer: 1, head: 0 });
  assert.equal((await traced(page)).layer, 1);
  assert.throws(() => first.steps, { code: "disposed" });
  const second = await traced(page);
  await page.write("the dog");
  assert.notEqual((await traced(page)).run, second.run);
  page.rest();
  assert.equal(page.state.traced, null);
});

test("queries and keys are drawn once the layer is traced; until then the map is", async () => {
  const page = await pageWith("gpt2");
  page.select({ layer: 0, head: 1 });
  await traced(page);
  const [here, other] = [0, 1].map((layer) => ({ layer, head: 1, query: 1, key: 0 }));
  const views = /** @type {const} */ (["map", "arcs", "text", "products", "plane"]);
  page.look({ view: "arcs" });
  assert.equal(viewOf(page.state, here), "map", "not loaded yet");
  await loadDrawings();
  const drawn = views.map((view) => {
    page.look({ view });
    return [viewOf(page.state, here), viewOf(page.state, other)];
  });
  assert.deepEqual(drawn, [
    ["map", "map"],
    ["arcs", "arcs"],
    ["text", "text"],
    ["products", "map"],
    ["plane", "map"],
  ]);
  const texts = views.map((view) => {
    page.look({ view });
    return JSON.stringify(headScene(page.core, stateOf(page).run, stateOf(page), here, surface).marks);
  });
  assert.equal(new Set(texts).size, 5);
  page.look({ view: "arcs" });
  const { hit } = headScene(page.core, stateOf(page).run, stateOf(page), here, surface);
  assert.deepEqual(hit?.(10, 60), { query: 0 });
  assert.deepEqual(hit?.(410, 80), { key: 1 });
  assert.equal(
    headPicture(page.core, stateOf(page).run, stateOf(page), here, surface).title,
    "Layer 0, head 1",
  );
  page.rest();
});

test("a key is chosen for a query, and another query starts without one", async () => {
  const page = await pageWith("bert");
  page.meet(1, 0);
  assert.deepEqual([page.state.query, page.state.key], [1, 0]);
  page.meet(1, 2);
  assert.equal(page.state.key, 2);
  page.ask(0);
  assert.equal(page.state.key, null);
  page.rest();
});

test("each map has its own scale on request, and files are drawn as the page is", async () => {
  const page = await pageWith("gpt2");
  const head = { layer: 1, head: 0 };
  const largest = Math.max(...mapOf(stateOf(page).run, head));
  assert.equal(scaleOfMap(stateOf(page).run, page.state.look, head).max, 1);
  page.look({ each: true, log: true, colormap: "cividis" });
  const scale = scaleOfMap(stateOf(page).run, page.state.look, head);
  assert.deepEqual([scale.max, scale.index(largest / 1e5)], [largest, 0]);
  assert.equal(scale.index(largest / 100), 128);
  const sheet = sheetOf(stateOf(page).run, stateOf(page), surface);
  const { scene, title } = sheetPicture(stateOf(page), surface);
  assert.deepEqual(scene.marks, allHeadsScene(sheet, surface).marks);
  assert.equal(title, "Attention of every head of gpt2");
  const [map] = /** @type {any[]} */ (scene.marks.filter(({ kind }) => kind === "cells"));
  assert.ok(map.rgba.includes(LIGHT.colormap("cividis")[255]), "the largest weight has the last colour");
  page.rest();
});

test("the file of all heads has a row for each weight that a query can see, with its layer", async () => {
  for (const name of ["gpt2", "bert"]) {
    const page = await pageWith(name);
    const { run } = stateOf(page);
    const { columns, count, rows } = weightsOf(run);
    const all = /** @type {any[][]} */ ([...rows()]);
    const size = run.words.length;
    assert.deepEqual([columns[0], all.length], ["layer", count]);
    assert.equal(count, 8 * (name === "gpt2" ? (size * (size + 1)) / 2 : size ** 2));
    for (const [layer, head, query, key, from, to, weight] of all) {
      assert.equal(weight, mapOf(run, { layer, head })[query * size + key]);
      assert.deepEqual([from, to], [run.words[query], run.words[key]]);
    }
    page.rest();
  }
  const words = Array(2049).fill("a");
  assert.throws(
    () => weightsOf(/** @type {any} */ ({ words, keyWords: words, causal: false, arrived: 1, heads: 1 })),
    {
      id: "too_many_weights",
    },
  );
});

test("the weight on a piece is summed over the heads of each layer", async () => {
  const page = await pageWith("llama");
  const { run } = stateOf(page);
  const size = run.words.length;
  for (const key of [0, 1]) {
    const sums = sumsOn(page.core, run, 1, key);
    for (const [layer, sum] of sums.entries()) {
      const each = [0, 1, 2, 3].map((head) => mapOf(run, { layer, head })[size + key]);
      assert.ok(Math.abs(sum - each.reduce((a, b) => a + b)) < 1e-6);
    }
  }
  page.rest();
});

test("sums are drawn a row a layer, masked pieces apart, and the piece under the pointer is found", () => {
  const rows = [Float32Array.of(2, 0, 0), Float32Array.of(1.5, 0.5, 0)];
  const of = { rows, words: ["a", "b", "c"], heads: 2, seen: 2, colormap: "blue", layerName: String };
  const scene = layerSumsScene({ ...of, marked: 1 }, surface);
  const [map] = /** @type {any[]} */ (scene.marks.filter(({ kind }) => kind === "cells"));
  const ramp = LIGHT.colormap("blue");
  assert.deepEqual([map.rgba[0], map.rgba[3]], [ramp[255], ramp[191]], "of 2 heads");
  const numbers = scene.marks.flatMap((mark) =>
    mark.kind === "text" && /\.\d\d/.test(mark.text) ? mark.text : [],
  );
  assert.deepEqual(numbers, ["2.00", "0.00", "1.50", "0.50"]);
  assert.equal(scene.hit(map.x + 1.5 * map.cw, 3), 1);
  assert.equal(scene.hit(map.x - 3, 3), null);
  assert.equal(scene.marks.length, layerSumsScene({ ...of, marked: null }, surface).marks.length + 1);
  const narrow = layerSumsScene({ ...of, marked: 1 }, { ...surface, width: 100 });
  const beside = narrow.marks.flatMap((mark) =>
    mark.kind === "text" && /\.\d\d/.test(mark.text) ? mark.text : [],
  );
  assert.deepEqual(
    beside,
    ["0.00", "0.50"],
    "where cells are too narrow, the marked column alone has numbers",
  );
});
