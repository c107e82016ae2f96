// The lab of batches: its numbers compared with PyTorch's (tests/fixtures/labs.py), and its pictures.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { batchScene } from "../../web/labs/batch/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { itemPicture } from "../../web/kit/state/batch-item.js";
import { PAD } from "../../web/kit/state/batch.js";
import { MOST_SQUARE, batchAnswer, hindrance, mapOf, secondOf } from "../../web/labs/batch/state.js";
import { readFixture } from "../core/fixture.js";
import { measure, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/labs/batch/state.js").BatchTurn} BatchTurn */
/** @typedef {import("../../web/labs/batch/state.js").BatchAnswer} BatchAnswer */
/** @typedef {import("../../web/labs/batch/state.js").Read} Read */

const core = await loadCore();
const T = 12;
const fixture = /** @type {import("../core/fixture.js").FixtureCase} */ (
  (await readFixture("labs")).find(({ name }) => name === "batch")
);

/** @param {Float32Array} is @param {{ data: Float32Array }} should */
function assertNear(is, { data }) {
  assert.equal(is.length, data.length);
  is.forEach((value, at) =>
    assert.ok(Math.abs(value - data[at]) < 3e-6, `[${at}] ${value}, torch has ${data[at]}`),
  );
}

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {BatchTurn} turn @returns {BatchAnswer & Read} */
function readIn(picture, turn) {
  const answer = batchAnswer(core, picture, turn);
  assert.ok(!("refused" in answer), JSON.stringify(answer));
  return answer;
}

test("the weights under both masks and the error of each output row are PyTorch's, and PyTorch refuses the same masks", () => {
  const picture = pictureOf();
  const [right, square] = /** @type {const} */ (["axes", "square"]).map((mask) =>
    readIn(picture, { mask, sentences: "T" }),
  );
  const { tensors, settings } = fixture;
  assert.deepEqual(right.batch.lengths.slice(0, 2), [T, Number(settings.second)]);
  const two = 2 * 8 * T * T;
  assertNear(right.weights.data.subarray(0, two), tensors["right.weights"]);
  assertNear(square.weights.data.subarray(0, two), tensors["square.weights"]);
  assertNear(square.moved.subarray(0, 2 * T), tensors.moved);
  assert.ok(Math.max(...tensors.moved.data) > 0.1);
  assert.equal(Number(settings.apart_alone), 0, "right for one");
  const refused = batchAnswer(core, picture, { mask: "square", sentences: 2 });
  const [, a, b, dimension] =
    /tensor a \((\d+)\) .* tensor b \((\d+)\) .* dimension (\d+)/.exec(
      "refused" in refused ? refused.refused.message : "",
    ) ?? [];
  const [one, other, where] = settings.refused.split(",");
  assert.deepEqual([[a, b].sort(), dimension], [[one, other].sort(), where]);
  picture.dispose();
});

test("a mask (B, 1, 1, T_k) hides the padding from every word, and nothing else", () => {
  const picture = pictureOf();
  for (const sentences of /** @type {const} */ ([1, 2, "T"])) {
    const { batch, blocked, otherwise, weights, moved, onPadding, count, strides } = readIn(picture, {
      mask: "axes",
      sentences,
    });
    const B = sentences === "T" ? T : sentences;
    assert.deepEqual(weights.shape, [B, 8, T, T]);
    blocked.forEach((is, at) => assert.equal(is, batch.padding.data[Math.floor(at / T / T) * T + (at % T)]));
    assert.ok(otherwise.every((is) => is === 0) && moved.every((value) => value === 0));
    assert.equal(onPadding, 0);
    assert.equal(
      count.rows,
      batch.lengths.reduce((sum, length) => sum + length, 0),
    );
    assert.deepEqual([count.wrong, count.seePadding, count.missWords], [0, 0, 0]);
    assert.deepEqual(strides, [T, 0, 0, 1]);
  }
  picture.dispose();
});

test("a square mask is right for one sentence, and the core says why", () => {
  const picture = pictureOf();
  const one = readIn(picture, { mask: "square", sentences: 1 });
  assert.match(one.none?.message ?? "", /^mask_as_square makes no difference here: there is one batch item/);
  assert.equal(one.batch.lengths[0], 4, "the shorter of the two, padded");
  assert.equal(one.count.wrong, 0);
  assert.deepEqual(one.weights, readIn(picture, { mask: "axes", sentences: 1 }).weights);
  picture.dispose();
});

test("a square mask for two sentences is refused with the core's message, which names what would work", () => {
  const picture = pictureOf();
  const two = batchAnswer(core, picture, { mask: "square", sentences: 2 });
  assert.equal(
    "refused" in two && two.refused.message,
    "mask (2, 12) on scores (2, 8, 12, 12): The size of tensor a (12) must match the size of tensor b (2) at non-singleton dimension 2. " +
      "Sizes are matched from the last, so that B = 2 meets T_q = 12; give the mask as (B, 1, 1, T_k)",
  );
  picture.dispose();
});

test("a square mask for as many sentences as words is accepted: row i has the padding of sentence i, as the counts say", () => {
  const picture = pictureOf();
  const answer = readIn(picture, { mask: "square", sentences: "T" });
  const { batch, blocked, otherwise, weights, moved, count, largest, at, strides } = answer;
  const right = readIn(picture, { mask: "axes", sentences: "T" });
  assert.equal(answer.none, null);
  assert.deepEqual(strides, [0, 0, T, 1]);
  blocked.forEach((is, cell) => {
    const [item, query, key] = [Math.floor(cell / T / T), Math.floor(cell / T) % T, cell % T];
    assert.equal(is, Number(key >= batch.lengths[query]), "row i has sentence i's");
    const should = Number(key >= batch.lengths[item]);
    assert.equal(otherwise[cell], Number(is !== should));
    for (let head = 0; head < 8; head++)
      assert.equal(weights.data[((item * 8 + head) * T + query) * T + key] === 0, is === 1);
  });
  // Long and short sentences alternate: in a long one odd rows miss words, in a short one even rows see padding.
  assert.deepEqual(count, {
    rows: 6 * 12 + 6 * 4,
    wrong: 6 * 6 + 6 * 2,
    seePadding: 6 * 2,
    missWords: 6 * 6,
  });
  let most = 0;
  moved.forEach((value, row) => {
    const item = Math.floor(row / T);
    const isHit = row % 2 !== item % 2;
    assert.equal(value > 1e-6, isHit, `row ${row} moved by ${value}`);
    if (row % T < batch.lengths[item]) most = Math.max(most, value);
  });
  assert.deepEqual([largest, moved[at]], [most, most]);
  assert.equal(right.count.wrong, 0);
  picture.dispose();
});

test("the second sentence is the one that was set, and either may be the shorter one", () => {
  const both = pictureOf({ tokens: ["Stop", "."], batchTokens: ["Do", "not", "go", "on", "."] });
  const short = itemPicture(both, 0);
  assert.deepEqual(secondOf(short), ["Do", "not", "go", "on", "."]);
  const two = readIn(short, { mask: "axes", sentences: 2 });
  assert.deepEqual(two.batch.words[0], ["Stop", ".", PAD, PAD, PAD]);
  assert.deepEqual(two.batch.lengths, [2, 5]);
  const one = readIn(short, { mask: "axes", sentences: 1 });
  assert.deepEqual(one.batch.words, [["Stop", ".", PAD, PAD, PAD]]);
  both.dispose();

  const same = itemPicture(pictureOf({ tokens: ["Go", "on"], batchTokens: ["Stop", "now"] }), 0);
  const square = readIn(same, { mask: "square", sentences: 2 });
  assert.ok(
    !square.batch.padding.data.some(Boolean) && square.count.wrong === 0,
    "no padding, nothing wrong",
  );
  same.dispose();

  const word = pictureOf({ tokens: ["Go"], batchTokens: ["Stop"] });
  assert.deepEqual(readIn(word, { mask: "square", sentences: "T" }).batch.lengths, [1], "one of one word");
  word.dispose();
});

test("a causal mask and a padding mask are distinguished", () => {
  const picture = pictureOf({ causal: true });
  const { blocked, batch, strides } = readIn(picture, { mask: "square", sentences: "T" });
  assert.deepEqual(strides, [0, 0, T, 1]);
  blocked.forEach((is, cell) => {
    const [query, key] = [Math.floor(cell / T) % T, cell % T];
    assert.equal(is, Number(key > query || key >= batch.lengths[query]));
  });
  picture.dispose();
});

test("the lab says in advance why it cannot run", () => {
  const of = (/** @type {any} */ change, /** @type {BatchTurn["sentences"]} */ sentences = 2) => {
    const picture = pictureOf(change);
    const found = hindrance(picture, { mask: "axes", sentences });
    picture.dispose();
    return found;
  };
  assert.equal(of({}), null);
  assert.equal(of({ keyTokens: ["a"] }), "cross");
  const many = { tokens: words(MOST_SQUARE + 1), heads: 1, dModel: 4 };
  assert.deepEqual([of(many), of(many, "T")], [null, "many"]);
  assert.equal(of({ tokens: words(MOST_SQUARE), heads: 1, dModel: 4 }, "T"), null);
  const given = { ...pictureOf(), own: { input: new Float32Array(1) } };
  assert.equal(hindrance(/** @type {any} */ (given), { mask: "axes", sentences: 2 }), "given");
});

test("an error of the core is returned, not thrown", () => {
  const picture = pictureOf();
  const wide = {
    ...picture,
    call: { ...picture.call, attnMask: { data: new Uint8Array(9), shape: [3, 3] } },
  };
  const answer = batchAnswer(core, /** @type {any} */ (wide), { mask: "axes", sentences: 2 });
  assert.match("refused" in answer ? answer.refused.message : "", /\(3, 3\)/);
  picture.dispose();
});

for (const width of [340, 700, 1296])
  for (const [name, change] of /** @type {const} */ ([
    ["the opening", {}],
    ["one word", { tokens: ["Go"], batchTokens: ["Stop", "it"] }],
    ["many words", { tokens: words(60), heads: 2, dModel: 8 }],
  ]))
    for (const sentences of /** @type {const} */ ([1, 2, "T"]))
      test(`the picture fits ${width} px: ${name}, ${sentences} sentences`, () => {
        const picture = pictureOf(change);
        for (const mask of /** @type {const} */ (["axes", "square"])) {
          const answer = batchAnswer(core, picture, { mask, sentences });
          const items = "refused" in answer || answer.batch.lengths.length === 1 ? [0] : [0, 1];
          const scene = batchScene(
            {
              ...{ answer, items, head: 1, at: { item: 0, query: 1, key: 0 }, colormap: "blue" },
              words: {
                ...{ mask: "mask", rows: answer.batch.lengths.map((n, i) => `${i + 1}: ${n} words`) },
                ...{
                  maps: ["one", "two"],
                  short: ["1", "2"],
                  moved: "output row is off",
                  movedShort: "off",
                  scores: "scores",
                },
              },
            },
            { width, palette: LIGHT, measure },
          );
          assert.ok(!/NaN|undefined|Infinity/.test(toSVG(scene, { background: "#fff", title: "" })));
          for (const mark of scene.marks) {
            if (mark.kind === "cells")
              assert.ok(mark.x >= 0 && mark.x + mark.cols * mark.cw <= width + 1, `${mark.x}`);
            if (mark.kind === "text" && !mark.turn && mark.align !== "end")
              assert.ok(mark.x + measure(mark.text, mark.size) <= width + 4, `${mark.text} at ${mark.x}`);
          }
          if (!("refused" in answer)) {
            const map = mapOf(answer, 0, 1);
            assert.equal(mapOf(answer, 0, 1), map, "kept");
            const seen = new Set();
            for (let y = 0; y < scene.height; y += 3)
              for (let x = 0; x < width; x += 3) {
                const hit = scene.hit(x, y);
                if (hit) seen.add(hit.item);
              }
            assert.deepEqual([...seen].sort(), items);
          }
        }
        picture.dispose();
      });
