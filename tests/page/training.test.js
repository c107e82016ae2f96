// Evaluations of a model in training run in small parts, so that no frame is long and no result is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { FOUND, SOLVED, TASKS, jobOf, solvedAt } from "../../web/kit/state/training-tasks.js";
import { say } from "../../web/kit/text/words.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { learnedMaps } from "../../web/train/draw/head-maps.js";
import { layerMapsScene } from "../../web/train/draw/layer-maps.js";
import { arcsScene } from "../../web/train/draw/sentence-arcs.js";
import { arcsIn } from "../../web/train/state/arcs.js";
import { luckSaid } from "../../web/train/state/luck.js";
import { BLANKED } from "../../web/train/words.js";
import { Evaluations } from "../../web/train/state/evaluation.js";
import { Training } from "../../web/train/state/training.js";
import { shareSaid } from "../../web/kit/text/share.js";
import { readFileSync } from "node:fs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { measure } from "./support/pictures.js";

const EVERY = 25;
const core = await loadCore();

/** @param {number} steps */
function trained(steps) {
  const model = core.createModel({ task: "reference", seed: 1, keysFrom: "words" });
  for (let i = 0; i < steps; i++) model.train();
  return model;
}

test("steps and sentences of each task's training are those of the core's recipe", () => {
  const sources = ["hpp", "cpp"].map((ext) => readFileSync(inRoot(`src/model/model_config.${ext}`), "utf8"));
  const recipe = sources[1].slice(sources[1].indexOf("training_recipe("));
  const usual = (/** @type {string} */ name) =>
    new RegExp(`Index [^;]*\\b${name} = (\\d+)`).exec(sources[0])?.[1];
  for (const [task, { steps, batch }] of Object.entries(TASKS)) {
    const own = new RegExp(`TaskName::${task}\\) {([^}]*)}`).exec(recipe)?.[1] ?? "";
    const said = (/** @type {string} */ name) =>
      Number(new RegExp(`training\\.${name} = (\\d+)`).exec(own)?.[1] ?? usual(name));
    assert.deepEqual([said("steps"), said("batch")], [steps, batch], task);
  }
});

async function training() {
  const it = new Training();
  await it.load();
  return it;
}

/** Runs frames that have no spare time. @param {Training} it @returns {number} number of frames */
function workOn(it) {
  let frames = 0;
  for (; it.isBusy; frames++) it.work(0);
  return frames;
}

test("a step that is asked for is reached, also if work halts before or meanwhile, and if the memory is freed", async () => {
  for (const begins of [false, true])
    for (const rests of [false, true]) {
      const it = new Training();
      if (begins) await it.load();
      it.show(2 * EVERY);
      if (begins) it.work(0);
      it.halt();
      assert.equal(it.state.pace, null);
      if (rests) it.rest();
      it.resume();
      await it.load();
      workOn(it);
      assert.deepEqual([it.state.step, it.state.at, it.state.pace], [2 * EVERY, 2 * EVERY, null]);
      it.rest();
    }
});

test("a model with one head in each layer trains, and its maps are drawn", async () => {
  const it = new Training();
  it.configure({ heads: 1 });
  await it.load();
  assert.deepEqual(it.state.invalidValues, {});
  it.show(2 * EVERY);
  workOn(it);
  const { config, losses, step } = it.state;
  assert.deepEqual([config?.numHeads, config?.dModel, step], [1, 64, 2 * EVERY]);
  assert.ok(losses[losses.length - 1] < losses[0] / 2, `${losses[0]} to ${losses[losses.length - 1]}`);
  const { places } = layerMapsScene(learnedMaps(it), { width: 400, palette: LIGHT, measure });
  assert.deepEqual(
    places.map(({ layer, head }) => [layer, head]),
    [
      [0, 0],
      [1, 0],
    ],
  );
  it.rest();
});

test("step 0, asked for before there is a model, does not hold back a later step when the memory is freed", async () => {
  const it = new Training();
  it.show(0);
  await it.load();
  it.stepOn();
  workOn(it);
  it.rest();
  await it.load();
  workOn(it);
  assert.deepEqual([it.state.step, it.state.at], [1, 1]);
  it.rest();
});

test("actions do not evaluate at once: one batch per frame, and old numbers stay until then", async () => {
  const it = await training();
  it.stepOn();
  assert.equal(it.state.whole?.step, 0, "what was counted last");
  assert.equal(workOn(it), Evaluations.ALL / Evaluations.SLICE);
  const model = trained(1);
  assert.deepEqual(it.state.whole, { ...model.evaluate(), sentences: Evaluations.ALL });

  const away = { off: ["1.0"], cuts: [] };
  const headScale = [
    [1, 1, 1, 1],
    [0, 1, 1, 1],
  ];
  it.take(away);
  assert.equal(it.state.without, null);
  assert.deepEqual(it.state.prediction?.attention, model.predict(it.state.sentence, { headScale }).attention);
  assert.equal(workOn(it), Evaluations.ALL / Evaluations.SLICE, "the whole is known");
  const without = { ...model.evaluate({ headScale }), sentences: Evaluations.ALL, away };
  assert.deepEqual(it.state.without, without);
  it.take({ off: [], cuts: [{ layer: 1, from: "it", to: "noun" }] });
  assert.deepEqual(it.state.without, without, "says of what it was");
  workOn(it);
  const { away: counted } = /** @type {import("../../web/train/state/state.js").Without} */ (
    /** @type {unknown} */ (it.state.without)
  );
  assert.equal(counted, it.state.away);
});

test("accuracy is shown after a few sentences, and again after all of them", async () => {
  const it = await training();
  it.stepOn();
  /** @type {number[]} */
  const said = [];
  it.addEventListener("change", () => said.push(it.state.whole?.sentences ?? 0));
  workOn(it);
  assert.deepEqual(said, [Evaluations.FEW, Evaluations.ALL]);
});

test("a checkpoint is kept even if training continues before it is evaluated", async () => {
  const it = await training();
  for (let i = 0; i <= EVERY; i++) it.stepOn();
  assert.deepEqual(it.state.moments.map(({ step, kinds, sentences }) => ({ step, kinds, sentences }))[1], {
    step: EVERY,
    kinds: trained(EVERY).evaluate({ sentences: Evaluations.FEW }).kinds,
    sentences: Evaluations.FEW,
  });
  it.show(EVERY);
  assert.deepEqual([it.state.at, it.state.step], [EVERY, EVERY + 1]);
  assert.deepEqual(
    it.state.prediction?.attention,
    trained(EVERY).predict(it.state.sentence).attention,
    "and can be gone back to",
  );
});

test("during training the model waits at a checkpoint until it is evaluated, with and without the removal", async () => {
  const it = await training();
  it.take({ off: ["0.0"], cuts: [] });
  workOn(it);
  it.run("watch");
  while (it.state.step < EVERY) it.work(0);
  const frames = Evaluations.FEW / Evaluations.SLICE;
  for (let i = 0; i < 2 * frames; i++) it.work(0);
  assert.deepEqual([it.state.step, it.state.whole?.step, it.state.without?.step], [EVERY, EVERY, EVERY]);
  it.work(0);
  assert.equal(it.state.step, EVERY + 1);
});

test("the curve of removed heads can be closed, also before it is computed", async () => {
  const it = await training();
  it.order();
  it.work(0);
  it.unorder();
  assert.deepEqual([it.state.ordering, it.state.order, it.isBusy], [false, null, false]);
  it.order();
  workOn(it);
  assert.equal(it.state.order?.length, 8);
  it.unorder();
  assert.equal(it.state.order, null);
});

test("in the induction task the head on the previous token is found by the usual measure", async () => {
  const it = new Training();
  it.configure({ task: "induction" });
  await it.load();
  it.show(300);
  workOn(it);
  const { whole, moments } = it.state;
  assert.equal(whole?.step, 300);
  const job = jobOf(it.task, whole.kinds, 0, 0);
  assert.deepEqual([job?.by, Number(job?.weight) >= FOUND], ["previous", true]);
  const model = core.createModel({ task: "induction", seed: 1 });
  for (let step = 0; step < 300; step++) model.train();
  const weights = Array.from({ length: Evaluations.MEASURED }, (_, i) => {
    const { tokens } = model.example({ seed: i + 1, heldOut: true });
    const { data, shape } = model.predict(tokens).attention[0]; // (1, H, T, T)
    const size = shape[2];
    const rows = Array.from({ length: size - 1 }, (_, at) => data[(at + 1) * size + at]);
    return rows.reduce((sum, weight) => sum + weight, 0) / rows.length;
  });
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  assert.ok(Math.abs(mean - Number(job?.weight)) < 1e-5, `${mean}, ${job?.weight}`);
  assert.ok(Number(moments[0].kinds.repeat.previous?.[0][0]) < FOUND, "it had to be learned");
  assert.match(learnedMaps(it).about(0, 0).said[0].job, /^previous token 0\.\d\d$/);
});

/** A training that is finished. */
async function finished() {
  const it = await training();
  it.run("end");
  workOn(it);
  return it;
}
/** The same for two tests, which begin at a step of their own. */
const ended = await finished();

test("a shown checkpoint has its own accuracy; 95 % is not marked as reached below it", () => {
  const it = ended;
  const [first, ...moments] = it.state.moments;
  assert.ok(first.sentences === Evaluations.ALL && moments.length > 4);
  for (const { step } of moments) {
    it.show(step);
    workOn(it);
    const { whole, moments: known } = it.state;
    assert.equal(whole?.sentences, Evaluations.ALL);
    assert.deepEqual(
      known.find((moment) => moment.step === step),
      whole,
      `step ${step}`,
    );
    for (const [kind, { accuracy }] of Object.entries(whole?.kinds ?? {}))
      if (solvedAt(known, kind) === step) assert.ok(accuracy >= SOLVED, `${kind} at ${step}: ${accuracy}`);
  }
});

test("a correct answer of a kind that is mostly wrong counts as luck", () => {
  const it = ended;
  it.show(600);
  workOn(it);
  const words = say(BLANKED);
  assert.equal(luckSaid(it.state, "it", words), null, "nothing is away");
  it.take({ off: [], cuts: [{ layer: 1, from: "it", to: "noun" }] });
  assert.equal(luckSaid(it.state, "it", words), null, "not counted yet");
  workOn(it);
  const share = it.state.without?.kinds.it.accuracy ?? 1;
  assert.ok(share < 0.5, `${share}`);
  assert.equal(
    luckSaid(it.state, "it", words),
    `correct by luck: now only ${share.toFixed(2)} of 256 sentences are correct`,
  );
  assert.equal(luckSaid(it.state, "this", words), null, "which is as right as before");
});

test("the cross on a cut arc is inside the picture, on one line and on a phone", async () => {
  const it = await training();
  it.take({ off: [], cuts: [{ layer: 1, from: "it", to: "noun" }] });
  const { tokens = [], blanks = [] } = it.state.prediction ?? {};
  const said = (/** @type {{ weight: number }} */ { weight }) => shareSaid(weight);
  for (const width of [340, 1200])
    for (const { position } of blanks) {
      const scene = arcsScene(
        {
          ...{ tokens, from: position, arcs: arcsIn(it.state, it.task), heads: 4, said, shortly: said },
          blanks: blanks.map((blank) => blank.position),
        },
        { width, palette: LIGHT, measure },
      );
      for (const mark of scene.marks)
        if (mark.kind === "rect")
          assert.ok(mark.y >= 0 && mark.x >= 0 && mark.y + mark.h <= scene.height, JSON.stringify(mark));
    }
});

test("words beside the maps never touch: the chosen blank's first, then those of other blanks", async () => {
  const it = await training();
  const maps = learnedMaps(it);
  for (const blanks of [maps.blanks, [2, 3, 5], [0, 1, 2]])
    for (const width of [340, 700, 1200]) {
      const scene = layerMapsScene({ ...maps, blanks, blank: blanks[0] }, { width, palette: LIGHT, measure });
      const [{ x, y }] = scene.places;
      const beside = scene.marks.flatMap((mark) =>
        mark.kind === "text" && mark.align === "end" && mark.x === x - 8 && mark.y < y + 260 ? [mark] : [],
      );
      const downs = beside.map((mark) => mark.y).sort((a, b) => a - b);
      assert.ok(
        downs.every((at, i) => i === 0 || at - downs[i - 1] >= 12.5 - 1e-6),
        `${width} px: ${downs}`,
      );
      assert.ok(
        beside.some(({ text, bold }) => bold && text === maps.tokens[blanks[0]]),
        `${width} px`,
      );
    }
});

test("on a phone, a head's role has its figure, and the word that it is about if it fits", async () => {
  const it = await training();
  const job = { job: "was → its subject 1.00", note: "untrained 0.11" };
  const brief = { job: "was → its subject", note: "1.00, untrained 0.11" };
  const maps = {
    ...learnedMaps(it),
    about: () => ({ names: ["1.2"], off: false, found: true, said: [job, brief] }),
  };
  for (const [width, shown] of /** @type {const} */ ([
    [358, brief],
    [1200, job],
  ])) {
    const { marks } = layerMapsScene(maps, { width, palette: LIGHT, measure });
    const texts = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
    for (const line of Object.values(shown)) assert.ok(texts.includes(line), `${line} at ${width} px`);
  }
});
