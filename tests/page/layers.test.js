// Shared layers: pictures with the same weights borrow one layer, and the last borrower disposes of it.
import assert from "node:assert/strict";
import test from "node:test";
import { Core, loadCore } from "../../web/core/index.js";
import { borrowLayer, compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { words } from "./support/pictures.js";

const core = await loadCore();
const SETTINGS = { ...DEFAULTS, tokens: words(4), dModel: 12, heads: 3 };

/** @param {Partial<import("../../web/kit/state/settings.js").Settings>} [change] */
const borrow = (change) => borrowLayer(core, { ...SETTINGS, ...change });

test("the same weights share one layer, whatever the words, the second sentence and the mask", () => {
  const held = [
    borrow(),
    borrow({ tokens: words(7) }),
    borrow({ keyTokens: words(2) }),
    borrow({ causal: true }),
    borrow({ kvHeads: 3 }), // as many as there are heads, which null means too
  ];
  for (const { layer } of held) assert.equal(layer, held[0].layer);
  for (const { giveBack } of held) giveBack();
});

test("weights are copied out once for all borrowers", () => {
  const held = [borrow(), borrow({ causal: true })];
  assert.equal(held[0].weights(), held[1].weights());
  assert.deepEqual(held[0].weights(), held[0].layer.weights());
  for (const { giveBack } of held) giveBack();
});

for (const [what, change] of Object.entries({
  seed: { seed: 2 },
  width: { dModel: 24 },
  "number of heads": { heads: 4 },
  "number of key/value heads": { kvHeads: 1 },
  "kind of weights": { weights: /** @type {const} */ ("random") },
}))
  test(`another ${what} is another layer`, () => {
    const [one, other] = [borrow(), borrow(change)];
    assert.notEqual(other.layer, one.layer);
    one.giveBack();
    assert.ok(other.layer.weights(), "which is given back on its own");
    other.giveBack();
  });

for (const weights of /** @type {const} */ (["constructed", "random", "small"]))
  test(`a layer has the sizes that were set, and the ${weights} weights that its seed gives`, () => {
    const { layer, giveBack } = borrow({ dModel: 16, heads: 4, kvHeads: 2, seed: 9, weights });
    const { dModel, numHeads, numKvHeads } = layer.config;
    assert.deepEqual({ dModel, numHeads, numKvHeads }, { dModel: 16, numHeads: 4, numKvHeads: 2 });
    const alike = core.createLayer({ dModel: 16, numHeads: 4, numKvHeads: 2, seed: 9, init: weights });
    assert.deepEqual(layer.weights(), alike.weights());
    alike.dispose();
    giveBack();
  });

test("the last borrower disposes of the layer", () => {
  for (const last of [0, 1]) {
    const held = [borrow(), borrow()];
    held[1 - last].giveBack();
    assert.ok(held[last].layer.weights());
    held[last].giveBack();
    assert.throws(() => held[last].layer.weights(), { code: "disposed" });
  }
});

test("giving back twice does not affect other borrowers", () => {
  const [one, other] = [borrow(), borrow()];
  one.giveBack();
  one.giveBack();
  assert.ok(other.layer.weights());
  other.giveBack();
  other.giveBack();
  assert.throws(() => other.layer.weights(), { code: "disposed" });
});

test("a disposed layer is drawn again, and giving it back twice does not affect the new one", () => {
  const old = borrow();
  old.giveBack();
  const anew = borrow();
  assert.notEqual(anew.layer, old.layer);
  old.giveBack();
  assert.ok(anew.layer.weights());
  const next = borrow();
  assert.equal(next.layer, anew.layer, "and it is still the one to be borrowed");
  anew.giveBack();
  next.giveBack();
});

test("another core has layers of its own", () => {
  const made = { ...core, createLayer: () => ({ dispose() {} }) };
  const [one, other] = [borrow(), borrowLayer(/** @type {any} */ (made), SETTINGS)];
  assert.notEqual(other.layer, one.layer);
  other.giveBack();
  assert.ok(one.layer.weights());
  one.giveBack();
});

test("a refused layer is requested again, and refused again", () => {
  for (let times = 0; times < 2; times++) assert.throws(() => borrow({ heads: 5 }), /not divisible/);
});

test("two pictures with the same weights share a layer, which lives as long as one of them", (context) => {
  const made = context.mock.method(Core.prototype, "createLayer");
  const pictures = [
    compute(core, { ...SETTINGS, seed: 21 }),
    compute(core, { ...SETTINGS, seed: 21, causal: true }),
  ];
  assert.equal(made.mock.callCount(), 1);
  const [layer] = made.mock.calls.flatMap(({ result }) => result ?? []);
  pictures[0].dispose();
  assert.equal(pictures[1].weight("wQ").data.length, 144);
  pictures[1].dispose();
  assert.throws(() => layer.weights(), { code: "disposed" });
});
