import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { compute } from "../../web/state/picture.js";
import { DEFAULTS } from "../../web/state/settings.js";
import { excerpt, program } from "../../web/text/code/index.js";
import { languages } from "./support/languages.js";
import { write } from "../../web/text/code/template.js";
import { pictureOf, words } from "./support/pictures.js";

const core = await loadCore();
const LANGUAGES = await languages();
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
 * What the page has no switch for: biases, and the wrong paths.
 * @param {Partial<import("../../web/core/types.js").LayerOptions>} options
 * @param {import("../../web/core/types.js").Fault} [fault]
 */
function subjectOf(options, fault) {
  const embed = (/** @type {number} */ count) => core.embed(words(count), { dModel: 24 });
  const layer = core.createLayer({ dModel: 24, numHeads: 6, ...options });
  const { steps } = layer.forward({
    query: embed(4),
    key: fault ? undefined : embed(7),
    causal: true,
    fault,
  });
  return { steps, fault, settings: { tokens: words(4), weights: "random", seed: 3, causal: true } };
}

/** The wrong path that takes two sentences. */
function wrongMask() {
  const settings = { tokens: words(4), ...DEFAULTS, causal: true };
  return compute(core, settings, { fault: "mask_repeat_order", pair: true });
}

/** @type {[string, import("../../web/text/code/index.js").Subject][]} */
const SUBJECTS = [
  ["opening", pictureOf()],
  ["causal", pictureOf({ causal: true })],
  ["one head", pictureOf({ heads: 1 })],
  ["cross-attention", pictureOf({ keyTokens: words(3) })],
  ["grouped heads", pictureOf({ kvHeads: 2 })],
  ["a mask repeated in the wrong order", wrongMask()],
  ["all at once", subjectOf({ numKvHeads: 2, bias: true, rope: true })],
  ["rotary positions of one sentence", subjectOf({ rope: true }, "none")],
  ...FAULTS.map(
    (fault) =>
      /** @type {[string, import("../../web/text/code/index.js").Subject]} */ ([fault, subjectOf({}, fault)]),
  ),
];

for (const language of LANGUAGES) {
  for (const [name, subject] of SUBJECTS) {
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

    test(`${language.name}, ${name}: a name holds what was last assigned to it, and that is what its step reads`, () => {
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

    test(`${language.name}, ${name}: beside the picture sizes are numbers, in the program names`, () => {
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

test("on a lane, the lines of that lane and of the main line", () => {
  const picture = pictureOf();
  for (const language of LANGUAGES) {
    for (const { id, lane } of picture.steps.filter((step) => step.lane)) {
      for (const { makes } of excerpt(language, picture, id, 4)) {
        const lanes = makes.map((made) => picture.step(made)?.lane);
        assert.ok(lanes.includes(lane) || lanes.includes(null), `${makes} beside ${id}`);
      }
    }
  }
});

test("a size carries its axis, a name its step, wherever they stand", () => {
  const [torch] = LANGUAGES;
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

test("a step of several lines is held only after the last of them", () => {
  const [, numpy] = LANGUAGES;
  const [exp, attn] = write(numpy, pictureOf()).filter(({ makes }) => makes.includes("weights"));
  assert.deepEqual(
    [exp, attn].map(({ result }) => result),
    [null, "weights"],
  );
  assert.deepEqual(
    attn.pieces.filter(({ step }) => step).map(({ text, step }) => [text, step]),
    [["attn", "weights"]],
  );
});

test("the C++ program has the sentence itself, whatever is in it", () => {
  const tokens = [
    '"',
    "\\",
    "$query",
    "%seed",
    "<x|y>",
    "HÉLLO",
    ...Array.from({ length: 40 }, () => "again"),
  ];
  const text = program(LANGUAGES[3], pictureOf({ tokens }));
  assert.ok(text.includes('{"\\"", "\\\\", "$query", "%seed", "<x|y>", "héllo", "again"'));
  assert.ok(text.split("\n").every((line) => line.length <= 120));
});

test("the C++ program draws the weights that the picture has", () => {
  for (const [weights, drawn] of /** @type {const} */ ([
    ["constructed", "constructed_weights(config, 5)"],
    ["random", "Weights::random(config, 5)"],
    ["small", "Weights::small(config, 5)"],
  ]))
    assert.ok(program(LANGUAGES[3], pictureOf({ weights, seed: 5 })).includes(`{config, ${drawn}}`), weights);
});
