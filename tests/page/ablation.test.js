// The contribution of heads, and the output without them, as the core computes both.
import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError } from "../../web/core/index.js";
import {
  effectsOf,
  removalsOf,
  tryChange,
  zeroedInstead,
  scaleHead,
} from "../../web/heads/state/ablation.js";
import { LOOK } from "../../web/kit/state/look.js";
import { pictureOf } from "./support/pictures.js";

test("scales go to the core; if the core refuses them, the old scales stay and the error is stored", () => {
  const picture = pictureOf();
  const one = { ...LOOK, ...tryChange(picture, LOOK, scaleHead(LOOK, 2, 0.5)) };
  assert.deepEqual([one.scales, one.refusal], [{ 2: 0.5 }, null]);
  assert.ok(effectsOf(picture, one).change.whole > 0);
  const forward = () => {
    throw new HeadscopeError("memory", "it takes 5 GB, and there are 4");
  };
  const full = { ...picture, layer: { ...picture.layer, forward } };
  const two = { ...one, ...tryChange(/** @type {any} */ (full), one, scaleHead(one, 3, 0)) };
  assert.deepEqual([two.scales, two.refusal?.message], [{ 2: 0.5 }, "it takes 5 GB, and there are 4"]);
  assert.equal(
    tryChange(picture, two, scaleHead(two, 3, 0)).refusal,
    null,
    "it goes with the next that is taken",
  );
  const broken = { ...picture, layer: null };
  assert.throws(() => tryChange(/** @type {any} */ (broken), one, scaleHead(one, 3, 0)), TypeError);
});

for (const [name, change] of /** @type {const} */ ([
  ["the opening's", {}],
  ["heads that share their keys", { weights: "random", kvHeads: 2 }],
]))
  test(`a head whose queries are pruned attends uniformly, like one whose W_Q and W_K are 0, and still contributes; ${name}`, () => {
    const picture = pictureOf(change);
    const head = 2;
    const made = zeroedInstead(picture, head);
    const { layer, call, config } = /** @type {any} */ (picture);
    const byHand = layer.weights();
    const keys = config.numKvHeads === config.numHeads ? ["wK", "bK"] : [];
    for (const matrix of ["wQ", "bQ", ...keys].map((name) => byHand[name])) {
      const width = matrix?.shape.at(-1);
      for (let row = 0; row < (matrix?.data.length ?? 0); row += width)
        matrix.data.fill(0, row + head * config.dK, row + (head + 1) * config.dK);
    }
    const kept = layer.weights();
    layer.setWeights(byHand);
    const zeroed = layer.forward(call);
    layer.setWeights(kept);
    const { removals, measure, changed } = {
      removals: zeroed.removals().alone.data,
      measure: zeroed.measure().heads[head],
      changed: picture.run.changeTo(zeroed).whole,
    };
    zeroed.dispose();
    assert.ok(Math.abs(made.adds - removals[head]) < 1e-6, `${made.adds} is ${removals[head]}`);
    assert.ok(Math.abs(made.moved - changed) < 1e-6, `${made.moved} is ${changed}`);
    assert.ok(Math.abs(made.should - removalsOf(picture).alone.data[head]) < 1e-6);
    assert.ok(made.adds > 0.01 && Math.abs(made.moved - made.should) > 0.01);
    assert.deepEqual(made.entropy, [picture.measure().heads[head].entropy, measure.entropy]);
    assert.ok(Math.abs(measure.entropy - Math.log(12)) < 1e-5);
    assert.equal(zeroedInstead(picture, head), made, "asked once");
    picture.dispose();
  });
