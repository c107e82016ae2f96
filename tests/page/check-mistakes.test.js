// Mistakes of readers' code, by an oracle that shares no code with the core: each is named on twelve shapes (by day on four), from any arrays that show it.
import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { check } from "../../web/check/state/check.js";
import { MEASURED } from "../../web/check/state/measured.js";
import { MISTAKES } from "../../web/check/state/mistakes.js";
import { verdictWords } from "../../web/check/words.js";
import { loadCore } from "../../web/core/index.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { transpose } from "./support/arrays.js";
import { SHAPES, choices, fractionOf, shapeName } from "./support/random-layers.js";
import { inputsOf, optionsOf, runOf, savedAs } from "./support/readers.js";
import { SLIPS } from "./support/slips.js";

const core = await loadCore();
const RESULTS = ["q", "k", "v", "scores", "attention", "context", "output"];

/**
 * @typedef {import("./support/readers.js").Options} Options
 * @typedef {import("./support/arrays.js").Nd} Nd
 * @typedef {import("./support/slips.js").Mistaken} Mistaken
 * @typedef {Record<string, Nd>} Arrays
 */

/** @param {Arrays} results @param {readonly string[]} names */
const only = (results, names) => Object.fromEntries(names.map((name) => [name, results[name]]));

/** Whether arrays are equal within what float32 can tell. @param {Nd} a @param {Nd} b */
function isSame(a, b) {
  const most = b.data.reduce(
    (largest, value) => (Number.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest),
    0,
  );
  return a.data.every(
    (value, i) => Object.is(value, b.data[i]) || Math.abs(value - b.data[i]) <= 2e-5 * most,
  );
}

/** Sets of saved arrays: all, or the last; and some at random. @param {number} seed @param {boolean} isWhole */
function subsetsOf(seed, isWhole) {
  const { chance } = choices(seed);
  const some = () => RESULTS.filter(() => chance(0.4));
  const first = IS_NIGHTLY ? [RESULTS, ["output"]] : [isWhole ? RESULTS : ["output"]];
  return [...first, ...Array.from({ length: IS_NIGHTLY ? 8 : 1 }, some)].filter((names) => names.length);
}

/**
 * The ways in which correct code can read the weights: as they are, and if they are square, transposed.
 * @param {Options} o @param {Arrays} p
 */
function rightRuns(o, p) {
  const names = ["wQ", "wK", "wV", "wO"];
  const isSquare = names.every((name) => p[name].shape[0] === p[name].shape[1]);
  const turned = () => Object.fromEntries(names.map((name) => [name, transpose(p[name], 1, 0)]));
  return [runOf(o, p), ...(isSquare ? [runOf(o, { ...p, ...turned() })] : [])];
}

/**
 * A mark for the table: named, its name said beside another with the same numbers (+), no difference (=), located only (?), not possible (·).
 * @param {Mistaken} mistaken @param {Options} shape @param {number} seed @param {"f4" | "f8"} dtype @param {boolean} isWhole
 */
function markOf(mistaken, shape, seed, dtype, isWhole) {
  const o = { ...shape, ...mistaken.with, dtype };
  if (o.rope && !o.latent) o.fraction = fractionOf(o);
  if (mistaken.fits && !mistaken.fits(o)) return "·";
  const p = inputsOf(o, seed);
  const [wrong, rights] = [runOf(o, p, mistaken.slip), rightRuns(o, p)];
  const marks = subsetsOf(seed, isWhole).map((names) => {
    const it = check(core, savedAs({ ...p, ...optionsOf(o), ...only(wrong, names) }, dtype));
    const isRight = rights.some((right) => names.every((name) => isSame(wrong[name], right[name])));
    const said = `${mistaken.id} ${mistaken.how ?? ""} ${shapeName(shape)} ${dtype} ${names}: ${it.parts} ${JSON.stringify(it.path)}`;
    if (isRight) {
      assert.equal(it.parts, null, said);
      return "=";
    }
    assert.ok(it.parts && names.includes(it.parts), said);
    const named = [it.path, ...(it.path?.also ?? [])].find((each) => each?.id === mistaken.id);
    assert.ok(named, said);
    // One token has weight 1 with any queries and keys.
    if (mistaken.of && o.T > 1)
      assert.ok(
        mistaken.of(o, names, rights.length > 1).some((of) => isDeepStrictEqual(of, named.of)),
        said,
      );
    if (mistaken.value !== undefined)
      assert.ok(
        Math.abs(Number(named.value) - mistaken.value) <= 2e-3 * Math.max(1, Math.abs(mistaken.value)),
        said,
      );
    assert.equal(it.path?.isWhole, true, said);
    return it.path?.id === mistaken.id ? "named" : "+";
  });
  return [...new Set(marks)].find((mark) => mark !== "=") ?? "=";
}

test("each mistake is named on each shape", (t) => {
  const rows = SLIPS.map((mistaken, row) => {
    const cells = SHAPES.map((shape, column) => {
      if (!IS_NIGHTLY && (row + Math.floor(column / 2)) % 3) return "";
      /** @type {("f4" | "f8")[]} */
      const types = IS_NIGHTLY ? ["f4", "f8"] : [(row + column) % 2 ? "f4" : "f8"];
      return (
        types
          .map((dtype) => markOf(mistaken, shape, column + 1, dtype, column % 2 === 0))
          .find((mark) => mark !== "=") ?? "="
      );
    });
    assert.ok(cells.includes("named"), mistaken.id);
    return [[mistaken.id, mistaken.how].filter(Boolean).join(" "), ...cells];
  });
  const head = ["", ...SHAPES.map(shapeName)];
  const wide = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  for (const row of [head, ...rows]) t.diagnostic(row.map((cell, i) => cell.padEnd(wide[i])).join("  "));
});

test("every mistake of the table has code that makes it", () => {
  const made = new Set(SLIPS.map(({ id }) => id));
  const ofFixtures = ["alibi_sign", "window_off_by_one"]; // below
  for (const { id } of [...MISTAKES, ...MEASURED]) assert.ok(made.has(id) || ofFixtures.includes(id), id);
});

/** @param {Options} o @param {import("./support/readers.js").Slip} slip @param {readonly string[]} [names] @param {number} [seed] */
function checkedOf(o, slip, names = RESULTS, seed = 3) {
  const p = inputsOf(o, seed);
  return check(core, savedAs({ ...p, ...optionsOf(o), ...only(runOf(o, p, slip), names) }, o.dtype));
}

const BASE = /** @type {Options} */ ({ B: 2, T: 6, H: 4, d: 5, bias: true });

test("ALiBi's sign and a window's edge are named", () => {
  const further = checkedOf({ ...BASE, alibi: true }, () => ({
    alibi: (/** @type {Nd} */ s) => ({
      ...s,
      data: s.data.map(
        (value, at) =>
          value + 2 ** (-2 * (1 + (Math.floor(at / 36) % 4))) * Math.abs((Math.floor(at / 6) % 6) - (at % 6)),
      ),
    }),
  }));
  assert.deepEqual([further.parts, further.path?.id], ["attention", "alibi_sign"]);
  for (const by of [1, -1]) {
    const it = checkedOf({ ...BASE, window: 3 }, () => ({
      isOutside: (/** @type {number} */ i, /** @type {number} */ j) => j <= i - 3 - by || j > i,
    }));
    assert.deepEqual([it.parts, it.path?.id], ["attention", "window_off_by_one"]);
  }
});

test("the number of a wrong factor or fill is found, from any array", () => {
  for (const names of [RESULTS, ["attention"], ["context"], ["output"]]) {
    for (const factor of [0.333, 2.5, 1.01]) {
      const it = checkedOf(
        BASE,
        () => ({
          scale: (/** @type {Nd} */ s) => ({ ...s, data: s.data.map((x) => (x * factor) / Math.sqrt(5)) }),
        }),
        names,
      );
      assert.equal(it.path?.id, "scale_factor", String(names));
      assert.ok(Math.abs(Number(it.path?.value) / factor - 1) < 1e-3, `${it.path?.value} for ${factor}`);
    }
    for (const fill of [0, 3, -1.5]) {
      const it = checkedOf({ ...BASE, causal: true }, () => ({ fill }), names);
      assert.equal(it.path?.id, "mask_filled", String(names));
      assert.ok(Math.abs(Number(it.path?.value) - fill) < 1e-3, `${it.path?.value} for ${fill}`);
    }
  }
});

test("the number is found from some queries of a long input", () => {
  const o = { ...BASE, T: 20, H: 2, d: 3, causal: true };
  const factor = (/** @type {Nd} */ s) => ({ ...s, data: s.data.map((x) => (x * 2.5) / Math.sqrt(3)) });
  for (const [slip, id, value] of /** @type {const} */ ([
    [{ scale: factor }, "scale_factor", 2.5],
    [{ fill: -1.5 }, "mask_filled", -1.5],
  ])) {
    const { path } = checkedOf(o, () => slip, ["output"]);
    assert.equal(path?.id, id);
    assert.ok(Math.abs(Number(path?.value) - value) < 1e-3, String(path?.value));
  }
});

test("a tiny fill is told exactly where the masked scores are saved", () => {
  const o = /** @type {Options} */ ({ ...BASE, causal: true, dtype: "f8" });
  const p = inputsOf(o, 3);
  const r = runOf(o, p, () => ({ fill: 1e-9 }));
  const it = check(core, savedAs({ ...p, ...optionsOf(o), scores: r.masked, attention: r.attention }, "f8"));
  assert.deepEqual([it.parts, it.path?.id], ["scores", "mask_filled"]);
  assert.ok(Math.abs(Number(it.path?.value) / 1e-9 - 1) < 1e-3, String(it.path?.value));
  assert.match(verdictWords(it).join(" "), /filled with 1e-9/);
});

test("two mistakes at once are taken apart one after the other, and neither hides the other", () => {
  const unscaled = { scale: (/** @type {Nd} */ s) => s };
  const unmerged = { merge: (/** @type {Nd} */ c) => ({ shape: [2, 6, 20], data: c.data }) };
  const both = checkedOf(BASE, () => ({ ...unscaled, ...unmerged }));
  assert.deepEqual(
    [both.parts, both.path?.id, both.path?.isWhole, both.path?.again],
    ["attention", "no_scale", false, "output"],
  );
  assert.match(verdictWords(both).join(" "), /At output your numbers differ from that path, too/);
  const second = checkedOf(BASE, () => unmerged);
  assert.deepEqual([second.parts, second.path?.id], ["output", "merge_without_transpose"]);
});

test("a mistake without a name keeps its place, with the numbers and no correction", () => {
  const it = checkedOf(BASE, () => ({
    merge: (/** @type {Nd} */ c) => ({ shape: [2, 6, 20], data: c.data.slice().reverse() }),
  }));
  assert.deepEqual([it.parts, it.path], ["output", null]);
  const words = verdictWords(it);
  assert.match(words.at(-1) ?? "", /^output\[\d, \d, \d+\] is \S+ in your file; the core has \S+\.$/);
  assert.doesNotMatch(words.join(" "), /Correct:/);
});
