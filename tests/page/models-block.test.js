// A checkpoint's block: its steps, computed as its family's order of norms says; a page that computes in slices; and kinds of layers.
import assert from "node:assert/strict";
import test from "node:test";
import { openCheckpoint } from "../../web/models/index.js";
import { checkpointBlock, stationsOf } from "../../web/labs/block/state.js";
import { CASES, caseOf, folderOf } from "./support/checkpoints.js";
import { loadCore } from "../../web/core/index.js";
import { readCheckpoint } from "../../web/models/state/checkpoint.js";
import { inSlices } from "../../web/models/state/pace.js";
import { Transformer } from "../../web/models/state/transformer.js";
import { readFileSync, readdirSync } from "node:fs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { say } from "../../web/kit/text/words.js";
import { allHeadsScene, sheetOf } from "../../web/models/draw/all-heads.js";
import { measuresFor, roleOf, shownRun, standingOut } from "../../web/models/state/page-run.js";
import { INITIAL } from "../../web/models/state/page-state.js";
import { EVERY_HEAD } from "../../web/models/words.js";
import { locales } from "./support/translations.js";

/** @typedef {{ data: Float32Array }} Numbers */

/** Fails unless numbers are as expected, up to the rounding of F32. @param {Numbers} found @param {ArrayLike<number>} expected @param {string} what */
function assertClose({ data }, expected, what) {
  assert.equal(data.length, expected.length, what);
  const scale = Math.max(...Array.from(expected, Math.abs));
  data.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 2e-6 * scale, `${what}: ${i}`));
}

/** @param {...Numbers} terms */
const sum = (...terms) =>
  Float64Array.from(terms[0].data, (_, i) => terms.reduce((total, { data }) => total + data[i], 0));

/** Sums of the residual stream, by the order of norms. @type {Record<string, (steps: Record<string, Numbers>, x: Numbers) => [string, Float64Array][]>} */
const SUMS = {
  pre: ({ output, middle, down }, x) => [
    ["middle", sum(x, output)],
    ["stream", sum(middle, down)],
  ],
  post: ({ output, middle_normed, down }, x) => [
    ["middle", sum(x, output)],
    ["stream", sum(middle_normed, down)],
  ],
  sandwich: ({ attention_normed, middle, down_normed }, x) => [
    ["middle", sum(x, attention_normed)],
    ["stream", sum(middle, down_normed)],
  ],
  parallel: ({ output, down }, x) => [["stream", sum(x, output, down)]],
};

for (const name of CASES)
  test(`${name}: the block's sums are those of its order, and it ends with what the next layer reads`, async () => {
    const model = await openCheckpoint(folderOf(name));
    const { ids, types, attentionMask } = caseOf(name);
    const run = await model.run({ ids, types }, { attentionMask });
    const { layers } = model.info;
    for (let layer = 0; layer < layers; layer++) {
      const { order, norm, activation, steps } = await run.block(layer);
      assert.match(`${norm} ${activation}`, /^(layer|rms) (gelu|gelu_tanh|quick_gelu|silu|relu)$/);
      const x = run.hidden(layer);
      for (const [id, expected] of SUMS[order](steps, x)) assertClose(steps[id], expected, id);
      if (steps.gated) {
        const products = steps.up.data.map((value, i) => value * steps.activated.data[i]);
        assertClose(steps.gated, products, "gated");
      }
      const last = steps.stream_normed ?? steps.stream;
      if (layer + 1 < layers) assertClose(last, run.hidden(layer + 1).data, "the next layer's input");
      const walk = await run.walk(layer);
      assertClose(/** @type {Numbers} */ (walk.attention), run.attention(layer).data, "the weights");
      assertClose(steps.output, walk.tensor("output").data, "the output of attention");
      walk.dispose();
      const likely = () => null;
      const block = checkpointBlock({ ...{ order, norm, activation, steps }, input: x, likely }, {
        ...{ layer, layers, tokens: ids.map(String) },
      }); // prettier-ignore
      const shown = stationsOf(block.sentences[0].layers[0].steps).map((station) => station.name);
      assert.ok(shown.includes("attention") && shown.includes("down"), `${shown}`);
    }
    await assert.rejects(run.block(layers), /layer/);
    run.dispose();
    await assert.rejects(run.block(0), { code: "disposed" });
    model.dispose();
  });

test("a head that is off adds nothing to the block", async () => {
  const [name] = CASES;
  const model = await openCheckpoint(folderOf(name));
  const { heads } = model.info;
  const { ids } = caseOf(name);
  const whole = await model.run({ ids });
  const off = await model.run({ ids }, { headScale: { 0: new Float32Array(heads) } });
  const [a, b] = await Promise.all([whole.block(0), off.block(0)]);
  assert.deepEqual(a.steps.normed, b.steps.normed);
  assert.notDeepEqual(a.steps.output, b.steps.output);
  const walk = await off.walk(0);
  assertClose(b.steps.output, walk.tensor("output").data, "the output of attention");
  walk.dispose();
  model.dispose();
});

/** A transformer of a case. @param {string} name @param {Partial<import("../../web/models/state/pace.js").Pace>} [pace] */
async function transformerOf(name, pace) {
  const [core, checkpoint] = await Promise.all([loadCore(), readCheckpoint(folderOf(name))]);
  return new Transformer(core, checkpoint, pace && { pace: { ...inSlices(), ...pace } });
}

/** @param {string} name */
function sentenceOf(name) {
  const { ids, types } = caseOf(name);
  return { ids, types: types ?? ids.map(() => 0), answers: ids.map(() => -1) };
}

/** A pace of small slices, which counts them. */
function counted() {
  let slices = 0;
  const breathe = async () => void slices++;
  return { pace: { flops: 2000, numbers: 100, part: 4096, breathe }, slices: () => slices };
}

for (const name of CASES)
  test(`${name} in slices has the bits of ${name} at once`, async () => {
    const { pace, slices } = counted();
    const whole = await (await transformerOf(name)).run(sentenceOf(name));
    const inParts = await (await transformerOf(name, pace)).run(sentenceOf(name));
    assert.deepEqual(inParts, whole);
    assert.ok(slices() > 30, `${slices()} slices`);
  });

test("a slice is limited by its flops: half as many need about twice the slices", async () => {
  const slicesOf = async (/** @type {number} */ flops) => {
    const { pace, slices } = counted();
    const transformer = await transformerOf("gpt2", { ...pace, flops, numbers: Infinity, part: 2 ** 25 });
    await transformer.run(sentenceOf("gpt2"));
    return slices();
  };
  const [few, many] = [await slicesOf(20_000), await slicesOf(10_000)];
  assert.ok(many > 1.6 * few && many < 2.4 * few, `${few} and ${many}`);
});

test("a run in slices stops within a slice once it is aborted", async () => {
  const stop = new AbortController();
  let after = 0;
  const breathe = async () => {
    if (stop.signal.aborted) after++;
    stop.abort();
  };
  const transformer = await transformerOf("gpt2", { flops: 2000, numbers: Infinity, breathe });
  await assert.rejects(transformer.run(sentenceOf("gpt2"), { signal: stop.signal }), { name: "AbortError" });
  assert.equal(after, 0);
});

/** A case of tests/fixtures/families or checkpoints. @param {string} name @param {string} [root] */
function opened(name, root = "families") {
  const folder = inRoot(`tests/fixtures/${root}/${name}`);
  const files = readdirSync(folder).filter(
    (file) => !["case.json", "expected.safetensors", "f16.safetensors", "bf16.safetensors"].includes(file),
  );
  return openCheckpoint(
    Object.fromEntries(files.map((file) => [file, new Uint8Array(readFileSync(`${folder}/${file}`))])),
  );
}

/** @param {string} name @param {string} [root] */
const kindsOf = async (name, root) =>
  (await opened(name, root)).info.layerKinds.map((kind) => say(EVERY_HEAD).kind(kind));

/** A run as the page shows it. @param {string} name */
async function shown(name) {
  const model = await opened(name);
  const run = await model.run({ ids: [3, 1, 4, 1, 5] });
  return shownRun(await loadCore(), /** @type {any} */ ({ name, model }), run);
}

/** Texts of the maps of a run. @param {import("../../web/models/state/page-run.js").Shown} run @param {number} width */
function textsOf(run, width) {
  const measure = (/** @type {string} */ text) => text.length * 7;
  const scene = allHeadsScene(sheetOf(run, INITIAL, {}), { width, palette: LIGHT, measure });
  return scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
}

test("a layer is global or has a window, and what is unusual of its positions is said", async () => {
  assert.deepEqual(await kindsOf("gpt2", "checkpoints"), ["global", "global"]);
  assert.deepEqual(await kindsOf("gemma2", "checkpoints"), ["window 3", "global"]);
  assert.deepEqual(new Set(await kindsOf("cohere2")), new Set(["window 3", "global, no positions"]));
  assert.deepEqual(new Set(await kindsOf("bloom")), new Set(["global, ALiBi"]));
  assert.deepEqual(new Set(await kindsOf("mpnet")), new Set(["global"]));
  assert.ok((await kindsOf("modernbert")).some((kind) => /^window ±\d+$/.test(kind)));
});

test("a window of other widths to its sides, and thousands", () => {
  const { kind } = say(EVERY_HEAD);
  assert.equal(kind({ window: [3, 2], positions: "rotary" }), "window −3 +2");
  assert.equal(kind({ window: 4096, positions: "rotary" }), "window 4,096");
  const said = locales.map(({ lang, locale }) => [
    lang,
    say(EVERY_HEAD, { locale }).kind({ window: 4096, positions: "none" }),
  ]);
  assert.deepEqual(Object.fromEntries(said), {
    fr: "fenêtre 4\u202f096, sans positions",
    zh: "窗口 4,096，无位置",
  });
});

test("what a layer is stands below its name where layers differ and there is room", async () => {
  const mixed = await shown("cohere2");
  assert.ok(textsOf(mixed, 900).includes("window 3"));
  assert.ok(textsOf(mixed, 900).includes("global, no positions"));
  assert.ok(!textsOf(mixed, 360).includes("window 3"), "on a phone the selected head alone says so");
  assert.ok(!textsOf(await shown("bloom"), 900).includes("global, ALiBi"), "all layers are the same");
});

test("the share of the weight that sinks take is a measure of models with sinks", async () => {
  const run = await shown("gpt_oss");
  assert.deepEqual(measuresFor(run), ["first", "sink", "previous", "sameWord", "afterSame", "entropy"]);
  assert.ok(!measuresFor(await shown("bloom")).includes("sink"));
  for (const [layer, { data, shape }] of run.attention.entries()) {
    const [heads, queries, keys] = shape;
    for (let head = 0; head < heads; head++) {
      const rows = Array.from({ length: queries }, (_, i) =>
        data.subarray((head * queries + i) * keys, (head * queries + i + 1) * keys),
      );
      const left = rows.map((row) => 1 - row.reduce((sum, weight) => sum + weight, 0));
      const mean = left.slice(1).reduce((sum, share) => sum + share, 0) / (queries - 1);
      const { sink } = run.measures[layer][head];
      assert.ok(Math.abs(sink - mean) < 1e-6 && sink > 0.01, `${layer}.${head}`);
      assert.equal(standingOut(run, "sink")({ layer, head }), mean >= 0.5);
    }
  }
  const most = { ...run.measures[0][0], sink: 0.9, first: 0.95 };
  assert.equal(roleOf(most, run), "sink");
});
