// The lab of the block around a layer: its numbers against the core's model, where the picture shows and finds them, and two blocks side by side.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { trainInSlices } from "../../web/kit/state/train-in-slices.js";
import { blockScene } from "../../web/labs/block/draw.js";
import {
  branchesOf,
  mostAdded,
  rowOf,
  stationsOf,
  stepsFrom,
  widthOf,
  learnBlock,
} from "../../web/labs/block/state.js";
import { BLOCK, PAIR } from "../../web/labs/block/words.js";
import { measure } from "./support/pictures.js";
import { readFileSync } from "node:fs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { pairScene } from "../../web/labs/block/draw-pair.js";
import { pairOf, rowOfStop, stopsOf, widthOfStop } from "../../web/labs/block/state-pair.js";

const core = await loadCore();
/** @type {[number, number][]} */
const told = [];
const block = await learnBlock(core, (step, steps) => told.push([step, steps]) > 0);
if (!block) throw new Error("training was not stopped");

test("the model learns what it stands for in two blocks, and is trained once for a core", async () => {
  const { trained, sentences } = block;
  assert.ok(trained && trained.accuracy > 0.95, `${trained?.accuracy}`);
  const [{ layers }] = sentences;
  assert.deepEqual([layers.length, widthOf(layers[0].steps, "up"), trained.steps], [2, 256, 300]);
  assert.ok(trained.finder && trained.finder.weight > 0.8, `${trained.finder?.weight}`);
  assert.deepEqual(told[0], [0, 300]);
  assert.equal(await learnBlock(core, () => assert.fail("it is trained again")), block);
});

test("training that nobody waits for stops, and other training ends at its step", async () => {
  const model = core.createModel({ seed: 2 });
  assert.equal(await trainInSlices(model, 20, () => false), false);
  assert.equal(model.step, 0);
  assert.equal(await trainInSlices(model, 20, () => true), true);
  assert.equal(model.step, 20);
  model.dispose();
});

test("the likeliest word turns with the ending, and the sums are those of the stream", () => {
  assert.deepEqual(
    block.sentences.map(({ ending, likely, tokens, first }) => [
      ending,
      likely(0)?.words[0].word,
      tokens[Number(first)],
    ]),
    [
      ["tired", "animal", "it"],
      ["wide", "street", "it"],
    ],
  );
  for (const { layers, tokens } of block.sentences)
    layers.forEach(({ steps }, layer) => {
      if (layer > 0) assert.deepEqual(steps.before.data, layers[layer - 1].steps.after.data);
      for (let token = 0; token < tokens.length; token++) {
        const [before, attention, middle, down, after] = /** @type {const} */ ([
          "before",
          "attention",
          "middle",
          "down",
          "after",
        ]).map((name) => rowOf(steps, name, token));
        before.forEach((value, i) => {
          assert.equal(middle[i], Math.fround(value + attention[i]));
          assert.equal(after[i], Math.fround(middle[i] + down[i]));
        });
        assert.ok(rowOf(steps, "activated", token).every((value) => value >= 0));
        const most = Math.abs(attention[mostAdded(steps, token)]);
        assert.ok(attention.every((value) => Math.abs(value) <= most));
      }
    });
});

const names = { ...BLOCK.names, activated: "SiLU(W_gate)" };

/** @import { BlockSteps } from "../../web/labs/block/state.js" */

/** A checkpoint's block with an order of norms, with random numbers. @param {string} order @param {{ dModel: number, isGated: boolean }} sizes @returns {BlockSteps} */
function randomBlock(order, { dModel, isGated }) {
  const step = (/** @type {number} */ width) => ({
    shape: [1, 3, width],
    data: Float32Array.from({ length: 3 * width }, (_, i) => Math.sin(i * i + width) + 1e-3),
  });
  const isPost = order === "post";
  const has = /** @type {Record<string, boolean>} */ ({
    normed: !isPost,
    attention_normed: order === "sandwich",
    middle_normed: isPost,
    mlp_normed: !isPost,
    router: false,
    gated: isGated,
    down_normed: order === "sandwich",
    stream_normed: isPost,
  });
  const isWide = (/** @type {string} */ id) => /^(up|activated|gated)$/.test(id);
  return stepsFrom(
    step(dModel),
    (id) => ((has[id] ?? true) ? step(isWide(id) ? 4 * dModel : dModel) : undefined),
    order,
  );
}

/** @type {[string, BlockSteps, number][]} blocks, and the number of their stations */
const BLOCKS = [
  ["trained", block.sentences[0].layers[1].steps, 9],
  ["pre", randomBlock("pre", { dModel: 768, isGated: false }), 9],
  ["post", randomBlock("post", { dModel: 128, isGated: false }), 9],
  ["sandwich", randomBlock("sandwich", { dModel: 64, isGated: true }), 12],
  ["parallel", randomBlock("parallel", { dModel: 512, isGated: false }), 8],
];

test("the branches of each order leave the stream and return to it where its formula says", () => {
  const branches = Object.fromEntries(BLOCKS.map(([order, steps]) => [order, branchesOf(steps)]));
  const usual = { attention: { from: "before", to: "middle" }, mlp: { from: "middle", to: "after" } };
  assert.deepEqual([branches.pre, branches.sandwich], [usual, usual]);
  assert.equal(branches.post.mlp.from, "middleNormed");
  assert.deepEqual(branches.parallel, {
    attention: { from: "before", to: "after" },
    mlp: { from: "before", to: "after" },
  });
});

for (const [name, steps, count] of BLOCKS)
  for (const width of [340, 620, 800, 1200])
    test(`${name}, ${width} px: every station has its row and its name, nothing overlaps or is cut, and each feature is found`, () => {
      const [token, feature] = [1, 13];
      const scene = blockScene(
        { steps, token, feature, names, scales: BLOCK.scales },
        { width, palette: LIGHT, measure },
      );
      const squares = scene.marks.flatMap((mark) => (mark.kind === "cells" && mark.rows > 1 ? [mark] : []));
      const stations = stationsOf(steps);
      assert.deepEqual([squares.length, stations.length], [count, count]);
      const boxes = squares.map(({ x, y, cw, cols }) => ({ x, y, side: cw * cols }));
      for (const [i, a] of boxes.entries()) {
        assert.ok(a.x >= 0 && a.x + a.side <= width && a.y + a.side <= scene.height, `square ${i}`);
        for (const b of boxes.slice(i + 1))
          assert.ok(a.x + a.side <= b.x || b.x + b.side <= a.x || a.y + a.side <= b.y || b.y + b.side <= a.y);
      }
      for (const { name } of stations) {
        const row = rowOf(steps, name, token);
        const painted = squares.map(({ rgba }) => rgba.filter(Boolean).length);
        assert.ok(painted.includes(row.length), `${name}: ${row.length}, ${painted}`);
      }
      const texts = scene.marks.filter((mark) => mark.kind === "text");
      for (const { x, text, align } of texts) {
        const wide = measure(text);
        const left = align === "middle" ? x - wide / 2 : x;
        assert.ok(left >= -4 && left + wide <= width + 4, text);
      }
      for (const { name } of stations) {
        const row = rowOf(steps, name, token);
        const isWider = row.length > widthOf(steps, "before");
        const value = isWider ? `${row.length}` : formatNumber(row[feature]);
        assert.ok(
          texts.some(({ text }) => text === value),
          `${name} ${value}`,
        );
      }
      const found = new Set();
      const at = squares.findIndex(({ rgba }) => rgba.filter(Boolean).length === widthOf(steps, "before"));
      const { x, y, side } = boxes[at];
      for (let row = y; row < y + side; row++)
        for (let column = x; column < x + side; column++) found.add(scene.hit(column, row));
      found.delete(null); // the square may have cells without a feature
      assert.equal(found.size, widthOf(steps, "before"));
      const wider = boxes[stations.findIndex(({ name }) => name === "up")];
      if (squares[at] && name !== "parallel")
        assert.equal(scene.hit(wider.x + 3, wider.y + 3), null, "the wide rows have other features");
      assert.equal(scene.hit(width + 50, 0), null);
    });

const model = core.createModel(TRANSLATION_MODEL);
model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));
const SENTENCE = "the small white house sees them".split(" ");
const pair = pairOf(model, SENTENCE);
const sides = /** @type {const} */ (["source", "target"]);

test("each sum of both streams is what stands before it and what the branch adds", () => {
  assert.deepEqual(
    [pair.source, pair.target].map(({ branches }) => branches.length),
    [2, 3],
  );
  for (const key of sides) {
    const { streams, branches, words } = pair[key];
    assert.equal(streams.length, branches.length + 1);
    for (let token = 0; token < words.length; token++)
      branches.forEach((branch, i) => {
        const [before, added, after] = [streams[i], branch[branch.length - 1], streams[i + 1]].map((stop) =>
          rowOfStop(stop, token),
        );
        before.forEach((value, f) => assert.equal(after[f], Math.fround(value + added[f])));
      });
  }
});

test("cross-attention of the last norms of the encoder is what the decoder adds", () => {
  const layer = model.layer("cross");
  const [, crossing] = pair.target.branches;
  const { step: query } = crossing[0];
  const { step: memory } = pair.source.last;
  const { output } = layer.forward({ query, key: memory, value: memory });
  const { data } = crossing[1].step;
  output.data.forEach((/** @type {number} */ value, /** @type {number} */ i) =>
    assert.ok(Math.abs(value - data[i]) < 1e-6),
  );
  layer.dispose();
});

test("the likeliest word of each row of the decoder is the one that the model writes", () => {
  const { target, probabilities } = model.translate(SENTENCE);
  assert.deepEqual(pair.target.words, target);
  target.forEach((word, row) => {
    const likely = pair.likely(row);
    assert.equal(likely.length, 5);
    assert.equal(likely[0].word, word);
    assert.ok(Math.abs(likely[0].probability - probabilities[row]) < 1e-5);
  });
});

const view = {
  ...{ pair, tokens: { source: 3, target: 2 }, feature: 21, scales: BLOCK.scales },
  said: { source: PAIR.encoder("house"), target: PAIR.decoder("maison"), memory: PAIR.memory },
  names: { ...PAIR.names, activated: "ReLU" },
};

for (const width of [280, 350, 620, 800, 1000, 1300])
  test(`${width} px: every station has its row, its name and its number, nothing overlaps or is cut, and each feature is found`, () => {
    const scene = pairScene(view, { width, palette: LIGHT, measure });
    const squares = scene.marks.flatMap((mark) => (mark.kind === "cells" && mark.rows > 1 ? [mark] : []));
    const boxes = squares.map(({ x, y, cw, cols }) => ({ x, y, side: cw * cols }));
    const all = sides.flatMap((key) => stopsOf(pair[key]).map((stop) => ({ stop, token: view.tokens[key] })));
    assert.deepEqual([boxes.length, all.length], [23, 23]);
    for (const [i, a] of boxes.entries()) {
      assert.ok(a.x >= 0 && a.x + a.side <= width && a.y + a.side <= scene.height, `square ${i}`);
      for (const b of boxes.slice(i + 1))
        assert.ok(a.x + a.side <= b.x || b.x + b.side <= a.x || a.y + a.side <= b.y || b.y + b.side <= a.y);
    }
    const isBeside = width >= 800;
    const [first, second] = [boxes.slice(0, 10), boxes.slice(10)];
    if (isBeside)
      assert.ok(
        first.every((a) => second.every((b) => a.x + a.side < b.x)),
        "beside each other",
      );
    else
      assert.ok(
        first.every((a) => second.every((b) => a.y + a.side < b.y)),
        "above each other",
      );
    const texts = scene.marks.filter((mark) => mark.kind === "text");
    for (const { x, text, align, size } of texts) {
      const wide = measure(text, size);
      const left = { start: x, middle: x - wide / 2, end: x - wide }[align ?? "start"];
      assert.ok(left >= -4 && left + wide <= width + 4, `${text} at ${left}`);
    }
    for (const { stop, token } of all) {
      const isWider = widthOfStop(stop) > 64;
      const said = [
        view.names[stop.name],
        isWider ? "256" : formatNumber(rowOfStop(stop, token)[view.feature]),
      ];
      for (const each of said)
        assert.ok(
          texts.some(({ text }) => text === each),
          each,
        );
    }
    for (const { x, y, side } of [first[0], second[0]]) {
      const found = new Set();
      for (let row = y; row < y + side; row++)
        for (let column = x; column < x + side; column++) found.add(scene.hit(column, row));
      assert.equal(found.size, 64);
    }
  });
