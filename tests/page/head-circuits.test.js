// The circuits of a layer's heads, compared with plain algebra on matrices at full size, and the sum of heads.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import {
  copyingScores,
  factorsOf,
  indicesOfLargest,
  scorePairs,
  expressWrites,
} from "../../web/heads/state/circuits.js";
import { headIn } from "../../web/kit/state/head.js";
import { layerOptions, NOTHING_OWN } from "../../web/kit/state/own.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { learn } from "../../web/kit/state/trained-layer.js";
import { lessonOf } from "../../web/kit/state/translation-layer.js";
import { TRANSLATION_MODEL, TRANSLATION_SENTENCE } from "../../web/kit/state/translation-model.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { pictureOf, words, flat } from "./support/pictures.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { headSumOf, mixesHeads } from "../../web/walk/state/head-sum.js";
import { SELECTION, sceneOf } from "./support/scenes.js";

/** @typedef {import("../../web/kit/state/picture.js").Picture} Picture */
/** @typedef {number[][]} Rows */

const core = await loadCore();
const TOLERANCE = 1e-5;

/** @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor the last two dimensions of which are those of a matrix @returns {Rows} */
function rowsOf({ data, shape }) {
  const width = Number(shape.at(-1));
  return Array.from({ length: Number(shape.at(-2)) }, (_, i) =>
    Array.from({ length: width }, (_, j) => data[i * width + j]),
  );
}

/** @param {Rows} a @param {Rows} b @returns {Rows} */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, each, i) => sum + each * b[i][j], 0)));

/** @param {Rows} a @returns {Rows} */
const turned = (a) => a[0].map((_, j) => a.map((row) => row[j]));

/** The columns of head h among equal parts. @param {Rows} a @param {number} h @param {number} width */
const part = (a, h, width) => a.map((row) => row.slice(h * width, (h + 1) * width));

/** @param {Picture} picture @param {number} head */
const headOf = (picture, head) =>
  /** @type {import("../../web/heads/state/circuits.js").HeadOfLayer} */ (
    headIn(picture, /** @type {any} */ ({ head }))
  );

/** W_Q W_Kᵀ and W_V W_O of a head, at full size. @param {Picture} picture @param {number} head */
function matricesOf(picture, head) {
  const { dK, dV, numHeads, numKvHeads } = picture.config;
  const [wQ, wK, wV, wO] = /** @type {const} */ (["wQ", "wK", "wV", "wO"]).map((name) =>
    rowsOf(picture.weight(name)),
  );
  const group = Math.floor(head / (numHeads / numKvHeads));
  return {
    qk: times(part(wQ, head, dK), turned(part(wK, group, dK))),
    ov: times(part(wV, group, dV), wO.slice(head * dV, (head + 1) * dV)),
  };
}

/** @param {Rows} found @param {Rows} expected @param {string} what */
function assertSame(found, expected, what) {
  assert.deepEqual([found.length, found[0].length], [expected.length, expected[0].length], what);
  found.forEach((row, i) =>
    row.forEach((value, j) =>
      assert.ok(
        Math.abs(value - expected[i][j]) <= TOLERANCE * Math.max(1, Math.abs(expected[i][j])),
        `${what} at ${i}, ${j}: ${value}, expected ${expected[i][j]}`,
      ),
    ),
  );
}

/** @param {Rows} rows */
const ofLengthOne = (rows) => rows.map((row) => row.map((each) => each / Math.hypot(...row)));

test("each token looks for the keys that the matrices at full size give, and the head writes for each what they give", () => {
  const kinds = {
    constructed: {},
    "grouped heads": { weights: "random", dModel: 12, heads: 4, kvHeads: 2, dK: 3, dV: 5, tokens: words(5) },
    "cross-attention": { weights: "small", keyTokens: words(4), tokens: words(6) },
  };
  for (const [kind, change] of Object.entries(kinds)) {
    const picture = pictureOf(/** @type {any} */ (change));
    const { query, key = query } = /** @type {any} */ (picture.call);
    const [x, y] = [rowsOf(query), rowsOf(key)];
    for (const head of [0, picture.config.numHeads - 1]) {
      const { qk, ov } = matricesOf(picture, head);
      const scale = 1 / Math.sqrt(picture.config.dK);
      const scores = times(times(x, qk), turned(y)).map((row) => row.map((each) => each * scale));
      assertSame(scorePairs(headOf(picture, head)), scores, `${kind}, head ${head}: scores`);
      const { by, words: names, values } = expressWrites(headOf(picture, head));
      assert.equal(by, "cosines");
      assert.deepEqual(names, picture.settings.tokens);
      const cosines = times(ofLengthOne(times(y, ov)), turned(ofLengthOne(x)));
      assertSame(values, cosines, `${kind}, head ${head}: cosines`);
    }
    picture.dispose();
  }
});

test("what each token looks for is the head's scores, where there are no masks and positions", () => {
  const picture = pictureOf();
  const { data, shape } = picture.tensor("scaled");
  for (const head of [2, 5]) {
    const size = shape[2] * shape[3];
    const scores = rowsOf({
      data: data.subarray(head * size, (head + 1) * size),
      shape: [shape[2], shape[3]],
    });
    assertSame(scorePairs(headOf(picture, head)), scores, `head ${head}`);
  }
  picture.dispose();
});

test("in a batch, the circuits read the rows of the faced sentence", () => {
  const tokens = words(3);
  const whole = pictureOf({ tokens, batchTokens: ["w5 w6 w7"] });
  const second = whole.at?.(1, whole.settings) ?? assert.fail("no second sentence");
  const of = /** @type {any} */ (headIn(second, /** @type {any} */ ({ batch: 1, head: 3 })));
  assert.equal(of.item, 1);
  const alone = pictureOf({ tokens: ["w5", "w6", "w7"] });
  assertSame(scorePairs(of), scorePairs(headOf(alone, 3)), "scores");
  for (const each of [whole, alone]) each.dispose();
});

test("a head that writes what it reads has a copying score of 1, one that takes it away of -1, and large heads are left out", () => {
  const settings = { ...DEFAULTS, dModel: 4, heads: 2, tokens: words(3) };
  const layer = core.createLayer(layerOptions({ ...settings, weights: "random" }, NOTHING_OWN));
  const parameters = layer.weights();
  const identity = Float32Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0));
  parameters.wV = { data: identity, shape: [4, 4] };
  parameters.wO = { data: identity.map((each, i) => (i < 8 ? each : -2 * each)), shape: [4, 4] };
  const picture = compute(core, settings, { own: { ...NOTHING_OWN, parameters } });
  const scores = copyingScores(/** @type {any} */ (picture)) ?? [];
  assert.ok(Math.abs(scores[0] - 1) < TOLERANCE && Math.abs(scores[1] + 1) < TOLERANCE, `${scores}`);
  assert.deepEqual(factorsOf(picture, 1).wO.data, parameters.wO.data.slice(8));
  const large = pictureOf({ dModel: 512, heads: 1, weights: "small", tokens: words(2) });
  assert.equal(copyingScores(/** @type {any} */ (large)), null);
  for (const each of [picture, layer, large]) each.dispose();
});

test("the trained layer writes words of its task, by the model's output matrix", async (t) => {
  const settings = { training: "task=reference&step=2", seed: 3, heads: 4, dModel: 16 };
  const lesson = await learn(settings, () => true);
  t.after(() => lesson.end());
  const tokens = lesson.model.example().tokens;
  const asked = { ...DEFAULTS, tokens, heads: 4, dModel: 16, weights: /** @type {const} */ ("trained") };
  const { own } = lesson.read(asked, 1);
  const picture = compute(core, asked, { own });
  const { ov } = matricesOf(picture, 2);
  const unembedding = rowsOf(lesson.model.parameters()["unembedding.w"]);
  const source = rowsOf(/** @type {any} */ (own.source));
  const expected = times(times(source, ov), unembedding).map((row) => {
    const mean = row.reduce((sum, each) => sum + each, 0) / row.length;
    return row.map((each) => each - mean);
  });
  const { by, words: names, values } = expressWrites(headOf(picture, 2));
  assert.equal(by, "logits");
  assert.deepEqual(names, lesson.model.words);
  assertSame(values, expected, "logits above their mean");
  picture.dispose();
});

test("the decoder of the model that translates writes French words, and its encoder rows of its sentence", (t) => {
  const lesson = lessonOf(core.createModel(TRANSLATION_MODEL));
  t.after(() => lesson.end());
  for (const kind of /** @type {const} */ (["encoder", "decoder", "cross"])) {
    const tokens = tokenize(TRANSLATION_SENTENCE);
    const asked = { ...DEFAULTS, tokens, weights: /** @type {const} */ ("translation"), attentionKind: kind };
    const { own, settings } = lesson.read(asked);
    const picture = compute(core, { ...asked, ...settings }, { own });
    const { by, words: names, values } = expressWrites(headOf(picture, 1));
    const isOfSentence = kind === "encoder";
    assert.equal(by, isOfSentence ? "cosines" : "logits");
    assert.deepEqual(names, isOfSentence ? picture.settings.tokens : lesson.model.targetWords);
    assert.equal(values[0].length, names.length);
    picture.dispose();
  }
});

test("the largest values come first, and NaN is left out", () => {
  assert.deepEqual(indicesOfLargest([1, NaN, 3, 2], 2), [2, 3]);
  assert.deepEqual(indicesOfLargest([NaN], 2), []);
});

/** @typedef {import("../../web/walk/state/head-sum.js").HeadSum} HeadSum */

const PICTURES = new Map([
  ["the opening sentence", pictureOf()],
  ["shared keys and values", pictureOf({ kvHeads: 2 })],
  ["wide values and biases", pictureOf({ dK: 2, dV: 7, bias: true, tokens: words(4) })],
  ["random weights", pictureOf({ weights: "random", seed: 7, dModel: 24, heads: 3 })],
]);

/** @param {Picture} picture @param {object} [change] @param {string} [id] */
const sumIn = (picture, change = {}, id = "output") =>
  headSumOf({ picture, step: /** @type {any} */ (picture.step(id)), selection: SELECTION, ...change });

/** @param {Picture} picture @param {object} [change] */
const drawnSum = (picture, change) => /** @type {HeadSum} */ (sumIn(picture, change));

/** What a head adds to an element of the output, from the concatenated heads and W_O. @param {Picture} picture @param {number} head @param {number} token @param {number} column */
function termOf(picture, head, token, column) {
  const { dV, numHeads } = picture.config;
  const [concat, wO] = [picture.values("concat"), picture.weight("wO")];
  let term = 0;
  for (let i = head * dV; i < (head + 1) * dV; i++)
    term += concat[token * numHeads * dV + i] * wO.data[flat(wO.shape, [i, column])];
  return term;
}

/** @param {number} value @param {number} should @param {string} what */
const near = (value, should, what) =>
  assert.ok(Math.abs(value - should) < 1e-5, `${what}: ${value}, not ${should}`);

test("each head adds its features times its rows of W_O, and the terms add up to the output", () => {
  for (const [name, picture] of PICTURES)
    for (const off of [[], [1], [0, 2]]) {
      const scales = Object.fromEntries(off.map((head) => [head, 0]));
      const { terms, output, bias } = drawnSum(picture, { scales });
      const [, heads, tokens, features] = terms.shape;
      for (let token = 0; token < tokens; token++)
        for (let column = 0; column < features; column++) {
          let sum = bias?.[column] ?? 0;
          for (let head = 0; head < heads; head++) {
            const should = off.includes(head) ? 0 : termOf(picture, head, token, column);
            near(terms.data[flat(terms.shape, [0, head, token, column])], should, `${name}, head ${head}`);
            sum += should;
          }
          near(output.data[token * features + column], sum, `${name} without ${off}`);
        }
      if (!off.length) assert.deepEqual(output.data, picture.values("output"), name);
    }
});

test("with heads off, the sum is the output of the core's layer with these heads at 0", () => {
  const picture = PICTURES.get("the opening sentence") ?? pictureOf();
  const { output, off } = drawnSum(picture, { scales: { 2: 0, 5: 0.5 } });
  const headScale = Float32Array.of(1, 1, 0, 1, 1, 0.5, 1, 1);
  const run = /** @type {any} */ (picture.layer).forward({ ...picture.call, headScale });
  assert.deepEqual(output.data, run.output.data);
  assert.notDeepEqual(output.data, picture.values("output"));
  assert.deepEqual([2, 5, 6].map(off), [true, false, false]);
});

test("with the identity as W_O, the sum is the heads side by side, each in its own columns", () => {
  const picture = pictureOf({ tokens: words(5) });
  const { terms, output, identity, width } = drawnSum(picture, { identity: true });
  assert.ok(identity);
  assert.deepEqual(output.data, picture.values("concat"));
  const [, heads, tokens, features] = terms.shape;
  for (let head = 0; head < heads; head++)
    for (let column = 0; column < features; column++) {
      const own = Math.floor(column / width) === head;
      const at = flat(terms.shape, [0, head, tokens - 1, column]);
      assert.equal(
        terms.data[at],
        own ? output.data[(tokens - 1) * features + column] : 0,
        `${head}, ${column}`,
      );
    }
  const without = drawnSum(picture, { identity: true, scales: { 3: 0 } }).output.data;
  const should = picture.values("concat").map((value, i) => (Math.floor((i % 64) / 8) === 3 ? 0 : value));
  assert.deepEqual(without, should);
  assert.deepEqual(
    picture.weight("wO").data,
    pictureOf({ tokens: words(5) }).weight("wO").data,
    "the layer keeps W_O",
  );
});

test("W_O is the identity only where it is square", () => {
  const wide = /** @type {Picture} */ (PICTURES.get("wide values and biases"));
  const { fitsIdentity, identity, output } = drawnSum(wide, { identity: true });
  assert.deepEqual([fitsIdentity, identity], [false, false]);
  assert.deepEqual(output.data, wide.values("output"));
});

test("the step that mixes heads is found by its operation and axes", () => {
  for (const [name, { steps }] of PICTURES) {
    const found = steps.filter((step) => mixesHeads({ ...step, id: `other_${step.id}` }, steps));
    assert.deepEqual(
      found.map(({ id }) => id),
      ["output"],
      name,
    );
  }
});

test("other steps, one head and wrong paths have no sum", () => {
  assert.equal(sumIn(pictureOf(), {}, "q"), null);
  assert.equal(sumIn(pictureOf(), {}, "concat"), null);
  assert.equal(sumIn(pictureOf({ heads: 1 })), null);
  assert.equal(sumIn(pictureOf({}, { fault: "no_scale" })), null);
});

test("a sentence of a batch has the sum that it has alone, and padding has none", () => {
  const batch = pictureOf({ batchTokens: ["it", "sat"], tokens: words(4) });
  const alone = pictureOf({ tokens: words(4) });
  assert.deepEqual(drawnSum(batch).terms, drawnSum(alone).terms);
  const short = /** @type {any} */ (batch).at(1, { ...batch.settings, tokens: ["it", "sat"] });
  for (const token of [0, 1, 2, 3]) {
    const { switches } = sceneAt(short, 900, { selection: { ...SELECTION, batch: 1, token } });
    assert.equal(switches === undefined, token > 1, `token ${token}`);
  }
});

/** The scene at the step that mixes heads. @param {Picture} picture @param {number} width @param {object} [change] @returns {any} */
const sceneAt = (picture, width, change) => sceneOf(picture, "output", width, change);

test("a strip for each head can be pressed: inside the picture, large enough, apart", () => {
  const wide = pictureOf({ dModel: 256, heads: 32, tokens: words(3) });
  for (const [name, picture] of new Map([...PICTURES, ["32 heads", wide]]))
    for (const width of [358, 560, 888]) {
      const { switches, ...scene } = sceneAt(picture, width);
      assert.equal(switches.heads.length, picture.config.numHeads, name);
      assert.equal(Boolean(switches.identity), name !== "wide values and biases", name);
      let end = switches.identity ? switches.identity.y + switches.identity.h : 0;
      for (const { x, y, w, h } of switches.heads) {
        assert.ok(x >= 0 && x + w <= width && h >= 24 && w >= 24, `${name} in ${width} px`);
        assert.ok(y >= end - 6 && y + h <= scene.height, `${name} in ${width} px: ${y} after ${end}`);
        end = y + h;
      }
    }
});

test("beside W_O, each strip is in line with the rows that make it", () => {
  const { switches, parts } = sceneAt(pictureOf(), 888);
  const [left, { y, tensor }] = parts;
  const rows = tensor.layout.height / 8;
  for (const [head, strip] of switches.heads.entries())
    assert.deepEqual(strip, { x: left.x, y: y + head * rows, w: left.tensor.layout.width, h: rows });
});

test("numbers of the selected feature stand beside the strips; a head that is off is hollow", () => {
  const picture = pictureOf();
  for (const width of [358, 888])
    for (const scales of [{}, { 2: 0 }]) {
      const { marks, switches } = sceneAt(picture, width, { scales });
      const said = (/** @type {number} */ y) =>
        marks.find(
          (/** @type {any} */ mark) =>
            mark.kind === "text" &&
            mark.align === "end" &&
            Math.abs(mark.y - y - 4.5) < 0.01 &&
            mark.x < switches.heads[0].x,
        )?.text;
      for (const [head, { y, h }] of switches.heads.entries()) {
        const isOff = head in scales;
        const number = termOf(picture, head, 7, 0).toFixed(3).replace("-", "−");
        assert.equal(said(y + h / 2), isOff ? "off" : number, `head ${head}`);
        const hollow = marks.filter(
          (/** @type {any} */ mark) =>
            mark.kind === "rect" && mark.stroke === LIGHT.swatch(head) && mark.y === y + 2.5,
        );
        assert.equal(hollow.length, Number(isOff), `head ${head}`);
      }
      const sum = picture.values("output")[7 * 64] - (2 in scales ? termOf(picture, 2, 7, 0) : 0);
      assert.equal(switches.said, `sum: ${sum.toFixed(3).replace("-", "−")}`);
    }
});
