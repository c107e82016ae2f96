// What heads add, and what happens without them, as it is asked of the core.
import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError } from "../../web/core/index.js";
import { effectsOf, rescaled } from "../../web/state/ablation.js";
import { LOOK, scaled } from "../../web/state/look.js";
import { pictureOf } from "./support/pictures.js";

test("what heads are scaled to is taken as the core takes it; what it refuses leaves them as they were, and says why", () => {
  const picture = pictureOf();
  const one = { ...LOOK, ...rescaled(picture, LOOK, scaled(LOOK, 2, 0.5)) };
  assert.deepEqual([one.scales, one.refusal], [{ 2: 0.5 }, null]);
  assert.ok(effectsOf(picture, one).change.whole > 0);
  const forward = () => {
    throw new HeadscopeError("memory", "it takes 5 GB, and there are 4");
  };
  const full = { ...picture, layer: { ...picture.layer, forward } };
  const two = { ...one, ...rescaled(/** @type {any} */ (full), one, scaled(one, 3, 0)) };
  assert.deepEqual([two.scales, two.refusal], [{ 2: 0.5 }, "it takes 5 GB, and there are 4"]);
  assert.equal(
    rescaled(picture, two, scaled(two, 3, 0)).refusal,
    null,
    "it goes with the next that is taken",
  );
  const broken = { ...picture, layer: null };
  assert.throws(() => rescaled(/** @type {any} */ (broken), one, scaled(one, 3, 0)), TypeError);
});
