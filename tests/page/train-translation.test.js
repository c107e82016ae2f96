// The task "translation" on the page Train: its state, its words and its pictures follow the core.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { TASKS } from "../../web/kit/state/training-tasks.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { namedLearningScene } from "../../web/train/draw/learning-curve.js";
import { mapScene, smallMapsScene } from "../../web/train/draw/translation-maps.js";
import { namesOf } from "../../web/train/draw/translation-names.js";
import { mapsPicture } from "../../web/train/draw/translation-picture.js";
import { sentencesScene } from "../../web/train/draw/two-sentences.js";
import { NOTHING_AWAY } from "../../web/train/state/removal.js";
import { TRAIN_ROWS } from "../../web/train/state/shown.js";
import {
  ATTENTIONS,
  headsOfKind,
  lostOf,
  pickedHead,
  scalesOf,
  setsOf,
  worstHit,
} from "../../web/train/state/translation-heads.js";
import { paramsOf, shownOf, strongest, weightsOf, wordsOf } from "../../web/train/state/translation-shown.js";
import { Lexicon, changedIn, nearestWord } from "../../web/train/state/translation-words.js";
import { Training } from "../../web/train/state/training.js";
import { measure } from "./support/pictures.js";

const core = await loadCore();
const FIRST = "the small white house sees them";

/** The model that comes with the page. */
function shipped() {
  const model = core.createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));
  return model;
}
const reference = shipped();

/** A page whose model has the shipped weights. */
async function training() {
  const it = new Training();
  it.configure({ task: "translation" });
  await it.load();
  const { model } = /** @type {any} */ (it);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[500])));
  it.set({ step: 500, at: 500 });
  it.say(FIRST);
  rested(it);
  return it;
}

/** Works until nothing is left to count. @param {Training} it */
function rested(it) {
  while (it.isBusy) it.work(0);
  return it.state;
}

const it = await training();

test("the page shows the core's translation, and keeps the words of the address", async () => {
  const { translation, words, config, settings } = it.state;
  assert.deepEqual(translation?.target, reference.translate(FIRST).target);
  assert.deepEqual(words, reference.sourceWords.slice(1));
  assert.equal(config?.seed, TRANSLATION_MODEL.seed, "the task's own seed");
  assert.equal(settings.seed, null);

  const other = new Training();
  other.say("the dog sleeps");
  other.take({ off: ["cross.0.1"], cuts: [] });
  other.configure({ task: "translation", seed: 2 });
  await other.load();
  assert.equal(other.state.sentence, "the dog sleeps");
  assert.deepEqual(other.state.away.off, ["cross.0.1"]);
  assert.equal(other.state.config?.seed, 2);
  other.rest();
});

test("another task is left for the translation, and taken up again", async () => {
  const other = new Training();
  await other.load();
  other.take({ off: ["0.1"], cuts: [] });
  other.stepOn();
  other.configure({ task: "translation" });
  await other.load();
  assert.equal(other.state.config?.task, "translation");
  assert.deepEqual([other.state.step, other.state.at, other.state.away], [0, 0, NOTHING_AWAY]);
  assert.equal(other.state.sentence, FIRST);
  other.configure({ task: "reference" });
  assert.equal(other.state.status, "waiting", "panels of the translation go first");
  await other.load();
  assert.equal(other.state.translation, null);
  assert.ok(other.state.prediction);
  other.rest();
});

test("a task that is left takes its sentence and step from the address at once, and the words of a link come through", async () => {
  const other = new Training();
  await other.load();
  const FILLED = "the street did not cross the animal because it was too wide";
  other.say(FILLED);
  other.stepOn();
  /** @type {Record<string, unknown>[]} */
  const told = [];
  other.addEventListener("change", () =>
    told.push(Object.fromEntries(TRAIN_ROWS.map(({ name, read }) => [name, read(other.state)]))),
  );
  other.configure({ task: "translation" });
  assert.deepEqual(
    told.filter(({ task }) => task === "translation").map(({ tokens, moment }) => [tokens, moment]),
    [[null, null]],
  );
  other.say("the dog sleeps");
  await other.load();
  assert.equal(other.state.sentence, "the dog sleeps");
  other.configure({ task: "reference" });
  await other.load();
  other.say(FILLED);
  other.configure({ task: "induction" });
  assert.equal(other.state.sentence, TASKS.induction.sentence);
  other.rest();
});

test("a message about a removal goes with its task", async () => {
  const other = new Training();
  await other.load();
  other.take({ off: ["9.9"], cuts: [] });
  assert.ok(other.state.invalidValues.away);
  other.configure({ task: "induction" });
  assert.equal(other.state.invalidValues.away, undefined);
  other.rest();
});

test("the selected heads stay when training starts again, or its memory was freed, unless the model has others", async () => {
  const other = new Training();
  other.configure({ task: "translation" });
  await other.load();
  const picked = { cross: "cross.0.3" };
  other.pickOf("cross", "cross.0.3");
  other.startAgain();
  assert.deepEqual(other.state.picked, picked);
  other.rest();
  await other.load();
  assert.deepEqual(other.state.picked, picked);
  other.configure({ heads: 2 });
  assert.deepEqual(other.state.picked, {});
  other.rest();
});

test("a swapped word changes the French, and the changed words are marked", () => {
  it.swap(3, "dog");
  const { source, target, changed } = shownOf(it.state);
  assert.deepEqual(source, ["the", "small", "white", "dog", "sees", "them"]);
  assert.deepEqual(target, ["le", "petit", "chien", "blanc", "les", "voit"]);
  assert.deepEqual(changed, [true, true, true, true, false, false]);
  it.swap(3, "house");
  assert.equal(it.state.sentence, FIRST);

  it.set({ step: 525 }); // of which step 500 is an earlier one
  it.swap(3, "dog");
  assert.deepEqual(shownOf(it.state).changed, changed);
  it.swap(3, "house");
  it.set({ step: 500 });
});

test("changed words are those outside the longest common subsequence", () => {
  const marks = (/** @type {string} */ words, /** @type {string} */ before) =>
    changedIn(words.split(" "), before.split(" ")).map(Number).join("");
  assert.equal(marks("le chat dort", "le chat dort"), "000");
  assert.equal(marks("le chat ne dort pas", "le chat dort"), "00101");
  assert.equal(marks("les chats dorment", "le chat dort"), "111");
  assert.equal(marks("la maison la voit", "la voit"), "0110");
  assert.deepEqual(changedIn(["la"], null), [false]);
});

test("every word that a menu offers gives a sentence of the grammar, and each kind has all its words", () => {
  const lexicon = new Lexicon((seed) => reference.example({ seed }));
  const grammar = core.createModel({ task: "translation", dModel: 2, numHeads: 1 });
  const sentences = [FIRST, "these small red horses do not look for the girl", "my cat does not sleep"];
  /** @type {Record<string, number>} number of choices, by word */
  const counts = {};
  for (const sentence of sentences) {
    const { truth, source } = grammar.translate(sentence);
    assert.ok(truth);
    for (let at = 0; at < source.length - 1; at++) {
      const choices = lexicon.choices(truth, at);
      assert.ok(choices.includes(source[at]));
      counts[source[at]] = choices.length;
      for (const word of [choices[0], choices[choices.length - 1]]) {
        const swapped = source.slice(0, -1).map((each, i) => (i === at ? word : each));
        assert.ok(grammar.translate(swapped).truth, swapped.join(" "));
      }
    }
  }
  assert.deepEqual(counts, {
    ...{ the: 3, small: 4, white: 8, house: 22, sees: 9, them: 3 },
    ...{ these: 3, red: 8, horses: 22, do: 1, not: 1, "look-for": 9, girl: 22 },
    ...{ my: 3, cat: 22, does: 1, sleep: 5 },
  });
  grammar.dispose();
});

test("an unknown word is refused with the nearest known ones", () => {
  assert.deepEqual(nearestWord("hause", ["dog", "horse", "house", "houses", "sees"]), [
    "house",
    "horse",
    "houses",
  ]);
  assert.equal(it.say("the hause sleeps"), false);
  assert.match(it.state.refused?.message ?? "", /the word hause; the nearest that it knows: house, /);
  assert.equal(it.state.sentence, FIRST, "the sentence stays");
  assert.equal(it.say(FIRST), true);
});

test("without heads the page shows the core's numbers, in the rows of the table and for the reader's own set", () => {
  const { whole, removals } = rested(it);
  const evaluation = reference.evaluate();
  assert.deepEqual(whole?.evaluation, evaluation);
  assert.equal(whole?.kinds.sentence.accuracy, evaluation.right);
  const sets = setsOf(evaluation, reference.config);
  assert.deepEqual(sets, [
    ["encoder.0.2"],
    headsOfKind("encoder", reference.config),
    ["cross.0.0", "cross.0.3"],
    headsOfKind("decoder", reference.config),
  ]);
  assert.equal(removals?.rows.length, sets.length);
  removals?.rows.forEach((row, i) => {
    const headScale = scalesOf(sets[i], reference.config);
    assert.deepEqual(row.evaluation, reference.evaluate({ headScale }));
  });
  const { part, meaning, form } = worstHit(/** @type {any} */ (removals?.rows[0].evaluation), evaluation);
  assert.equal(part, "determiner", "the encoder's head brings the noun to its determiner");
  assert.ok(meaning > 0.95 && form < 0.7);

  it.take({ off: ["cross.0.1", "encoder.0.2"], cuts: [] });
  it.work(0);
  assert.equal(it.state.without?.sentences, 64, "a few sentences come first");
  const headScale = { cross: [[1, 0, 1, 1]], encoder: [[1, 1, 0, 1]] };
  assert.deepEqual(it.state.translation?.target, reference.translate(FIRST, { headScale }).target);
  assert.ok(shownOf(it.state).changed.includes(true), "words that differ from the whole model's are marked");
  assert.deepEqual(rested(it).without?.evaluation, reference.evaluate({ headScale }));
  it.take(NOTHING_AWAY);
  assert.ok(!shownOf(it.state).changed.includes(true));
});

test("no call counts more than one batch of sentences, also when a count is left and taken up again", async () => {
  const other = new Training();
  other.configure({ task: "translation" });
  await other.load();
  const { model } = /** @type {any} */ (other);
  const evaluate = model.evaluate;
  let last = { of: "", sentences: 0 };
  /** Numbers of sentences of each call. @type {number[]} */
  const counted = [];
  model.evaluate = (/** @type {{ sentences: number, headScale: object }} */ options) => {
    const { sentences } = options;
    const of = JSON.stringify([model.step, options.headScale]);
    const goesOn = of === last.of && sentences >= last.sentences && last.sentences % 64 === 0;
    counted.push(sentences - (goesOn ? last.sentences : 0));
    last = { of, sentences };
    return evaluate.call(model, options);
  };
  const interrupted = () => {
    while (other.isBusy && last.sentences !== 256) other.work(0);
    assert.equal(last.sentences, 256);
  };
  other.take({ off: ["cross.0.2"], cuts: [] });
  interrupted();
  other.take({ off: ["cross.0.2", "decoder.0.0"], cuts: [] });
  interrupted();
  other.take({ off: ["cross.0.2"], cuts: [] });
  interrupted();
  other.stepOn(); // the core forgets its count
  other.show(0);
  last = { of: "", sentences: 0 };
  const { without } = rested(other);
  delete model.evaluate;
  assert.ok(Math.max(...counted) <= 64, `${counted}`);
  assert.deepEqual(without?.evaluation, model.evaluate({ headScale: { cross: [[1, 1, 0, 1]] } }));
  other.rest();
});

test("removals that a translation lacks are refused", () => {
  it.take({ off: ["1.2"], cuts: [] });
  assert.match(it.state.invalidValues.away.message, /from encoder.0.0 to cross.0.3/);
  it.take({ off: [], cuts: [{ layer: 0, from: "it", to: "noun" }] });
  assert.match(it.state.invalidValues.away.message, /has no edges/);
  it.take(NOTHING_AWAY);
  assert.equal(it.state.invalidValues.away, undefined);
});

test("the selected heads are those that find most, until the reader picks others", () => {
  assert.deepEqual(
    ATTENTIONS.map((kind) => pickedHead(it.state, kind)),
    ["encoder.0.2", "decoder.0.0", "cross.0.3"],
  );
  it.pickOf("cross", "cross.0.1");
  assert.equal(pickedHead(it.state, "cross"), "cross.0.1");
  it.pickOf("cross", null);
  assert.equal(pickedHead(it.state, "cross"), "cross.0.3");
});

test("curves and maps have the core's weights", () => {
  const translation = reference.translate(FIRST);
  const { data, shape } = translation.attention("cross");
  const { at } = weightsOf(translation, "cross.0.3");
  assert.equal(at(1, 2), data[(3 * shape[1] + 1) * shape[2] + 2]);
  const voit = translation.target.indexOf("voit");
  const most = strongest(translation, "cross.0.1", voit);
  assert.equal(translation.source[most.to], "<end>");
  assert.equal(most.weight, weightsOf(translation, "cross.0.1").at(voit, most.to));
  const { cross, read, arcs } = shownOf(it.state);
  assert.equal(read, 0, "la comes from the");
  for (const { name, from, to, weight } of cross) {
    assert.equal(from, 0);
    assert.equal(weight, weightsOf(translation, name).at(0, to));
  }
  assert.equal(
    arcs.find(({ from, to }) => from === 0 && to === 3)?.weight,
    weightsOf(translation, "encoder.0.2").at(0, 3),
  );
});

/** @param {number} width */
const surfaceOf = (width) => ({ width, palette: LIGHT, measure });
const SAID = { english: "English", french: "French", sure: "sure", encoder: "e", cross: "c", share: String };

test("the sentences are above each other, or beside each other where there is no room, inside the picture", () => {
  for (const sentence of [FIRST, "these small red horses do not look for my pretty black girlfriend"]) {
    it.say(sentence);
    for (const width of [1300, 800, 360, 300]) {
      const shown = shownOf(it.state);
      const scene = sentencesScene(shown, SAID, surfaceOf(width));
      assert.deepEqual(
        [scene.source.length, scene.target.length],
        [shown.source.length, shown.target.length],
      );
      for (const { x, y, w, h } of [...scene.source, ...scene.target]) {
        assert.ok(x >= -6 && x + w <= width + 6, `${sentence} at ${width}: ${x} + ${w}`);
        assert.ok(y >= 0 && y + h <= scene.height && h >= 24);
      }
    }
  }
  it.say(FIRST);
});

test("in a file the maps have their names, all inside the picture, and the curves have those of their kinds", () => {
  const translation = reference.translate(FIRST);
  const mapOf = (/** @type {string} */ name) => ({
    ...wordsOf(translation, "cross", "end"),
    ...{ at: weightsOf(translation, name).at, hue: 3, off: false, asks: 0 },
  });
  const names = headsOfKind("cross", reference.config);
  const isInside = (/** @type {import("../../web/kit/draw/marks.js").Scene} */ { marks, width, height }) => {
    for (const mark of marks)
      if (mark.kind === "text" || mark.kind === "cells")
        assert.ok(mark.x >= -1 && mark.x <= width && mark.y >= 0 && mark.y <= height, JSON.stringify(mark));
    return marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  };
  for (const width of [940, 400]) {
    const large = [names[0], names[3]].map((name) => ({ label: `large ${name}`, map: mapOf(name) }));
    const groups = [{ label: "Cross", names, maps: names.map(mapOf) }];
    const bare = mapsPicture({ large, groups: [], heads: 4 }, surfaceOf(width));
    const whole = mapsPicture({ large, groups, heads: 4 }, surfaceOf(width));
    assert.ok(whole.height > bare.height);
    const texts = isInside(whole);
    for (const each of ["Cross", ...names, ...large.map(({ label }) => label), "maison"])
      assert.ok(texts.includes(each), each);
    const learning = {
      ...{
        steps: 500,
        at: 1,
        losses: [4.8],
        most: 4.9,
        enough: 0.9,
        solved: [null, null],
        right: "r",
        loss: "l",
      },
      moments: [{ step: 0, right: [0, 0.5] }],
    };
    const kinds = ["whole sentences", "words of the sentences of which all is right"];
    for (const each of kinds)
      assert.ok(isInside(namedLearningScene(learning, kinds, surfaceOf(width))).includes(each));
  }
});

test("of the words that an untrained model repeats, the page shows two more than there are English words", async () => {
  const untrained = new Training();
  untrained.configure({ task: "translation" });
  await untrained.load();
  const { source, target, goesOn } = shownOf(untrained.state);
  assert.ok((untrained.state.translation?.target.length ?? 0) > 9, "it repeats words");
  assert.deepEqual([target.length, goesOn], [source.length + 2, true]);
  const { marks } = sentencesScene(shownOf(untrained.state), SAID, surfaceOf(1300));
  assert.ok(marks.some((mark) => mark.kind === "text" && mark.text === "…"));
  untrained.rest();
});

test("a map has a number in each large cell, and small maps stand side by side in the width", () => {
  const translation = reference.translate(FIRST);
  const map = {
    ...wordsOf(translation, "cross", "end"),
    ...{ at: weightsOf(translation, "cross.0.3").at, hue: 3, off: false, asks: 0 },
  };
  const { marks } = mapScene(map, surfaceOf(400));
  const texts = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  assert.ok(texts.includes(".83"), texts.join(" "));
  assert.ok(texts.includes("blanche") && texts.includes("end"));
  for (const width of [1300, 360, 300]) {
    const { places } = smallMapsScene([map, map, map, map], ["layer 0, head 0"], 4, surfaceOf(width));
    for (const { x, w } of places) {
      assert.ok(x + w <= width + 1, `${width}: ${x} + ${w}`);
      assert.ok(w >= measure("layer 0, head 0", 12.5) + 60, "room for the name and the switch");
    }
  }
});

test("a head can be opened elsewhere if its weights come with the page", () => {
  const link =
    "weights=translation&attention-kind=cross&head=3&token=0&tokens=the+small+white+house+sees+them";
  assert.equal(String(paramsOf(it.state, "cross.0.3")), link);
  assert.equal(paramsOf({ ...it.state, at: 475 }, "cross.0.3"), null);
  const config = /** @type {any} */ ({ ...it.state.config, seed: 2 });
  assert.equal(paramsOf({ ...it.state, config }, "cross.0.3"), null);
  const away = { off: ["encoder.0.2"], cuts: [] };
  assert.equal(paramsOf({ ...it.state, away }, "cross.0.3"), null, "elsewhere all heads are on");
  const blank = it.state.translation?.target.indexOf("voit") ?? -1;
  const atEnd = { ...it.state, blank, picked: { cross: "cross.0.1" } };
  assert.equal(shownOf(atEnd).read, -1);
  assert.equal(paramsOf(atEnd, "encoder.0.2")?.get("token"), "6", "the end, after six words");
});

test("a part of speech of which no word is right has lost no form", () => {
  assert.deepEqual(lostOf({ meaning: 0, form: NaN }, { meaning: 1, form: 1 }), { meaning: 1, form: 0 });
  assert.deepEqual(lostOf({ meaning: 1, form: 0.25 }, { meaning: 1, form: 1 }), { meaning: 0, form: 0.75 });
});

test("a translation with one head in each attention counts without each of its heads", async () => {
  const it = new Training();
  it.configure({ task: "translation", heads: 1 });
  await it.load();
  const { evaluation } = rested(it).whole ?? {};
  const sizes = /** @type {any} */ (it.state.config);
  assert.equal(sizes.numHeads, 1);
  const sets = setsOf(/** @type {any} */ (evaluation), sizes);
  assert.deepEqual(sets.slice(-3), [["encoder.0.0"], ["cross.0.0"], ["decoder.0.0"]]);
  assert.equal(namesOf(it.state).set(sets[sets.length - 1]), "decoder, head 0");
  it.rest();
});

test("sets of heads are named kind by kind", () => {
  const names = namesOf(it.state);
  assert.equal(names.set(["encoder.0.2"]), "encoder, head 2");
  assert.equal(names.set(headsOfKind("encoder", reference.config)), "encoder, all heads");
  assert.equal(names.set(["cross.0.0", "cross.0.3", "encoder.0.1"]), "cross, heads 0, 3; encoder, head 1");
});
