import assert from "node:assert/strict";
import test from "node:test";
import { isMove, offsetOf } from "../../web/kit/state/memory.js";
import { blocksOf, moveOf, piecesOf, placesOf } from "../../web/walk/state/move.js";
import { indices, layerPicture, pictureOf, variousPictures, words } from "./support/pictures.js";
import { CONFIGURATIONS } from "./support/written.js";

/** @typedef {import("../../web/core/types.js").Step} Step */

const pictures = new Map([
  ...variousPictures(),
  ...CONFIGURATIONS,
  ["one head of one feature", pictureOf({ dModel: 1, heads: 1, tokens: words(3) })],
  ["rope", layerPicture({ rope: true })],
  ["fused", layerPicture({ fused: true })],
]);

/** @param {import("./support/pictures.js").Picture} picture */
const movesOf = ({ steps, operations }) => steps.filter((step) => isMove(step, operations));

for (const [name, picture] of pictures)
  test(`${name}: a step that only moves is a copy of the same numbers in another order`, () => {
    for (const step of picture.steps) {
      const input = step.inputs.length === 1 ? picture.step(step.inputs[0]) : undefined;
      const [from, to] = [input, step].map((each) => each && picture.values(each.id));
      const same = from?.length === to?.length && from?.every((value, i) => value === to?.[i]);
      const computes = step.flops > 0 || step.weights.length > 0 || step.op === "mask";
      const moves = step.storage === "copy" && !computes && same === true;
      assert.equal(isMove(step, picture.operations), moves, step.id);
      if (moves) assert.ok(!input?.contiguous, `${step.id} copies what was in order`);
    }
    const { tokens, heads } = picture.settings;
    const expected = tokens.length > 1 && heads > 1 ? ["context_c"] : [];
    assert.deepEqual(
      movesOf(picture).map(({ id }) => id),
      expected,
    );
  });

for (const [name, picture] of pictures)
  test(`${name}: pieces contain every float once, and are as long as possible`, () => {
    for (const step of movesOf(picture)) {
      const move = moveOf(step, picture.steps);
      /** By where it went. @type {Map<number, number>} */
      const went = new Map();
      for (const { old, fresh } of piecesOf(move))
        for (let i = 0; i < move.run; i++) {
          assert.ok(!went.has(fresh + i));
          went.set(fresh + i, old + i);
        }
      for (const index of indices(step.shape))
        assert.equal(went.get(offsetOf(step, index)), offsetOf(move.from, index), `[${index}]`);
      const size = step.shape.slice(1).reduce((a, b) => a * b); // where a sentence ends, its last piece does
      const broken = piecesOf(move).filter(
        ({ old, fresh }) => (fresh + move.run) % size !== 0 && went.get(fresh + move.run) === old + move.run,
      );
      assert.deepEqual(broken, [], "pieces that could be one");
    }
  });

test("the old memory has one block per head, the new one block per token, whatever their names", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (pictures.get("opening"));
  const steps = picture.steps.map((step) => ({ ...step, axes: step.axes.map((axis) => `no ${axis}`) }));
  const move = moveOf(/** @type {Step} */ (steps.find(({ id }) => id === "context_c")), steps);
  assert.deepEqual(
    [move.from.axes[move.oldAxis], move.to.axes[move.newAxis], move.run, piecesOf(move).length],
    ["no H", "no T", 8, 96],
  );
  const [heads, tokens] = [blocksOf(move.from, move.oldAxis), blocksOf(move.to, move.newAxis)];
  assert.deepEqual(
    heads.map(({ from, to }) => [from, to]),
    Array.from({ length: 8 }, (_, i) => [96 * i, 96 * i + 95]),
  );
  assert.deepEqual(
    tokens.map(({ from, to }) => [from, to]),
    Array.from({ length: 12 }, (_, i) => [64 * i, 64 * i + 63]),
  );
});

test("a token's pieces come from one place per head, and go to one place", () => {
  const picture = /** @type {import("./support/pictures.js").Picture} */ (pictures.get("opening"));
  const move = moveOf(/** @type {Step} */ (picture.step("context_c")), picture.steps);
  const pieces = piecesOf(move, new Map([[move.newAxis, [7]]]));
  assert.deepEqual(
    pieces.map(({ old }) => old),
    [56, 152, 248, 344, 440, 536, 632, 728],
  );
  assert.deepEqual(
    pieces.map(({ fresh }) => fresh),
    [448, 456, 464, 472, 480, 488, 496, 504],
  );
  assert.equal(
    placesOf(
      pieces.map(({ old }) => old),
      move.run,
    ),
    8,
  );
  assert.equal(
    placesOf(
      pieces.map(({ fresh }) => fresh),
      move.run,
    ),
    1,
  );
});

test("in a batch, the outermost axis that both memories share makes no blocks", () => {
  const from = step("a", [2, 3, 4, 5], [60, 5, 15, 1]);
  const move = moveOf(step("b", [2, 3, 4, 5], [60, 20, 5, 1], "a"), [from]);
  assert.deepEqual([move.oldAxis, move.newAxis, move.run], [2, 1, 5]);
  assert.deepEqual(
    blocksOf(from, 2)
      .map(({ at, from, to }) => [at, from, to])
      .slice(3, 5),
    [
      [3, 45, 59],
      [0, 60, 74],
    ],
  );
});

test("elements repeated by a stride of 0 come from one place; pieces in the same order move together", () => {
  const repeated = moveOf(step("b", [4, 3], [3, 1], "a"), [step("a", [4, 3], [0, 1])]);
  assert.deepEqual(
    piecesOf(repeated).map(({ old, fresh }) => [old, fresh]),
    [
      [0, 0],
      [0, 3],
      [0, 6],
      [0, 9],
    ],
  );
  const apart = moveOf(step("b", [4, 3], [3, 1], "a"), [step("a", [4, 3], [10, 1])]);
  assert.deepEqual(
    piecesOf(apart).map(({ old, fresh }) => [old, fresh]),
    [
      [0, 0],
      [10, 3],
      [20, 6],
      [30, 9],
    ],
  );
  assert.deepEqual([apart.oldAxis, apart.newAxis, apart.run], [0, 0, 3]);
});

/** @param {string} id @param {number[]} shape @param {number[]} strides @param {string} [input] @returns {Step} */
const step = (id, shape, strides, input) =>
  /** @type {any} */ ({ id, shape, strides, offset: 0, inputs: input ? [input] : [] });
