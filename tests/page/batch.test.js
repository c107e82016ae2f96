// Two sentences in one batch: each attends as it does alone, and the page shows the selected one.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import test from "node:test";
import { promisify } from "node:util";
import { inRoot } from "../../tools/lib/paths.mjs";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { stageView } from "../../web/walk/draw/stage-picture.js";
import { stageScene } from "../../web/walk/draw/stage.js";
import { tapeScene } from "../../web/kit/draw/tape.js";
import { numbersOf } from "../../web/kit/draw/numbers.js";
import { effectsOf, removalsOf } from "../../web/heads/state/ablation.js";
import { itemPicture, togetherIn } from "../../web/kit/state/batch-item.js";
import { PAD, batchOf } from "../../web/kit/state/batch.js";
import { compare, mostDifferent } from "../../web/kit/state/compare.js";
import { headIn, mapOf, rowOf } from "../../web/kit/state/head.js";
import { factorsOfScore, scoreOf } from "../../web/kit/state/score.js";
import { attendsMost } from "../../web/kit/state/attends.js";
import { LOOK } from "../../web/kit/state/look.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { SHORTER } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { setIn } from "../../web/kit/state/snapshot.js";
import { loadCore } from "../../web/core/index.js";
import { flat, indices, measure, pictureOf } from "./support/pictures.js";

const SECOND = tokenize(SHORTER);
const FIRST = ["The", "animal", "was", "too", "tired", "."];
const SIZES = { tokens: FIRST, dModel: 16, heads: 4 };
const [T, S] = [FIRST.length, SECOND.length];
const surface = { width: 1200, palette: LIGHT, measure };

/** A program for a process in which nothing has made a batch yet. */
const LATE = `
import { Store } from "./web/kit/state/store.js";
const store = new Store();
store.take({ tokens: ["It", "was", "late"], dModel: 8, heads: 2 });
await store.load();
const seen = [];
store.addEventListener("change", () => seen.push(store.state.invalidValues));
store.take({ batchTokens: ["Go"], batch: 1 });
while (!store.state.picture.items) await new Promise((resolve) => setTimeout(resolve, 5));
console.log(JSON.stringify({
  invalidValues: Object.assign({}, ...seen),
  batch: store.state.selection.batch,
  words: store.state.picture.settings.tokens,
}));`;

/** @param {Record<string, unknown>} [change] */
async function loaded(change = {}) {
  const store = new Store();
  store.take({ ...SIZES, batchTokens: SECOND, ...change }, "host");
  await store.load();
  return store;
}

/** @param {Store} store */
const pictureIn = (store) =>
  /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);

/**
 * Compares a step of one sentence in a batch with the same step of the sentence alone.
 * @param {import("../../web/kit/state/picture.js").Picture} picture @param {string} id @param {number} item @param {import("../../web/kit/state/picture.js").Picture} alone
 */
function assertAsAlone(picture, id, item, alone) {
  const [step, own] = [picture, alone].map(
    (each) => /** @type {import("../../web/core/types.js").Step} */ (each.step(id)),
  );
  const [all, values] = [picture.values(id), alone.values(id)];
  for (const index of indices(own.shape)) {
    const at = flat(step.shape, [item, ...index.slice(1)]);
    assert.ok(Math.abs(all[at] - values[flat(own.shape, index)]) < 1e-6, `${id}[${item}, ${index.slice(1)}]`);
  }
}

for (const [name, settings] of /** @type {const} */ ([
  ["plain", {}],
  ["causal", { causal: true }],
  ["grouped and fused", { kvHeads: 2, fused: true }],
  ["asking a third", { keyTokens: ["Das", "Tier", "war"] }],
]))
  test(`each sentence of a batch attends as it does alone: ${name}`, () => {
    const picture = pictureOf({ ...SIZES, ...settings, batchTokens: SECOND });
    for (const [item, tokens] of [FIRST, SECOND].entries()) {
      const alone = pictureOf({ ...SIZES, ...settings, tokens });
      for (const id of ["q", "k", "weights", "context", "output"]) assertAsAlone(picture, id, item, alone);
      alone.dispose();
    }
    const { shape } = /** @type {import("../../web/core/types.js").Step} */ (picture.step("weights"));
    assert.deepEqual(shape.slice(0, 3), [2, 4, T]);
    const weights = picture.values("weights");
    for (const index of indices(shape))
      if (index[0] === 1 && index[3] >= S && !("keyTokens" in settings))
        assert.equal(weights[flat(shape, index)], 0, `padding is not looked at: ${index}`);
    picture.dispose();
  });

test("the shorter of two sentences is padded, whichever it is; sentences of equal length are not", () => {
  const other = pictureOf({ ...SIZES, tokens: SECOND, batchTokens: FIRST });
  assert.deepEqual(other.items, [[...SECOND, PAD, PAD], FIRST]);
  const { words, lengths, padding } = batchOf([FIRST, SECOND]);
  assert.deepEqual(
    [words[1].slice(S), lengths],
    [
      [PAD, PAD],
      [T, S],
    ],
  );
  assert.deepEqual([...padding.data], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  const same = pictureOf({ ...SIZES, batchTokens: FIRST.toReversed() });
  assert.equal(same.step("masked"), undefined);
  assert.ok(other.step("masked"));
  for (const each of [other, same]) each.dispose();
});

test("selecting a word of the second sentence shows that sentence and its words everywhere", async () => {
  const store = await loaded({ step: "weights" });
  assert.deepEqual(pictureIn(store).settings.tokens, FIRST);
  const { steps } = pictureIn(store);
  store.select({ batch: 1, token: 2 });
  assert.deepEqual(pictureIn(store).settings.tokens, [...SECOND, PAD, PAD]);
  assert.equal(pictureIn(store).steps, steps, "nothing was computed anew");
  assert.deepEqual(store.state.settings.tokens, FIRST, "what was asked for stays");
  store.letGo();
  assert.deepEqual(store.state.selection, { ...NOTHING, batch: 1 }, "it is still that sentence");
  assert.equal(store.letGo(), false);
  store.configure({ batchTokens: [] });
  assert.equal(store.state.selection.batch, null);
  assert.deepEqual(pictureIn(store).settings.tokens, FIRST);
});

test("hovering stays within the hovered sentence, and leaving restores the previous one", async () => {
  const store = await loaded({ step: "x" });
  store.preview("x", [1, 2, 5]);
  assert.deepEqual(store.selection.batch, 1);
  assert.equal(pictureIn(store).settings.tokens[2], SECOND[2]);
  store.preview("", null);
  assert.deepEqual(pictureIn(store).settings.tokens, FIRST);
  store.configure({ colormap: "viridis" });
  store.hold("x", [1, 0, 0]);
  assert.deepEqual(
    [store.state.selection.batch, pictureIn(store).settings.colormap, pictureIn(store).item],
    [1, "viridis", 1],
  );
});

test("the stage shows the selected sentence's part of every tensor, and names it", async () => {
  const store = await loaded();
  for (const { id, axes } of pictureIn(store).steps)
    for (const batch of [0, 1]) {
      store.goTo(id);
      store.select({ batch });
      const { parts, marks } = stageScene(/** @type {any} */ (stageView(store.state, {})), surface);
      for (const { tensor } of parts)
        for (const { index } of tensor.layout.slices)
          if (tensor.layout.axes[0] === "B") assert.equal(index[0], batch, `${id} ${axes}`);
      const written = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
      const words = /** @type {string[][]} */ (pictureIn(store).items)[batch];
      if (written.some((word) => [...FIRST, ...SECOND].includes(word)))
        assert.ok(written.includes(words[0]) && !written.includes([SECOND, FIRST][batch][0]), `${id}`);
    }
  store.goTo("weights");
  const { marks } = stageScene(/** @type {any} */ (stageView(store.state, {})), surface);
  assert.ok(marks.some((mark) => mark.kind === "text" && mark.text.includes("sentence 2 of 2")));
});

test("memory contains one sentence after the other, each above its own words", () => {
  const picture = pictureOf({ ...SIZES, dModel: 8, heads: 1, batchTokens: SECOND });
  const step = /** @type {import("../../web/core/types.js").Step} */ (picture.step("q"));
  const { marks } = tapeScene({ picture, step, element: null, by: "token" }, { ...surface, width: 2000 });
  const words = marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
  const all = [...FIRST, ...SECOND, PAD, PAD];
  assert.deepEqual(
    words.filter((word) => all.includes(word)),
    all,
  );
  picture.dispose();
});

test("a table has the words of each row's own sentence", async () => {
  const store = await loaded({ step: "x" });
  const rows = [...numbersOf(store.state, "walk").rows()];
  assert.deepEqual(rows[0].slice(0, 4), [0, 0, 0, FIRST[0]]);
  assert.deepEqual(rows[(T + 2) * 16].slice(0, 4), [1, 2, 0, SECOND[2]]);
  assert.equal(rows.at(-1)?.[3], PAD);
});

test("measures of heads are those of the selected sentence alone", async () => {
  const store = await loaded({ weights: "random" });
  for (const [batch, tokens] of [FIRST, SECOND].entries()) {
    store.select({ batch, head: 3, token: 1 });
    const picture = pictureIn(store);
    const alone = pictureOf({ ...SIZES, weights: "random", tokens });
    assert.deepEqual(picture.measure().heads, alone.measure().heads);
    assert.deepEqual(picture.similarity(), alone.similarity());
    const head = headIn(picture, store.selection);
    assert.equal(head.tokens[1], tokens[1]);
    const own = headIn(alone, { ...store.selection, batch: null });
    tokens.forEach((_, key) => {
      assert.ok(Math.abs(rowOf(head)[key] - rowOf(own)[key]) < 1e-6);
      assert.ok(Math.abs(mapOf(head)[T + key] - mapOf(own)[tokens.length + key]) < 1e-6);
    });
    const [shares, should] = [picture, alone].map((each) => effectsOf(each, LOOK).shares.data);
    assert.deepEqual(shares, should);
    assert.equal(shares.length, should.length, "none of padding");
    assert.deepEqual(removalsOf(picture), removalsOf(alone));
    const mean = picture.blend(Float32Array.of(0.25, 0.25, 0.25, 0.25));
    assert.deepEqual(mean.shape, [1, T, T]);
    alone.dispose();
  }
});

test("a word's attention and its scores belong to its own sentence", async () => {
  const store = await loaded({ weights: "random", step: "weights", causal: true });
  store.select({ batch: 1, token: 2, head: 1, key: 0 });
  const alone = pictureOf({ ...SIZES, weights: "random", causal: true, tokens: SECOND });
  const [found, should] = [pictureIn(store), alone].map((picture) =>
    attendsMost(picture, /** @type {any} */ (picture.step("weights")), 2),
  );
  assert.deepEqual([found?.token, found?.first.key], [SECOND[2], should?.first.key]);
  const of = headIn(pictureIn(store), store.selection);
  const own = headIn(alone, { ...store.selection, batch: null });
  scoreOf(own).forEach(({ step, value }, i) => {
    const [id, is] = [scoreOf(of)[i].step.id, scoreOf(of)[i].value];
    assert.ok(id === step.id && Math.abs(is - value) < 1e-5, `${id}: ${is}, ${value}`);
  });
  const [queries, others] = [factorsOfScore(of)?.query ?? [], factorsOfScore(own)?.query ?? []];
  queries.forEach((value, i) => assert.ok(Math.abs(value - others[i]) < 1e-6));
  assert.equal(queries.length, 4);
  alone.dispose();
});

test("with a new sentence, one of its words is selected, never the padding", async () => {
  const store = await loaded();
  store.select({ token: T - 1, key: T - 2 });
  store.take({ batch: 1 });
  assert.deepEqual([store.selection.token, store.selection.key], [S - 1, S - 1]);
  store.select({ token: T - 1 });
  assert.equal(pictureIn(store).settings.tokens[store.selection.token ?? 0], PAD, "unless that is asked for");
});

test("in a batch, a lab uses the selected sentence alone", async () => {
  const store = await loaded();
  store.select({ batch: 1 });
  const lab = itemPicture(pictureIn(store));
  assert.deepEqual([lab.settings.tokens, lab.step("x")?.shape], [SECOND, [1, S, 16]]);
  assert.deepEqual(lab.settings.batchTokens, SECOND);
  assert.equal(itemPicture(pictureIn(store)), lab, "computed once");
  assert.deepEqual(itemPicture(pictureIn(store), 0).settings.tokens, FIRST);
  assert.equal(itemPicture(lab), lab);
  store.configure({ colormap: "cividis" });
  assert.equal(itemPicture(pictureIn(store)).settings.colormap, "cividis");
});

test("a mask repeated in the wrong order shows with the reader's own two sentences", async () => {
  const core = await loadCore();
  const { settings } = pictureOf({ ...SIZES, weights: "random", batchTokens: SECOND });
  const comparison = compare(core, settings, "mask_repeat_order");
  const { right, wrong } = comparison;
  assert.deepEqual(
    [right.items, wrong.items?.length, comparison.none],
    [[FIRST, [...SECOND, PAD, PAD]], 2, null],
  );
  const most = mostDifferent(comparison);
  const { distance } = togetherIn(right).run.differenceFrom(togetherIn(wrong).run);
  const largest = Math.max(...distance.data);
  assert.equal(
    distance.data[flat(distance.shape, [Number(most?.batch), Number(most?.head), Number(most?.token)])],
    largest,
  );
  for (const each of [right, wrong]) each.dispose();
});

test("a wrong path covers both sentences, whichever is selected, also after waking", async () => {
  const store = await loaded({ weights: "random" });
  store.select({ batch: 1, token: 0 });
  await store.tryWrong("no_scale");
  const { right, wrong } = /** @type {import("../../web/kit/state/compare.js").Comparison} */ (
    store.state.comparison
  );
  const items = [FIRST, [...SECOND, PAD, PAD]];
  assert.deepEqual([right.items, wrong.items], [items, items]);
  store.configure({ heads: 5 });
  assert.ok(store.state.problem, "16 is not divisible by 5");
  store.rest();
  store.wake();
  assert.deepEqual(pictureIn(store).items, items);
});

test("batch values set while the batch loads wait for it, and are not reported as missing", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", LATE], {
    cwd: inRoot(),
  });
  assert.deepEqual(JSON.parse(stdout), { invalidValues: {}, batch: 1, words: ["Go", "[pad]", "[pad]"] });
});

test("a link contains the batch and the selected sentence; an invalid sentence is reported", async () => {
  const store = await loaded();
  store.select({ batch: 1 });
  const set = Object.fromEntries(setIn(store.state).map(([{ attribute }, value]) => [attribute, value]));
  assert.deepEqual([set["batch-tokens"], set.batch], [SECOND, 1]);
  store.take({ batch: 2 });
  assert.equal(store.state.invalidValues.batch.message, "batch 2 is not there: they go from 0 to 1");
  store.take({ batch: 0 });
  assert.deepEqual([store.state.invalidValues, pictureIn(store).item], [{}, 0]);
});

test("with an input of one's own, a second sentence is refused, and the old state stays", async () => {
  const store = await loaded({ batchTokens: [] });
  const picture = pictureIn(store);
  store.give({ input: { data: new Float32Array(T * 16).fill(0.5), shape: [T, 16] } });
  const own = pictureIn(store);
  assert.notEqual(own, picture);
  store.configure({ batchTokens: SECOND });
  assert.match(
    String(store.state.problem?.message),
    /^batch-tokens are for words that the page makes vectors of/,
  );
  assert.equal(store.state.problem?.setting, "batchTokens");
  assert.equal(pictureIn(store), own);
});
