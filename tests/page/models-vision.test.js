// Models that read pictures: against PyTorch and the Python Imaging Library, and what can be asked of a run.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { withChannels } from "../../web/models/state/channels.js";
import { preprocessingOf } from "../../web/models/state/preprocessing.js";
import { resized } from "../../web/models/state/resample.js";
import { withConfig, withTensors } from "./support/checkpoints.js";
import { FAMILIES, readsPictures } from "../../web/models/state/families.js";
import {
  CASES,
  PICTURES,
  TRANSFORMERS_CASES,
  expectedOf,
  folderOf,
  transformersCase,
  wholeCase,
} from "./support/vision.js";

/** Largest difference. @param {ArrayLike<number>} found @param {ArrayLike<number>} expected */
function difference(found, expected) {
  assert.equal(found.length, expected.length);
  return Array.from(found).reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
}

/** @param {string} name @param {import("./support/checkpoints.js").Folder} [folder] */
async function runOf(name, folder = folderOf(name)) {
  const model = await openCheckpoint(folder);
  return { model, run: await model.run(expectedOf(name).picture), expected: expectedOf(name) };
}

/** @param {ArrayLike<number>} logits */
function probabilities(logits) {
  const powers = Array.from(logits, Math.exp);
  const sum = powers.reduce((total, each) => total + each, 0);
  return powers.map((each) => each / sum);
}

for (const name of CASES)
  test(`${name} computes of a picture what PyTorch computes`, async () => {
    for (const weights of /** @type {const} */ (["model", "bf16"])) {
      const { model, run, expected } = await runOf(name, folderOf(name, weights));
      for (let layer = 0; layer < model.info.layers; layer++) {
        const { data, shape } = run.attention(layer);
        assert.deepEqual(shape, [...expected[`attention.${layer}`].shape]);
        assert.ok(difference(data, expected[`attention.${layer}`].data) < 1e-5, `attention ${layer}`);
        assert.ok(difference(run.hidden(layer).data, expected[`hidden.${layer}`].data) < 2e-5);
      }
      const { layers } = model.info;
      assert.ok(difference(run.hidden(layers).data, expected[`hidden.${layers}`].data) < 2e-5);
      if (!expected.logits) return assert.equal(run.predicts, false);
      const whole = probabilities(expected.logits.data);
      for (const { id, probability } of run.predictions(0, whole.length))
        assert.ok(Math.abs(probability - whole[id]) < 1e-5, `class ${id}`);
    }
  });

for (const name of TRANSFORMERS_CASES)
  test(`${name} computes of pixel values what transformers computes`, async () => {
    const { folder, expected } = transformersCase(name);
    const model = await openCheckpoint(folder);
    const { layers, dModel } = model.info;
    for (const size of ["", "wide."]) {
      const pixels = expected[`${size}pixel_values`];
      if (!pixels) continue; // of a family that transformers gives one size
      const run = await model.run({ pixelValues: pixels });
      for (let layer = 0; layer < layers; layer++) {
        const of = (/** @type {string} */ kind) => expected[`${size}${kind}.${layer}`].data;
        assert.ok(
          difference(run.attention(layer).data, of("attentions")) < 1e-6,
          `${size} attention ${layer}`,
        );
        assert.ok(difference(run.hidden(layer).data, of("hidden_states")) < 1e-5, `${size} hidden ${layer}`);
      }
      const logits = expected[`${size}logits`];
      assert.equal(run.predicts, Boolean(logits));
      const whole = logits && probabilities(logits.data);
      for (const { id, probability } of logits ? run.predictions(0, whole.length) : [])
        assert.ok(Math.abs(probability - whole[id]) < 1e-6, `${size} class ${id}`);
      const last = run.hidden(layers).data;
      // CLIP's last_hidden_state lacks the last norm, which its pooled output has; the pooled output of SigLIP is that of a head of its own.
      if (name.startsWith("clip"))
        assert.ok(difference(last.slice(0, dModel), expected.pooler_output.data) < 1e-5);
      else if (!logits) assert.ok(difference(last, expected[`${size}last_hidden_state`].data) < 1e-5);
    }
  });

const TOWERS = /** @type {const} */ (["clip_vision_model", "siglip_vision_model"]);

for (const tower of TOWERS)
  test(`the vision tower of a whole model computes what transformers computes with ${tower}`, async () => {
    const { folder, expected } = wholeCase(tower);
    const model = await openCheckpoint(folder);
    const { vision, layers, family } = model.info;
    assert.deepEqual([vision?.hasTextTower, family], [true, tower.replace("_vision_model", "")]);
    const run = await model.run({ pixelValues: expected.pixel_values });
    for (let layer = 0; layer < layers; layer++)
      assert.ok(difference(run.attention(layer).data, expected[`attentions.${layer}`].data) < 1e-6);
    assert.equal(run.predicts, false);
    const { model: found } = await readCheckpoint(folder);
    assert.ok(found.unused.includes("text_model.embeddings.token_embedding.weight"));
    const wrong = withConfig(folder, { vision_config: { patch_size: "4" } });
    await assert.rejects(
      readCheckpoint(wrong),
      /config.json: vision_config.patch_size is '?"?4"?'?; expected a whole number from 1/,
    );
  });

test("every family that reads pictures has a case", () => {
  const ofFolder = (/** @type {import("./support/checkpoints.js").Folder} */ folder) =>
    JSON.parse(new TextDecoder().decode(folder["config.json"])).model_type;
  const folders = [...CASES.map((name) => folderOf(name)), ...TOWERS.map((tower) => wholeCase(tower).folder)];
  const families = folders.map(ofFolder);
  const known = Object.keys(FAMILIES).filter((name) => readsPictures({ model_type: name }));
  assert.deepEqual([...new Set(families)].sort(), known.sort());
});

for (const name of CASES)
  test(`${name} reads of a picture the pixels that transformers reads`, async () => {
    const checkpoint = await readCheckpoint(folderOf(name));
    const { picture, pixels } = expectedOf(name);
    const { pictureOf } = await import("../../web/models/state/pictures.js");
    const vision = /** @type {any} */ (checkpoint.model.description.vision);
    const preprocessing = () => checkpoint.preprocessing;
    const { values } = await pictureOf(picture, { vision, preprocessing, mask: [] });
    assert.deepEqual([...values.shape], [...pixels.shape]);
    assert.ok(difference(values.data, pixels.data) < 1e-6);
    const model = await openCheckpoint(folderOf(name));
    const [fromPicture, fromPixels] = [await model.run(picture), await model.run({ pixelValues: pixels })];
    assert.ok(difference(fromPicture.attention(0).data, fromPixels.attention(0).data) < 1e-6);
    assert.equal(fromPixels.image, null);
  });

test("pictures are resized as the Python Imaging Library resizes them", () => {
  let compared = 0;
  for (const [name, expected] of Object.entries(PICTURES)) {
    const [, picture, height, width, filter] = /^resized\.(\w+)\.(\d+)x(\d+)\.(\d)$/.exec(name) ?? [];
    if (!picture) continue;
    const { data, shape } = PICTURES[`picture.${picture}`];
    const pixels = {
      data: Uint8ClampedArray.from(data),
      width: shape[1],
      height: shape[0],
      channels: shape[2],
    };
    const found = resized(pixels, { width: Number(width), height: Number(height) }, Number(filter));
    assert.deepEqual([...found.data], [...expected.data], name);
    compared++;
  }
  assert.equal(compared, 36);
});

test("grey is made of colors as the Python Imaging Library makes it, and colors of grey and of transparency", () => {
  const { data, shape } = PICTURES["picture.rgb"];
  const size = { width: shape[1], height: shape[0] };
  const rgb = { data: Uint8ClampedArray.from(data), ...size, channels: 3 };
  assert.deepEqual([...withChannels(rgb, 1).data], [...PICTURES["converted.L"].data]);
  const grey = { data: Uint8ClampedArray.of(7, 200), width: 2, height: 1, channels: 1 };
  assert.deepEqual([...withChannels(grey, 3).data], [7, 7, 7, 200, 200, 200]);
  const clear = {
    data: Uint8ClampedArray.of(0, 100, 200, 0, 0, 100, 200, 51),
    width: 2,
    height: 1,
    channels: 4,
  };
  assert.deepEqual([...withChannels(clear, 3).data], [255, 255, 255, 204, 224, 244]);
});

test("a run of a picture has its patches as tokens, the picture as the model sees it, and named classes", async () => {
  const { model, run } = await runOf("vit");
  assert.deepEqual(model.info.vision, {
    ...{ size: [12, 12], patch: [4, 4], grid: [3, 3], extra: ["[CLS]"], channels: 3 },
    hasTextTower: false,
    labels: ["shirt", "dress", "coat", "sandal", "bag"],
  });
  assert.deepEqual([run.grid, run.extra], [[3, 3], 1]);
  const texts = run.tokens.map(({ text }) => text);
  assert.deepEqual(texts, [
    "[CLS]",
    ..."012".split("").flatMap((row) => ["0", "1", "2"].map((column) => `r${row} c${column}`)),
  ]);
  const { width, height, data } = /** @type {NonNullable<typeof run.image>} */ (run.image);
  assert.deepEqual([width, height, data.length], [12, 12, 12 * 12 * 4]);
  const labels = run.predictions(0, 5).map(({ text }) => text);
  assert.deepEqual([...labels].sort(), ["bag", "coat", "dress", "sandal", "shirt"]);
});

test("a run of a picture walks, gives its block, goes without heads, and says the probability of an asked class", async () => {
  const { model, run, expected } = await runOf("vit");
  const walked = await run.walk(1);
  const weights = walked.tensor("weights").data;
  assert.ok(difference(weights, run.attention(1).data) < 1e-6);
  walked.dispose();
  const { steps } = await run.block(0);
  assert.ok(difference(Object.values(steps).at(-1)?.data ?? [], run.hidden(1).data) < 1e-5);
  const whole = probabilities(expected.logits.data);
  const asked = await model.run(expected.picture, { answer: 2 });
  assert.ok(Math.abs(asked.probability(0) - whole[2]) < 1e-5);
  const without = await model.run(expected.picture, { answer: 2, headScale: { 1: [0, 1, 1, 1] } });
  assert.ok(Math.abs(without.probability(0) - whole[2]) > 1e-4);
  const quiet = await model.run(expected.picture, { predicts: false });
  assert.equal(quiet.predicts, false);
});

test("patches are painted black", async () => {
  const { model, run, expected } = await runOf("vit");
  const painted = await model.run(expected.picture, { mask: [1, 6] });
  assert.deepEqual(painted.masks, [1, 6]);
  const { data, shape } = expected.pixels;
  const values = Float32Array.from(data);
  for (let channel = 0; channel < 3; channel++)
    for (let y = 0; y < 4; y++) {
      values.fill(-1, (channel * 12 + y) * 12, (channel * 12 + y) * 12 + 4);
      values.fill(-1, (channel * 12 + 4 + y) * 12 + 8, (channel * 12 + 4 + y) * 12 + 12);
    }
  const same = await model.run({ pixelValues: { data: values, shape } });
  assert.ok(difference(painted.hidden(2).data, same.hidden(2).data) < 1e-6);
  assert.ok(difference(painted.hidden(2).data, run.hidden(2).data) > 1e-3);
  const pixel = (/** @type {number} */ x, /** @type {number} */ y) => [
    ...(painted.image?.data.slice((y * 12 + x) * 4, (y * 12 + x) * 4 + 4) ?? []),
  ];
  assert.deepEqual(
    [pixel(3, 3), pixel(8, 4)],
    [
      [0, 0, 0, 255],
      [0, 0, 0, 255],
    ],
  );
  assert.notDeepEqual(pixel(4, 4), [0, 0, 0, 255]);
  const byValues = await model.run({ pixelValues: expected.pixels }, { mask: [1, 6] });
  assert.ok(difference(painted.hidden(2).data, byValues.hidden(2).data) < 1e-6);
});

test("what is no picture is refused with what a picture is", async () => {
  const { model } = await runOf("vit");
  const refused = (
    /** @type {any} */ given,
    /** @type {RegExp} */ message,
    /** @type {any} */ options = {},
  ) =>
    assert.rejects(model.run(given, options), (/** @type {any} */ error) => {
      assert.match(error.message, message);
      assert.equal(error.code, "config");
      return true;
    });
  await refused({ ids: [1, 2] }, /^\{ids\}|is no picture; expected \{ data, width, height \}/);
  await refused(
    { data: new Uint8Array(9), width: 2, height: 2 },
    /^9 numbers make no picture of 2 × 2 pixels/,
  );
  await refused({ data: new Uint8Array(0), width: 0, height: 2 }, /is no picture/);
  await refused(
    { pixelValues: { data: new Float32Array(4), shape: [1, 2, 2] } },
    /^pixelValues has 4 numbers in shape/,
  );
  await refused(
    { pixelValues: { data: new Float32Array(27), shape: [3, 3, 3] } },
    /^a picture of 3 × 3 pixels has no whole patch of 4 × 4/,
  );
  const { picture } = expectedOf("vit");
  await refused(picture, /^there is no class 5; the model has 5/, { answer: 5 });
  await refused(picture, /^mask has 0; patches stand from place 1 to 9$/, { mask: [0] });
  await refused(picture, /^mask has 10; patches stand from place 1 to 9$/, { mask: [10] });
  const from = await model.run(picture);
  const patch = /** @type {const} */ ({ from, what: "output", layer: 0, head: 0 });
  await refused(picture, /patches need a model that reads one text/, { patch });
  await refused(picture, /^a vit has no encoder, and reads no target/, { target: { ids: [3] } });
  assert.match(/** @type {string} */ (model.whyNoText), /^a vit reads pictures, not text/);
});

test("a folder without preprocessor_config.json reads pixel values, and says why no picture", async () => {
  const { "preprocessor_config.json": _, ...folder } = folderOf("vit");
  const model = await openCheckpoint(folder);
  const { picture, pixels } = expectedOf("vit");
  await assert.rejects(model.run(picture), /the folder has no preprocessor_config.json/);
  assert.equal((await model.run({ pixelValues: pixels })).tokens.length, 10);
});

test("labels that are no strings are read as text", async () => {
  const names = { 0: 0, 1: "dress", 2: null, 3: false, 4: "bag" };
  const { info } = await readCheckpoint(withConfig(folderOf("vit"), { id2label: names }));
  assert.deepEqual(info.vision?.labels, ["0", "dress", "LABEL_2", "false", "bag"]);
});

test("a model without a classifier predicts nothing", async () => {
  const bare = withTensors(
    folderOf("vit"),
    (tensors) => new Map([...tensors].filter(([name]) => !name.startsWith("classifier"))),
  );
  const { run } = await runOf("vit", bare);
  assert.equal(run.predicts, false);
});

test("preprocessor_config.json is read in its older and newer forms, and what is not known is refused", () => {
  const of = { processor: /** @type {const} */ ("CLIP"), channels: 3 };
  const square = (/** @type {number} */ edge) => ({ width: edge, height: edge });
  const sizes = (/** @type {Record<string, unknown>} */ fields) => {
    const { resize, crop } = preprocessingOf(fields, of);
    return [resize, crop];
  };
  assert.deepEqual(sizes({}), [{ shortest: 224 }, square(224)]);
  assert.deepEqual(sizes({ size: 256, crop_size: 200 }), [{ shortest: 256 }, square(200)]);
  assert.deepEqual(sizes({ size: 256, feature_extractor_type: "ViTFeatureExtractor" }), [
    { exact: square(256) },
    null,
  ]);
  assert.deepEqual(sizes({ size: { shortest_edge: 30 }, crop_size: { height: 20, width: 10 } }), [
    { shortest: 30 },
    { height: 20, width: 10 },
  ]);
  assert.deepEqual(sizes({ do_resize: false, do_center_crop: false }), [null, null]);
  assert.deepEqual(preprocessingOf({ do_normalize: false, do_rescale: false }, of).deviation, [1, 1, 1]);
  const refused = (/** @type {Record<string, unknown>} */ fields, /** @type {RegExp} */ message) =>
    assert.throws(() => preprocessingOf(fields, of), message);
  refused({ resample: 9 }, /preprocessor_config.json: resample is 9; expected a whole number from 0 to 5$/);
  refused({ image_mean: [0.5] }, /image_mean is .*; expected 3 numbers$/);
  refused({ size: { longest_edge: 384 } }, /size.longest_edge is 384; expected no such field/);
  refused({ crop_size: { shortest_edge: 384 } }, /crop_size.shortest_edge is 384; expected no such field/);
  refused({ size: { longest_edge: 5, shortest_edge: 3 } }, /size.longest_edge is 5; expected no such field/);
});

test("what config.json says of pictures is checked", async () => {
  const refused = (/** @type {Record<string, unknown>} */ change, /** @type {RegExp} */ message) =>
    assert.rejects(readCheckpoint(withConfig(folderOf("vit"), change)), message);
  await refused({ num_channels: 4 }, /num_channels is 4; expected one of 1, 3/);
  await refused(
    { patch_size: [4, 4, 4] },
    /patch_size is .*; expected a whole number from 1 to \d+, or two of them/,
  );
  await refused(
    { image_size: 16 },
    /position_embeddings has shape \(1, 10, 16\), and config.json makes it \(1, 17, 16\)/,
  );
});
