// The animated arithmetic of a step: frames depend on data and time, and end in the core's numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { LASTS, framesFor, joinData, stillFrames } from "../../web/walk/draw/frames.js";
import { mixData } from "../../web/walk/draw/frames-mix.js";
import { productData } from "../../web/walk/draw/frames-product.js";
import { softmaxData } from "../../web/walk/draw/frames-softmax.js";
import { arithmeticOf } from "../../web/walk/state/arithmetic.js";
import { sample } from "../browser/support/nightly.js";
import { flat, layerPicture, measure, pictureOf, variousPictures, words } from "./support/pictures.js";
import { SELECTION } from "./support/scenes.js";

/** @typedef {import("./support/pictures.js").Picture} Picture */

const surface = { width: 880, palette: LIGHT, measure };
const opening = pictureOf();

/** @param {Picture} picture @param {string} id @returns {any} */
const viewOf = (picture, id) => ({ picture, step: picture.step(id), selection: SELECTION });

/** @param {Picture} picture @param {string} id @param {number[]} index */
const valueAt = (picture, id, index) =>
  picture.values(id)[flat(/** @type {any} */ (picture.step(id)).shape, index)];

/**
 * Calls `check` for every step that has arithmetic.
 * @param {Map<string, Picture>} pictures @param {(view: any, kind: any, what: string) => void} check
 */
function everyArithmetic(pictures, check) {
  for (const [name, picture] of pictures)
    for (const step of picture.steps) {
      const kind = arithmeticOf(step, picture.steps);
      if (kind) check(viewOf(picture, step.id), kind, `${name}, ${step.id}`);
    }
}

test("the kind of arithmetic follows from operation and axes", () => {
  const of = (/** @type {Picture} */ picture) =>
    Object.fromEntries(
      picture.steps.flatMap((step) => {
        const kind = arithmeticOf({ ...step, id: `other_${step.id}` }, picture.steps);
        return kind ? [[step.id, kind]] : [];
      }),
    );
  const products = { q: "product", k: "product", v: "product", scores: "product", output: "product" };
  assert.deepEqual(of(opening), { ...products, weights: "softmax", context: "mix", concat: "join" });
  const { qkv } = of(pictureOf({ fused: true }));
  assert.equal(qkv, "product");
  assert.equal(of(pictureOf({ causal: true })).weights, "softmax");
});

test("a row times a column, with the bias, adds up to the core's number", () => {
  const biased = layerPicture({ bias: true }, {}, (name, { data }) =>
    name.startsWith("b") ? data.map((_, i) => Math.sin(i + 1)) : data,
  );
  let seen = 0;
  everyArithmetic(new Map([...variousPictures(), ["biases", biased]]), (view, kind, what) => {
    if (kind !== "product") return;
    const { row, column, products, sums } = productData(view, surface);
    const sum = row.cells.reduce((so, { value }, i) => so + value * column.cells[i].value, 0);
    const bias = products.length > row.cells.length ? /** @type {number} */ (products.at(-1)?.value) : 0;
    const result = /** @type {number} */ (sums.at(-1));
    assert.ok(
      Math.abs(sum + bias - result) <= 1e-5 * Math.max(1, Math.abs(result)),
      `${what}: ${sum + bias}, ${result}`,
    );
    seen++;
  });
  assert.ok(seen > 40, `${seen} products`);
  assert.equal(
    productData(viewOf(opening, "scores"), surface).sums.at(-1),
    valueAt(opening, "scores", [0, 2, 7, 7]),
  );
});

test("exponentials and their sum give the core's shares", () => {
  everyArithmetic(variousPictures(), (view, kind, what) => {
    if (kind !== "softmax") return;
    const { powers, sum, shares } = softmaxData(view);
    powers.forEach((power, i) => assert.ok(Math.abs(power / sum - shares[i]) < 1e-6, `${what}, ${i}`));
  });
  const { scores, shares } = softmaxData(viewOf(opening, "weights"));
  assert.deepEqual(
    scores,
    Array.from({ length: 12 }, (_, i) => valueAt(opening, "scaled", [0, 2, 7, i])),
  );
  assert.deepEqual(
    shares,
    Array.from({ length: 12 }, (_, i) => valueAt(opening, "weights", [0, 2, 7, i])),
  );
});

test("a row without visible keys has the sum 0 and no shares", () => {
  const mask = { data: new Uint8Array(25).fill(1), shape: [1, 1, 5, 5] };
  const picture = layerPicture({}, { attnMask: mask });
  const { powers, sum, shares } = softmaxData(viewOf(picture, "weights"));
  assert.deepEqual([sum, ...powers, ...shares], Array(11).fill(0));
});

test("value rows times their weights add up to the core's row", () => {
  const pictures = new Map([...variousPictures(), ["shared", pictureOf({ kvHeads: 2 })]]);
  everyArithmetic(pictures, (view, kind, what) => {
    if (kind !== "mix") return;
    const { weights, values, sums } = mixData(view, surface);
    sums.at(-1)?.forEach(({ value }, c) => {
      const sum = values.reduce((so, row, i) => so + weights[i] * row[c].value, 0);
      assert.ok(Math.abs(sum - value) < 1e-5, `${what}, feature ${c}: ${sum}, ${value}`);
    });
  });
});

test("the heads' pieces make the joined row, in order", () => {
  const { pieces } = joinData(viewOf(opening, "concat"), surface);
  const row = Array.from({ length: 64 }, (_, i) => valueAt(opening, "concat", [0, 7, i]));
  assert.deepEqual(
    pieces.flat().map(({ value }) => value),
    row,
  );
});

/** Left and right edges of a mark. @param {import("../../web/kit/draw/marks.js").Mark} mark @returns {number[]} */
function endsOf(mark) {
  if (mark.kind === "cells") return [mark.x, mark.x + mark.cols * mark.cw];
  if (mark.kind === "rect") return [mark.x, mark.x + mark.w];
  if (mark.kind === "cloud") return [...mark.xywh].flatMap((x, i, all) => (i % 4 ? [] : [x, x + all[i + 2]]));
  if (mark.kind !== "text") return [];
  const long = measure(mark.text, mark.size);
  const left = { start: 0, middle: long / 2, end: long }[mark.align ?? "start"];
  return [mark.x - left, mark.x - left + long];
}

/** @param {readonly import("../../web/kit/draw/marks.js").Mark[]} marks @returns {string[]} */
const textsOf = (marks) => marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));

test("a frame depends on data and time alone and stays inside the surface; the last frame names the result", () => {
  const pictures = new Map([
    ...variousPictures(),
    ["512 tokens", pictureOf({ tokens: words(512) })],
    ["96 heads", pictureOf({ dModel: 960, heads: 96, tokens: words(5) })],
  ]);
  let count = 0;
  everyArithmetic(pictures, (view, kind, what) => {
    for (const width of sample([350, 880], count++ % 2)) {
      const at = framesFor(kind, view, { ...surface, width });
      const heights = new Set();
      for (const t of sample([0, 0.37, 0.7, 1], 0, 1, 3)) {
        const scene = at(t, { ...surface, width });
        assert.deepEqual(at(t, { ...surface, width }), scene, `${what} at ${t}`);
        heights.add(scene.height);
        for (const mark of scene.marks) {
          const ends = endsOf(mark);
          for (const x of ends)
            assert.ok(x >= -2 && x <= width + 2, `${what} at ${t} in ${width}: ${mark.kind} at ${x}`);
        }
      }
      assert.equal(heights.size, 1, `${what}: one height`);
      assert.ok([...heights][0] <= (width < 620 ? 520 : 440), `${what} in ${width}: ${[...heights]} px`);
    }
  });
  const last = framesFor("product", viewOf(opening, "scores"), surface)(1, surface);
  const value = valueAt(opening, "scores", [0, 2, 7, 7]);
  assert.ok(
    textsOf(last.marks).includes(`scores[0, 2, 7, 7] = ${formatNumber(value)}`),
    textsOf(last.marks).join(" | "),
  );
});

test("an animation lasts at most two seconds, and three still frames replace it", () => {
  assert.ok(LASTS <= 2000);
  for (const width of [350, 880]) {
    const at = framesFor("softmax", viewOf(opening, "weights"), { ...surface, width });
    const { marks, height } = stillFrames(at, { ...surface, width });
    const said = textsOf(marks);
    assert.deepEqual(
      ["1", "2", "3"].filter((each) => said.includes(each)),
      ["1", "2", "3"],
    );
    const own = width === 880 ? (880 - 56) / 3 : 350;
    for (const each of textsOf(at(1, { ...surface, width: own }).marks)) assert.ok(said.includes(each), each);
    assert.ok(width === 350 ? height > 1000 : height < 500, `${height} px`);
  }
});
