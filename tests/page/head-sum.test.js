// The output as a sum of heads, compared with sums of the core's own numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { headSumOf, mixesHeads } from "../../web/walk/state/head-sum.js";
import { flat, pictureOf, words } from "./support/pictures.js";
import { SELECTION, sceneOf } from "./support/scenes.js";

/** @typedef {import("./support/pictures.js").Picture} Picture */
/** @typedef {import("../../web/walk/state/head-sum.js").HeadSum} HeadSum */

const PICTURES = new Map([
  ["the opening sentence", pictureOf()],
  ["shared keys and values", pictureOf({ kvHeads: 2 })],
  ["wide values and biases", pictureOf({ dK: 2, dV: 7, bias: true, tokens: words(4) })],
  ["random weights", pictureOf({ weights: "random", seed: 7, dModel: 24, heads: 3 })],
]);

/** @param {Picture} picture @param {object} [change] @param {string} [id] */
const sumIn = (picture, change = {}, id = "output") =>
  headSumOf({ picture, step: /** @type {any} */ (picture.step(id)), selection: SELECTION, ...change });

/** @param {Picture} picture @param {object} [change] */
const drawnSum = (picture, change) => /** @type {HeadSum} */ (sumIn(picture, change));

/** What a head adds to an element of the output, from the concatenated heads and W_O. @param {Picture} picture @param {number} head @param {number} token @param {number} column */
function termOf(picture, head, token, column) {
  const { dV, numHeads } = picture.config;
  const [concat, wO] = [picture.values("concat"), picture.weight("wO")];
  let term = 0;
  for (let i = head * dV; i < (head + 1) * dV; i++)
    term += concat[token * numHeads * dV + i] * wO.data[flat(wO.shape, [i, column])];
  return term;
}

/** @param {number} value @param {number} should @param {string} what */
const near = (value, should, what) =>
  assert.ok(Math.abs(value - should) < 1e-5, `${what}: ${value}, not ${should}`);

test("each head adds its features times its rows of W_O, and the terms add up to the output", () => {
  for (const [name, picture] of PICTURES)
    for (const off of [[], [1], [0, 2]]) {
      const scales = Object.fromEntries(off.map((head) => [head, 0]));
      const { terms, output, bias } = drawnSum(picture, { scales });
      const [, heads, tokens, features] = terms.shape;
      for (let token = 0; token < tokens; token++)
        for (let column = 0; column < features; column++) {
          let sum = bias?.[column] ?? 0;
          for (let head = 0; head < heads; head++) {
            const should = off.includes(head) ? 0 : termOf(picture, head, token, column);
            near(terms.data[flat(terms.shape, [0, head, token, column])], should, `${name}, head ${head}`);
            sum += should;
          }
          near(output.data[token * features + column], sum, `${name} without ${off}`);
        }
      if (!off.length) assert.deepEqual(output.data, picture.values("output"), name);
    }
});

test("with heads off, the sum is the output of the core's layer with these heads at 0", () => {
  const picture = PICTURES.get("the opening sentence") ?? pictureOf();
  const { output, off } = drawnSum(picture, { scales: { 2: 0, 5: 0.5 } });
  const headScale = Float32Array.of(1, 1, 0, 1, 1, 0.5, 1, 1);
  const run = /** @type {any} */ (picture.layer).forward({ ...picture.call, headScale });
  assert.deepEqual(output.data, run.output.data);
  assert.notDeepEqual(output.data, picture.values("output"));
  assert.deepEqual([2, 5, 6].map(off), [true, false, false]);
});

test("with the identity as W_O, the sum is the heads side by side, each in its own columns", () => {
  const picture = pictureOf({ tokens: words(5) });
  const { terms, output, identity, width } = drawnSum(picture, { identity: true });
  assert.ok(identity);
  assert.deepEqual(output.data, picture.values("concat"));
  const [, heads, tokens, features] = terms.shape;
  for (let head = 0; head < heads; head++)
    for (let column = 0; column < features; column++) {
      const own = Math.floor(column / width) === head;
      const at = flat(terms.shape, [0, head, tokens - 1, column]);
      assert.equal(
        terms.data[at],
        own ? output.data[(tokens - 1) * features + column] : 0,
        `${head}, ${column}`,
      );
    }
  const without = drawnSum(picture, { identity: true, scales: { 3: 0 } }).output.data;
  const should = picture.values("concat").map((value, i) => (Math.floor((i % 64) / 8) === 3 ? 0 : value));
  assert.deepEqual(without, should);
  assert.deepEqual(
    picture.weight("wO").data,
    pictureOf({ tokens: words(5) }).weight("wO").data,
    "the layer keeps W_O",
  );
});

test("W_O is the identity only where it is square", () => {
  const wide = /** @type {Picture} */ (PICTURES.get("wide values and biases"));
  const { fitsIdentity, identity, output } = drawnSum(wide, { identity: true });
  assert.deepEqual([fitsIdentity, identity], [false, false]);
  assert.deepEqual(output.data, wide.values("output"));
});

test("the step that mixes heads is found by its operation and axes", () => {
  for (const [name, { steps }] of PICTURES) {
    const found = steps.filter((step) => mixesHeads({ ...step, id: `other_${step.id}` }, steps));
    assert.deepEqual(
      found.map(({ id }) => id),
      ["output"],
      name,
    );
  }
});

test("other steps, one head and wrong paths have no sum", () => {
  assert.equal(sumIn(pictureOf(), {}, "q"), null);
  assert.equal(sumIn(pictureOf(), {}, "concat"), null);
  assert.equal(sumIn(pictureOf({ heads: 1 })), null);
  assert.equal(sumIn(pictureOf({}, { fault: "no_scale" })), null);
});

test("a sentence of a batch has the sum that it has alone, and padding has none", () => {
  const batch = pictureOf({ batchTokens: ["it", "sat"], tokens: words(4) });
  const alone = pictureOf({ tokens: words(4) });
  assert.deepEqual(drawnSum(batch).terms, drawnSum(alone).terms);
  const short = /** @type {any} */ (batch).at(1, { ...batch.settings, tokens: ["it", "sat"] });
  for (const token of [0, 1, 2, 3]) {
    const { switches } = sceneAt(short, 900, { selection: { ...SELECTION, batch: 1, token } });
    assert.equal(switches === undefined, token > 1, `token ${token}`);
  }
});

/** The scene at the step that mixes heads. @param {Picture} picture @param {number} width @param {object} [change] @returns {any} */
const sceneAt = (picture, width, change) => sceneOf(picture, "output", width, change);

test("a strip for each head can be pressed: inside the picture, large enough, apart", () => {
  const wide = pictureOf({ dModel: 256, heads: 32, tokens: words(3) });
  for (const [name, picture] of new Map([...PICTURES, ["32 heads", wide]]))
    for (const width of [358, 560, 888]) {
      const { switches, ...scene } = sceneAt(picture, width);
      assert.equal(switches.heads.length, picture.config.numHeads, name);
      assert.equal(Boolean(switches.identity), name !== "wide values and biases", name);
      let end = switches.identity ? switches.identity.y + switches.identity.h : 0;
      for (const { x, y, w, h } of switches.heads) {
        assert.ok(x >= 0 && x + w <= width && h >= 24 && w >= 24, `${name} in ${width} px`);
        assert.ok(y >= end - 6 && y + h <= scene.height, `${name} in ${width} px: ${y} after ${end}`);
        end = y + h;
      }
    }
});

test("beside W_O, each strip is in line with the rows that make it", () => {
  const { switches, parts } = sceneAt(pictureOf(), 888);
  const [left, { y, tensor }] = parts;
  const rows = tensor.layout.height / 8;
  for (const [head, strip] of switches.heads.entries())
    assert.deepEqual(strip, { x: left.x, y: y + head * rows, w: left.tensor.layout.width, h: rows });
});

test("numbers of the selected feature stand beside the strips; a head that is off is hollow", () => {
  const picture = pictureOf();
  for (const width of [358, 888])
    for (const scales of [{}, { 2: 0 }]) {
      const { marks, switches } = sceneAt(picture, width, { scales });
      const said = (/** @type {number} */ y) =>
        marks.find(
          (/** @type {any} */ mark) =>
            mark.kind === "text" &&
            mark.align === "end" &&
            Math.abs(mark.y - y - 4.5) < 0.01 &&
            mark.x < switches.heads[0].x,
        )?.text;
      for (const [head, { y, h }] of switches.heads.entries()) {
        const isOff = head in scales;
        const number = termOf(picture, head, 7, 0).toFixed(3).replace("-", "−");
        assert.equal(said(y + h / 2), isOff ? "off" : number, `head ${head}`);
        const hollow = marks.filter(
          (/** @type {any} */ mark) =>
            mark.kind === "rect" && mark.stroke === LIGHT.swatch(head) && mark.y === y + 2.5,
        );
        assert.equal(hollow.length, Number(isOff), `head ${head}`);
      }
      const sum = picture.values("output")[7 * 64] - (2 in scales ? termOf(picture, 2, 7, 0) : 0);
      assert.equal(switches.said, `sum: ${sum.toFixed(3).replace("-", "−")}`);
    }
});
