// The quantity of every step's numbers in different layers: which are weights, and which are the same quantity.
import assert from "node:assert/strict";
import test from "node:test";
import { areWeights, isAttention, sameQuantity } from "../../web/kit/state/quantity.js";
import { layerPicture, pictureOf } from "./support/pictures.js";

/** @param {import("./support/pictures.js").Picture} picture @param {(step: import("../../web/core/types.js").Step) => boolean} holds */
const idsOf = (picture, holds) => picture.steps.filter(holds).map(({ id }) => id);

test("the results of softmax are weights, also grouped or dropped; its inputs and later steps are not", () => {
  for (const [picture, expected] of /** @type {const} */ ([
    [pictureOf({ causal: true }), ["weights"]],
    [pictureOf({ kvHeads: 2 }), ["weights", "weights_groups"]],
    [layerPicture({}, { dropout: { p: 0.2, seed: 1 } }), ["weights", "dropped"]],
  ])) {
    assert.deepEqual(
      idsOf(picture, (step) => areWeights(step, picture.steps)),
      expected,
    );
    const pairs = idsOf(picture, isAttention);
    assert.ok(pairs.includes("scores") && !pairs.includes("k_t") && !pairs.includes("context"), `${pairs}`);
  }
});

test("scaling and masking keep the quantity", () => {
  const { steps } = pictureOf({ causal: true });
  for (const step of steps) {
    const expected = { scaled: ["scores", "scaled"], masked: ["scores", "scaled", "masked"] }[step.id];
    assert.deepEqual(
      sameQuantity(step, steps).map(({ id }) => id),
      expected ?? [step.id],
    );
  }
});
