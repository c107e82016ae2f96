import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { repeatPadded } from "../../web/kit/state/batch.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { LANGUAGES as LISTED, excerpt, languagesFor } from "../../web/kit/text/code/index.js";
import { program, decimal } from "../../web/kit/text/code/program.js";
import { arraysOf, fileBytes } from "../../web/kit/text/code/arrays.js";
import { npz } from "../../web/kit/state/npz.js";
import { languages } from "./support/languages.js";
import { write } from "../../web/kit/text/code/template.js";
import { ODD_TOKENS } from "./support/odd-tokens.js";
import { pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const LANGUAGES = await languages();
/** @param {string} id */
const named = (id) =>
  /** @type {(typeof LANGUAGES)[number]} */ (LANGUAGES.find((language) => language.id === id));
const FAULTS = /** @type {const} */ ([
  "view_without_transpose",
  "merge_without_transpose",
  "view_without_contiguous",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
]);

/**
 * A run with options that the page has no control for, such as wrong paths.
 * @param {Partial<import("../../web/core/types.js").LayerOptions>} options
 * @param {import("../../web/core/types.js").Fault} [fault]
 * @param {number} [past] number of words whose keys and values are cached
 */
function subjectOf(options, fault, past) {
  const embed = (/** @type {number} */ count) => core.embed(words(count), { dModel: 24 });
  const layer = core.createLayer({ dModel: 24, numHeads: 6, ...options });
  const run = layer.forward({
    ...{ query: embed(4), key: fault ? undefined : embed(7), causal: true, fault },
    ...(past && { past: /** @type {any} */ (layer.forward({ query: embed(past) }).present) }),
  });
  const weights = layer.weights();
  return {
    config: layer.config,
    steps: run.steps,
    values: (/** @type {string} */ id) => run.tensor(id).data,
    weight: (/** @type {import("../../web/core/types.js").WeightName} */ name) =>
      /** @type {import("../../web/core/types.js").TensorOutput} */ (weights[name]),
    fault,
    settings: { tokens: words(4), weights: "random", seed: 3, causal: true },
  };
}

/** The wrong path that needs two sentences. */
function wrongMask() {
  const settings = { tokens: words(4), ...DEFAULTS, causal: true };
  return compute(core, settings, { fault: "mask_repeat_order", given: repeatPadded });
}

/** @type {[string, import("../../web/kit/text/code/index.js").Subject][]} */
const SUBJECTS = [
  ["opening", pictureOf()],
  ["causal", pictureOf({ causal: true })],
  ["one head", pictureOf({ heads: 1 })],
  ["cross-attention", pictureOf({ keyTokens: words(3) })],
  ["grouped heads", pictureOf({ kvHeads: 2 })],
  ["fused", pictureOf({ fused: true, bias: true })],
  ["fused, grouped, heads of other sizes", pictureOf({ fused: true, kvHeads: 2, dK: 5, dV: 3 })],
  ["heads of other sizes", pictureOf({ dK: 5 })],
  ["a mask repeated in the wrong order", wrongMask()],
  ["all at once", subjectOf({ numKvHeads: 2, bias: true, rope: true })],
  ["rotary positions of one sentence", subjectOf({ rope: true }, "none")],
  [
    "variants of two sentences",
    subjectOf({
      rope: { style: "half", fraction: 0.5 },
      qkNorm: true,
      softcap: 5,
      window: [2, 1],
      sinks: true,
    }),
  ],
  ["variants of one sentence", subjectOf({ alibi: true, window: 2, numKvHeads: 2, sinks: true }, "none")],
  ["latents", subjectOf({ rope: true, latent: { rank: 5, queryRank: 3, ropeWidth: 2 } }, "none", 2)],
  ["a past", subjectOf({ rope: { length: 64, scaling: 8 }, softcap: 5 }, "none", 2)],
  ...FAULTS.map(
    (fault) =>
      /** @type {[string, import("../../web/kit/text/code/index.js").Subject]} */ ([
        fault,
        subjectOf({}, fault),
      ]),
  ),
];

/** @param {{ id: string }} language @param {import("../../web/kit/text/code/index.js").Subject} subject */
const isShown = ({ id }, subject) => languagesFor(subject).some((language) => language.id === id);

test("a library's layer is shown for layers of 2017, its fused call for scores that are only scaled and masked, and JAX where no view is refused", () => {
  const shown = SUBJECTS.map(([name, subject]) => [
    name,
    ["jax", "sdpa", "torch-nn", "flax", "keras"].filter((id) => isShown({ id }, subject)).join(" "),
  ]);
  const of2017 = "jax sdpa torch-nn flax keras";
  const names = (/** @type {string} */ languages) =>
    shown.flatMap(([name, own]) => (own === languages ? [name] : []));
  assert.deepEqual(names(of2017), ["opening", "causal", "one head", "cross-attention", "fused"]);
  assert.deepEqual(names("jax"), [
    ...["variants of two sentences", "variants of one sentence", "a past", "no_scale", "softmax_axis"],
  ]);
  assert.deepEqual(names("sdpa"), ["view_without_contiguous"]);
});

for (const language of LANGUAGES) {
  for (const [name, subject] of SUBJECTS.filter(([, each]) => isShown(language, each))) {
    test(`${language.name}, ${name}: every step has its line, and every line its step`, () => {
      const made = write(language, subject).flatMap(({ makes }) => makes);
      assert.deepEqual(
        [...new Set(made)].sort(),
        subject.steps.map(({ id }) => id).sort(),
        "steps that happen, and no others",
      );
      for (const { makes, result } of write(language, subject))
        assert.ok(result === null || makes.includes(result));
    });

    test(`${language.name}, ${name}: a name means its last assignment, which is the tensor that the step reads`, () => {
      const steps = new Map(subject.steps.map((step) => [step.id, step]));
      /** @type {Set<string>} */
      let read = new Set();
      for (const { pieces, makes, name, result } of write(language, subject)) {
        if (name) for (const { step } of pieces) if (step && step !== result) read.add(step);
        if (!result) continue;
        const inputs = makes.flatMap((id) => steps.get(id)?.inputs ?? []).filter((id) => !makes.includes(id));
        assert.deepEqual([...read].sort(), [...new Set(inputs)].sort(), `the lines of ${result}`);
        read = new Set();
      }
    });

    test(`${language.name}, ${name}: sizes are numbers beside the picture, and names in the program`, () => {
      for (const { id } of subject.steps) {
        const lines = excerpt(language, subject, id, 4);
        assert.equal(lines.length, 4);
        assert.ok(
          lines.some(({ current }) => current),
          id,
        );
        for (const { makes, current, pieces } of lines) {
          assert.equal(current, makes.includes(id));
          assert.doesNotMatch(pieces[0].text, /^\s/);
          for (const { axis, size } of pieces) assert.ok(!axis || Number(size) > 0, id);
        }
      }
      assert.doesNotMatch(program(language, subject), /[$%]| ~ |undefined|NaN|<!?\w+\|/);
    });
  }
}

test("any token becomes a valid C++ string, and lines break only between strings", () => {
  const tokens = [...ODD_TOKENS, "\u{1f469}\u200d\u{1f467}", "two words ".repeat(20), "e"];
  const text = program(named("cpp"), pictureOf({ tokens }));
  const [, list] = /embed\(\{([^]*?)\}, config/.exec(text) ?? [];
  assert.deepEqual(list.split(/,\s+(?=["s])/), [
    'std::string("a\\000b", 3)',
    '"\\357\\277\\275"',
    '"\\342\\200\\256txet"',
    '"say \\"x\\"\\\\"',
    '"\\342\\200\\250"',
    '"?\\?/"',
    '"caf\u00e9"',
    '"\u{1f469}\u200d\u{1f467}"',
    `"${"two words ".repeat(20)}"`,
    '"e"',
  ]);
  assert.match(text, /#include <string>/);
});

test("an excerpt on a lane has the lines of that lane and of the main line", () => {
  const picture = pictureOf();
  for (const language of LANGUAGES) {
    for (const { id, lane } of picture.steps.filter((step) => step.lane)) {
      for (const { makes } of excerpt(language, picture, id, 4)) {
        const lanes = makes.map((made) => picture.step(made)?.lane);
        assert.ok(!makes.length || lanes.includes(lane) || lanes.includes(null), `${makes} beside ${id}`);
      }
    }
  }
});

test("every size has its axis and every name its step", () => {
  const torch = named("pytorch");
  const [line] = excerpt(torch, pictureOf(), "k_split", 1);
  assert.deepEqual(
    line.pieces.map(({ text, size, axis, step }) => [size ?? text, axis ?? step]),
    [
      ["k", "k_split"],
      [" = ", undefined],
      ["k", "k"],
      [".view", undefined],
      ["(", undefined],
      ["1", "B"],
      [", ", undefined],
      ["12", "T_k"],
      [", ", undefined],
      ["8", "H"],
      [", ", undefined],
      ["8", "d_k"],
      [")", undefined],
    ],
  );
});

test("a name holds a step of several lines only after the last line", () => {
  const numpy = named("numpy");
  const [exp, weights] = write(numpy, pictureOf()).filter(({ makes }) => makes.includes("weights"));
  assert.deepEqual(
    [exp, weights].map(({ result }) => result),
    [null, "weights"],
  );
  assert.deepEqual(
    weights.pieces.filter(({ step }) => step).map(({ text, step }) => [text, step]),
    [["weights", "weights"]],
  );
});

test("the C++ program contains the sentence, whatever its characters", () => {
  const tokens = [
    '"',
    "\\",
    "$query",
    "%seed",
    "<x|y>",
    "HÉLLO",
    ...Array.from({ length: 40 }, () => "again"),
  ];
  const text = program(named("cpp"), pictureOf({ tokens }));
  assert.ok(text.includes('{"\\"", "\\\\", "$query", "%seed", "<x|y>", "héllo", "again"'));
  assert.ok(text.split("\n").every((line) => line.length <= 120));
});

test("the C++ program draws the picture's weights", () => {
  for (const [weights, drawn] of /** @type {const} */ ([
    ["constructed", "constructed_weights(config, 5)"],
    ["random", "Weights::random(config, 5)"],
    ["small", "Weights::small(config, 5)"],
  ]))
    assert.ok(program(named("cpp"), pictureOf({ weights, seed: 5 })).includes(`{config, ${drawn}}`), weights);
});

/** @param {string} text @param {RegExp} pattern */
const allOf = (text, pattern) => [...text.matchAll(pattern)].map(([all]) => all);

test("a Python program contains few numbers and reads many from a file; the C++ program draws them", () => {
  const few = pictureOf({ tokens: words(16), dModel: 8, heads: 2 }); // 2 · 16 · 8 + 4 · 8² = 512
  const many = pictureOf({ tokens: words(17), dModel: 8, heads: 2 });
  for (const language of LANGUAGES.filter(({ tensors }) => tensors)) {
    assert.doesNotMatch(program(language, few), /headscope\.npz/);
    assert.match(program(language, many), /^page = np\.load\("headscope\.npz"\)/m);
    assert.match(program(language, many), /^import numpy as np$/m);
  }
  for (const picture of [few, many]) assert.doesNotMatch(program(named("cpp"), picture), /npz/);
  assert.deepEqual(
    LISTED.filter(({ file }) => file).map(({ id }) => id),
    LANGUAGES.filter(({ tensors }) => tensors).map(({ id }) => id),
    "those that take a file are listed as such",
  );
});

test("numbers in a program are the core's, to the bit", () => {
  const picture = pictureOf({ tokens: words(3), dModel: 8, heads: 2, weights: "random" });
  const text = program(named("pytorch"), picture);
  const rows = JSON.parse(`{${/\{ {2}#.*\n([^}]*),\n\}/.exec(text)?.[1]}}`);
  assert.deepEqual(Object.keys(rows), ["x", "w_q", "w_k", "w_v", "w_o", "output"]);
  const shown = {
    x: picture.tensor("x"),
    w_q: picture.weight("wQ"),
    w_o: picture.weight("wO"),
    output: picture.tensor("output"),
  };
  for (const [name, { data, shape }] of Object.entries(shown)) {
    assert.deepEqual(Float32Array.from(rows[name].flat(2)), data, name);
    assert.equal(rows[name].length, shape[0]);
    assert.equal(rows[name].at(-1).length, shape[1]);
  }
  assert.ok(
    allOf(text, /(?<=[[ ])-?\d[^,\]\s]*(?=[,\]])/g).length >= 2 * 24 + 4 * 64,
    "and all of them are written as numbers",
  );
});

test("floats are written with the fewest digits that parse to the same value, and with a decimal point", () => {
  for (const [value, text] of /** @type {const} */ ([
    [0, "0.0"],
    [-3, "-3.0"],
    [0.1, "0.1"],
    [1 / 3, "0.33333334"],
    [-1e-7, "-1e-7"],
    [16777217, "16777216.0"],
    [3.4028234663852886e38, "3.4028235e+38"],
  ]))
    assert.equal(decimal(Math.fround(value)), text);
  for (let i = 0; i < 2000; i++) {
    const value = Math.fround(Math.sin(i) * 10 ** ((i % 13) - 9));
    assert.equal(Math.fround(Number(decimal(value))), value);
  }
});

test("the file has the announced size", () => {
  for (const [name, subject] of SUBJECTS)
    assert.equal(fileBytes(subject), npz(arraysOf(subject)).length, name);
});

test("the file contains inputs, parameters and results under the programs' names", () => {
  const names = (/** @type {import("../../web/kit/text/code/template.js").Subject} */ subject) =>
    arraysOf(subject).map(({ name }) => name);
  const weights = ["w_q", "w_k", "w_v", "w_o"];
  assert.deepEqual(names(pictureOf()), ["x", ...weights, "attention", "output"]);
  assert.deepEqual(names(subjectOf({ bias: true, numKvHeads: 2 })), [
    ...["query", "key", "value", ...weights, "b_q", "b_k", "b_v", "b_o"],
    ...["attention", "output"],
  ]);
  assert.deepEqual(
    names(subjectOf({}, "view_without_contiguous")),
    ["x", ...weights, "attention"],
    "a wrong path that is refused has no output",
  );
});

test("programs name attention as the page does", () => {
  for (const language of LANGUAGES)
    for (const [name, subject] of SUBJECTS) {
      const steps = subject.steps.map(({ id }) => id);
      for (const { result, name: variable } of write(language, subject))
        if (["weights", "context", "output"].includes(result ?? ""))
          assert.equal(variable, result, `${language.name}, ${name}, of ${steps.length} steps`);
    }
});

test("shapes of a program with a past tell new tokens from all", () => {
  const torch = named("pytorch");
  const written = program(torch, subjectOf({ sinks: true }, "none", 2));
  assert.match(written, /k = torch\.cat\(\[k_past, k\], 2\) +# \(B, H, T_k, d_k\)/);
  assert.match(written, /scores = q @ k_t +# \(B, H, T, T_k\)/);
  assert.match(written, /scores = torch\.cat\(\[scores, sinks.* +# \(B, H, T, T_k\+1\)/);
});
