// The lab of gradients: every station's gradient compared with PyTorch's autograd (tests/fixtures/labs.py), and a changed weight with the layer's
// loss.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { gradientsScene, nudgeScene, stationScene } from "../../web/labs/gradients/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { GradientStudy, MATRICES } from "../../web/labs/gradients/state.js";
import { itemPicture } from "../../web/kit/state/batch-item.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { GRADIENTS, formulaOf } from "../../web/labs/gradients/words.js";
import { readFixture } from "../core/fixture.js";
import { measure, pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const cases = (await readFixture("labs")).filter(({ name }) => name.startsWith("gradients-"));
const picture = pictureOf();
const study = new GradientStudy(core, picture);

/** @param {import("../core/fixture.js").FixtureCase} fixture @returns {import("../../web/labs/gradients/state.js").Loss} */
function lossOf({ name, settings }) {
  const { token, key, head, column } = /** @type {any} */ (
    Object.fromEntries(Object.entries(settings).map(([each, value]) => [each, Number(value)]))
  );
  return { kind: /** @type {any} */ (name.replace("gradients-", "")), token, key, head, column };
}

for (const fixture of cases)
  test(`every station has PyTorch's gradient: ${fixture.name}`, () => {
    const { loss, steps, weights } = study.answer(lossOf(fixture));
    const { loss: should, ...tensors } = fixture.tensors;
    assert.ok(Math.abs(loss - should.data[0]) < 1e-5 * Math.max(1, Math.abs(should.data[0])));
    let compared = 0;
    for (const [name, { data, shape }] of Object.entries(tensors)) {
      const matrix = MATRICES.find((each) => each === name);
      const is = matrix ? weights[matrix] : undefined;
      const most = data.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-12);
      const of = is
        ? data.map((_, at) => is.data[Math.floor(at / shape[1]) * is.shape[1] + (at % shape[1])])
        : steps.get(name);
      assert.ok(of, `${name} has none`);
      assert.equal(of.length, data.length, name);
      of.forEach((value, at) =>
        assert.ok(Math.abs(value - data[at]) <= 2e-5 * most, `${name}[${at}] ${value}, ${data[at]}`),
      );
      compared++;
    }
    assert.ok(compared >= 8);
    const none = picture.steps.filter(({ id }) => !steps.has(id)).map(({ id }) => id);
    const after = picture.steps
      .slice(picture.steps.findIndex(({ id }) => id === "weights") + 1)
      .map(({ id }) => id);
    const values = ["v", "v_split", "v_heads"];
    assert.deepEqual(none.sort(), fixture.name === "gradients-weight" ? [...after, ...values].sort() : []);
  });

test("a weight's gradient is the sum of its input's and its output's products over the tokens", () => {
  for (const change of /** @type {Parameters<typeof pictureOf>[0][]} */ ([
    {},
    { keyTokens: ["it", "was", "late"] },
    { kvHeads: 2, bias: true },
    { fused: true },
    { latentRank: 16, latentQueryRank: 24, rope: "half", weights: "random" },
  ])) {
    const study = new GradientStudy(core, pictureOf(change));
    for (const kind of /** @type {const} */ (["number", "row", "weight"])) {
      const answer = study.answer({ kind, token: 2, key: 1, head: 3, column: 26 });
      for (const name of MATRICES) {
        const place = study.largest(answer, name);
        const made = study.products(answer, place);
        const { gradient } = study.at(answer, place);
        if (!made)
          assert.ok(!answer.weights[name]?.data.some(Boolean), `${JSON.stringify(change)} ${name} ${kind}`);
        if (!made) continue;
        const sum = made.products.reduce((all, [x, d]) => all + x * d, 0);
        assert.ok(Math.abs(sum - gradient) <= 1e-5 * Math.max(1, Math.abs(gradient)), `${name} ${kind}`);
        assert.ok(Math.abs(made.sum - gradient) <= 1e-5 * Math.max(1, Math.abs(gradient)));
      }
    }
    study.dispose();
  }
});

test("in a batch, the lab uses the selected sentence", () => {
  const batch = pictureOf({ batchTokens: ["A", "cat", "sat", "."] });
  const alone = pictureOf({ tokens: ["A", "cat", "sat", "."] });
  const loss = /** @type {const} */ ({ kind: "number", token: 2, key: 1, head: 0, column: 3 });
  const [is, should] = [itemPicture(batch, 1), alone].map((each) =>
    new GradientStudy(core, each).answer(loss),
  );
  assert.equal(is.loss, should.loss);
  assert.deepEqual(is.steps.get("weights"), should.steps.get("weights"));
});

test("a small change of any weight moves the loss as its gradient predicts; the layer is then unchanged", () => {
  for (const fixture of cases) {
    const loss = lossOf(fixture);
    const answer = study.answer(loss);
    const largest = study.largest(answer, "wQ");
    const { gradient } = study.at(answer, largest);
    for (const value of answer.weights.wQ?.data ?? []) assert.ok(Math.abs(value) <= Math.abs(gradient));
    assert.ok(gradient !== 0);
    const places = [largest, { name: /** @type {const} */ ("wK"), row: 3, column: 17 }];
    for (const place of places) {
      const { moved, said, loss: then } = study.nudged(loss, answer, place, 0.01);
      assert.ok(Math.abs(said - 0.01 * study.at(answer, place).gradient) < 1e-8);
      assert.ok(
        Math.abs(moved - said) < 2e-6 + 0.05 * Math.abs(said),
        `${JSON.stringify(place)}: ${moved}, ${said}`,
      );
      assert.ok(Math.abs(then - answer.loss - moved) < 1e-6);
    }
    assert.equal(study.answer(loss).loss, answer.loss);
    assert.equal(study.nudged(loss, answer, largest, 0).moved, 0);
  }
});

test("formulas name their inputs: a product its other factor, a scale its factor, a view its input", () => {
  const names = { x: "a", y: "b", other: "c", w: "W_Q", factor: "0.5" };
  assert.equal(formulaOf("matmul", 0, names), "∂a = ∂b · cᵀ");
  assert.equal(formulaOf("matmul", 1, names), "∂a = cᵀ · ∂b");
  assert.equal(formulaOf("linear", 0, names), "∂a = ∂b · W_Qᵀ");
  assert.equal(formulaOf("scale", 0, names), "∂a = 0.5 · ∂b");
  for (const op of Object.keys(core.operations))
    for (const place of [0, 1]) assert.ok(!/undefined|[{}]/.test(formulaOf(op, place, names)), op);
});

for (const [change, width] of /** @type {const} */ ([
  [{}, 1296],
  [{}, 340],
  [{}, 646],
  [{ heads: 4, kvHeads: 2, causal: true }, 1296],
  [{ keyTokens: words(3), tokens: words(2) }, 1296],
  [{ tokens: ["one"], heads: 1 }, 340],
]))
  test(`stations fit the width, occur once, and never overlap: ${JSON.stringify(change)}, ${width} px`, () => {
    const shown = pictureOf(change);
    const of = new GradientStudy(core, shown);
    const { steps } = of.answer({ kind: "number", token: 0, key: 0, head: 0, column: 0 });
    const surface = { width, palette: LIGHT, measure };
    const view = { picture: of.picture, gradients: steps, head: 0, station: "weights" };
    const scene = gradientsScene(view, surface);
    assert.deepEqual(scene.tiles.map(({ id }) => id).sort(), shown.steps.map(({ id }) => id).sort());
    const places = new Set(scene.tiles.map(({ x, y }) => `${x},${y}`));
    assert.equal(places.size, scene.tiles.length);
    for (const { id, x, y } of scene.tiles) assert.equal(scene.hit(x + 2, y + 2), id);
    const names = scene.marks.flatMap((mark) =>
      mark.kind === "text" && /^[a-z]/.test(mark.text) ? [mark.text] : [],
    );
    assert.equal(new Set(names).size, scene.tiles.length, `no two names are cut to the same: ${names}`);
    for (const mark of scene.marks)
      if (mark.kind === "cells") assert.ok(mark.x + mark.cols * mark.cw <= width + 1);
    assert.ok(!/NaN|undefined/.test(toSVG(scene, { background: "#fff", title: "" })));
    for (const { id } of shown.steps) {
      const large = stationScene({ ...view, station: id, selection: NOTHING }, surface);
      assert.ok(!/NaN|undefined/.test(toSVG(large, { background: "#fff", title: "" })), id);
    }
    of.dispose();
    shown.dispose();
  });

test("the tangent meets the loss at the unchanged weight", () => {
  const scene = nudgeScene(
    { xs: [-1, 0, 1], losses: [1, 2, 4], line: [0, 2, 4], at: { by: 0.5, loss: 3 }, words: GRADIENTS },
    { width: 400, palette: LIGHT, measure },
  );
  assert.ok(!/NaN/.test(toSVG(scene, { background: "#fff", title: "" })));
});
