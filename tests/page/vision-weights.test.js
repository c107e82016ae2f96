// weights="vision": a layer of the small model of pictures, on one of the forty pictures that come with it.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { openedVisionModel, visionPictures, visionReader } from "../../tools/lib/vision-model.mjs";
import { sentencesIn } from "../../web/elements/settings/sentence.js";
import { VISION_MODEL } from "../../web/kit/state/offered-models.js";
import { isOfModel } from "../../web/kit/state/own.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { paintedIn, withPainted } from "../../web/kit/state/painted.js";
import { VISION_PICTURES, picturesNamed } from "../../web/kit/state/vision-pictures.js";
import { Store } from "../../web/kit/state/store.js";
import { Patches } from "../../web/patches/state/patches.js";
import { rolloutOf } from "../../web/patches/state/rollout.js";
import { sceneOf } from "./support/scenes.js";

const pictures = visionPictures();
const model = await openedVisionModel();
after(() => model.dispose());

const offer = () => VISION_MODEL.offer(async () => visionReader(model));

/** @param {Store} store */
const pictureOf = (store) =>
  /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);

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
  const run = await model.run(/** @type {any} */ (pictures.get("ankle boot")));
  assert.equal(model.info.layers, 4);
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
  const run = await model.run(/** @type {any} */ (pictures.get("pullover")));
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
