import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { orderScene } from "../../web/labs/order/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { isEmbedded } from "../../web/labs/state-runs.js";
import { FIRST_TURN, orderAnswer, shuffle } from "../../web/labs/order/state.js";
import { ORDER } from "../../web/labs/order/words.js";
import { NOTHING_OWN } from "../../web/kit/state/own.js";
import { measure, pictureOf } from "./support/pictures.js";

const core = await loadCore();
const asked = (/** @type {ReturnType<typeof pictureOf>} */ picture, positions = false) =>
  orderAnswer(core, picture, { ...FIRST_TURN, positions });

for (const [name, change] of Object.entries({
  opening: {},
  random: { weights: /** @type {const} */ ("random"), seed: 3 },
  "shared keys": { kvHeads: 2 },
  "two sentences": { keyTokens: ["das", "Tier"] },
}))
  test(`rows follow their words without positional encoding, and do not with it: ${name}`, () => {
    const picture = pictureOf(change);
    const [without, with_] = [asked(picture), asked(picture, true)];
    assert.ok(without.follows && without.largest < 1e-5, String(without.largest));
    assert.ok(!with_.follows && with_.largest > 0.01, String(with_.largest));
    picture.dispose();
  });

test("with a causal mask the layer knows the order of words without positions", () => {
  const picture = pictureOf({ causal: true });
  assert.ok(!asked(picture).follows);
  picture.dispose();
});

test("each word's row is found again by hand", () => {
  const picture = pictureOf();
  const { order, straight, shuffled, apart, largest } = asked(picture, true);
  const width = straight.shape[2];
  order.forEach((from, at) => {
    let most = 0;
    for (let f = 0; f < width; f++)
      most = Math.max(most, Math.abs(straight.data[from * width + f] - shuffled.data[at * width + f]));
    assert.equal(apart[from], Math.fround(most));
  });
  assert.equal(largest, Math.max(...apart));
  picture.dispose();
});

test("a shuffle differs from the original, contains each word once, and depends only on its seed", () => {
  for (const count of [2, 3, 12, 512])
    for (let seed = 0; seed < 20; seed++) {
      const order = shuffle(count, seed);
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        Array.from({ length: count }, (_, i) => i),
      );
      assert.ok(order.some((at, i) => at !== i));
      assert.deepEqual(order, shuffle(count, seed));
    }
  assert.deepEqual(shuffle(1, 4), [0]);
});

test("given vectors cannot be embedded at other positions", () => {
  const picture = pictureOf();
  assert.ok(isEmbedded(picture));
  assert.ok(!isEmbedded({ ...picture, own: { ...NOTHING_OWN, input: { data: [1], shape: [1, 1] } } }));
  picture.dispose();
});

for (const width of [340, 900])
  test(`a word is hit in both pictures, at ${width} px`, () => {
    const picture = pictureOf();
    const answer = asked(picture);
    const { tokens } = picture.settings;
    const scene = orderScene({ answer, tokens, token: 7, words: ORDER }, { width, palette: LIGHT, measure });
    const found = new Set();
    for (let y = 0; y < scene.height; y += 2)
      for (let x = 0; x < width; x += 3) {
        const token = scene.hit(x, y);
        if (token !== null) found.add(token);
      }
    assert.equal(found.size, tokens.length);
    assert.ok(scene.marks.every((mark) => !("x" in mark) || (mark.x >= 0 && mark.x <= width)));
    picture.dispose();
  });
