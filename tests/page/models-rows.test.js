// Models with an encoder and a decoder on the page: two rows of pieces, and three kinds of maps.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { NOTHING_OWN } from "../../web/kit/state/own.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { allHeadsScene, sheetOf } from "../../web/models/draw/all-heads.js";
import { headScene } from "../../web/models/draw/one-head.js";
import { rowsScene } from "../../web/models/draw/two-rows.js";
import { openCheckpoint } from "../../web/models/index.js";
import { layerAsOwn } from "../../web/models/state/layer-as-own.js";
import { mapOf, measuresFor, sumsOf, weightsOf } from "../../web/models/state/page-run.js";
import { ModelsPage } from "../../web/models/state/page.js";

const SOURCE = [3, 17, 5, 30, 21, 8, 2];
const TARGET = [36, 9, 14, 4, 22];

/** The files of a case. @param {string} name @returns {any} */
function filesOf(name) {
  const folder = inRoot(`tests/fixtures/encoder-decoders/${name}`);
  const names = readdirSync(folder).filter((file) => !["case.json", "expected.safetensors"].includes(file));
  return Object.fromEntries(names.map((file) => [file, new Uint8Array(readFileSync(`${folder}/${file}`))]));
}

/** @type {ModelsPage[]} */
const pages = [];
after(() => pages.forEach((page) => page.rest()));

/** A page on which Marian is open, whose encoder has 2 layers of 3 heads and whose decoder has 3 of 2. @param {string} [target] */
async function pageWith(target = TARGET.join(" ")) {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  pages.push(page);
  await page.load();
  await page.openings.open({ name: "marian", files: filesOf("marian") });
  await page.writePair(SOURCE.join(" "), target);
  assert.equal(page.state.problem, null);
  return page;
}

/** @param {ModelsPage} page */
const shownOn = (page) => /** @type {import("../../web/models/state/page-run.js").Shown} */ (page.state.run);

const surface = { width: 900, palette: LIGHT, measure: (/** @type {string} */ text) => text.length * 8 };

test("while the model writes a target, the page says how many pieces there are, and a stop ends the run", async () => {
  const page = new ModelsPage(async () => ({ openCheckpoint }));
  pages.push(page);
  await page.load();
  /** @type {Set<number>} */ const written = new Set();
  let stops = true;
  page.addEventListener("change", () => {
    const { progress } = page.state;
    if (!progress?.writes) return;
    written.add(progress.done);
    if (progress.done !== 1 || !stops) return;
    stops = false;
    page.stop();
  });
  await page.openings.open({ name: "marian", files: filesOf("marian") });
  assert.deepEqual([...written], [0, 1]);
  assert.deepEqual([page.state.run, page.state.running, page.state.problem], [null, false, null]);
  written.clear();
  await page.run();
  assert.deepEqual(
    [...written],
    Array.from({ length: written.size }, (_, i) => i),
  );
  assert.equal(shownOn(page).tokens.length, written.size - 1);
});

test("each kind of maps has its pieces, heads and weights", async () => {
  const page = await pageWith();
  const model = await openCheckpoint(filesOf("marian"));
  const expected = await model.run({ ids: SOURCE }, { target: { ids: TARGET } });
  const sizes = /** @type {const} */ ({
    cross: { layers: 3, heads: 2, words: TARGET, keyWords: SOURCE, causal: false, foretells: true },
    encoder: { layers: 2, heads: 3, words: SOURCE, keyWords: SOURCE, causal: false, foretells: false },
    decoder: { layers: 3, heads: 2, words: TARGET, keyWords: TARGET, causal: true, foretells: true },
  });
  for (const kind of /** @type {const} */ (["cross", "encoder", "decoder", "cross"])) {
    await page.showKind(kind);
    const shown = shownOn(page);
    const { layers, heads, causal, foretells } = shown;
    const [words, keyWords] = [shown.words, shown.keyWords].map((all) => all.map(Number));
    assert.deepEqual({ layers, heads, words, keyWords, causal, foretells }, sizes[kind], kind);
    for (let layer = 0; layer < layers; layer++)
      assert.deepEqual(shown.attention[layer], expected.attention(layer, kind), `${kind} ${layer}`);
    const { selected, query } = page.state;
    assert.equal(selected.kind, kind);
    assert.ok(selected.layer < layers && selected.head < heads && query < words.length);
    assert.equal(page.state.whole, shown);
  }
  model.dispose();
});

test("a target that is left empty is what the model writes, also without some heads", async () => {
  const page = await pageWith("");
  const model = await openCheckpoint(filesOf("marian"));
  const { tokens } = await model.generate({ ids: SOURCE });
  const read = () =>
    shownOn(page)
      .tokens.slice(1)
      .map(({ id }) => id);
  const written = tokens.slice(0, -1).map(({ id }) => id);
  assert.deepEqual(read(), written);
  await page.turnOff([
    { layer: 0, head: 0, kind: "cross" },
    { layer: 1, head: 1, kind: "cross" },
    { layer: 2, head: 0, kind: "decoder" },
    { layer: 0, head: 2, kind: "encoder" },
  ]);
  assert.deepEqual(read(), written);
  const ids = [shownOn(page).tokens[0].id, ...written];
  const scaled = await model.run(
    { ids: SOURCE },
    {
      target: { ids },
      headScale: { cross: { 0: [0, 1], 1: [1, 0] }, decoder: { 2: [0, 1] }, encoder: { 0: [1, 1, 0] } },
    },
  );
  for (let layer = 0; layer < 3; layer++)
    assert.deepEqual(shownOn(page).attention[layer], scaled.attention(layer, "cross"));
  const last = ids.length - 1;
  page.ask(last);
  const { whole } = page.state;
  const likeliest = /** @type {NonNullable<typeof whole>} */ (whole).run.predictions(last, 1)[0];
  const { probability, loss } = page.ranking.changed(/** @type {any} */ (whole), shownOn(page));
  assert.equal(probability.before, likeliest.probability, "the piece after the last is that of both runs");
  assert.ok(Math.abs(loss.after - scaled.loss()) < 1e-6, "and is in neither loss");
  model.dispose();
});

test("heads are ranked for a piece of the target, by the kind on show", async () => {
  const page = await pageWith();
  await page.showKind("encoder");
  const wanted = () => page.ranking.wanted?.id;
  assert.equal(wanted(), undefined, "the source predicts nothing");
  await page.showKind("decoder");
  page.ask(1);
  assert.equal(wanted(), TARGET[2]);
  await page.ranking.start();
  const { effects, progress } = /** @type {any} */ (page.state.ranking);
  assert.deepEqual(progress, { done: 6, total: 6 });
  const model = await openCheckpoint(filesOf("marian"));
  const read = { target: { ids: TARGET } };
  const all = await model.run({ ids: SOURCE }, read);
  const { layer, head, kind, change } = effects[0];
  assert.equal(kind, "decoder");
  const scale = Float32Array.of(1, 1);
  scale[head] = 0;
  const without = await model.run({ ids: SOURCE }, { ...read, headScale: { decoder: { [layer]: scale } } });
  assert.ok(Math.abs(change - (without.probability(1) - all.probability(1))) < 1e-7);
  model.dispose();
});

test("maps of the encoder are shown while a head is off: the loss is the target's, and pieces of the source have no probability", async () => {
  const page = await pageWith();
  const off = [{ layer: 0, head: 0, kind: /** @type {const} */ ("encoder") }];
  await page.turnOff(off);
  await page.showKind("cross");
  const { loss } = page.ranking.changed(/** @type {any} */ (page.state.whole), shownOn(page));
  assert.notEqual(loss.before, loss.after);
  await page.showKind("encoder");
  for (const query of [0, SOURCE.length - 1]) {
    page.ask(query);
    const changed = page.ranking.changed(/** @type {any} */ (page.state.whole), shownOn(page));
    assert.deepEqual(changed.loss, loss);
    assert.deepEqual(changed.probability, { before: NaN, after: NaN });
    assert.deepEqual([page.ranking.wanted, page.ranking.answers], [null, null]);
  }
});

test("a kind that is chosen during a run is shown when the run ends, with the same kind of the run with all heads", async () => {
  const page = await pageWith("");
  await page.showKind("cross");
  const running = page.turnOff([{ layer: 0, head: 0, kind: "cross" }]);
  await Promise.resolve();
  const chosen = page.showKind("encoder");
  await Promise.all([running, chosen]);
  const { run, whole, selected, problem } = page.state;
  assert.deepEqual([run?.kind, whole?.kind, selected.kind], ["encoder", "encoder", "encoder"]);
  assert.deepEqual(run?.words.map(Number), SOURCE);
  assert.equal(problem, null);
});

test("another target is compared with its own run with all heads, also while maps of the encoder are shown", async () => {
  const page = await pageWith();
  await page.turnOff([{ layer: 0, head: 0, kind: /** @type {const} */ ("encoder") }]);
  await page.showKind("encoder");
  const other = [36, 11, 4];
  await page.writePair(SOURCE.join(" "), other.join(" "));
  assert.deepEqual(
    page.state.whole?.run.tokens.map(({ id }) => id),
    shownOn(page).run.tokens.map(({ id }) => id),
  );
});

test("a link has the target, the kind and heads that are off by kind", async () => {
  const page = await pageWith();
  await page.showKind("encoder");
  await page.turnOff([
    { layer: 1, head: 2, kind: "encoder" },
    { layer: 2, head: 1, kind: "cross" },
  ]);
  page.select({ layer: 1, head: 0, kind: "encoder" });
  page.ask(2);
  const params = page.link.toParams();
  assert.deepEqual(Object.fromEntries(params), {
    ...{ text: SOURCE.join(" "), target: TARGET.join(" "), kind: "encoder" },
    ...{ layer: "1", head: "0", token: "2", off: "encoder.1.2,cross.2.1" },
  });
  const other = new ModelsPage(async () => ({ openCheckpoint }));
  pages.push(other);
  await other.load();
  other.link.fromParams(params);
  await other.openings.open({ name: "marian", files: filesOf("marian") });
  assert.deepEqual(other.link.toParams().toString(), params.toString());
  assert.equal(shownOn(other).kind, "encoder");
  assert.deepEqual(shownOn(other).attention[1].data, shownOn(page).attention[1].data);
});

test("weights for a file are a row for each piece of the target and of the source", async () => {
  const page = await pageWith();
  const { columns, count, rows } = weightsOf(shownOn(page), [{ layer: 2, head: 1, kind: "cross" }]);
  assert.deepEqual(columns.slice(0, 3), ["kind", "layer", "head"]);
  const all = [...rows()];
  assert.equal(all.length, count);
  assert.equal(count, TARGET.length * SOURCE.length);
  const map = mapOf(shownOn(page), { layer: 2, head: 1 });
  assert.deepEqual(all[SOURCE.length], ["cross", 2, 1, 1, 0, "9", "3", map[SOURCE.length]]);
});

test("maps, sums and ranked keys of attention to the source have its pieces as columns", async () => {
  const page = await pageWith();
  const shown = shownOn(page);
  assert.deepEqual(measuresFor(shown), ["first", "entropy"]);
  const { marks } = allHeadsScene(sheetOf(shown, page.state, {}), surface);
  const [map] = marks.flatMap((mark) => (mark.kind === "cells" ? [mark] : []));
  assert.deepEqual([map.rows, map.cols], [TARGET.length, SOURCE.length]);
  const at = { layer: 0, head: 0, query: 4, key: 6 };
  const scene = headScene(page.core, shown, page.state, at, surface);
  const [large] = scene.marks.flatMap((mark) => (mark.kind === "cells" ? [mark] : []));
  assert.deepEqual([large.rows, large.cols], [TARGET.length, SOURCE.length]);
  const { x, cw, ch, y } = large;
  assert.deepEqual(scene.hit?.(x + 6.5 * cw, y + 4.5 * ch), { query: 4, key: 6 });
  assert.equal(scene.hit?.(x + 7.5 * cw, y + 4.5 * ch), null);
  page.ask(1);
  const keys = page.ranking.keysOf({ layer: 0, head: 0 });
  assert.equal(keys.length, SOURCE.length);
  assert.ok(Math.abs(keys.reduce((sum, { weight }) => sum + weight, 0) - 1) < 1e-5);
  assert.equal(sumsOf(page.core, shown)[0].length, TARGET.length * SOURCE.length);
});

test("a layer of each kind is walked through with the weights of the run", async () => {
  const page = await pageWith();
  const core = await loadCore();
  for (const kind of /** @type {const} */ (["cross", "encoder", "decoder"])) {
    await page.showKind(kind);
    const { run, words, keyWords, layers } = shownOn(page);
    const keyTokens = kind === "cross" ? keyWords : [];
    const { own, settings } = layerAsOwn(run, await run.parts(1, kind), {
      ...{ tokens: words, keyTokens, layer: 1, layers, kind },
    });
    const given = { ...NOTHING_OWN, ...own, given: kind, weights: /** @type {const} */ ("checkpoint") };
    const picture = compute(core, /** @type {any} */ ({ ...DEFAULTS, ...settings }), { own: given });
    const { data } = picture.run.tensor("weights");
    const expected = run.attention(1, kind).data;
    assert.equal(data.length, expected.length, kind);
    for (const [i, weight] of data.entries())
      assert.ok(Math.abs(weight - expected[i]) < 1e-5, `${kind} ${i}`);
    const block = await /** @type {any} */ (own.block)();
    assert.ok(block.steps.output, kind);
    assert.equal(block.likely(0) === null, kind === "encoder");
  }
});

test("curves lead from the selected piece of the target to those of the source, as thick as their weights", () => {
  const rows = {
    ...{ source: ["the", "cat", "sat"], target: ["le", "chat"], kind: /** @type {const} */ ("cross") },
    ...{ query: 1, key: 1, said: { source: "source", target: "target", weight: "0.8" } },
  };
  const weights = [
    [0.95, 0.03, 0.02],
    [0.15, 0.8, 0.05],
  ];
  const weightAt = (/** @type {number} */ i, /** @type {number} */ j) => weights[i][j];
  const { marks, source, target } = rowsScene({ ...rows, weightAt }, surface);
  const paths = marks.flatMap((mark) => (mark.kind === "path" ? [mark] : []));
  assert.deepEqual(
    paths.map(({ line, alpha }) => [Number(line).toFixed(2), alpha]),
    [
      ["6.65", 0.16],
      ["1.05", 0.9],
      ["5.60", 0.9],
    ],
    "weights of at least 0.1, those of the selected piece last",
  );
  const ends = (/** @type {string} */ d) => (d.match(/-?[\d.]+/g) ?? []).map(Number);
  const middle = (/** @type {{ x: number, w: number }} */ { x, w }) => x + w / 2;
  const points = ends(paths[2].d);
  assert.deepEqual([points[0], points.at(-2)], [middle(target[1]), middle(source[1])]);
  assert.ok(Number(points.at(-1)) < points[1], "up from the target");
  const within = rowsScene({ ...rows, kind: "encoder", query: 2, weightAt: () => 0.2 }, surface);
  assert.equal(within.marks.filter((mark) => mark.kind === "path").length, 9);
  assert.equal(within.height, rowsScene({ ...rows, weightAt }, surface).height, "no kind moves what follows");
});

test("long rows wrap, and no piece is beyond the width", () => {
  const source = Array.from({ length: 60 }, (_, i) => `piece${i}`);
  for (const width of [360, 900]) {
    const scene = rowsScene(
      {
        ...{ source, target: source, kind: "cross", query: 3, key: 2, weightAt: () => 0.5 },
        said: { source: "source", target: "target", weight: "0" },
      },
      { ...surface, width },
    );
    for (const row of [scene.source, scene.target]) {
      assert.equal(row.length, 60);
      assert.ok(row.every(({ x, w }) => x >= 0 && x + w <= width));
      assert.ok(new Set(row.map(({ y }) => y)).size > 1);
    }
    const paths = scene.marks.filter((mark) => mark.kind === "path");
    assert.equal(paths.length, 60, "curves of other pieces would cross the words");
    const bottom = Math.max(...scene.source.map(({ y, h }) => y + h));
    assert.ok(scene.target.every(({ y }) => y > bottom));
    assert.ok(scene.height >= Math.max(...scene.target.map(({ y, h }) => y + h)));
  }
});
