// Many sentences: what is marked in a sentence, which sentences are shown, what differs between two studies, files, and the run.
import assert from "node:assert/strict";
import test from "node:test";
import { axesOfLink, axisValue, measuresIn } from "../../web/study/state/axes.js";
import { clearestByHead, differences } from "../../web/study/state/difference.js";
import { shownQuery, stretchAround } from "../../web/study/state/key-rules.js";
import { spreadOf, strongestOf, tenthsOf } from "../../web/study/state/sentence-choice.js";
import { isEmpty, sentencesIn } from "../../web/study/state/sentence-source.js";
import { meansJson, meansOf } from "../../web/study/state/study-files.js";
import { StudyStore } from "../../web/study/state/study-store.js";
import { studyOf } from "./support/studies.js";

/** Weights of a sentence: each query puts .5 on a key and the rest on the first token. @param {readonly number[]} looks a key for each query */
function mapOf(looks) {
  const size = looks.length;
  const map = new Float32Array(size * size);
  looks.forEach((key, query) => {
    map[query * size] += 0.5;
    map[query * size + key] += 0.5;
  });
  return map;
}

const PIECES = ["[BOS]", "a", "b", "c", "a", "b"];

test("an induction head is shown at the piece that comes again, with the earlier same piece and what followed it", () => {
  const map = mapOf([0, 0, 0, 0, 2, 3]);
  const shown = shownQuery({ pieces: PIECES, map, causal: true, measure: "induction" });
  assert.deepEqual(shown, { query: 4, same: [1], keys: [2], weight: 0.5 });
  const pair = shownQuery({ pieces: PIECES, map, causal: true, measure: "inductionPair" });
  assert.deepEqual(pair, { query: 5, same: [2], keys: [3], weight: 0.5 });
});

test("without a key that the measure counts nothing is shown, and a measure without a rule shows the strongest key", () => {
  const map = mapOf([0, 0, 1, 1]);
  assert.equal(
    shownQuery({ pieces: ["[BOS]", "a", "b", "c"], map, causal: true, measure: "induction" }),
    null,
  );
  assert.deepEqual(
    shownQuery({ pieces: ["[BOS]", "a", "b", "c"], map, causal: true, measure: "entropy" })?.keys,
    [1],
  );
  assert.equal(shownQuery({ pieces: ["a"], map: mapOf([0]), causal: true, measure: "entropy" }), null);
});

test("a long sentence is cut around what is marked, and a short one is whole", () => {
  assert.deepEqual(stretchAround(20, [3]), { from: 0, to: 20 });
  assert.deepEqual(stretchAround(100, [50, 60]), { from: 41, to: 70 });
  assert.deepEqual(stretchAround(100, [2, 98]), { from: 0, to: 100 });
});

/** Sentence i has the value i / 100, every seventh none. */
const hundred = studyOf({ count: 100, value: (i, layer) => (i % 7 ? (layer + 1) * (i / 200) : NaN) });

test("the strongest sentences are those with the largest values, and those of the tenths lie in the middle of each", () => {
  const head = { layer: 1, head: 0 };
  assert.deepEqual(
    strongestOf(hundred, head, "induction").map(({ at }) => at),
    [99, 97, 96, 95, 94, 93, 92, 90],
  );
  const tenths = tenthsOf(hundred, head, "induction");
  assert.deepEqual(
    tenths.map(({ tenth }) => tenth),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.ok(tenths.every(({ value }, i) => !i || value < tenths[i - 1].value));
  assert.ok(tenths[0].value < 0.99 && tenths[9].value > 0.01, "neither the best nor the worst");
});

test("a spread counts each sentence that has the measure once", () => {
  const { bins, count } = spreadOf(hundred, { layer: 1, head: 0 }, "induction", 1);
  assert.equal(count, 85);
  assert.equal(
    bins.reduce((sum, each) => sum + each, 0),
    85,
  );
});

test("a spread of values below 0 begins at the lowest", () => {
  const around = studyOf({ count: 9, value: (i) => i - 4 });
  const { bins } = spreadOf(around, { layer: 0, head: 0 }, "induction");
  assert.deepEqual([bins[0], bins[12], bins[23]], [1, 1, 1]);
});

test("the loss without heads is measured if the reader asks, and its time is told before", async () => {
  const store = new StudyStore(TOOLS);
  const told = () => store.lossesEstimate;
  const model = { ...subject(), timesForLosses: 17 };
  /** @type {boolean[]} */
  const asked = [];
  const { study } = model;
  model.study = (sentences, options) => {
    asked.push(options.losses);
    return study(sentences, options);
  };
  store.measure(model);
  assert.deepEqual(told(), { times: 17, seconds: null, count: 0 });
  await store.start("title");
  assert.deepEqual(told(), { times: 17, seconds: (3 * 17) / 10, count: 3 });
  store.set({ losses: true });
  await store.start("title");
  assert.deepEqual(asked, [false, true]);
  store.show(studyOf({ measures: ["first", "lossWithout"], value: () => 1 }), "with losses");
  assert.equal(told()?.seconds, 4 / 10);
  store.measure({ ...model, timesForLosses: null });
  assert.equal(told(), null);
  await store.start("title");
  assert.deepEqual(asked, [false, true, false]);
});

test("the measures of the axes are those that a head has, and a deviation has no interval", () => {
  const study = studyOf({ value: (i, _layer, _head, measure) => (measure === "previous" ? i : NaN) });
  const result = { study, sums: study.sums() };
  assert.deepEqual(measuresIn(result), ["previous"]);
  const { value, half } = axisValue(result, { layer: 0, head: 1 }, "previous.deviation");
  assert.ok(Math.abs(value - Math.sqrt(5 / 3)) < 1e-12);
  assert.ok(Number.isNaN(half));
});

test("axes of a link are two names; others are ignored", () => {
  assert.deepEqual(axesOfLink("previous,induction.deviation"), { x: "previous", y: "induction.deviation" });
  for (const wrong of [null, "", "previous", "a,b,c", "<b>,previous"]) assert.equal(axesOfLink(wrong), null);
});

test("differences leave out those whose interval reaches 0, and are sorted by how clear they are", () => {
  const noise = (/** @type {number} */ i) => (i % 2 ? 0.01 : -0.01);
  const first = studyOf({ count: 50, value: (i) => 0.2 + noise(i) });
  const second = studyOf({
    count: 50,
    value: (i, layer, head, measure) =>
      0.2 + noise(i) + (layer && head ? (measure === "induction" ? 0.5 : 0.1) : 0),
  });
  const all = differences({ study: first, sums: first.sums() }, { study: second, sums: second.sums() });
  assert.deepEqual(
    all.map(({ layer, head, measure }) => [layer, head, measure]),
    [
      [1, 1, "induction"],
      [1, 1, "previous"],
    ],
  );
  assert.ok(Math.abs(all[0].by - 0.5) < 1e-9);
  assert.equal(clearestByHead(all).length, 1);
});

test("files have the mean, the interval, the deviation and the count of each head and measure", () => {
  const study = studyOf({ value: (i, layer) => i + layer });
  const sums = study.sums();
  const { count, rows } = meansOf(study, sums);
  const all = [...rows()];
  assert.equal(all.length, count);
  assert.deepEqual(all[4].slice(0, 4), [1, 0, "previous", 2.5]);
  const json = JSON.parse(meansJson(study, sums, [{ name: "previous", strength: "clear" }]));
  assert.equal(json.heads[0].name, "previous");
  assert.equal(json.heads[3].measures.induction.mean, 2.5);
});

/** @type {import("../../web/study/state/study-types.js").Tools} */
const TOOLS = {
  namesOf: ({ layers, heads }) =>
    Array.from({ length: layers * heads }, () => ({ name: null, strength: null })),
  pairsOf: () => [],
  exceptionsOf: () => [],
  withExceptions: [],
  readStudy: async () => hundred,
  defaultSentences: async () => ["one", "two", "three"],
  sentencesOf: (text) => text.split("\n"),
  async *bytesOf(file) {
    yield new Uint8Array(await file.arrayBuffer());
  },
  async *readSentences(bytes) {
    for await (const piece of bytes) yield* new TextDecoder().decode(piece).split("\n");
  },
  columnsOf: async (_, name) => (name.endsWith(".csv") ? ["id", "Text"] : []),
};

test("sentences come from the page, from a text, and from a file, which is read piece by piece", async () => {
  const found = async (/** @type {import("../../web/study/state/sentence-source.js").Source} */ source) => {
    const all = [];
    for await (const each of await sentencesIn(source, "lines", TOOLS)) all.push(each);
    return all;
  };
  assert.deepEqual(await found({ kind: "default" }), ["one", "two", "three"]);
  assert.deepEqual(await found({ kind: "text", text: "x\ny" }), ["x", "y"]);
  const file = new File(["a\nb"], "a.txt");
  assert.deepEqual(await found({ kind: "file", file, columns: [], column: undefined }), ["a", "b"]);
});

test("a text of the reader without a letter holds no sentence", () => {
  assert.equal(isEmpty({ kind: "text", text: " \n" }), true);
  assert.equal(isEmpty({ kind: "text", text: "x" }), false);
  assert.equal(isEmpty({ kind: "default" }), false);
  assert.equal(
    isEmpty({ kind: "file", file: new File(["a"], "a.txt"), columns: [], column: undefined }),
    false,
  );
});

/** A subject that measures a sentence at a time. @returns {import("../../web/study/state/study-types.js").Subject & { given: string[][] }} */
function subject() {
  /** @type {string[][]} */
  const given = [];
  return {
    ...{ name: "a model", given, timesForLosses: 17 },
    async *study(sentences, { into, signal }) {
      const texts = Array.from({ length: into?.count ?? 0 }, (_, i) => String(into?.textOf(i)));
      /** @type {string[]} */
      const own = [];
      given.push(own);
      let number = 0;
      for await (const text of sentences) {
        if (signal.aborted) return;
        if (number++ < (into?.count ?? 0)) continue;
        texts.push(text);
        own.push(text);
        yield { ...studyOf({ texts: [...texts], value: (i) => i }), isDone: false };
      }
    },
    read: async (text) => ({
      pieces: [{ text, start: 0, end: text.length }],
      map: () => new Float32Array(1),
      causal: true,
    }),
  };
}

test("results grow while the model reads; a stopped run keeps them and goes on with the rest", async () => {
  const store = new StudyStore(TOOLS);
  const model = subject();
  store.measure(model);
  const counts = new Set();
  store.addEventListener("change", () => {
    const count = store.state.result?.study.count;
    if (counts.has(count)) return;
    counts.add(count);
    if (count === 1) store.stop();
  });
  await store.start("title");
  assert.deepEqual(
    [store.state.running, store.state.stopped, store.state.result?.study.count],
    [false, true, 1],
  );
  await store.goOn();
  assert.deepEqual(model.given[1], ["two", "three"]);
  assert.deepEqual(
    [store.state.running, store.state.stopped, store.state.result?.study.count],
    [false, false, 3],
  );
  assert.ok(counts.has(1) && counts.has(3));
});

test("a stopped run goes on only with the text that it began with, cut in the same way", async () => {
  const changes = /** @type {const} */ ([
    { source: { kind: "text", text: "x\ny\nz" } },
    ...[{ cut: "lines" }, { losses: true }],
  ]);
  for (const change of changes)
    for (const isWhileRunning of [false, true]) {
      const store = new StudyStore(TOOLS);
      const model = subject();
      store.measure(model);
      store.addEventListener("change", () => {
        if (!store.state.running || store.state.result?.study.count !== 1) return;
        if (
          isWhileRunning &&
          !Object.entries(change).every(([name, value]) => /** @type {any} */ (store.state)[name] === value)
        )
          store.set(change);
        else store.stop();
      });
      await store.start("title");
      assert.equal(store.canGoOn, !isWhileRunning);
      if (!isWhileRunning) store.set(change);
      assert.equal(store.canGoOn, false);
      await store.goOn();
      assert.equal(model.given.length, 1, JSON.stringify(change));
    }
});

test("a kept result stays beside that of another model, and a dropped study.npz is shown", async () => {
  const store = new StudyStore(TOOLS);
  store.measure(subject());
  await store.start("first");
  store.keep();
  assert.deepEqual([store.state.result], [null]);
  store.measure(subject());
  assert.equal(store.state.kept?.title, "first");
  await store.take(new File([new Uint8Array(4)], "study.npz"), "study.npz");
  assert.equal(store.state.result?.study, hundred);
});

test("a file with columns begins with the one that is named as a text, and a file without has none", async () => {
  const store = new StudyStore(TOOLS);
  await store.take(new File(["id,Text\n1,a"], "a.csv"), "a.csv");
  const { source } = store.state;
  assert.ok(source.kind === "file");
  assert.deepEqual([source.columns, source.column], [["id", "Text"], "Text"]);
  await store.take(new File(["a"], "a.txt"), "a.txt");
  assert.ok(store.state.source.kind === "file");
  assert.equal(store.state.source.column, undefined);
});

test("a study of few measures is shown on those, and an earlier one without them has no points there", () => {
  const store = new StudyStore(TOOLS);
  const few = studyOf({ measures: ["entropy", "far"], value: () => 1 });
  store.show(few, "few");
  assert.deepEqual([store.state.x, store.state.y, store.measureBy], ["entropy", "far", "far"]);
  const { value, count } = axisValue({ study: few, sums: few.sums() }, { layer: 1, head: 1 }, "previous");
  assert.ok(Number.isNaN(value) && count === 0);
});

test("a result that another replaces is freed, and a kept one is not", async () => {
  const store = new StudyStore(TOOLS);
  const freed = /** @type {string[]} */ ([]);
  const show = (/** @type {string} */ name) =>
    store.show({ ...studyOf({ value: () => 1 }), dispose: () => freed.push(name) }, name);
  store.measure(subject());
  show("first");
  store.keep();
  show("second");
  await store.start("third");
  assert.deepEqual(freed, ["second"]);
});

test("a run that gives no result leaves the result on show, which can be gone on with as before", async () => {
  const store = new StudyStore(TOOLS);
  const freed = /** @type {string[]} */ ([]);
  const shown = () => store.state.result;
  /** Notes when the result on show is freed. @param {string} name */
  const noteFree = (name) =>
    Object.assign(/** @type {any} */ (shown()).study, { dispose: () => void freed.push(name) });
  const model = subject();
  const { study } = model;
  const end = new EventTarget();
  const ending = () => new Promise((resolve) => end.addEventListener("end", resolve, { once: true }));
  let waiting = ending();
  const refused = new Error("the weights hold no output layer");
  model.study = async function* (sentences, options) {
    if (options.losses) throw refused;
    if (options.into || store.state.cut === "sentences") return yield* study(sentences, options);
    await waiting;
  };
  store.measure(model);
  const stopAtFirst = () => {
    if (store.state.running && store.state.result?.study.count === 1) store.stop();
  };
  store.addEventListener("change", stopAtFirst);
  await store.start("first");
  store.removeEventListener("change", stopAtFirst);
  const result = shown();
  assert.ok(result && store.canGoOn);
  noteFree("first");
  const isAsBefore = () => {
    assert.equal(shown(), result);
    assert.deepEqual(freed, []);
    assert.equal(store.state.running, false);
  };
  store.set({ losses: true });
  await store.start("refused");
  assert.equal(store.state.problem, refused);
  isAsBefore();
  store.set({ losses: false, cut: "lines" }); // stopped before its first result
  const starting = store.start("stopped");
  assert.equal(shown(), null);
  while (!store.state.running) await Promise.resolve();
  store.stop();
  isAsBefore();
  end.dispatchEvent(new Event("end"));
  await starting;
  isAsBefore();
  store.set({ cut: "sentences" });
  assert.ok(store.canGoOn);
  await store.goOn();
  assert.equal(shown()?.study.count, 3);
  assert.deepEqual(freed, []);
  noteFree("gone on");
  await store.start("replaces");
  assert.deepEqual(freed, ["gone on"]);
  noteFree("replaced");
  store.set({ cut: "lines" });
  waiting = ending();
  const another = store.start("of a model that is left");
  store.measure(subject());
  assert.deepEqual(freed, ["gone on", "replaced"]);
  end.dispatchEvent(new Event("end"));
  await another;
  assert.equal(shown(), null);
});

test("a failure of the model is told, and the results so far stay", async () => {
  const store = new StudyStore(TOOLS);
  store.measure({
    ...subject(),
    async *study() {
      yield studyOf({ texts: ["one"], value: () => 1 });
      throw new Error("no memory");
    },
  });
  await store.start("title");
  assert.equal(store.state.problem?.message, "no memory");
  assert.equal(store.state.result?.study.count, 1);
  assert.equal(store.state.running, false);
});

test("a sentence is read once, when it is first shown", async () => {
  const store = new StudyStore(TOOLS);
  store.measure(subject());
  await store.start("title");
  const { study } = /** @type {import("../../web/study/state/study-store.js").Result} */ (store.state.result);
  assert.equal(store.readOf(study, 1), undefined);
  await new Promise((resolve) => store.addEventListener("change", resolve, { once: true }));
  const read = store.readOf(study, 1);
  assert.ok(read && "pieces" in read && read.pieces[0].text === "two");
});
