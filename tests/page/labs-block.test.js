// The lab of the block around a layer: its numbers against the core's model, and where the picture shows and finds them.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { number } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { trainInSlices } from "../../web/kit/state/train-in-slices.js";
import { blockScene } from "../../web/labs/block/draw.js";
import { STATIONS, learnBlock, mostAdded, rowOf } from "../../web/labs/block/state.js";
import { BLOCK } from "../../web/labs/block/words.js";
import { measure } from "./support/pictures.js";

const core = await loadCore();
/** @type {[number, number][]} */
const told = [];
const block = await learnBlock(core, (step, steps) => told.push([step, steps]) > 0);
if (!block) throw new Error("training was not stopped");

test("the model learns what it stands for in two blocks, and is trained once for a core", async () => {
  assert.ok(block.accuracy > 0.95, `${block.accuracy}`);
  assert.deepEqual([block.layers, block.wide, block.steps], [2, 256, 300]);
  assert.ok(block.finder && block.finder.weight > 0.8, `${block.finder?.weight}`);
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
    block.sentences.map(({ ending, likely, tokens, blank }) => [ending, likely[0].word, tokens[blank]]),
    [
      ["tired", "animal", "it"],
      ["wide", "street", "it"],
    ],
  );
  for (const { layers, tokens } of block.sentences)
    layers.forEach((steps, layer) => {
      if (layer > 0) assert.deepEqual(steps.before.data, layers[layer - 1].after.data);
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
        assert.ok(rowOf(steps, "relu", token).every((value) => value >= 0));
        const most = Math.abs(attention[mostAdded(steps, token)]);
        assert.ok(attention.every((value) => Math.abs(value) <= most));
      }
    });
});

for (const width of [340, 620, 800, 1200])
  test(`${width} px: every station has its row and its name, nothing overlaps or is cut, and each feature is found`, () => {
    const steps = block.sentences[0].layers[1];
    const [token, feature] = [block.sentences[0].blank, 13];
    const scene = blockScene(
      { steps, token, feature, names: BLOCK.names, scales: BLOCK.scales },
      { width, palette: LIGHT, measure },
    );
    const squares = scene.marks.flatMap((mark) => (mark.kind === "cells" && mark.rows > 1 ? [mark] : []));
    assert.equal(squares.length, STATIONS.length);
    squares.forEach(({ rows, cols, rgba }, i) => {
      const row = rowOf(steps, STATIONS[i][0], token);
      assert.equal(rows * cols, row.length);
      assert.ok(rgba.every(Boolean));
    });
    const boxes = squares.map(({ x, y, cw, cols }) => ({ x, y, side: cw * cols }));
    for (const [i, a] of boxes.entries()) {
      assert.ok(a.x >= 0 && a.x + a.side <= width && a.y + a.side <= scene.height, `${STATIONS[i][0]}`);
      for (const b of boxes.slice(i + 1))
        assert.ok(a.x + a.side <= b.x || b.x + b.side <= a.x || a.y + a.side <= b.y || b.y + b.side <= a.y);
    }
    const texts = scene.marks.filter((mark) => mark.kind === "text");
    for (const { x, text, align } of texts) {
      const wide = measure(text);
      const left = align === "middle" ? x - wide / 2 : x;
      assert.ok(left >= -4 && left + wide <= width + 4, text);
    }
    for (const name of /** @type {const} */ (["before", "attention", "middle", "down", "after"])) {
      const value = number(rowOf(steps, name, token)[feature]);
      assert.ok(
        texts.some(({ text }) => text === value),
        `${name} ${value}`,
      );
    }
    const found = new Set();
    const { x, y, side } = boxes[3];
    for (let at = y; at < y + side; at++) for (let to = x; to < x + side; to++) found.add(scene.hit(to, at));
    assert.equal(found.size, 64);
    assert.equal(scene.hit(boxes[5].x + 3, boxes[5].y + 3), null, "the wide rows have other features");
    assert.equal(scene.hit(width + 50, 0), null);
  });
