// The tests evaluate formulas with their numbers, which must give the core's number.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { formulaWithNumbers, formulaWithin } from "../../web/walk/elements/number-formula.js";
import { linesOf } from "../../web/walk/elements/readout.js";
import { formulaOf } from "../../web/walk/words.js";
import { flat, indices, layerPicture, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @typedef {import("../../web/core/types.js").Step} Step */

const [T, D, HEADS, WIDTH] = [5, 12, 3, 4];
const causal = pictureOf({ tokens: words(T), dModel: D, heads: HEADS, causal: true });
const turned = layerPicture({ rope: true });
const dropped = layerPicture({}, { dropout: { p: 0.25, seed: 1 }, headScale: [1, 0.5, -2] });

/** @param {Picture} picture @param {string} id */
const stepOf = (picture, id) => /** @type {Step} */ (picture.step(id));

/** @param {Picture} picture @param {string} id @param {readonly number[]} index */
const valueOf = (picture, id, index) => picture.values(id)[flat(stepOf(picture, id).shape, index)];

/** The value of a formula. Text before an equals sign only names the expression after it. @param {string} formula */
function workedOut(formula) {
  const [sum, phi = "0"] = formula.split(", φ = ");
  const script = (/** @type {string} */ symbols) =>
    symbols
      .replaceAll("·", "*")
      .replaceAll("−", "-")
      .replaceAll("^", "**")
      .replace(/√([\d.]+)/g, "Math.sqrt($1)")
      .replace(/(cos|sin) φ/g, "Math.$1(φ)");
  const written = /** @type {string} */ (sum.split(" = ").at(-1));
  return Number(new Function(`const φ = ${script(phi)}; return ${script(written)};`)());
}

/** @param {number} got @param {number} value @param {string} formula */
function assertComesTo(got, value, formula) {
  assert.ok(
    Math.abs(got - value) <= 2e-6 * Math.max(1, Math.abs(value)),
    `${formula} is ${got}, not ${value}`,
  );
}

/** Some indices of a step, which include every head, row and column. @param {Picture} picture @param {string} id */
const some = (picture, id) => [...indices(stepOf(picture, id).shape)].filter((_, n) => n % 7 === 0 || n < 4);

/** @param {readonly number[]} a @param {readonly number[]} b */
const termsOf = (a, b) => a.map((factor, i) => `(${factor})·(${b[i]})`).join(" + ");

/** @param {number} count @param {(i: number) => number} valueAt */
const listOf = (count, valueAt) => Array.from({ length: count }, (_, i) => valueAt(i));

test("the products in formulas of projections and scores add up to the number", () => {
  const { data } = causal.weight("wQ");
  for (const [, t, c] of some(causal, "q")) {
    const row = listOf(D, (i) => valueOf(causal, "x", [0, t, i]));
    const terms = termsOf(
      row,
      listOf(D, (i) => data[i * D + c]),
    );
    const formula = formulaOf(causal, stepOf(causal, "q"), { a: "x[row]", b: "W_Q[column]", terms, j: c });
    assert.ok(formula.startsWith("x[row] · W_Q[column] = "), formula);
    assertComesTo(workedOut(formula), valueOf(causal, "q", [0, t, c]), formula);
  }
  for (const [, h, i, j] of some(causal, "scores")) {
    const query = listOf(WIDTH, (f) => valueOf(causal, "q", [0, i, h * WIDTH + f]));
    const key = listOf(WIDTH, (f) => valueOf(causal, "k", [0, j, h * WIDTH + f]));
    const formula = formulaOf(causal, stepOf(causal, "scores"), { terms: termsOf(query, key), j });
    assertComesTo(workedOut(formula), valueOf(causal, "scores", [0, h, i, j]), formula);
  }
});

test("a bias is named beside the column that it is added to, also for matrices side by side", () => {
  const bias = (/** @type {string} */ name) => (/** @type {unknown} */ _, /** @type {number} */ i) =>
    (i + 1) / 4 - name.charCodeAt(1);
  const given = (/** @type {string} */ name, /** @type {{ data: Float32Array }} */ { data }) =>
    name.startsWith("b") ? data.map(bias(name)) : data;
  const split = layerPicture({ bias: true }, {}, given);
  const fused = layerPicture({ bias: true, fused: true }, {}, given);
  for (const [picture, id, column, name] of /** @type {const} */ ([
    [split, "q", 5, "Q"],
    [split, "output", 2, "O"],
    [fused, "qkv", D + 3, "K"],
  ])) {
    const said = formulaWithNumbers(picture, stepOf(picture, id), [0, 1, column], {});
    const own = column % D;
    assert.ok(said.includes(`W_${name}[:, ${own}] + b_${name}[${own}] = `), said);
    assert.ok(said.endsWith(` + ${formatNumber(bias(`b${name}`)(0, own), 6)}`), said);
  }
  const plain = formulaWithNumbers(causal, stepOf(causal, "q"), [0, 1, 5], {});
  assert.ok(plain.includes("W_Q[:, 5] = ") && !plain.includes("b_Q"), plain);
});

test("scaled scores are written as divided by the root of a head's width, scaled heads as a product", () => {
  for (const index of some(dropped, "scaled")) {
    const x = `(${valueOf(dropped, "scores", index)})`;
    const formula = formulaOf(dropped, stepOf(dropped, "scaled"), { x, dK: WIDTH, j: index[3] });
    assert.match(formula, / \/ √4$/);
    assertComesTo(workedOut(formula), valueOf(dropped, "scaled", index), formula);
  }
  for (const index of some(dropped, "context_scaled")) {
    const x = `(${valueOf(dropped, "context", index)})`;
    const factor = `(${[1, 0.5, -2][index[1]]})`;
    const formula = formulaOf(dropped, stepOf(dropped, "context_scaled"), { x, factor, j: index[3] });
    assertComesTo(workedOut(formula), valueOf(dropped, "context_scaled", index), formula);
  }
});

test("a masked score is written as the score, or as the fill value of blocked scores", () => {
  for (const index of indices([1, HEADS, T, T])) {
    const x = valueOf(causal, "scaled", index);
    const said = formulaOf(causal, stepOf(causal, "masked"), { x, fill: -Infinity, j: index[3] });
    const [kept, blocked] = /** @type {RegExpMatchArray} */ (
      said.match(/^(.+), or (.+) where blocked$/)
    ).slice(1);
    assert.equal(Number(index[3] > index[2] ? blocked : kept), valueOf(causal, "masked", index));
  }
});

test("a weight is written as the softmax of its score over its row", () => {
  for (const [, h, i, j] of indices([1, HEADS, T, T])) {
    const row = listOf(T, (key) => valueOf(causal, "masked", [0, h, i, key]));
    const said = formulaOf(causal, stepOf(causal, "weights"), { x: row[j], a: `[${row}]`, j });
    const [x, over] = /** @type {RegExpMatchArray} */ (said.match(/^softmax\((.+)\) over \[(.+)\]$/)).slice(
      1,
    );
    const all = over.split(",").reduce((sum, score) => sum + Math.exp(Number(score)), 0);
    assertComesTo(Math.exp(Number(x)) / all, valueOf(causal, "weights", [0, h, i, j]), said);
  }
});

test("a weight that went through dropout is written as its share, or 0", () => {
  let zeros = 0;
  for (const index of indices([1, HEADS, T, T])) {
    const x = valueOf(dropped, "weights", index);
    const said = formulaOf(dropped, stepOf(dropped, "dropped"), { x, p: 0.25, j: index[3] });
    const [kept, gone] = /** @type {RegExpMatchArray} */ (said.match(/^(.+), or (.+) where dropped$/)).slice(
      1,
    );
    const value = valueOf(dropped, "dropped", index);
    if (value === 0) zeros++;
    assertComesTo(workedOut(value === 0 ? gone : kept), value, said);
  }
  assert.ok(zeros > 0 && zeros < HEADS * T * T, "some are kept and some dropped");
});

test("both features of a rotated pair are written, each with its own form", () => {
  for (const index of indices([1, HEADS, T, WIDTH])) {
    const [, h, i, j] = index;
    const pair = j - (j % 2);
    const [x0, x1] = [pair, pair + 1].map((f) => `(${valueOf(turned, "q_heads", [0, h, i, f])})`);
    const parts = { x0, x1, i, j, pair, turned: WIDTH, first: 0, base: 10000 };
    const formula = formulaOf(turned, stepOf(turned, "q_rope"), parts);
    assertComesTo(workedOut(formula), valueOf(turned, "q_rope", index), formula);
  }
});

test("copies, views, words and positions have different formulas", () => {
  const said = (/** @type {string} */ id, a = "that[0]") =>
    formulaOf(causal, stepOf(causal, id), { a, x: 7, j: 1 });
  assert.equal(said("context_c"), "a copy of that[0]");
  for (const id of ["q_split", "q_heads", "k_t", "context_t", "concat"])
    assert.equal(said(id), "the same number as that[0]", id);
  assert.equal(said("x"), "the word's vector and the position's, side by side");
});

test("a formula without words is shown in symbols, and a blank without a number as NaN", () => {
  const added = { reads: [], formulas: ["{x} + {y}"] };
  const picture = { ...causal, operations: { ...causal.operations, add: added } };
  const sum = { ...stepOf(causal, "q"), op: "add" };
  assert.equal(formulaOf(/** @type {any} */ (picture), sum, { x: 2, y: 0, j: 0 }), "2 + 0");
  assert.equal(formulaOf(/** @type {any} */ (picture), sum, { x: 2, j: 0 }), "2 + NaN");
});

test("a formula has as many terms as fit, and says how many it leaves out", () => {
  const step = stepOf(causal, "q");
  const whole = formulaWithNumbers(causal, step, [0, 1, 5], {});
  for (const letters of [Infinity, whole.length, whole.length - 1, 60, 0]) {
    const said = formulaWithin(causal, step, [0, 1, 5], {}, ({ length }) => length <= letters);
    if (letters > 0) assert.match(said, new RegExp(`… \\(${D} products\\)$`));
    else assert.match(said, /^[^=]+ \+ …$/, "without room, no count is cut in its middle");
    const terms = (said.match(/·/g) ?? []).length;
    if (letters >= whole.length) assert.equal(said, whole);
    else assert.ok(said.length <= letters || (terms === 1 && !said.includes(" = ")), said);
  }
});

test("the lines of a text break at spaces, and in words longer than a line", () => {
  for (const [said, letters, lines] of /** @type {const} */ ([
    ["", 5, 1],
    ["a bc", 4, 1],
    ["a bcd", 4, 2],
    ["abcdefgh", 4, 2],
    ["abcdefghi", 4, 3],
    ["abcdefghi jk", 4, 3],
    ["abcdefghi jkl", 4, 4],
    ["a abcdefgh", 4, 3],
  ]))
    assert.equal(linesOf(said, letters), lines, `${said} in lines of ${letters}`);
});
