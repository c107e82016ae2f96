import assert from "node:assert/strict";
import test from "node:test";
import { flightOf } from "../../web/walk/draw/flight.js";
import { cloudAt } from "../../web/kit/draw/motion.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { stageScene } from "../../web/walk/draw/stage.js";
import { hitStage } from "../../web/kit/draw/stage-parts.js";
import { cellOf } from "../../web/kit/draw/slices.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { flat, indices, measure, pictureOf, words } from "./support/pictures.js";

const picture = pictureOf({ weights: "random" });

/** @param {string} id @param {number} width @param {typeof picture} [of] */
function sceneOf(id, width, of = picture) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  return stageScene({ picture: of, step, selection: NOTHING }, { width, palette: LIGHT, measure });
}

/** The numbers on show: random, so that no two are the same. @param {import("../../web/walk/draw/stage.js").Part} part */
function shownValues({ step, tensor: { layout } }) {
  return [...indices(step.shape)].flatMap((index) =>
    cellOf(layout, index) ? picture.values(step.id)[flat(step.shape, index)] : [],
  );
}

/** @param {import("../../web/walk/draw/stage.js").StageScene} scene @param {Float32Array} places @param {number} i @returns {{ id: string, value: number }} */
function valueAt(scene, places, i) {
  const [x, y, w, h] = places.subarray(4 * i, 4 * i + 4);
  const hit = hitStage(scene, x + w / 2, y + h / 2);
  assert.ok(hit, `nothing at ${x}, ${y}`);
  const step = /** @type {import("../../web/core/types.js").Step} */ (picture.step(hit.id));
  return { id: hit.id, value: picture.values(hit.id)[flat(step.shape, hit.index)] };
}

for (const width of [358, 900])
  for (const [id, from] of Object.entries({
    q_split: "q",
    q_heads: "q_split",
    k_t: "k_heads",
    context_t: "context",
    context_c: "context_t",
    concat: "context_c",
  }))
    test(`into ${id}, every element moves from its own place in ${from}, at ${width} px`, () => {
      const scene = sceneOf(id, width);
      const flight = flightOf(scene);
      assert.ok(flight);
      // A narrow picture shows some of the heads: what travels is seen at both ends.
      const seen = scene.parts.map(shownValues);
      const both = seen[1].filter((value) => seen[0].includes(value));
      assert.equal(flight.rgba.length, both.length);
      assert.equal(both.length, width > 500 ? 12 * 64 : seen[0].length);
      for (let i = 0; i < flight.rgba.length; i++) {
        const start = valueAt(scene, flight.from, i);
        const end = valueAt(scene, flight.to, i);
        assert.deepEqual([start.id, end.id], [from, id]);
        assert.equal(start.value, end.value);
      }
      const ends = Array.from(flight.rgba, (_, i) => flight.to.subarray(4 * i, 4 * i + 2).join());
      assert.equal(new Set(ends).size, both.length);
    });

test("computed numbers do not move, nor do too many cells", () => {
  for (const id of ["x", "q", "scores", "scaled", "weights", "context", "output"])
    assert.equal(flightOf(sceneOf(id, 900)), null, id);
  const large = pictureOf({ tokens: words(40), dModel: 256 });
  assert.equal(flightOf(sceneOf("q_split", 2400, large)), null);
});

test("cells start at their old positions and end at their new ones", () => {
  const flight = /** @type {import("../../web/kit/draw/motion.js").Flight} */ (
    flightOf(sceneOf("q_heads", 900))
  );
  assert.deepEqual(cloudAt(flight, 0).xywh, flight.from);
  assert.deepEqual(cloudAt(flight, 1).xywh, flight.to);
  const half = cloudAt(flight, 0.5).xywh;
  half.forEach((value, i) => assert.ok(Math.abs(value - (flight.from[i] + flight.to[i]) / 2) < 1e-3));
});
