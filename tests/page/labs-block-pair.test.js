// The lab of the block: the encoder and the decoder of the model that translates, against the core, and their picture.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { pairScene } from "../../web/labs/block/draw-pair.js";
import { pairOf, rowOfStop, stopsOf, widthOfStop } from "../../web/labs/block/state-pair.js";
import { BLOCK, PAIR } from "../../web/labs/block/words.js";
import { measure } from "./support/pictures.js";

const core = await loadCore();
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
