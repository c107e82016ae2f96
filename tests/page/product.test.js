import assert from "node:assert/strict";
import test from "node:test";
import { LIGHT, fade } from "../../web/kit/draw/palette.js";
import { windows } from "../../web/kit/draw/slices.js";
import { hitStage } from "../../web/kit/draw/stage-parts.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { flat, layerPicture, measure, pictureOf, words } from "./support/pictures.js";
import { SELECTION, sceneOf } from "./support/scenes.js";

/** @typedef {import("../../web/walk/draw/stage.js").Part} Part */
/** @typedef {import("../../web/kit/draw/marks.js").Mark} Mark */

const PICTURES = new Map([
  ["the opening sentence", pictureOf()],
  ["two shared heads", pictureOf({ kvHeads: 2 })],
  ["two sentences", pictureOf({ keyTokens: words(9) })],
  ["32 heads", pictureOf({ dModel: 1024, heads: 32 })],
  ["512 tokens", pictureOf({ tokens: words(512) })],
  ["biases", biased({ dModel: 64, numHeads: 8, numKvHeads: 2 })],
]);

/** A layer whose biases are not 0. @param {Partial<import("../../web/core/types.js").LayerOptions>} options */
function biased(options) {
  return layerPicture({ bias: true, ...options }, {}, (name, { data }) =>
    name.startsWith("b") ? data.map((_, i) => Math.sin(i + name.charCodeAt(1))) : data,
  );
}

/**
 * Calls `check` with the three matrices of every product of every picture.
 * @param {(parts: [Part, Part, Part], what: string, scene: import("../../web/walk/draw/stage.js").StageScene) => void} check
 */
async function everyProduct(check) {
  for (const [name, picture] of PICTURES)
    for (const { id, op } of picture.steps.filter(({ op }) => op === "linear" || op === "matmul"))
      for (const width of [358, 888]) {
        const scene = await sceneOf(picture, id, width);
        assert.ok(scene.parts.length >= 3, `${name}, ${id}: ${op}`);
        check(/** @type {any} */ (scene.parts), `${name}, ${id} in ${width} px`, scene);
      }
}

test("row meets column: the left factor's rows and the right factor's columns align with the result's", async () => {
  await everyProduct(([left, right, result], what) => {
    const [l, r, c] = [left, right, result].map(({ tensor }) => tensor.layout);
    assert.deepEqual(
      [left.y, l.ch, l.rows.from, l.rows.count],
      [result.y, c.ch, c.rows.from, c.rows.count],
      what,
    );
    assert.deepEqual(
      [right.x, r.cw, r.cols.from, r.cols.count],
      [result.x, c.cw, c.cols.from, c.cols.count],
      what,
    );
    assert.ok(left.x + l.width < result.x && right.y + r.height < result.y, `${what}: it is an L`);
  });
});

test("both factors show the same part of their common axis", async () => {
  let cut = 0;
  await everyProduct(([left, right], what) => {
    const [across, down] = [left.tensor.layout.cols, right.tensor.layout.rows];
    assert.deepEqual([across.from, across.count, across.of], [down.from, down.count, down.of], what);
    if (windows(left.tensor.layout).includes(across)) cut++;
  });
  assert.ok(cut > 3, `${cut} of them are cut`);
});

test("the selected element is in view, joined to the row and the column that make it", async () => {
  await everyProduct(([left, right, result], what, scene) => {
    const outlines = scene.marks.filter((mark) => mark.kind === "rect" && mark.stroke === LIGHT.axis.T);
    assert.ok(outlines.length >= 2, `${what}: the row`);
    const { layout } = result.tensor;
    const cell = scene.marks.some(
      (mark) =>
        mark.kind === "rect" &&
        mark.stroke === LIGHT.ink &&
        Math.abs(mark.w - layout.cw - 1) < 0.01 &&
        Math.abs(mark.h - layout.ch - 1) < 0.01,
    );
    assert.ok(cell, `${what}: the element`);
    const column = scene.marks.some(
      (mark) =>
        mark.kind === "rect" && mark.stroke === LIGHT.ink && mark.h === right.tensor.layout.height + 1,
    );
    assert.ok(column, `${what}: its column`);
    assert.equal(left.role, "before");
  });
});

test("the parameters' cells are the layer's weights, in the hue of their head", async () => {
  const picture = pictureOf();
  for (const [id, name, across] of /** @type {const} */ ([
    ["q", "wQ", true],
    ["k", "wK", true],
    ["output", "wO", false],
  ])) {
    const { parts } = await sceneOf(picture, id);
    const { values, ramp, layout, scale } = parts[1].tensor;
    const { data, shape } = picture.weight(name);
    assert.deepEqual([values, layout.shape], [data, shape]);
    assert.equal(scale.max, Math.max(...data.map(Math.abs)));
    for (let at = 0; at < 64; at++)
      assert.equal(ramp(across ? [5, at] : [at, 5]), LIGHT.cells(Math.floor(at / 8)), `${id}: ${at}`);
  }
});

test("each head's part of W has a label, and the selected head's part is marked", async () => {
  const said = async (/** @type {string} */ id, /** @type {object} */ change = {}) =>
    (await sceneOf(pictureOf(change), id)).marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  const q = await said("q");
  for (const text of ["W_Q ", "columns 16 to 23", "are head 2", ..."01234567"])
    assert.ok(q.includes(text), `${text} in ${q}`);
  assert.ok((await said("output")).includes("rows 16 to 23 are head 2"));
  const shared = await said("k", { kvHeads: 2 });
  for (const text of ["columns 0 to 7", "are kv-head 0"])
    assert.ok(shared.includes(text), `${text} in ${shared}`);
  assert.ok((await said("qkv", { fused: true })).includes("columns 16 to 23"), "not to those of its values");
});

test("three matrices side by side are drawn as one", async () => {
  const picture = layerPicture({ fused: true });
  const scene = await sceneOf(picture, "qkv", 940, { selection: { ...NOTHING, token: 1, column: 20 } });
  const { layout, values } = scene.parts[1].tensor;
  assert.deepEqual(layout.shape, [12, 36]);
  for (const [i, name] of /** @type {const} */ (["wQ", "wK", "wV"]).entries())
    for (const [row, column] of [
      [0, 0],
      [3, 11],
      [11, 5],
    ])
      assert.equal(values[row * 36 + 12 * i + column], picture.weight(name).data[row * 12 + column], name);
  assert.ok(scene.marks.some((mark) => mark.kind === "text" && mark.text === "W_Q W_K W_V "));
});

test("a press on a column of W selects the element that it makes of the selected token", async () => {
  const picture = pictureOf();
  const scene = await sceneOf(picture, "q");
  const { x, y, tensor } = scene.parts[1];
  const { axes, cw, ch } = tensor.layout;
  const hit = hitStage(scene, x + 33.5 * cw, y + 20.5 * ch);
  const value = picture.weight("wQ").data[20 * 64 + 33];
  assert.deepEqual(hit, {
    ...{ id: "q", index: [0, SELECTION.token, 33] },
    own: { name: "W_Q", axes, index: [20, 33], value },
  });
});

test("the blend names each weight of the row, and fades each value row to its weight", async () => {
  const picture = pictureOf();
  for (const width of [358, 888]) {
    const selection = { ...SELECTION, head: 4 };
    const scene = await sceneOf(picture, "context", width, { selection });
    const weights = picture.values("weights");
    const row = Array.from({ length: 12 }, (_, key) => weights[flat([1, 8, 12, 12], [0, 4, 7, key])]);
    const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
    for (const weight of row) assert.ok(said.includes(weight.toFixed(2)), `${weight} at ${width}`);
    const bars = scene.marks.flatMap((mark) =>
      mark.kind === "rect" && mark.fill === LIGHT.axis.H ? mark.w : [],
    );
    assert.equal(bars.length, 12);
    for (const [key, w] of bars.entries())
      assert.ok(Math.abs(w / bars[6] - row[key] / row[6]) < 1e-5, `${key}`);
    const lattices = scene.marks.filter((mark) => mark.kind === "cells");
    const plain = /** @type {import("../../web/kit/draw/marks.js").Cells} */ (
      lattices.find(({ y }) => y === scene.parts[1].y)
    );
    const faded = /** @type {import("../../web/kit/draw/marks.js").Cells} */ (
      lattices.find(
        (mark) =>
          mark !== plain &&
          mark.rows === 12 &&
          mark.cols === 8 &&
          mark.rgba[0] === fade(plain.rgba[0], LIGHT, row[0]),
      )
    );
    assert.ok(faded, `${width}`);
    plain.rgba.forEach((color, i) => assert.equal(faded.rgba[i], fade(color, LIGHT, row[Math.floor(i / 8)])));
  }
});

test("beside the selected head's scores stand those of all heads, on one scale", async () => {
  const { parts } = await sceneOf(pictureOf(), "scores");
  const all = parts[3];
  assert.equal(all.role, "whole");
  assert.equal(all.tensor.layout.slices.length, 8);
  assert.equal(all.tensor.scale.max, parts[2].tensor.scale.max);
});

test("without a selection, the product has no joined row and column", async () => {
  for (const id of ["q", "scores", "context", "output"]) {
    const scene = await sceneOf(pictureOf(), id, 888, { selection: NOTHING });
    assert.ok(!scene.marks.some((mark) => mark.kind === "rect" && mark.stroke === LIGHT.ink), id);
    assert.ok(!scene.marks.some((mark) => mark.kind === "text" && measure(mark.text) === 0), id);
  }
});

test("a bias is drawn as a row between the matrix and the result, with aligned columns", async () => {
  const picture = biased({});
  for (const [id, name] of /** @type {const} */ ([
    ["q", "bQ"],
    ["k", "bK"],
    ["v", "bV"],
    ["output", "bO"],
  ]))
    for (const width of [358, 888]) {
      const { parts, marks } = await sceneOf(picture, id, width, {
        selection: { ...NOTHING, token: 1, column: 5 },
      });
      const [, right, result, bias] = parts;
      const { data } = picture.weight(name);
      assert.deepEqual(Array.from(bias.tensor.values), [...data], id);
      const [b, c] = [bias, result].map(({ tensor }) => tensor.layout);
      assert.deepEqual([bias.x, b.cw, b.cols, b.rows.count], [result.x, c.cw, c.cols, 1], id);
      assert.ok(
        right.y + right.tensor.layout.height < bias.y && bias.y + b.height < result.y,
        `${id}: between`,
      );
      const cells = marks.find((mark) => mark.kind === "cells" && mark.y === bias.y);
      assert.ok(cells?.kind === "cells" && cells.rows === 1 && cells.cols === b.cols.count);
      for (const [i, color] of cells.rgba.entries()) {
        const at = b.cols.from + i;
        assert.equal(
          color,
          result.tensor.ramp([0, 0, at])[result.tensor.scale.index(data[at])],
          `${id}: ${at}`,
        );
      }
      const said = marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
      assert.ok(said.includes(`+ b_${name[1]} `), `${said}`);
      const around = marks.filter(
        (mark) => mark.kind === "rect" && mark.y === bias.y - 1 && mark.stroke === LIGHT.ink,
      );
      assert.deepEqual(
        around.map((mark) => mark.kind === "rect" && mark.x),
        [bias.x + (5 - b.cols.from) * b.cw - 1],
        `${id}: the selected column's`,
      );
    }
});

test("the biases of a joint product stand side by side, as its matrices do", async () => {
  const picture = biased({ fused: true });
  const { parts } = await sceneOf(picture, "qkv", 940, { selection: { ...NOTHING, token: 1, column: 20 } });
  const each = /** @type {const} */ (["bQ", "bK", "bV"]).flatMap((name) => [...picture.weight(name).data]);
  assert.deepEqual(Array.from(parts[3].tensor.values), each);
  assert.equal(parts[3].name, "b_Q b_K b_V");
});

test("a press on a bias selects the element that it is added to, and shows the bias", async () => {
  const picture = biased({});
  const scene = await sceneOf(picture, "q", 940, { selection: { ...NOTHING, token: 3, column: 0 } });
  const { x, y, tensor } = scene.parts[3];
  const hit = hitStage(scene, x + 7.5 * tensor.layout.cw, y + 3);
  const value = picture.weight("bQ").data[7];
  assert.deepEqual(hit, {
    ...{ id: "q", index: [0, 3, 7] },
    own: { name: "b_Q", axes: ["", "d_model"], index: [0, 7], value },
  });
});
