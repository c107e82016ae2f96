// weights="language": a layer of the small language model on the reader's sentence.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { eventsOf } from "../../web/kit/elements/events.js";
import { LANGUAGE_MODEL } from "../../web/kit/state/offered-models.js";
import { isOfModel } from "../../web/kit/state/own.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { readerOf } from "../../web/models/state/layer-as-own.js";
import { openCheckpoint } from "../../web/models/index.js";

const SENTENCE = ["The", "animal", "didn't", "cross", "because", "it", "was", "tired", "."];
const PIECES = "[BOS] the animal didn ' t cross because it was t ##ired .".split(" ");

const model = await openCheckpoint(inRoot("models/headscope-small"), { keep: true });
after(() => model.dispose());

/** @param {Store} store */
const pictureOf = (store) =>
  /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);

/** @param {Store} store */
const idOf = (store) => store.state.problem?.id;

/** @param {Record<string, unknown>} [change] */
async function reading(change) {
  const store = new Store();
  store.take({ tokens: SENTENCE, weights: "language", ...change });
  await store.load();
  return store;
}

test("without an offer, the refusal says what to take instead", async () => {
  const store = await reading();
  assert.equal(store.state.picture, null);
  assert.match(store.state.problem?.message ?? "", /not part of this file: take the modules/);
});

test("each layer shows the model's attention on the pieces of the sentence", async () => {
  LANGUAGE_MODEL.offer(async () => readerOf(model));
  const store = await reading();
  const run = await model.run(SENTENCE.join(" "));
  for (let layer = 0; layer < model.info.layers; layer++) {
    store.take({ layer });
    const picture = pictureOf(store);
    const { data, shape } = run.attention(layer);
    assert.deepEqual(picture.settings.tokens, PIECES);
    assert.deepEqual([picture.layers, picture.own.layer, picture.config.numHeads], [4, layer, shape[0]]);
    assert.ok(picture.step("q_rope") && picture.step("masked"), "its positions and its mask");
    const weights = picture.values("weights");
    assert.equal(weights.length, data.length);
    weights.forEach((weight, i) => assert.ok(Math.abs(weight - data[i]) < 1e-6, `layer ${layer}: ${i}`));
  }
  run.dispose();
});

test("the same words stay selected, the sentence stays as typed, and other weights find their settings again", async () => {
  const store = await reading({ weights: "constructed", heads: 8, rope: "interleaved" });
  const tired = SENTENCE.indexOf("cross");
  store.take({ token: tired });
  store.configure({ weights: "language" });
  assert.equal(
    pictureOf(store).settings.weights,
    "constructed",
    "the picture stays until the model has read",
  );
  await store.settled();
  assert.deepEqual(pictureOf(store).settings.tokens, PIECES);
  assert.equal(PIECES[Number(store.state.selection.token)], "cross");
  assert.deepEqual(store.state.settings.tokens, SENTENCE);
  store.configure({ weights: "constructed" });
  const { settings } = pictureOf(store);
  assert.deepEqual([settings.heads, settings.rope, settings.causal], [8, "interleaved", false]);
  assert.equal(SENTENCE[Number(store.state.selection.token)], "cross");
});

test("hosts learn the selection that arrived weights moved, unless the host chose the weights", async () => {
  for (const by of /** @type {const} */ (["reader", "host"])) {
    const store = await reading({ weights: "constructed" });
    store.take({ token: SENTENCE.indexOf("cross") });
    store.take({ weights: "language" }, by);
    /** @type {any[]} */
    const told = [];
    store.addEventListener("change", (event) => {
      const { before, by: cause } = /** @type {CustomEvent} */ (event).detail;
      told.push(...eventsOf(before, store.state, cause));
    });
    await store.settled();
    const details = told.filter(([type]) => type === "statechange").map(([, detail]) => detail);
    const expected = by === "reader" ? [["token", PIECES.indexOf("cross"), true]] : [];
    assert.deepEqual(
      details.map(({ changed, state, arrived }) => [changed[0], state.token, arrived]),
      expected,
    );
  }
});

test("after a failure, choosing the weights again reads the model again", async () => {
  const store = await reading({ weights: "constructed" });
  LANGUAGE_MODEL.offer(() => Promise.reject(new Error("offline")));
  store.configure({ weights: "language" });
  await store.settled();
  assert.equal(store.state.problem?.message, "offline");
  LANGUAGE_MODEL.offer(async () => readerOf(model));
  store.configure({ weights: "constructed" });
  store.configure({ weights: "language" });
  await store.settled();
  assert.equal(store.state.problem, null);
  assert.deepEqual(pictureOf(store).settings.tokens, PIECES);
});

test("the last of several sentences is shown", async () => {
  const store = await reading();
  for (const word of ["dogs", "cats", "birds"]) store.configure({ tokens: ["The", word] });
  await store.settled();
  assert.deepEqual(pictureOf(store).settings.tokens, ["[BOS]", "the", "birds"]);
});

test("it reads one sentence", async () => {
  const store = await reading();
  store.configure({ keyTokens: ["Das", "Tier"] });
  assert.equal(idOf(store), "language_reads_one");
  assert.deepEqual(pictureOf(store).settings.tokens, PIECES, "what stood there stays");
  store.configure({ keyTokens: [] });
  assert.equal(idOf(store), undefined);
});

test("settings of its layer have no control, and the others keep theirs", () => {
  const settings = new Store().state.settings;
  const free = SETTINGS.filter((row) => !isOfModel({ ...settings, weights: "language" }, row));
  assert.deepEqual(
    free.map(({ name }) => name),
    ["tokens", "weights", "attentionKind", "visionPicture", "painted", "colormap"],
  );
  assert.ok(SETTINGS.every((row) => !isOfModel(settings, row)));
});
