// Bugs that people really made: each row is named by the checker on its layer, changes its picture, and has words in every language.
import assert from "node:assert/strict";
import test from "node:test";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { loadCore } from "../../web/core/index.js";
import { FAULTS } from "../../web/kit/text/faults.js";
import { STEPS } from "../../web/kit/text/steps.js";
import { mapScenes } from "../../web/check/draw/bug-map.js";
import { layerOf, numbersOf } from "../../web/check/state/bug-layer.js";
import { mapsOf, pathOf } from "../../web/check/state/bug-maps.js";
import { linePair, programOf } from "../../web/check/state/bug-program.js";
import { BUGS, reportAddress, reportName } from "../../web/check/state/bugs.js";
import { check } from "../../web/check/state/check.js";
import { CoreTrials } from "../../web/check/state/core-trials.js";
import { RIGHT } from "../../web/check/state/paths.js";
import { bugWords, bugsText } from "../../web/check/words-bugs.js";
import { locales } from "./support/translations.js";

/** @typedef {import("../../web/check/state/bugs.js").Bug} Bug */

const core = await loadCore();

/** The core's step of each saved array. */
const STEP_OF = {
  ...{ q: "q_heads", k: "k_heads", v: "v_heads", scores: "scores" },
  ...{ attention: "weights", context: "context", output: "output" },
};

/** Arrays of a program that computes a bug's layer, by the core's own wrong path or its right one. @param {Bug} bug @param {boolean} isWrong */
function arraysOf(bug, isWrong) {
  const layer = numbersOf(layerOf(bug));
  const reading = { isLinear: false, causal: Boolean(layer.causal) };
  const trials = new CoreTrials(core, layer, new Map(), []);
  const path = isWrong ? pathOf(bug, layer, reading) : RIGHT;
  const results = trials.tensors(path, reading, Object.values(STEP_OF));
  const { sizes, x, matrices, biases, padding, causal } = layer;
  const saved = {
    ...{ x, ...matrices, ...biases },
    ...(padding && { key_padding_mask: padding }),
    num_heads: { data: [sizes.H], shape: [] },
    causal: { data: [Number(causal)], shape: [] },
    ...Object.fromEntries(Object.keys(STEP_OF).map((name, i) => [name, results[i]])),
  };
  return new Map(
    Object.entries(saved).map(([name, { data, shape }]) => [name, { name, dtype: "<f4", data, shape }]),
  );
}

// Dropout is found by its factor, without a path of the core: tests/python/mistakes.test.js has it.
for (const bug of BUGS.filter(({ id }) => id !== "dropped_attention"))
  test(`${bug.id}: the checker names it on its layer, and accuses nobody on the right path`, () => {
    const { path } = check(core, arraysOf(bug, true));
    assert.deepEqual([path?.id, path?.of, path?.isWhole], [bug.id, bug.of ?? [], true]);
    assert.equal(check(core, arraysOf(bug, false)).parts, null);
  });

test("every row changes its picture, with numbers and colours for both maps", () => {
  for (const bug of BUGS) {
    const maps = mapsOf(core, bug);
    for (const values of [maps.right, maps.wrong]) {
      assert.equal(values.length, maps.rows * maps.columns, bug.id);
      assert.ok(values.every(Number.isFinite), bug.id);
    }
    for (const palette of [LIGHT, DARK]) {
      const { right, wrong } = mapScenes(maps, palette);
      assert.notDeepEqual(right.marks, wrong.marks, bug.id);
    }
  }
});

test("the maps are those of the mistake", () => {
  const sums = (
    /** @type {string} */ id,
    /** @type {"right" | "wrong"} */ side,
    /** @type {boolean} */ ofColumns,
  ) => {
    const maps = mapsOf(core, /** @type {Bug} */ (BUGS.find((bug) => bug.id === id)));
    return Array.from({ length: ofColumns ? maps.columns : maps.rows }, (_, at) =>
      Array.from(maps[side])
        .filter((_, i) => (ofColumns ? i % maps.columns : Math.floor(i / maps.columns)) === at)
        .reduce((a, b) => a + b),
    );
  };
  const areOne = (/** @type {number[]} */ all) => all.every((sum) => Math.abs(sum - 1) < 1e-5);
  assert.ok(areOne(sums("softmax_axis", "wrong", true)), "columns sum to 1");
  assert.ok(!areOne(sums("softmax_axis", "wrong", false)));
  assert.ok(areOne(sums("softmax_axis", "right", false)), "rows sum to 1");
  assert.ok(sums("masked_afterwards", "wrong", false)[0] < 0.99, "the first row lost weight");
  assert.equal(sums("mask_diagonal", "wrong", false)[0], 0, "the first query sees nothing");
  assert.ok(sums("mask_reversed", "wrong", true)[0] < 1e-6, "nobody sees the first key");
});

test("a bug that changes nothing on its layer, or that the checker does not know, is refused", () => {
  const [bug] = BUGS;
  assert.throws(
    () => mapsOf(core, { ...bug, id: "mask_as_square" }),
    /the checker has no path mask_as_square/,
  );
  const plain = /** @type {Bug} */ (BUGS.find(({ id }) => id === "no_output"));
  assert.throws(() => mapsOf(core, { ...plain, id: "none" }), /no path none/);
});

test("every row has a title, an effect and a remark of its own, in every language", () => {
  const languages = [{ lang: "en", locale: undefined }, ...locales];
  const all = languages.map(({ lang, locale }) =>
    BUGS.map((bug) => {
      const { title, why, notice } = bugWords(bug, { locale });
      for (const text of [title, why, notice])
        assert.match(text, /^(?!.*(undefined|[{}|]|\$)).{4,}$/, `${lang} ${bug.id}`);
      assert.notEqual(title, bug.id);
      return title;
    }),
  );
  for (const titles of all) assert.equal(new Set(titles).size, BUGS.length);
  const [english, ...others] = all;
  for (const titles of others) assert.ok(titles.every((title) => !english.includes(title)));
});

test("a text of the page has a key: a word of the page, or a word of a bug", () => {
  assert.equal(bugsText("masks"), "Masks");
  assert.equal(
    bugsText("title no_scale"),
    bugWords(/** @type {Bug} */ (BUGS.find(({ id }) => id === "no_scale"))).title,
  );
});

test("reports are issues and pull requests of repositories, each named once", () => {
  const reports = BUGS.flatMap((bug) => bug.reports);
  for (const report of reports) {
    assert.match(reportAddress(report), /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(issues|pull)\/[1-9]\d*$/);
    assert.match(reportName(report), /^[\w.-]+\/[\w.-]+ #\d+$/);
  }
  const names = reports.map(reportName);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
});

test("states of the walk are wrong paths at steps that it has", () => {
  for (const { id, walk } of BUGS)
    if (walk) {
      assert.equal(walk.wrong, id);
      assert.ok(Object.hasOwn(FAULTS, walk.wrong) && Object.hasOwn(STEPS, walk.step), id);
    }
});

test("each program has the wrong line in place of the right one", () => {
  for (const bug of BUGS) {
    const { wrong, right } = linePair(bug);
    const [broken, whole] = [true, false].map((isWrong) =>
      programOf(bug, { isWrong, seed: 1, file: "a.npz" }).split("\n"),
    );
    const at = broken.indexOf(wrong);
    assert.ok(at > 0, bug.id);
    assert.deepEqual(broken.with(at, right), whole, bug.id);
  }
});
