// The lab of a layer's sizes, compared with the core's costs and outputs.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { layerScene } from "../../web/labs/layer/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { PARTS } from "../../web/labs/state-measures.js";
import {
  blocksOf,
  columnsOf,
  BIASES,
  hindranceIn,
  layerAnswer,
  mostFeatures,
  configOfTurn,
} from "../../web/labs/layer/state.js";
import { NOTHING_OWN } from "../../web/kit/state/own.js";
import { MEASURES } from "../../web/labs/words.js";
import { LAYER } from "../../web/labs/layer/words.js";
import { measure, pictureOf, words } from "./support/pictures.js";

/** @typedef {import("../../web/labs/layer/state.js").LayerAnswer} LayerAnswer */
/** @typedef {import("../../web/labs/layer/state.js").LayerTurn} LayerTurn */

const core = await loadCore();

/** @param {Parameters<typeof pictureOf>[0]} change @param {LayerTurn} turn @param {Parameters<typeof pictureOf>[1]} [path] */
function asked(change, turn, path) {
  const answer = layerAnswer(core, pictureOf(change, path), turn);
  assert.ok(!("refused" in answer), JSON.stringify(answer));
  return answer;
}

/** @type {[string, Parameters<typeof pictureOf>[0], LayerTurn][]} */
const CASES = [
  ["as the page opens", {}, {}],
  ["wide keys", {}, { dK: 20 }],
  ["narrow values, biases, one product", {}, { dV: 3, bias: true, fused: true }],
  ["shared keys, causal", { kvHeads: 2, causal: true, weights: "random" }, { dK: 5, dV: 9, fused: true }],
  ["of a layer that is fused already", { fused: true, bias: true, dV: 4 }, { dK: 6 }],
  ["one token, one head", { tokens: ["one"], heads: 1, dModel: 6 }, { dK: 2, bias: true }],
];

for (const [name, change, turn] of CASES) {
  test(`${name}: every measure is the core's, beside the plain layer`, () => {
    const { config, plain, measures } = asked(change, turn);
    assert.deepEqual({ ...config, ...turn }, config);
    const picture = pictureOf(change);
    const features = Math.floor(picture.config.dModel / picture.config.numHeads);
    assert.deepEqual(plain, { ...picture.config, dK: features, dV: features, bias: false, fused: false });
    const extent = { Tq: picture.settings.tokens.length, causal: picture.settings.causal };
    for (const [bar, of] of /** @type {const} */ ([
      ["layer", config],
      ["beside", plain],
    ])) {
      const { parameters, flops, bytesRead, bytesWritten, bytesHeld } = core.cost(of, extent);
      const totals = { parameters, flops, moved: bytesRead + bytesWritten, held: bytesHeld };
      for (const each of measures) {
        assert.equal(each[bar].total, totals[each.name], each.name);
        assert.equal(
          PARTS.reduce((sum, part) => sum + each[bar][part], 0),
          totals[each.name],
          each.name,
        );
      }
    }
  });

  test(`${name}: one joint product gives the same bits as three`, () => {
    const { same } = asked(change, turn);
    const { config, tokens } = { ...pictureOf(change), tokens: pictureOf(change).settings.tokens };
    assert.deepEqual(same, { numbers: tokens.length * config.dModel, equal: tokens.length * config.dModel });
  });

  test(`${name}: matrices, biases and tensors have the layer's shapes`, () => {
    const answer = asked(change, turn);
    const layer = core.createLayer({ ...answer.config, init: "small" });
    const weights = /** @type {Record<string, { shape: number[] }>} */ (layer.weights());
    const run = layer.forward(/** @type {any} */ (pictureOf(change).call));
    const blocks = blocksOf(columnsOf(answer.config, answer.steps));
    const shapes = Object.fromEntries(blocks.map(({ id, shape }) => [id, shape]));
    const parameters = Object.entries(weights).map(([id, { shape }]) => [id, shape.join("×")]);
    const tensors = ["x", "q", "k", "v", "concat", "output"].map((id) => [
      id,
      run.tensor(id).shape.join("×"),
    ]);
    assert.deepEqual(shapes, Object.fromEntries([...parameters, ...tensors]));
    layer.dispose();
  });
}

test("differing bits are counted, so that the comparison can fail", () => {
  const picture = pictureOf({});
  let made = 0;
  const other = new Proxy(core, {
    get(target, name) {
      if (name !== "createLayer") {
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      }
      return (/** @type {any} */ options) => {
        const layer = core.createLayer(options);
        const set = layer.setWeights.bind(layer);
        if (options.fused && ++made)
          layer.setWeights = (weights) => set({ ...weights, wO: layer.weights().wO?.data.map((w) => w + 1) });
        return layer;
      };
    },
  });
  const answer = layerAnswer(other, picture, {});
  assert.ok(!("refused" in answer) && made > 0);
  assert.ok(Number(answer.same?.equal) < Number(answer.same?.numbers));
});

test("b_K has no effect and b_O can absorb b_V; each other bias changes the output", () => {
  for (const [change, turn] of /** @type {const} */ ([
    [{}, { bias: true }],
    [
      { causal: true, weights: "random", kvHeads: 2 },
      { bias: true, dV: 5, fused: true },
    ],
  ])) {
    const { biases } = asked(change, turn);
    assert.ok(biases?.drawn);
    assert.ok(biases.moved.bK <= biases.rounding && biases.folded <= biases.rounding);
    for (const name of /** @type {const} */ (["bQ", "bV", "bO"]))
      assert.ok(biases.moved[name] > 100 * biases.rounding, name);
  }
  assert.equal(asked({}, {}).biases, null);
});

test("a bias's effect is the largest difference between outputs with and without it", () => {
  const own = {
    ...NOTHING_OWN,
    parameters: Object.fromEntries(
      Object.entries(core.createLayer({ dModel: 8, numHeads: 2, bias: true, seed: 2 }).weights()).map(
        ([name, { data, shape }], n) => [name, { data: data.map((w, i) => w || Math.sin(i + n)), shape }],
      ),
    ),
  };
  const change = { tokens: words(5), dModel: 8, heads: 2 };
  const picture = pictureOf(change, { own });
  const answer = layerAnswer(core, picture, {});
  assert.ok(!("refused" in answer) && answer.biases && !answer.biases.drawn);
  for (const name of BIASES) {
    const without = { ...own.parameters, [name]: own.parameters[name].data.map(() => 0) };
    const other = pictureOf(change, { own: { ...own, given: name, parameters: without } });
    const [a, b] = [picture, other].map((each) => each.values("output"));
    const most = a.reduce((max, value, i) => Math.max(max, Math.abs(value - b[i])), 0);
    assert.ok(Math.abs(answer.biases.moved[name] - most) <= 1e-6, name);
  }
});

test("settings that cannot change are reported, and stay", () => {
  const cross = pictureOf({ keyTokens: words(3) });
  assert.equal(hindranceIn(cross), "cross");
  assert.equal(configOfTurn(cross, { fused: true }).fused, false);
  const { same, measures } = asked({ keyTokens: words(3) }, { fused: true });
  assert.equal(same, null);
  assert.equal(measures[1].layer.total, core.cost(cross.config, { Tq: 12, Tk: 3 }).flops);
  const parameters = core.createLayer({ dModel: 8, numHeads: 2, dV: 3 }).weights();
  const given = pictureOf({ tokens: words(4), dModel: 8, heads: 2 }, { own: { ...NOTHING_OWN, parameters } });
  assert.equal(hindranceIn(given), "given");
  const { dV, bias, fused } = configOfTurn(given, { dV: 7, bias: true, fused: true });
  assert.deepEqual([dV, bias, fused], [3, false, true]);
  assert.equal(hindranceIn(pictureOf()), null);
});

test("a refusal shows the core's message", () => {
  const picture = pictureOf();
  const answer = layerAnswer(core, picture, { dK: 1.5 });
  assert.match("refused" in answer ? answer.refused.message : "", /^d_k 1.5 is not a whole number/);
});

test("features range from 1 to four times a plain head's, and include the shown number", () => {
  assert.equal(mostFeatures(pictureOf().config), 32);
  assert.equal(mostFeatures(pictureOf({ heads: 64 }).config), 8);
  assert.equal(mostFeatures(pictureOf({ dK: 100, dV: 2 }).config), 100);
  assert.equal(mostFeatures(pictureOf({ dModel: 1024, heads: 4, tokens: ["a"] }).config), 512);
});

/** @param {Parameters<typeof pictureOf>[0]} change @param {LayerTurn} turn @param {number} width @param {string} [at] */
function sceneOf(change, turn, width, at = "wV") {
  const { config, steps, measures } = asked(change, turn);
  const whole = steps.find(({ id }) => id === "qkv")?.shape.join("×");
  const sized = {
    ...{ columns: columnsOf(config, steps), tokens: 12, at },
    ...{ mixed: "× weights", whole: whole ? LAYER.whole(whole) : "" },
  };
  const words = { ...MEASURES, layer: "layer", beside: "plain", ratio: String };
  const scene = layerScene(
    { measures, at: null, amount: String, words, sized },
    { width, palette: LIGHT, measure },
  );
  return { scene, blocks: blocksOf(sized.columns) };
}

for (const width of [340, 353, 620, 900])
  for (const [name, change, turn] of CASES) {
    test(`${name}, at ${width} px: every block is hit at its position, and nothing is outside`, () => {
      const { scene, blocks } = sceneOf(change, turn, width);
      const found = new Set();
      for (let y = 0; y < scene.height; y += 2) for (let x = 0; x < width; x += 1) found.add(scene.hit(x, y));
      for (const { id } of blocks) assert.ok(found.has(id), id);
      for (const mark of scene.marks)
        if (mark.kind === "rect")
          assert.ok(mark.x >= -2 && mark.x + mark.w <= width + 2, `${mark.x} + ${mark.w}`);
    });

    test(`${name}, at ${width} px: the largest matrix is large, and all have one scale`, () => {
      const drawn = sceneOf(change, turn, width).blocks.map((block) => {
        const { marks } = sceneOf(change, turn, width, block.id).scene;
        const outline = marks.find((mark) => mark.kind === "rect" && mark.line === 2);
        assert.ok(outline?.kind === "rect");
        return { ...block, w: outline.w - 4, h: outline.h - 4 };
      });
      const matrices = drawn.filter(({ id }) => id.startsWith("w"));
      assert.ok(Math.max(...matrices.flatMap(({ w, h }) => [w, h])) >= 80);
      const [first] = matrices;
      for (const { id, cols, w } of drawn)
        assert.ok(Math.abs(w - Math.max(2, (cols * first.h) / first.rows)) < 0.01, `${id}: ${w} px`);
    });

    test(`${name}, at ${width} px: no label touches another`, () => {
      const { scene } = sceneOf(change, turn, width);
      const texts = scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark] : []));
      for (const [i, a] of texts.entries())
        for (const b of texts.slice(i + 1)) {
          const [wa, wb] = [a, b].map((each) => measure(each.text, each.size));
          const left = (/** @type {typeof a} */ each, /** @type {number} */ wide) =>
            each.align === "end" ? each.x - wide : each.x;
          const apart =
            Math.abs(a.y - b.y) >= 11 || left(a, wa) >= left(b, wb) + wb || left(b, wb) >= left(a, wa) + wa;
          assert.ok(apart, `${a.text} (${a.x}, ${a.y}) and ${b.text} (${b.x}, ${b.y})`);
        }
    });
  }

test("a joint product's matrices touch, three products' do not; matrices and biases are divided by their heads", () => {
  const rects = (/** @type {LayerTurn} */ turn) =>
    sceneOf({}, turn, 900).scene.marks.flatMap((mark) => (mark.kind === "rect" ? [mark] : []));
  const count = (/** @type {LayerTurn} */ turn) => rects(turn).length;
  assert.equal(count({ bias: true }) - count({}), 3 * 8 + 1, "24 heads' parts, and b_O");
  const said = (/** @type {LayerTurn} */ turn) =>
    sceneOf({}, turn, 900).scene.marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  assert.ok(said({ fused: true, dV: 4 }).includes("qkv 1×12×160"));
  assert.ok(!said({ fused: false }).some((text) => text.startsWith("qkv")));
});
