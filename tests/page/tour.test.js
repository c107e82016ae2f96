// The tour goes through every step, each with a caption, at the reader's speed; the stages of steps, and motion.
import assert from "node:assert/strict";
import test from "node:test";
import "../../web/elements/languages.js";
import { SPEEDS } from "../../web/kit/state/playback.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { tourFrom, entryOf, moveFrom, stagesOf } from "../../web/kit/state/stages.js";
import { Store } from "../../web/kit/state/store.js";
import { wordsOf } from "../../web/kit/text/steps.js";
import { TOUR, captionFor } from "../../web/walk/words-tour.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { pictureOf, variousPictures, words, flat, indices, measure } from "./support/pictures.js";
import { flightOf } from "../../web/walk/draw/flight.js";
import { cloudAt } from "../../web/kit/draw/motion.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { stageScene } from "../../web/walk/draw/stage.js";
import { hitStage } from "../../web/kit/draw/stage-parts.js";
import { cellOf } from "../../web/kit/draw/slices.js";
import { NOTHING } from "../../web/kit/state/selection.js";

const LANGUAGES = [{}, { locale: french }, { locale: chinese }];
const SENTENCES = /[.!?。？！](?=\s|$|(?<=[。？！]))/g;

async function loaded() {
  const store = new Store();
  store.configure({ tokens: words(6) }, "host");
  await store.load();
  return store;
}

test("the tour goes through queries, keys and values of every stage, and stops at both ends", () => {
  const { stages } = pictureOf();
  const ids = [];
  for (let id = "x"; ;) {
    ids.push(id);
    const next = tourFrom(stages, id, 1);
    if (!next) break;
    id = next.id;
  }
  const lanes = ["q k v", "q_split k_split v_split", "q_heads k_heads v_heads"];
  const line = "k_t scores scaled weights context context_t context_c concat output";
  assert.equal(ids.join(" "), ["x", ...lanes, line].join(" "));
  assert.equal(tourFrom(stages, "k", -1)?.id, "q");
  assert.equal(tourFrom(stages, "x", -1), null);
});

test("every step has a caption of one or two short sentences of its own, in every language", () => {
  const pictures = [
    ...variousPictures().values(),
    pictureOf({ keyTokens: words(9) }),
    pictureOf({ kvHeads: 2 }),
  ];
  for (const speaker of LANGUAGES)
    for (const picture of pictures)
      for (const step of picture.steps) {
        const said = captionFor(step, sizesOf(picture, step.lane), speaker);
        const what = `${step.id}: ${said}`;
        assert.doesNotMatch(said, /\$|undefined|NaN/, what);
        assert.ok(said.length <= 140, `${what} has ${said.length} letters`);
        const count = said.match(SENTENCES)?.length ?? 0;
        assert.ok(count >= 1 && count <= 2, `${what} has ${count} sentences`);
        assert.notEqual(said, wordsOf(step, speaker).title, what);
      }
});

test("a step without a caption has its operation's caption, otherwise its title", () => {
  const { operations } = pictureOf();
  for (const op of Object.keys(operations))
    assert.equal(captionFor({ id: "new", op }, {}), TOUR.operations[op], `${op} has a caption`);
  assert.equal(captionFor({ id: "new", op: "unheard_of" }, {}), "new");
});

test("a tour opens at the first step, and closing it stops playing", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const store = await loaded();
  store.tour(true, { plays: true });
  const { step, touring, playing } = store.state;
  assert.deepEqual([step, touring, playing], ["x", true, true]);
  context.mock.timers.tick(5000);
  assert.equal(store.state.step, "q");
  store.move(1, "host"); // not the same move as the timer's
  assert.equal(store.state.step, "k", "Next goes through the lanes, too");
  store.tour(false);
  assert.deepEqual([store.state.touring, store.state.playing, store.state.step], [false, false, "k"]);
  context.mock.timers.tick(50_000);
  assert.equal(store.state.step, "k");
  store.move(1);
  assert.equal(store.state.step, "k_split", "outside the tour a lane is kept");
});

test("Play opens the tour, and a new speed applies at once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const store = await loaded();
  assert.ok(SPEEDS.includes(0.5) && SPEEDS.includes(1) && SPEEDS.includes(2));
  store.goTo("q");
  store.play(true);
  assert.deepEqual([store.state.touring, store.state.step], [true, "k"]);
  store.pace(2);
  context.mock.timers.tick(2500);
  assert.equal(store.state.step, "v");
  store.pace(0.5);
  context.mock.timers.tick(9999);
  assert.equal(store.state.step, "v");
  context.mock.timers.tick(1);
  assert.equal(store.state.step, "q_split");
});

const plain = pictureOf();
const masked = pictureOf({ causal: true });
const ids = (/** @type {import("./support/pictures.js").Picture} */ picture) =>
  stagesOf(picture.steps).map((stage) => stage.map((step) => step.id).join(" "));

test("there are twelve stages, and thirteen with a mask", () => {
  const before = ["x", "q k v", "q_split k_split v_split", "q_heads k_heads v_heads", "k_t scores", "scaled"];
  const after = ["weights", "context", "context_t", "context_c", "concat", "output"];
  assert.deepEqual(ids(plain), [...before, ...after]);
  assert.deepEqual(ids(masked), [...before, "masked", ...after]);
});

test("a stage opens on the main line, otherwise on the reader's lane, otherwise on its first step", () => {
  const [x, project, , , scores] = plain.stages;
  assert.equal(entryOf(scores, "q").id, "scores");
  assert.equal(entryOf(project, "v").id, "v");
  assert.equal(entryOf(project, null).id, "q");
  assert.equal(entryOf(x, "k").id, "x");
});

test("moving stays on the lane, and stops at both ends", () => {
  assert.equal(moveFrom(plain.stages, "k", 1, "k")?.id, "k_split");
  assert.equal(moveFrom(plain.stages, "v_heads", 1, "v")?.id, "scores");
  assert.equal(moveFrom(plain.stages, "k_t", 1, "k")?.id, "scaled");
  assert.equal(moveFrom(plain.stages, "scaled", -1, null)?.id, "scores");
  assert.equal(moveFrom(plain.stages, "x", -1, null), null);
  assert.equal(moveFrom(plain.stages, "output", 1, null), null);
});

const picture = pictureOf({ weights: "random" });

/** @param {string} id @param {number} width @param {typeof picture} [of] */
function sceneOf(id, width, of = picture) {
  const step = /** @type {import("../../web/core/types.js").Step} */ (of.step(id));
  return stageScene({ picture: of, step, selection: NOTHING }, { width, palette: LIGHT, measure });
}

/** The numbers on show: random, so that no two are the same. @param {import("../../web/walk/draw/stage.js").Part} part */
function shownValues({ step, tensor: { layout } }) {
  return [...indices(step.shape)].flatMap((index) =>
    cellOf(layout, index) ? picture.values(step.id)[flat(step.shape, index)] : [],
  );
}

/** @param {import("../../web/walk/draw/stage.js").StageScene} scene @param {Float32Array} places @param {number} i @returns {{ id: string, value: number }} */
function valueAt(scene, places, i) {
  const [x, y, w, h] = places.subarray(4 * i, 4 * i + 4);
  const hit = hitStage(scene, x + w / 2, y + h / 2);
  assert.ok(hit, `nothing at ${x}, ${y}`);
  const step = /** @type {import("../../web/core/types.js").Step} */ (picture.step(hit.id));
  return { id: hit.id, value: picture.values(hit.id)[flat(step.shape, hit.index)] };
}

for (const width of [358, 900])
  for (const [id, from] of Object.entries({
    q_split: "q",
    q_heads: "q_split",
    k_t: "k_heads",
    context_t: "context",
    context_c: "context_t",
    concat: "context_c",
  }))
    test(`into ${id}, every element moves from its own place in ${from}, at ${width} px`, () => {
      const scene = sceneOf(id, width);
      const flight = flightOf(scene);
      assert.ok(flight);
      // A narrow picture shows some of the heads: what travels is seen at both ends.
      const seen = scene.parts.map(shownValues);
      const both = seen[1].filter((value) => seen[0].includes(value));
      assert.equal(flight.rgba.length, both.length);
      assert.equal(both.length, width > 500 ? 12 * 64 : seen[0].length);
      for (let i = 0; i < flight.rgba.length; i++) {
        const start = valueAt(scene, flight.from, i);
        const end = valueAt(scene, flight.to, i);
        assert.deepEqual([start.id, end.id], [from, id]);
        assert.equal(start.value, end.value);
      }
      const ends = Array.from(flight.rgba, (_, i) => flight.to.subarray(4 * i, 4 * i + 2).join());
      assert.equal(new Set(ends).size, both.length);
    });

test("computed numbers do not move, nor do too many cells", () => {
  for (const id of ["x", "q", "scores", "scaled", "weights", "context", "output"])
    assert.equal(flightOf(sceneOf(id, 900)), null, id);
  const large = pictureOf({ tokens: words(40), dModel: 256 });
  assert.equal(flightOf(sceneOf("q_split", 2400, large)), null);
});

test("cells start at their old positions and end at their new ones", () => {
  const flight = /** @type {import("../../web/kit/draw/motion.js").Flight} */ (
    flightOf(sceneOf("q_heads", 900))
  );
  assert.deepEqual(cloudAt(flight, 0).xywh, flight.from);
  assert.deepEqual(cloudAt(flight, 1).xywh, flight.to);
  const half = cloudAt(flight, 0.5).xywh;
  half.forEach((value, i) => assert.ok(Math.abs(value - (flight.from[i] + flight.to[i]) / 2) < 1e-3));
});
