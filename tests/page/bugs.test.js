// Bugs that people really made: each row is named by the checker on its layer, changes its picture, and has words in every language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { DARK, LIGHT } from "../../web/kit/draw/palette.js";
import { loadCore } from "../../web/core/index.js";
import { asWritten } from "../../web/kit/state/attribute-values.js";
import { SETTINGS } from "../../web/kit/state/settings.js";
import { SHOWN } from "../../web/kit/state/shown.js";
import { FAULTS } from "../../web/kit/text/faults.js";
import { STEPS } from "../../web/kit/text/steps.js";
import { mapScenes } from "../../web/check/draw/bug-map.js";
import { arraysOf } from "../../web/check/state/bug-arrays.js";
import { layerOf } from "../../web/check/state/bug-layer.js";
import { mapsOf, stepsOf } from "../../web/check/state/bug-maps.js";
import { linePair, programOf } from "../../web/check/state/bug-program.js";
import { BUGS, reportAddress, reportName } from "../../web/check/state/bugs.js";
import { check } from "../../web/check/state/check.js";
import { MEASURED } from "../../web/check/state/measured.js";
import { MISTAKES } from "../../web/check/state/mistakes.js";
import { bugWords, bugsText } from "../../web/check/words-bugs.js";
import { pictureOf } from "./support/pictures.js";
import { locales } from "./support/translations.js";

/** @typedef {import("../../web/check/state/bugs.js").Bug} Bug */

const core = await loadCore();

/** Arrays of a program that computes a bug's layer, by the checker's own steps: wrong or right. @param {Bug} bug @param {"wrong" | "right"} side */
function fileOf(bug, side) {
  const steps = stepsOf(core, bug)[side];
  const { B, T, Tnew, Tk, dModel, H, kvHeads, dV, width } = steps.layer.sizes;
  const results = {
    ...{ q_turned: [B, H, T, width], k_turned: [B, kvHeads, Tnew, width], v: [B, Tnew, kvHeads, dV] },
    ...{ scores: [B, H, T, Tk], attention: [B, H, T, Tk], context: [B, H, T, dV], output: [B, T, dModel] },
  };
  const arrays = arraysOf(layerOf(bug));
  for (const [name, shape] of Object.entries(results)) {
    const data = Float32Array.from(steps.get(/** @type {any} */ (name)));
    arrays.set(name.replace("_turned", ""), { name, dtype: "<f4", data, shape });
  }
  return arrays;
}

test("every mistake that the checker knows has a row, and each row is a mistake that it knows", () => {
  const known = [...MISTAKES, ...MEASURED].map(({ id }) => id);
  assert.deepEqual(BUGS.map(({ id }) => id).sort(), [...known, "dropped_attention"].sort());
});

for (const bug of BUGS)
  test(`${bug.id}: the checker names it alone on its layer, and accuses nobody on the right path`, () => {
    const { path } = check(core, fileOf(bug, "wrong"));
    assert.deepEqual([path?.id, path?.of, path?.also, path?.value], [bug.id, bug.of ?? [], [], bug.value]);
    assert.equal(check(core, fileOf(bug, "right")).parts, null);
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

test("a picture shows the sentence and the head that differ most", () => {
  for (const bug of BUGS) {
    const { of, rows, columns, right, wrong, sentence, head } = mapsOf(core, bug);
    const steps = stepsOf(core, bug);
    const cells = rows * columns;
    const distance = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
      Array.from(a).reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0);
    const [ours, theirs] = [steps.right, steps.wrong].map((path) => Float32Array.from(path.get(of)));
    const all = Array.from({ length: ours.length / cells }, (_, i) =>
      distance(ours.slice(i * cells, (i + 1) * cells), theirs.slice(i * cells, (i + 1) * cells)),
    );
    const shown = head === null ? sentence : sentence * steps.right.layer.sizes.H + head;
    assert.equal(shown, all.indexOf(Math.max(...all)), bug.id);
    assert.ok(Math.abs(distance(right, wrong) - all[shown]) < 1e-4, bug.id);
  }
});

test("equal numbers have equal colours in both maps", () => {
  for (const bug of BUGS) {
    const maps = mapsOf(core, bug);
    const both = Float32Array.of(...maps.right, ...maps.wrong).sort();
    const scenes = mapScenes({ ...maps, wrong: both.slice(0, maps.right.length) }, LIGHT);
    const [right, wrong] = [scenes.right, scenes.wrong].map(
      ({ marks: [cells] }) => /** @type {any} */ (cells).rgba,
    );
    maps.right.forEach((value, i) => {
      const at = both.indexOf(value);
      if (at < wrong.length) assert.equal(wrong[at], right[i], bug.id);
    });
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
    () => mapsOf(core, { ...bug, id: "scale_factor", value: 1 }),
    /scale_factor changes nothing on its layer/,
  );
  assert.throws(
    () => mapsOf(core, { ...bug, id: "mask_as_square" }),
    /the checker has no way of mask_as_square/,
  );
  const plain = /** @type {Bug} */ (BUGS.find(({ id }) => id === "no_output"));
  assert.throws(() => mapsOf(core, { ...plain, id: "none" }), /no way of none/);
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

test("the guide has an anchor for each row, to which reports of the checker point", () => {
  const guide = readFileSync(inRoot("docs/guide/bugs.md"), "utf8");
  assert.deepEqual(
    [...guide.matchAll(/<a id="(\w+)"><\/a>/g)].map(([, id]) => id),
    BUGS.map(({ id }) => id),
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

/** The picture of the walk's state at an address. @param {Bug} bug */
function pictureAt({ walk }) {
  const settings = SETTINGS.filter(({ attribute }) => attribute in walk);
  const shown = SHOWN.filter(({ attribute }) => attribute in walk);
  assert.deepEqual(
    Object.keys(walk).sort(),
    [...settings, ...shown].map(({ attribute }) => attribute).sort(),
    "every name is an attribute of the walk",
  );
  return pictureOf(
    Object.fromEntries(settings.map((row) => [row.name, asWritten(row, walk[row.attribute])])),
  );
}

test("every row has a state of the walk: its own wrong path, or the step that it is in", () => {
  for (const bug of BUGS) {
    const { id, walk } = bug;
    assert.equal("wrong" in walk, id in FAULTS && id !== "positions_restart", id); // a link cannot set a cache
    if ("wrong" in walk) assert.equal(walk.wrong, id);
    assert.ok(pictureAt(bug).step(walk.step), `${id}: the layer has the step ${walk.step}`);
    assert.ok(Object.hasOwn(STEPS, walk.step), id);
  }
});

test("a layer of the walk has what the mistake gets wrong", () => {
  const at = (/** @type {string} */ id) => pictureAt(/** @type {Bug} */ (BUGS.find((bug) => bug.id === id)));
  const blocked = (/** @type {string} */ id) => {
    const picture = at(id);
    const [, , T, Tk] = picture.step("masked")?.shape ?? [];
    const scores = picture.values("masked");
    return Array.from({ length: T }, (_, i) =>
      Array.from({ length: Tk }, (_, j) => (scores[i * Tk + j] === -Infinity ? "x" : ".")).join(""),
    );
  };
  assert.deepEqual(blocked("causal_top_left"), ["....xx", ".....x", "......"]);
  assert.deepEqual(blocked("mask_future").slice(0, 2), [".xxxxxxxxxxx", "..xxxxxxxxxx"]);
  assert.equal(at("padding_ignored").values("masked").at(-1), -Infinity, "the second sentence is padded");
  assert.equal(at("kv_tiled").config.numKvHeads, 2);
  const { latent } = at("latent_style").config;
  assert.equal(latent && latent.ropeWidth, 8);
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
