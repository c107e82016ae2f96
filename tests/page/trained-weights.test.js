// Weights trained on request: a layer of the model of the page Train, walked through like any other.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { eventsOf } from "../../web/kit/elements/events.js";
import { compare } from "../../web/kit/state/compare.js";
import { Store } from "../../web/kit/state/store.js";
import { arraysOf } from "../../web/kit/text/code/arrays.js";
import { PYTORCH } from "../../web/kit/text/code/pytorch.js";
import { program } from "../../web/kit/text/code/program.js";

const SENTENCE = "The animal didn't cross the street because it was too tired.".split(" ");
const READ = "the animal did not cross the street because it was too tired".split(" ");
const STEPS = 50;

const core = await loadCore();
const model = core.createModel({ task: "reference", seed: 1, numHeads: 4 });
model.train(STEPS);

/** @param {Record<string, unknown>} [change] @returns {Promise<Store>} */
async function trained(change) {
  const store = new Store();
  store.take({ tokens: SENTENCE, weights: "trained", heads: 4, training: `step=${STEPS}`, ...change });
  await store.load();
  return store;
}

/** @param {Store} store */
const pictureOf = (store) =>
  /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);

test("each layer shows the model's numbers for the words as the model reads them", async () => {
  const said = model.predict(READ);
  for (const layer of [0, 1]) {
    const store = await trained({ layer });
    const picture = pictureOf(store);
    assert.deepEqual(store.state.settings.tokens, READ, "didn't is two words to it, and the stop none");
    assert.equal(picture.layers, 2);
    const weights = picture.values("weights");
    const expected = said.attention[layer].data;
    assert.equal(weights.length, expected.length);
    weights.forEach((weight, i) => assert.ok(Math.abs(weight - expected[i]) < 1e-6, `layer ${layer}: ${i}`));
    assert.equal(Boolean(picture.step("masked")), layer === 0, "the second layer sees every word");
  }
});

test("heads, seed and step select another model; layer and words do not", async () => {
  const store = await trained({ layer: 1 });
  const first = [...pictureOf(store).values("weights")];
  store.take({ tokens: [...READ.slice(0, -1), "wide"] });
  assert.notDeepEqual([...pictureOf(store).values("weights")], first, "at once: the model is there");
  store.take({ tokens: READ });
  assert.deepEqual([...pictureOf(store).values("weights")], first);
  for (const change of [{ seed: 2 }, { training: "step=25" }, { training: `step=${STEPS}&stack=ordinary` }]) {
    const other = pictureOf(await trained({ layer: 1, ...change })).values("weights");
    assert.notDeepEqual([...other], first, JSON.stringify(change));
  }
  store.take({ weights: "constructed" });
  assert.equal(pictureOf(store).settings.weights, "constructed");
  assert.ok(pictureOf(store).step("x"), "it attends to itself again");
});

test("training shows its progress, without events", async () => {
  const store = new Store();
  /** @type {string[]} */
  const said = [];
  store.addEventListener("change", (event) => {
    const { by } = /** @type {CustomEvent} */ (event).detail;
    if (store.state.problem) said.push(`${by}: ${store.state.problem.message}`);
  });
  store.take({ tokens: SENTENCE, weights: "trained", heads: 4, training: `step=${STEPS}` });
  await store.load();
  assert.equal(said[0], `preview: The model learns: step 0 of ${STEPS}`);
  assert.ok(said.every((each) => each.startsWith("preview: ")));
  assert.equal(store.state.problem, null);
});

test("sentences that the model cannot read, and invalid models, are reported, and the old picture stays", async () => {
  const store = await trained();
  const before = store.state.picture;
  store.configure({ tokens: [...READ.slice(0, -1), "enormous"] });
  assert.match(store.state.problem?.message ?? "", /does not know the word enormous; it knows .*animal/);
  assert.equal(store.state.picture, before);
  const wrong = await trained({ training: "layers=7" });
  assert.match(wrong.state.problem?.message ?? "", /^training: layers 7 is none of 1, 2$/);
  assert.equal(wrong.state.picture, null);
});

test("after resting, the model is trained again, to the same numbers", async () => {
  const store = await trained({ layer: 1 });
  const first = [...pictureOf(store).values("weights")];
  const before = store.state.picture;
  store.rest();
  store.wake();
  while (store.state.picture === before) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(store.state.problem, null);
  assert.deepEqual([...pictureOf(store).values("weights")], first);
});

test("a program reads the mask and the keys' words from the file", async () => {
  const picture = pictureOf(await trained({ layer: 0 }));
  const written = program(PYTORCH, picture);
  for (const line of [
    "scores = scores + added",
    'added = page["added"]',
    'key, value = page["key"], page["value"]',
    "added=added)",
  ])
    assert.ok(written.includes(line), `${line} in\n${written}`);
  assert.ok(!written.includes("masked_fill"), "nothing else is masked");
  const added = arraysOf(picture).find(({ name }) => name === "added");
  assert.deepEqual(added?.shape, [1, 4, READ.length, READ.length]);
  const second = program(PYTORCH, pictureOf(await trained({ layer: 1 })));
  assert.ok(!second.includes("added"), "where every word is seen there is no mask");
});

test("wrong paths run on the trained layer; those that need boolean masks are refused", async () => {
  const picture = pictureOf(await trained({ layer: 0 }));
  const wrong = compare(core, picture.settings, "no_scale", picture.own);
  assert.equal(wrong.none, null);
  wrong.right.dispose();
  wrong.wrong.dispose();
  assert.throws(
    () => compare(core, picture.settings, "mask_reversed", picture.own),
    /mask_reversed needs a mask of true and false, not one that is added/,
  );
});

for (const [change, said] of /** @type {const} */ ([
  [{ dV: 4 }, /^d_v 4 for weights that were trained with 16: leave it out, or choose other weights$/],
  [{ dK: 4 }, /^d_k 4 for weights that were trained with 16: /],
  [{ kvHeads: 2 }, /^kv-heads 2 for weights that were trained with 4: /],
  [{ bias: true }, /^biases for weights that were trained without: /],
  [{ fused: true }, /^a fused layer reads one input/],
]))
  test(`${JSON.stringify(change)} is refused with a message, and the picture stays`, async () => {
    const store = await trained({ layer: 1 });
    const before = pictureOf(store);
    store.configure(change);
    assert.match(store.state.problem?.message ?? "", said);
    assert.equal(store.state.picture, before);
    if (!("fused" in change)) assert.equal(store.state.problem?.setting, Object.keys(change)[0]);
  });

test("sizes equal to the trained layer's are accepted", async () => {
  const store = await trained({ dK: 16, dV: 16, kvHeads: 4 });
  assert.equal(store.state.problem, null);
  assert.equal(pictureOf(store).config.dV, 16);
});

test("resting and waking during training leaves one model, and frees the first", async (context) => {
  const made = context.mock.method(core, "createModel");
  const store = new Store();
  store.take({ tokens: SENTENCE, weights: "trained", heads: 4, training: `step=${STEPS}` });
  const loading = store.load();
  await new Promise((resolve) => setTimeout(resolve));
  store.rest();
  store.wake();
  await loading;
  while (!store.state.picture) await new Promise((resolve) => setTimeout(resolve, 5));
  const models = made.mock.calls.map(({ result }) => result);
  assert.equal(models.length, 2);
  assert.throws(() => models[0]?.train(), { code: "disposed" });
  store.rest();
  assert.throws(() => models[1]?.train(), { code: "disposed" });
});

for (const [what, act] of /** @type {[string, (store: Store) => unknown][]} */ ([
  ["another model is asked for", (store) => store.take({ seed: 2 })],
  ["the element is removed for a while", (store) => store.rest()],
]))
  test(`a first picture that is late since ${what} is waited for, and told as loaded`, async () => {
    const store = new Store();
    /** @type {string[]} */
    const told = [];
    store.addEventListener("change", (event) => {
      const { before, by } = /** @type {CustomEvent} */ (event).detail;
      told.push(...eventsOf(before, store.state, by).map(([type]) => type));
    });
    store.take({ tokens: SENTENCE, weights: "trained", heads: 4, training: `step=${STEPS}` });
    const loading = store.load();
    while (!store.state.problem) await new Promise((resolve) => setTimeout(resolve));
    act(store);
    await loading;
    assert.ok(store.state.picture);
    assert.deepEqual(told, ["load"]);
    store.rest();
  });

test("leaving trained weights during training does not recompute the picture", async () => {
  const store = new Store();
  store.take({ tokens: SENTENCE, heads: 4 });
  await store.load();
  store.take({ weights: "trained", training: "step=200" });
  store.take({ weights: "constructed" });
  const { picture } = store.state;
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([store.state.picture === picture, store.state.problem], [true, null]);
});
