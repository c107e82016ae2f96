// A reader's own code compared with the core: right and wrong arrays made with plain NumPy (fixtures/saved.py), and the messages about them.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { npz } from "../../web/kit/state/npz.js";
import { CORE_FAULTS, check } from "../../web/check/state/check.js";
import { droppedShare } from "../../web/check/state/dropout-share.js";
import { MEASURED } from "../../web/check/state/measured.js";
import { MISTAKES } from "../../web/check/state/mistakes.js";
import { readNpz } from "../../web/check/state/npz.js";
import { arraysOf } from "../../web/kit/text/code/arrays.js";
import { MAKES, pathWords, verdictWords } from "../../web/check/words.js";
import { PATHS } from "../../web/check/words-paths.js";
import { pictureOf } from "./support/pictures.js";

const core = await loadCore();
const arraysIn = (/** @type {string} */ name) =>
  readNpz(readFileSync(inRoot("tests/fixtures/saved", `${name}.npz`)));
const checked = (/** @type {string} */ name) => check(core, arraysIn(name));

/** @typedef {import("../../web/check/state/check.js").Checked} Checked */

/**
 * The options and the expected forms of each correct file.
 * @type {Record<string, { causal?: boolean, linear?: boolean, forms?: Record<string, string>, unknown?: string[] }>}
 */
const RIGHT = {
  right: { forms: { q: "heads_first", scores: "scores", context: "heads_first" } },
  float64: {},
  merged: { forms: { q: "merged", k: "merged", v: "merged", scores: "scaled", context: "merged" } },
  stacked: { forms: { q: "heads_last", scores: "scores", attention: "stacked" } },
  unbatched: { forms: { q: "heads_first", attention: "heads_first" } },
  causal: { causal: true, forms: { scores: "masked" } },
  causal_saved: { causal: true },
  linear: { linear: true },
  linear_grouped: { linear: true, forms: { k: "heads_first" } },
  repeated: { forms: { k: "repeated", v: "repeated" } },
  mean: { forms: { attention: "mean" } },
  big_endian: {},
  half: {},
  other_names: { unknown: ["loss"] },
  padded: {},
};

for (const [name, { causal = false, linear = false, forms = {}, unknown = [] }] of Object.entries(RIGHT))
  test(`${name}.npz is right, and read as it was saved`, () => {
    const it = checked(name);
    assert.deepEqual([it.parts, it.path], [null, null]);
    assert.deepEqual([it.reading.causal, it.reading.isLinear, it.unknown], [causal, linear, unknown]);
    for (const { name, shape, beside, agrees } of it.steps) {
      assert.equal(agrees, shape !== null, name);
      assert.ok(!beside || beside.difference < (it.reading.half ? 1e-2 : 1e-5), name);
    }
    for (const [step, form] of Object.entries(forms))
      assert.equal(it.steps.find((each) => each.name === step)?.beside?.as, form, step);
  });

/**
 * The mistake in each file, and the step at which it first shows.
 * @type {[string, string, string, { of?: string[], again?: string | null, id?: string }?][]}
 */
const WRONG = [
  ["view_without_transpose", "view_without_transpose", "q"],
  ["merge_without_transpose", "merge_without_transpose", "output"],
  ["no_scale", "no_scale", "attention"],
  ["raw_inputs", "raw_inputs", "q"],
  ["softmax_axis", "softmax_axis", "attention"],
  ["softmax_axis_output", "softmax_axis", "output"],
  ["mask_reversed", "mask_reversed", "attention"],
  ["mask_reversed_finite", "mask_reversed", "attention"],
  ["mask_repeat_order", "mask_repeat_order", "attention"],
  ["mask_as_square", "mask_as_square", "attention"],
  ["dropped_attention", "dropped_attention", "attention"],
  ["dropped_output", "dropped_attention", "attention", { again: "context" }],
  ["scale_d_model", "scale_d_model", "attention"],
  ["scale_without_root", "scale_without_root", "attention"],
  ["scale_multiplied", "scale_multiplied", "attention"],
  ["transposed", "transposed", "output", { of: ["wO"] }],
  ["linear_transposed", "transposed", "k", { of: ["wK"] }],
  ["no_bias", "no_bias", "output", { of: ["bO"] }],
  ["no_biases", "no_bias", "q", { of: ["bQ", "bK", "bV", "bO"] }],
  ["keys_ask", "keys_ask", "scores"],
  ["no_output", "no_output", "output"],
  ["not_masked", "not_masked", "attention"],
  ["mask_diagonal", "mask_diagonal", "attention"],
  ["twice", "no_scale", "attention", { again: "output" }],
  ["over_heads", "softmax_heads", "attention"],
  ["split_features_first", "split_features_first", "q"],
  ["split_and_merged_features_first", "split_features_first", "q", { of: ["concat"] }],
  ["masked_afterwards", "masked_afterwards", "attention"],
];

for (const [file, id, parts, { of = [], again = null } = {}] of WRONG)
  test(`${file}.npz parts at ${parts}, and is told as ${id}`, () => {
    const it = checked(file);
    assert.equal(it.parts, parts);
    assert.deepEqual([it.path?.id, it.path?.of, it.path?.again], [id, of, again]);
    assert.equal(it.path?.isWhole, again === null);
    const before = it.steps.slice(
      0,
      it.steps.findIndex(({ name }) => name === parts),
    );
    for (const { name, shape, agrees } of before) assert.equal(agrees, shape !== null, name);
    const { name, why, mend } = pathWords(/** @type {any} */ (it.path), it.sizes);
    for (const said of [name, why, mend]) assert.match(said, /^(?!.*(undefined|NaN|[{}]|\$)).{4,}$/);
    assert.notEqual(name, id, "it has a name of its own");
  });

test("dropout's p is found from the weights that it kept", () => {
  assert.ok(Math.abs(Number(checked("dropped_attention").path?.p) - 0.25) < 1e-6);
  assert.equal(droppedShare([0.5, 0.5], [0.5, 0.5]), null);
  assert.equal(droppedShare([0, 1, 0.6], [0.25, 0.5, 0.25]), null, "no one factor");
  assert.equal(droppedShare([0, 0.5, 0.25], [0.25, 0.5, 0.25]), null, "nothing is larger");
  assert.equal(droppedShare([0, 1, 0.5], [0.25, 0.5, 0.25]), 0.5);
});

test("arrays that no wrong path explains are reported with the first different step; an impossible shape with the possible ones", () => {
  const over = checked("unexplained");
  assert.deepEqual([over.parts, over.path], ["attention", null]);
  assert.match(verdictWords(over).join(" "), /The core computes attention = /);
  assert.match(
    verdictWords(over).at(-1) ?? "",
    /^attention\[\d, \d, \d, \d\] is [\d.]+ in your file; the core has [\d.]+\.$/,
  );
  const output = verdictWords(checked("unexplained_output"));
  assert.match(output.join(" "), /any of k, v, scores, attention, context, output: save these arrays too/);
  for (const said of [verdictWords(over), output])
    assert.doesNotMatch(said.join(" "), /Correct:/, "a line that may be right is not blamed");
  const { parts, path, steps } = checked("shape");
  assert.deepEqual([parts, path], ["attention", null]);
  assert.deepEqual(steps.find(({ name }) => name === "attention")?.expected, [
    [2, 2, 5, 5],
    [4, 5, 5],
    [2, 5, 5],
  ]);
  assert.ok(
    steps.find(({ name }) => name === "output")?.agrees,
    "what comes after it is compared all the same",
  );
});

for (const [file, said] of /** @type {[string, RegExp][]} */ ([
  ["no_weights", /^the arrays lack wK, wO: expected x, wQ, wK, wV, wO and num_heads/],
  ["nothing_made", /nothing to compare: save what your code made too, any of q, k, v/],
  ["heads_of_none", /^wQ is 8 wide, which is no multiple of num_heads 3/],
  ["narrow", /^wV has 6 columns; expected 8/],
  ["objects", /^wQ holds Python objects/],
  ["complex", /^x is complex/],
  ["fields", /^x is a structured array/],
]))
  test(`${file}.npz is refused with what would work`, () => {
    assert.throws(
      () => checked(file),
      (error) => error instanceof HeadscopeError && said.test(error.message),
    );
  });

test("every file of the fixtures is in a test", () => {
  const others = [
    "shape",
    "unexplained",
    "unexplained_output",
    "no_weights",
    "nothing_made",
    "heads_of_none",
  ];
  const refused = ["narrow", "objects", "complex", "fields"];
  const tested = [...Object.keys(RIGHT), ...WRONG.map(([file]) => file), ...others, ...refused];
  const there = readdirSync(inRoot("tests/fixtures/saved")).map((name) => name.replace(".npz", ""));
  assert.deepEqual(there.sort(), tested.sort());
});

test("every wrong path of the core is tried, or detected in another way", () => {
  const known = /** @type {Error} */ (
    refusal(() => {
      const layer = core.createLayer({ dModel: 2, numHeads: 1 });
      layer.forward({ query: { data: [1, 2], shape: [1, 1, 2] }, fault: /** @type {any} */ ("?") });
    })
  ).message.match(/"\w+"/g);
  const ofNoFile = ["none", "view_without_contiguous", "pruned_queries"]; // refused, or a study of heads

  const names = (known ?? []).map((name) => name.slice(1, -1));
  assert.deepEqual(names.sort(), [...CORE_FAULTS, ...ofNoFile].sort());
  const tried = [...MISTAKES, ...MEASURED, { id: "dropped_attention" }].map(({ id }) => id);
  for (const name of CORE_FAULTS) assert.ok(tried.includes(name), name);
});

/** @param {() => unknown} act */
function refusal(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was refused");
}

test("every mistake has words and a name of its own", () => {
  const { sizes } = checked("right");
  const of = { qkv_by_heads: ["heads", "thirds"], mask_added_as_binary: ["zero"], transposed: ["wQ"] };
  const ids = [...MISTAKES, ...MEASURED].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const names = ids.map(
    (id) => pathWords({ id, of: of[/** @type {"transposed"} */ (id)] ?? [], value: 0.5 }, sizes).name,
  );
  assert.equal(new Set(names).size, names.length);
  names.forEach((name, i) => {
    assert.doesNotMatch(name, /undefined|NaN/);
    assert.notEqual(name, ids[i]);
  });
  for (const id of Object.keys(PATHS)) assert.ok([...ids, "dropped_attention"].includes(id), id);
});

test("differences above the tolerance count; float64 has half the tolerance", () => {
  const changed = (/** @type {string} */ file, /** @type {number} */ by) => {
    const arrays = arraysIn(file);
    const output = /** @type {any} */ (arrays.get("output"));
    const largest = output.data.reduce(
      (/** @type {number} */ most, /** @type {number} */ x) => Math.max(most, Math.abs(x)),
      0,
    );
    const at = output.data.findIndex((/** @type {number} */ x) => Math.abs(x) === largest);
    output.data[at] *= 1 + by;
    return check(core, arrays).parts;
  };
  assert.deepEqual([changed("right", 1.1e-4), changed("right", 1.4e-4)], [null, "output"]);
  assert.deepEqual([changed("float64", 5e-5), changed("float64", 7e-5)], [null, "output"]);
});

test("a single NaN is a difference, at any position", () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    const arrays = arraysIn("right");
    const attention = /** @type {any} */ (arrays.get("attention"));
    attention.data[37] = value;
    const { parts, steps } = check(core, arrays);
    assert.equal(parts, "attention");
    assert.deepEqual(steps[4].beside?.at, [0, 1, 2, 2]);
    assert.equal(steps[4].beside?.difference, Infinity);
  }
});

test("the numbers that the walk saves can be read, and agree", () => {
  for (const settings of [{}, { causal: true, heads: 4, weights: "random" }, { kvHeads: 2 }]) {
    const picture = pictureOf(/** @type {any} */ (settings));
    const saved = npz(arraysOf(/** @type {any} */ ({ ...picture, picture })));
    const it = check(core, readNpz(saved));
    assert.deepEqual([it.parts, it.sizes.H], [null, picture.config.numHeads]);
    assert.equal(it.reading.causal, Boolean(settings.causal));
    picture.dispose();
  }
});

test("every step has the words of a verdict", () => {
  const it = checked("right");
  for (const { name } of it.steps) assert.match(MAKES[name](it), new RegExp(`^${name} = `));
});
