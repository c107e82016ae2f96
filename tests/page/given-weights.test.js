// Weights that come with the page: of the language model, of the translator and of the model of pictures.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { eventsOf } from "../../web/kit/elements/events.js";
import { LANGUAGE_MODEL, VISION_MODEL } from "../../web/kit/state/offered-models.js";
import { isOfModel } from "../../web/kit/state/own.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { readerOf } from "../../web/models/state/layer-as-own.js";
import { openCheckpoint } from "../../web/models/index.js";
import { readFileSync } from "node:fs";
import { offersOf } from "../../web/elements/settings/controls.js";
import { loadCore } from "../../web/core/index.js";
import { modelFile } from "../../web/kit/state/default-model.js";
import { lookIn } from "../../web/kit/state/kept-models.js";
import { withReadSentence } from "../../web/kit/state/translation-layer.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_MODEL,
  TRANSLATION_SENTENCE,
} from "../../web/kit/state/translation-model.js";
import { openedVisionModel, visionPictures, visionReader } from "../../tools/lib/vision-model.mjs";
import { sentencesIn } from "../../web/elements/settings/sentence.js";
import { paintedIn, withPainted } from "../../web/kit/state/painted.js";
import { VISION_PICTURES, picturesNamed } from "../../web/kit/state/vision-pictures.js";
import { Patches } from "../../web/patches/state/patches.js";
import { rolloutOf } from "../../web/patches/state/rollout.js";
import { sceneOf } from "./support/scenes.js";

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

const ENGLISH = TRANSLATION_SENTENCE.split(" ");
const READ = [...ENGLISH, "<end>"];
const FRENCH = "la petite maison blanche les voit".split(" ");

/** @type {string[]} */
const read = [];
lookIn({
  find: async (asked) => {
    const file = modelFile(asked);
    if (!file) return null;
    read.push(file);
    return readFileSync(inRoot("models", file));
  },
});
const core = await loadCore();
const modelOfTranslation = core.createModel(TRANSLATION_MODEL);
modelOfTranslation.load(readFileSync(inRoot("models", String(modelFile(ASKED_TRANSLATION)))));

/** @param {Record<string, unknown>} [change] */
async function translating(change) {
  const store = new Store();
  store.take({ tokens: ENGLISH, weights: "translation", ...change });
  await store.load();
  return store;
}

test("the file is read when the weights are chosen, and not before", async () => {
  const store = await translating({ weights: "constructed" });
  assert.deepEqual(read, []);
  assert.equal(store.awaitsWeights, false);
  store.configure({ weights: "translation" });
  assert.equal(store.awaitsWeights, true, "an element keeps its reserved height meanwhile");
  await store.settled();
  assert.equal(store.awaitsWeights, false);
  assert.deepEqual(read, ["translation.safetensors"]);
  assert.equal(modelFile({ ...ASKED_TRANSLATION, heads: 2 }), undefined, "other sizes have no file");
});

test("each kind of attention shows the model's numbers, with the words of its queries and keys", async () => {
  const expected = {
    encoder: { tokens: READ, keyTokens: [] },
    decoder: { tokens: ["<start>", ...FRENCH], keyTokens: [] },
    cross: { tokens: [...FRENCH, "<end>"], keyTokens: READ },
  };
  const { attention } = modelOfTranslation.translate(ENGLISH);
  for (const kind of /** @type {const} */ (["encoder", "decoder", "cross"])) {
    const picture = pictureOf(await translating({ attentionKind: kind }));
    const { tokens, keyTokens, weights, causal } = picture.settings;
    assert.deepEqual({ tokens, keyTokens }, expected[kind]);
    assert.deepEqual([weights, causal], ["translation", kind === "decoder"]);
    const found = picture.values("weights");
    const { data } = attention(kind);
    assert.equal(found.length, data.length);
    data.forEach((weight, i) => assert.ok(Math.abs(weight - found[i]) < 1e-6, `${kind}: ${i}`));
  }
});

test("the kind of attention changes the picture at once, and cross-attention is the default", async () => {
  const store = await translating();
  const { shape } = /** @type {import("../../web/core/types.js").Step} */ (pictureOf(store).step("weights"));
  assert.deepEqual(shape, [1, 4, 7, 7]);
  store.configure({ tokens: "the dog does not see them".split(" ") });
  assert.deepEqual(pictureOf(store).settings.tokens, "le chien ne les voit pas <end>".split(" "));
  store.configure({ tokens: "his".split(" "), attentionKind: "encoder" });
  assert.equal(store.state.problem?.id, "unknown_word");
  assert.deepEqual(offersOf(store.state.problem), [{ name: "weights", value: "constructed" }]);
  store.configure({ tokens: "a king sleeps".split(" ").slice(1), attentionKind: "encoder" });
  assert.deepEqual(pictureOf(store).settings.tokens, ["king", "sleeps", "<end>"]);
  store.configure({ weights: "constructed" });
  assert.deepEqual(
    [pictureOf(store).settings.tokens, pictureOf(store).config.numHeads],
    [["king", "sleeps"], 8],
    "other weights find the sentence and their settings again",
  );
});

test("it reads one sentence", async () => {
  const store = await translating({ keyTokens: ["the", "king"] });
  assert.equal(store.state.problem?.id, "translation_reads_one");
  store.configure({ keyTokens: [] });
  assert.equal(store.state.problem, null);
});

test("the choice of the weights brings a sentence, unless the model can read the reader's", () => {
  const { settings } = new Store().state;
  const chosen = { weights: /** @type {const} */ ("translation") };
  assert.deepEqual(withReadSentence(core, { ...settings, tokens: ["The", "animal"] }, chosen), {
    ...{ weights: "translation", tokens: ENGLISH, keyTokens: [], batchTokens: [] },
  });
  assert.deepEqual(withReadSentence(core, { ...settings, tokens: ["The", "king", "sings"] }, chosen), chosen);
  assert.deepEqual(withReadSentence(core, settings, { weights: "random" }), { weights: "random" });
});

const pictures = visionPictures();
const modelOfVision = await openedVisionModel();
after(() => modelOfVision.dispose());

const offer = () => VISION_MODEL.offer(async () => visionReader(modelOfVision));

/** @param {Record<string, unknown>} [change] @param {() => void} [offered] */
async function seeing(change, offered = offer) {
  offered();
  const store = new Store();
  store.take({ weights: "vision", ...change });
  await store.load();
  return store;
}

test("without an offer, the refusal says what to take instead", async () => {
  const store = await seeing({}, () => {});
  assert.equal(store.state.picture, null);
  assert.match(store.state.problem?.message ?? "", /not part of this file: take the modules/);
});

test("each layer shows the model's attention on the patches, without a sentence", async () => {
  const store = await seeing({ visionPicture: "ankle boot" });
  const run = await modelOfVision.run(/** @type {any} */ (pictures.get("ankle boot")));
  assert.equal(modelOfVision.info.layers, 4);
  for (let layer = 0; layer < 4; layer++) {
    store.take({ layer });
    const picture = pictureOf(store);
    const { tokens, visionPicture } = picture.settings;
    assert.equal(visionPicture, "ankle boot");
    assert.deepEqual([tokens.length, tokens[0], tokens[9]], [50, "[CLS]", "row 2, column 2"]);
    assert.deepEqual([picture.layers, picture.own.layer, picture.config.numHeads], [4, layer, 4]);
    const found = picture.values("weights");
    const { data } = run.attention(layer);
    assert.equal(found.length, data.length);
    found.forEach((weight, i) => assert.ok(Math.abs(weight - data[i]) < 1e-6, `layer ${layer}: ${i}`));
  }
  run.dispose();
});

test("another picture brings other weights over another image, and a sentence changes nothing", async () => {
  const store = await seeing();
  const first = pictureOf(store);
  const weights = first.values("weights");
  store.take({ visionPicture: "bag 3" });
  await store.settled();
  const second = pictureOf(store);
  assert.notDeepEqual(second.values("weights"), weights);
  assert.notDeepEqual(second.patches?.image?.rgba, first.patches?.image?.rgba);
  store.take({ tokens: ["a", "sentence"] });
  await store.settled();
  assert.deepEqual(pictureOf(store).values("weights"), second.values("weights"));
  assert.deepEqual(sentencesIn(store.state), []);
  store.take({ keyTokens: ["another"] });
  assert.equal(store.state.problem?.id, "vision_reads_one");
});

test("painted patches change the classes, the image and the weights, and a place without a patch is refused", async () => {
  const sides = Array.from({ length: 49 }, (_, i) => 1 + i).filter(
    (token) => ![2, 3, 4].includes((token - 1) % 7),
  );
  const store = await seeing();
  const whole = pictureOf(store);
  const likeliest = () => {
    const classes = /** @type {NonNullable<typeof whole.own.classes>} */ (pictureOf(store).own.classes);
    assert.ok(Math.abs(classes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-5);
    return [...classes].sort((a, b) => b.probability - a.probability)[0].name;
  };
  assert.equal(likeliest(), "pullover");
  const weights = whole.values("weights");
  store.take({ painted: sides.join(",") });
  await store.settled();
  assert.equal(likeliest(), "T-shirt");
  const { image } = /** @type {NonNullable<typeof whole.patches>} */ (pictureOf(store).patches);
  assert.deepEqual([...(image?.rgba.subarray(0, 3) ?? [])], [0, 0, 0]);
  assert.notDeepEqual(pictureOf(store).values("weights"), weights);
  store.take({ painted: "" });
  await store.settled();
  assert.deepEqual(pictureOf(store).values("weights"), weights);
  store.take({ painted: "50" });
  await store.settled();
  assert.equal(store.state.problem?.id, "no_patch");
});

test("painted places are read and written in order", () => {
  assert.deepEqual(paintedIn("8, 1 2"), [8, 1, 2]);
  assert.equal(withPainted("8,2", 5, true), "2,5,8");
  assert.equal(withPainted("2,5,8", 5, false), "2,8");
  assert.equal(withPainted("", 3, true), "3");
});

test("[CLS] is selected first, and rollout multiplies the layers below", async () => {
  const store = await seeing({ layer: 1 });
  assert.equal(store.state.selection.token, 0);
  const { own } = pictureOf(store);
  const run = await modelOfVision.run(/** @type {any} */ (pictures.get("pullover")));
  const means = [0, 1].map((layer) => {
    const { data } = run.attention(layer);
    const of = (/** @type {number} */ i) =>
      [0, 1, 2, 3].reduce((sum, head) => sum + data[head * 2500 + i], 0) / 4;
    return Float64Array.from({ length: 2500 }, (_, i) => (of(i) + Number(i % 51 === 0)) / 2);
  });
  const expected = Array.from({ length: 50 }, (_, key) =>
    Array.from({ length: 50 }, (_, mid) => means[1][mid] * means[0][mid * 50 + key]).reduce((a, b) => a + b),
  );
  rolloutOf(own, 0, "row").forEach((weight, i) => assert.ok(Math.abs(weight - expected[i]) < 1e-6, `${i}`));
  run.dispose();
});

test("rows and columns of the walk's maps are labelled by the patches themselves", async () => {
  const picture = pictureOf(await seeing());
  const patchesIn = (/** @type {string} */ step) =>
    sceneOf(picture, step, 1200).marks.filter(({ kind }) => kind === "image");
  const images = /** @type {import("../../web/kit/draw/marks.js").Picture[]} */ (patchesIn("scores"));
  const parts = new Set(images.map(({ from }) => `${from?.x} ${from?.y}`));
  assert.ok(parts.size > 10, `${parts.size} patches`);
  for (const { from } of images) assert.deepEqual([from?.w, from?.h], [4, 4]);
  assert.ok(patchesIn("weights").length > 0);
});

test("settings of its layer have no control, and the pictures are named in other languages", () => {
  const settings = { ...new Store().state.settings, weights: /** @type {const} */ ("vision") };
  assert.deepEqual(
    SETTINGS.filter((row) => !isOfModel(settings, row)).map(({ name }) => name),
    ["tokens", "weights", "attentionKind", "visionPicture", "painted", "colormap"],
  );
  assert.equal(VISION_PICTURES.length, 40);
  const named = picturesNamed(["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]);
  assert.deepEqual([named["T-shirt"], named["ankle boot 4"]], ["a", "j 4"]);
});

test("a layer of an author's own names its tokens by the grid of an image", async () => {
  const store = new Store();
  const [T, dModel] = [5, 8];
  const random = (/** @type {number} */ count) => Float32Array.from({ length: count }, (_, i) => Math.sin(i));
  store.take({ dModel, heads: 2 });
  store.give({
    parameters: { wQ: random(dModel * dModel) },
    input: { data: random(T * dModel), shape: [T, dModel] },
    patches: new Patches([2, 2], 1),
  });
  await store.load();
  assert.deepEqual(pictureOf(store).settings.tokens, [
    ...["[CLS]", "row 1, column 1", "row 1, column 2"],
    ...["row 2, column 1", "row 2, column 2"],
  ]);
  store.give({ patches: new Patches([2, 3], 1) });
  assert.equal(store.state.problem?.id, "grid_misfit");
});
