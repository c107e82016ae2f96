// The opening: which head it shows, how the arc is drawn and moves, and where its model comes from.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { after } from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { MODEL_FILES, STORY_STEP, modelFile, withDefaultModel } from "../../web/kit/state/default-model.js";
import { endingsOf } from "../../web/elements/settings/endings.js";
import { lookIn } from "../../web/kit/state/kept-models.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { placeAmong } from "../../web/kit/state/tokens.js";
import { whyOf } from "../../web/kit/text/steps.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { headName, namesOfHeads } from "../../web/kit/text/head-names.js";
import { habitAt } from "../../web/kit/state/habits.js";
import { mapScene } from "../../web/opening/draw/map.js";
import { sentenceScene } from "../../web/opening/draw/sentence.js";
import { openingOf, sharesOf } from "../../web/opening/state/opening.js";
import { OpeningStore } from "../../web/opening/state/opening-store.js";
import { REFERENCE_OPENING } from "../../web/opening/state/reference-opening.js";
import { offerStoredOpening, readOpening, storeOpening } from "../../web/opening/state/stored-opening.js";

const core = await loadCore();
const model = core.createModel({ seed: 1 });
model.load(readFileSync(inRoot("models", MODEL_FILES[STORY_STEP])));
const opening = openingOf(model);
const measure = (/** @type {string} */ text, size = 12.5) => text.length * size * 0.55;
const surface = (/** @type {number} */ width) => ({ width, palette: LIGHT, measure });
const READ = "the animal did not cross the street because it was too tired".split(" ");

test("the head is the one that finds the noun with both endings, with the model's own weights", () => {
  const { layer, head, from, endings, sentences } = opening;
  assert.deepEqual([layer, head], [1, 0]);
  assert.deepEqual([endings.map(({ tokens, to }) => tokens[to]), from], [["animal", "street"], 8]);
  const least = Array.from({ length: 8 }, (_, i) =>
    Math.min(
      ...endings.map(({ tokens, to }) => {
        const { data } = model.predict([...tokens]).attention[Math.floor(i / 4)];
        return data[(i % 4) * 144 + from * 12 + to];
      }),
    ),
  );
  assert.equal(least.indexOf(Math.max(...least)), layer * 4 + head);
  assert.equal(sentences, 2000);
  for (const { word, weights, weight, to } of endings) {
    const said = model.predict([...READ.slice(0, -1), word]).attention[layer].data;
    assert.deepEqual(weights, said.slice(head * 144, (head + 1) * 144));
    assert.equal(weight, weights[from * 12 + to]);
    assert.ok(weight > 0.65 && weight < 0.85, `${word}: ${weight}, which is not saturated`);
  }
});

/** The thickest curve of the sentence. @param {import("../../web/kit/draw/marks.js").Scene} scene */
function arcIn({ marks }) {
  const curves = marks.filter((mark) => mark.kind === "path");
  const thickest = curves.reduce((a, b) => (Number(b.line) > Number(a.line) ? b : a));
  const [x, , , , , , to] = thickest.d
    .split(/[^\d.-]+/)
    .filter(Boolean)
    .map(Number);
  return { x, to, line: Number(thickest.line) };
}

const wordAt = (
  /** @type {import("../../web/kit/draw/marks.js").Scene} */ { marks },
  /** @type {number} */ x,
) => marks.find((mark) => mark.kind === "text" && Math.abs(mark.x - x) < 0.01 && /^[a-z]+$/.test(mark.text));

for (const [width, lines] of [
  [1200, 1],
  [800, 1],
  [358, 2],
])
  test(`${width} px: the arc runs from “it” to the word of the ending, as thick as its weight, and jumps with the ending`, () => {
    for (const [at, word] of ["animal", "street"].entries()) {
      const scene = sentenceScene(opening, { before: at, after: at, t: 1 }, surface(width));
      const { x, to, line } = arcIn(scene);
      assert.deepEqual(
        [wordAt(scene, x), wordAt(scene, to)].map((mark) => /** @type {any} */ (mark)?.text),
        ["it", word],
      );
      assert.ok(Math.abs(line - 13 * opening.endings[at].weight) < 1e-9);
      const words = scene.marks.filter(
        (mark) => mark.kind === "text" && READ.concat("wide").includes(mark.text),
      );
      assert.equal(new Set(words.map((mark) => /** @type {any} */ (mark).y)).size, lines);
      for (const mark of words) {
        const half = measure(/** @type {any} */ (mark).text, /** @type {any} */ (mark).size) / 2;
        assert.ok(
          /** @type {any} */ (mark).x - half >= -1 && /** @type {any} */ (mark).x + half <= width + 1,
        );
      }
    }
    const [from, to] = [0, 1].map(
      (t) => arcIn(sentenceScene(opening, { before: 0, after: 1, t }, surface(width))).to,
    );
    const half = arcIn(sentenceScene(opening, { before: 0, after: 1, t: 0.5 }, surface(width))).to;
    assert.ok(Math.abs(half - (from + to) / 2) < 1e-6, "on its way");
  });

test("arcs and numbers go to every word with .02 or more, and the printed shares add up to 1", () => {
  for (const ending of opening.endings)
    for (let asks = 0; asks < 12; asks++) {
      const { shown, others, rest } = sharesOf(ending, asks);
      const row = ending.weights.subarray(asks * 12, (asks + 1) * 12);
      assert.deepEqual(
        [...shown.keys()],
        [...row.keys()].filter((i) => row[i] >= 0.02),
      );
      assert.equal(others, 12 - shown.size);
      assert.equal(
        [...shown.values()].reduce((sum, share) => sum + share, rest),
        100,
        `${ending.word} ${asks}`,
      );
      for (const [i, share] of shown) assert.ok(Math.abs(share - 100 * row[i]) < 1, `${share} for ${row[i]}`);
    }
  const { marks } = sentenceScene(opening, { before: 0, after: 0, t: 1 }, surface(1200));
  const texts = marks.filter((mark) => mark.kind === "text" && mark.text.startsWith("."));
  assert.deepEqual(texts.map((mark) => /** @type {any} */ (mark).text).sort(), [".03", ".04", ".05", ".82"]);
  assert.equal(marks.filter((mark) => mark.kind === "path").length, 3, "no arc from a word to itself");
});

test("another word's arcs start at that word, and a place on the map is the cell of two words", () => {
  const scene = sentenceScene(opening, { before: 0, after: 0, t: 1 }, surface(1200), 11);
  assert.equal(/** @type {any} */ (wordAt(scene, arcIn(scene).x)).text, "tired");
  const map = mapScene(opening, { before: 0, after: 0, t: 1 }, surface(420), { asks: 3 });
  const [cells] = map.marks.filter((mark) => mark.kind === "cells");
  assert.deepEqual(map.cellAt(cells.x + 4.5 * cells.cw, 3.5 * cells.ch), { query: 3, key: 4 });
  assert.equal(map.cellAt(cells.x - 1, 10), null);
});

test("the map has a cell for each pair of words, coloured by its weight", () => {
  const { marks } = mapScene(opening, { before: 0, after: 0, t: 1 }, surface(420));
  const [cells] = marks.filter((mark) => mark.kind === "cells");
  assert.equal(cells.rgba.length, 144);
  assert.equal(cells.rgba[8 * 12 + 1], LIGHT.attention[Math.round(255 * opening.endings[0].weight)]);
});

/** Stored models, by request. @type {Map<string, Uint8Array>} */
const kept = new Map();
let isBroken = false;
lookIn({
  find: async (asked) => {
    const file = modelFile(asked);
    if (file) return isBroken ? new Uint8Array(80) : readFileSync(inRoot("models", file));
    return kept.get(JSON.stringify(asked)) ?? null;
  },
  keep: async (asked, bytes) => kept.set(JSON.stringify(asked), bytes),
});

/** @param {Record<string, unknown>} change */
async function walked(change) {
  const store = new Store();
  store.take({ tokens: READ, weights: "trained", heads: 4, layer: 1, ...change });
  await store.load();
  return store;
}

test("the model at the default settings is read and never trained; another is trained once, and stored", async (context) => {
  const trains = context.mock.method(Object.getPrototypeOf(model), "train");
  const store = await walked({ training: `step=${STORY_STEP}` });
  assert.equal(trains.mock.callCount(), 0);
  const weights = store.state.picture?.values("weights") ?? [];
  opening.endings[0].weights.forEach((weight, i) =>
    assert.ok(Math.abs(weight - weights[opening.head * 144 + i]) < 1e-6),
  );
  const other = await walked({ training: "step=3" });
  assert.equal(trains.mock.callCount(), 3);
  const again = await walked({ training: "step=3" });
  assert.equal(trains.mock.callCount(), 3, "found where it was kept");
  assert.deepEqual(again.state.picture?.values("weights"), other.state.picture?.values("weights"));
  const shown = new OpeningStore();
  await shown.load();
  assert.deepEqual(shown.state.opening, opening);
  assert.equal(trains.mock.callCount(), 3);
  shown.choose("wide");
  assert.equal(shown.state.ending, 1);
  shown.choose("blue");
  assert.match(shown.state.invalidValues.ending.message, /^ending "blue" is none of tired, wide$/);
  assert.equal(shown.state.ending, 1);
});

test("a file of another model is ignored, and the model is trained", async (context) => {
  isBroken = true;
  after(() => (isBroken = false));
  const trains = context.mock.method(Object.getPrototypeOf(model), "train");
  const store = new OpeningStore();
  await store.load();
  assert.ok(trains.mock.callCount() > 0);
  assert.deepEqual(store.state.opening, opening);
  isBroken = false;
});

test("the package's numbers are those of the model, to the bit, and are written with few digits", () => {
  assert.deepEqual(readOpening(REFERENCE_OPENING), opening);
  assert.deepEqual(storeOpening(opening), REFERENCE_OPENING);
  const ending = { word: "a", tokens: ["a"], weights: Float32Array.of(0.1), to: 0, weight: Math.fround(0.1) };
  assert.equal(storeOpening({ ...opening, endings: [ending] }).endings[0].weights, "0.1");
});

test("stored numbers are shown before the core is asked, and then replaced by its own; without the core they stay", async (context) => {
  const weights = REFERENCE_OPENING.endings[0].weights.replace(/^\S+/, "0.5");
  const stored = { ...REFERENCE_OPENING, endings: [{ ...REFERENCE_OPENING.endings[0], weights }] };
  offerStoredOpening(/** @type {any} */ (stored));
  after(() => offerStoredOpening(/** @type {any} */ (null)));
  const creates = context.mock.method(core, "createModel");
  const store = new OpeningStore();
  await store.load();
  assert.deepEqual([store.state.status, creates.mock.callCount()], ["ready", 0]);
  assert.equal(store.state.opening?.endings[0].weights[0], 0.5);
  creates.mock.mockImplementationOnce(() => {
    throw new Error("no memory");
  });
  await store.replaceStored();
  assert.deepEqual([store.state.status, store.state.opening?.endings.length], ["ready", 1], "they stay");
  await store.replaceStored();
  assert.deepEqual(store.state.opening, opening);
  await store.replaceStored();
  assert.equal(creates.mock.callCount(), 2, "replaced once");
});

test("a head's name has the layer if there are several, and the measured role if there is one", async () => {
  const store = await walked({});
  const picture = /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);
  const names = namesOfHeads(picture);
  assert.deepEqual(
    [names.full(3), names.first(3), names.short(3)],
    ["layer 1, head 3", "Layer 1, head 3", "1.3"],
  );
  assert.equal(headName(null, 3), "head 3");
  assert.equal(habitAt(picture, 3, {}), "it → its noun >.99");
  assert.match(whyOf(/** @type {any} */ (picture.step("query")), sizesOf(picture)), /layers before/);
});

test("the first layer's window follows from its mask", async () => {
  const store = await walked({ layer: 0 });
  const picture = /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);
  assert.equal(picture.own.window, 3);
  const masked = picture.values("masked");
  for (let key = 0; key < 12; key++)
    assert.equal(masked[4 * 12 + key] === -Infinity, key < 4 || key > 7, `key ${key} of query 4`);
  const why = whyOf(/** @type {any} */ (picture.step("masked")), sizesOf(picture));
  assert.match(why, /sees itself and the \$window tokens after it/);
  assert.doesNotMatch(why, /later/);
});

test("trained weights chosen by a reader are the default model's, and the selected word stays selected", async () => {
  const tokens = "The animal didn't cross the street because it was too tired .".split(" ");
  const store = new Store();
  store.take({ tokens });
  await store.load();
  store.select({ token: 7, key: 1 });
  store.configure(withDefaultModel(store.state.settings, { weights: "trained" }));
  await store.settled();
  const { settings, selection, picture } = store.state;
  assert.deepEqual([settings.heads, settings.tokens], [4, READ]);
  assert.deepEqual([READ[Number(selection.token)], READ[Number(selection.key)]], ["it", "animal"]);
  assert.equal(picture?.own.model?.step, 600);
  assert.deepEqual(withDefaultModel({ ...settings, ...DEFAULTS, heads: 2 }, { weights: "trained" }), {
    weights: "trained",
  });
  store.configure({
    tokens: "the huge animal did not cross the blue street because it was too tired".split(" "),
  });
  assert.match(store.state.problem?.message ?? "", /does not know the words huge, blue; it knows /);
});

test("the same word is found among the tokens that a model reads", () => {
  const words = "The animal didn't cross the street .".split(" ");
  const read = "the animal did not cross the street".split(" ");
  assert.deepEqual(
    words.map((_, i) => placeAmong(read, words, i)),
    [0, 1, 2, 4, 5, 6, 6],
  );
});

test("only the sentence of a trained model's task offers endings", () => {
  const trained = { weights: /** @type {const} */ ("trained"), training: "" };
  assert.deepEqual(endingsOf({ ...trained, tokens: READ })?.with("wide"), [...READ.slice(0, -1), "wide"]);
  assert.equal(endingsOf({ ...trained, tokens: READ.slice(1) }), null);
  assert.equal(endingsOf({ ...trained, tokens: [...READ.slice(0, -1), "hungry"] }), null);
  assert.equal(endingsOf({ ...trained, weights: "random", tokens: READ }), null);
});
