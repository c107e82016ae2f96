import assert from "node:assert/strict";
import { test } from "node:test";
import { decimals } from "../../web/kit/draw/legend.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { flat, pictureOf, words } from "./support/pictures.js";
import { SELECTION, sceneOf } from "./support/scenes.js";

/** The bars of both sides, in the order of the keys. @param {import("../../web/walk/draw/stage.js").StageScene} scene */
function barsOf(scene) {
  const bars = scene.marks.flatMap((mark) =>
    mark.kind === "rect" && mark.fill === LIGHT.axis.H ? [mark] : [],
  );
  return [bars.slice(0, bars.length / 2), bars.slice(bars.length / 2)].map((side) => side.map(({ w }) => w));
}

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {string} id */
const rowOf = (picture, id) =>
  Array.from({ length: 12 }, (_, key) => picture.values(id)[flat([1, 8, 12, 12], [0, 4, 7, key])]);

const selection = { ...SELECTION, head: 4 };

/** @param {readonly number[]} bars @param {readonly number[]} values @param {number} unit  px a unit */
function assertLengths(bars, values, unit) {
  assert.equal(bars.length, values.length);
  values.forEach((value, key) =>
    assert.ok(Math.abs(bars[key] - Math.abs(value) * unit) < 1e-3, `${key}: ${bars[key]} for ${value}`),
  );
}

test("scaling shows the selected row before and after on one scale", async () => {
  const picture = pictureOf();
  const [before, after] = barsOf(await sceneOf(picture, "scaled", 888, { selection }));
  const [scores, scaled] = ["scores", "scaled"].map((id) => rowOf(picture, id));
  const unit = before[7] / Math.abs(scores[7]);
  assertLengths(before, scores, unit);
  assertLengths(after, scaled, unit);
});

test("the softmax shows the row's weights, on a scale from 0 to 1", async () => {
  const picture = pictureOf();
  const scene = await sceneOf(picture, "weights", 888, { selection });
  const weights = rowOf(picture, "weights");
  const [, after] = barsOf(scene);
  assertLengths(after, weights, after[7] / weights[7]);
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  for (const weight of weights) assert.ok(said.includes(weight.toFixed(3)), `${weight}`);
  assert.ok(said.includes("“it” in head 4"));
});

test("small scores are written with the decimals that they need", async () => {
  const picture = pictureOf({ weights: "small" });
  const scene = await sceneOf(picture, "scaled", 888, { selection });
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  for (const score of rowOf(picture, "scaled")) assert.ok(said.includes(decimals(score, 3)), `${score}`);
});

test("a blocked score has no bar, and is written as −∞", async () => {
  const picture = pictureOf({ causal: true });
  const scene = await sceneOf(picture, "masked", 888, { selection });
  const bars = scene.marks.filter((mark) => mark.kind === "rect" && mark.fill === LIGHT.axis.H);
  assert.equal(bars.length, 12 + 8);
  assert.equal(scene.marks.filter((mark) => mark.kind === "text" && mark.text === "−∞").length, 4);
});

test("with many keys, only a range around the selected key is shown, with a note", async () => {
  const picture = pictureOf({ tokens: words(512) });
  const scene = await sceneOf(picture, "weights", 888, { selection: { ...selection, token: 500, key: 490 } });
  const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
  assert.ok(said.includes("w490"), "the selected key has its word");
  assert.ok(
    said.some((text) => /^showing keys \d+ to \d+ of 512$/.test(text)),
    `${said}`,
  );
});

test("without a selected token the maps use the whole width", async () => {
  const scene = await sceneOf(pictureOf(), "weights", 888, { selection: NOTHING });
  assert.equal(scene.marks.filter((mark) => mark.kind === "rect" && mark.fill === LIGHT.axis.H).length, 0);
  assert.equal(scene.parts.length, 1);
});

test("a number that rounds to zero has no sign", async () => {
  assert.deepEqual(
    [-0.04, -0, 0.04, -0.05, -10, -1.04].map((value) => decimals(value, 1)),
    ["0.0", "0.0", "0.0", "−0.1", "−10.0", "−1.0"],
  );
  for (let head = 0; head < 8; head++)
    for (let token = 0; token < 12; token++) {
      const scene = await sceneOf(pictureOf(), "scaled", 888, { selection: { ...selection, head, token } });
      for (const mark of scene.marks)
        if (mark.kind === "text")
          assert.doesNotMatch(mark.text, /^[−-]0\.0*$/, `head ${head}, token ${token}`);
    }
});
