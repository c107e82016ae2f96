import assert from "node:assert/strict";
import test from "node:test";
import { entryOf, moveFrom, stagesOf } from "../../web/kit/state/stages.js";
import { pictureOf } from "./support/pictures.js";

const plain = pictureOf();
const masked = pictureOf({ causal: true });
const ids = (/** @type {import("./support/pictures.js").Picture} */ picture) =>
  stagesOf(picture.steps).map((stage) => stage.map((step) => step.id).join(" "));

test("there are twelve stages, and thirteen with a mask", () => {
  const before = ["x", "q k v", "q_split k_split v_split", "q_heads k_heads v_heads", "k_t scores", "scaled"];
  const after = ["weights", "context", "context_t", "context_c", "concat", "output"];
  assert.deepEqual(ids(plain), [...before, ...after]);
  assert.deepEqual(ids(masked), [...before, "masked", ...after]);
});

test("a stage opens on the main line, otherwise on the reader's lane, otherwise on its first step", () => {
  const [x, project, , , scores] = plain.stages;
  assert.equal(entryOf(scores, "q").id, "scores");
  assert.equal(entryOf(project, "v").id, "v");
  assert.equal(entryOf(project, null).id, "q");
  assert.equal(entryOf(x, "k").id, "x");
});

test("moving stays on the lane, and stops at both ends", () => {
  assert.equal(moveFrom(plain.stages, "k", 1, "k")?.id, "k_split");
  assert.equal(moveFrom(plain.stages, "v_heads", 1, "v")?.id, "scores");
  assert.equal(moveFrom(plain.stages, "k_t", 1, "k")?.id, "scaled");
  assert.equal(moveFrom(plain.stages, "scaled", -1, null)?.id, "scores");
  assert.equal(moveFrom(plain.stages, "x", -1, null), null);
  assert.equal(moveFrom(plain.stages, "output", 1, null), null);
});
