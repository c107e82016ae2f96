// A layer as a tensor network: nodes and legs compared with the core's tape and numbers, and their positions.
import assert from "node:assert/strict";
import test from "node:test";
import { linesOfLegs, pointAlong } from "../../web/labs/network/draw-lines.js";
import { boxAt, layoutOf } from "../../web/labs/network/draw-layout.js";
import { networkScene } from "../../web/labs/network/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { indicesIn, networkOf, standings, summedIn, workedOut } from "../../web/labs/network/state.js";
import { einsumOf } from "../../web/kit/text/einsum.js";
import { IS_NIGHTLY, sample } from "../browser/support/nightly.js";
import {
  flat,
  indices,
  layerPicture,
  measure,
  pictureOf,
  variousPictures,
  words,
} from "./support/pictures.js";

/** @typedef {import("../../web/labs/network/state.js").NetworkNode} NetworkNode */
/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @typedef {import("../../web/core/types.js").Step} Step */

const PLAIN = { q: "m", k: "m", v: "m", scores: "d", context: "j", output: "m" };

/**
 * Cases: a name, the picture, and the indices that each of its products sums over.
 * @type {readonly [string, () => Picture, Record<string, string>][]}
 */
const CASES = [
  ["as the page opens", () => pictureOf(), PLAIN],
  ["causal", () => pictureOf({ causal: true }), PLAIN],
  ["of two sentences", () => pictureOf({ keyTokens: ["a", "b"] }), PLAIN],
  ["of one token", () => pictureOf({ tokens: ["one"] }), PLAIN],
  ["of a batch of two", () => layerPicture({ bias: true }, { query: batched(2) }), PLAIN],
  [
    "of grouped heads",
    () => pictureOf({ kvHeads: 2, bias: true }),
    { q: "m", k: "m", v: "m", scores_groups: "d", context_groups: "j", output: "m" },
  ],
  [
    "fused, with positions",
    () => layerPicture({ fused: true, rope: true, bias: true }),
    { qkv: "m", scores: "d", context: "j", output: "m" },
  ],
  [
    "of heads of other sizes",
    () => pictureOf({ dK: 2, dV: 7, tokens: words(4) }),
    { q: "m", k: "m", v: "m", scores: "d", context: "j", output: "p" },
  ],
];

/** @param {number} sentences */
function batched(sentences) {
  const shape = [sentences, 4, 12];
  return { data: Float32Array.from({ length: 48 * sentences }, (_, i) => Math.sin(3 * i)), shape };
}

/** @param {Picture} picture */
const nodesOf = ({ steps, operations }) => networkOf(steps, operations);

/** @param {readonly { letter: string }[]} legs */
const spelt = (legs) => legs.map(({ letter }) => letter).join("");

/**
 * FLOPs of a node: one multiplication and one addition for every combination of indices, and one addition per result for a bias.
 * @param {NetworkNode} node
 */
function flopsOf(node) {
  const product = (/** @type {readonly { size: number }[]} */ of) =>
    of.reduce((all, { size }) => all * size, 1);
  return 2 * product(indicesIn(node)) + (node.biases.length && product(node.legs));
}

for (const [name, of, sums] of CASES)
  test(`each product's summed indices, result and cost are the tape's: ${name}`, () => {
    const picture = of();
    const products = nodesOf(picture).filter(({ kind }) => kind === "contraction");
    assert.deepEqual(Object.fromEntries(products.map((node) => [node.id, spelt(summedIn(node))])), sums);
    for (const node of products) {
      assert.deepEqual(
        node.legs.map(({ axis, size }) => [axis, size]),
        node.step?.axes.map((axis, i) => [axis, node.step?.shape[i]]),
        node.id,
      );
      assert.equal(flopsOf(node), node.step?.flops, node.id);
    }
  });

/**
 * Evaluates index notation by loops over all indices.
 * @param {readonly (readonly string[])[]} operands @param {readonly string[]} result  their letters
 * @param {ReadonlyMap<string, number>} sizes
 * @param {readonly ((at: Readonly<Record<string, number>>) => number)[]} read  of each operand
 */
function evaluate(operands, result, sizes, read) {
  const summed = [...new Set(operands.flat())].filter((letter) => !result.includes(letter));
  const values = (/** @type {readonly string[]} */ letters) => [
    ...indices(letters.map((letter) => sizes.get(letter) ?? 0)),
  ];
  const at = (/** @type {readonly string[]} */ letters, /** @type {readonly number[]} */ index) =>
    Object.fromEntries(letters.map((letter, i) => [letter, index[i]]));
  return values(result).map((index) => {
    let sum = 0;
    for (const inner of values(summed)) {
      const all = { ...at(result, index), ...at(summed, inner) };
      sum += read.reduce((product, one) => product * one(all), 1);
    }
    return sum;
  });
}

/**
 * Reads a step's numbers by letter, in any order of its axes.
 * @param {Picture} picture @param {Step} step @param {readonly { letter: string, axis: string }[]} legs
 */
function readerOf(picture, step, legs) {
  const values = picture.values(step.id);
  const order = step.axes.map((axis) => legs.find((leg) => leg.axis === axis)?.letter ?? "");
  return (/** @type {Readonly<Record<string, number>>} */ at) =>
    values[
      flat(
        step.shape,
        order.map((letter) => at[letter]),
      )
    ];
}

/** Reads matrices joined side by side. @param {Picture} picture @param {readonly string[]} names @param {readonly string[]} letters */
function matrixReader(picture, names, [row, column]) {
  const all = names.map((name) => picture.weight(/** @type {any} */ (name)));
  return (/** @type {Readonly<Record<string, number>>} */ at) => {
    let left = at[column];
    const of = all.find(({ shape }) => left < shape[1] || ((left -= shape[1]), false));
    return of ? of.data[at[row] * of.shape[1] + left] : NaN;
  };
}

for (const [name, of] of IS_NIGHTLY ? CASES : CASES.filter((_, i) => i !== 1))
  test(`evaluating a product by its index notation gives the core's numbers: ${name}`, () => {
    const picture = of();
    const { steps } = picture;
    for (const node of nodesOf(picture).filter(({ kind }) => kind === "contraction")) {
      const step = /** @type {Step} */ (node.step);
      const said = (einsumOf(step, steps) ?? []).map(({ letter }) => letter).join("");
      const [left, right] = said.split("->");
      const operands = left.split(",").map((letters) => [...letters]);
      const read = node.operands.map(({ legs }, i) => {
        const input = steps.find(({ id }) => id === step.inputs[i]);
        const matrices = step.weights.filter((each) => each.startsWith("w"));
        return input ? readerOf(picture, input, legs) : matrixReader(picture, matrices, operands[i]);
      });
      const sizes = new Map(indicesIn(node).map(({ letter, size }) => [letter, size]));
      const bias = node.biases.flatMap((each) => [...picture.weight(/** @type {any} */ (each)).data]);
      const is = picture.values(node.id);
      const should = evaluate(operands, [...right], sizes, read);
      assert.equal(should.length, is.length, node.id);
      const most = Math.max(...is.map(Math.abs));
      should.forEach((value, i) => {
        const whole = value + (bias.length ? bias[i % bias.length] : 0);
        assert.ok(
          Math.abs(whole - is[i]) < 1e-5 * most,
          `${node.id}[${i}]: ${said} is ${whole}, not ${is[i]}`,
        );
      });
    }
  });

test("a group of query heads shares one key head, and nothing else is shared", () => {
  const shared = (/** @type {Picture} */ picture) =>
    nodesOf(picture).flatMap(({ id, operands }) =>
      operands.flatMap(({ legs }) => legs.flatMap((leg) => (leg.isShared ? [`${id} ${leg.letter}`] : []))),
    );
  assert.deepEqual(shared(pictureOf({ kvHeads: 2 })), ["scores_groups g", "context_groups g"]);
  assert.deepEqual(shared(pictureOf()), []);
});

/**
 * Contracts ready nodes one after the other.
 * @param {readonly NetworkNode[]} nodes @param {(done: readonly string[], next: NetworkNode | undefined) => void} look
 */
function workOut(nodes, look) {
  const done = /** @type {string[]} */ ([]);
  for (;;) {
    const standing = standings(nodes, done);
    const next = nodes.find(({ id }) => standing.get(id) === "ready");
    look([...done], next);
    if (!next) return;
    done.push(next.id);
  }
}

for (const [name, of] of CASES)
  test(`nodes that are ready have only finished inputs, and the last contraction leaves one node: ${name}`, () => {
    const nodes = nodesOf(of());
    workOut(nodes, (done, next) => {
      const standing = standings(nodes, done);
      for (const { from } of next?.operands ?? []) assert.equal(standing.get(from), "standing");
      if (next) return;
      const left = [...standing].filter(([, state]) => state !== "gone");
      assert.deepEqual(left, [["output", "standing"]]);
    });
  });

test("in another layer, contracted nodes stay contracted if possible", () => {
  const [plain, causal] = [nodesOf(pictureOf()), nodesOf(pictureOf({ causal: true }))];
  const done = ["q", "k", "scores", "scaled", "weights", "v"];
  assert.deepEqual(workedOut(plain, done), done);
  assert.deepEqual(workedOut(causal, done), ["q", "k", "scores", "scaled", "v"], "the mask stands between");
});

const PICTURES = [...variousPictures(), ...CASES.map(([name, of]) => /** @type {const} */ ([name, of()]))];

for (const width of sample([346, 600, 860, 1340], 0, 2))
  test(`every node and leg has its own position, and is hit there: ${width} px`, () => {
    for (const [name, picture] of PICTURES) {
      const nodes = nodesOf(picture);
      const surface = { width, palette: LIGHT, measure };
      const layout = layoutOf(nodes, surface);
      const boxes = Array.from(layout.places, ([id, place]) => ({ id, ...boxAt(place, layout.isDown) }));
      boxes.forEach((one, i) => {
        for (const other of boxes.slice(i + 1))
          assert.ok(
            Math.abs(one.x - other.x) >= (one.w + other.w) / 2 + 4 ||
              Math.abs(one.y - other.y) >= (one.h + other.h) / 2 + 4,
            `${name}: ${one.id} lies on ${other.id}`,
          );
      });
      workOut(nodes, (done) => {
        const standing = standings(nodes, done);
        const scene = networkScene({ nodes, standing, lit: null, at: "" }, surface);
        for (const { x, y, w, h } of boxes)
          assert.ok(
            x - w / 2 >= 0 && x + w / 2 <= width && y - h / 2 >= 0 && y + h / 2 <= scene.height,
            name,
          );
        for (const { id, x, y } of boxes)
          assert.equal(scene.hit(x, y).node, standing.get(id) === "gone" ? null : id, `${name}: ${id}`);
        assertLeads(scene, linesOfLegs(nodes, standing, layout), name);
      });
    }
  });

/**
 * Fails unless each leg is hit at its letter, and each summed leg leads to its node.
 * @param {import("../../web/labs/network/draw.js").NetworkScene} scene @param {readonly import("../../web/labs/network/draw-lines.js").Line[]} lines @param {string} name
 */
function assertLeads(scene, lines, name) {
  for (const { leg, reader, points, letter } of lines) {
    const { x, y } = pointAlong(points, letter);
    const { leg: found, node } = scene.hit(x, y);
    assert.deepEqual(
      [found?.letter, node],
      [leg.letter, leg.isSummed ? reader : null],
      `${name}: into ${reader}`,
    );
  }
}

for (const width of sample([346, 1340], 1))
  test(`the arrow keys lead to every node from every node: ${width} px`, () => {
    for (const [name, picture] of PICTURES) {
      const nodes = nodesOf(picture);
      workOut(nodes, (done) => {
        const standing = standings(nodes, done);
        const scene = networkScene(
          { nodes, standing, lit: null, at: "" },
          { width, palette: LIGHT, measure },
        );
        const shown = nodes.filter(({ id }) => standing.get(id) !== "gone").map(({ id }) => id);
        for (const start of shown) {
          const reached = new Set([start]);
          for (const id of reached)
            for (const [dx, dy] of [
              [1, 0],
              [-1, 0],
              [0, 1],
              [0, -1],
            ])
              reached.add(scene.next(id, dx, dy));
          assert.deepEqual([...reached].sort(), [...shown].sort(), `${name}: from ${start}, done ${done}`);
        }
      });
    }
  });
