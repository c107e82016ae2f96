// The tour goes through every step, each with a caption, at the reader's speed.
import assert from "node:assert/strict";
import test from "node:test";
import "../../web/elements/languages.js";
import { SPEEDS } from "../../web/kit/state/playback.js";
import { sizesOf } from "../../web/kit/state/sizes.js";
import { tourFrom } from "../../web/kit/state/stages.js";
import { Store } from "../../web/kit/state/store.js";
import { wordsOf } from "../../web/kit/text/steps.js";
import { TOUR, captionFor } from "../../web/walk/words-tour.js";
import chinese from "#words/zh";
import french from "#words/fr";
import { pictureOf, variousPictures, words } from "./support/pictures.js";

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
